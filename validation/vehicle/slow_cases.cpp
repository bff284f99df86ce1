// What takes longer: a minute of standing in every state, and many random vehicles.

#include <catch2/catch.hpp>

#include <lanewise/physics/vehicle/records/presets.hpp>

#include <algorithm>

#include "random_cars.hpp"

namespace lanewise::vehicle_cases {
namespace {

TEST_CASE("Every preset stands for a minute in every state of its controls") {
    struct State {
        const char* name;
        VehicleControl control;
        double most_degrees;  // of a slope that it must stand on
    };
    const State states[] = {
        {"free", {}, 0},
        {"neutral", {.manual_gear_shift = true, .gear = 0}, 0},
        {"first gear", {.manual_gear_shift = true, .gear = 1}, 0},
        {"reverse", {.reverse = true}, 0},
        {"steered", {.steer = 1}, 0},
        {"brake", {.brake = 1}, 20},
        {"half brake, steered", {.steer = -0.5, .brake = 0.5}, 8},
        {"hand brake", {.hand_brake = true}, 8},
        {"all brakes", {.steer = 0.3, .brake = 1, .hand_brake = true}, 20},
    };
    for (const VehiclePreset& preset : presets::all())
        for (const State& state : states)
            for (const double degrees : {0.0, 3.0, 8.0, 20.0}) {
                if (degrees > state.most_degrees) continue;
                for (const double heading : {0.0, 180.0, 65.0}) {
                    TrackOptions o;
                    const double a = degrees * std::numbers::pi / 180;
                    o.friction = 0.9;
                    o.gravity = {-k_gravity * std::sin(a), 0, -k_gravity * std::cos(a)};
                    o.box = {preset.box_centre, preset.box_half_extents};
                    o.start = placed(0, 0, 0.02, heading);
                    Drive drive(preset.physics, o);
                    drive.control(state.control);
                    drive.run(6);
                    const Vec3 start = drive.body().pose().translation;
                    double fastest = 0;
                    for (int i = 0; i < 60 * 30; ++i) {
                        drive.step();
                        fastest = std::max(
                            {fastest, drive.speed(), norm(drive.body().angular_velocity())});
                    }
                    INFO(preset.name << ", " << state.name << ", " << degrees << " deg, heading "
                                     << heading);
                    CHECK(fastest < 1e-3);
                    CHECK(norm(drive.body().pose().translation - start) < 0.01);
                }
            }
}

TEST_CASE("Thousands of random vehicles for twenty seconds") {
    CHECK(faults_of(1000, 11000, 20) == "");
}

}  // namespace
}  // namespace lanewise::vehicle_cases
