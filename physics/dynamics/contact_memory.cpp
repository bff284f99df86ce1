#include <lanewise/physics/dynamics/contact_memory.hpp>

#include <array>
#include <cstddef>

namespace lanewise::detail {
namespace {

using kernels::SolverManifold;

/// Points farther apart than this are not the same contact, m^2.
constexpr double k_near_squared = 0.1 * 0.1;
/// Tangent impulses do not carry over between normals that differ by more than this.
constexpr double k_same_normal = 0.9;
constexpr std::size_t k_most = 64;

struct OldPoint {
    std::uint64_t feature;
    const SolverManifold* manifold;
    const SolverManifold::Point* point;
    bool taken;
};

struct OldPoints {
    std::array<OldPoint, k_most> list;
    std::size_t count = 0;
};

void take(OldPoint& old, const SolverManifold& manifold, double scale,
          SolverManifold::Point& fresh) noexcept {
    old.taken = true;
    const double cosine = dot(load(old.manifold->normal), load(manifold.normal));
    if (!(cosine > 0)) return;
    fresh.normal_impulse = scale * old.point->normal_impulse;
    if (cosine < k_same_normal) return;
    fresh.tangent_impulse[0] = scale * old.point->tangent_impulse[0];
    fresh.tangent_impulse[1] = scale * old.point->tangent_impulse[1];
}

bool take_by_feature(OldPoints& old, std::uint64_t feature, const SolverManifold& manifold,
                     double scale, SolverManifold::Point& fresh) noexcept {
    for (std::size_t i = 0; i < old.count; ++i) {
        OldPoint& candidate = old.list[i];
        if (candidate.taken || candidate.feature != feature) continue;
        take(candidate, manifold, scale, fresh);
        return true;
    }
    return false;
}

void take_nearest(OldPoints& old, const SolverManifold& manifold, double scale,
                  SolverManifold::Point& fresh) noexcept {
    double best = k_near_squared;
    OldPoint* nearest = nullptr;
    for (std::size_t i = 0; i < old.count; ++i) {
        OldPoint& candidate = old.list[i];
        if (candidate.taken) continue;
        const double square = norm_squared(load(candidate.point->arm) - load(fresh.arm));
        if (square < best) {
            best = square;
            nearest = &candidate;
        }
    }
    if (nearest != nullptr) take(*nearest, manifold, scale, fresh);
}

/// The usual case: nothing but the depth changed.
bool take_in_order(const OldContacts& old, const FreshContacts& fresh, double scale) noexcept {
    const ManifoldRecord &from = old.records[0], &to = fresh.records[0];
    const SolverManifold& given = old.manifolds[0];
    SolverManifold& taking = fresh.manifolds[0];
    if (from.count != to.count || dot(load(given.normal), load(taking.normal)) < k_same_normal)
        return false;
    for (std::uint32_t i = 0; i < to.count; ++i)
        if (from.feature[i] != to.feature[i]) return false;
    for (std::uint32_t i = 0; i < to.count; ++i) {
        taking.points[i].normal_impulse = scale * given.points[i].normal_impulse;
        for (std::size_t k = 0; k < 2; ++k)
            taking.points[i].tangent_impulse[k] = scale * given.points[i].tangent_impulse[k];
    }
    return true;
}

}  // namespace

void match_points(const OldContacts& old, const FreshContacts& fresh, double scale) noexcept {
    if (old.records.size() == 1 && fresh.records.size() == 1 && take_in_order(old, fresh, scale))
        return;
    OldPoints points;
    for (std::size_t m = 0; m < old.records.size(); ++m)
        for (std::uint32_t i = 0; i < old.records[m].count && points.count < k_most; ++i)
            points.list[points.count++] = {old.records[m].feature[i], &old.manifolds[m],
                                           &old.manifolds[m].points[i], false};
    std::array<bool, k_most> matched{};
    std::size_t number = 0;
    for (std::size_t m = 0; m < fresh.records.size(); ++m) {
        const ManifoldRecord& record = fresh.records[m];
        SolverManifold& manifold = fresh.manifolds[m];
        for (std::uint32_t i = 0; i < record.count && number < k_most; ++i)
            matched[number++] =
                take_by_feature(points, record.feature[i], manifold, scale, manifold.points[i]);
    }
    number = 0;
    for (std::size_t m = 0; m < fresh.records.size(); ++m)
        for (std::uint32_t i = 0; i < fresh.records[m].count && number < k_most; ++i)
            if (!matched[number++])
                take_nearest(points, fresh.manifolds[m], scale, fresh.manifolds[m].points[i]);
}

}  // namespace lanewise::detail
