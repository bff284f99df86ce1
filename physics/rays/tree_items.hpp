#pragma once

#include <lanewise/physics/collision/triangle_mesh.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lanewise::detail {

/// A box relative to the mesh's centre in mesh units, rounded outward.
struct ItemBox {
    float low[3];
    float high[3];
};

/// Far from all rays, and smaller than nothing.
inline ItemBox empty_box() noexcept {
    return {{4, 4, 4}, {-4, -4, -4}};
}
inline ItemBox united(const ItemBox& a, const ItemBox& b) noexcept {
    ItemBox box{};
    for (int axis = 0; axis < 3; ++axis) {
        box.low[axis] = b.low[axis] < a.low[axis] ? b.low[axis] : a.low[axis];
        box.high[axis] = b.high[axis] > a.high[axis] ? b.high[axis] : a.high[axis];
    }
    return box;
}

/// A triangle's box while a tree is built. Without padding, so that a copy is two vectors.
struct alignas(16) TreeItem {
    float low[3];
    std::uint32_t triangle;
    float high[3];
    std::uint32_t zero;

    [[nodiscard]] ItemBox box() const noexcept {
        return {{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
    }
};

/// Items `begin` to `end` of a list.
struct ItemRange {
    std::uint32_t begin;
    std::uint32_t end;

    [[nodiscard]] std::uint32_t size() const noexcept { return end - begin; }
};

/// Boxes of all triangles, with the margin of the tree's nodes.
std::vector<TreeItem> mesh_items(const TriangleMesh& mesh, const Vec3& centre, double scale);

/// Puts the items whose centres lie below the middle of all centres first, along the axis where the
/// centres spread most, and returns their number. Both parts keep their order. 0 or all of them:
/// the centres coincide. `scratch` has room for all items.
std::size_t split_by_middle(std::span<TreeItem> items, std::span<TreeItem> scratch);

/// The same with the cut that has the least sum of (surface area times number of items) of 15
/// evenly spaced cuts along each axis (I. Wald, "On fast construction of SAH-based bounding volume
/// hierarchies", 2007).
std::size_t split_by_area(std::span<TreeItem> items, std::span<TreeItem> scratch);

/// Half the surface area of the box round all items.
float surface_area(std::span<const TreeItem> items) noexcept;

}  // namespace lanewise::detail
