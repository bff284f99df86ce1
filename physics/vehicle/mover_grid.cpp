#include <lanewise/physics/vehicle/mover_grid.hpp>

#include <bit>

namespace lanewise::detail {

void MoverGrid::build(std::span<const Bounds> boxes) {
    boxes_.assign(boxes.begin(), boxes.end());
    large_.clear();
    cells_.clear();
    for (const Bounds& box : boxes_) cells_.push_back(cells_of(box));
    const std::size_t slots = std::bit_ceil(2 * boxes_.size() + 1);
    mask_ = slots - 1;
    start_.assign(slots + 1, 0);
    const auto each_slot = [&](std::size_t i, const auto& visit) {
        const Cells& c = cells_[i];
        for (std::int64_t y = c.y0; y <= c.y1; ++y)
            for (std::int64_t x = c.x0; x <= c.x1; ++x) visit(hash(x, y));
    };
    std::uint32_t total = 0;
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
        if (cells_[i].count() > k_most_cells) {
            large_.push_back(static_cast<std::uint32_t>(i));
            continue;
        }
        each_slot(i, [&](std::size_t slot) {
            ++start_[slot];
            ++total;
        });
    }
    // Each slot's end; filling from the back turns it into its begin.
    std::uint32_t sum = 0;
    for (std::uint32_t& start : start_) start = sum += start;
    // Boxes that move cover now fewer, now more slots.
    if (total > items_.capacity()) items_.reserve(2 * std::size_t{total});
    items_.resize(total);
    for (std::size_t i = boxes_.size(); i-- > 0;)
        if (cells_[i].count() <= k_most_cells)
            each_slot(i, [&](std::size_t slot) {
                items_[--start_[slot]] = static_cast<std::uint32_t>(i);
            });
}

}  // namespace lanewise::detail
