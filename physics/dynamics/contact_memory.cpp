#include <lanewise/physics/dynamics/contact_memory.hpp>

#include <algorithm>

namespace lanewise::detail {
namespace {

using Point = ManifoldRecord::Point;

/// Points farther apart than this are not the same contact, m^2.
constexpr double k_near_squared = 0.1 * 0.1;
/// Tangent impulses do not carry over between normals that differ by more than this.
constexpr double k_same_normal = 0.9;
constexpr std::size_t k_most = 64;

struct OldPoint {
    const Point* point;
    const Vec3* normal;
    bool taken;
};

struct OldPoints {
    std::array<OldPoint, k_most> list;
    std::size_t count = 0;
};

void take(OldPoint& old, const Vec3& normal, double scale, Point& fresh) noexcept {
    old.taken = true;
    const double cosine = dot(*old.normal, normal);
    if (!(cosine > 0)) return;
    fresh.impulse[0] = scale * old.point->impulse[0];
    if (cosine < k_same_normal) return;
    fresh.impulse[1] = scale * old.point->impulse[1];
    fresh.impulse[2] = scale * old.point->impulse[2];
}

bool take_by_feature(OldPoints& old, const Vec3& normal, double scale, Point& fresh) noexcept {
    for (std::size_t i = 0; i < old.count; ++i) {
        OldPoint& candidate = old.list[i];
        if (candidate.taken || candidate.point->feature != fresh.feature) continue;
        take(candidate, normal, scale, fresh);
        return true;
    }
    return false;
}

void take_nearest(OldPoints& old, const Vec3& normal, double scale, Point& fresh) noexcept {
    double best = k_near_squared;
    OldPoint* nearest = nullptr;
    for (std::size_t i = 0; i < old.count; ++i) {
        OldPoint& candidate = old.list[i];
        if (candidate.taken) continue;
        const double square = norm_squared(candidate.point->arm - fresh.arm);
        if (square < best) {
            best = square;
            nearest = &candidate;
        }
    }
    if (nearest != nullptr) take(*nearest, normal, scale, fresh);
}

/// The usual case: nothing but the depth changed.
bool take_in_order(const ManifoldRecord& old, ManifoldRecord& fresh, double scale) noexcept {
    if (old.count != fresh.count || dot(old.normal, fresh.normal) < k_same_normal) return false;
    for (std::uint32_t i = 0; i < fresh.count; ++i)
        if (old.points[i].feature != fresh.points[i].feature) return false;
    for (std::uint32_t i = 0; i < fresh.count; ++i)
        for (std::size_t k = 0; k < 3; ++k)
            fresh.points[i].impulse[k] = scale * old.points[i].impulse[k];
    return true;
}

}  // namespace

void match_points(std::span<const ManifoldRecord> old, std::span<ManifoldRecord> fresh,
                  double scale) noexcept {
    if (old.size() == 1 && fresh.size() == 1 && take_in_order(old[0], fresh[0], scale)) return;
    OldPoints points;
    for (const ManifoldRecord& record : old)
        for (std::uint32_t i = 0; i < record.count && points.count < k_most; ++i)
            points.list[points.count++] = {&record.points[i], &record.normal, false};
    std::array<bool, k_most> matched{};
    std::size_t number = 0;
    for (ManifoldRecord& record : fresh)
        for (std::uint32_t i = 0; i < record.count && number < k_most; ++i)
            matched[number++] = take_by_feature(points, record.normal, scale, record.points[i]);
    number = 0;
    for (ManifoldRecord& record : fresh)
        for (std::uint32_t i = 0; i < record.count && number < k_most; ++i)
            if (!matched[number++]) take_nearest(points, record.normal, scale, record.points[i]);
}

}  // namespace lanewise::detail
