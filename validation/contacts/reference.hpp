#pragma once

#include "touching.hpp"

#include <lanewise/physics/collision/polyhedron.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

// Slow and plain answers, found another way than the narrow phase does.

namespace lanewise::test {

inline std::vector<Vec3> world_corners(const Thing& solid) {
    std::vector<Vec3> corners;
    for (const Vec3& v : solid.shape.polyhedron()->vertices)
        corners.push_back(transform_point(solid.pose * solid.shape.local(), v));
    return corners;
}

/// Least value of a convex function on [0, 1], by thirds.
template <class F>
double least_of_convex(F f) {
    double low = 0, high = 1;
    for (int i = 0; i < 120; ++i) {
        const double a = low + (high - low) / 3, b = high - (high - low) / 3;
        (f(a) <= f(b) ? high : low) = f(a) <= f(b) ? b : a;
    }
    return std::min({f(0.5 * (low + high)), f(0.0), f(1.0)});
}

inline double distance_to_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
    const Vec3 u = b - a;
    const double s = std::clamp(dot(p - a, u) / dot(u, u), 0.0, 1.0);
    return norm(p - (a + s * u));
}

/// From the plane if the point's foot is inside by the signs of three areas, else from the sides.
inline double distance_to_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 area = cross(b - a, c - a);
    const Vec3 n = area / norm(area);
    const double h = dot(n, p - a);
    const Vec3 foot = p - h * n;
    if (dot(cross(b - a, foot - a), n) >= 0 && dot(cross(c - b, foot - b), n) >= 0 &&
        dot(cross(a - c, foot - c), n) >= 0)
        return std::fabs(h);
    return std::min(
        {distance_to_segment(p, a, b), distance_to_segment(p, b, c), distance_to_segment(p, c, a)});
}

/// Negative inside, as the largest plane distance; outside the least distance to the fans of all
/// faces.
inline double reference_distance(const Polyhedron& solid, const Vec3& p) {
    const double inside = plane_distance(solid, p);
    if (inside <= 0) return inside;
    double least = std::numeric_limits<double>::infinity();
    for (const PolyhedronFace& face : solid.faces) {
        const auto loop = solid.corners(face);
        for (std::size_t i = 1; i + 1 < loop.size(); ++i)
            least = std::min(
                least, distance_to_triangle(p, solid.vertices[loop[0]], solid.vertices[loop[i]],
                                            solid.vertices[loop[i + 1]]));
    }
    return least;
}

/// Gap between two point sets along a unit direction from the first to the second.
inline double separation(std::span<const Vec3> a, std::span<const Vec3> b, const Vec3& n) {
    double most = -std::numeric_limits<double>::infinity();
    double least = -most;
    for (const Vec3& p : a) most = std::max(most, dot(n, p));
    for (const Vec3& p : b) least = std::min(least, dot(n, p));
    return least - most;
}

/// Directions that can separate: normals of faces and cross products of edges, both ways.
inline void add_axes(std::vector<Vec3>& axes, const Vec3& axis) {
    const double size = norm(axis);
    if (!(size > 1e-6)) return;
    axes.push_back(axis / size);
    axes.push_back(-axis / size);
}

struct Outline {
    std::vector<Vec3> corners;
    std::vector<Vec3> normals;
    std::vector<Vec3> edges;  ///< unit
};

inline Outline outline_of(const Thing& solid) {
    Outline outline{world_corners(solid), {}, {}};
    const Polyhedron& p = *solid.shape.polyhedron();
    const Quat turn = (solid.pose * solid.shape.local()).rotation;
    for (const PolyhedronFace& f : p.faces) outline.normals.push_back(rotate(turn, f.normal));
    for (const PolyhedronEdge& e : p.edges) {
        const Vec3 u = rotate(turn, p.vertices[e.head] - p.vertices[e.tail]);
        outline.edges.push_back(u / norm(u));
    }
    return outline;
}
inline Outline outline_of(const std::array<Vec3, 3>& t) {
    Outline outline{{t.begin(), t.end()}, {}, {}};
    const Vec3 area = cross(t[1] - t[0], t[2] - t[0]);
    outline.normals.push_back(area / norm(area));
    for (std::size_t k = 0; k < 3; ++k) {
        const Vec3 u = t[(k + 1) % 3] - t[k];
        outline.edges.push_back(u / norm(u));
    }
    return outline;
}

/// The unit direction from the first of two convex solids to the second along which their
/// separation is largest.
inline Vec3 axis_of_least_overlap(const Outline& a, const Outline& b) {
    std::vector<Vec3> axes;
    for (const Vec3& n : a.normals) add_axes(axes, n);
    for (const Vec3& n : b.normals) add_axes(axes, n);
    for (const Vec3& u : a.edges)
        for (const Vec3& v : b.edges) add_axes(axes, cross(u, v));
    return *std::max_element(axes.begin(), axes.end(), [&](const Vec3& m, const Vec3& n) {
        return separation(a.corners, b.corners, m) < separation(a.corners, b.corners, n);
    });
}
inline double largest_separation(const Outline& a, const Outline& b) {
    return separation(a.corners, b.corners, axis_of_least_overlap(a, b));
}

}  // namespace lanewise::test
