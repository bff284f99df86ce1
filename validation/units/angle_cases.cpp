/// The radian bookkeeping: Boost.Units counts angle as a dimension, these functions account for it.

#include <lanewise/units/angle.hpp>
#include <lanewise/units/literals.hpp>
#include <lanewise/units/text.hpp>

#include <catch2/catch.hpp>
#include <numbers>
#include <type_traits>

using namespace lanewise;
using namespace lanewise::literals;

TEST_CASE("rim speed and rolling spin are inverse", "[units]") {
    static_assert(rim_speed(20_rad_per_s, 0.3_m) == 6_m_per_s);
    static_assert(rolling_spin(6_m_per_s, 0.3_m) == 20_rad_per_s);
    // Any unit of the dimension goes in: pi rad/s on a radius of 30 cm.
    CHECK(to_si(rim_speed(30_rpm, 30_cm)) == 0.3 * std::numbers::pi);
    CHECK(to_si(rolling_spin(36_km_per_h, 50_cm)) == 20);
}

TEST_CASE("moment, rim force and inertia", "[units]") {
    static_assert(moment(1000_N, 25_cm) == 250_N_m);
    static_assert(rim_force(250_N_m, 25_cm) == 1000_N);
    static_assert(inertia(32_kg, 50_cm) == 8_kg_m2);
    static_assert(arc_length(2_rad, 3_m) == 6_m);
    // A disc, m r^2 / 2, under a force at its rim: a = 2 F / (m r).
    const MomentOfInertia disc = 0.5 * inertia(32_kg, 50_cm);
    CHECK(moment(10_N, 50_cm) / disc == 1.25_rad_per_s2);
    // The same power at the axle and at the rim: T w = F v.
    CHECK(250_N_m * 20_rad_per_s == rim_force(250_N_m, 25_cm) * rim_speed(20_rad_per_s, 25_cm));
    CHECK(0.5 * disc * 3_rad_per_s * 3_rad_per_s == 18_J);
}

TEST_CASE("moment and point velocity as vectors", "[units]") {
    // x cross y = z, cyclic, in components.
    const Vector3<Length> x{2_m, 0_m, 0_m};
    CHECK(moment(Vector3<Force>{0_N, 3_N, 0_N}, x) == Vector3<Torque>{0_N_m, 0_N_m, 6_N_m});
    CHECK(point_velocity({0_rad_per_s, 0_rad_per_s, 5_rad_per_s}, x) ==
          Vector3<Velocity>{0_m_per_s, 10_m_per_s, 0_m_per_s});
    // A vector of CARLA's unit goes in as a scalar does.
    const Vector3<Centimetres> offset{200_cm, 0_cm, 0_cm};
    CHECK(moment({0_N, 0_N, 3_N}, offset) == Vector3<Torque>{0_N_m, -6_N_m, 0_N_m});
}

TEST_CASE("vectors: algebra, norm and conversion", "[units]") {
    constexpr Vector3<Length> a{1_m, 2_m, 2_m};
    constexpr Vector3<Length> b{100_cm, 0_m, -1_m};
    static_assert(a + b == Vector3<Length>{2_m, 2_m, 1_m});
    static_assert(a - b == Vector3<Length>{0_m, 2_m, 3_m});
    static_assert(-a == -1 * a && a * 2 == a + a && a / 0.5 == a + a);
    static_assert(dot(a, b) == -1_m2);
    static_assert(cross(a, b) == Vector3<Area>{-2_m2, 3_m2, -2_m2});
    static_assert(a / 2_s == Vector3<Velocity>{0.5_m_per_s, 1_m_per_s, 1_m_per_s});
    static_assert(dot(Vector3<Force>{3_N, 0_N, 1_N}, a) == 5_J);
    static_assert(std::is_trivially_copyable_v<Vector3<Length>>);
    static_assert(std::is_aggregate_v<Vector3<Length>>);
    CHECK(norm(a) == 3_m);
    CHECK(norm(Vector3{3_cm, 4_cm, 0_cm}) == 5_cm);
    CHECK(norm(Vector3{2.0, 3.0, 6.0}) == 7);

    Vector3<Length> sum = a;
    sum += b;
    sum -= a;
    sum *= 4;
    sum /= 2;
    CHECK(sum == 2 * b);

    const Vector3<Centimetres> offset{140_cm, -80_cm, 35_cm};
    const Vector3<Length> metres = offset;
    CHECK(to_si(offset) == Vector3{1.4, -0.8, 0.35});
    CHECK(to_si(metres) == to_si(offset));
    CHECK(unit_cast<Centimetres>(metres) == offset);
    CHECK(from_si<Centimetres>(Vector3{1.4, -0.8, 0.35}) == offset);
    CHECK(Vector3{1.0, 0.0, 0.0} * 3_m_per_s == Vector3<Velocity>{3_m_per_s, {}, {}});
    static_assert(!std::is_convertible_v<Vector3<Length>, Vector3<Centimetres>>);
    static_assert(!std::is_convertible_v<Vector3<double>, Vector3<Length>>);
}
