#include <lanewise/physics/dynamics/broad_phase.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace lanewise::detail {
namespace {

constexpr std::size_t k_block = 16;

// A little more than half a step of binary32.
float rounded_down(double x) noexcept {
    const float f = static_cast<float>(x);
    return f - (std::fabs(f) * 0x1p-23f + std::numeric_limits<float>::min());
}
float rounded_up(double x) noexcept {
    const float f = static_cast<float>(x);
    return f + (std::fabs(f) * 0x1p-23f + std::numeric_limits<float>::min());
}

}  // namespace

/// The axes of the largest and of the second largest variance of the centres. They stay as they are
/// while no other is clearly better: a change costs a sort.
void BroadPhase::choose_axes(std::span<const Bounds> boxes) noexcept {
    Vec3 sum, squares;
    for (const Bounds& box : boxes) {
        const Vec3 centre = 0.5 * (box.low + box.high);
        sum += centre;
        squares += multiplied(centre, centre);
    }
    const double n = static_cast<double>(boxes.size());
    const Vec3 spread = squares - multiplied(sum, sum) * (1 / n);
    const auto prefer = [&](std::size_t axis, std::size_t& present) {
        if (spread[axis] > 1.5 * spread[present]) std::swap(present, axis);
        return axis;
    };
    std::size_t third = 3 - along_ - across_;
    third = prefer(third, across_);
    across_ = prefer(across_, along_);
    static_cast<void>(prefer(third, across_));
}

void BroadPhase::set_keys(std::span<const Bounds> boxes, double margin) {
    const std::size_t n = boxes.size();
    double widest = 0;
    for (const Bounds& box : boxes) widest = std::max(widest, box.high[across_] - box.low[across_]);
    // A power of two: rows stay where they are while bodies turn.
    int exponent = 0;
    std::frexp(std::max(widest + 2 * margin, 1e-3), &exponent);
    const double row = std::ldexp(1.0, exponent);
    key_.resize(n);
    row_.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
        key_[i] = boxes[i].low[along_];
        row_[i] = std::floor(boxes[i].low[across_] / row);
    }
}

void BroadPhase::sort_movers() {
    const std::size_t n = key_.size();
    const auto before = [this](std::uint32_t a, std::uint32_t b) {
        if (row_[a] != row_[b]) return row_[a] < row_[b];
        return key_[a] != key_[b] ? key_[a] < key_[b] : a < b;
    };
    if (order_.size() != n) {
        order_.resize(n);
        std::iota(order_.begin(), order_.end(), 0u);
        std::sort(order_.begin(), order_.end(), before);
        return;
    }
    // Insertion is cheapest while little has changed; the order it gives is the only one.
    std::size_t moves = 0;
    for (std::size_t i = 1; i < n; ++i) {
        const std::uint32_t item = order_[i];
        std::size_t j = i;
        for (; j > 0 && before(item, order_[j - 1]); --j) order_[j] = order_[j - 1];
        order_[j] = item;
        moves += i - j;
        if (moves > 8 * n) {
            std::sort(order_.begin(), order_.end(), before);
            return;
        }
    }
}

void BroadPhase::fill_columns(std::span<const Bounds> boxes, double margin) {
    const std::size_t n = boxes.size();
    const std::array<std::size_t, 3> axes{along_, across_, 3 - along_ - across_};
    const double grow = 0.5 * margin;
    for (std::size_t k = 0; k < 3; ++k) {
        columns_.low[k].resize(n + k_block);
        columns_.high[k].resize(n + k_block);
        std::fill_n(columns_.low[k].begin() + static_cast<std::ptrdiff_t>(n), k_block,
                    std::numeric_limits<float>::infinity());
        std::fill_n(columns_.high[k].begin() + static_cast<std::ptrdiff_t>(n), k_block,
                    -std::numeric_limits<float>::infinity());
    }
    float* const low[] = {columns_.low[0].data(), columns_.low[1].data(), columns_.low[2].data()};
    float* const high[] = {columns_.high[0].data(), columns_.high[1].data(),
                           columns_.high[2].data()};
    for (std::size_t i = 0; i < n; ++i) {
        const Bounds& box = boxes[order_[i]];
        for (std::size_t k = 0; k < 3; ++k) {
            low[k][i] = rounded_down(box.low[axes[k]] - grow);
            high[k][i] = rounded_up(box.high[axes[k]] + grow);
        }
    }
    columns_.mover.assign(order_.begin(), order_.end());
}

/// Notes the boxes in [begin, end), ascending by low end, that overlap a box which does not begin
/// after them.
void BroadPhase::test(std::size_t i, std::size_t begin, std::size_t end,
                      std::span<const Mover> movers) {
    const float *low0 = columns_.low[0].data(), *low1 = columns_.low[1].data(),
                *high1 = columns_.high[1].data(), *low2 = columns_.low[2].data(),
                *high2 = columns_.high[2].data();
    const float end0 = columns_.high[0][i];
    const float a1 = low1[i], b1 = high1[i], a2 = low2[i], b2 = high2[i];
    for (std::size_t j = begin; j < end && low0[j] <= end0; j += k_block) {
        std::int32_t hit[k_block];
        std::int32_t any = 0;
        for (std::size_t k = 0; k < k_block; ++k) {
            hit[k] = static_cast<std::int32_t>(low0[j + k] <= end0) &
                     static_cast<std::int32_t>(low1[j + k] <= b1) &
                     static_cast<std::int32_t>(high1[j + k] >= a1) &
                     static_cast<std::int32_t>(low2[j + k] <= b2) &
                     static_cast<std::int32_t>(high2[j + k] >= a2);
            any |= hit[k];
        }
        if (any == 0) continue;
        const std::size_t count = std::min(k_block, end - j);
        for (std::size_t k = 0; k < count; ++k) {
            if (hit[k] == 0) continue;
            const Mover& a = movers[columns_.mover[i]];
            const Mover& b = movers[columns_.mover[j + k]];
            if (a.is_dynamic || b.is_dynamic)
                found_.push_back({std::min(a.place, b.place), std::max(a.place, b.place)});
        }
    }
}

/// True if a box of the row [begin, end) reaches as far as one of [end, next_end) begins.
bool BroadPhase::rows_meet(std::size_t begin, std::size_t end,
                           std::size_t next_end) const noexcept {
    const float *const low = columns_.low[1].data(), *const high = columns_.high[1].data();
    return *std::max_element(high + begin, high + end) >=
           *std::min_element(low + end, low + next_end);
}

void BroadPhase::sweep(std::span<const Mover> movers) {
    const std::size_t n = movers.size();
    const auto row_at = [this](std::size_t i) { return row_[order_[i]]; };
    const auto row_end = [&](std::size_t i) {
        const double row = row_at(i);
        while (i < n && row_at(i) == row) ++i;
        return i;
    };
    std::size_t begin = 0, end = n > 0 ? row_end(0) : 0;
    while (begin < n) {
        const std::size_t next_end = end < n ? row_end(end) : end;
        for (std::size_t i = begin; i + 1 < end; ++i) test(i, i + 1, end, movers);
        if (end < n && row_at(end) == row_at(begin) + 1 && rows_meet(begin, end, next_end)) {
            // Of two boxes in neighbouring rows the one that begins first looks for the other.
            const float* const low = columns_.low[0].data();
            std::size_t j = end;
            for (std::size_t i = begin; i < end; ++i) {
                while (j < next_end && low[j] < low[i]) ++j;
                test(i, j, next_end, movers);
            }
            std::size_t i = begin;
            for (j = end; j < next_end; ++j) {
                while (i < end && low[i] <= low[j]) ++i;
                test(j, i, end, movers);
            }
        }
        begin = end;
        end = next_end;
    }
}

void BroadPhase::find(std::span<const Mover> movers, std::span<const Bounds> boxes,
                      const BoundsTree& statics, double margin, std::size_t places,
                      std::vector<BodyPair>& pairs) {
    found_.clear();
    const std::size_t n = movers.size();
    if (n > 0) {
        choose_axes(boxes);
        set_keys(boxes, margin);
        sort_movers();
        fill_columns(boxes, margin);
        sweep(movers);
    }
    if (!statics.empty())
        for (std::size_t i = 0; i < n; ++i) {
            if (!movers[i].is_dynamic) continue;
            const std::uint32_t place = movers[i].place;
            statics.find(grown(boxes[i], margin), [&](std::uint32_t other) {
                found_.push_back({std::min(place, other), std::max(place, other)});
            });
        }
    sort_pairs(places, pairs);
}

void BroadPhase::sort_pairs(std::size_t places, std::vector<BodyPair>& pairs) {
    starts_.assign(places + 1, 0);
    for (const BodyPair& pair : found_) ++starts_[pair.a + 1];
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    pairs.resize(found_.size());
    for (const BodyPair& pair : found_) pairs[starts_[pair.a]++] = pair;
    // Now starts_[a] is where the pairs of a end.
    std::uint32_t begin = 0;
    for (std::size_t a = 0; a < places; ++a) {
        const std::uint32_t end = starts_[a];
        const auto by_b = [](const BodyPair& x, const BodyPair& y) { return x.b < y.b; };
        if (end - begin > 1) std::sort(pairs.begin() + begin, pairs.begin() + end, by_b);
        begin = end;
    }
}

}  // namespace lanewise::detail
