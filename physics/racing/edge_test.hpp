#pragma once

#include <lanewise/physics/track/track.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanewise {

/// Poses in the track's frame and the rectangles there; shape entry i is at i & shape_mask.
template <class T>
struct TrackRectangles {
    const T* s;
    const T* ey;
    const T* epsi;
    const T* half_length;
    const T* half_width;
    const T* half_diagonal;
    std::size_t shape_mask;
};

/// Finds rectangles that reach an edge of the track; touching counts. The edges are taken as
/// parallel to the centre line at the rectangle's arclength: its reach to either side is
/// half_length |sin epsi| + half_width |cos epsi|.
template <class T>
class EdgeTest {
public:
    /// Rectangles that are looked at together.
    static constexpr std::size_t batch = 256;

    explicit EdgeTest(const Track& track);

    /// Sets `bit` in the flags of those that do; at most `batch` rectangles. No half diagonal is
    /// above `largest_half_diagonal`.
    void find(const TrackRectangles<T>& rectangles, std::size_t begin, std::size_t end,
              T largest_half_diagonal, std::uint8_t bit, std::uint8_t* flags) const;

private:
    /// Lower bounds of the widths in an interval of s.
    struct Bounds {
        T right, left;
    };

    Track track_;
    T intervals_per_metre_;
    T least_width_;  // a lower bound
    std::vector<Bounds> bounds_;
};

}  // namespace lanewise
