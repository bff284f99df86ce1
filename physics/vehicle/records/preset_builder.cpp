#include <lanewise/physics/vehicle/records/preset_builder.hpp>
#include <lanewise/units/literals.hpp>

#include <cmath>
#include <numbers>
#include <utility>

namespace lanewise::presets {
namespace {

using namespace literals;

constexpr Acceleration k_gravity = 9.8_m_per_s2;
/// The wheels rest in the middle of their travel.
constexpr Centimetres k_travel = 10_cm;

/// Sprung by `axle`, with its part of the vehicle's mass.
WheelPhysicsControl corner(const Axle& axle, AxleType type, Mass carried, Ratio grip) {
    WheelPhysicsControl wheel{.axle_type = type};
    wheel.wheel_radius = axle.radius;
    wheel.wheel_width = axle.width;
    wheel.wheel_mass = axle.wheel_mass;
    wheel.cornering_stiffness = axle.cornering;
    wheel.friction_force_multiplier = grip;
    wheel.side_slip_modifier = 0.9;
    wheel.abs_enabled = true;
    wheel.traction_control_enabled = true;
    wheel.suspension_max_raise = k_travel;
    wheel.suspension_max_drop = k_travel;
    wheel.suspension_damping_ratio = 0.4;
    wheel.wheel_load_ratio = 1;
    wheel.rollbar_scaling = type == AxleType::front ? 0.3 : 0.2;
    wheel.max_brake_torque = axle.brake;
    wheel.max_hand_brake_torque = axle.hand_brake;
    wheel.max_steer_angle = axle.steer;
    wheel.affected_by_steering = axle.steer > 0_deg;
    wheel.affected_by_handbrake = axle.hand_brake > 0_N_m;

    // k = m (2 pi f)^2, and a preload that carries the rest of the weight at half the travel.
    const double rate = 2 * std::numbers::pi * to_si(axle.ride);
    wheel.spring_rate = std::round(to_si(carried) * rate * rate / 100) * 1_N_per_cm;
    const Force preload = carried * k_gravity - wheel.spring_rate * k_travel;
    wheel.spring_preload = std::round(to_si(preload)) * 1_N;
    return wheel;
}

void add_axle(std::vector<WheelPhysicsControl>& wheels, const Axle& axle, AxleType type,
              Length forward, Mass carried, Ratio grip) {
    std::vector<Length> places;  // to the right
    const Length outer = axle.track / 2;
    if (!(axle.track > 0_m)) {
        places = {0_m};
    } else {
        places = {-outer, outer};
        const Length inner = outer - axle.twin_spacing;
        if (inner < outer) places.insert(places.end(), {-inner, inner});
    }
    WheelPhysicsControl wheel =
        corner(axle, type, carried / static_cast<double>(places.size()), grip);
    if (places.size() == 1) wheel.rollbar_scaling = 0;
    for (const Length right : places) {
        // The wheel's centre at rest is its radius above the ground.
        wheel.offset = {Centimetres{forward}, Centimetres{right}, axle.radius};
        wheels.push_back(wheel);
    }
}

}  // namespace

VehiclePreset built(std::string name, std::string source, VehiclePhysicsControl physics,
                    const Figures& f) {
    const Length half = f.wheelbase / 2;
    add_axle(physics.wheels, f.front, AxleType::front, half, physics.mass * f.front_share, f.grip);
    add_axle(physics.wheels, f.rear, AxleType::rear, -half, physics.mass * (1 - f.front_share),
             f.grip);

    const Length box_middle = half + f.front_overhang - f.length / 2;
    const Length highest_wheel =
        Length{f.rear.radius > f.front.radius ? f.rear.radius : f.front.radius};
    // From the middle of the chassis box, which begins at the height of the wheels' centres.
    const Length chassis_middle = (highest_wheel + f.height) / 2;
    physics.center_of_mass = {(2 * f.front_share - 1) * half - box_middle, 0_m,
                              f.mass_height - chassis_middle};
    physics.chassis_width = Centimetres{f.width};
    physics.chassis_height = Centimetres{f.height};
    physics.downforce_coefficient = 0;
    physics.steering_curve = {
        {0_km_per_h, 1}, {20_km_per_h, 0.9}, {60_km_per_h, 0.8}, {120_km_per_h, 0.7}};
    return {.name = std::move(name),
            .physics = std::move(physics),
            .box_centre = {box_middle, 0_m, f.height / 2},
            .box_half_extents = {f.length / 2, f.width / 2, f.height / 2},
            .source = std::move(source)};
}

}  // namespace lanewise::presets
