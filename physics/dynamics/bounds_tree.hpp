#pragma once

#include <lanewise/physics/geometry/bounds.hpp>

#include <array>
#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

namespace lanewise::detail {

/// A binary tree of boxes, built by halving at the median along the longest side of the centres'
/// box, so that its depth is the logarithm of their number wherever they lie.
class BoundsTree {
public:
    /// Box i has the name names[i]. Reuses its memory.
    void build(std::span<const Bounds> boxes, std::span<const std::uint32_t> names);

    [[nodiscard]] bool empty() const noexcept { return nodes_.empty(); }

    /// Calls found(name) for every box that overlaps or touches.
    template <class Found>
    void find(const Bounds& box, const Found& found) const {
        walk([&](const Bounds& node) { return overlap(node, box); }, found);
    }

    /// Calls found(name) for every box that `touches` accepts; what it refuses for a box it must
    /// refuse for all boxes inside.
    template <class Touches, class Found>
    void walk(const Touches& touches, const Found& found) const {
        if (nodes_.empty()) return;
        std::array<std::uint32_t, k_depth> stack;
        std::size_t waiting = 0;
        std::uint32_t at = 0;
        while (true) {
            const Node& node = nodes_[at];
            if (touches(node.box)) {
                if (node.count > 0) {
                    for (std::uint32_t i = node.first; i < node.first + node.count; ++i)
                        if (node.count == 1 || touches(items_[i].box)) found(items_[i].name);
                } else {
                    assert(waiting < k_depth);
                    stack[waiting++] = node.first;
                    at = at + 1;
                    continue;
                }
            }
            if (waiting == 0) return;
            at = stack[--waiting];
        }
    }

private:
    static constexpr std::size_t k_depth = 40;
    static constexpr std::uint32_t k_leaf = 4;

    struct Item {
        Bounds box;
        std::uint32_t name;
    };
    /// The first child follows its parent; `first` is the second child, or the first item.
    struct Node {
        Bounds box;
        std::uint32_t first;
        std::uint32_t count;
    };
    void build_node(std::uint32_t begin, std::uint32_t end);

    std::vector<Node> nodes_;
    std::vector<Item> items_;
};

}  // namespace lanewise::detail
