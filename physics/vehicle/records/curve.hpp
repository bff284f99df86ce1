#pragma once

#include <lanewise/units/curve.hpp>

#include <cstddef>
#include <vector>

namespace lanewise {

/// The curve through the keys at `x`: linear between neighbours, held before the first and after
/// the last, 0 without keys. The keys' x increase, as require_valid() sees to.
template <class X, class Y>
[[nodiscard]] constexpr Y value_at(const std::vector<CurvePoint<X, Y>>& keys, X x) {
    if (keys.empty()) return Y{};
    std::size_t next = 0;
    while (next < keys.size() && !(x < keys[next].x)) ++next;
    if (next == 0) return keys.front().y;
    if (next == keys.size()) return keys.back().y;
    const CurvePoint<X, Y>& a = keys[next - 1];
    const CurvePoint<X, Y>& b = keys[next];
    return a.y + (b.y - a.y) * ((x - a.x) / (b.x - a.x));
}

/// The largest value of the curve; 0 without keys.
template <class X, class Y>
[[nodiscard]] constexpr Y peak(const std::vector<CurvePoint<X, Y>>& keys) {
    if (keys.empty()) return Y{};
    Y most = keys.front().y;
    for (const CurvePoint<X, Y>& key : keys)
        if (key.y > most) most = key.y;
    return most;
}

/// The keys as raw numbers in SI. value_at() and peak() work on them as well.
template <class X, class Y>
[[nodiscard]] std::vector<CurvePoint<double, double>> to_si(
    const std::vector<CurvePoint<X, Y>>& keys) {
    std::vector<CurvePoint<double, double>> raw;
    raw.reserve(keys.size());
    for (const CurvePoint<X, Y>& key : keys) raw.push_back(to_si(key));
    return raw;
}

}  // namespace lanewise
