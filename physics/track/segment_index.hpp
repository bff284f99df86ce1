#pragma once

#include <lanewise/physics/track/chord_levels.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lanewise {

/// Finds the nearest of a closed chain of segments, exactly and without memory of earlier queries.
///
/// A uniform grid of cells covers the surroundings of the chain; a cell is divided into
/// 2^k x 2^k leaves as the chain demands, and a leaf lists every chord of one level whose run owns
/// the nearest point of the chain for some position in the leaf. (A point where two segments meet
/// is owned by the one that starts there.) That level is the segments themselves unless they are
/// short against the width of the track. Positions outside the grid, and leaves with too long a
/// list (about the centre of a circle every segment is a candidate), search the pyramid of chords
/// from its top.
class SegmentIndex {
public:
    SegmentIndex() = default;
    /// `corridor` [m] is the distance from the chain within which leaves are made small.
    SegmentIndex(std::span<const TrackSegment> segments, double corridor);

    /// Positions that are looked up together.
    static constexpr std::size_t batch = 64;

    /// For each position the segment of least distance; -1 for positions that are not finite or
    /// beyond 1e150 m. The end of a segment and the start of the next one may stand for each other.
    /// At most `batch` positions; `nearest` has the size of x and y.
    void find(std::span<const double> x, std::span<const double> y,
              std::span<std::int32_t> nearest) const noexcept;

    /// Bytes held by the index.
    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    friend class SegmentIndexBuilder;

    static constexpr std::uint32_t max_depth = 5;
    static constexpr std::uint32_t depth_mask = (1u << max_depth) - 1;

    struct Cell {
        std::uint32_t first_leaf;
        std::uint32_t depth;
    };
    /// Blocks of four consecutive chords, which hold all candidates.
    struct Leaf {
        std::uint32_t first;   ///< first chord of the only block, or place in block_starts_
        std::uint32_t blocks;  ///< 0: too many, or a position outside the grid
    };

    [[nodiscard]] Leaf leaf_at(double x, double y) const noexcept;
    [[nodiscard]] std::int32_t nearest_in_leaf(const Leaf& leaf, double x, double y) const noexcept;

    double x_min_ = 0.0;
    double y_min_ = 0.0;
    double leaves_per_metre_ = 0.0;
    double x_end_ = 0.0;
    double y_end_ = 0.0;
    std::uint32_t columns_ = 0;
    std::uint32_t level_ = 0;
    std::vector<Cell> cells_;
    std::vector<Leaf> leaves_;
    std::vector<std::uint32_t> block_starts_;
    ChordLevels levels_;
};

}  // namespace lanewise
