#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/dynamics/world_access.hpp>
#include <lanewise/physics/vehicle/lanes.hpp>
#include <lanewise/physics/vehicle/vehicle_system.hpp>
#include <lanewise/units/convert.hpp>

#include <fmt/format.h>

namespace lanewise {
namespace {

using detail::k_lanes;
using detail::Vehicle;
using detail::VehicleBin;
using detail::VehicleData;

const Vehicle& vehicle_of(const VehicleData& data, VehicleId id) {
    return data.vehicles[detail::place_of(data, id)];
}

BodyView chassis(const Vehicle& v, VehicleSystem::Worlds worlds) {
    return std::as_const(detail::world_of(v, worlds)).body(v.body);
}

template <class Q>
Vector3<Q> typed(const Vec3& v) {
    return {Q::from_value(v.x), Q::from_value(v.y), Q::from_value(v.z)};
}

WheelTelemetryData wheel_telemetry(const kernels::WheelBlock<double>& w,
                                   const detail::WheelNote& note, std::size_t at) {
    WheelTelemetryData t;
    t.lat_slip = from_si<Degrees>(w.slip_angle[at]);
    t.long_slip = w.slip_ratio[at];
    t.omega = AngularVelocity::from_value(w.spin[at]);
    t.tire_load = Force::from_value(w.load[at]);
    t.friction_limit = Force::from_value(w.limit[at]);
    t.normal_force = Force::from_value(w.suspension_force[at]);
    t.long_force = Force::from_value(w.forward_force[at]);
    t.lat_force = Force::from_value(w.lateral_force[at]);
    t.drive_torque = Torque::from_value(w.drive_torque[at]);
    t.brake_torque = Torque::from_value(w.brake_torque[at]);
    t.steer_angle = from_si<Degrees>(note.steer);
    t.suspension_compression = Length::from_value(w.compression[at]);
    t.suspension_force = Force::from_value(w.suspension_force[at]);
    t.in_contact = w.touching[at] != 0;
    if (t.in_contact) {
        t.contact_point = typed<Length>(note.contact);
        t.contact_normal = {w.normal[0][at], w.normal[1][at], w.normal[2][at]};
        t.contact_body = note.ground;
    }
    t.slipping = w.slipping[at] != 0;
    t.skidding = w.skidding[at] != 0;
    t.locked = w.locked[at] != 0;
    return t;
}

}  // namespace

VehicleTelemetryData VehicleSystem::telemetry(Worlds worlds, VehicleId id) const {
    const Vehicle& v = vehicle_of(*data_, id);
    const BodyView body = chassis(v, worlds);
    const VehicleBin& bin = data_->bins[v.bin];
    VehicleTelemetryData t;
    t.speed = Velocity::from_value(
        dot(body.linear_velocity(), rotate(body.pose().rotation, Vec3{1, 0, 0})));
    t.steer = v.applied.steer;
    t.throttle = v.applied.throttle;
    t.brake = v.applied.brake;
    t.engine_rpm = from_si<RevolutionsPerMinute>(v.powertrain.engine_speed);
    t.gear = v.powertrain.gear;
    for (std::size_t i = 0; i < bin.wheel_count; ++i)
        t.wheels.push_back(wheel_telemetry(
            bin.wheel(v.lane, i), bin.notes[v.lane * bin.wheel_count + i], v.lane % k_lanes));
    return t;
}

Vector3<Length> VehicleSystem::wheel_location(Worlds worlds, VehicleId id,
                                              std::size_t wheel) const {
    const Vehicle& v = vehicle_of(*data_, id);
    const BodyView body = chassis(v, worlds);
    const VehicleBin& bin = data_->bins[v.bin];
    if (wheel >= bin.wheel_count)
        refuse("wheel", static_cast<double>(wheel),
               fmt::format("must be below {}", bin.wheel_count));
    const detail::VehicleDescription& description = *data_->descriptions[id.index];
    const detail::WheelSetUp& w = description.set_up.wheels[wheel];
    const WheelPhysicsControl& record = description.physics.wheels[wheel];
    // The centre is one radius above the end of the ray, and the compression above that.
    const double below = w.full_drop - to_si(record.wheel_radius) -
                         bin.wheel(v.lane, wheel).compression[v.lane % k_lanes];
    return typed<Length>(transform_point(body.pose(), w.start + below * w.down));
}

VehicleControl VehicleSystem::vehicle_control(VehicleId id) const {
    return vehicle_of(*data_, id).applied;
}
AckermannControllerSettings VehicleSystem::ackermann_settings(VehicleId id) const {
    return vehicle_of(*data_, id).controller.settings();
}
bool VehicleSystem::is_ackermann_active(VehicleId id) const {
    return vehicle_of(*data_, id).is_ackermann;
}
VehiclePhysicsControl VehicleSystem::physics_control(VehicleId id) const {
    vehicle_of(*data_, id);
    return data_->descriptions[id.index]->physics;
}
BoundingBox VehicleSystem::bounding_box(VehicleId id) const {
    vehicle_of(*data_, id);
    return data_->descriptions[id.index]->box;
}
VehicleFailureState VehicleSystem::failure_state(VehicleId id) const {
    return vehicle_of(*data_, id).rollover.failure;
}
int VehicleSystem::target_gear(VehicleId id) const {
    return vehicle_of(*data_, id).powertrain.target_gear;
}
std::vector<Mass> VehicleSystem::sprung_masses(VehicleId id) const {
    vehicle_of(*data_, id);
    std::vector<Mass> masses;
    for (const double mass : data_->descriptions[id.index]->set_up.sprung_masses)
        masses.push_back(Mass::from_value(mass));
    return masses;
}
RigidTransform VehicleSystem::transform(Worlds worlds, VehicleId id) const {
    return chassis(vehicle_of(*data_, id), worlds).pose();
}
Vec3 VehicleSystem::velocity(Worlds worlds, VehicleId id) const {
    return chassis(vehicle_of(*data_, id), worlds).linear_velocity();
}
Vec3 VehicleSystem::angular_velocity(Worlds worlds, VehicleId id) const {
    return chassis(vehicle_of(*data_, id), worlds).angular_velocity();
}

}  // namespace lanewise
