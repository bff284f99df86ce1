#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/json/json_field.hpp>
#include <lanewise/physics/scene/scene_run.hpp>
#include <lanewise/physics/state_bytes.hpp>

#include <fmt/format.h>

#include <cassert>
#include <string>
#include <string_view>
#include <utility>

namespace lanewise::scene {
namespace {

/// A vector of a load in the world's axes.
Vec3 world_vector(const RigidTransform& pose, Frame frame, const Vec3& v) {
    return frame == Frame::body ? transform_direction(pose, v) : v;
}
Vec3 world_point(const RigidTransform& pose, Frame frame, const Vec3& point) {
    return frame == Frame::body ? transform_point(pose, point) : point;
}

/// What the system says of a vehicle, with the scene's names.
VehicleId added(VehicleSystem& vehicles, VehicleSystem::Worlds worlds, const SceneVehicle& v) {
    try {
        return vehicles.add_vehicle(worlds, 0, v.pose, v.box, v.physics);
    } catch (const Error& error) {
        std::string name = error.field();
        const auto replace = [&](std::string_view opening, std::string_view other) {
            if (name.starts_with(opening)) name.replace(0, opening.size(), other);
        };
        replace("add_vehicle.", "");
        replace("VehiclePhysicsControl", "physics");
        replace("mass", "physics.mass");
        throw Error(name, error.value(), error.rule());
    }
}

}  // namespace

SceneRun::SceneRun(SceneFile scene)
    : scene_(std::move(scene)),
      world_(std::make_unique<PhysicsWorld>(scene_.world)),
      worlds_{world_.get()} {
    add_bodies();
    add_vehicles();
}

void SceneRun::add_bodies() {
    for (std::size_t i = 0; i < scene_.bodies.size(); ++i) {
        const std::string field = json::located(scene_.file, json::element_path("bodies", i)) + ".";
        json::in_place_of(field,
                          [&] { ids_.push_back(world_->add_body(scene_.bodies[i].options)); });
        names_.push_back(scene_.bodies[i].name);
        assert(ids_.back().index + 1 == names_.size());
    }
}

void SceneRun::add_vehicles() {
    for (std::size_t i = 0; i < scene_.vehicles.size(); ++i) {
        const SceneVehicle& v = scene_.vehicles[i];
        const std::string field =
            json::located(scene_.file, json::element_path("vehicles", i)) + ".";
        json::in_place_of(field, [&] {
            const VehicleId id = added(vehicles_, worlds_, v);
            vehicle_ids_.push_back(id);
            vehicles_.set_velocity(worlds_, id, v.linear_velocity);
            if (v.ackermann_settings) vehicles_.apply_ackermann_settings(id, *v.ackermann_settings);
        });
        ids_.push_back(vehicles_.body_of(vehicle_ids_.back()));
        names_.push_back(v.name);
        assert(ids_.back().index + 1 == names_.size());
    }
    next_orders_.resize(vehicle_ids_.size());
}

void SceneRun::tick() {
    json::in_place_of(fmt::format("{}: tick {}: ", scene_.file, ticks_ + 1), [&] {
        const double h = scene_.dt / scene_.substeps;
        events_.clear();
        order();
        push();
        for (int substep = 1; substep <= scene_.substeps; ++substep) {
            load();
            vehicles_.update(worlds_, h);
            world_->step(h);
            for (const CollisionEvent& event : world_->events())
                events_.push_back({substep, event});
        }
    });
    ++ticks_;
}

void SceneRun::order() {
    for (std::size_t i = 0; i < vehicle_ids_.size(); ++i) {
        const std::vector<SceneOrder>& orders = scene_.vehicles[i].orders;
        std::size_t& next = next_orders_[i];
        if (next == orders.size() || orders[next].tick != ticks_) continue;
        if (const auto* control = std::get_if<VehicleControl>(&orders[next].order))
            vehicles_.apply_vehicle_control(vehicle_ids_[i], *control);
        if (const auto* target = std::get_if<VehicleAckermannControl>(&orders[next].order))
            vehicles_.apply_ackermann_control(vehicle_ids_[i], *target);
        ++next;
    }
}

void SceneRun::push() {
    for (const SceneImpulse& impulse : scene_.impulses) {
        if (impulse.tick != ticks_) continue;
        Body body = world_->body(ids_[impulse.body]);
        const RigidTransform pose = body.pose();
        const Vec3 linear = world_vector(pose, impulse.frame, impulse.impulse);
        if (impulse.point)
            body.apply_impulse_at(linear, world_point(pose, impulse.frame, *impulse.point));
        else
            body.apply_impulse(linear);
        body.apply_angular_impulse(world_vector(pose, impulse.frame, impulse.angular_impulse));
    }
}

void SceneRun::load() {
    for (const SceneForce& force : scene_.forces) {
        if (ticks_ < force.first || ticks_ >= force.end) continue;
        Body body = world_->body(ids_[force.body]);
        const RigidTransform pose = body.pose();
        const Vec3 linear = world_vector(pose, force.frame, force.force);
        if (force.point)
            body.add_force_at(linear, world_point(pose, force.frame, *force.point));
        else
            body.add_force(linear);
        body.add_torque(world_vector(pose, force.frame, force.torque));
    }
}

WorldHit SceneRun::cast(const SceneRay& ray) const {
    return world_->raycast(ray.ray, {.ignore = ray.ignored ? ids_[*ray.ignored] : BodyId{}});
}

double SceneRun::kinetic_energy() const {
    double sum = 0;
    for (const BodyId id : ids_) sum += world_->body(id).kinetic_energy();
    return sum;
}

std::uint64_t SceneRun::state_hash() const {
    if (vehicle_ids_.empty()) return world_->state_hash();
    StateHash hash;
    hash.add(world_->state_hash());
    hash.add(vehicles_.state_hash());
    return hash.value();
}

}  // namespace lanewise::scene
