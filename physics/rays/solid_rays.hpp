#pragma once

#include <lanewise/kernels/export.hpp>
#include <lanewise/physics/collision/polyhedron.hpp>
#include <lanewise/physics/geometry/vector3.hpp>

#include <limits>

namespace lanewise {

/// Where a line first enters a convex solid.
struct SolidEntry {
    double distance = std::numeric_limits<double>::infinity();  ///< infinite: the line misses
    Vec3 normal;                                                ///< unit, outward
};

// Entries of the whole line through `origin` along the unit vector `direction` into a solid of the
// solid's own frame. A negative distance says that the origin is inside or beyond: a ray from there
// does not hit. A line that touches the solid enters it.

/// A ball about the origin.
LANEWISE_API SolidEntry enter_sphere(const Vec3& origin, const Vec3& direction,
                                     double radius) noexcept;
/// A box about the origin.
LANEWISE_API SolidEntry enter_box(const Vec3& origin, const Vec3& direction,
                                  const Vec3& half_extents) noexcept;
/// The segment of the z axis from -half_length to half_length, swept by a ball.
LANEWISE_API SolidEntry enter_capsule(const Vec3& origin, const Vec3& direction, double radius,
                                      double half_length) noexcept;
/// M. Cyrus and J. Beck, "Generalized two- and three-dimensional clipping", 1978. For faces entered
/// at one distance the normal is that of the first.
LANEWISE_API SolidEntry enter_polyhedron(const Vec3& origin, const Vec3& direction,
                                         const Polyhedron& solid) noexcept;

}  // namespace lanewise
