// Engine, gearbox, differentials, spinning wheels.

#include <catch2/catch.hpp>

#include "car.hpp"

namespace lanewise::vehicle_cases {
namespace {

VehiclePhysicsControl quick_shifts() {
    VehiclePhysicsControl p = car_physics();
    p.gear_change_time = 0_s;
    return p;
}

TEST_CASE("V20 The gearbox shifts up at the speeds that its ratios ask for") {
    Drive drive(quick_shifts());
    drive.run(1);
    drive.control({.throttle = 1});
    const std::vector<double> ratios = {3, 2, 1.4, 1};
    int gear = 0;
    std::vector<double> speeds;
    double before = 0;
    for (int i = 0; i < 600; ++i) {
        before = drive.forward_speed();
        drive.step();
        if (gear > 0 && drive.gear() == gear + 1) speeds.push_back(before);
        gear = drive.gear();
    }
    REQUIRE(speeds.size() == 3);
    CHECK(gear == 4);
    for (std::size_t g = 0; g < 3; ++g) {
        const double shift = 4500 * std::numbers::pi / 30 * 0.3 / (ratios[g] * 4);
        const double late = 2 * k_step * 300 * ratios[g] * 4 * 0.9 / 0.3 / 1000;
        CHECK(speeds[g] > shift - 0.05);
        CHECK(speeds[g] < shift + late);
    }
}

TEST_CASE("V24 While a gear changes nothing drives, and braking shifts down") {
    Drive drive;
    drive.run(1);
    drive.control({.throttle = 1});
    bool has_shifted = false;
    for (int i = 0; i < 240; ++i) {
        drive.step();
        if (drive.cars().target_gear(drive.id()) == drive.gear()) continue;
        has_shifted = true;
        for (std::size_t w = 0; w < 4; ++w) CHECK(to_si(drive.wheel(w).drive_torque) == 0);
    }
    CHECK(has_shifted);
    CHECK(drive.gear() >= 2);
    drive.control({.brake = 1});
    drive.run(6);
    CHECK(drive.gear() == 1);
}

TEST_CASE("V25 Reverse, forward again, and a manual gear beyond the box") {
    Drive drive;
    drive.run(1);
    drive.control({.throttle = 0.5, .reverse = true});
    drive.run(2);
    CHECK(drive.gear() == -1);
    CHECK(drive.forward_speed() < -1);
    drive.control({.brake = 1});
    drive.run(3);
    CHECK(drive.gear() == 1);
    drive.control({.throttle = 1, .manual_gear_shift = true, .gear = 9});
    drive.run(0.1);
    CHECK(drive.gear() == 4);
    drive.run(3);
    CHECK(drive.gear() == 4);
}

TEST_CASE("T3 and B25: a manual gear that stays as it is does not oscillate") {
    Drive drive;
    drive.run(1);
    drive.control({.manual_gear_shift = true, .gear = -1});
    for (int i = 0; i < 10; ++i) {
        drive.step();
        CHECK(drive.gear() == -1);
        CHECK(drive.cars().vehicle_control(drive.id()).reverse);
        drive.control({.throttle = 0.01 * i, .manual_gear_shift = true, .gear = -1});
    }
    drive.control({.reverse = true, .manual_gear_shift = true, .gear = -1});
    drive.run(0.2);
    CHECK(drive.gear() == -1);
    drive.control({.reverse = false, .manual_gear_shift = true, .gear = 0});
    drive.step();
    CHECK(drive.gear() == 1);
    drive.step();
    CHECK(drive.gear() == 0);
}

TEST_CASE("B25 Reverse with full throttle at speed only brakes") {
    Drive drive;
    drive.launch(20);
    drive.control({.throttle = 1, .reverse = true});
    double v = drive.forward_speed();
    while (v > 0.5) {
        drive.step();
        CHECK(drive.forward_speed() <= v);
        v = drive.forward_speed();
    }
    CHECK(std::isfinite(v));
}

TEST_CASE("V30 Too much drive spins the wheels, no faster than allowed") {
    VehiclePhysicsControl p = quick_shifts();
    set_wheels(p, &WheelPhysicsControl::friction_force_multiplier, 0.2 / 0.6);
    Drive drive(p);
    drive.run(1);
    drive.control({.throttle = 1});
    drive.run(0.5);
    for (std::size_t i = 0; i < 4; ++i) {
        const double rolling = drive.forward_speed() / 0.3;
        CHECK(to_si(drive.wheel(i).omega) > rolling + 1);
        CHECK(to_si(drive.wheel(i).omega) <= rolling + 30.5);
        CHECK(drive.wheel(i).slipping);
    }
}

TEST_CASE("V32 Differentials share the torque") {
    struct Case {
        DifferentialType type;
        double front, rear;
    };
    for (const Case& c : {Case{DifferentialType::all_wheel_drive, 0.35, 0.15},
                          Case{DifferentialType::front_wheel_drive, 0.5, 0},
                          Case{DifferentialType::rear_wheel_drive, 0, 0.5}}) {
        VehiclePhysicsControl p = quick_shifts();
        p.differential_type = c.type;
        p.front_rear_split = 0.3;
        Drive drive(p);
        drive.run(1);
        drive.control({.throttle = 0.3, .manual_gear_shift = true, .gear = 1});
        drive.step();
        double sum = 0;
        for (std::size_t i = 0; i < 4; ++i) sum += to_si(drive.wheel(i).drive_torque);
        CHECK(sum == Approx(0.3 * 300 * 3 * 4 * 0.9).epsilon(1e-9));
        for (std::size_t i = 0; i < 4; ++i)
            CHECK(to_si(drive.wheel(i).drive_torque) / sum ==
                  Approx(i < 2 ? c.front : c.rear).margin(1e-12));
    }
    VehiclePhysicsControl p = quick_shifts();
    for (std::size_t i = 0; i < 3; ++i) p.wheels[i].affected_by_engine = false;
    Drive drive(p);
    drive.run(1);
    drive.control({.throttle = 0.3, .manual_gear_shift = true, .gear = 1});
    drive.step();
    for (std::size_t i = 0; i < 3; ++i) CHECK(to_si(drive.wheel(i).drive_torque) == 0);
    CHECK(to_si(drive.wheel(3).drive_torque) == Approx(0.3 * 300 * 12 * 0.9).epsilon(1e-9));
}

TEST_CASE("V33 Without a driven wheel full throttle does nothing") {
    VehiclePhysicsControl p = car_physics();
    set_wheels(p, &WheelPhysicsControl::affected_by_engine, false);
    Drive drive(p);
    drive.run(1);
    drive.control({.throttle = 1});
    drive.run(2);
    for (std::size_t i = 0; i < 4; ++i) CHECK(to_si(drive.wheel(i).drive_torque) == 0);
    CHECK(drive.speed() < 1e-6);
}

TEST_CASE("V34 Wheels in the air spin up and can be braked") {
    TrackOptions o;
    o.has_ground = false;
    o.gravity = {0, 0, 0};
    Drive drive(car_physics(), o);
    drive.control({.throttle = 1, .manual_gear_shift = true, .gear = 1});
    drive.run(0.2);
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK_FALSE(drive.wheel(i).in_contact);
        CHECK(to_si(drive.wheel(i).suspension_force) == 0);
        CHECK(to_si(drive.wheel(i).omega) > 1);
    }
    const Vector3<Length> centre = drive.cars().wheel_location(drive.worlds(), drive.id(), 0);
    CHECK(to_si(centre.z) - drive.z() == Approx(0.2).margin(1e-9));
    drive.control({.brake = 1});
    drive.run(1);
    for (std::size_t i = 0; i < 4; ++i) CHECK(to_si(drive.wheel(i).omega) == 0);
}

TEST_CASE("V35 The free engine revs up and down, up to its limit") {
    Drive drive;
    drive.run(1);
    const VehicleControl neutral{.throttle = 1, .manual_gear_shift = true, .gear = 0};
    const double idle = to_si(drive.telemetry().engine_rpm);
    drive.control(neutral);
    drive.step();
    CHECK(to_si(drive.telemetry().engine_rpm) - idle == Approx(300 * k_step).epsilon(1e-9));
    drive.run(5);
    CHECK(drive.rpm() == Approx(5000).epsilon(1e-9));
    drive.control({.manual_gear_shift = true, .gear = 0});
    const double before = to_si(drive.telemetry().engine_rpm);
    drive.step();
    CHECK(before - to_si(drive.telemetry().engine_rpm) ==
          Approx(600 * std::numbers::pi / 30 * k_step).epsilon(1e-9));
}

TEST_CASE("B32 In reverse the engine's limit is the car's") {
    VehiclePhysicsControl p = quick_shifts();
    p.drag_coefficient = 0;
    p.final_ratio = 1;
    p.reverse_gear_ratios = {10};
    Drive drive(p);
    drive.run(1);
    drive.control({.throttle = 1, .reverse = true});
    double fastest = 0;
    for (int i = 0; i < 1800; ++i) {
        drive.step();
        fastest = std::max(fastest, std::abs(drive.forward_speed()));
    }
    CHECK(fastest <= 5000 * std::numbers::pi / 30 / 10 * 0.3 * 1.01);
    CHECK(fastest > 15);
}

TEST_CASE("B33 Wheels turn as they roll, and spin ahead on ice") {
    Drive drive;
    drive.launch(10);
    drive.control({.manual_gear_shift = true, .gear = 0});
    drive.run(0.2);
    CHECK(to_si(drive.wheel(0).omega) == Approx(drive.forward_speed() / 0.3).epsilon(1e-3));
    drive.cars().set_velocity(drive.worlds(), drive.id(), {-3, 0, 0});
    drive.step();
    CHECK(to_si(drive.wheel(0).omega) == Approx(-10).epsilon(0.01));

    VehiclePhysicsControl p = quick_shifts();
    set_wheels(p, &WheelPhysicsControl::friction_force_multiplier, 0.01 / 0.6);
    p.differential_type = DifferentialType::rear_wheel_drive;
    Drive ice(p);
    ice.run(1);
    ice.control({.throttle = 1});
    ice.run(2);
    const double v = ice.forward_speed();
    for (std::size_t i = 2; i < 4; ++i) {
        CHECK(to_si(ice.wheel(i).omega) * 0.3 > v);
        CHECK(to_si(ice.wheel(i).omega) <= v / 0.3 + 30.01);
    }
    for (std::size_t i = 0; i < 2; ++i)
        CHECK(to_si(ice.wheel(i).omega) == Approx(v / 0.3).epsilon(1e-3));
}

TEST_CASE("B24 The first throttle acts at once") {
    Drive drive;
    drive.run(2);
    drive.control({.throttle = 1});
    drive.step();
    CHECK(drive.velocity().x > 0);
}

}  // namespace
}  // namespace lanewise::vehicle_cases
