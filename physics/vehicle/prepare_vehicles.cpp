#include <lanewise/physics/geometry/trigonometry.hpp>
#include <lanewise/physics/vehicle/lanes.hpp>
#include <lanewise/physics/vehicle/prediction.hpp>
#include <lanewise/physics/vehicle/records/curve.hpp>
#include <lanewise/physics/vehicle/update_scratch.hpp>
#include <lanewise/units/convert.hpp>

#include <array>
#include <cmath>

namespace lanewise::detail {
namespace {

/// The control of this update: the Ackermann controller writes it when it is active.
void run_control(Vehicle& v, const VehicleSetUp& set_up, double forward_speed, double h) noexcept {
    if (v.is_ackermann) {
        v.controller.update_state(Velocity::from_value(forward_speed), v.applied.steer,
                                  Duration::from_value(h));
        v.controller.run(v.control);
    }
    process_control(v.control, v.last_reverse, set_up.powertrain, v.powertrain);
    v.last_reverse = v.control.reverse;
    v.applied = v.control;
}

void run_wheels(Vehicle& v, const VehicleSetUp& set_up, VehicleBin& bin, double h) noexcept {
    const std::size_t n = bin.wheel_count, at = v.lane % k_lanes;
    std::array<double, kernels::k_most_wheels> spins, torques;
    for (std::size_t i = 0; i < n; ++i) spins[i] = bin.wheel(v.lane, i).spin[at];
    run_powertrain(set_up.powertrain, v.applied.throttle, std::span(spins).first(n), h,
                   v.powertrain, std::span(torques).first(n));
    for (std::size_t i = 0; i < n; ++i) {
        kernels::WheelBlock<double>& wheel = bin.wheel(v.lane, i);
        const WheelSetUp& w = set_up.wheels[i];
        wheel.drive_torque[at] = torques[i];
        wheel.brake_torque[at] =
            v.applied.brake * w.brake + (v.applied.hand_brake ? w.hand_brake : 0);
    }
    v.applied.gear = v.powertrain.gear;
    v.applied.reverse = v.powertrain.gear < 0;
}

void gather_chassis(const WorldData& world, std::size_t place, const Mat3& axes, double h,
                    std::size_t at, kernels::VehicleBlock<double>& block) noexcept {
    const BodyMotion& motion = world.motion[place];
    store(block.forward, at, axes.x);
    store(block.up, at, axes.z);
    store(block.velocity, at, motion.velocity);
    store(block.spin, at, motion.spin);
    store(block.gravity, at, world.traits[place].gravity_scale * world.options.gravity);
    Prediction p;
    if (world.traits[place].is_dynamic()) p = predict(world, place, h);
    store(block.kick_v, at, p.kick_v);
    store(block.kick_w, at, p.kick_w);
    block.inverse_mass[at] = p.inverse_mass;
    store(block.inverse_inertia, at, p.inverse_inertia);
}

/// Steers the wheels, and makes their rays.
void aim_wheels(const Vehicle& v, const VehicleSetUp& set_up, const RigidTransform& pose,
                const Mat3& axes, double forward_speed, VehicleBin& bin,
                std::vector<UnitRay>& rays) {
    const std::size_t n = bin.wheel_count, at = v.lane % k_lanes;
    const double steer = v.applied.steer == 0 ? 0
                                              : v.applied.steer * value_at(set_up.steering_curve,
                                                                           std::abs(forward_speed));
    // Wheels that turn by the same angle share its sine and cosine.
    double angle = 0;
    Vec3 heading = axes.x;
    for (std::size_t i = 0; i < n; ++i) {
        const WheelSetUp& w = set_up.wheels[i];
        const double wanted = steer * w.max_steer;
        if (wanted != angle) {
            angle = wanted;
            const SinCos turn = sin_cos(angle);
            heading = turn.cos * axes.x + turn.sin * axes.y;
        }
        bin.notes[v.lane * n + i].steer = angle;
        const Vec3 down = w.drops_straight ? -axes.z : axes * w.down;
        kernels::WheelBlock<double>& wheel = bin.wheel(v.lane, i);
        store(wheel.heading, at, heading);
        store(wheel.axis, at, down);
        if (w.has_force_offset) store(wheel.force_offset, at, axes * w.force_offset);
        rays.push_back({pose.translation + axes * w.start, down, w.ray_length});
    }
}

}  // namespace

void prepare_vehicles(VehicleData& data, const UpdateTask& task, double h, TaskMemory& memory) {
    VehicleBin& bin = data.bins[task.bin];
    memory.rays.clear();
    memory.lanes.clear();
    memory.own_places.clear();
    memory.has_giving_ground = false;
    for (std::size_t lane = task.begin * k_lanes; lane < task.end * k_lanes; ++lane) {
        const std::uint32_t owner = bin.owners[lane];
        if (owner == VehicleBin::nobody) continue;
        Vehicle& v = data.vehicles[owner];
        const VehicleSetUp& set_up = data.descriptions[owner]->set_up;
        const WorldData& world = *data.scratch->worlds[v.world];
        const std::size_t place = v.body.index;
        const RigidTransform& pose = world.pose[place];
        const Mat3 axes = to_matrix(pose.rotation);
        const double forward_speed = dot(world.motion[place].velocity, axes.x);
        run_control(v, set_up, forward_speed, h);
        run_wheels(v, set_up, bin, h);
        gather_chassis(world, place, axes, h, lane % k_lanes, bin.blocks[lane / k_lanes]);
        aim_wheels(v, set_up, pose, axes, forward_speed, bin, memory.rays);
        memory.lanes.push_back(static_cast<std::uint32_t>(lane));
        memory.own_places.push_back(static_cast<std::uint32_t>(place));
    }
    memory.hits.resize(memory.rays.size());
}

}  // namespace lanewise::detail
