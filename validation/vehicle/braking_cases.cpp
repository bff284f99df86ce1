// Brakes, drag, speed: along the car.

#include <catch2/catch.hpp>

#include "car.hpp"

namespace lanewise::vehicle_cases {
namespace {

/// No drag, no downforce, no engine braking.
VehiclePhysicsControl plain_physics() {
    VehiclePhysicsControl p = car_physics();
    p.drag_coefficient = 0;
    p.downforce_coefficient = 0;
    p.brake_effect = 0_N_m;
    return p;
}

VehicleControl neutral(double brake = 0) {
    return {.brake = brake, .manual_gear_shift = true, .gear = 0};
}

TEST_CASE("V17 Brakes below the grip stop with their torque") {
    VehiclePhysicsControl p = plain_physics();
    set_wheels(p, &WheelPhysicsControl::max_brake_torque, 600.0_N_m);
    Drive drive(p);
    drive.launch(20);
    drive.control({.brake = 1});
    const double start = drive.x();
    while (drive.forward_speed() > 10) drive.step();
    const double v = drive.forward_speed();
    CHECK(to_si(drive.wheel(0).omega) == Approx(v / 0.3).epsilon(2e-3));  // the body pitches
    drive.way_to_stop();
    // a = 4 T / r / m, and the step's end speed moves it: d = v^2 / 2a - v h / 2.
    const double a = 4 * 600 / 0.3 / 1000;
    CHECK(drive.x() - start == Approx(400 / (2 * a) - 20 * k_step / 2).margin(0.02));
}

TEST_CASE("V18 Brakes beyond the grip lock the wheels, which slide") {
    VehiclePhysicsControl p = plain_physics();
    set_wheels(p, &WheelPhysicsControl::max_brake_torque, 3000.0_N_m);
    set_wheels(p, &WheelPhysicsControl::friction_force_multiplier, 0.5 / 0.6);
    set_wheels(p, &WheelPhysicsControl::wheel_load_ratio, 0.0);
    Drive drive(p);
    drive.launch(20);
    drive.control({.brake = 1});
    const double start = drive.x();
    drive.step();
    drive.step();
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(to_si(drive.wheel(i).omega) == 0);
        CHECK(drive.wheel(i).locked);
    }
    drive.way_to_stop();
    CHECK(drive.x() - start == Approx(400 / (2 * 0.5 * k_gravity) - 20 * k_step / 2).margin(0.05));
}

TEST_CASE("V22 Drag sets the top speed") {
    VehiclePhysicsControl p = car_physics();
    p.drag_coefficient = 3;
    p.gear_change_time = 0_s;
    p.downforce_coefficient = 0;
    Drive drive(p);
    drive.launch(26);
    drive.control({.throttle = 1, .manual_gear_shift = true, .gear = 4});
    drive.run(60);
    // 300 N m * ratio 1 * 4 * 0.9 / 0.3 m = 3600 N = 1/2 rho Cd A v^2
    CHECK(drive.forward_speed() == Approx(std::sqrt(3600 / (0.5 * 1.225 * 3 * 2.52))).margin(0.01));
}

TEST_CASE("B22 A light brake stops at the same place for any step") {
    for (const double h : {0.005, 0.02, 0.045}) {
        Drive drive(plain_physics());
        drive.launch(2);
        drive.control(neutral(0.01));
        const double start = drive.time();
        // 15 N m at four wheels of 0.3 m: 200 N, so v = 2 - 0.2 t.
        const double way = drive.way_to_stop(0.01, h, 20);
        INFO("step " << h);
        CHECK(drive.time() - start == Approx(10).epsilon(0.01));
        CHECK(way == Approx(10).epsilon(0.01));
    }
}

TEST_CASE("B23 Brakes beat the engine") {
    Drive drive;
    drive.launch(10);
    drive.control({.throttle = 1, .brake = 1});
    double v = drive.forward_speed();
    while (v > 0.05) {
        drive.step();
        CHECK(drive.forward_speed() < v);
        v = drive.forward_speed();
    }
    drive.run(3);
    CHECK(std::abs(drive.forward_speed()) < 0.01);
}

TEST_CASE("B14 Friction set on one car leaves the other alone") {
    const auto way = [](double friction_a, double friction_b, std::uint64_t& bits) {
        PhysicsWorld world;
        PhysicsWorld* pointer = &world;
        const VehicleSystem::Worlds worlds{&pointer, 1};
        world.add_body({.shape = Shape::box({5000, 5000, 1}, {}, {.friction = 1}),
                        .kind = BodyKind::static_body,
                        .pose = {{}, {0, 0, -1}}});
        VehicleSystem cars;
        std::vector<VehicleId> ids;
        for (const double friction : {friction_a, friction_b}) {
            VehiclePhysicsControl p = plain_physics();
            set_wheels(p, &WheelPhysicsControl::friction_force_multiplier, friction);
            set_wheels(p, &WheelPhysicsControl::max_brake_torque, 9000.0_N_m);
            const double y = 50.0 * static_cast<double>(ids.size());
            ids.push_back(cars.add_vehicle(worlds, 0, placed(0, y, 0.005), car_box(), p));
        }
        const auto step = [&] {
            cars.update(worlds, k_step, 1);
            world.step(k_step);
        };
        for (int i = 0; i < 30; ++i) step();
        std::vector<double> starts, ways(2, 0);
        for (const VehicleId id : ids) {
            cars.set_velocity(worlds, id, {20, 0, 0});
            cars.apply_vehicle_control(id, neutral(1));
            starts.push_back(cars.transform(worlds, id).translation.x);
        }
        for (int i = 0; i < 40 * 30; ++i) step();
        for (std::size_t k = 0; k < 2; ++k)
            ways[k] = cars.transform(worlds, ids[k]).translation.x - starts[k];
        StateBits hash;
        hash.add(cars.transform(worlds, ids[1]).translation.x);
        hash.add(cars.transform(worlds, ids[1]).translation.z);
        bits = hash.value;
        return ways;
    };
    std::uint64_t bits = 0, bits_alike = 0;
    const std::vector<double> ways = way(0.06, 0.6, bits);
    way(0.6, 0.6, bits_alike);
    CHECK(ways[0] == Approx(400 / (2 * 0.06 * k_gravity)).epsilon(0.02));
    CHECK(ways[1] == Approx(400 / (2 * 0.6 * k_gravity)).epsilon(0.02));
    CHECK(bits == bits_alike);
}

TEST_CASE("B19 A free-rolling car is slowed by its drag alone") {
    VehiclePhysicsControl p = plain_physics();
    p.drag_coefficient = 0.5;
    p.drag_area = 2_m2;
    Drive drive(p);
    drive.launch(30);
    drive.control(neutral());
    drive.run(0.2);
    const double v = drive.forward_speed();
    drive.step();
    const double a = (v - drive.forward_speed()) / k_step;
    CHECK(a == Approx(0.5 * 1.225 * 0.5 * 2 * v * v / 1000).epsilon(1e-3));
}

TEST_CASE("V41 A car thrown sideways skids to a stop") {
    Drive drive;
    drive.run(1);
    drive.cars().set_velocity(drive.worlds(), drive.id(), {0, 8, 0});
    drive.step();
    CHECK(drive.wheel(0).skidding);
    drive.run(3);
    CHECK_FALSE(drive.wheel(0).skidding);
    CHECK(drive.velocity().y == Approx(0).margin(1e-3));
}

}  // namespace
}  // namespace lanewise::vehicle_cases
