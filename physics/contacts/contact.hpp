#pragma once

#include <lanewise/physics/geometry/vector3.hpp>

#include <array>
#include <cstdint>
#include <span>

namespace lanewise {

/// One point of a contact manifold.
struct ContactPoint {
    Vec3 point;        ///< m, world; midway between the two surfaces
    double depth = 0;  ///< m; > 0 overlap, < 0 a gap
    /// Names the features that meet here (faces, edges, corners, triangle): equal from step to step
    /// while the same features meet, different for the points of one pair.
    std::uint64_t feature = 0;

    friend constexpr bool operator==(const ContactPoint&, const ContactPoint&) noexcept = default;
};

/// Up to four contact points of two shapes with one normal.
struct ContactManifold {
    static constexpr std::uint32_t most_points = 4;

    Vec3 normal;  ///< unit, from the first shape to the second
    std::array<ContactPoint, most_points> points;
    std::uint32_t count = 0;       ///< of points, at least 1
    std::uint32_t material_a = 0;  ///< number for Shape::material of the first shape
    std::uint32_t material_b = 0;  ///< and of the second

    [[nodiscard]] std::span<const ContactPoint> contacts() const noexcept {
        return std::span(points).first(count);
    }
    friend constexpr bool operator==(const ContactManifold&,
                                     const ContactManifold&) noexcept = default;
};

/// The same manifold with the shapes in the other order.
constexpr ContactManifold flipped(ContactManifold manifold) noexcept {
    manifold.normal = -manifold.normal;
    const std::uint32_t a = manifold.material_a;
    manifold.material_a = manifold.material_b;
    manifold.material_b = a;
    return manifold;
}

}  // namespace lanewise
