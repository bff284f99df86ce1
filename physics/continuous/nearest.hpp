#pragma once

#include <lanewise/physics/continuous/sweep.hpp>
#include <lanewise/physics/geometry/vector3.hpp>

#include <array>

namespace lanewise::detail {

/// A straight piece from `start` to `start + along`; a point when `along` is zero.
struct Segment {
    Vec3 start;
    Vec3 along;
};

/// A triangle and the unit normal of its front.
struct FrontTriangle {
    std::array<Vec3, 3> corners;
    Vec3 normal;
};

/// Two points that are nearest to one another.
struct NearestPoints {
    double distance;
    Vec3 on_axis;
    Vec3 on_other;
    SweepFeature feature;
};

/// Nearest points of an axis and an edge (the feature is told as for an edge's end or inside).
NearestPoints nearest_points(const Segment& axis, const Segment& edge) noexcept;

/// Nearest points of a triangle and an axis that lies in front of its plane.
NearestPoints nearest_points(const Segment& axis, const FrontTriangle& triangle) noexcept;

/// True if the point's foot on the plane is in the triangle, border included.
bool foot_is_inside(const Vec3& point, const FrontTriangle& triangle) noexcept;

}  // namespace lanewise::detail
