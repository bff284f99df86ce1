#pragma once

#include <lanewise/physics/geometry/bounds.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lanewise::detail {

/// Finds boxes near a place: a hashed grid over x and y, made anew for each update because what is
/// in it moves. Boxes that cover many cells are in a list of their own.
class MoverGrid {
public:
    /// Reuses its memory.
    void build(std::span<const Bounds> boxes);

    /// Calls found(number) for every box that overlaps `box`, some more than once, in no order
    /// that means anything.
    template <class Found>
    void find(const Bounds& box, const Found& found) const {
        for (const std::uint32_t i : large_)
            if (overlap(boxes_[i], box)) found(i);
        if (items_.empty()) return;
        const Cells cells = cells_of(box);
        if (cells.count() > k_most_cells) {
            for (std::size_t i = 0; i < boxes_.size(); ++i)
                if (overlap(boxes_[i], box)) found(static_cast<std::uint32_t>(i));
            return;
        }
        for (std::int64_t y = cells.y0; y <= cells.y1; ++y)
            for (std::int64_t x = cells.x0; x <= cells.x1; ++x) {
                const std::size_t cell = hash(x, y);
                for (std::uint32_t k = start_[cell]; k < start_[cell + 1]; ++k)
                    if (overlap(boxes_[items_[k]], box)) found(items_[k]);
            }
    }

private:
    static constexpr double k_cell = 8;  ///< m
    static constexpr std::int64_t k_most_cells = 64;

    struct Cells {
        std::int64_t x0, x1, y0, y1;
        [[nodiscard]] std::int64_t count() const noexcept { return (x1 - x0 + 1) * (y1 - y0 + 1); }
    };
    static Cells cells_of(const Bounds& box) noexcept {
        return {cell_of(box.low.x), cell_of(box.high.x), cell_of(box.low.y), cell_of(box.high.y)};
    }
    /// Grows with x. Far out one cell at the rim is as good as another.
    static std::int64_t cell_of(double x) noexcept {
        constexpr double k_far = 0x1p40;
        const double within = x < -k_far ? -k_far : x < k_far ? x : k_far;
        return static_cast<std::int64_t>(within * (1 / k_cell) + k_far);
    }
    [[nodiscard]] std::size_t hash(std::int64_t x, std::int64_t y) const noexcept {
        const auto h = static_cast<std::uint64_t>(x) * 0x9E3779B97F4A7C15u +
                       static_cast<std::uint64_t>(y) * 0xC2B2AE3D27D4EB4Fu;
        return static_cast<std::size_t>((h ^ (h >> 32)) & mask_);
    }

    std::vector<Bounds> boxes_;
    std::vector<Cells> cells_;  ///< of the boxes
    std::vector<std::uint32_t> large_;
    std::vector<std::uint32_t> start_;  ///< of each cell's items, and one more
    std::vector<std::uint32_t> items_;
    std::uint64_t mask_ = 0;
};

}  // namespace lanewise::detail
