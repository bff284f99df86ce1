#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/scene/json_field.hpp>
#include <lanewise/physics/scene/scene_run.hpp>

#include <fmt/format.h>

#include <cassert>
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

}  // namespace

SceneRun::SceneRun(SceneFile scene) : scene_(std::move(scene)), world_(scene_.world) {
    for (std::size_t i = 0; i < scene_.bodies.size(); ++i) {
        const std::string field = located(scene_.file, element_path("bodies", i)) + ".";
        ids_.push_back(
            in_place_of(field, [&] { return world_.add_body(scene_.bodies[i].options); }));
        assert(ids_.back().index == i);
    }
}

void SceneRun::tick() {
    in_place_of(fmt::format("{}: tick {}: ", scene_.file, ticks_ + 1), [&] {
        events_.clear();
        push();
        for (int substep = 1; substep <= scene_.substeps; ++substep) {
            load();
            world_.step(scene_.dt / scene_.substeps);
            for (const CollisionEvent& event : world_.events()) events_.push_back({substep, event});
        }
    });
    ++ticks_;
}

void SceneRun::push() {
    for (const SceneImpulse& impulse : scene_.impulses) {
        if (impulse.tick != ticks_) continue;
        Body body = world_.body(ids_[impulse.body]);
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
        Body body = world_.body(ids_[force.body]);
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
    return world_.raycast(ray.ray, {.ignore = ray.ignored ? ids_[*ray.ignored] : BodyId{}});
}

double SceneRun::kinetic_energy() const {
    double sum = 0;
    for (const BodyId id : ids_) sum += world_.body(id).kinetic_energy();
    return sum;
}

}  // namespace lanewise::scene
