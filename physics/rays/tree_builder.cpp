#include <lanewise/physics/rays/tree_builder.hpp>
#include <lanewise/physics/rays/tree_items.hpp>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>

namespace lanewise::detail {

namespace {

using kernels::k_tree_width;
using kernels::TreeLeaf;
using kernels::TreeNode;

/// Nodes below this level split by count, so that geometric series of ever smaller triangles cannot
/// make the tree deeper than k_tree_levels: 2^31 triangles in leaves of 4 to 8 take 10 levels more.
constexpr int k_levels_by_place = kernels::k_tree_levels - 12;

class TreeBuilder {
public:
    TreeBuilder(const TriangleMesh& mesh, MeshIndexBuild build, TreeStorage& storage)
        : mesh_(mesh), build_(build), storage_(storage) {}

    void run() {
        find_frame();
        items_ = mesh_items(mesh_, centre_, storage_.tree.scale);
        scratch_.resize(items_.size());
        storage_.nodes.reserve(items_.size() / 24 + 8);
        storage_.leaves.reserve(items_.size() / 5 + 8);
        add_node({0, static_cast<std::uint32_t>(items_.size())}, 1);
        storage_.tree.nodes = storage_.nodes.data();
        storage_.tree.leaves = storage_.leaves.data();
        storage_.tree.leaf_extent = leaf_extent_sum_ / static_cast<double>(storage_.leaves.size());
    }

private:
    void find_frame() {
        const Bounds& box = mesh_.bounds();
        const Vec3 middle = box.low * 0.5 + box.high * 0.5;
        const double half = largest_component(maximum(box.high - middle, middle - box.low));
        int exponent = 0;
        std::frexp(half, &exponent);
        const double scale = std::ldexp(1.0, std::clamp(-exponent, -300, 300));
        centre_ = middle * scale;
        storage_.tree.scale = scale;
        storage_.tree.unit = 1 / scale;
        for (std::size_t axis = 0; axis < 3; ++axis) storage_.tree.centre[axis] = centre_[axis];
    }

    [[nodiscard]] std::span<TreeItem> items(ItemRange range) {
        return std::span<TreeItem>(items_).subspan(range.begin, range.size());
    }

    /// Cuts a range in two, or by number where its triangles cannot be told apart.
    std::uint32_t cut(ItemRange range, int level) {
        std::size_t left = 0;
        if (level <= k_levels_by_place)
            left = build_ == MeshIndexBuild::octree ? split_by_middle(items(range), scratch_)
                                                    : split_by_area(items(range), scratch_);
        if (left == 0 || left == range.size()) left = range.size() / 2;
        return range.begin + static_cast<std::uint32_t>(left);
    }

    /// Three halvings of everything that is more than a leaf. Neighbours that fit one leaf join.
    int octree_children(ItemRange whole, int level, std::array<ItemRange, k_tree_width>& child) {
        int count = 1;
        child[0] = whole;
        for (int round = 0; round < 3; ++round)
            for (int i = count - 1; i >= 0; --i) {
                const ItemRange range = child[static_cast<std::size_t>(i)];
                if (range.size() <= k_tree_width) continue;
                insert_cut(child, count, i, cut(range, level));
            }
        int joined = 0;
        for (int i = 1; i < count; ++i) {
            ItemRange& last = child[static_cast<std::size_t>(joined)];
            const ItemRange range = child[static_cast<std::size_t>(i)];
            if (last.size() + range.size() <= k_tree_width)
                last.end = range.end;
            else
                child[static_cast<std::size_t>(++joined)] = range;
        }
        return joined + 1;
    }

    /// The child of the largest surface is cut until there are eight.
    int area_children(ItemRange whole, int level, std::array<ItemRange, k_tree_width>& child) {
        std::array<float, k_tree_width> area{};
        int count = 1;
        child[0] = whole;
        area[0] = std::numeric_limits<float>::max();
        while (count < k_tree_width) {
            int largest = -1;
            for (int i = 0; i < count; ++i) {
                const auto at = static_cast<std::size_t>(i);
                if (child[at].size() > k_tree_width &&
                    (largest < 0 || area[at] > area[static_cast<std::size_t>(largest)]))
                    largest = i;
            }
            if (largest < 0) break;
            const auto at = static_cast<std::size_t>(largest);
            std::move_backward(area.begin() + largest + 1, area.begin() + count,
                               area.begin() + count + 1);
            insert_cut(child, count, largest, cut(child[at], level));
            area[at] = surface_area(items(child[at]));
            area[at + 1] = surface_area(items(child[at + 1]));
        }
        return count;
    }

    static void insert_cut(std::array<ItemRange, k_tree_width>& child, int& count, int i,
                           std::uint32_t middle) {
        std::move_backward(child.begin() + i + 1, child.begin() + count, child.begin() + count + 1);
        const auto at = static_cast<std::size_t>(i);
        child[at + 1] = {middle, child[at].end};
        child[at].end = middle;
        ++count;
    }

    /// Returns the box of the node.
    ItemBox add_node(ItemRange range, int level) {
        assert(level <= kernels::k_tree_levels);
        storage_.levels = std::max(storage_.levels, level);
        const std::size_t number = storage_.nodes.size();
        storage_.nodes.emplace_back();
        std::array<ItemRange, k_tree_width> child{};
        const bool is_octree = build_ == MeshIndexBuild::octree || level > k_levels_by_place;
        const int count =
            is_octree ? octree_children(range, level, child) : area_children(range, level, child);
        ItemBox whole = empty_box();
        for (int i = 0; i < k_tree_width; ++i) {
            std::uint32_t word = kernels::k_no_triangle;
            ItemBox box = empty_box();
            if (i < count) {
                const ItemRange part = child[static_cast<std::size_t>(i)];
                if (part.size() <= k_tree_width) {
                    word = static_cast<std::uint32_t>(storage_.leaves.size()) | kernels::k_leaf_bit;
                    box = add_leaf(items(part));
                } else {
                    word = static_cast<std::uint32_t>(storage_.nodes.size());
                    box = add_node(part, level + 1);
                }
                whole = united(whole, box);
            }
            TreeNode& node = storage_.nodes[number];
            for (int axis = 0; axis < 3; ++axis) {
                node.bound[axis][0][i] = box.low[axis];
                node.bound[axis][1][i] = -box.high[axis];
            }
            node.child[i] = word;
        }
        return whole;
    }

    ItemBox add_leaf(std::span<TreeItem> part) {
        TreeLeaf& leaf = storage_.leaves.emplace_back();
        ItemBox box = empty_box();
        for (std::size_t i = 0; i < k_tree_width; ++i) {
            if (i >= part.size()) {
                for (auto& corner : leaf.corner)
                    for (auto& column : corner)
                        column[i] = std::numeric_limits<double>::quiet_NaN();
                leaf.triangle[i] = kernels::k_no_triangle;
                continue;
            }
            const auto corners = mesh_.corners(part[i].triangle);
            for (std::size_t c = 0; c < 3; ++c)
                for (std::size_t axis = 0; axis < 3; ++axis)
                    leaf.corner[c][axis][i] = corners[c][axis] * storage_.tree.scale;
            leaf.triangle[i] = part[i].triangle;
            box = united(box, part[i].box());
        }
        std::array<double, 3> side{};
        for (std::size_t axis = 0; axis < 3; ++axis)
            side[axis] = static_cast<double>(box.high[axis] - box.low[axis]);
        std::sort(side.begin(), side.end());
        leaf_extent_sum_ += side[1];
        return box;
    }

    const TriangleMesh& mesh_;
    MeshIndexBuild build_;
    TreeStorage& storage_;
    Vec3 centre_;
    std::vector<TreeItem> items_;
    std::vector<TreeItem> scratch_;
    double leaf_extent_sum_ = 0;
};

}  // namespace

void build_tree(const TriangleMesh& mesh, MeshIndexBuild build, TreeStorage& storage) {
    TreeBuilder(mesh, build, storage).run();
}

}  // namespace lanewise::detail
