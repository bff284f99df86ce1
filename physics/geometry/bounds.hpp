#pragma once

#include <lanewise/physics/geometry/vector3.hpp>

#include <limits>

namespace lanewise {

/// An axis-aligned box from `low` to `high`. The default is empty: everything enlarges it.
struct Bounds {
    Vec3 low{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(),
             std::numeric_limits<double>::infinity()};
    Vec3 high{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
              -std::numeric_limits<double>::infinity()};

    friend constexpr bool operator==(const Bounds&, const Bounds&) noexcept = default;
};

constexpr Bounds enlarged(const Bounds& box, const Vec3& point) noexcept {
    return {minimum(box.low, point), maximum(box.high, point)};
}
constexpr Bounds united(const Bounds& a, const Bounds& b) noexcept {
    return {minimum(a.low, b.low), maximum(a.high, b.high)};
}
constexpr Bounds grown(const Bounds& box, double margin) noexcept {
    const Vec3 by{margin, margin, margin};
    return {box.low - by, box.high + by};
}
/// Touching boxes overlap; empty ones never do.
constexpr bool overlap(const Bounds& a, const Bounds& b) noexcept {
    return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y &&
           b.low.y <= a.high.y && a.low.z <= b.high.z && b.low.z <= a.high.z;
}

}  // namespace lanewise
