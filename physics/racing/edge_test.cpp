#include <lanewise/kernels/backend_choice.hpp>
#include <lanewise/physics/racing/edge_test.hpp>
#include <lanewise/physics/racing/math_table.hpp>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

namespace lanewise {
namespace {

constexpr double k_interval = 0.5;  // [m], about
constexpr std::size_t k_most_intervals = 4096;

}  // namespace

template <class T>
EdgeTest<T>::EdgeTest(const Track& track) : track_(track) {
    const double length = track.length();
    const auto n = static_cast<std::size_t>(
        std::clamp(length / k_interval, 3.0, static_cast<double>(k_most_intervals)));
    const double per_metre = static_cast<double>(n) / length;
    // Widths are linear between knots: their least values are at knots or at ends of intervals.
    std::vector<TrackWidths> least(n);
    for (std::size_t i = 0; i < n; ++i)
        least[i] = track.widths_at(static_cast<double>(i) / per_metre);
    for (std::size_t k = 0; k < track.size(); ++k) {
        TrackWidths& widths =
            least[std::min(static_cast<std::size_t>(track.s()[k] * per_metre), n - 1)];
        widths.right = std::min(widths.right, track.right()[k]);
        widths.left = std::min(widths.left, track.left()[k]);
    }
    double least_of_all = track.right()[0];
    for (const TrackWidths& widths : least)
        least_of_all = std::min({least_of_all, widths.right, widths.left});
    least_width_ = static_cast<T>(0.9999 * least_of_all);
    // Those of an interval's end are the start of the next one's. Taking both neighbours and a
    // little less makes up for rounding in the look-up and in the test.
    intervals_per_metre_ = static_cast<T>(per_metre);
    bounds_.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
        const TrackWidths& before = least[(i + n - 1) % n];
        const TrackWidths& after = least[(i + 1) % n];
        const TrackWidths& second = least[(i + 2) % n];
        bounds_[i] = {static_cast<T>(0.9999 * std::min({before.right, least[i].right, after.right,
                                                        second.right})),
                      static_cast<T>(0.9999 * std::min({before.left, least[i].left, after.left,
                                                        second.left}))};
    }
}

template <class T>
void EdgeTest<T>::find(const TrackRectangles<T>& r, std::size_t begin, std::size_t end,
                       T largest_half_diagonal, std::uint8_t bit, std::uint8_t* flags) const {
    assert(end - begin <= batch);
    // Most are clear of the narrowest place of the track, whichever way they are turned.
    const std::size_t count = end - begin;
    std::array<std::int32_t, batch> doubtful;
    const T clear = least_width_ - largest_half_diagonal;
    for (std::size_t i = 0; i < count; ++i)
        doubtful[i] = static_cast<std::int32_t>(!(std::abs(r.ey[begin + i]) < clear));
    // Many of the others are by a bound of their reach without sine and cosine, and of the widths.
    std::array<std::uint32_t, batch> near;
    std::size_t n = 0;
    const auto last = static_cast<int>(bounds_.size() - 1);
    constexpr std::size_t group = 8;
    for (std::size_t first = 0; first < count; first += group) {
        const std::size_t stop = std::min(first + group, count);
        std::int32_t any = 0;
        for (std::size_t k = first; k < stop; ++k) any |= doubtful[k];
        if (any == 0) continue;
        for (std::size_t k = first; k < stop; ++k) {
            const std::size_t i = begin + k;
            const std::size_t shape = i & r.shape_mask;
            const int interval = static_cast<int>(r.s[i] * intervals_per_metre_);
            const Bounds& bound =
                bounds_[static_cast<std::size_t>(interval < last ? interval : last)];
            const T turned = r.half_length[shape] * std::abs(r.epsi[i]) + r.half_width[shape];
            const T reach = turned < r.half_diagonal[shape] ? turned : r.half_diagonal[shape];
            near[n] = static_cast<std::uint32_t>(k);
            n += static_cast<std::size_t>(
                !((reach + r.ey[i] < bound.left) & (reach - r.ey[i] < bound.right)));
        }
    }
    if (n == 0) return;

    std::array<T, batch> epsi, sine, cosine;
    for (std::size_t k = 0; k < n; ++k) epsi[k] = r.epsi[begin + near[k]];
    math_of<T>(kernels::chosen_table()).sincos(epsi.data(), sine.data(), cosine.data(), n);
    for (std::size_t k = 0; k < n; ++k) {
        const std::size_t i = begin + near[k];
        const std::size_t shape = i & r.shape_mask;
        const double reach = static_cast<double>(r.half_length[shape] * std::abs(sine[k]) +
                                                 r.half_width[shape] * std::abs(cosine[k]));
        const TrackWidths widths = track_.widths_at(static_cast<double>(r.s[i]));
        const double ey = static_cast<double>(r.ey[i]);
        if (reach + ey >= widths.left || reach - ey >= widths.right) flags[i] |= bit;
    }
}

template class EdgeTest<float>;
template class EdgeTest<double>;

}  // namespace lanewise
