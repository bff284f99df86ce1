#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/dynamics/body_checks.hpp>
#include <lanewise/physics/dynamics/world_access.hpp>
#include <lanewise/physics/vehicle/lanes.hpp>
#include <lanewise/physics/vehicle/update_scratch.hpp>
#include <lanewise/physics/vehicle/vehicle_system.hpp>
#include <lanewise/units/convert.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace lanewise {
namespace detail {

VehicleData::VehicleData() = default;
VehicleData::VehicleData(const VehicleState& state) : VehicleState(state) {}
VehicleData::~VehicleData() = default;

SharedDescription describe(const VehicleState& state, VehiclePhysicsControl physics,
                           const BoundingBox& box, std::string_view owner) {
    // Fleets are made of few kinds, one after the other or in turn.
    constexpr std::size_t k_looks = 32;
    const VehicleDescription* last = nullptr;
    const std::size_t places = state.descriptions.size();
    for (std::size_t back = 1; back <= std::min(k_looks, places); ++back) {
        const SharedDescription& one = state.descriptions[places - back];
        if (one == nullptr || one.get() == last) continue;
        last = one.get();
        if (one->box == box && one->physics == physics) return one;
    }
    VehicleSetUp set_up = vehicle_set_up(physics, box, owner);
    return std::make_shared<const VehicleDescription>(
        VehicleDescription{std::move(physics), box, std::move(set_up)});
}

std::size_t place_of(const VehicleData& data, VehicleId id) {
    if (id.index >= data.vehicles.size() || !data.vehicles[id.index].is_alive ||
        data.vehicles[id.index].generation != id.generation)
        refuse("VehicleId",
               id.index == VehicleId::none ? "none" : fmt::format("vehicle {}", id.index),
               "must be a vehicle of this system");
    return id.index;
}

PhysicsWorld& world_of(const Vehicle& v, std::span<PhysicsWorld* const> worlds) {
    if (v.world >= worlds.size() || worlds[v.world] == nullptr)
        refuse("worlds", fmt::format("{} of them", worlds.size()),
               fmt::format("must name world {}", v.world));
    if (!worlds[v.world]->contains(v.body))
        refuse("worlds", fmt::format("world {} without the chassis", v.world),
               "must be the worlds that the vehicle was added to");
    return *worlds[v.world];
}

}  // namespace detail

namespace {

using detail::k_lanes;
using detail::place_of;
using detail::SharedDescription;
using detail::Vehicle;
using detail::VehicleBin;
using detail::VehicleData;
using detail::VehicleDescription;
using detail::WorldAccess;
using detail::WorldData;

void write_columns(VehicleBin& bin, std::size_t lane, const VehicleDescription& description) {
    kernels::VehicleBlock<double>& block = bin.blocks[lane / k_lanes];
    const std::size_t at = lane % k_lanes;
    block.mass[at] = description.set_up.chassis.mass;
    block.drag[at] = description.set_up.drag;
    block.downforce[at] = description.set_up.downforce;
    for (std::size_t i = 0; i < bin.wheel_count; ++i)
        write_set_up(description.physics, description.set_up, i, at, bin.wheel(lane, i));
}

/// The set-up as it is kept: the sweep flag of the vehicle overrules its wheels'.
VehiclePhysicsControl kept(VehiclePhysicsControl physics) {
    for (WheelPhysicsControl& wheel : physics.wheels)
        wheel.sweep_shape =
            physics.use_sweep_wheel_collision ? SweepShape::spherecast : SweepShape::raycast;
    return physics;
}

/// What the last tires' forces were no longer holds.
void forget_forces(VehicleBin& bin, std::size_t lane) {
    for (std::size_t i = 0; i < bin.wheel_count; ++i)
        for (double* column :
             {&bin.wheel(lane, i).tire_force[0][0], &bin.wheel(lane, i).tire_force[1][0],
              &bin.wheel(lane, i).tire_force[2][0]})
            column[lane % k_lanes] = 0;
}

}  // namespace

VehicleSystem::VehicleSystem() : data_(std::make_unique<VehicleData>()) {}
VehicleSystem::VehicleSystem(const VehicleSystem& other)
    : data_(std::make_unique<VehicleData>(static_cast<const detail::VehicleState&>(*other.data_))) {
}
VehicleSystem::VehicleSystem(VehicleSystem&& other) noexcept = default;
VehicleSystem& VehicleSystem::operator=(const VehicleSystem& other) {
    if (this != &other)
        data_ =
            std::make_unique<VehicleData>(static_cast<const detail::VehicleState&>(*other.data_));
    return *this;
}
VehicleSystem& VehicleSystem::operator=(VehicleSystem&& other) noexcept = default;
VehicleSystem::~VehicleSystem() = default;

VehicleId VehicleSystem::add_vehicle(Worlds worlds, std::size_t world,
                                     const RigidTransform& transform, const BoundingBox& box,
                                     const VehiclePhysicsControl& physics) {
    VehicleData& data = *data_;
    if (world >= worlds.size() || worlds[world] == nullptr)
        refuse("world", std::to_string(world),
               fmt::format("must be one of {} worlds", worlds.size()));
    const SharedDescription description = detail::describe(data, kept(physics), box, "add_vehicle");
    detail::require_pose("add_vehicle.transform", transform);
    const BodyId body =
        worlds[world]->add_body(detail::chassis_body(description->set_up.chassis, transform));

    std::uint32_t place = 0;
    if (data.free_places.empty()) {
        place = static_cast<std::uint32_t>(data.vehicles.size());
        data.vehicles.emplace_back();
        data.descriptions.emplace_back();
    } else {
        place = data.free_places.back();
        data.free_places.pop_back();
    }
    Vehicle v;
    v.generation = data.vehicles[place].generation + 1;
    v.is_alive = true;
    v.world = static_cast<std::uint32_t>(world);
    v.body = body;
    v.controller.set_max_steer(description->physics.wheels.front().max_steer_angle);
    v.powertrain.engine_speed = description->set_up.powertrain.idle_speed;
    detail::take_free_lane(data, description->physics.wheels.size(), place, v);
    data.vehicles[place] = v;
    data.descriptions[place] = description;
    write_columns(data.bins[v.bin], v.lane, *description);
    ++data.alive;
    return {place, v.generation};
}

void VehicleSystem::remove(Worlds worlds, VehicleId id) {
    VehicleData& data = *data_;
    const std::size_t place = place_of(data, id);
    Vehicle& v = data.vehicles[place];
    if (v.world < worlds.size() && worlds[v.world] != nullptr && worlds[v.world]->contains(v.body))
        worlds[v.world]->remove(v.body);
    VehicleBin& bin = data.bins[v.bin];
    clear_lane(bin, v.lane);
    bin.owners[v.lane] = VehicleBin::nobody;
    const std::uint32_t generation = v.generation;
    v = {};
    v.generation = generation;
    data.descriptions[place] = nullptr;
    data.free_places.push_back(id.index);
    --data.alive;
}

bool VehicleSystem::contains(VehicleId id) const noexcept {
    return id.index < data_->vehicles.size() && data_->vehicles[id.index].is_alive &&
           data_->vehicles[id.index].generation == id.generation;
}
std::size_t VehicleSystem::size() const noexcept {
    return data_->alive;
}
std::vector<VehicleId> VehicleSystem::vehicles() const {
    std::vector<VehicleId> ids;
    for (std::size_t i = 0; i < data_->vehicles.size(); ++i)
        if (data_->vehicles[i].is_alive)
            ids.push_back({static_cast<std::uint32_t>(i), data_->vehicles[i].generation});
    return ids;
}
std::size_t VehicleSystem::world_of(VehicleId id) const {
    return data_->vehicles[place_of(*data_, id)].world;
}
BodyId VehicleSystem::body_of(VehicleId id) const {
    return data_->vehicles[place_of(*data_, id)].body;
}

void VehicleSystem::apply_vehicle_control(VehicleId id, const VehicleControl& control) {
    Vehicle& v = data_->vehicles[place_of(*data_, id)];
    require_valid(control);
    if (v.is_ackermann) v.controller.reset();
    v.is_ackermann = false;
    v.control = control;
}

void VehicleSystem::apply_ackermann_control(VehicleId id, const VehicleAckermannControl& control) {
    Vehicle& v = data_->vehicles[place_of(*data_, id)];
    require_valid(control);
    v.is_ackermann = true;
    v.controller.set_target(control);
}

void VehicleSystem::apply_ackermann_settings(VehicleId id,
                                             const AckermannControllerSettings& settings) {
    Vehicle& v = data_->vehicles[place_of(*data_, id)];
    require_valid(settings);
    v.controller.apply_settings(settings);
}

void VehicleSystem::apply_physics_control(Worlds worlds, VehicleId id,
                                          const VehiclePhysicsControl& physics) {
    VehicleData& data = *data_;
    const std::size_t place = place_of(data, id);
    Vehicle& v = data.vehicles[place];
    const VehicleDescription& old = *data.descriptions[place];
    const SharedDescription description = detail::describe(data, kept(physics), old.box, "vehicle");
    require_size("VehiclePhysicsControl.wheels", physics.wheels.size(), old.physics.wheels.size());
    WorldData& world = WorldAccess::data(detail::world_of(v, worlds));
    if (description->physics == old.physics) return;
    const detail::ChassisSetUp& chassis = description->set_up.chassis;
    // The collider is the box above the lowest wheel centre: wheels may have moved.
    world.shape[v.body.index] = detail::chassis_body(chassis, {}).shape;
    world.forget_found(v.body.index);
    world.changed(v.body.index);
    world.set_mass(v.body.index, chassis.mass, chassis.mass_centre,
                   inverse_symmetric(chassis.inertia));
    v.controller.set_max_steer(description->physics.wheels.front().max_steer_angle);
    detail::PowertrainState& p = v.powertrain;
    p.engine_speed = description->set_up.powertrain.idle_speed;
    p.gear = clamped_gear(description->set_up.powertrain, p.gear);
    p.target_gear = clamped_gear(description->set_up.powertrain, p.target_gear);
    data.descriptions[place] = description;
    write_columns(data.bins[v.bin], v.lane, *description);
}

void VehicleSystem::set_transform(Worlds worlds, VehicleId id, const RigidTransform& transform) {
    VehicleData& data = *data_;
    const Vehicle& v = data.vehicles[place_of(data, id)];
    detail::world_of(v, worlds).body(v.body).set_pose(transform);
    forget_forces(data.bins[v.bin], v.lane);
}

void VehicleSystem::set_velocity(Worlds worlds, VehicleId id, const Vec3& velocity) {
    VehicleData& data = *data_;
    const Vehicle& v = data.vehicles[place_of(data, id)];
    Body body = detail::world_of(v, worlds).body(v.body);
    body.set_linear_velocity(velocity);
    const double forwards = dot(velocity, rotate(body.pose().rotation, Vec3{1, 0, 0}));
    VehicleBin& bin = data.bins[v.bin];
    const std::size_t at = v.lane % k_lanes;
    for (std::size_t i = 0; i < bin.wheel_count; ++i) {
        kernels::WheelBlock<double>& wheel = bin.wheel(v.lane, i);
        wheel.spin[at] = forwards / wheel.radius[at];
        wheel.extra_spin[at] = 0;
        wheel.airborne[at] = 0;
        wheel.skidding[at] = 0;
    }
    forget_forces(bin, v.lane);
}

void VehicleSystem::set_angular_velocity(Worlds worlds, VehicleId id, const Vec3& velocity) {
    const Vehicle& v = data_->vehicles[place_of(*data_, id)];
    detail::world_of(v, worlds).body(v.body).set_angular_velocity(velocity);
}

}  // namespace lanewise
