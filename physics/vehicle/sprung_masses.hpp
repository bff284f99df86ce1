#pragma once

#include <lanewise/physics/geometry/vector3.hpp>

#include <span>
#include <vector>

namespace lanewise::detail {

/// What each wheel carries of a mass whose centre is the origin, kg: the shares that hold the sum
/// and the first moments along x and y, and among those the ones with the least sum of squares. No
/// share is negative: a wheel that would pull carries nothing. Wheels in one line or one point hold
/// what moments they can.
std::vector<double> sprung_masses(double mass, std::span<const Vec3> wheels);

}  // namespace lanewise::detail
