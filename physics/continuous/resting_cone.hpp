#pragma once

#include <lanewise/physics/geometry/vector3.hpp>

#include <cstddef>
#include <span>

namespace lanewise::detail {

inline constexpr std::size_t k_most_resting = 8;

/// The vector nearest to `v` that goes against none of the unit `normals` (at most k_most_resting):
/// v + sum of shares[i] * normals[i] with shares >= 0, of which at most three are not 0. With
/// velocities this is the response of a body of one mass to frictionless surfaces that it touches.
Vec3 kept_off(const Vec3& v, std::span<const Vec3> normals, std::span<double> shares) noexcept;

}  // namespace lanewise::detail
