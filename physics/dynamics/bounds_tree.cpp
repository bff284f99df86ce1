#include <lanewise/physics/dynamics/bounds_tree.hpp>

#include <algorithm>

namespace lanewise::detail {

void BoundsTree::build(std::span<const Bounds> boxes, std::span<const std::uint32_t> names) {
    nodes_.clear();
    items_.clear();
    for (std::size_t i = 0; i < boxes.size(); ++i) items_.push_back({boxes[i], names[i]});
    if (!items_.empty()) build_node(0, static_cast<std::uint32_t>(items_.size()));
}

void BoundsTree::build_node(std::uint32_t begin, std::uint32_t end) {
    Bounds box, centres;
    for (std::uint32_t i = begin; i < end; ++i) {
        box = united(box, items_[i].box);
        centres = enlarged(centres, items_[i].box.low + items_[i].box.high);
    }
    const std::size_t at = nodes_.size();
    nodes_.push_back({box, begin, end - begin});
    if (end - begin <= k_leaf) return;
    const Vec3 size = centres.high - centres.low;
    const std::size_t axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    const std::uint32_t middle = begin + (end - begin) / 2;
    // Names decide between equal centres, so that the tree depends on the boxes alone.
    const auto before = [axis](const Item& a, const Item& b) {
        const double left = a.box.low[axis] + a.box.high[axis];
        const double right = b.box.low[axis] + b.box.high[axis];
        return left != right ? left < right : a.name < b.name;
    };
    std::nth_element(items_.begin() + begin, items_.begin() + middle, items_.begin() + end, before);
    nodes_[at].count = 0;
    build_node(begin, middle);
    nodes_[at].first = static_cast<std::uint32_t>(nodes_.size());
    build_node(middle, end);
}

}  // namespace lanewise::detail
