// Standing: rest height, shares of the mass, slopes.

#include <catch2/catch.hpp>

#include <lanewise/physics/vehicle/records/presets.hpp>

#include "car.hpp"

namespace lanewise::vehicle_cases {
namespace {

TEST_CASE("V15 Springs hold a quarter each at the height that their force asks for") {
    Drive drive;
    drive.run(3);
    const double x = (1000 * k_gravity / 4 - 50) / 25000;  // k x + preload = m g / 4
    CHECK(x == Approx(0.096).epsilon(1e-12));
    CHECK(drive.z() == Approx(0.1 - x).margin(1e-6));
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(to_si(drive.wheel(i).suspension_compression) == Approx(x).margin(1e-6));
        CHECK(to_si(drive.wheel(i).suspension_force) == Approx(2450).epsilon(1e-6));
        CHECK(to_si(drive.cars().sprung_masses(drive.id())[i]) == Approx(250).epsilon(1e-12));
        CHECK(drive.wheel(i).in_contact);
    }
    CHECK(drive.speed() < 1e-6);
    CHECK(drive.gear() == 0);
}

TEST_CASE("V16 A centre of mass moved forward loads the front wheels") {
    VehiclePhysicsControl p = car_physics();
    p.center_of_mass.x = 0.7_m;
    Drive drive(p);
    const double front = 1000 * (1.4 + 0.7) / 2.8 / 2, rear = 500 - front;
    const std::vector<Mass> masses = drive.cars().sprung_masses(drive.id());
    for (std::size_t i = 0; i < 4; ++i)
        CHECK(to_si(masses[i]) == Approx(i < 2 ? front : rear).epsilon(1e-12));
}

TEST_CASE("V42 One wheel under the middle carries everything") {
    VehiclePhysicsControl p = car_physics();
    p.wheels.resize(1);
    p.wheels[0].offset = {0_cm, 0_cm, 30_cm};
    Drive drive(p);
    drive.run(0.2);
    CHECK(to_si(drive.cars().sprung_masses(drive.id())[0]) == Approx(1000).epsilon(1e-12));
    CHECK(drive.wheel(0).in_contact);
    CHECK(to_si(drive.wheel(0).suspension_force) > 0);
}

TEST_CASE("V39 Another set-up settles elsewhere, a bad one changes nothing") {
    Drive drive;
    VehiclePhysicsControl p = car_physics();
    p.mass = 2000_kg;
    p.inertia_tensor_scale = {1, 2, 1};
    drive.cars().apply_physics_control(drive.worlds(), drive.id(), p);
    drive.run(3);
    const double x = (2000 * k_gravity / 4 - 50) / 25000;
    CHECK(drive.z() == Approx(0.1 - x).margin(1e-5));
    const std::uint64_t hash = drive.world().state_hash();
    p.wheels.resize(3);
    CHECK_THROWS_AS(drive.cars().apply_physics_control(drive.worlds(), drive.id(), p), Error);
    CHECK_THROWS_AS(drive.cars().update(drive.worlds(), 0), Error);
    CHECK_THROWS_AS(drive.cars().update(drive.worlds(), std::nan("")), Error);
    CHECK(drive.world().state_hash() == hash);
    CHECK(drive.cars().physics_control(drive.id()).wheels.size() == 4);
}

TEST_CASE("B20 At rest tire loads sum to the weight, whatever the load ratio") {
    for (const double ratio : {0.0, 0.5, 1.0}) {
        VehiclePhysicsControl p = car_physics();
        set_wheels(p, &WheelPhysicsControl::wheel_load_ratio, ratio);
        Drive drive(p);
        drive.run(10);
        double sum = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            CHECK(to_si(drive.wheel(i).tire_load) == Approx(2450).epsilon(1e-6));
            sum += to_si(drive.wheel(i).tire_load);
        }
        CHECK(sum == Approx(9800).epsilon(1e-6));
    }
}

TEST_CASE("B26 A standing car does not shake") {
    for (const bool hand_brake : {false, true})
        for (const double brake : {0.0, 0.5, 1.0}) {
            Drive drive;
            drive.control({.brake = brake, .hand_brake = hand_brake});
            drive.run(3);
            double fastest = 0, fastest_turn = 0;
            for (int i = 0; i < 900; ++i) {
                drive.step();
                fastest = std::max(fastest, drive.speed());
                fastest_turn = std::max(fastest_turn, norm(drive.body().angular_velocity()));
            }
            INFO("brake " << brake << " hand brake " << hand_brake);
            CHECK(fastest < 1e-6);
            CHECK(fastest_turn < 1e-6);
        }
}

/// Gravity tilted so that level ground is a slope of this angle, the nose uphill.
TrackOptions slope(double degrees, double friction, double heading = 0) {
    TrackOptions o;
    o.friction = friction;
    const double a = degrees * std::numbers::pi / 180;
    o.gravity = {-k_gravity * std::sin(a), 0, -k_gravity * std::cos(a)};
    o.start = placed(0, 0, 0.02, heading);
    return o;
}

TEST_CASE("B27 A braked car stands on any slope that its tires can hold") {
    for (const double heading : {0.0, 180.0, 90.0, 37.0})
        for (const double degrees : {5.0, 15.0, 30.0}) {
            VehiclePhysicsControl p = car_physics();
            set_wheels(p, &WheelPhysicsControl::friction_force_multiplier, 1.0);
            Drive drive(p, slope(degrees, 0.8, heading));
            drive.control({.brake = 1, .hand_brake = true});
            drive.run(5);
            const Vec3 start = drive.body().pose().translation;
            drive.run(60);
            INFO("slope " << degrees << " heading " << heading);
            CHECK(norm(drive.body().pose().translation - start) < 0.01);
            CHECK(drive.speed() < 1e-3);
        }
    VehiclePhysicsControl p = car_physics();
    set_wheels(p, &WheelPhysicsControl::friction_force_multiplier, 1.0);
    Drive drive(p, slope(20, 0.3));
    drive.control({.brake = 1, .hand_brake = true});
    drive.run(3);
    const double v = drive.speed();
    drive.run(2);
    const double a = 20 * std::numbers::pi / 180;
    const double expected = k_gravity * (std::sin(a) - 0.3 * std::cos(a));
    CHECK((drive.speed() - v) / 2 == Approx(expected).epsilon(0.03));
}

TEST_CASE("V26 The hand brake holds on a slope, and a free car rolls") {
    TrackOptions o = slope(10, 0.6);
    o.gravity.x = -o.gravity.x;
    Drive drive(car_physics(), o);
    drive.control({.hand_brake = true});
    drive.run(2);
    CHECK(drive.speed() < 0.01);
    drive.control({.manual_gear_shift = true, .gear = 0});
    const double v = drive.velocity().x;
    drive.run(2);
    CHECK(drive.velocity().x - v ==
          Approx(k_gravity * std::sin(10 * std::numbers::pi / 180) * 2).margin(0.1));
}

TEST_CASE("Every preset stands still, braked and free") {
    for (const VehiclePreset& preset : presets::all())
        for (const double brake : {0.0, 1.0}) {
            TrackOptions o;
            o.box = {preset.box_centre, preset.box_half_extents};
            Drive drive(preset.physics, o);
            drive.control({.brake = brake});
            drive.run(4);
            double fastest = 0;
            for (int i = 0; i < 600; ++i) {
                drive.step();
                fastest = std::max(fastest, drive.speed());
            }
            INFO(preset.name << " brake " << brake);
            CHECK(fastest < 1e-3);
            CHECK(std::abs(drive.z()) < 0.01);
        }
}

}  // namespace
}  // namespace lanewise::vehicle_cases
