#pragma once

#include "../geometry/close.hpp"

#include <lanewise/physics/collision/polyhedron.hpp>

#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <vector>

namespace lanewise::test {

inline std::vector<Vec3> box_corners(const Vec3& h, const Vec3& centre = {}) {
    std::vector<Vec3> corners;
    for (const double x : {-h.x, h.x})
        for (const double y : {-h.y, h.y})
            for (const double z : {-h.z, h.z}) corners.push_back(centre + Vec3{x, y, z});
    return corners;
}

/// A right prism over a regular polygon of radius r, from z = -h to h.
inline std::vector<Vec3> prism_corners(int sides, double r, double h) {
    std::vector<Vec3> corners;
    for (int i = 0; i < sides; ++i) {
        const double a = 2 * std::numbers::pi * i / sides;
        corners.push_back({r * std::cos(a), r * std::sin(a), -h});
        corners.push_back({r * std::cos(a), r * std::sin(a), h});
    }
    return corners;
}

/// Corners of an icosahedron on the unit sphere, its faces cut in four `times` times.
inline std::vector<Vec3> icosphere_corners(int times) {
    const double g = std::numbers::phi;
    std::vector<Vec3> points;
    for (const double a : {-1.0, 1.0})
        for (const double b : {-g, g})
            for (const Vec3& p : {Vec3{0, a, b}, Vec3{a, b, 0}, Vec3{b, 0, a}})
                points.push_back(p / norm(p));
    std::vector<std::array<int, 3>> faces;
    const double edge = 2 / std::sqrt(1 + g * g);
    const auto adjacent = [&](int i, int j) {
        return std::fabs(norm(points[std::size_t(i)] - points[std::size_t(j)]) - edge) < 1e-9;
    };
    for (int i = 0; i < 12; ++i)
        for (int j = i + 1; j < 12; ++j)
            for (int k = j + 1; k < 12; ++k)
                if (adjacent(i, j) && adjacent(j, k) && adjacent(i, k)) faces.push_back({i, j, k});
    for (; times > 0; --times) {
        std::map<std::pair<int, int>, int> middles;
        const auto middle = [&](int i, int j) {
            const auto [at, added] =
                middles.try_emplace({std::min(i, j), std::max(i, j)}, int(points.size()));
            if (added) {
                const Vec3 m = points[std::size_t(i)] + points[std::size_t(j)];
                points.push_back(m / norm(m));
            }
            return at->second;
        };
        std::vector<std::array<int, 3>> finer;
        for (const auto& [i, j, k] : faces) {
            const int ij = middle(i, j), jk = middle(j, k), ki = middle(k, i);
            finer.insert(finer.end(), {{i, ij, ki}, {j, jk, ij}, {k, ki, jk}, {ij, jk, ki}});
        }
        faces = std::move(finer);
    }
    return points;
}

/// True if edges, faces and loops agree with one another and close a convex solid: Euler's formula,
/// each edge passed once in each direction, unit outward normals, all vertices below all planes.
inline bool is_sound(const Polyhedron& p, double tolerance) {
    if (p.vertices.size() + p.faces.size() != p.edges.size() + 2) return false;
    if (p.loops.size() != 2 * p.edges.size() || p.loop_edges.size() != p.loops.size()) return false;
    std::vector<int> passes(p.edges.size());
    std::uint32_t first = 0;
    for (std::uint32_t f = 0; f < p.faces.size(); ++f) {
        const PolyhedronFace& face = p.faces[f];
        if (face.first != first || face.count < 3) return false;
        first += face.count;
        if (std::fabs(norm(face.normal) - 1) > 1e-15) return false;
        if (!(dot(face.normal, p.centre) < face.offset)) return false;
        for (const Vec3& v : p.vertices)
            if (dot(face.normal, v) > face.offset + tolerance) return false;
        for (std::uint32_t i = 0; i < face.count; ++i) {
            const std::uint32_t a = p.loops[face.first + i];
            const std::uint32_t b = p.loops[face.first + (i + 1) % face.count];
            const std::uint32_t number = p.loop_edges[face.first + i];
            const PolyhedronEdge& e = p.edges[number];
            ++passes[number];
            if (!(a < b ? e.tail == a && e.head == b && e.left == f
                        : e.tail == b && e.head == a && e.right == f))
                return false;
            if (std::fabs(dot(face.normal, p.vertices[a]) - face.offset) > tolerance) return false;
        }
    }
    for (std::size_t e = 1; e < p.edges.size(); ++e)
        if (std::pair(p.edges[e - 1].tail, p.edges[e - 1].head) >=
            std::pair(p.edges[e].tail, p.edges[e].head))
            return false;
    return std::all_of(passes.begin(), passes.end(), [](int n) { return n == 2; });
}

}  // namespace lanewise::test
