#pragma once

/// The one place where a number changes its unit, and where a typed quantity becomes a raw number
/// in SI (metres, kilograms, seconds, radians) and back.

#include <lanewise/units/unit.hpp>

namespace lanewise {

template <units::Unit U>
class Quantity;

namespace detail {

/// SI units in one U, and U in one SI unit: Boost.Units works both out from the unit's definition.
template <units::Unit U>
inline constexpr double si_per_unit = boost::units::conversion_factor(
    typename U::boost_unit{}, typename units::SiUnit<U>::boost_unit{});
template <units::Unit U>
inline constexpr double unit_per_si = boost::units::conversion_factor(
    typename units::SiUnit<U>::boost_unit{}, typename U::boost_unit{});

constexpr bool is_whole(double factor) {
    return factor < 1e9 && static_cast<double>(static_cast<long long>(factor)) == factor;
}

/// `number * factor`, rounded once where 1 / factor is whole: 35 cm is 0.35 m to the last bit.
/// The branches depend on constants alone and vanish.
constexpr double scaled(double number, double factor, double inverse) {
    if (factor == 1) {
        return number;
    }
    return is_whole(inverse) && !is_whole(factor) ? number / inverse : number * factor;
}

}  // namespace detail

/// The raw number in SI, angles in radians. One multiplication or division; none in an SI unit.
template <units::Unit U>
[[nodiscard]] constexpr double to_si(Quantity<U> quantity) {
    return detail::scaled(quantity.value(), detail::si_per_unit<U>, detail::unit_per_si<U>);
}

/// A ratio has no unit: its number is its SI value.
[[nodiscard]] constexpr double to_si(double ratio) {
    return ratio;
}

/// The quantity of type Q whose raw number in SI is given: `from_si<Centimetres>(0.3)` is 30 cm.
template <class Q>
[[nodiscard]] constexpr Q from_si(double number) {
    if constexpr (std::same_as<Q, double>) {
        return number;
    } else {
        using U = typename Q::unit;
        return Q::from_value(
            detail::scaled(number, detail::unit_per_si<U>, detail::si_per_unit<U>));
    }
}

/// The same quantity in the unit of Q, as spelled where a field keeps CARLA's own unit:
/// `wheel.wheel_radius = unit_cast<Centimetres>(0.3_m)`. `Centimetres{0.3_m}` says the same.
template <class Q, units::Unit U>
requires units::SameDimension<typename Q::unit, U>
[[nodiscard]] constexpr Q unit_cast(Quantity<U> quantity) {
    if constexpr (std::same_as<typename Q::unit, U>) {
        return quantity;
    } else {
        return from_si<Q>(to_si(quantity));
    }
}

}  // namespace lanewise
