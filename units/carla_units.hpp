#pragma once

/// The units of CARLA's records that are not SI. A field keeps its CARLA unit and takes no other.

#include <lanewise/units/si.hpp>

#include <boost/units/base_unit.hpp>
#include <boost/units/base_units/metric/hour.hpp>
#include <boost/units/base_units/metric/minute.hpp>
#include <boost/units/make_scaled_unit.hpp>
#include <numbers>

namespace lanewise::units {

/// Boost's own degree and revolution carry pi to twelve digits only, hence these.
struct DegreeBase
    : boost::units::base_unit<DegreeBase, boost::units::plane_angle_dimension, 0x4c5701> {};
struct RevolutionBase
    : boost::units::base_unit<RevolutionBase, boost::units::plane_angle_dimension, 0x4c5702> {};
struct MileBase : boost::units::base_unit<MileBase, boost::units::length_dimension, 0x4c5703> {};

}  // namespace lanewise::units

BOOST_UNITS_DEFINE_CONVERSION_FACTOR(lanewise::units::DegreeBase,
                                     boost::units::angle::radian_base_unit, double,
                                     std::numbers::pi / 180);
BOOST_UNITS_DEFINE_CONVERSION_FACTOR(lanewise::units::RevolutionBase,
                                     boost::units::angle::radian_base_unit, double,
                                     std::numbers::pi * 2);
BOOST_UNITS_DEFINE_CONVERSION_FACTOR(lanewise::units::MileBase, boost::units::si::meter_base_unit,
                                     double, 1609.344);

namespace lanewise {

namespace units {

using boost::units::scale;
using boost::units::static_rational;

template <class BoostUnit, long Exponent>
using PowerOfTen =
    typename boost::units::make_scaled_unit<BoostUnit, scale<10, static_rational<Exponent>>>::type;

// clang-format off
struct Centimetre { using boost_unit = PowerOfTen<si::length, -2>; static constexpr std::string_view symbol = "cm"; };
struct Millisecond { using boost_unit = PowerOfTen<si::time, -3>; static constexpr std::string_view symbol = "ms"; };
struct CentimetrePerSecond { using boost_unit = Over<Centimetre::boost_unit, si::time>; static constexpr std::string_view symbol = "cm/s"; };
struct KilometrePerHour { using boost_unit = Over<PowerOfTen<si::length, 3>, boost::units::metric::hour_base_unit::unit_type>; static constexpr std::string_view symbol = "km/h"; };
struct MilePerHour { using boost_unit = Over<MileBase::unit_type, boost::units::metric::hour_base_unit::unit_type>; static constexpr std::string_view symbol = "mph"; };
struct Degree { using boost_unit = DegreeBase::unit_type; static constexpr std::string_view symbol = "deg"; };
struct DegreePerSecond { using boost_unit = Over<Degree::boost_unit, si::time>; static constexpr std::string_view symbol = "deg/s"; };
struct RevolutionPerMinute { using boost_unit = Over<RevolutionBase::unit_type, boost::units::metric::minute_base_unit::unit_type>; static constexpr std::string_view symbol = "rpm"; };
struct RevolutionPerMinutePerSecond { using boost_unit = Over<RevolutionPerMinute::boost_unit, si::time>; static constexpr std::string_view symbol = "rpm/s"; };
struct NewtonPerCentimetre { using boost_unit = Over<si::force, Centimetre::boost_unit>; static constexpr std::string_view symbol = "N/cm"; };
struct NewtonPerDegree { using boost_unit = Over<si::force, Degree::boost_unit>; static constexpr std::string_view symbol = "N/deg"; };
// clang-format on

}  // namespace units

using Centimetres = Quantity<units::Centimetre>;
using Milliseconds = Quantity<units::Millisecond>;
using CentimetresPerSecond = Quantity<units::CentimetrePerSecond>;
using KilometresPerHour = Quantity<units::KilometrePerHour>;
using MilesPerHour = Quantity<units::MilePerHour>;
using Degrees = Quantity<units::Degree>;
using DegreesPerSecond = Quantity<units::DegreePerSecond>;
using RevolutionsPerMinute = Quantity<units::RevolutionPerMinute>;
using RevolutionsPerMinutePerSecond = Quantity<units::RevolutionPerMinutePerSecond>;
using NewtonsPerCentimetre = Quantity<units::NewtonPerCentimetre>;
using NewtonsPerDegree = Quantity<units::NewtonPerDegree>;

namespace units {

inline constexpr Centimetres centimetres = Centimetres::from_value(1);
inline constexpr Milliseconds milliseconds = Milliseconds::from_value(1);
inline constexpr CentimetresPerSecond centimetres_per_second = CentimetresPerSecond::from_value(1);
inline constexpr KilometresPerHour kilometres_per_hour = KilometresPerHour::from_value(1);
inline constexpr MilesPerHour miles_per_hour = MilesPerHour::from_value(1);
inline constexpr Degrees degrees = Degrees::from_value(1);
inline constexpr DegreesPerSecond degrees_per_second = DegreesPerSecond::from_value(1);
inline constexpr RevolutionsPerMinute revolutions_per_minute = RevolutionsPerMinute::from_value(1);
inline constexpr RevolutionsPerMinutePerSecond revolutions_per_minute_per_second =
    RevolutionsPerMinutePerSecond::from_value(1);
inline constexpr NewtonsPerCentimetre newtons_per_centimetre = NewtonsPerCentimetre::from_value(1);
inline constexpr NewtonsPerDegree newtons_per_degree = NewtonsPerDegree::from_value(1);

}  // namespace units

static_assert(to_si(units::centimetres) == 0.01);
static_assert(to_si(36 * units::kilometres_per_hour) == 10);
static_assert(to_si(units::miles_per_hour) == 0.44704);
static_assert(to_si(180 * units::degrees) == std::numbers::pi);
static_assert(to_si(30 * units::revolutions_per_minute) == std::numbers::pi);
static_assert(to_si(250 * units::newtons_per_centimetre) == 25000);
static_assert(to_si(units::newtons_per_degree) == 180 / std::numbers::pi);

}  // namespace lanewise
