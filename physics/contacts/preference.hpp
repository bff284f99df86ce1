#pragma once

namespace lanewise::detail {

// Which separating axis makes the contact. Faces give more support than edges, and a choice that
// stays gives features that stay.

/// Sine of the angle below which edges are parallel and span no axis.
inline constexpr double k_parallel_edges = 1e-6;
/// Corners this far outside a side still count as inside when faces are clipped, m: aligned boxes
/// lie exactly on their sides, and creep across.
inline constexpr double k_clip_slack = 1e-5;

/// A pair of edges wins above this separation, m, given that of the best face.
constexpr double least_edge_separation(double of_face) noexcept {
    return 0.9 * of_face + 0.005;
}
/// The second solid's best face wins against the first's.
constexpr bool second_face_wins(double of_second, double of_first) noexcept {
    return of_second > 0.98 * of_first + 0.001;
}

}  // namespace lanewise::detail
