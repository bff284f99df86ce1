#pragma once

#include <lanewise/kernels/export.hpp>
#include <lanewise/physics/geometry/bounds.hpp>
#include <lanewise/physics/geometry/vector3.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace lanewise {

/// What lies beyond an edge of a mesh triangle, seen from its front.
enum class MeshEdge : std::uint8_t {
    open,     ///< nothing: the border of the mesh
    flat,     ///< a triangle in the same plane: nothing can hit this edge
    convex,   ///< a triangle that falls away: the edge is a ridge
    concave,  ///< a triangle that rises in front: the edge is the bottom of a valley
};

/// The corners of triangles as nine columns, one entry a triangle, for indexes and kernels.
template <class T>
struct TriangleColumns {
    std::vector<T> ax, ay, az, bx, by, bz, cx, cy, cz;
};

/// A static surface of triangles, each solid from its front: the side where (b - a) x (c - a)
/// points. Immutable; worlds share one by pointer. Coordinates are metres in the frame of the
/// shape.
///
/// Edge k of a triangle goes from its corner k to corner (k + 1) % 3. Two triangles are neighbours
/// along an edge when they pass it in opposite directions between equal positions; vertices that
/// are doubled for texture seams count as one. Where more than two meet, each takes the neighbour
/// that bounds the free space in front of it.
class LANEWISE_API TriangleMesh {
public:
    using Triangle = std::array<std::uint32_t, 3>;  ///< vertex numbers
    static constexpr std::uint32_t no_neighbour = std::numeric_limits<std::uint32_t>::max();

    /// Neighbours whose planes differ by less than this angle (its sine) are flat: 0.006 degrees.
    static constexpr double flat_sine = 1e-4;
    /// Triangles lower than this share of their longest side have no plane and are dropped.
    static constexpr double thinnest_triangle = 1e-10;

    /// Takes vertices, triangles and for each triangle the number of its material, or an empty list
    /// when all have material 0. Refuses an empty list, NaN, infinities and coordinates above 1e75,
    /// unknown vertices, and a mesh of degenerate triangles only. Degenerate triangles (with equal
    /// corners or with corners on a line) are dropped and listed by `dropped`.
    TriangleMesh(std::vector<Vec3> vertices, std::vector<Triangle> triangles,
                 std::vector<std::uint32_t> materials = {});

    [[nodiscard]] std::size_t size() const noexcept { return triangles_.size(); }
    [[nodiscard]] std::span<const Vec3> vertices() const noexcept { return vertices_; }
    [[nodiscard]] std::span<const Triangle> triangles() const noexcept { return triangles_; }
    /// The three corners of a triangle.
    [[nodiscard]] std::array<Vec3, 3> corners(std::size_t triangle) const noexcept {
        const Triangle& t = triangles_[triangle];
        return {vertices_[t[0]], vertices_[t[1]], vertices_[t[2]]};
    }
    /// Unit normals of the fronts.
    [[nodiscard]] std::span<const Vec3> normals() const noexcept { return normals_; }

    /// Material number of a triangle.
    [[nodiscard]] std::uint32_t material(std::size_t triangle) const noexcept {
        return materials_.empty() ? 0 : materials_[triangle];
    }
    /// One more than the largest material number.
    [[nodiscard]] std::uint32_t material_count() const noexcept { return material_count_; }

    /// The three kinds of edges of a triangle.
    [[nodiscard]] const std::array<MeshEdge, 3>& edges(std::size_t triangle) const noexcept {
        return edges_[triangle];
    }
    /// The triangles beyond the three edges; `no_neighbour` beyond open ones. Mutual unless
    /// triangles coincide.
    [[nodiscard]] const std::array<std::uint32_t, 3>& neighbours(
        std::size_t triangle) const noexcept {
        return neighbours_[triangle];
    }

    /// Numbers of the given triangles that were dropped, ascending.
    [[nodiscard]] std::span<const std::uint32_t> dropped() const noexcept { return dropped_; }
    /// Number that a kept triangle had in the given list.
    [[nodiscard]] std::uint32_t source(std::size_t triangle) const noexcept {
        return sources_.empty() ? static_cast<std::uint32_t>(triangle) : sources_[triangle];
    }

    [[nodiscard]] const Bounds& bounds() const noexcept { return bounds_; }

    /// All triangles as columns; binary32 ones are rounded to nearest.
    [[nodiscard]] TriangleColumns<double> double_columns() const;
    [[nodiscard]] TriangleColumns<float> float_columns() const;

private:
    void drop_degenerate();

    std::vector<Vec3> vertices_;
    std::vector<Triangle> triangles_;
    std::vector<std::uint32_t> materials_;
    std::vector<std::uint32_t> sources_;
    std::vector<std::uint32_t> dropped_;
    std::vector<Vec3> normals_;
    std::vector<std::array<MeshEdge, 3>> edges_;
    std::vector<std::array<std::uint32_t, 3>> neighbours_;
    Bounds bounds_;
    std::uint32_t material_count_ = 1;
};

}  // namespace lanewise
