/// Quantity: conversions between units, the rule for implicit ones, arithmetic.

#include <lanewise/units/boost_quantity.hpp>
#include <lanewise/units/literals.hpp>

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <numbers>
#include <type_traits>

using namespace lanewise;
using namespace lanewise::literals;

namespace {

constexpr double pi = std::numbers::pi;

// Exact conversions.
static_assert(to_si(30.0_cm) == 0.3);
static_assert(to_si(35_cm) == 0.35);
static_assert(to_si(20_cm_per_s) == 0.2);
static_assert(to_si(50_ms) == 0.05);
static_assert(to_si(36.0_km_per_h) == 10);
static_assert(to_si(72_km_per_h) == 20);
static_assert(to_si(1_mph) == 1609.344 / 3600);
static_assert(to_si(180_deg) == pi);
static_assert(to_si(180_deg_per_s) == pi);
static_assert(to_si(30_rpm) == pi);
static_assert(to_si(30_rpm_per_s) == pi);
static_assert(to_si(250.0_N_per_cm) == 25'000);
static_assert(to_si(1000.0_N_per_deg) == 1000 * (180 / pi));
static_assert(to_si(9.81_m_per_s2) == 9.81);
static_assert(to_si(0.9) == 0.9);
static_assert(from_si<Centimetres>(0.35) == 35_cm);
static_assert(from_si<RevolutionsPerMinute>(pi) == 30_rpm);
static_assert(from_si<KilometresPerHour>(10) == 36_km_per_h);
static_assert(from_si<Torque>(300) == 300_N_m);
static_assert(from_si<Ratio>(0.5) == 0.5);
static_assert(unit_cast<Centimetres>(0.335_m) == 33.5_cm);
static_assert(unit_cast<DegreesPerSecond>(1_rpm) == 6_deg_per_s);
static_assert(Degrees{Angle::from_value(pi)} == 180_deg);

// Both literal forms and the unit constants agree.
static_assert(30_cm == 30.0_cm && 30_cm == 30 * units::centimetres);
static_assert(320_N_m == 320.0 * units::newton_metres);

// A quantity is a double to the machine, in records, copies and calls.
static_assert(std::is_trivially_copyable_v<Length> && std::is_standard_layout_v<Length>);
static_assert(sizeof(NewtonsPerDegree) == sizeof(double));
static_assert(Length{} == 0_m);

// The rule: SI takes any unit of its dimension, any other unit only its own.
template <class From, class To>
constexpr bool implicit = std::is_convertible_v<From, To>;
template <class From, class To>
constexpr bool spelled_only = !implicit<From, To> && std::is_constructible_v<To, From>;
template <class From, class To>
constexpr bool never = !std::is_constructible_v<To, From>;

static_assert(implicit<Centimetres, Length> && spelled_only<Length, Centimetres>);
static_assert(implicit<Milliseconds, Duration> && spelled_only<Duration, Milliseconds>);
static_assert(implicit<KilometresPerHour, Velocity> && spelled_only<Velocity, KilometresPerHour>);
static_assert(implicit<MilesPerHour, Velocity> && spelled_only<Velocity, MilesPerHour>);
static_assert(implicit<CentimetresPerSecond, Velocity>);
static_assert(spelled_only<Velocity, CentimetresPerSecond>);
static_assert(spelled_only<KilometresPerHour, MilesPerHour>);
static_assert(implicit<Degrees, Angle> && spelled_only<Angle, Degrees>);
static_assert(implicit<DegreesPerSecond, AngularVelocity>);
static_assert(spelled_only<AngularVelocity, DegreesPerSecond>);
static_assert(implicit<RevolutionsPerMinute, AngularVelocity>);
static_assert(spelled_only<AngularVelocity, RevolutionsPerMinute>);
static_assert(spelled_only<DegreesPerSecond, RevolutionsPerMinute>);
static_assert(implicit<RevolutionsPerMinutePerSecond, AngularAcceleration>);
static_assert(spelled_only<AngularAcceleration, RevolutionsPerMinutePerSecond>);
static_assert(implicit<NewtonsPerCentimetre, Stiffness>);
static_assert(spelled_only<Stiffness, NewtonsPerCentimetre>);
static_assert(implicit<NewtonsPerDegree, CorneringStiffness>);
static_assert(spelled_only<CorneringStiffness, NewtonsPerDegree>);
static_assert(never<double, Length> && never<Length, double> && never<Length, Duration>);
static_assert(never<Energy, Torque> && never<Frequency, AngularVelocity>);
static_assert(never<double, Angle> && never<Angle, double>);

// Products and quotients find their dimension through Boost.Units and come out in SI.
template <class T, class U>
constexpr bool same = std::is_same_v<std::remove_cv_t<T>, U>;
static_assert(same<decltype(1_m / 1_s), Velocity> && same<decltype(36_km_per_h * 1_s), Length>);
static_assert(same<decltype(1_m_per_s / 1_s / 1_s), Jerk>);
static_assert(same<decltype(1_kg * 1_m_per_s2), Force> && same<decltype(1_N * 1_s), Momentum>);
static_assert(same<decltype(1_kg * 1_m_per_s), Momentum> && same<decltype(1_N * 1_m), Energy>);
static_assert(same<decltype(1_J / 1_s), Power> && same<decltype(1_N_m * 1_rad_per_s), Power>);
static_assert(same<decltype(1_N_m * 1_rad), Energy> &&
              same<decltype(1_N_m * 1_s), AngularMomentum>);
static_assert(same<decltype(1_N_m / 1_kg_m2), AngularAcceleration>);
static_assert(same<decltype(0.5 * 1_kg_m2 * 1_rad_per_s * 1_rad_per_s), Energy>);
static_assert(same<decltype(1_N_per_cm * 1_cm), Force>);
static_assert(same<decltype(1_N_s_per_m * 1_m_per_s), Force>);
static_assert(same<decltype(1_N_per_deg * 1_deg), Force>);
static_assert(same<decltype(180_cm * 140_cm), Area> && same<decltype(1_m2 * 1_m), Volume>);
static_assert(same<decltype(1_kg / 1_m3), Density> && same<decltype(1_kg_per_m3 * 1_m3), Mass>);
static_assert(same<decltype(1_rpm / 1_s), AngularAcceleration> &&
              same<decltype(1 / 1_s), Frequency>);
static_assert(same<decltype(1_m / 1_m), double> && same<decltype(1_m / 1_cm), double>);
static_assert(same<decltype(1_Hz * 1_s), double> && same<decltype(1_cm * 2), Centimetres>);

static_assert(180_cm * 140_cm == 2.52_m2);
static_assert(250_N_per_cm * 10_cm == 2500_N);
static_assert(1_m / 25_cm == 4 && 50_cm / 25_cm == 2 && 3 / 2_s == 1.5_Hz);
static_assert(1_m + 30_cm == 1.3_m && 30_cm - 1_m == -0.7_m && 30_cm + 5_cm == 35_cm);
static_assert(30_cm < 0.31_m && 0.31_m > 30_cm && 30_cm == 0.3_m);
static_assert(abs(-3_cm) == 3_cm && -(3_cm) == -1 * 3_cm && +(3_cm) == 3_cm);

}  // namespace

TEST_CASE("a unit converts with at most one rounding of the factor and one of the result",
          "[units]") {
    // Whole cm, cm/s, ms and N/cm are correctly rounded; others carry the factor's half ulp too.
    for (int i = 1; i <= 1000; ++i) {
        const double n = i;
        REQUIRE(to_si(n * units::centimetres) == n / 100);
        REQUIRE(to_si(n * units::milliseconds) == n / 1000);
        REQUIRE(to_si(n * units::newtons_per_centimetre) == n * 100);
        const auto exact = [](long double expected, double got) {
            const double rounded = static_cast<double>(expected);
            return std::abs(got - rounded) <= rounded * std::numeric_limits<double>::epsilon();
        };
        constexpr long double long_pi = std::numbers::pi_v<long double>;
        REQUIRE(exact(n * long_pi / 30, to_si(n * units::revolutions_per_minute)));
        REQUIRE(exact(n * long_pi / 180, to_si(n * units::degrees)));
        REQUIRE(exact(n * 180 / long_pi, to_si(n * units::newtons_per_degree)));
        REQUIRE(exact(n / 3.6L, to_si(n * units::kilometres_per_hour)));
        REQUIRE(exact(n * 0.44704L, to_si(n * units::miles_per_hour)));
    }
}

TEST_CASE("a way into SI and back restores the number to the last bits", "[units]") {
    const auto returns = [](auto one, double n) {
        using Q = decltype(one);
        const double back = from_si<Q>(to_si(n * one)).value();
        return std::abs(back - n) <= 2 * n * std::numeric_limits<double>::epsilon();
    };
    for (const double n : {1e-9, 0.1, 0.866, 1.0, 33.5, 4500.0, 57295.8, 1e12}) {
        REQUIRE(returns(units::metres, n));
        REQUIRE(returns(units::centimetres, n));
        REQUIRE(returns(units::centimetres_per_second, n));
        REQUIRE(returns(units::kilometres_per_hour, n));
        REQUIRE(returns(units::miles_per_hour, n));
        REQUIRE(returns(units::degrees, n));
        REQUIRE(returns(units::degrees_per_second, n));
        REQUIRE(returns(units::revolutions_per_minute, n));
        REQUIRE(returns(units::revolutions_per_minute_per_second, n));
        REQUIRE(returns(units::newtons_per_centimetre, n));
        REQUIRE(returns(units::newtons_per_degree, n));
    }
}

TEST_CASE("compound assignment keeps the left side's unit", "[units]") {
    Length length = 1_m;
    length += 50_cm;
    CHECK(length == 1.5_m);
    length -= 0.5_m;
    CHECK(length == 1_m);
    Centimetres width = 30_cm;
    width *= 2;
    width /= 3;
    CHECK(width == 20_cm);
    CHECK(width.value() == 20);
}

TEST_CASE("NaN and infinity survive a conversion and fail every check", "[units]") {
    const Centimetres nan = std::nan("") * units::centimetres;
    const Centimetres infinite = std::numeric_limits<double>::infinity() * units::centimetres;
    CHECK(std::isnan(to_si(nan)));
    CHECK(std::isinf(to_si(infinite)));
    CHECK_FALSE(is_finite(nan));
    CHECK_FALSE(is_finite(infinite));
    CHECK(is_finite(30_cm));
    CHECK_FALSE(nan >= 0_cm);
    CHECK_FALSE(nan < 0_cm);
    CHECK_FALSE(nan == nan);
}

TEST_CASE("Boost's own quantities go in and out", "[units]") {
    namespace si = boost::units::si;
    static_assert(to_boost(1.5_m).value() == 1.5);
    const boost::units::quantity<si::torque> torque{300.0 * si::newton * si::meter / si::radian};
    CHECK(from_boost<Torque>(torque) == 300_N_m);
    CHECK(from_boost<Centimetres>(0.3 * si::meter).value() == Approx(30).epsilon(1e-15));
    CHECK(to_boost(250_N_per_cm).value() == 250);
    const boost::units::quantity<si::velocity> speed{to_boost(36_km_per_h)};
    CHECK(speed.value() == Approx(10).epsilon(1e-15));
}
