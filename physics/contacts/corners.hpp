#pragma once

#include <lanewise/kernels/export.hpp>
#include <lanewise/physics/geometry/rigid_transform.hpp>
#include <lanewise/physics/geometry/vector3.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace lanewise {

/// Corners this close to the farthest one along a direction support it too, m.
inline constexpr double support_tolerance = 1e-4;

/// How far the corners reach along `direction`; minus infinity when there are none.
LANEWISE_API double support(std::span<const Vec3> corners, const Vec3& direction) noexcept;

/// Appends the numbers of the corners that reach within `tolerance` (m) of the farthest one along
/// the unit vector `direction`, ascending.
LANEWISE_API void supporting_corners(std::span<const Vec3> corners, const Vec3& direction,
                                     std::vector<std::uint32_t>& found,
                                     double tolerance = support_tolerance);

/// The mean of the corners; NaN when there are none.
LANEWISE_API Vec3 mean_corner(std::span<const Vec3> corners) noexcept;

/// Replaces `placed` by the corners seen from the frame that `pose` takes them to.
LANEWISE_API void place_corners(std::span<const Vec3> corners, const RigidTransform& pose,
                                std::vector<Vec3>& placed);

/// Replaces `clipped` by the part of a convex polygon with dot(normal, p) <= offset (Sutherland
/// and Hodgman, "Reentrant polygon clipping", 1974). Corners on the plane stay.
LANEWISE_API void clip_polygon(std::span<const Vec3> polygon, const Vec3& normal, double offset,
                               std::vector<Vec3>& clipped);

}  // namespace lanewise
