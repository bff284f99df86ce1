#include <lanewise/physics/track/chord_levels.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lanewise {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double no_spread_bound = 1e200;

/// Positions with larger coordinates have squares that overflow.
constexpr double farthest = 1e150;

void pad(ChordLevel& level) {
    for (std::vector<double>* column : {&level.x, &level.y, &level.tx, &level.ty, &level.length}) {
        column->resize(column->size() + ChordLevel::block - 1, column->back());
    }
}

}  // namespace

ChordLevels::ChordLevels(std::span<const TrackSegment> segments, double margin) {
    add_segments(segments);
    for (std::size_t run = ChordLevel::block; levels_.back().size() > ChordLevel::block;
         run *= ChordLevel::block) {
        add_level(segments, run, margin);
    }
}

void ChordLevels::add_segments(std::span<const TrackSegment> segments) {
    ChordLevel& level = levels_.emplace_back();
    for (const TrackSegment& segment : segments) {
        level.x.push_back(segment.x);
        level.y.push_back(segment.y);
        level.tx.push_back(segment.tx);
        level.ty.push_back(segment.ty);
        level.length.push_back(segment.length);
    }
    level.deviation.assign(segments.size(), 0.0);
    level.spread.assign(segments.size(), 0.0);
    pad(level);
}

void ChordLevels::add_level(std::span<const TrackSegment> segments, std::size_t run,
                            double margin) {
    ChordLevel& level = levels_.emplace_back();
    for (std::size_t first = 0; first < segments.size(); first += run) {
        const std::size_t end = std::min(first + run, segments.size());
        const TrackSegment& start = segments[first];
        const TrackSegment& after = segments[end == segments.size() ? 0 : end];
        const double dx = after.x - start.x;
        const double dy = after.y - start.y;
        const double length = std::sqrt(dx * dx + dy * dy);
        const double tx = length > 0.0 ? dx / length : 1.0;
        const double ty = length > 0.0 ? dy / length : 0.0;
        double deviation2 = 0.0;
        double least_cosine = 1.0;
        for (std::size_t i = first; i < end; ++i) {
            deviation2 = std::max(deviation2, segment_distance2(start.x, start.y, tx, ty, length,
                                                                segments[i].x, segments[i].y));
            least_cosine = std::min(least_cosine, segments[i].tx * tx + segments[i].ty * ty);
        }
        level.x.push_back(start.x);
        level.y.push_back(start.y);
        level.tx.push_back(tx);
        level.ty.push_back(ty);
        level.length.push_back(length);
        level.deviation.push_back(std::sqrt(deviation2) * (1.0 + 1e-12) + margin);
        // The cosine of a small angle is good to 1e-16 only, the angle to its root.
        const double sine = std::sqrt(std::max(0.0, 1.0 - least_cosine * least_cosine)) + 1e-7;
        level.spread.push_back(least_cosine > 1e-3 && length > 0.0 ? sine / least_cosine
                                                                   : no_spread_bound);
    }
    pad(level);
}

void ChordLevels::search(std::size_t level, std::size_t first, double x, double y,
                         NearestSegment& best) const noexcept {
    const ChordLevel& chords = levels_[level];
    const std::array<double, ChordLevel::block> distances2 = chords.distances2(first, x, y);
    const std::size_t count = std::min(ChordLevel::block, chords.size() - first);
    if (level == 0) {
        bool improved = false;
        for (std::size_t k = 0; k < count; ++k) {
            const auto segment = static_cast<std::int32_t>(first + k);
            if (distances2[k] < best.distance2 ||
                (distances2[k] == best.distance2 && segment < best.segment)) {
                best.segment = segment;
                best.distance2 = distances2[k];
                improved = true;
            }
        }
        if (improved) {
            best.distance = std::sqrt(best.distance2);
        }
        return;
    }
    // The nearest chord first: what it finds rules out most of the others.
    std::size_t nearest = 0;
    for (std::size_t k = 1; k < count; ++k) {
        nearest = distances2[k] < distances2[nearest] ? k : nearest;
    }
    for (std::size_t turn = 0; turn < count; ++turn) {
        const std::size_t k = turn == 0 ? nearest : (turn <= nearest ? turn - 1 : turn);
        // Far off, rounding outgrows the margin of the deviation.
        // Far off, rounding outgrows the margin of the deviation.
        const double reach = best.distance + chords.deviation[first + k];
        if (distances2[k] <= reach * reach * (1.0 + 1e-14)) {
            search(level - 1, (first + k) * ChordLevel::block, x, y, best);
        }
    }
}

std::int32_t ChordLevels::nearest(double x, double y) const noexcept {
    if (!(std::abs(x) <= farthest && std::abs(y) <= farthest)) {
        return -1;
    }
    NearestSegment best{-1, infinity, infinity};
    search(levels_.size() - 1, 0, x, y, best);
    return best.segment;
}

std::size_t ChordLevels::bytes() const noexcept {
    std::size_t values = 0;
    for (const ChordLevel& level : levels_) {
        values += 7 * level.size();
    }
    return values * sizeof(double);
}

}  // namespace lanewise
