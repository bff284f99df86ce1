#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace lanewise {

/// One side of the centre line's polygon, a cache line long.
struct alignas(64) TrackSegment {
    double x;  ///< start [m]
    double y;
    double tx;  ///< unit tangent
    double ty;
    double length;        ///< [m]
    double s;             ///< arclength at the start [m]
    double heading;       ///< at the start [rad]
    double heading_rate;  ///< change of heading per arclength [rad/m]
};

/// Squared distance of (px, py) to the segment of the given length from (x, y) along the unit
/// tangent (tx, ty).
inline double segment_distance2(double x, double y, double tx, double ty, double length, double px,
                                double py) noexcept {
    const double dx = px - x;
    const double dy = py - y;
    const double along = dx * tx + dy * ty;
    const double across = dy * tx - dx * ty;
    const double from_start = along > 0.0 ? along : 0.0;
    const double beyond = along - (from_start < length ? from_start : length);
    return across * across + beyond * beyond;
}

/// Chords over runs of consecutive segments, as columns. On the lowest level a chord is a segment.
struct ChordLevel {
    static constexpr std::size_t block = 4;

    std::vector<double> x, y, tx, ty, length;
    /// No point of the run is farther than this from its chord [m].
    std::vector<double> deviation;
    /// Tangent of the greatest angle between the chord and a segment of its run; huge for a right
    /// angle and more.
    std::vector<double> spread;

    [[nodiscard]] std::size_t size() const noexcept { return deviation.size(); }

    /// Squared distances to the chords first, ..., first + 3; after the last chord come copies of
    /// it.
    [[nodiscard]] std::array<double, block> distances2(std::size_t first, double px,
                                                       double py) const noexcept {
        // Pairs, because compilers leave the loop over four scalar.
        using Pair = double __attribute__((vector_size(16)));
        const auto load = [first](const std::vector<double>& column, std::size_t k) {
            Pair pair;
            std::memcpy(&pair, column.data() + first + k, sizeof pair);
            return pair;
        };
        std::array<double, block> result;
        for (std::size_t k = 0; k < block; k += 2) {
            const Pair dx = px - load(x, k);
            const Pair dy = py - load(y, k);
            const Pair tangent_x = load(tx, k);
            const Pair tangent_y = load(ty, k);
            const Pair end = load(length, k);
            const Pair along = dx * tangent_x + dy * tangent_y;
            const Pair across = dy * tangent_x - dx * tangent_y;
            const Pair zero = {0.0, 0.0};
            const Pair from_start = along > zero ? along : zero;
            const Pair beyond = along - (from_start < end ? from_start : end);
            const Pair distance2 = across * across + beyond * beyond;
            std::memcpy(&result[k], &distance2, sizeof distance2);
        }
        return result;
    }
};

/// The nearest segment found so far.
struct NearestSegment {
    std::int32_t segment = -1;
    double distance2 = 0.0;
    double distance = 0.0;
};

/// A closed chain of segments under a pyramid of chords, each over four chords of the level below.
/// A chord and its deviation bound the distance to its run closely, also where segments are short
/// against their distance, so a search follows few branches.
class ChordLevels {
public:
    ChordLevels() = default;
    /// `margin` [m] covers the rounding of positions.
    ChordLevels(std::span<const TrackSegment> segments, double margin);

    [[nodiscard]] std::size_t count() const noexcept { return levels_.size(); }
    [[nodiscard]] const ChordLevel& operator[](std::size_t level) const noexcept {
        return levels_[level];
    }

    /// Puts the nearest segment under four chords from `first` on into `best` if it is nearer, or
    /// as near and lower.
    void search(std::size_t level, std::size_t first, double x, double y,
                NearestSegment& best) const noexcept;

    /// The nearest segment of all; -1 for positions that are not finite or beyond 1e150 m.
    [[nodiscard]] std::int32_t nearest(double x, double y) const noexcept;

    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    void add_segments(std::span<const TrackSegment> segments);
    void add_level(std::span<const TrackSegment> segments, std::size_t run, double margin);

    std::vector<ChordLevel> levels_;
};

}  // namespace lanewise
