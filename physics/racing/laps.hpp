#pragma once

namespace lanewise {

/// What one step did along the track.
template <class T>
struct TrackProgress {
    T distance = 0;  ///< signed [m]
    int turns = 0;   ///< +1 when the start line was crossed forward, -1 backward, else 0
};

/// Signed progress from one arclength to the next on a closed track, both in [0, length]: a change
/// of more than 0.95 length is a step over the start line the other way. A jump between 0.05 and
/// 0.95 length (to another branch of the track) counts in full.
template <class T>
[[nodiscard]] constexpr TrackProgress<T> track_progress(T from, T to, T length) noexcept {
    const T change = to - from;
    const bool backward = change > T(0.95) * length;
    const bool forward = change < T(-0.95) * length;
    const int turns = static_cast<int>(forward) - static_cast<int>(backward);
    return {change + static_cast<T>(turns) * length, turns};
}

/// Whole laps driven since `start`, where `turns` is the sum of TrackProgress::turns since then:
/// the distance s - start + turns * length over the length, truncated towards zero. Exact: there is
/// no sum that could drift, and going to and fro over a line adds nothing.
template <class T>
[[nodiscard]] constexpr int completed_laps(int turns, T s, T start) noexcept {
    const int below = turns - static_cast<int>(s < start);
    return below + static_cast<int>((below < 0) & (s != start));
}

}  // namespace lanewise
