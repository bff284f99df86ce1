#pragma once

#include <cstddef>
#include <cstdint>

namespace lanewise::kernels {

/// Children of a node and triangles of a leaf.
inline constexpr int k_tree_width = 8;

/// A child word with this bit names a leaf, without it a node.
inline constexpr std::uint32_t k_leaf_bit = 0x80000000;
/// Stands for "no triangle"; also the word of an absent child, whose box is empty.
inline constexpr std::uint32_t k_no_triangle = 0xffffffff;

// Coordinates of a tree are in mesh units: metres times a power of two that brings the mesh's
// largest half extent into [0.5, 1). Nodes are relative to the mesh's centre as well.

/// How far node boxes reach beyond their triangles. Walks depend on it for never missing a triangle
/// that the binary64 test would hit. In units of 2^-24, against this 16 stand: rounding a ray's
/// start in the box to binary32 (1), its slopes (2.2), the products, sum and offset of a slab test
/// (4.2), and in binary64 less than 0.5 for the test's own rounding (see triangle-inl.hpp).
inline constexpr double k_node_margin = 0x1p-20;
/// Half size of the box about the mesh in which a ray is followed. The room around the mesh is far
/// wider than the rounding of a ray's entry into it.
inline constexpr double k_ray_room = 1.0625;

/// Boxes of eight children as columns. The high bounds are negated: a box test then does the same
/// to both, and a vector of sixteen holds both.
struct alignas(64) TreeNode {
    float bound[3][2][k_tree_width];  ///< [axis][low, -high][child]
    std::uint32_t child[k_tree_width];
};

/// Up to eight triangles as columns; absent ones have NaN corners.
struct alignas(64) TreeLeaf {
    double corner[3][3][k_tree_width];  ///< [corner][axis], mesh units, not relative to the centre
    std::uint32_t triangle[k_tree_width];
};

struct MeshTree {
    const TreeNode* nodes;  ///< the root is the first
    const TreeLeaf* leaves;
    double centre[3];    ///< mesh units
    double scale;        ///< mesh units per metre, a power of two
    double unit;         ///< metres per mesh unit
    double leaf_extent;  ///< mean size of a leaf along its second longest side, mesh units
};

/// Levels of nodes at most: builders keep to it, walks size their stacks by it.
inline constexpr int k_tree_levels = 24;
/// Each level leaves seven siblings behind.
inline constexpr int k_stack_size = 7 * k_tree_levels + 1;

/// A batch of rays against one placed mesh. Every number is finite, directions are longer than
/// 1e-12, coordinates at most 1e75; only maximum distances may be infinite.
struct MeshRays {
    MeshTree tree;
    const double* rays;  ///< 7 numbers each: origin, direction, maximum distance
    std::size_t count;
    const double* limits;  ///< a limit of each ray's distance, or null for its maximum distance
    bool are_unit;         ///< directions are unit vectors and stay as they are
    bool is_placed;        ///< `rotation` and `translation` take the mesh to the frame of the rays
    double rotation[4];    ///< unit quaternion x, y, z, w
    double translation[3];
    double* distances;         ///< m; infinite where a ray hits nothing
    std::uint32_t* triangles;  ///< k_no_triangle where a ray hits nothing
    double* points;            ///< 3 numbers each, written where a ray hits
    std::size_t stride;        ///< bytes from one ray's results to the next one's
    const double* normals;     ///< 3 numbers a triangle that the caller will read, or null
};

/// Nearest front-face hits: for equal distances the smallest triangle number. Every ray's result
/// depends on that ray and the mesh alone. `one` is for a single ray.
struct RayTable {
    void (*one)(const MeshRays& call);
    void (*many)(const MeshRays& call);
};

}  // namespace lanewise::kernels
