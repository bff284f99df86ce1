// Steering, the Ackermann controller, telemetry, rollover.

#include <catch2/catch.hpp>

#include "car.hpp"

namespace lanewise::vehicle_cases {
namespace {

TEST_CASE("V28 The Ackermann controller reaches its speed and stops") {
    Drive drive;
    drive.run(1);
    drive.ackermann({.speed = 10_m_per_s});
    CHECK(drive.cars().is_ackermann_active(drive.id()));
    drive.run(25);
    CHECK(drive.forward_speed() == Approx(10).margin(0.3));
    drive.ackermann({.speed = 0_m_per_s});
    drive.run(15);
    CHECK(drive.forward_speed() == Approx(0).margin(0.1));
    drive.control({});
    CHECK_FALSE(drive.cars().is_ackermann_active(drive.id()));
}

TEST_CASE("B24 The Ackermann controller holds a speed without stutter") {
    Drive drive;
    drive.run(1);
    drive.ackermann({.speed = 5_m_per_s});
    for (int i = 0; i < 900; ++i) {
        drive.step();
        const VehicleControl c = drive.cars().vehicle_control(drive.id());
        CHECK_FALSE((c.throttle > 0 && c.brake > 0));
        if (i > 300) CHECK(drive.forward_speed() == Approx(5).margin(0.1));
    }
}

TEST_CASE("B35 The Ackermann controller turns round to a negative speed") {
    Drive drive;
    drive.launch(5);
    int signs = 0;
    double last = drive.forward_speed();
    for (int i = 0; i < 900; ++i) {
        drive.ackermann({.speed = -3_m_per_s});
        drive.step(1.0 / 60);
        const double v = drive.forward_speed();
        if (std::abs(v) > 0.05 && v * last < 0) ++signs;
        if (std::abs(v) > 0.05) last = v;
    }
    CHECK(drive.forward_speed() == Approx(-3).margin(0.1));
    CHECK(signs == 1);
}

TEST_CASE("V29 Telemetry tells speed, pedals, spins and slip") {
    Drive drive;
    drive.launch(10);
    drive.control({.throttle = 0.3});
    drive.run(0.5);
    const VehicleTelemetryData t = drive.telemetry();
    REQUIRE(t.wheels.size() == 4);
    CHECK(t.throttle == 0.3);
    CHECK(t.engine_rpm.value() > 0);
    for (const WheelTelemetryData& w : t.wheels) {
        CHECK(to_si(w.omega) == Approx(drive.forward_speed() / 0.3).margin(0.5));
        CHECK(w.lat_slip.value() == Approx(0).margin(0.01));
        const double size = std::hypot(to_si(w.long_force), to_si(w.lat_force));
        CHECK(size <= to_si(w.friction_limit) * (1 + 1e-12));
    }
}

TEST_CASE("B36 Steer angle, yaw rate and radius are those of the geometry") {
    VehiclePhysicsControl p = car_physics();
    p.steering_curve = {{0_km_per_h, 1}};
    set_wheels(p, &WheelPhysicsControl::max_steer_angle, 30_deg);
    p.drag_coefficient = 0;
    p.brake_effect = 0_N_m;
    set_wheels(p, &WheelPhysicsControl::friction_force_multiplier, 2 / 0.6);
    set_wheels(p, &WheelPhysicsControl::cornering_stiffness, 5000_N_per_deg);
    Drive drive(p);
    drive.launch(3);
    drive.control({.steer = 0.5, .manual_gear_shift = true, .gear = 0});
    drive.run(1.5);
    CHECK(drive.wheel(0).steer_angle.value() == Approx(15).epsilon(1e-12));
    CHECK(drive.wheel(2).steer_angle.value() == 0);
    const double v = drive.forward_speed(), delta = 15 * std::numbers::pi / 180;
    CHECK(drive.yaw_rate() == Approx(v * std::tan(delta) / 2.8).epsilon(0.03));

    VehiclePhysicsControl curve = car_physics();
    for (const auto& [kmh, share] : {std::pair{5.0, 0.75}, {10.0, 0.5}, {40.0, 0.5}}) {
        Drive other(curve);
        other.launch(kmh / 3.6);
        other.control({.steer = 0.1, .manual_gear_shift = true, .gear = 0});
        const double before = other.forward_speed();
        other.step();
        CHECK(other.wheel(0).steer_angle.value() ==
              Approx(0.1 * 70 * (before > 10 / 3.6 ? 0.5 : 1 - 0.5 * before * 3.6 / 10)));
        CHECK(other.wheel(0).steer_angle.value() / 7 == Approx(share).epsilon(0.01));
    }
}

TEST_CASE("V36 A car that rolls over is damped, and fails after five seconds") {
    for (const double side : {1.0, -1.0}) {
        TrackOptions o;
        o.has_ground = false;
        o.gravity = {0, 0, 0};
        o.start = {rotation_from_carla({0, 0, side * 165}), {0, 0, 10}};
        Drive drive(car_physics(), o);
        // About the roll axis, so that the roll stays beyond every stage.
        drive.cars().set_angular_velocity(drive.worlds(), drive.id(), {0, 0, 1});
        const double h = 1e-3;
        for (int i = 0; i < 4; ++i) drive.step(h);
        CHECK(drive.yaw_rate() == Approx(std::pow(0.65, 4)).epsilon(1e-4));
        CHECK(drive.cars().failure_state(drive.id()) == VehicleFailureState::none);
        drive.cars().set_angular_velocity(drive.worlds(), drive.id(), {0, 0, 0});
        for (int i = 0; i < 155; ++i) drive.step();
        CHECK(drive.cars().failure_state(drive.id()) == VehicleFailureState::rollover);
        drive.cars().set_transform(drive.worlds(), drive.id(), placed(0, 0, 10));
        drive.step();
        CHECK(drive.cars().failure_state(drive.id()) == VehicleFailureState::none);
    }
}

TEST_CASE("V40 Bad vehicles, boxes and controls are refused, and nothing changes") {
    Drive drive;
    const std::size_t bodies = drive.world().size();
    const auto add = [&](const BoundingBox& box, const VehiclePhysicsControl& p) {
        drive.cars().add_vehicle(drive.worlds(), 0, placed(20, 0, 0), box, p);
    };
    BoundingBox low = car_box();
    low.location.z = 0.1_m;
    low.extent.z = 0.1_m;
    CHECK_THROWS_AS(add(low, car_physics()), Error);
    VehiclePhysicsControl light = car_physics();
    light.mass = -1_kg;
    CHECK_THROWS_AS(add(car_box(), light), Error);
    VehiclePhysicsControl many = car_physics();
    many.wheels.resize(17, many.wheels[0]);
    CHECK_THROWS_AS(add(car_box(), many), Error);
    CHECK_THROWS_AS(drive.control({.throttle = 2}), Error);
    CHECK_THROWS_AS(drive.control({.steer = std::nan("")}), Error);
    CHECK_THROWS_AS(drive.ackermann({.speed = Velocity::from_value(std::nan(""))}), Error);
    CHECK(drive.world().size() == bodies);
    CHECK(drive.cars().size() == 1);
}

TEST_CASE("B18 Ids of nothing are refused by every function") {
    Drive drive;
    const VehicleId removed =
        drive.cars().add_vehicle(drive.worlds(), 0, placed(20, 0, 0.05), car_box(), car_physics());
    drive.cars().remove(drive.worlds(), removed);
    CHECK_FALSE(drive.cars().contains(removed));
    for (const VehicleId id : {removed, VehicleId{}, VehicleId{7, 1}}) {
        CHECK_THROWS_AS(drive.cars().telemetry(drive.worlds(), id), Error);
        CHECK_THROWS_AS(drive.cars().vehicle_control(id), Error);
        CHECK_THROWS_AS(drive.cars().physics_control(id), Error);
        CHECK_THROWS_AS(drive.cars().apply_vehicle_control(id, {}), Error);
        CHECK_THROWS_AS(drive.cars().remove(drive.worlds(), id), Error);
        CHECK_THROWS_AS(drive.cars().set_velocity(drive.worlds(), id, {}), Error);
    }
    // A place that is used again is another vehicle's.
    const VehicleId again =
        drive.cars().add_vehicle(drive.worlds(), 0, placed(20, 0, 0.05), car_box(), car_physics());
    CHECK(again.index == removed.index);
    CHECK_FALSE(drive.cars().contains(removed));
    // A chassis that is taken away by itself.
    drive.world().remove(drive.cars().body_of(again));
    CHECK_THROWS_AS(drive.cars().telemetry(drive.worlds(), again), Error);
    CHECK_THROWS_AS(drive.cars().update(drive.worlds(), k_step), Error);
    drive.cars().remove(drive.worlds(), again);
    drive.step();
    // A chassis that is not dynamic is not pushed.
    drive.body().set_kind(BodyKind::kinematic);
    drive.step();
    CHECK(drive.telemetry().wheels.size() == 4);
}

TEST_CASE("B16 Writing back what was read changes nothing") {
    Drive drive, twin;
    for (Drive* one : {&drive, &twin}) {
        one->launch(15);
        one->control({.throttle = 0.4, .steer = 0.1});
    }
    for (int i = 0; i < 200; ++i) {
        drive.cars().apply_physics_control(drive.worlds(), drive.id(),
                                           drive.cars().physics_control(drive.id()));
        drive.step();
        twin.step();
    }
    CHECK(drive.world().state_hash() == twin.world().state_hash());
    CHECK(drive.telemetry() == twin.telemetry());
}

TEST_CASE("B30 Tiny numbers in place of zeros change nothing that matters") {
    double expected = 0;
    for (const double heading : {0.0, 90.0, 180.0, 1e-9})
        for (const double sideways : {0.0, -0.0, 1e-300, 1e-12, 1e-9}) {
            TrackOptions o;
            o.start = placed(0, 0, 0.004, heading);
            Drive drive(car_physics(), o);
            drive.run(1);
            const Vec3 left = rotate(o.start.rotation, {0, 1, 0});
            drive.cars().set_velocity(drive.worlds(), drive.id(), sideways * left);
            drive.control({.throttle = 0.5, .manual_gear_shift = true, .gear = 1});
            drive.step();
            if (expected == 0) expected = drive.forward_speed();
            INFO("heading " << heading << " sideways " << sideways);
            CHECK(drive.forward_speed() == Approx(expected).epsilon(1e-6));
        }
    CHECK(expected > 0);
}

// Tires so soft that each force has one right value. With stiffer ones than a step can use, wheels
// of one axle can share the work in many ways, and the order of the solve picks one.
TEST_CASE("Left and right mirror each other") {
    for (const double steer : {0.02, 0.1, 0.2}) {
        VehiclePhysicsControl p = car_physics();
        set_wheels(p, &WheelPhysicsControl::cornering_stiffness, 200_N_per_deg);
        Drive right(p), left(p);
        for (Drive* one : {&right, &left}) one->launch(12);
        right.control({.throttle = 0.5, .steer = steer});
        left.control({.throttle = 0.5, .steer = -steer});
        for (int i = 0; i < 90; ++i) {
            right.step();
            left.step();
        }
        const Vec3 a = right.body().pose().translation, b = left.body().pose().translation;
        CHECK(a.x == Approx(b.x).margin(1e-7));
        CHECK(a.y == Approx(-b.y).margin(1e-7));
        CHECK(std::abs(a.y) > 0.1);
        CHECK(right.yaw_rate() == Approx(-left.yaw_rate()).margin(1e-7));
    }
}

}  // namespace
}  // namespace lanewise::vehicle_cases
