#include <lanewise/physics/track/segment_index.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

namespace lanewise {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// A leaf with more blocks is not worth its memory.
constexpr std::size_t most_blocks = 16;
/// Aims for the number of a leaf's blocks near the chain and far from it.
constexpr std::size_t near_blocks = 1;
constexpr std::size_t far_blocks = 3;
/// Depth that far leaves may reach.
constexpr std::uint32_t far_depth = 2;
/// The level that leaves refer to has chords of at least this part of the corridor.
constexpr double shortest_chord = 1.0 / 32.0;
constexpr double least_cells = 1024.0;
constexpr double most_cells = 65536.0;
/// Leaves that the corridor may cost.
constexpr double corridor_leaves = 1e6;

}  // namespace

/// Divides the plane around a chain, handing down shrinking lists of candidates.
class SegmentIndexBuilder {
public:
    SegmentIndexBuilder(SegmentIndex& index, std::span<const TrackSegment> segments,
                        double corridor);

    void build();

private:
    using List = std::vector<std::uint32_t>;
    struct Rectangle {
        double x, y;            // centre
        double half_x, half_y;  // half sides
    };
    /// A rectangle seen along and across a chord.
    struct View {
        double along, across;              // centre, from the chord's start
        double reach_along, reach_across;  // half extents
    };
    struct Choice {
        std::size_t blocks;
        bool near;
    };

    [[nodiscard]] Rectangle leaves_box(std::uint32_t x0, std::uint32_t x1, std::uint32_t y0,
                                       std::uint32_t y1) const;
    [[nodiscard]] View view_of(std::size_t chord, const Rectangle& box) const;
    [[nodiscard]] bool is_needed(std::size_t chord, const Rectangle& box) const;
    Choice keep_candidates(const List& from, const Rectangle& box, List& to);
    void divide_cells(std::uint32_t x0, std::uint32_t x1, std::uint32_t y0, std::uint32_t y1,
                      const List& from, std::size_t generation);
    [[nodiscard]] std::uint32_t depth_needed(const Choice& choice, std::uint32_t x, std::uint32_t y,
                                             std::uint32_t depth, const List& list);
    void fill_leaves(std::uint32_t x, std::uint32_t y, std::uint32_t depth, const List& list,
                     const SegmentIndex::Cell& cell, std::uint32_t leaf_x, std::uint32_t leaf_y);
    [[nodiscard]] SegmentIndex::Leaf store(const List& list);

    SegmentIndex& index_;
    double corridor_;
    double leaf_side_ = 0.0;
    double margin_ = 0.0;
    std::uint32_t rows_ = 0;
    std::uint32_t deepest_ = SegmentIndex::max_depth;
    const ChordLevel* chords_ = nullptr;
    std::vector<List> lists_;  // by generation of divide_cells()
    std::array<List, SegmentIndex::max_depth + 1> depth_lists_;
    std::vector<double> least_distances_;
};

namespace {

/// Blocks of four that cover an ascending list, greedily.
template <class F>
std::size_t cover_with_blocks(const std::vector<std::uint32_t>& list, const F& add) {
    std::size_t blocks = 0;
    std::uint32_t end = 0;
    for (const std::uint32_t chord : list) {
        if (blocks == 0 || chord >= end) {
            add(chord);
            end = chord + static_cast<std::uint32_t>(ChordLevel::block);
            ++blocks;
        }
    }
    return blocks;
}

}  // namespace

SegmentIndexBuilder::SegmentIndexBuilder(SegmentIndex& index,
                                         std::span<const TrackSegment> segments, double corridor)
    : index_(index), corridor_(corridor) {
    double x_min = infinity;
    double y_min = infinity;
    double x_max = -infinity;
    double y_max = -infinity;
    double length = 0.0;
    for (const TrackSegment& segment : segments) {
        x_min = std::min(x_min, segment.x);
        y_min = std::min(y_min, segment.y);
        x_max = std::max(x_max, segment.x);
        y_max = std::max(y_max, segment.y);
        length += segment.length;
    }
    const double extent = std::max(x_max - x_min, y_max - y_min);
    const double farthest =
        std::max({std::abs(x_min), std::abs(y_min), std::abs(x_max), std::abs(y_max)}) + extent;
    index_.levels_ = ChordLevels(segments, 1e-12 * farthest);

    const auto spacing = [this, length] {
        return length / static_cast<double>(index_.levels_[index_.level_].size());
    };
    while (index_.level_ + 1 < index_.levels_.count() && spacing() < shortest_chord * corridor) {
        ++index_.level_;
    }
    chords_ = &index_.levels_[index_.level_];

    const double border = std::min(2.0 * corridor, extent) + 0.05 * extent;
    const double width = x_max - x_min + 2.0 * border;
    const double height = y_max - y_min + 2.0 * border;
    const double area = width * height;
    const double side =
        std::clamp(4.0 * spacing(), std::sqrt(area / most_cells), std::sqrt(area / least_cells));
    leaf_side_ = side / static_cast<double>(1u << SegmentIndex::max_depth);
    // Wide of all rounding, in the positions as well as in the cell that a position falls into.
    margin_ = 1e-12 * farthest + 1e-9 * leaf_side_;

    const double corridor_area = std::min(area, 2.0 * corridor * length);
    while (deepest_ > 0 &&
           corridor_area / (side * side) * static_cast<double>(1u << (2 * deepest_)) >
               corridor_leaves) {
        --deepest_;
    }

    index_.x_min_ = x_min - border;
    index_.y_min_ = y_min - border;
    index_.leaves_per_metre_ = 1.0 / leaf_side_;
    index_.columns_ = static_cast<std::uint32_t>(std::ceil(width / side));
    rows_ = static_cast<std::uint32_t>(std::ceil(height / side));
    index_.x_end_ = static_cast<double>(index_.columns_ << SegmentIndex::max_depth);
    index_.y_end_ = static_cast<double>(rows_ << SegmentIndex::max_depth);
}

void SegmentIndexBuilder::build() {
    index_.cells_.resize(std::size_t{index_.columns_} * rows_);
    lists_.resize(
        static_cast<std::size_t>(std::bit_width(index_.columns_) + std::bit_width(rows_)) + 2);
    List everything(chords_->size());
    std::iota(everything.begin(), everything.end(), 0u);
    divide_cells(0, index_.columns_, 0, rows_, everything, 0);
    index_.leaves_.shrink_to_fit();
    index_.block_starts_.shrink_to_fit();
}

SegmentIndexBuilder::Rectangle SegmentIndexBuilder::leaves_box(std::uint32_t x0, std::uint32_t x1,
                                                               std::uint32_t y0,
                                                               std::uint32_t y1) const {
    return {index_.x_min_ + 0.5 * leaf_side_ * (static_cast<double>(x0) + static_cast<double>(x1)),
            index_.y_min_ + 0.5 * leaf_side_ * (static_cast<double>(y0) + static_cast<double>(y1)),
            0.5 * leaf_side_ * static_cast<double>(x1 - x0) + margin_,
            0.5 * leaf_side_ * static_cast<double>(y1 - y0) + margin_};
}

SegmentIndexBuilder::View SegmentIndexBuilder::view_of(std::size_t chord,
                                                       const Rectangle& box) const {
    const double tx = chords_->tx[chord];
    const double ty = chords_->ty[chord];
    const double dx = box.x - chords_->x[chord];
    const double dy = box.y - chords_->y[chord];
    return {dx * tx + dy * ty, std::abs(tx * dy - ty * dx),
            box.half_x * std::abs(tx) + box.half_y * std::abs(ty),
            box.half_x * std::abs(ty) + box.half_y * std::abs(tx)};
}

/// False if the chord's run owns the chain's nearest point for no position in the box. If the box
/// lies so far past the run's end that it is past the end of each of its segments, the run comes
/// nearest at its end, which the next run owns. If it lies before the start of each segment, the
/// run comes nearest at its start, and if it also lies before the end of the previous run's last
/// segment, that one is nearer. Each rule holds for every single position, so the rules may be used
/// in any order and for nested boxes without two runs being dropped in favour of each other.
bool SegmentIndexBuilder::is_needed(std::size_t chord, const Rectangle& box) const {
    const View view = view_of(chord, box);
    const double slack = (view.across + view.reach_across) * chords_->spread[chord];
    if (view.along - view.reach_along - chords_->length[chord] > slack) {
        return false;
    }
    if (view.along + view.reach_along >= -slack) {
        return true;
    }
    const std::size_t previous = chord == 0 ? chords_->size() - 1 : chord - 1;
    const View before = view_of(previous, box);
    const double slack_before = (before.across + before.reach_across) * chords_->spread[previous];
    return before.along + before.reach_along - chords_->length[previous] >= -slack_before;
}

/// Copies the candidates for a box from those of a larger box. A chord whose run is nowhere as near
/// to the box as another one is everywhere is left out.
SegmentIndexBuilder::Choice SegmentIndexBuilder::keep_candidates(const List& from,
                                                                 const Rectangle& box, List& to) {
    to.clear();
    least_distances_.resize(from.size());
    const double radius = std::sqrt(box.half_x * box.half_x + box.half_y * box.half_y);
    double bound = infinity;
    for (std::size_t k = 0; k < from.size(); ++k) {
        const std::size_t chord = from[k];
        const View view = view_of(chord, box);
        const double gap_along = std::max({0.0, -view.along, view.along - chords_->length[chord]});
        const double distance = std::sqrt(gap_along * gap_along + view.across * view.across);
        const double box_gap_along = std::max(0.0, gap_along - view.reach_along);
        const double box_gap_across = std::max(0.0, view.across - view.reach_across);
        const double box_distance =
            std::sqrt(box_gap_along * box_gap_along + box_gap_across * box_gap_across);
        bound = std::min(bound, distance + radius + chords_->deviation[chord]);
        least_distances_[k] = std::max(distance - radius, box_distance) - chords_->deviation[chord];
    }
    bound *= 1.0 + 1e-12;
    for (std::size_t k = 0; k < from.size(); ++k) {
        if (least_distances_[k] <= bound && is_needed(from[k], box)) {
            to.push_back(from[k]);
        }
    }
    return {cover_with_blocks(to, [](std::uint32_t) {}), bound - 2.0 * radius <= corridor_};
}

void SegmentIndexBuilder::divide_cells(std::uint32_t x0, std::uint32_t x1, std::uint32_t y0,
                                       std::uint32_t y1, const List& from, std::size_t generation) {
    constexpr std::uint32_t d = SegmentIndex::max_depth;
    List& list = lists_[generation];
    const Choice choice =
        keep_candidates(from, leaves_box(x0 << d, x1 << d, y0 << d, y1 << d), list);
    if (x1 - x0 > 1 && x1 - x0 >= y1 - y0) {
        const std::uint32_t middle = x0 + (x1 - x0) / 2;
        divide_cells(x0, middle, y0, y1, list, generation + 1);
        divide_cells(middle, x1, y0, y1, list, generation + 1);
        return;
    }
    if (y1 - y0 > 1) {
        const std::uint32_t middle = y0 + (y1 - y0) / 2;
        divide_cells(x0, x1, y0, middle, list, generation + 1);
        divide_cells(x0, x1, middle, y1, list, generation + 1);
        return;
    }
    SegmentIndex::Cell& cell = index_.cells_[std::size_t{y0} * index_.columns_ + x0];
    cell.depth = depth_needed(choice, x0 << d, y0 << d, 0, list);
    cell.first_leaf = static_cast<std::uint32_t>(index_.leaves_.size());
    index_.leaves_.resize(index_.leaves_.size() + (std::size_t{1} << (2 * cell.depth)));
    fill_leaves(x0 << d, y0 << d, 0, list, cell, 0, 0);
}

/// The depth at which every leaf's list is as short as it should be, or the greatest allowed one.
std::uint32_t SegmentIndexBuilder::depth_needed(const Choice& choice, std::uint32_t x,
                                                std::uint32_t y, std::uint32_t depth,
                                                const List& list) {
    const bool is_short = choice.blocks <= (choice.near ? near_blocks : far_blocks);
    const std::uint32_t limit = choice.near ? deepest_ : std::min(deepest_, far_depth);
    if (is_short || depth >= limit) {
        return std::min(depth, deepest_);
    }
    const std::uint32_t half = 1u << (SegmentIndex::max_depth - depth - 1);
    std::uint32_t deepest = depth + 1;
    for (std::uint32_t quarter = 0; quarter < 4 && deepest < deepest_; ++quarter) {
        const std::uint32_t qx = x + (quarter & 1u) * half;
        const std::uint32_t qy = y + (quarter >> 1) * half;
        List& kept = depth_lists_[depth + 1];
        const Choice part = keep_candidates(list, leaves_box(qx, qx + half, qy, qy + half), kept);
        deepest = std::max(deepest, depth_needed(part, qx, qy, depth + 1, kept));
    }
    return deepest;
}

void SegmentIndexBuilder::fill_leaves(std::uint32_t x, std::uint32_t y, std::uint32_t depth,
                                      const List& list, const SegmentIndex::Cell& cell,
                                      std::uint32_t leaf_x, std::uint32_t leaf_y) {
    if (depth == cell.depth) {
        index_.leaves_[cell.first_leaf + (leaf_y << cell.depth) + leaf_x] = store(list);
        return;
    }
    const std::uint32_t half = 1u << (SegmentIndex::max_depth - depth - 1);
    for (std::uint32_t quarter = 0; quarter < 4; ++quarter) {
        const std::uint32_t right = quarter & 1u;
        const std::uint32_t upper = quarter >> 1;
        const std::uint32_t qx = x + right * half;
        const std::uint32_t qy = y + upper * half;
        List& kept = depth_lists_[depth + 1];
        keep_candidates(list, leaves_box(qx, qx + half, qy, qy + half), kept);
        fill_leaves(qx, qy, depth + 1, kept, cell, 2 * leaf_x + right, 2 * leaf_y + upper);
    }
}

SegmentIndex::Leaf SegmentIndexBuilder::store(const List& list) {
    std::vector<std::uint32_t>& starts = index_.block_starts_;
    const std::size_t first = starts.size();
    const std::size_t blocks =
        cover_with_blocks(list, [&starts](std::uint32_t chord) { starts.push_back(chord); });
    if (blocks == 1 || blocks > most_blocks) {
        starts.resize(first);
        return {list.front(), blocks == 1 ? 1u : 0u};
    }
    // Neighbouring leaves often share a list.
    const auto added = starts.begin() + static_cast<std::ptrdiff_t>(first);
    if (first >= blocks &&
        std::equal(added, starts.end(), added - static_cast<std::ptrdiff_t>(blocks))) {
        starts.resize(first);
        return {static_cast<std::uint32_t>(first - blocks), static_cast<std::uint32_t>(blocks)};
    }
    return {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(blocks)};
}

SegmentIndex::SegmentIndex(std::span<const TrackSegment> segments, double corridor) {
    SegmentIndexBuilder(*this, segments, corridor).build();
}

inline SegmentIndex::Leaf SegmentIndex::leaf_at(double x, double y) const noexcept {
    const double leaf_x = (x - x_min_) * leaves_per_metre_;
    const double leaf_y = (y - y_min_) * leaves_per_metre_;
    if (!(leaf_x >= 0.0 && leaf_x < x_end_ && leaf_y >= 0.0 && leaf_y < y_end_)) {
        return {0, 0};
    }
    const auto ix = static_cast<std::uint32_t>(static_cast<std::int32_t>(leaf_x));
    const auto iy = static_cast<std::uint32_t>(static_cast<std::int32_t>(leaf_y));
    const Cell cell = cells_[(iy >> max_depth) * columns_ + (ix >> max_depth)];
    const std::uint32_t shift = max_depth - cell.depth;
    const std::uint32_t column = (ix & depth_mask) >> shift;
    const std::uint32_t row = (iy & depth_mask) >> shift;
    return leaves_[cell.first_leaf + (row << cell.depth) + column];
}

void SegmentIndex::find(std::span<const double> x, std::span<const double> y,
                        std::span<std::int32_t> nearest) const noexcept {
    // In two passes, so that the loads of many positions overlap.
    std::array<Leaf, batch> leaves;
    for (std::size_t i = 0; i < x.size(); ++i) {
        leaves[i] = leaf_at(x[i], y[i]);
    }
    const ChordLevel& segments = levels_[0];
    for (std::size_t i = 0; i < x.size(); ++i) {
        const Leaf leaf = leaves[i];
        if (leaf.blocks != 1 || level_ != 0) {
            nearest[i] = nearest_in_leaf(leaf, x[i], y[i]);
            continue;
        }
        const auto d = segments.distances2(leaf.first, x[i], y[i]);
        // In arithmetic, since which segment is nearest cannot be predicted.
        const auto low = static_cast<std::uint32_t>(d[1] < d[0]);
        const auto high = 2 + static_cast<std::uint32_t>(d[3] < d[2]);
        const double d_low = d[1] < d[0] ? d[1] : d[0];
        const double d_high = d[3] < d[2] ? d[3] : d[2];
        const auto is_high = static_cast<std::uint32_t>(d_high < d_low);
        nearest[i] = static_cast<std::int32_t>(leaf.first + low + (high - low) * is_high);
    }
}

std::int32_t SegmentIndex::nearest_in_leaf(const Leaf& leaf, double x, double y) const noexcept {
    if (leaf.blocks == 0) {
        return levels_.nearest(x, y);
    }
    NearestSegment best{-1, infinity, infinity};
    const std::uint32_t* starts =
        leaf.blocks == 1 ? &leaf.first : block_starts_.data() + leaf.first;
    for (std::uint32_t i = 0; i < leaf.blocks; ++i) {
        levels_.search(level_, starts[i], x, y, best);
    }
    return best.segment;
}

std::size_t SegmentIndex::bytes() const noexcept {
    return cells_.size() * sizeof(Cell) + leaves_.size() * sizeof(Leaf) +
           block_starts_.size() * sizeof(std::uint32_t) + levels_.bytes();
}

}  // namespace lanewise
