#pragma once

#include <lanewise/kernels/contacts/arguments.hpp>
#include <lanewise/physics/contacts/contact.hpp>
#include <lanewise/physics/geometry/vector3.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lanewise::detail {

/// What the next step wants to know of a manifold of this one.
struct ManifoldRecord {
    std::uint32_t a = 0;  ///< bodies' places, a < b
    std::uint32_t b = 0;
    std::uint32_t count = 0;
    std::uint32_t zero = 0;
    Vec3 normal;
    struct Point {
        std::uint64_t feature = 0;
        Vec3 point;                       ///< world, m
        Vec3 arm;                         ///< from the centre of mass of a, world axes, m
        double depth = 0;                 ///< m
        std::array<double, 3> impulse{};  ///< of a pass: normal, two tangents, N s
        double total = 0;                 ///< normal impulse of the step, N s
    };
    std::array<Point, 4> points{};
};
static_assert(sizeof(ManifoldRecord) == 16 + 24 + 4 * 96, "no padding, so that bytes compare");

/// Gives the points of new manifolds of one pair the impulses of old ones: those with equal
/// features, then those that are nearest, up to 0.1 m apart. `fresh` have their arms set; impulses
/// are multiplied by `scale`.
void match_points(std::span<const ManifoldRecord> old, std::span<ManifoldRecord> fresh,
                  double scale) noexcept;

}  // namespace lanewise::detail
