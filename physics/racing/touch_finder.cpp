#include <lanewise/kernels/backend_choice.hpp>
#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/racing/collisions.hpp>
#include <lanewise/physics/racing/math_table.hpp>
#include <lanewise/physics/racing/touch_finder.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace lanewise {
namespace {

/// Up to this many rectangles all pairs are tested.
constexpr std::size_t k_most_by_pairs = 12;
constexpr std::size_t k_nobody = std::numeric_limits<std::size_t>::max();
/// Between the hashes of a cell and of the one above it; one step in x is 1, so that a row of
/// neighbours is a row of buckets.
constexpr std::uint32_t k_row = 0x9E3779B1u;

template <class T>
struct Shape {
    T half_length, half_width;
    [[nodiscard]] T radius2() const { return half_length * half_length + half_width * half_width; }
    [[nodiscard]] T inner_radius() const { return std::min(half_length, half_width); }
};

template <class T>
Shape<T> shape_of(const RectangleView<T>& r, std::size_t i) {
    return {r.half_length[i & r.shape_mask], r.half_width[i & r.shape_mask]};
}

/// Whether the circles around two rectangles meet, a little enlarged: (a + b)^2 <= 2 (a^2 + b^2).
template <class T>
bool may_touch(T dx, T dy, const Shape<T>& a, const Shape<T>& b) {
    return dx * dx + dy * dy <= T(2.0001) * (a.radius2() + b.radius2());
}

/// Whether the circles within them meet, a little shrunk.
template <class T>
bool must_touch(T dx, T dy, const Shape<T>& a, const Shape<T>& b) {
    const T reach = T(0.9999) * (a.inner_radius() + b.inner_radius());
    return dx * dx + dy * dy <= reach * reach;
}

template <class T>
bool is_finite(T x) {
    return x - x == T(0);
}

template <class T>
struct Direction {
    T sine, cosine;
};

/// Separating axes; (dx, dy) leads from a to b. Swapping a and b flips signs inside of abs only.
template <class T>
bool axes_touch(T dx, T dy, const Shape<T>& a, const Direction<T>& u, const Shape<T>& b,
                const Direction<T>& w) {
    const T along = std::abs(u.cosine * w.cosine + u.sine * w.sine);
    const T across = std::abs(u.sine * w.cosine - u.cosine * w.sine);
    return std::abs(dx * u.cosine + dy * u.sine) <=
               a.half_length + (b.half_length * along + b.half_width * across) &&
           std::abs(dy * u.cosine - dx * u.sine) <=
               a.half_width + (b.half_length * across + b.half_width * along) &&
           std::abs(dx * w.cosine + dy * w.sine) <=
               b.half_length + (a.half_length * along + a.half_width * across) &&
           std::abs(dy * w.cosine - dx * w.sine) <=
               b.half_width + (a.half_length * across + a.half_width * along);
}

/// The test of a pair whose outer circles meet; its directions are worked out if they matter.
template <class T>
bool pair_touches(T dx, T dy, const Shape<T>& a, T psi_a, const Shape<T>& b, T psi_b) {
    const T psi[2] = {psi_a, psi_b};
    if (must_touch(dx, dy, a, b)) return is_finite(psi_a) && is_finite(psi_b);
    T sine[2], cosine[2];
    math_of<T>(kernels::chosen_table()).sincos(psi, sine, cosine, 2);
    return axes_touch(dx, dy, a, {sine[0], cosine[0]}, b, {sine[1], cosine[1]});
}

/// The whole number below x, within what the grid can tell apart; some number for a NaN.
std::int64_t cell_number(double x) {
    constexpr double end = 0x1p62;
    const double within = x >= -end ? (x <= end ? x : end) : -end;
    const auto cut = static_cast<std::int64_t>(within);
    return cut - static_cast<std::int64_t>(within < static_cast<double>(cut));
}

}  // namespace

template <class T>
void TouchFinder<T>::find(const RectangleView<T>& rectangles, std::size_t begin, std::size_t end,
                          std::uint8_t bit, std::uint8_t* flags) {
    if (end - begin <= k_most_by_pairs)
        find_by_pairs(rectangles, begin, end, bit, flags);
    else
        find_by_grid(rectangles, begin, end, bit, flags);
}

template <class T>
void TouchFinder<T>::find_by_pairs(const RectangleView<T>& r, std::size_t begin, std::size_t end,
                                   std::uint8_t bit, std::uint8_t* flags) const {
    for (std::size_t i = begin; i < end; ++i) {
        const Shape<T> a = shape_of(r, i);
        for (std::size_t j = i + 1; j < end; ++j) {
            const Shape<T> b = shape_of(r, j);
            const T dx = r.x[j] - r.x[i];
            const T dy = r.y[j] - r.y[i];
            if (!may_touch(dx, dy, a, b)) continue;
            if ((flags[i] & flags[j] & bit) != 0) continue;
            if (!pair_touches(dx, dy, a, r.psi[i], b, r.psi[j])) continue;
            flags[i] |= bit;
            flags[j] |= bit;
        }
    }
}

template <class T>
void TouchFinder<T>::find_by_grid(const RectangleView<T>& r, std::size_t begin, std::size_t end,
                                  std::uint8_t bit, std::uint8_t* flags) {
    const std::size_t n = end - begin;
    sort_into_cells(r, begin, end);
    sine_.resize(n);
    cosine_.resize(n);
    math_of<T>(kernels::chosen_table()).sincos(r.psi + begin, sine_.data(), cosine_.data(), n);
    for (std::size_t i = 0; i < n; ++i) {
        // Whoever is flagged needs no other partner, and was or will be found by theirs.
        if ((flags[begin + i] & bit) != 0) continue;
        const std::size_t partner = find_partner(r, begin, i);
        if (partner == k_nobody) continue;
        flags[begin + i] |= bit;
        flags[begin + partner] |= bit;
    }
}

template <class T>
void TouchFinder<T>::sort_into_cells(const RectangleView<T>& r, std::size_t begin,
                                     std::size_t end) {
    const std::size_t n = end - begin;
    const std::size_t buckets = std::bit_ceil(2 * n);
    const auto mask = static_cast<std::uint32_t>(buckets - 1);
    // A cell is wider than the distance of any two that touch.
    const double cells_per_metre =
        1.0 / (2.002 * std::max(1e-30, static_cast<double>(r.largest_radius)));
    cell_.resize(n);
    entries_.resize(n);
    start_.assign(buckets + 1, 0);
    for (std::size_t i = 0; i < n; ++i) {
        const std::int64_t column =
            cell_number(static_cast<double>(r.x[begin + i]) * cells_per_metre);
        const std::int64_t row = cell_number(static_cast<double>(r.y[begin + i]) * cells_per_metre);
        cell_[i] = static_cast<std::uint32_t>(column) + static_cast<std::uint32_t>(row) * k_row;
        ++start_[cell_[i] & mask];
    }
    // The counts become the ends of the buckets, and filling from the back the starts.
    std::uint32_t sum = 0;
    for (std::size_t b = 0; b <= buckets; ++b) start_[b] = sum += start_[b];
    for (std::size_t i = n; i-- > 0;)
        entries_[--start_[cell_[i] & mask]] = {r.x[begin + i], r.y[begin + i],
                                               static_cast<std::uint32_t>(i)};
}

template <class T>
std::size_t TouchFinder<T>::find_partner(const RectangleView<T>& r, std::size_t begin,
                                         std::size_t i) const {
    const auto mask = static_cast<std::uint32_t>(start_.size() - 2);
    const T x = r.x[begin + i];
    const T y = r.y[begin + i];
    const Shape<T> a = shape_of(r, begin + i);
    for (const std::uint32_t row : {0u, k_row, 0u - k_row}) {
        for (const std::uint32_t column : {0u, 1u, ~0u}) {
            const std::uint32_t bucket = (cell_[i] + row + column) & mask;
            for (std::uint32_t k = start_[bucket]; k < start_[bucket + 1]; ++k) {
                const std::size_t j = entries_[k].index;
                const T dx = entries_[k].x - x;
                const T dy = entries_[k].y - y;
                const Shape<T> b = shape_of(r, begin + j);
                if (!may_touch(dx, dy, a, b) || j == i) continue;
                if (must_touch(dx, dy, a, b)
                        ? is_finite(r.psi[begin + i]) && is_finite(r.psi[begin + j])
                        : axes_touch(dx, dy, a, {sine_[i], cosine_[i]}, b, {sine_[j], cosine_[j]}))
                    return j;
            }
        }
    }
    return k_nobody;
}

bool touching(const OrientedRectangle& a, const OrientedRectangle& b) {
    const Shape<double> shape_a{a.half_length, a.half_width}, shape_b{b.half_length, b.half_width};
    const double dx = b.x - a.x;
    const double dy = b.y - a.y;
    return may_touch(dx, dy, shape_a, shape_b) &&
           pair_touches(dx, dy, shape_a, a.psi, shape_b, b.psi);
}

template <class T>
void find_touching(const RectangleColumns<T>& rectangles, std::span<std::uint8_t> touched) {
    const std::size_t n = rectangles.x.size();
    require_size("rectangles.y", rectangles.y.size(), n);
    require_size("rectangles.psi", rectangles.psi.size(), n);
    require_size("touched", touched.size(), n);
    const bool shared = rectangles.half_length.size() == 1;
    if (!shared) require_size("rectangles.half_length", rectangles.half_length.size(), n);
    require_size("rectangles.half_width", rectangles.half_width.size(), shared ? 1 : n);
    T radius = 0;
    for (std::size_t i = 0; i < rectangles.half_length.size(); ++i) {
        const T length = rectangles.half_length[i], width = rectangles.half_width[i];
        require_positive(fmt::format("rectangles.half_length[{}]", i), static_cast<double>(length));
        require_positive(fmt::format("rectangles.half_width[{}]", i), static_cast<double>(width));
        radius = std::max(radius, std::hypot(length, width));
    }
    TouchFinder<T>().find({rectangles.x.data(), rectangles.y.data(), rectangles.psi.data(),
                           rectangles.half_length.data(), rectangles.half_width.data(),
                           shared ? std::size_t{0} : ~std::size_t{0}, radius},
                          0, n, 1, touched.data());
}

template class TouchFinder<float>;
template class TouchFinder<double>;
template void find_touching(const RectangleColumns<float>&, std::span<std::uint8_t>);
template void find_touching(const RectangleColumns<double>&, std::span<std::uint8_t>);

}  // namespace lanewise
