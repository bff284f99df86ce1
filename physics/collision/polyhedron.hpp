#pragma once

#include <lanewise/kernels/export.hpp>
#include <lanewise/physics/geometry/vector3.hpp>

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace lanewise {

/// A flat face of a convex solid: its plane is dot(normal, p) = offset, the solid lies below.
struct PolyhedronFace {
    Vec3 normal;          ///< unit, outward
    double offset;        ///< m
    std::uint32_t first;  ///< where its corners start in `Polyhedron::loops`
    std::uint32_t count;  ///< number of corners, at least 3
};

/// An edge between two faces. `left` passes it from tail to head, `right` the other way.
struct PolyhedronEdge {
    std::uint32_t tail;  ///< the lower of the two vertex numbers
    std::uint32_t head;
    std::uint32_t left;
    std::uint32_t right;
};

/// Faces, edges and vertices of a convex solid in its own frame: the form in which boxes and hulls
/// meet in the narrow phase. Everything is ordered by vertex number, so that equal input gives
/// equal feature numbers: a face's loop starts at its lowest vertex, faces are in the order of
/// their loops, edges in the order (tail, head).
struct Polyhedron {
    /// Stands for the missing face beside the edges of a lone triangle.
    static constexpr std::uint32_t no_face = std::numeric_limits<std::uint32_t>::max();

    std::vector<Vec3> vertices;         ///< m
    std::vector<PolyhedronFace> faces;  ///< outward
    std::vector<PolyhedronEdge> edges;  ///< each once
    std::vector<std::uint32_t> loops;   ///< corners of all faces, counter-clockwise from outside
    std::vector<std::uint32_t> loop_edges;  ///< edge from loops[i] to the next corner of its face
    Vec3 centre;                            ///< mean of the vertices, inside the solid

    [[nodiscard]] std::span<const std::uint32_t> corners(
        const PolyhedronFace& face) const noexcept {
        return std::span(loops).subspan(face.first, face.count);
    }
};

/// A box of half sizes `half_extents` about the origin. Vertex i has x > 0 if bit 2 of i is set,
/// y > 0 for bit 1, z > 0 for bit 0 (CARLA's order of a bounding box's corners).
LANEWISE_API Polyhedron box_polyhedron(const Vec3& half_extents);

/// A triangle as a solid of one face, whose normal is along (b - a) x (c - a).
LANEWISE_API Polyhedron triangle_polyhedron(const Vec3& a, const Vec3& b, const Vec3& c);

/// Joins vertices and closed face loops (counter-clockwise from outside, any order) into a
/// polyhedron. Refuses loops that do not meet in pairs along every edge.
LANEWISE_API Polyhedron polyhedron_from_loops(std::vector<Vec3> vertices,
                                              std::vector<std::vector<std::uint32_t>> loops);

/// Number of the vertex farthest along `direction`; the lowest number on ties, 0 when empty.
LANEWISE_API std::uint32_t support_vertex(const Polyhedron& solid, const Vec3& direction) noexcept;

/// Distance of `point` from the farthest face plane: negative inside, a lower bound of the distance
/// outside.
LANEWISE_API double plane_distance(const Polyhedron& solid, const Vec3& point) noexcept;

/// Twice the area vector of a closed loop of points (Newell's sum), taken about the first.
LANEWISE_API Vec3 newell_normal(std::span<const Vec3> vertices,
                                std::span<const std::uint32_t> loop) noexcept;

}  // namespace lanewise
