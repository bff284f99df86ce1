/// Text output: number, then unit.

#include <lanewise/units/literals.hpp>
#include <lanewise/units/text.hpp>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <sstream>

using namespace lanewise;
using namespace lanewise::literals;

TEST_CASE("a quantity prints its number and its own unit", "[units]") {
    CHECK(to_text(-3_cm) == "-3 cm");
    CHECK(to_text(0.335_m) == "0.335 m");
    CHECK(to_text(1000_kg) == "1000 kg");
    CHECK(to_text(0.05_s) == "0.05 s");
    CHECK(to_text(20_ms) == "20 ms");
    CHECK(to_text(1.5_Hz) == "1.5 1/s");
    CHECK(to_text(1.4_m_per_s) == "1.4 m/s");
    CHECK(to_text(20_cm_per_s) == "20 cm/s");
    CHECK(to_text(36_km_per_h) == "36 km/h");
    CHECK(to_text(60_mph) == "60 mph");
    CHECK(to_text(9.8_m_per_s2) == "9.8 m/s^2");
    CHECK(to_text(2_m_per_s3) == "2 m/s^3");
    CHECK(to_text(0.5_rad) == "0.5 rad");
    CHECK(to_text(70_deg) == "70 deg");
    CHECK(to_text(30_rad_per_s) == "30 rad/s");
    CHECK(to_text(90_deg_per_s) == "90 deg/s");
    CHECK(to_text(4500_rpm) == "4500 rpm");
    CHECK(to_text(2_rad_per_s2) == "2 rad/s^2");
    CHECK(to_text(600_rpm_per_s) == "600 rpm/s");
    CHECK(to_text(50_N) == "50 N");
    CHECK(to_text(300_N_m) == "300 N m");
    CHECK(to_text(5_J) == "5 J");
    CHECK(to_text(5_W) == "5 W");
    CHECK(to_text(5_N_s) == "5 N s");
    CHECK(to_text(5_kg_m_per_s) == "5 N s");
    CHECK(to_text(5_N_m_s) == "5 N m s");
    CHECK(to_text(1_kg_m2) == "1 kg m^2");
    CHECK(to_text(25000_N_per_m) == "25000 N/m");
    CHECK(to_text(250_N_per_cm) == "250 N/cm");
    CHECK(to_text(1500_N_s_per_m) == "1500 N s/m");
    CHECK(to_text(57295.8_N_per_rad) == "57295.8 N/rad");
    CHECK(to_text(1000_N_per_deg) == "1000 N/deg");
    CHECK(to_text(2.52_m2) == "2.52 m^2");
    CHECK(to_text(2_m3) == "2 m^3");
    CHECK(to_text(1.2_kg_per_m3) == "1.2 kg/m^3");
}

TEST_CASE("the digits read back to the same number", "[units]") {
    for (const double number : {0.1, 1.0 / 3.0, 6.02214076e23, 5e-324, -0.0, 123456789.125}) {
        CHECK(std::strtod(to_text(number).c_str(), nullptr) == number);
        CHECK(std::strtod(to_text(number * units::metres).c_str(), nullptr) == number);
    }
    CHECK(to_text(0.1 + 0.2) == "0.30000000000000004");
    CHECK(to_text(1e300 * 1e300 * units::metres) == "inf m");
}

TEST_CASE("vectors and curve points print their unit", "[units]") {
    CHECK(to_text(Vector3{1.2_m, 0_m, -0.5_m}) == "(1.2, 0, -0.5) m");
    CHECK(to_text(Vector3{1.0, 0.0, 0.5}) == "(1, 0, 0.5)");
    CHECK(to_text(CurvePoint<RevolutionsPerMinute, Torque>{5000_rpm, 500_N_m}) ==
          "(5000 rpm, 500 N m)");
    CHECK(to_text(CurvePoint<KilometresPerHour, Ratio>{10_km_per_h, 0.5}) == "(10 km/h, 0.5)");
    std::ostringstream out;
    out << 30_cm << ", " << Vector3{1_N, 2_N, 3_N} << ", "
        << CurvePoint<KilometresPerHour, Ratio>{10_km_per_h, 0.5};
    CHECK(out.str() == "30 cm, (1, 2, 3) N, (10 km/h, 0.5)");
}
