#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/continuous/swept_checks.hpp>
#include <lanewise/physics/dynamics/step_scratch.hpp>
#include <lanewise/physics/dynamics/swept_step.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lanewise::detail {
namespace {

std::string name_of(std::size_t place) {
    return fmt::format("PhysicsWorld.bodies[{}]", place);
}

SweptSettings settings_of(const WorldOptions& options) noexcept {
    return {.bounce_threshold = options.restitution_threshold,
            .impact_limit = static_cast<std::uint32_t>(options.impact_limit)};
}

SweptBody swept_body(const WorldData& world, std::size_t place, const RigidTransform& pose,
                     const BodyMotion& motion) noexcept {
    const Shape& shape = world.shape[place];
    SweptBody body;
    body.round.centre = pose.translation;
    body.round.radius = shape.radius();
    if (shape.kind() == ShapeKind::capsule)
        body.round.half_axis = rotate(pose.rotation, {0, 0, shape.half_length()});
    body.velocity = motion.velocity;
    body.spin = motion.spin;
    body.mass = world.mass[place].mass;
    body.inverse_inertia = world.world_inverse_inertia(place);
    body.material = shape.material();
    body.number = static_cast<std::uint32_t>(place);
    return body;
}

void require_round(const WorldData& world, std::size_t place) {
    const Shape& shape = world.shape[place];
    if (shape.kind() != ShapeKind::sphere && shape.kind() != ShapeKind::capsule)
        refuse(name_of(place) + ".shape", "not round", "must be a sphere or a capsule to be swept");
    if (shape.local() != RigidTransform{} || world.mass[place].centre != Vec3{})
        refuse(name_of(place) + ".shape", "beside the origin",
               "must be centred on the body and its mass to be swept");
}

void list_obstacles(WorldData& world, SweptScratch& scratch) {
    scratch.obstacles.clear();
    world.sweepable.resize(world.places());
    for (std::size_t p = 0; p < world.places(); ++p) {
        const BodyTraits& traits = world.traits[p];
        if (!traits.is_alive || traits.is_dynamic()) continue;
        const bool is_mesh = world.shape[p].kind() == ShapeKind::mesh;
        if (traits.collides && world.motion[p] != BodyMotion{}) {
            if (!is_mesh && !world.options.continuous) continue;
            refuse(name_of(p) + ".kind", "kinematic", "must stand still where bodies are swept");
        }
        const SweptObstacle obstacle{&world.shape[p], world.pose[p] * world.shape[p].local(),
                                     world.index[p].get(), static_cast<std::uint32_t>(p)};
        if (world.sweepable[p] == 0) {
            require_sweepable(obstacle, name_of(p));
            if (is_mesh) require_sweepable(*world.shape[p].mesh(), name_of(p) + ".mesh");
            world.sweepable[p] = 1;
        }
        if (traits.collides) scratch.obstacles.push_back(obstacle);
    }
}

/// Bodies whose reaches overlap have a common first body.
void cluster_bodies(double h, SweptScratch& scratch) {
    const std::size_t n = scratch.bodies.size();
    scratch.reach.resize(n);
    scratch.cluster.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
        scratch.reach[i] = reach_of(scratch.bodies[i], h);
        scratch.cluster[i] = static_cast<std::uint32_t>(i);
    }
    const auto first_of = [&](std::size_t i) {
        while (scratch.cluster[i] != i) i = scratch.cluster[i];
        return i;
    };
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = i + 1; j < n; ++j) {
            const double reach = scratch.reach[i] + scratch.reach[j];
            const Vec3 apart = scratch.bodies[i].round.centre - scratch.bodies[j].round.centre;
            if (!(norm_squared(apart) <= reach * reach)) continue;
            const std::size_t a = first_of(i), b = first_of(j);
            scratch.cluster[std::max(a, b)] = static_cast<std::uint32_t>(std::min(a, b));
        }
    for (std::size_t i = 0; i < n; ++i)
        scratch.cluster[i] = static_cast<std::uint32_t>(first_of(i));
}

void advance_cluster(const WorldData& world, double h, SweptScratch& scratch) {
    const SweptStatus status =
        scratch.motion.advance(scratch.together, scratch.obstacles, h, settings_of(world.options));
    if (status == SweptStatus::impact_limit)
        refuse(name_of(scratch.together[scratch.motion.failed_body()].number) + ".impacts",
               "more than the limit",
               fmt::format("must be at most WorldOptions.impact_limit = {} in a step",
                           world.options.impact_limit));
    for (const SweptImpact& impact : scratch.motion.impacts()) {
        ImpactRecord record;
        record.time = impact.time;
        record.body = impact.body;
        record.other = impact.other;
        record.point = impact.point;
        record.normal = impact.normal;
        record.impulse = impact.impulse;
        scratch.impacts.push_back(record);
    }
}

}  // namespace

bool is_swept(const WorldData& world, std::size_t place) noexcept {
    const BodyTraits& traits = world.traits[place];
    return traits.meets() && traits.is_dynamic() && (traits.continuous || world.options.continuous);
}

void require_swept_step(WorldData& world, double h, SweptScratch& scratch) {
    bool any = false;
    for (std::size_t p = 0; p < world.places(); ++p) any = any || is_swept(world, p);
    if (!any) {
        scratch.obstacles.clear();
        return;
    }
    require_sweepable(settings_of(world.options), "WorldOptions");
    list_obstacles(world, scratch);
    for (std::size_t p = 0; p < world.places(); ++p) {
        if (!is_swept(world, p)) continue;
        require_round(world, p);
        const SweptBody body = swept_body(world, p, world.pose[p], kicked(world, p, h));
        require_sweepable(body, h, name_of(p));
        for (const SweptObstacle& obstacle : scratch.obstacles)
            require_sweepable_near(body, h, obstacle, scratch.triangles, name_of(obstacle.number));
    }
}

void leave_to_sweep(const WorldData& world, std::uint32_t a, std::uint32_t b, double h,
                    ContactManifold& manifold) noexcept {
    const bool a_swept = is_swept(world, a);
    const bool b_swept = is_swept(world, b);
    if (!a_swept && !b_swept) return;
    // A fast partner that is not swept is met in the discrete way.
    const bool a_sees = a_swept || !world.traits[a].is_dynamic();
    const bool b_sees = b_swept || !world.traits[b].is_dynamic();
    if (!a_sees || !b_sees) return;
    const auto speed_at = [&](std::uint32_t place, const Vec3& point) {
        const BodyMotion m =
            world.traits[place].is_dynamic() ? kicked(world, place, h) : world.motion[place];
        return m.velocity + cross(m.spin, point - world.world_centre(place));
    };
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < manifold.count; ++i) {
        const ContactPoint& point = manifold.points[i];
        const double closing =
            -h * dot(manifold.normal, speed_at(b, point.point) - speed_at(a, point.point));
        if (point.depth < 0 && closing > world.options.contact_margin) continue;
        manifold.points[kept++] = point;
    }
    manifold.count = kept;
}

void move_swept(const WorldData& world, double h, std::vector<RigidTransform>& pose,
                std::vector<BodyMotion>& motion, SweptScratch& scratch) {
    scratch.impacts.clear();
    scratch.bodies.clear();
    for (std::size_t p = 0; p < world.places(); ++p)
        if (is_swept(world, p)) scratch.bodies.push_back(swept_body(world, p, pose[p], motion[p]));
    if (scratch.bodies.empty()) return;
    for (const SweptBody& body : scratch.bodies) require_sweepable(body, h, name_of(body.number));
    cluster_bodies(h, scratch);
    for (std::size_t first = 0; first < scratch.bodies.size(); ++first) {
        if (scratch.cluster[first] != first) continue;
        scratch.together.clear();
        for (std::size_t i = first; i < scratch.bodies.size(); ++i)
            if (scratch.cluster[i] == first) scratch.together.push_back(scratch.bodies[i]);
        advance_cluster(world, h, scratch);
        for (const SweptBody& body : scratch.together) {
            const std::size_t p = body.number;
            const bool same_spin = body.spin == motion[p].spin;
            pose[p].translation = body.round.centre;
            motion[p].velocity = body.velocity;
            if (same_spin)
                turn(world.mass[p].rotation, h, pose[p].rotation, motion[p].spin);
            else {
                pose[p].rotation = normalized(body.turn * pose[p].rotation);
                motion[p].spin = body.spin;
            }
        }
    }
    // Insertion keeps the order of equal ones and takes no memory; impacts are few.
    const auto before = [](const ImpactRecord& x, const ImpactRecord& y) {
        return x.time != y.time ? x.time < y.time : x.body < y.body;
    };
    for (auto i = scratch.impacts.begin(); i != scratch.impacts.end(); ++i)
        std::rotate(std::upper_bound(scratch.impacts.begin(), i, *i, before), i, i + 1);
}

}  // namespace lanewise::detail
