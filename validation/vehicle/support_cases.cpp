// Suspension at any step, and grounds that move.

#include <catch2/catch.hpp>

#include "car.hpp"

namespace lanewise::vehicle_cases {
namespace {

TEST_CASE("B37 Rest height does not depend on the step, and bounces only die down") {
    for (const double ratio : {0.1, 0.5, 1.0, 5.0, 20.0})
        for (const double h : {1.0 / 20, 1.0 / 30, 1.0 / 60, 1.0 / 240}) {
            VehiclePhysicsControl p = car_physics();
            set_wheels(p, &WheelPhysicsControl::suspension_damping_ratio, ratio);
            TrackOptions o;
            o.start = placed(0, 0, 0.2);
            Drive drive(p, o);
            double peak = drive.z(), before = drive.z(), way = 0;
            bool rises = false;
            // Overdamped springs creep: c / k is 4 s at a ratio of 20.
            const double seconds = ratio > 10 ? 50 : 15;
            for (double time = 0; time < seconds; time += h) {
                drive.step(h);
                const bool now_rises = drive.z() > before;
                if (rises && !now_rises) {
                    INFO("ratio " << ratio << " step " << h);
                    CHECK(before <= peak + 1e-12);
                    peak = before;
                }
                rises = now_rises;
                way = drive.z() - before;
                before = drive.z();
            }
            INFO("ratio " << ratio << " step " << h);
            CHECK(drive.z() == Approx(0.004).margin(1e-3));
            CHECK(std::abs(way) < 1e-3 * h);
        }
}

/// A platform of 200 kg or a moving one, 8 m long, its top at z = 0.
BodyOptions platform(BodyKind kind, const Vec3& velocity) {
    return {.shape = Shape::box({4, 4, 0.2}, {}, {.friction = 1}),
            .kind = kind,
            .pose = {{}, {0, 0, -0.2}},
            .linear_velocity = velocity,
            .mass = 200};
}

TEST_CASE("M1 Full brakes do nothing to a car that moves with its ground") {
    for (const BodyKind kind : {BodyKind::dynamic, BodyKind::kinematic})
        for (const double v : {0.0, 10.0, -10.0}) {
            VehiclePhysicsControl p = car_physics();
            p.drag_coefficient = 0;
            p.downforce_coefficient = 0;
            set_wheels(p, &WheelPhysicsControl::wheel_load_ratio, 1.0);
            TrackOptions o;
            o.has_ground = false;
            o.gravity = {0, 0, 0};
            o.start = placed(0, 0, 0.05);
            Drive drive(p, o);
            drive.world().add_body(platform(kind, {v, 0, 0}));
            drive.cars().set_velocity(drive.worlds(), drive.id(), {v, 0, 0});
            drive.control({.brake = 1});
            drive.cars().update(drive.worlds(), 0.01, 1);
            CHECK(drive.body().force().x == Approx(0).margin(1e-9));
            for (std::size_t i = 0; i < 4; ++i) {
                CHECK(drive.wheel(i).in_contact);
                CHECK(to_si(drive.wheel(i).omega) == Approx(0).margin(1e-12));
                CHECK(drive.wheel(i).lat_slip.value() == Approx(0).margin(1e-3));
                CHECK(drive.wheel(i).long_slip == Approx(0).margin(1e-12));
            }
        }
}

TEST_CASE("M13 Wheels on a moving slab and wheels in the air") {
    VehiclePhysicsControl p = car_physics();
    p.drag_coefficient = 0;
    p.downforce_coefficient = 0;
    p.center_of_mass.y = -0.8_m;  // over the wheels that touch
    TrackOptions o;
    o.has_ground = false;
    o.gravity = {0, 0, 0};
    Drive drive(p, o);
    const BodyId slab =
        drive.world().add_body({.shape = Shape::box({4, 0.4, 0.2}, {}, {.friction = 1}),
                                .kind = BodyKind::kinematic,
                                .pose = {{}, {0, -0.8, -0.2}},
                                .linear_velocity = {10, 0, 0}});
    drive.cars().set_velocity(drive.worlds(), drive.id(), {10, 0, 0});
    drive.control({.brake = 1});
    drive.cars().update(drive.worlds(), 0.01, 1);
    for (std::size_t i = 0; i < 4; ++i) CHECK(drive.wheel(i).in_contact == (i % 2 == 0));
    CHECK(drive.body().force().x == Approx(0).margin(1e-9));
    CHECK(to_si(drive.wheel(0).omega) == Approx(0).margin(1e-12));
    CHECK(norm(drive.world().body(slab).force()) == 0);
}

TEST_CASE("A car and a platform in space keep their momentum") {
    VehiclePhysicsControl p = car_physics();
    p.drag_coefficient = 0;
    p.downforce_coefficient = 0;
    TrackOptions o;
    o.has_ground = false;
    o.gravity = {0, 0, 0};
    Drive drive(p, o);
    const BodyId id = drive.world().add_body(platform(BodyKind::dynamic, {0, 0, 0}));
    drive.cars().set_velocity(drive.worlds(), drive.id(), {2, 0.3, 0});
    drive.control({.steer = 0.2, .brake = 1});
    const auto momentum_of = [](const Body& body) {
        const Vec3 linear = body.linear_momentum();
        return std::pair{linear,
                         cross(body.world_centre_of_mass(), linear) + body.angular_momentum()};
    };
    const auto total = [&] {
        const auto [car, car_turn] = momentum_of(drive.body());
        const auto [ground, ground_turn] = momentum_of(drive.world().body(id));
        return std::pair{car + ground, car_turn + ground_turn};
    };
    const auto [linear, angular] = total();
    for (int i = 0; i < 100; ++i) {
        drive.step(0.01);
        const auto [now_linear, now_angular] = total();
        CHECK(norm(now_linear - linear) < 1e-11 * norm(linear));
        CHECK(norm(now_angular - angular) < 1e-11 * norm(angular));
    }
}

TEST_CASE("A plate that lies on the ground carries a car at the right height") {
    Drive drive;
    drive.world().add_body({.shape = Shape::box({4, 4, 0.1}, {}, {.friction = 1}),
                            .pose = {{}, {0, 0, 0.1}},
                            .mass = 200});
    drive.cars().set_transform(drive.worlds(), drive.id(), placed(0, 0, 0.21));
    drive.run(4);
    CHECK(drive.z() == Approx(0.204).margin(6e-3));
    CHECK(drive.speed() < 1e-3);
    for (std::size_t i = 0; i < 4; ++i)
        CHECK(to_si(drive.wheel(i).suspension_force) == Approx(2450).epsilon(0.01));
}

TEST_CASE("B39 A wheel that rolls over a small box is not thrown up") {
    Drive drive;
    drive.world().add_body(
        {.shape = Shape::box({0.05, 0.05, 0.05}), .pose = {{}, {3, 0.8, 0.05}}, .mass = 1});
    drive.launch(2);
    drive.control({.manual_gear_shift = true, .gear = 0});
    double fastest = 0, lowest = 1;
    for (int i = 0; i < 90; ++i) {
        drive.step();
        fastest = std::max(fastest, std::abs(drive.velocity().z));
        lowest = std::min(lowest, drive.z());
    }
    CHECK(fastest < 1);
    CHECK(lowest > -0.1);
    CHECK(drive.x() > 3);
}

TEST_CASE("A wheel that spins in the air gives its spin to the ground when it lands") {
    VehiclePhysicsControl p = car_physics();
    p.drag_coefficient = 0;
    TrackOptions o;
    o.start = placed(0, 0, 0.5);
    Drive drive(p, o);
    drive.control({.throttle = 1, .manual_gear_shift = true, .gear = 1});
    drive.run(0.1);
    const double spin = to_si(drive.wheel(0).omega);
    CHECK(spin > 5);
    drive.control({.manual_gear_shift = true, .gear = 0});
    drive.run(2);
    // Four wheels of 30 kg r^2 / 2 give up their spin: m v = 4 I (w - v / r) / r.
    const double inertia = 0.5 * 30 * 0.09;
    const double expected = 4 * inertia * spin / 0.3 / 1000;
    CHECK(drive.forward_speed() == Approx(expected).epsilon(0.05));
}

}  // namespace
}  // namespace lanewise::vehicle_cases
