#pragma once

/// The SI quantities. An angle is a dimension of its own: a torque is newton metres per radian,
/// a spin is radians per second, so neither is mistaken for an energy or a frequency.

#include <lanewise/units/quantity.hpp>

#include <boost/units/systems/si/acceleration.hpp>
#include <boost/units/systems/si/angular_acceleration.hpp>
#include <boost/units/systems/si/angular_momentum.hpp>
#include <boost/units/systems/si/angular_velocity.hpp>
#include <boost/units/systems/si/area.hpp>
#include <boost/units/systems/si/energy.hpp>
#include <boost/units/systems/si/force.hpp>
#include <boost/units/systems/si/frequency.hpp>
#include <boost/units/systems/si/length.hpp>
#include <boost/units/systems/si/mass.hpp>
#include <boost/units/systems/si/mass_density.hpp>
#include <boost/units/systems/si/moment_of_inertia.hpp>
#include <boost/units/systems/si/momentum.hpp>
#include <boost/units/systems/si/plane_angle.hpp>
#include <boost/units/systems/si/power.hpp>
#include <boost/units/systems/si/time.hpp>
#include <boost/units/systems/si/torque.hpp>
#include <boost/units/systems/si/velocity.hpp>
#include <boost/units/systems/si/volume.hpp>

namespace lanewise {

namespace units {

namespace si = boost::units::si;

template <class A, class B>
using Over = typename boost::units::divide_typeof_helper<A, B>::type;
template <class A, class B>
using Times = typename boost::units::multiply_typeof_helper<A, B>::type;

/// A tag of the SI unit `boost_unit`; U is the tag itself.
template <class BoostUnit>
struct Si {
    using boost_unit = BoostUnit;
    using dimension = typename boost::units::get_dimension<BoostUnit>::type;
};

// clang-format off
struct Metre : Si<si::length> { static constexpr std::string_view symbol = "m"; };
struct Kilogram : Si<si::mass> { static constexpr std::string_view symbol = "kg"; };
struct Second : Si<si::time> { static constexpr std::string_view symbol = "s"; };
struct Radian : Si<si::plane_angle> { static constexpr std::string_view symbol = "rad"; };
struct Hertz : Si<si::frequency> { static constexpr std::string_view symbol = "1/s"; };
struct MetrePerSecond : Si<si::velocity> { static constexpr std::string_view symbol = "m/s"; };
struct MetrePerSecond2 : Si<si::acceleration> { static constexpr std::string_view symbol = "m/s^2"; };
struct MetrePerSecond3 : Si<Over<si::acceleration, si::time>> { static constexpr std::string_view symbol = "m/s^3"; };
struct RadianPerSecond : Si<si::angular_velocity> { static constexpr std::string_view symbol = "rad/s"; };
struct RadianPerSecond2 : Si<si::angular_acceleration> { static constexpr std::string_view symbol = "rad/s^2"; };
struct SquareMetre : Si<si::area> { static constexpr std::string_view symbol = "m^2"; };
struct CubicMetre : Si<si::volume> { static constexpr std::string_view symbol = "m^3"; };
struct KilogramPerCubicMetre : Si<si::mass_density> { static constexpr std::string_view symbol = "kg/m^3"; };
struct Newton : Si<si::force> { static constexpr std::string_view symbol = "N"; };
struct NewtonMetre : Si<si::torque> { static constexpr std::string_view symbol = "N m"; };
struct Joule : Si<si::energy> { static constexpr std::string_view symbol = "J"; };
struct Watt : Si<si::power> { static constexpr std::string_view symbol = "W"; };
struct NewtonSecond : Si<si::momentum> { static constexpr std::string_view symbol = "N s"; };
struct NewtonMetreSecond : Si<si::angular_momentum> { static constexpr std::string_view symbol = "N m s"; };
struct KilogramSquareMetre : Si<si::moment_of_inertia> { static constexpr std::string_view symbol = "kg m^2"; };
struct NewtonPerMetre : Si<Over<si::force, si::length>> { static constexpr std::string_view symbol = "N/m"; };
struct NewtonSecondPerMetre : Si<Over<si::force, si::velocity>> { static constexpr std::string_view symbol = "N s/m"; };
struct NewtonPerRadian : Si<Over<si::force, si::plane_angle>> { static constexpr std::string_view symbol = "N/rad"; };

template <> struct SiUnitOf<Metre::dimension> { using type = Metre; };
template <> struct SiUnitOf<Kilogram::dimension> { using type = Kilogram; };
template <> struct SiUnitOf<Second::dimension> { using type = Second; };
template <> struct SiUnitOf<Radian::dimension> { using type = Radian; };
template <> struct SiUnitOf<Hertz::dimension> { using type = Hertz; };
template <> struct SiUnitOf<MetrePerSecond::dimension> { using type = MetrePerSecond; };
template <> struct SiUnitOf<MetrePerSecond2::dimension> { using type = MetrePerSecond2; };
template <> struct SiUnitOf<MetrePerSecond3::dimension> { using type = MetrePerSecond3; };
template <> struct SiUnitOf<RadianPerSecond::dimension> { using type = RadianPerSecond; };
template <> struct SiUnitOf<RadianPerSecond2::dimension> { using type = RadianPerSecond2; };
template <> struct SiUnitOf<SquareMetre::dimension> { using type = SquareMetre; };
template <> struct SiUnitOf<CubicMetre::dimension> { using type = CubicMetre; };
template <> struct SiUnitOf<KilogramPerCubicMetre::dimension> { using type = KilogramPerCubicMetre; };
template <> struct SiUnitOf<Newton::dimension> { using type = Newton; };
template <> struct SiUnitOf<NewtonMetre::dimension> { using type = NewtonMetre; };
template <> struct SiUnitOf<Joule::dimension> { using type = Joule; };
template <> struct SiUnitOf<Watt::dimension> { using type = Watt; };
template <> struct SiUnitOf<NewtonSecond::dimension> { using type = NewtonSecond; };
template <> struct SiUnitOf<NewtonMetreSecond::dimension> { using type = NewtonMetreSecond; };
template <> struct SiUnitOf<KilogramSquareMetre::dimension> { using type = KilogramSquareMetre; };
template <> struct SiUnitOf<NewtonPerMetre::dimension> { using type = NewtonPerMetre; };
template <> struct SiUnitOf<NewtonSecondPerMetre::dimension> { using type = NewtonSecondPerMetre; };
template <> struct SiUnitOf<NewtonPerRadian::dimension> { using type = NewtonPerRadian; };
// clang-format on

}  // namespace units

/// A number without a dimension: throttle, friction, gear ratio, slip ratio.
using Ratio = double;

using Length = Quantity<units::Metre>;
using Mass = Quantity<units::Kilogram>;
using Duration = Quantity<units::Second>;
using Angle = Quantity<units::Radian>;
using Frequency = Quantity<units::Hertz>;
using Velocity = Quantity<units::MetrePerSecond>;
using Acceleration = Quantity<units::MetrePerSecond2>;
using Jerk = Quantity<units::MetrePerSecond3>;
using AngularVelocity = Quantity<units::RadianPerSecond>;
using AngularAcceleration = Quantity<units::RadianPerSecond2>;
using Area = Quantity<units::SquareMetre>;
using Volume = Quantity<units::CubicMetre>;
using Density = Quantity<units::KilogramPerCubicMetre>;
using Force = Quantity<units::Newton>;
/// Newton metres per radian to Boost.Units: torque times angle is energy.
using Torque = Quantity<units::NewtonMetre>;
using Energy = Quantity<units::Joule>;
using Power = Quantity<units::Watt>;
/// Also the impulse of a collision.
using Momentum = Quantity<units::NewtonSecond>;
using AngularMomentum = Quantity<units::NewtonMetreSecond>;
/// kg m^2 per square radian to Boost.Units: torque over inertia is angular acceleration.
using MomentOfInertia = Quantity<units::KilogramSquareMetre>;
using Stiffness = Quantity<units::NewtonPerMetre>;
using DampingRate = Quantity<units::NewtonSecondPerMetre>;
using CorneringStiffness = Quantity<units::NewtonPerRadian>;

namespace units {

/// One of each unit, for numbers that are not literals: `x * units::newton_metres`.
inline constexpr Length metres = Length::from_value(1);
inline constexpr Mass kilograms = Mass::from_value(1);
inline constexpr Duration seconds = Duration::from_value(1);
inline constexpr Angle radians = Angle::from_value(1);
inline constexpr Frequency hertz = Frequency::from_value(1);
inline constexpr Velocity metres_per_second = Velocity::from_value(1);
inline constexpr Acceleration metres_per_second2 = Acceleration::from_value(1);
inline constexpr Jerk metres_per_second3 = Jerk::from_value(1);
inline constexpr AngularVelocity radians_per_second = AngularVelocity::from_value(1);
inline constexpr AngularAcceleration radians_per_second2 = AngularAcceleration::from_value(1);
inline constexpr Area square_metres = Area::from_value(1);
inline constexpr Volume cubic_metres = Volume::from_value(1);
inline constexpr Density kilograms_per_cubic_metre = Density::from_value(1);
inline constexpr Force newtons = Force::from_value(1);
inline constexpr Torque newton_metres = Torque::from_value(1);
inline constexpr Energy joules = Energy::from_value(1);
inline constexpr Power watts = Power::from_value(1);
inline constexpr Momentum newton_seconds = Momentum::from_value(1);
inline constexpr AngularMomentum newton_metre_seconds = AngularMomentum::from_value(1);
inline constexpr MomentOfInertia kilogram_square_metres = MomentOfInertia::from_value(1);
inline constexpr Stiffness newtons_per_metre = Stiffness::from_value(1);
inline constexpr DampingRate newton_seconds_per_metre = DampingRate::from_value(1);
inline constexpr CorneringStiffness newtons_per_radian = CorneringStiffness::from_value(1);

}  // namespace units

}  // namespace lanewise
