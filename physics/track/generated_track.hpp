#pragma once

#include <lanewise/kernels/export.hpp>
#include <lanewise/physics/track/track.hpp>

namespace lanewise {

/// Sizes of a generated track.
struct GeneratedTrackOptions {
    double spacing = 0.4;     ///< distance between knots, about [m]
    double half_width = 1.1;  ///< distance from the centre line to either edge [m]
};

/// A track made inside the program, for cars of scale 1/10: a closed course of about 400 m with
/// straights, a long sweep, a chicane and two hairpins, driven counter-clockwise. Its smallest
/// radius is above 2 m and parts that are not neighbours stay more than 4 m apart.
/// Throws Error unless spacing is in [0.001, 1] and half_width in (0, 1.5].
[[nodiscard]] LANEWISE_API Track generated_track(const GeneratedTrackOptions& options = {});

}  // namespace lanewise
