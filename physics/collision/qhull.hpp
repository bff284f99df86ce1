#pragma once

#include <lanewise/physics/geometry/vector3.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace lanewise::detail {

/// Facets that Qhull finds for points of about unit size: closed loops of point numbers,
/// counter-clockwise from outside. Refuses what Qhull refuses, with its message.
std::vector<std::vector<std::uint32_t>> qhull_facets(std::span<const Vec3> points);

}  // namespace lanewise::detail
