#pragma once

#include <lanewise/physics/geometry/carla_frame.hpp>
#include <lanewise/physics/vehicle/vehicle_system.hpp>
#include <lanewise/units/convert.hpp>
#include <lanewise/units/literals.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

/// The cars of the vehicle cases.
namespace lanewise::vehicle_cases {

using namespace literals;

inline constexpr double k_step = 1.0 / 30;
inline constexpr double k_gravity = 9.8;
inline constexpr double k_wheel_radius = 0.3;

/// CARLA's defaults with four forward gears; wheels 0, 1 in front, 2, 3 behind; the front ones
/// steer, the rear ones have the hand brake.
inline VehiclePhysicsControl car_physics() {
    VehiclePhysicsControl p;
    p.forward_gear_ratios = {3.0, 2.0, 1.4, 1.0};
    for (int i = 0; i < 4; ++i) {
        WheelPhysicsControl w;
        const bool is_front = i < 2;
        w.axle_type = is_front ? AxleType::front : AxleType::rear;
        w.offset = {Centimetres::from_value(is_front ? 140 : -140),
                    Centimetres::from_value(i % 2 == 0 ? -80 : 80), 30_cm};
        w.affected_by_steering = is_front;
        w.affected_by_handbrake = !is_front;
        p.wheels.push_back(w);
    }
    return p;
}

inline BoundingBox car_box() {
    return {{0_m, 0_m, 0.75_m}, {2.3_m, 1_m, 0.75_m}};
}

/// Every wheel's field at once.
template <class Value>
void set_wheels(VehiclePhysicsControl& p, Value WheelPhysicsControl::*field, const Value& value) {
    for (WheelPhysicsControl& w : p.wheels) w.*field = value;
}

struct TrackOptions {
    double friction = 0.6;
    Vec3 gravity{0, 0, -k_gravity};
    bool has_ground = true;
    RigidTransform start{{}, {0, 0, 0.05}};
    BoundingBox box = car_box();
};

/// One car in a world with level ground at z = 0.
class Drive {
public:
    explicit Drive(const VehiclePhysicsControl& physics = car_physics(),
                   const TrackOptions& options = {})
        : world_(world_options(options)) {
        if (options.has_ground)
            world_.add_body(
                {.shape = Shape::box({5000, 5000, 1}, {}, {.friction = options.friction}),
                 .kind = BodyKind::static_body,
                 .pose = {{}, {0, 0, -1}}});
        car_ = cars_.add_vehicle(worlds(), 0, options.start, options.box, physics);
    }
    Drive(const Drive&) = delete;
    Drive& operator=(const Drive&) = delete;

    void control(const VehicleControl& c) { cars_.apply_vehicle_control(car_, c); }
    void ackermann(const VehicleAckermannControl& c) { cars_.apply_ackermann_control(car_, c); }

    void step(double h = k_step) {
        cars_.update(worlds(), h, 1);
        world_.step(h);
        time_ += h;
    }
    void run(double seconds, double h = k_step) {
        const auto steps = std::lround(seconds / h);
        for (long i = 0; i < steps; ++i) step(h);
    }
    /// Steps until the car moves slower than this. @returns the way since the call, along x.
    double way_to_stop(double slowest = 1e-3, double h = k_step, double most_seconds = 120) {
        const double start = x();
        for (double time = 0; speed() > slowest && time < most_seconds; time += h) step(h);
        return x() - start;
    }
    /// Settles for a second, then goes at this speed with rolling wheels.
    void launch(double v) {
        run(1);
        cars_.set_velocity(worlds(), car_, {v, 0, 0});
    }

    VehicleSystem::Worlds worlds() { return {&pointer_, 1}; }
    PhysicsWorld& world() { return world_; }
    VehicleSystem& cars() { return cars_; }
    VehicleId id() const { return car_; }
    Body body() { return world_.body(cars_.body_of(car_)); }

    VehicleTelemetryData telemetry() { return cars_.telemetry(worlds(), car_); }
    WheelTelemetryData wheel(std::size_t i) { return telemetry().wheels[i]; }
    int gear() { return telemetry().gear; }
    double rpm() { return telemetry().engine_rpm.value(); }
    /// Of the centre of mass.
    double x() { return body().world_centre_of_mass().x; }
    double z() { return body().pose().translation.z; }
    Vec3 velocity() { return body().linear_velocity(); }
    double speed() { return norm(velocity()); }
    /// Along the vehicle's forward axis.
    double forward_speed() { return to_si(telemetry().speed); }
    double yaw_rate() { return body().angular_velocity().z; }
    double time() const { return time_; }

private:
    static WorldOptions world_options(const TrackOptions& options) {
        WorldOptions w;
        w.gravity = options.gravity;
        return w;
    }

    PhysicsWorld world_;
    PhysicsWorld* pointer_ = &world_;
    VehicleSystem cars_;
    VehicleId car_;
    double time_ = 0;
};

/// The bits of numbers, in order.
struct StateBits {
    std::uint64_t value = 14695981039346656037u;
    void add(double number) {
        value = (value ^ std::bit_cast<std::uint64_t>(number)) * 1099511628211u;
    }
};

inline RigidTransform placed(double x, double y, double z, double yaw_degrees = 0) {
    return {rotation_from_carla({0, yaw_degrees, 0}), {x, y, z}};
}

}  // namespace lanewise::vehicle_cases
