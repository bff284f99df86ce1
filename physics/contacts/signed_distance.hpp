#pragma once

#include <lanewise/kernels/export.hpp>
#include <lanewise/physics/collision/polyhedron.hpp>
#include <lanewise/physics/geometry/vector3.hpp>

#include <cstdint>

namespace lanewise {

/// How a point lies to a solid.
struct SignedDistance {
    enum class Feature : std::uint8_t { face, edge, corner };

    double distance;       ///< m; negative inside, where it is that of the nearest face's plane
    Vec3 normal;           ///< unit, away from the solid
    Vec3 surface;          ///< m, the nearest point of the surface
    Feature feature;       ///< what the nearest point lies on
    std::uint32_t number;  ///< of that face, edge or corner
};

/// Signed distance of a point from a closed convex solid, both in the solid's frame. Outside it is
/// the true distance, from the nearest face, edge or corner. Equally near faces: the first.
LANEWISE_API SignedDistance signed_distance(const Polyhedron& solid, const Vec3& point) noexcept;

}  // namespace lanewise
