#pragma once

#include <lanewise/physics/geometry/vector3.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lanewise::detail {

/// Cuts a simple polygon, convex or not, into corners.size() - 2 triangles of the same winding,
/// given as corner numbers, by cutting ears: of all ears the one with the shortest cut, the first
/// on ties. A polygon that is not flat is judged in the plane of its area vector. One without ears
/// (it crosses itself or has no area) is finished as a fan.
std::vector<std::array<std::uint32_t, 3>> triangulated(std::span<const Vec3> corners);

}  // namespace lanewise::detail
