#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/collision/mass_properties.hpp>
#include <lanewise/physics/vehicle/records/curve.hpp>
#include <lanewise/physics/vehicle/sprung_masses.hpp>
#include <lanewise/physics/vehicle/vehicle_set_up.hpp>
#include <lanewise/units/angle.hpp>
#include <lanewise/units/convert.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lanewise {
namespace {

/// Of air at sea level and 15 degrees, kg/m3.
constexpr double k_air_density = 1.225;

template <class Q>
Vec3 raw(const Vector3<Q>& v) {
    return {to_si(v.x), to_si(v.y), to_si(v.z)};
}
Vec3 raw(const Vector3<Ratio>& v) {
    return {v.x, v.y, v.z};
}

/// The collider: the bounding box from the lowest wheel centre on, so that the wheels and not the
/// box touch the road.
detail::ChassisSetUp chassis_of(const VehiclePhysicsControl& physics, const BoundingBox& box,
                                std::string_view owner) {
    detail::ChassisSetUp chassis;
    const Vec3 centre = raw(box.location), half = raw(box.extent);
    double lowest = to_si(physics.wheels.front().offset.z), highest = lowest;
    for (const WheelPhysicsControl& wheel : physics.wheels) {
        lowest = std::min(lowest, to_si(wheel.offset.z));
        highest = std::max(highest, to_si(wheel.offset.z));
    }
    const double bottom = std::max(centre.z - half.z, lowest), top = centre.z + half.z;
    if (!(top > highest))
        refuse(fmt::format("{}.box", owner), fmt::format("top at {} m", top),
               fmt::format("must end above the wheel centres, which are at up to {} m", highest));
    chassis.half_extents = {half.x, half.y, 0.5 * (top - bottom)};
    chassis.box_centre = {centre.x, centre.y, 0.5 * (top + bottom)};
    chassis.mass_centre = chassis.box_centre + raw(physics.center_of_mass);
    chassis.mass = to_si(physics.mass);
    const Vec3 scale = raw(physics.inertia_tensor_scale);
    const Mat3 uniform = box_mass(chassis.mass, chassis.half_extents).inertia;
    chassis.inertia =
        Mat3::diagonal({uniform.x.x * scale.x, uniform.y.y * scale.y, uniform.z.z * scale.z});
    return chassis;
}

detail::WheelSetUp wheel_of(const WheelPhysicsControl& wheel) {
    detail::WheelSetUp w;
    const Vec3 axis = raw(wheel.suspension_axis);
    w.down = (1 / norm(axis)) * axis;
    const double radius = to_si(wheel.wheel_radius);
    const double travel = to_si(wheel.suspension_max_raise) + to_si(wheel.suspension_max_drop);
    // The ray starts above what the wheel can reach, so that a wheel that is pressed in farther
    // than its travel still finds the ground.
    w.start = raw(wheel.offset) - (to_si(wheel.suspension_max_raise) + radius) * w.down;
    w.full_drop = travel + 2 * radius;
    w.ray_length = w.full_drop;
    w.force_offset = raw(wheel.suspension_force_offset);
    w.drops_straight = w.down == Vec3{0, 0, -1};
    w.has_force_offset = w.force_offset != Vec3{};
    w.max_steer = wheel.affected_by_steering ? to_si(wheel.max_steer_angle) : 0;
    w.brake = wheel.affected_by_brake ? to_si(wheel.max_brake_torque) : 0;
    w.hand_brake = wheel.affected_by_handbrake ? to_si(wheel.max_hand_brake_torque) : 0;
    return w;
}

}  // namespace

void require_valid(const BoundingBox& box, std::string_view owner) {
    const auto field = [&](const char* name) { return fmt::format("{}.{}", owner, name); };
    for (const Length part : {box.location.x, box.location.y, box.location.z})
        require_finite(field("location"), to_si(part));
    for (const Length part : {box.extent.x, box.extent.y, box.extent.z})
        require_positive(field("extent"), to_si(part));
}

namespace detail {

VehicleSetUp vehicle_set_up(const VehiclePhysicsControl& physics, const BoundingBox& box,
                            std::string_view owner) {
    require_valid(physics);
    require_valid(box, fmt::format("{}.box", owner));
    if (physics.wheels.size() > kernels::k_most_wheels)
        refuse("VehiclePhysicsControl.wheels", std::to_string(physics.wheels.size()),
               fmt::format("must be at most {}", kernels::k_most_wheels));
    VehicleSetUp s;
    s.chassis = chassis_of(physics, box, owner);
    s.powertrain = powertrain_of(physics);
    std::vector<Vec3> places;
    for (const WheelPhysicsControl& wheel : physics.wheels) {
        s.wheels.push_back(wheel_of(wheel));
        places.push_back(raw(wheel.offset) - s.chassis.mass_centre);
    }
    s.sprung_masses = sprung_masses(s.chassis.mass, places);
    s.steering_curve = to_si(physics.steering_curve);
    const double air = 0.5 * k_air_density * to_si(frontal_area(physics));
    s.drag = air * physics.drag_coefficient;
    s.downforce = air * physics.downforce_coefficient;
    return s;
}

void write_set_up(const VehiclePhysicsControl& physics, const VehicleSetUp& set_up,
                  std::size_t wheel, std::size_t lane, kernels::WheelBlock<double>& block) {
    const WheelPhysicsControl& w = physics.wheels[wheel];
    const double rate = to_si(w.spring_rate), sprung = set_up.sprung_masses[wheel];
    block.radius[lane] = to_si(w.wheel_radius);
    block.inertia[lane] = 0.5 * to_si(w.wheel_mass) * to_si(w.wheel_radius) * to_si(w.wheel_radius);
    block.spring_rate[lane] = rate;
    block.spring_preload[lane] = to_si(w.spring_preload);
    block.damping[lane] = 2 * w.suspension_damping_ratio * std::sqrt(rate * sprung);
    block.travel[lane] = to_si(w.suspension_max_raise) + to_si(w.suspension_max_drop);
    // One bar joins a pair, with the stiffness of its left wheel.
    const WheelPhysicsControl& left = physics.wheels[wheel & ~std::size_t{1}];
    const bool has_partner = (wheel ^ 1) < physics.wheels.size();
    block.roll_bar[lane] = has_partner ? left.rollbar_scaling * to_si(left.spring_rate) : 0;
    block.cornering[lane] = to_si(w.cornering_stiffness);
    block.grip[lane] = w.friction_force_multiplier;
    block.side_slip_modifier[lane] = w.side_slip_modifier;
    block.load_ratio[lane] = w.wheel_load_ratio;
    block.static_share[lane] = set_up.chassis.mass / static_cast<double>(physics.wheels.size());
    block.slip_threshold[lane] = to_si(w.slip_threshold);
    block.skid_threshold[lane] = to_si(w.skid_threshold);
    block.max_wheelspin[lane] = to_si(w.max_wheelspin_rotation);
    block.traction_control[lane] = w.traction_control_enabled ? 1 : 0;
    block.abs_enabled[lane] = w.abs_enabled ? 1 : 0;
    // Updates write it where there is one.
    for (auto& column : block.force_offset) column[lane] = 0;
}

BodyOptions chassis_body(const ChassisSetUp& chassis, const RigidTransform& pose) {
    return {.shape = Shape::box(chassis.half_extents, {Quat{}, chassis.box_centre}),
            .pose = pose,
            .mass = chassis.mass,
            .centre_of_mass = chassis.mass_centre,
            .inertia = chassis.inertia};
}

}  // namespace detail
}  // namespace lanewise
