/// The presets' figures obey what their builder promises.

#include <lanewise/physics/vehicle/records/curve.hpp>
#include <lanewise/physics/vehicle/records/json.hpp>
#include <lanewise/physics/vehicle/records/presets.hpp>
#include <lanewise/units/literals.hpp>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <set>
#include <string>
#include <vector>

#include "../shapes/refused.hpp"

using namespace lanewise;
using namespace lanewise::literals;

namespace {

constexpr double k_g = 9.8;

/// Height of the centre of mass: from the middle of the chassis box, which begins at the height of
/// the highest wheel's centre.
double mass_height(const VehiclePreset& preset) {
    double bottom = 0;
    for (const WheelPhysicsControl& wheel : preset.physics.wheels)
        bottom = std::max(bottom, to_si(wheel.offset.z));
    const double top = to_si(preset.box_centre.z + preset.box_half_extents.z);
    return (bottom + top) / 2 + to_si(preset.physics.center_of_mass.z);
}

double mass_forward(const VehiclePreset& preset) {
    return to_si(preset.box_centre.x + preset.physics.center_of_mass.x);
}

/// Mass that each wheel carries: the lever rule between the axles, equal parts on an axle.
std::vector<double> carried(const VehiclePreset& preset) {
    const auto& wheels = preset.physics.wheels;
    const double front = to_si(wheels.front().offset.x), rear = to_si(wheels.back().offset.x);
    const double front_share = (mass_forward(preset) - rear) / (front - rear);
    double front_wheels = 0;
    for (const WheelPhysicsControl& wheel : wheels) front_wheels += to_si(wheel.offset.x) == front;
    std::vector<double> masses;
    for (const WheelPhysicsControl& wheel : wheels) {
        const bool is_front = to_si(wheel.offset.x) == front;
        const double share =
            is_front ? front_share / front_wheels
                     : (1 - front_share) / (static_cast<double>(wheels.size()) - front_wheels);
        masses.push_back(share * to_si(preset.physics.mass));
    }
    return masses;
}

template <class Use>
void for_each_preset(const Use& use) {
    for (const VehiclePreset& preset : presets::all()) {
        INFO(preset.name);
        use(preset);
    }
}

}  // namespace

TEST_CASE("presets by name", "[vehicle_records]") {
    std::set<std::string> names;
    for_each_preset([&](const VehiclePreset& preset) {
        names.insert(preset.name);
        CHECK(presets::by_name(preset.name) == preset);
        CHECK_FALSE(preset.source.empty());
    });
    CHECK(names ==
          std::set<std::string>{"sedan", "suv", "van", "light_truck", "bus", "three_wheeler"});
    CHECK(test::refusal([] { return presets::by_name("tank"); }) ==
          "vehicle preset = tank: must be one of sedan, suv, van, light_truck, bus, "
          "three_wheeler");
    CHECK(presets::bus().physics.wheels.size() == 6);
    CHECK(presets::three_wheeler().physics.wheels.size() == 3);
}

TEST_CASE("presets are valid and survive JSON", "[vehicle_records]") {
    for_each_preset([](const VehiclePreset& preset) {
        CHECK_NOTHROW(require_valid(preset.physics));
        CHECK(vehicle_physics_from_json(to_json_text(preset.physics)) == preset.physics);
    });
}

TEST_CASE("presets rest with their origin on the ground", "[vehicle_records]") {
    for_each_preset([](const VehiclePreset& preset) {
        const std::vector<double> masses = carried(preset);
        double total = 0;
        for (std::size_t i = 0; i < masses.size(); ++i) {
            INFO("wheel " << i);
            const WheelPhysicsControl& wheel = preset.physics.wheels[i];
            const double rate = to_si(wheel.spring_rate);
            const double compression = (masses[i] * k_g - to_si(wheel.spring_preload)) / rate;
            const double drop = to_si(wheel.suspension_max_drop);
            const double travel = drop + to_si(wheel.suspension_max_raise);
            // z = r - (offset - drop + compression); preloads are whole newtons.
            const double z =
                to_si(wheel.wheel_radius) - (to_si(wheel.offset.z) - drop + compression);
            CHECK(std::fabs(z) < 0.51 / rate);
            CHECK(compression < 0.6 * travel);
            const double hertz = std::sqrt(rate / masses[i]) / (2 * std::numbers::pi);
            CHECK(hertz > 1.29);
            CHECK(hertz < 1.56);
            CHECK(wheel.suspension_axis == Vector3<Ratio>{0, 0, -1});
            total += masses[i];
        }
        CHECK(total == Approx(to_si(preset.physics.mass)).epsilon(1e-14));
    });
}

TEST_CASE("presets have wheels in order, left before right, mirrored", "[vehicle_records]") {
    for_each_preset([](const VehiclePreset& preset) {
        const auto& wheels = preset.physics.wheels;
        for (std::size_t i = 0; i < wheels.size(); ++i) {
            INFO("wheel " << i);
            const bool is_front = i < 2;
            CHECK((wheels[i].axle_type == AxleType::front) == is_front);
            CHECK((to_si(wheels[i].offset.x) > 0) == is_front);
            CHECK(wheels[i].affected_by_steering == is_front);
            CHECK(wheels[i].affected_by_handbrake == !is_front);
            CHECK(wheels[i].affected_by_brake);
            // The origin is in the middle between the axles.
            CHECK(to_si(wheels[i].offset.x) == (is_front ? 1 : -1) * to_si(wheels[0].offset.x));
            if (i % 2 == 1) {
                WheelPhysicsControl mirrored = wheels[i - 1];
                CHECK(to_si(mirrored.offset.y) < 0);
                mirrored.offset.y = -mirrored.offset.y;
                CHECK(mirrored == wheels[i]);
            }
        }
        if (wheels.size() % 2 == 1) {
            CHECK(to_si(wheels.back().offset.y) == 0);
            CHECK(wheels.back().rollbar_scaling == 0);
        }
    });
}

TEST_CASE("presets fit into their boxes", "[vehicle_records]") {
    for_each_preset([](const VehiclePreset& preset) {
        const Vector3<Length>& half = preset.box_half_extents;
        CHECK(preset.box_centre.z == half.z);
        for (const WheelPhysicsControl& wheel : preset.physics.wheels) {
            const double outer = std::fabs(to_si(wheel.offset.y)) + to_si(wheel.wheel_width) / 2;
            CHECK(outer <= to_si(half.y) + 0.01);
            CHECK(std::fabs(to_si(wheel.offset.x - preset.box_centre.x)) +
                      to_si(wheel.wheel_radius) <
                  to_si(half.x));
        }
        CHECK(mass_height(preset) > 0.3 * to_si(half.z));
        CHECK(mass_height(preset) < to_si(half.z));
    });
}

TEST_CASE("presets slide before they tip and understeer", "[vehicle_records]") {
    constexpr double k_asphalt = 0.9;
    for_each_preset([](const VehiclePreset& preset) {
        const auto& wheels = preset.physics.wheels;
        const std::vector<double> masses = carried(preset);
        // On a three-wheeler the axis of tipping leads from a front wheel to the rear one.
        double half_track = 1e9, front_share = 0, front_stiffness = 0, rear_stiffness = 0;
        for (std::size_t i = 0; i < wheels.size(); ++i) {
            if (i % 2 == 1 && (i < 2 || i == wheels.size() - 1 || wheels.size() == 4))
                half_track = std::min(half_track, to_si(wheels[i].offset.y));
            const bool is_front = wheels[i].axle_type == AxleType::front;
            (is_front ? front_stiffness : rear_stiffness) += to_si(wheels[i].cornering_stiffness);
            if (is_front) front_share += masses[i] / to_si(preset.physics.mass);
        }
        if (wheels.size() == 6) half_track = to_si(wheels[1].offset.y);
        if (wheels.size() == 3) half_track = to_si(wheels[1].offset.y) * front_share;
        const double grip = wheels[0].friction_force_multiplier * k_asphalt;
        CHECK(grip * mass_height(preset) < half_track);
        CHECK(front_share / front_stiffness > (1 - front_share) / rear_stiffness);
    });
}

TEST_CASE("presets change gear without hunting and can drive off", "[vehicle_records]") {
    for_each_preset([](const VehiclePreset& preset) {
        const VehiclePhysicsControl& p = preset.physics;
        const auto& gears = p.forward_gear_ratios;
        for (std::size_t i = 1; i < gears.size(); ++i) {
            INFO("gear " << i + 1);
            CHECK(gears[i] < gears[i - 1]);
            // After a change up the engine turns faster than where the box changes down.
            CHECK(p.change_up_rpm * (gears[i] / gears[i - 1]) > p.change_down_rpm);
        }
        CHECK(p.change_up_rpm < p.max_rpm);
        CHECK(p.change_down_rpm > p.idle_rpm);
        CHECK(peak(p.torque_curve) == p.max_torque);

        // First gear climbs a slope of 25 % from idle; the brakes lock the wheels on asphalt 0.6.
        const double idle = to_si(value_at(p.torque_curve, p.idle_rpm));
        const double radius = to_si(p.wheels.back().wheel_radius);
        const double force = idle * gears[0] * p.final_ratio * p.transmission_efficiency / radius;
        const double weight = to_si(p.mass) * k_g;
        CHECK(force > weight * 0.25);
        double brakes = 0, hand_brakes = 0;
        for (const WheelPhysicsControl& wheel : p.wheels) {
            const double r = to_si(wheel.wheel_radius);
            brakes += to_si(wheel.max_brake_torque) / r;
            if (wheel.affected_by_handbrake) hand_brakes += to_si(wheel.max_hand_brake_torque) / r;
        }
        CHECK(brakes > weight * 0.6 * p.wheels[0].friction_force_multiplier);
        CHECK(hand_brakes > weight * 0.25);
    });
}
