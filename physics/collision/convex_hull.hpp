#pragma once

#include <lanewise/kernels/export.hpp>
#include <lanewise/physics/collision/polyhedron.hpp>
#include <lanewise/physics/geometry/vector3.hpp>

#include <span>

namespace lanewise {

/// Points this close to a face's plane belong to the face, as a share of the point set's size (half
/// the diagonal of its bounds): coordinates rounded to binary32 still give flat faces.
inline constexpr double hull_flatness = 1e-6;

/// Point sets thinner than this share of their size have no volume worth a body.
inline constexpr double thinnest_hull = 1e-5;

/// The convex hull of a point set as a polyhedron with flat faces: coplanar triangles are one face,
/// points inside, on a face or on an edge are dropped. The vertices keep the given coordinates to
/// the bit, in the order of the points (the first of equal ones). Found by Qhull.
///
/// Refuses fewer than four points, NaN and infinities, coordinates above 1e100, and points that are
/// equal, on one line or on one plane.
LANEWISE_API Polyhedron convex_hull(std::span<const Vec3> points);

}  // namespace lanewise
