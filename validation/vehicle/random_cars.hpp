#pragma once

#include "../geometry/close.hpp"
#include "car.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace lanewise::vehicle_cases {

/// A vehicle whose every number is drawn; its springs can carry it.
inline VehiclePhysicsControl random_physics(test::Random& random) {
    VehiclePhysicsControl p;
    const auto flag = [&] { return random.below(2) == 1; };
    const std::size_t wheels = 1 + random.below(8);
    const double mass = std::exp(random.between(std::log(300), std::log(20000)));
    p.mass = Mass::from_value(mass);
    p.max_torque = Torque::from_value(random.between(50, 2000));
    p.brake_effect = Torque::from_value(random.between(0, 300));
    p.max_rpm = RevolutionsPerMinute::from_value(random.between(2000, 9000));
    p.idle_rpm = RevolutionsPerMinute::from_value(random.between(0, 900));
    p.change_up_rpm = 0.9 * p.max_rpm;
    p.change_down_rpm = 0.3 * p.max_rpm;
    p.rev_up_moi = MomentOfInertia::from_value(random.between(0.05, 5));
    p.gear_change_time = Duration::from_value(flag() ? 0 : random.between(0, 1));
    p.differential_type = static_cast<DifferentialType>(random.below(4));
    p.front_rear_split = random.between(0, 1);
    p.use_automatic_gears = flag();
    p.forward_gear_ratios = {4, 2.5, 1.5, 1, 0.8};
    p.center_of_mass = {Length::from_value(random.between(-0.3, 0.3)),
                        Length::from_value(random.between(-0.1, 0.1)),
                        Length::from_value(random.between(-0.3, 0.2))};
    p.inertia_tensor_scale = {random.between(0.5, 2), random.between(0.5, 2),
                              random.between(0.5, 2)};
    for (std::size_t i = 0; i < wheels; ++i) {
        WheelPhysicsControl w;
        const bool is_front = 2 * i < wheels;
        w.axle_type = is_front ? AxleType::front : AxleType::rear;
        const double along = wheels < 3 ? (is_front ? 1.2 : -1.2)
                                        : 1.6 - 3.2 * static_cast<double>(i / 2) /
                                                    static_cast<double>((wheels - 1) / 2);
        const double across = wheels < 3 || (wheels % 2 == 1 && i + 1 == wheels) ? 0
                              : i % 2 == 0                                       ? -0.8
                                                                                 : 0.8;
        const double radius = random.between(20, 60);
        w.offset = {Centimetres::from_value(100 * along), Centimetres::from_value(100 * across),
                    Centimetres::from_value(radius)};
        w.wheel_radius = Centimetres::from_value(radius);
        w.wheel_mass = Mass::from_value(random.between(5, 100));
        w.friction_force_multiplier = random.between(0.2, 3);
        w.side_slip_modifier = random.between(0, 1);
        w.cornering_stiffness = NewtonsPerDegree::from_value(random.between(0, 0.3) * mass);
        w.max_steer_angle = Degrees::from_value(random.between(0, 70));
        w.affected_by_steering = is_front;
        w.affected_by_brake = random.below(4) > 0;
        w.affected_by_engine = flag();
        w.abs_enabled = flag();
        w.traction_control_enabled = flag();
        w.suspension_max_raise = Centimetres::from_value(random.between(0, 25));
        w.suspension_max_drop = Centimetres::from_value(random.between(2, 25));
        w.suspension_damping_ratio = std::exp(random.between(std::log(0.1), std::log(20)));
        w.wheel_load_ratio = random.between(0, 1);
        const double weight = mass * k_gravity / static_cast<double>(wheels);
        w.spring_rate =
            NewtonsPerCentimetre::from_value(random.between(0.8, 5) * weight / 100 / 0.1);
        w.spring_preload = Force::from_value(random.between(0, 0.3) * weight);
        w.rollbar_scaling = random.between(0, 1);
        w.max_brake_torque = Torque::from_value(random.between(0, 3) * mass);
        w.max_hand_brake_torque = Torque::from_value(random.between(0, 3) * mass);
        p.wheels.push_back(w);
    }
    return p;
}

/// One car alone on level ground, driven at random.
class RandomCar {
public:
    explicit RandomCar(std::uint64_t seed)
        : random_(seed), drive_(random_physics(random_), options(random_)) {
        drive_.cars().set_velocity(drive_.worlds(), drive_.id(),
                                   {random_.between(-15, 30), random_.between(-3, 3), 0});
        is_driven_ = random_.below(2) == 1;
    }

    /// What is wrong after some seconds of driving; empty if nothing is.
    std::string run(double seconds) {
        const double h = 1.0 / (20 + 10 * random_.below(11));
        const double start = energy() + spin_energy();
        for (double time = 0, change = 0; time < seconds; time += h) {
            if (time >= change) {
                control();
                change += 0.7;
            }
            drive_.step(h);
            const std::string fault = look(start);
            if (!fault.empty()) return fault + " at " + std::to_string(time) + " s";
        }
        return {};
    }

private:
    static TrackOptions options(test::Random& random) {
        TrackOptions o;
        o.friction = random.between(0.02, 1.5);
        o.start = placed(0, 0, random.between(0.3, 0.8), random.between(-180, 180));
        o.box.location.z = 1_m;
        o.box.extent.z = 1_m;
        return o;
    }

    /// Not driven: without engine, in neutral, so that nothing gives energy.
    void control() {
        if (is_driven_ && random_.below(4) == 0) {
            drive_.ackermann({.steer = Angle::from_value(random_.between(-1, 1)),
                              .steer_speed = AngularVelocity::from_value(random_.between(0, 2)),
                              .speed = Velocity::from_value(random_.between(-10, 30))});
            return;
        }
        VehicleControl c{.steer = random_.between(-1, 1),
                         .brake = random_.below(2) * random_.between(0, 1),
                         .hand_brake = random_.below(5) == 0};
        if (is_driven_) {
            c.throttle = random_.between(0, 1);
            c.reverse = random_.below(4) == 0;
            c.manual_gear_shift = random_.below(3) == 0;
            c.gear = static_cast<int>(random_.below(7)) - 1;
        } else {
            c.manual_gear_shift = true;
            c.gear = 0;
        }
        drive_.control(c);
    }

    /// Motion and height, J. Springs start extended, so that they cannot add to what the start has.
    double energy() {
        const Body body = drive_.body();
        return body.kinetic_energy() + k_gravity * body.mass() * body.world_centre_of_mass().z;
    }

    /// Of wheels that turn in the air and bring it along when they land, J.
    double spin_energy() {
        const VehiclePhysicsControl p = drive_.cars().physics_control(drive_.id());
        const double v = drive_.forward_speed();
        double sum = 0;
        for (const WheelPhysicsControl& wheel : p.wheels) {
            // m r^2 / 2 that rolls at v has m v^2 / 4.
            sum += 0.25 * to_si(wheel.wheel_mass) * v * v;
        }
        return sum;
    }

    std::string look(double start) {
        const VehicleTelemetryData t = drive_.telemetry();
        const Vec3 v = drive_.velocity();
        if (!is_finite(v) || !is_finite(drive_.body().pose())) return "not finite";
        if (!(norm(v) < 300)) return "speed " + std::to_string(norm(v));
        for (const WheelTelemetryData& wheel : t.wheels) {
            const double f = std::hypot(to_si(wheel.long_force), to_si(wheel.lat_force));
            const double limit = to_si(wheel.friction_limit);
            if (!(f <= limit * (1 + 1e-9))) return "outside the friction circle";
            if (!(to_si(wheel.suspension_force) >= 0)) return "a spring that pulls";
            if (!std::isfinite(to_si(wheel.omega))) return "a spin that is not finite";
        }
        if (is_driven_) return {};
        const double now = energy();
        if (!(now <= start + 1e-6 * std::abs(start)))
            return "energy " + std::to_string(now) + " of " + std::to_string(start) + " J";
        return {};
    }

    test::Random random_;
    Drive drive_;
    bool is_driven_ = false;
};

/// Faults of cars [first, last), by seed.
inline std::string faults_of(std::uint64_t first, std::uint64_t last, double seconds) {
    std::string all;
    for (std::uint64_t seed = first; seed < last; ++seed) {
        const std::string fault = RandomCar(seed).run(seconds);
        if (!fault.empty()) all += "seed " + std::to_string(seed) + ": " + fault + "\n";
    }
    return all;
}

}  // namespace lanewise::vehicle_cases
