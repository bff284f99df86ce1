#include <lanewise/physics/contacts/reduce.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace lanewise::detail {

namespace {

/// Depths nearer than this are equal, m: far above rounding, far below what a step changes.
constexpr double equal_depth = 1e-9;
/// A later candidate must be better by this share.
constexpr double better = 1 + 1e-6;
/// Squared sine below which three points are on one line.
constexpr double thin = 1e-6;

constexpr std::size_t none = static_cast<std::size_t>(-1);

class Reducer {
public:
    Reducer(std::span<ContactPoint> points, const Vec3& normal)
        : points_(points), u_(any_perpendicular(normal)), v_(cross(normal, u_)) {
        for (std::size_t i = 0; i < points.size() && i < k_held; ++i) held_[i] = projected(i);
    }

    std::size_t run() noexcept {
        take(deepest());
        take(farthest_from(0));
        if (count_ < 2) return count_;
        const std::size_t third = largest_triangle();
        if (third == none) {
            // On one line: the other end, seen from the first.
            take(farthest_from(1));
            return count_;
        }
        take(third);
        if (count_ == 3) take(largest_quad());
        return count_;
    }

private:
    using Flat = std::array<double, 2>;
    /// Points whose projections are kept; the patches of most pairs have fewer.
    static constexpr std::size_t k_held = 32;

    [[nodiscard]] Flat flat(std::size_t i) const noexcept {
        return i < k_held ? held_[i] : projected(i);
    }
    /// In the patch's plane, relative to the first given point.
    [[nodiscard]] Flat projected(std::size_t i) const noexcept {
        const Vec3 p = points_[i].point - origin_;
        return {dot(u_, p), dot(v_, p)};
    }
    [[nodiscard]] double distance_squared(std::size_t i, std::size_t k) const noexcept {
        const auto [ax, ay] = flat(i);
        const auto [bx, by] = flat(k);
        return (bx - ax) * (bx - ax) + (by - ay) * (by - ay);
    }
    /// Twice the signed area.
    [[nodiscard]] double area(std::size_t i, std::size_t j, std::size_t k) const noexcept {
        const auto [ax, ay] = flat(i);
        const auto [bx, by] = flat(j);
        const auto [cx, cy] = flat(k);
        return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    }

    /// Moves a point behind those taken, unless it is one of them or falls on one.
    void take(std::size_t i) noexcept {
        if (i == none || i < count_) return;
        for (std::size_t k = 0; k < count_; ++k)
            if (distance_squared(i, k) < weld_distance * weld_distance) return;
        const Flat at = flat(i);
        if (i < k_held) held_[i] = held_[count_];
        held_[count_] = at;
        std::swap(points_[i], points_[count_]);
        ++count_;
    }

    [[nodiscard]] std::size_t deepest() const noexcept {
        double depth = points_[0].depth;
        for (const ContactPoint& p : points_) depth = p.depth > depth ? p.depth : depth;
        std::size_t best = none;
        double reach = 0;
        for (std::size_t i = 0; i < points_.size(); ++i) {
            if (points_[i].depth < depth - equal_depth) continue;
            const auto [x, y] = flat(i);
            // Any direction does; this one is not along the sides of many patches.
            const double along = x + 0.37 * y;
            if (best == none || along > reach + equal_depth) {
                best = i;
                reach = along;
            }
        }
        return best;
    }

    [[nodiscard]] std::size_t farthest_from(std::size_t from) const noexcept {
        std::size_t best = none;
        double most = 0;
        for (std::size_t i = count_; i < points_.size(); ++i) {
            const double d = distance_squared(i, from);
            if (d > most * better) {
                most = d;
                best = i;
            }
        }
        return best;
    }

    [[nodiscard]] std::size_t largest_triangle() const noexcept {
        std::size_t best = none;
        double most = 0;
        for (std::size_t i = 2; i < points_.size(); ++i) {
            const double a = std::fabs(area(0, 1, i));
            if (a > most * better) {
                most = a;
                best = i;
            }
        }
        const double base = distance_squared(0, 1);
        return best != none && most * most > thin * (base * base) ? best : none;
    }

    [[nodiscard]] std::size_t largest_quad() const noexcept {
        // Around the triangle with its inside on the left.
        std::array<std::size_t, 3> loop{0, 1, 2};
        const double whole = area(0, 1, 2);
        if (whole < 0) std::swap(loop[1], loop[2]);
        std::size_t best = none;
        double most = thin * std::fabs(whole);
        for (std::size_t i = 3; i < points_.size(); ++i) {
            double added = 0;
            for (std::size_t k = 0; k < 3; ++k)
                added = std::max(added, -area(loop[k], loop[(k + 1) % 3], i));
            if (added > most * better) {
                most = added;
                best = i;
            }
        }
        return best;
    }

    std::span<ContactPoint> points_;
    Vec3 u_, v_;
    Vec3 origin_ = points_[0].point;
    std::size_t count_ = 0;
    std::array<Flat, k_held> held_;
};

}  // namespace

std::size_t reduce_patch(std::span<ContactPoint> points, const Vec3& normal) noexcept {
    return points.size() < 2 ? points.size() : Reducer(points, normal).run();
}

}  // namespace lanewise::detail
