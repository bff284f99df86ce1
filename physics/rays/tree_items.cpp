#include <lanewise/kernels/rays/tree.hpp>
#include <lanewise/physics/rays/tree_items.hpp>

#include <algorithm>
#include <array>

namespace lanewise::detail {

namespace {

/// Twice an item's centre.
float doubled_centre(const TreeItem& item, std::size_t axis) noexcept {
    return item.low[axis] + item.high[axis];
}

/// The box of the doubled centres.
ItemBox centre_box(std::span<const TreeItem> items) noexcept {
    ItemBox box = empty_box();
    for (const TreeItem& item : items)
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const float at = doubled_centre(item, axis);
            box.low[axis] = at < box.low[axis] ? at : box.low[axis];
            box.high[axis] = at > box.high[axis] ? at : box.high[axis];
        }
    return box;
}

std::size_t longest_axis(const ItemBox& box) noexcept {
    std::size_t longest = 0;
    for (std::size_t axis = 1; axis < 3; ++axis)
        if (box.high[axis] - box.low[axis] > box.high[longest] - box.low[longest]) longest = axis;
    return longest;
}

/// Items that `is_left` go first. Without a branch: which side is next cannot be predicted.
template <class IsLeft>
std::size_t partition(std::span<TreeItem> items, std::span<TreeItem> scratch, IsLeft is_left) {
    std::size_t left = 0, right = 0;
    for (const TreeItem& item : items) {
        const std::size_t goes_left = is_left(item) ? 1 : 0;
        scratch[right] = item;
        items[left] = item;
        left += goes_left;
        right += 1 - goes_left;
    }
    std::copy_n(scratch.begin(), right, items.begin() + static_cast<std::ptrdiff_t>(left));
    return left;
}

float half_area(const ItemBox& box) noexcept {
    const float x = box.high[0] - box.low[0], y = box.high[1] - box.low[1];
    const float z = box.high[2] - box.low[2];
    return x * y + (y * z + z * x);
}

constexpr std::size_t k_bins = 16;

struct Bin {
    ItemBox box = empty_box();
    std::uint32_t count = 0;
};

/// Number of the bin of a doubled centre: `scale` bins per unit from `low` on.
std::size_t bin_of(float centre, float low, float scale) noexcept {
    const auto bin = static_cast<std::size_t>((centre - low) * scale);
    return bin < k_bins ? bin : k_bins - 1;
}

struct Cut {
    float cost;
    std::size_t axis;
    std::size_t bin;  // the first on the right
};

void improve_cut(const std::array<Bin, k_bins>& bins, std::size_t axis, Cut& best) noexcept {
    std::array<float, k_bins> right_cost{};
    Bin right;
    for (std::size_t b = k_bins - 1; b > 0; --b) {
        right.box = united(right.box, bins[b].box);
        right.count += bins[b].count;
        right_cost[b] =
            right.count > 0 ? half_area(right.box) * static_cast<float>(right.count) : 0;
    }
    Bin left;
    for (std::size_t b = 1; b < k_bins; ++b) {
        left.box = united(left.box, bins[b - 1].box);
        left.count += bins[b - 1].count;
        if (left.count == 0) continue;
        const float cost = half_area(left.box) * static_cast<float>(left.count) + right_cost[b];
        if (cost < best.cost) best = {cost, axis, b};
    }
}

}  // namespace

std::vector<TreeItem> mesh_items(const TriangleMesh& mesh, const Vec3& centre, double scale) {
    // Rounding to nearest moves a number of size 1 by 2^-25, so the margin is kept in full.
    constexpr double margin = kernels::k_node_margin + 0x1p-24;
    std::vector<TreeItem> items(mesh.size());
    for (std::size_t t = 0; t < items.size(); ++t) {
        const auto c = mesh.corners(t);
        const Vec3 low = minimum(minimum(c[0], c[1]), c[2]) * scale - centre;
        const Vec3 high = maximum(maximum(c[0], c[1]), c[2]) * scale - centre;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            items[t].low[axis] = static_cast<float>(low[axis] - margin);
            items[t].high[axis] = static_cast<float>(high[axis] + margin);
        }
        items[t].triangle = static_cast<std::uint32_t>(t);
    }
    return items;
}

std::size_t split_by_middle(std::span<TreeItem> items, std::span<TreeItem> scratch) {
    const ItemBox box = centre_box(items);
    const std::size_t axis = longest_axis(box);
    const float middle = box.low[axis] * 0.5f + box.high[axis] * 0.5f;
    if (!(middle > box.low[axis])) return 0;
    return partition(items, scratch,
                     [=](const TreeItem& item) { return doubled_centre(item, axis) < middle; });
}

std::size_t split_by_area(std::span<TreeItem> items, std::span<TreeItem> scratch) {
    const ItemBox centres = centre_box(items);
    std::array<float, 3> scale{};
    std::array<std::array<Bin, k_bins>, 3> bins;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const float extent = centres.high[axis] - centres.low[axis];
        // Below this size the bins are no wider than the rounding of the centres.
        if (extent > 0x1p-18f) scale[axis] = static_cast<float>(k_bins) / extent;
    }
    for (const TreeItem& item : items)
        for (std::size_t axis = 0; axis < 3; ++axis) {
            Bin& bin =
                bins[axis][bin_of(doubled_centre(item, axis), centres.low[axis], scale[axis])];
            bin.box = united(bin.box, item.box());
            ++bin.count;
        }
    Cut best = {0x1p126f, 0, 0};
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (scale[axis] > 0) improve_cut(bins[axis], axis, best);
    if (best.bin == 0) return split_by_middle(items, scratch);
    return partition(items, scratch, [&](const TreeItem& item) {
        return bin_of(doubled_centre(item, best.axis), centres.low[best.axis], scale[best.axis]) <
               best.bin;
    });
}

float surface_area(std::span<const TreeItem> items) noexcept {
    ItemBox box = empty_box();
    for (const TreeItem& item : items) box = united(box, item.box());
    return half_area(box);
}

}  // namespace lanewise::detail
