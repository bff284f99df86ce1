#include <lanewise/physics/vehicle/records/curve.hpp>
#include <lanewise/physics/vehicle/records/vehicle_physics_control.hpp>
#include <lanewise/units/literals.hpp>
#include <lanewise/units/text.hpp>

#include <catch2/catch.hpp>
#include <numbers>
#include <vector>

using namespace lanewise;
using namespace lanewise::literals;

using Keys = std::vector<CurvePoint<double, double>>;

TEST_CASE("V6: curves are linear between keys and held beyond them", "[vehicle_records]") {
    const Keys keys{{0, 1}, {10, 0.5}};
    CHECK(value_at(keys, -5.0) == 1);
    CHECK(value_at(keys, 0.0) == 1);
    CHECK(value_at(keys, 4.0) == Approx(1 - 0.5 * 0.4).epsilon(1e-15));
    CHECK(value_at(keys, 10.0) == 0.5);
    CHECK(value_at(keys, 20.0) == 0.5);
    CHECK(peak(keys) == 1);

    CHECK(value_at(Keys{}, 3.0) == 0);
    CHECK(peak(Keys{}) == 0);
    CHECK(value_at(Keys{{0, 5}}, 3.0) == 5);
    CHECK(value_at(Keys{{0, 5}}, -3.0) == 5);
    CHECK(peak(Keys{{0, -2}, {1, -1}}) == -1);
}

TEST_CASE("a curve meets every key exactly", "[vehicle_records]") {
    const Keys keys{{-3, 0.1}, {0.7, 0.3}, {1.1, -7.7}, {300, 0.9}};
    for (const auto& key : keys) CHECK(value_at(keys, key.x) == key.y);
    // The middle of the third part.
    CHECK(value_at(keys, 150.55) == Approx((-7.7 + 0.9) / 2).epsilon(1e-14));
}

TEST_CASE("curves of the records keep their units", "[vehicle_records]") {
    const VehiclePhysicsControl physics;
    CHECK(value_at(physics.torque_curve, 2500_rpm) == 500_N_m);
    CHECK(peak(physics.torque_curve) == 500_N_m);
    CHECK(value_at(physics.steering_curve, 5_km_per_h) == 0.75);
    CHECK(value_at(physics.steering_curve, KilometresPerHour{50_m_per_s}) == 0.5);
    const Keys raw = to_si(physics.torque_curve);
    CHECK(raw[1].x == Approx(5000 * std::numbers::pi / 30).epsilon(1e-15));
    CHECK(raw[1].y == 500);
}
