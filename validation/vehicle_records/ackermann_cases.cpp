/// CARLA's Ackermann controller against values worked out by hand from its equations.

#include <lanewise/physics/vehicle/records/ackermann_controller.hpp>
#include <lanewise/units/literals.hpp>

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <random>

using namespace lanewise;
using namespace lanewise::literals;

namespace {

/// A controller that is told about a vehicle and asked at once.
struct Loop {
    AckermannController controller;
    VehicleControl control;

    explicit Loop(Angle max_steer = 1_rad) { controller.set_max_steer(max_steer); }

    void run(Velocity speed, Ratio applied_steer = 0, Duration dt = 0.1_s) {
        controller.update_state(speed, applied_steer, dt);
        controller.run(control);
    }
};

auto near(double value) {
    return Approx(value).epsilon(1e-14).margin(1e-15);
}

}  // namespace

TEST_CASE("V8: the PID controller", "[vehicle_records]") {
    PidController pid{.kp = 1, .ki = 0.5, .kd = 0.1, .set_point = 2};
    // 1 x 1 + 0.5 x 1 x 0.1 - 0.1 x 1 / 0.1
    CHECK(pid.run(1, 0.1) == near(0.05));
    // 1 + (0.05 + 0.05) - 0 is held at 1.
    CHECK(pid.run(1, 0.1) == 1);
    CHECK(pid.integral == near(0.1));
    pid.set_point = -50;
    CHECK(pid.run(1, 0.1) == -1);
    CHECK(pid.integral == -1);
    pid.reset();
    CHECK(pid.integral == 0);
    CHECK(pid.last_input == 0);
    CHECK(pid.set_point == -50);
}

TEST_CASE("V9: gains", "[vehicle_records]") {
    AckermannController controller;
    CHECK(controller.settings() == AckermannControllerSettings{0.15, 0, 0.25, 0.01, 0, 0.01});
    CHECK(controller.settings() == fresh_ackermann_settings);
    const AckermannControllerSettings gains{1, 2, 3, -4, 5, 6};
    controller.set_target({.speed = 7_m_per_s});
    controller.apply_settings(gains);
    CHECK(controller.settings() == gains);
    CHECK(controller.state().target_speed == 7);
    controller.reset();
    CHECK(controller.settings() == gains);
}

TEST_CASE("V10: from rest to 10 m/s", "[vehicle_records]") {
    Loop loop;
    loop.controller.set_target({.steer = 2_rad, .speed = 10_m_per_s});
    loop.run(0_m_per_s);
    // 0.15 x 10 is held at 1; 0.01 x 1.
    CHECK(loop.controller.state().control_acceleration == 1);
    CHECK(loop.control.throttle == near(0.01));
    CHECK(loop.control.brake == 0);
    CHECK_FALSE(loop.control.reverse);
    CHECK(loop.control.steer == 1);
    // A goes up to the limit of 3, since the target names none; a = 0 all the while.
    loop.run(0_m_per_s);
    loop.run(0_m_per_s);
    loop.run(0_m_per_s);
    CHECK(loop.controller.state().control_acceleration == 3);
    CHECK(loop.control.throttle == near(0.01 * (1 + 2 + 3 + 3)));
}

TEST_CASE("V11: full stop", "[vehicle_records]") {
    Loop loop;
    loop.controller.set_target({.speed = 0.05_m_per_s});
    loop.run(0.05_m_per_s);
    CHECK(loop.control.brake == 1);
    CHECK(loop.control.throttle == 0);
    loop.run(5_m_per_s);
    CHECK(loop.control.brake > 0);
    CHECK(loop.control.throttle == 0);
    // The kick of the derivative, -0.25 (5 - 0) / 0.1, is held at -1; so is the pedal.
    const double a = (4 * (0.05 / 0.1 / 5) + (5 - 0.05) / 0.1) / 5;
    CHECK(loop.controller.state().acceleration == near(a));
    CHECK(loop.controller.state().control_acceleration == -1);
    CHECK(0.01 * (1 + a) + 0.01 * a / 0.1 > 1);
    CHECK(loop.control.brake == 1);
}

TEST_CASE("full stop is strictly below 0.1 m/s", "[vehicle_records]") {
    Loop loop;
    loop.controller.set_target({.speed = 0.1_m_per_s});
    loop.run(0_m_per_s);
    CHECK(loop.control.brake == 0);
    CHECK(loop.control.throttle > 0);
}

TEST_CASE("V13: reverse, and braking to turn around", "[vehicle_records]") {
    Loop loop;
    loop.controller.set_target({.speed = -3_m_per_s});
    loop.run(0_m_per_s);
    CHECK(loop.control.reverse);
    CHECK(loop.control.throttle == near(0.01 * 0.15 * 3));
    CHECK(loop.control.brake == 0);

    loop.controller.set_target({.speed = 3_m_per_s});
    loop.run(-2_m_per_s);
    CHECK(loop.controller.state().target_speed == 0);
    CHECK(loop.control.reverse);
    CHECK(loop.control.brake > 0);
    CHECK(loop.control.throttle == 0);
    // Until the next target, even when it stands still.
    loop.run(0_m_per_s);
    CHECK_FALSE(loop.control.reverse);
    CHECK(loop.controller.state().target_speed == 0);
    loop.controller.set_target({.speed = 3_m_per_s});
    CHECK(loop.controller.state().target_speed == 3);

    loop.controller.reset();
    CHECK(loop.controller.state().reverse == 0);
    CHECK(loop.controller.state().control_acceleration == 0);
    CHECK(loop.controller.state().target_speed == 3);
}

TEST_CASE("steering at a given speed", "[vehicle_records]") {
    Loop loop(0.5_rad);
    // 0.2 x 0.5 rad +- 0.5 rad/s x 0.1 s, over 0.5 rad
    loop.controller.set_target({.steer = 0.4_rad, .steer_speed = -0.5_rad_per_s});
    loop.run(0_m_per_s, 0.2);
    CHECK(loop.control.steer == near(0.3));
    loop.controller.set_target({.steer = -0.4_rad, .steer_speed = 0.5_rad_per_s});
    loop.run(0_m_per_s, 0.2);
    CHECK(loop.control.steer == near(0.1));
    // Nearer than a step.
    loop.controller.set_target({.steer = 0.12_rad, .steer_speed = 0.5_rad_per_s});
    loop.run(0_m_per_s, 0.2);
    CHECK(loop.control.steer == near(0.24));
    // Slower than 0.001 rad/s is at once, and no farther than the wheels go.
    loop.controller.set_target({.steer = -3_rad, .steer_speed = 0.0009_rad_per_s});
    loop.run(0_m_per_s, 0.2);
    CHECK(loop.control.steer == -1);
}

TEST_CASE("the derivative kick of a moving car", "[vehicle_records]") {
    Loop loop;
    loop.controller.reset();
    loop.controller.set_target({.speed = 10_m_per_s, .acceleration = -0.5_m_per_s2});
    loop.run(1_m_per_s);
    CHECK(loop.controller.state().control_acceleration == -0.5);
    CHECK(loop.controller.state().acceleration == near(1 / 0.1 / 5));
    loop.run(1_m_per_s);
    CHECK(loop.controller.state().control_acceleration == 0.5);
    CHECK(loop.controller.state().acceleration == near(4 * 2. / 5));
}

TEST_CASE("limits of the acceleration target", "[vehicle_records]") {
    Loop loop;
    // Below 1e-4 m/s2 there is no target: -8 to 3.
    loop.controller.set_target({.speed = -99_m_per_s, .acceleration = 0.00009_m_per_s2});
    for (int i = 0; i < 12; ++i) loop.run(0_m_per_s);
    CHECK(loop.controller.state().control_acceleration == -8);
    loop.controller.set_target({.speed = -99_m_per_s, .acceleration = 0.0001_m_per_s2});
    loop.run(0_m_per_s);
    CHECK(loop.controller.state().control_acceleration == -0.0001);
    CHECK(loop.controller.state().control_pedal >= -1);
}

TEST_CASE("pedals saturate and the other fields of the control stay", "[vehicle_records]") {
    Loop loop;
    loop.control = {
        .throttle = 0.3, .steer = 0.2, .hand_brake = true, .manual_gear_shift = true, .gear = 4};
    loop.controller.set_target({.speed = 99_m_per_s});
    for (int i = 0; i < 100; ++i) loop.run(0_m_per_s);
    CHECK(loop.control.throttle == 1);
    CHECK(loop.control.steer == 0);
    CHECK(loop.control.hand_brake);
    CHECK(loop.control.manual_gear_shift);
    CHECK(loop.control.gear == 4);
}

TEST_CASE("wheels that cannot steer", "[vehicle_records]") {
    Loop loop(0_rad);
    loop.controller.set_target({.steer = 0.3_rad, .speed = 1_m_per_s});
    loop.run(0_m_per_s);
    CHECK(loop.control.steer == 0);
    CHECK(loop.control.throttle > 0);
}

TEST_CASE("reset keeps target, limits, the vehicle's steer and dt", "[vehicle_records]") {
    Loop loop(0.5_rad);
    loop.controller.set_target({.steer = 0.4_rad,
                                .steer_speed = 0.1_rad_per_s,
                                .speed = 5_m_per_s,
                                .acceleration = 2_m_per_s2,
                                .jerk = -3_m_per_s3});
    for (int i = 0; i < 5; ++i) loop.run(i * 1_m_per_s, 0.3, 0.05_s);
    loop.controller.reset();
    AckermannController::State expected;
    expected.user_speed = expected.target_speed = 5;
    expected.target_steer = 0.4;
    expected.target_steer_speed = 0.1;
    expected.target_acceleration = 2;
    expected.target_jerk = 3;
    expected.max_steer = 0.5;
    expected.dt = 0.05;
    expected.vehicle_steer = 0.3 * 0.5;
    AckermannController::State state = loop.controller.state();
    CHECK(state.speed_pid.set_point == 5);
    CHECK(state.accel_pid.set_point != 0);
    state.speed_pid.set_point = state.accel_pid.set_point = 0;
    CHECK(state == expected);
}

TEST_CASE("a copied controller goes on with the same bits", "[vehicle_records]") {
    Loop loop(0.6_rad);
    loop.controller.set_target(
        {.steer = 0.2_rad, .steer_speed = 0.3_rad_per_s, .speed = 8_m_per_s});
    std::mt19937 random(7);
    std::uniform_real_distribution<double> speeds(-2, 9);
    for (int i = 0; i < 20; ++i) loop.run(speeds(random) * 1_m_per_s, loop.control.steer);

    AckermannController::State bytes;
    std::memcpy(&bytes, &loop.controller.state(), sizeof bytes);
    Loop other(0_rad);
    other.controller.set_state(bytes);
    other.control = loop.control;
    for (int i = 0; i < 20; ++i) {
        const Velocity speed = speeds(random) * 1_m_per_s;
        loop.run(speed, loop.control.steer);
        other.run(speed, other.control.steer);
        REQUIRE(loop.control == other.control);
    }
    CHECK(loop.controller == other.controller);
}

TEST_CASE("outputs stay in range whatever the vehicle does", "[vehicle_records]") {
    Loop loop(0.7_rad);
    std::mt19937 random(11);
    std::uniform_real_distribution<double> unit(-1, 1);
    for (int i = 0; i < 20000; ++i) {
        if (i % 7 == 0)
            loop.controller.set_target({.steer = 2 * unit(random) * 1_rad,
                                        .steer_speed = 3 * unit(random) * 1_rad_per_s,
                                        .speed = 40 * unit(random) * 1_m_per_s,
                                        .acceleration = 5 * unit(random) * 1_m_per_s2});
        loop.run(60 * unit(random) * 1_m_per_s, unit(random), (0.051 + 0.05 * unit(random)) * 1_s);
        REQUIRE_NOTHROW(require_valid(loop.control));
        REQUIRE((loop.control.throttle == 0 || loop.control.brake == 0));
    }
}
