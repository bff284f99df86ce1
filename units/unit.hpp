#pragma once

#include <boost/units/conversion.hpp>
#include <boost/units/get_dimension.hpp>
#include <boost/units/systems/si/base.hpp>
#include <concepts>
#include <string_view>
#include <type_traits>

namespace lanewise::units {

/// A unit is a tag: Boost's unit, which knows dimension and scale, and a symbol for text.
/// The tag gives the type a short name in compiler messages, where Boost's own would fill a page.
template <class U>
concept Unit = requires {
    typename U::boost_unit;
    { U::symbol } -> std::convertible_to<std::string_view>;
};

template <Unit U>
using Dimension = typename boost::units::get_dimension<typename U::boost_unit>::type;

/// The SI unit of a dimension that has no name here. It calculates; it has no symbol to print.
template <class AnyDimension>
struct UnnamedSi {
    using boost_unit = boost::units::unit<AnyDimension, boost::units::si::system>;
    static constexpr std::string_view symbol = "";
};

/// The SI unit of a dimension; si.hpp specialises it for every dimension that has a name.
template <class AnyDimension>
struct SiUnitOf {
    using type = UnnamedSi<AnyDimension>;
};

template <Unit U>
using SiUnit = typename SiUnitOf<Dimension<U>>::type;

template <Unit U>
inline constexpr bool is_si = std::same_as<U, SiUnit<U>>;

template <class U, class V>
concept SameDimension = std::same_as<Dimension<U>, Dimension<V>>;

}  // namespace lanewise::units
