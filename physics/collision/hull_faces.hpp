#pragma once

#include <lanewise/physics/geometry/vector3.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace lanewise::detail {

/// Merges the facets of a convex hull that lie in one plane and drops corners that end up on a
/// straight edge or inside a face. A facet joins a face when all its corners are within `flatness`
/// of the plane of the face's largest facet; faces so do not creep around a finely cut curve.
/// Refuses facets that do not close a convex solid.
std::vector<std::vector<std::uint32_t>> flat_faces(
    std::span<const Vec3> points, const std::vector<std::vector<std::uint32_t>>& facets,
    double flatness);

}  // namespace lanewise::detail
