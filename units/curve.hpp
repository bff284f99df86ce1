#pragma once

#include <lanewise/units/quantity.hpp>

namespace lanewise {

/// A key of a curve: CARLA's torque curve is a list of CurvePoint<RevolutionsPerMinute, Torque>,
/// its steering curve of CurvePoint<KilometresPerHour, Ratio>.
template <class X, class Y>
struct CurvePoint {
    X x{};
    Y y{};

    friend constexpr bool operator==(const CurvePoint&, const CurvePoint&) = default;
};

/// The raw numbers in SI.
template <class X, class Y>
[[nodiscard]] constexpr CurvePoint<double, double> to_si(const CurvePoint<X, Y>& point) {
    return {to_si(point.x), to_si(point.y)};
}

}  // namespace lanewise
