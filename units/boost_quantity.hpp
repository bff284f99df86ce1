#pragma once

/// For programs that calculate with Boost.Units themselves: to its quantity type and back. Not
/// part of units.hpp, which needs no more of Boost.Units than its units.

#include <lanewise/units/quantity.hpp>

#include <boost/units/quantity.hpp>

namespace lanewise {

/// The same number in the same unit.
template <units::Unit U>
[[nodiscard]] constexpr boost::units::quantity<typename U::boost_unit, double> to_boost(
    Quantity<U> quantity) {
    return boost::units::quantity<typename U::boost_unit, double>::from_value(quantity.value());
}

/// The quantity of type Q for a Boost quantity of any unit of that dimension.
template <class Q, class BoostUnit>
requires std::same_as < units::Dimension<typename Q::unit>,
typename boost::units::get_dimension<BoostUnit>::type >
    [[nodiscard]] constexpr Q from_boost(
        const boost::units::quantity<BoostUnit, double>& quantity) {
    using Wanted = typename Q::unit::boost_unit;
    return Q::from_value(boost::units::quantity<Wanted, double>{quantity}.value());
}

}  // namespace lanewise
