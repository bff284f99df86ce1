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

bool stands_still(const WorldData& world, std::size_t place) noexcept {
    return !world.traits[place].is_dynamic() && world.motion[place] == BodyMotion{};
}

SweptObstacle obstacle_of(const WorldData& world, std::size_t place) noexcept {
    return {&world.shape[place], world.pose[place] * world.shape[place].local(),
            world.index[place].get(), static_cast<std::uint32_t>(place)};
}

void require_obstacles(WorldData& world) {
    world.sweepable.resize(world.places());
    for (std::size_t p = 0; p < world.places(); ++p) {
        const BodyTraits& traits = world.traits[p];
        if (!traits.is_alive || traits.is_dynamic()) continue;
        const bool is_mesh = world.shape[p].kind() == ShapeKind::mesh;
        if (!stands_still(world, p)) {
            world.sweepable[p] = 0;
            if (traits.collides && (is_mesh || world.options.continuous))
                refuse(name_of(p) + ".kind", "kinematic",
                       "must stand still where bodies are swept");
        } else if (world.sweepable[p] == 0) {
            require_sweepable(obstacle_of(world, p), name_of(p));
            if (is_mesh) require_sweepable(*world.shape[p].mesh(), name_of(p) + ".mesh");
            world.sweepable[p] = 1;
        }
    }
}

void list_obstacles(const WorldData& world, SweptScratch& scratch) {
    scratch.obstacles.clear();
    for (std::size_t p = 0; p < world.places(); ++p)
        if (world.traits[p].meets() && stands_still(world, p))
            scratch.obstacles.push_back(obstacle_of(world, p));
}

std::uint32_t cluster_of(const SweptScratch& scratch, std::uint32_t body) noexcept {
    while (scratch.cluster[body] != body) body = scratch.cluster[body];
    return body;
}

/// Bodies i < j for which `may_meet` go in one cluster, to be swept anew. True if there are any
/// that were apart.
template <class Test>
bool join_bodies(SweptScratch& scratch, const Test& may_meet) {
    bool joined = false;
    const auto n = static_cast<std::uint32_t>(scratch.bodies.size());
    for (std::uint32_t i = 0; i < n; ++i)
        for (std::uint32_t j = i + 1; j < n; ++j) {
            if (!may_meet(i, j)) continue;
            const std::uint32_t a = cluster_of(scratch, i), b = cluster_of(scratch, j);
            if (a == b) continue;
            scratch.cluster[std::max(a, b)] = std::min(a, b);
            scratch.is_old[std::min(a, b)] = 1;
            joined = true;
        }
    for (std::uint32_t i = 0; i < n; ++i) scratch.cluster[i] = cluster_of(scratch, i);
    return joined;
}

/// Bodies whose reaches overlap have a common first body.
void cluster_bodies(double h, SweptScratch& scratch) {
    const std::size_t n = scratch.bodies.size();
    scratch.reach.resize(n);
    scratch.cluster.resize(n);
    scratch.is_old.assign(n, 1);
    for (std::size_t i = 0; i < n; ++i) {
        scratch.reach[i] = reach_of(scratch.bodies[i], h);
        scratch.cluster[i] = static_cast<std::uint32_t>(i);
    }
    join_bodies(scratch, [&](std::uint32_t i, std::uint32_t j) {
        const double reach = scratch.reach[i] + scratch.reach[j];
        const Vec3 apart = scratch.bodies[i].round.centre - scratch.bodies[j].round.centre;
        return norm_squared(apart) <= reach * reach;
    });
}

/// The bodies of a cluster as they are after the step, and boxes around their paths.
void store_flown(SweptScratch& scratch) {
    const std::size_t n = scratch.together.size();
    const auto size_of = [](const SweptBody& body) {
        return body.round.radius + norm(body.round.half_axis);
    };
    for (std::size_t k = 0; k < n; ++k) {
        const std::uint32_t i = scratch.together_numbers[k];
        const SweptBody& body = scratch.flown[i] = scratch.together[k];
        const Bounds ends =
            enlarged({body.round.centre, body.round.centre}, scratch.bodies[i].round.centre);
        scratch.path[i] = grown(ends, size_of(body));
        scratch.is_thrown[i] = n > 1 ? 1 : 0;
    }
    const auto pass = [&](std::uint32_t number, const Vec3& point) {
        const auto found = std::ranges::lower_bound(scratch.bodies, number, {}, &SweptBody::number);
        Bounds& path = scratch.path[static_cast<std::size_t>(found - scratch.bodies.begin())];
        path = united(path, grown({point, point}, 2 * size_of(*found)));
    };
    for (const SweptImpact& impact : scratch.motion.impacts()) {
        pass(impact.body, impact.point);
        if (impact.other_moves) pass(impact.other, impact.point);
    }
}

void advance_cluster(const WorldData& world, std::uint32_t first, double h, SweptScratch& scratch) {
    scratch.together.clear();
    scratch.together_numbers.clear();
    for (std::uint32_t i = first; i < scratch.bodies.size(); ++i) {
        if (scratch.cluster[i] != first) continue;
        scratch.together.push_back(scratch.bodies[i]);
        scratch.together_numbers.push_back(i);
    }
    const SweptStatus status =
        scratch.motion.advance(scratch.together, scratch.obstacles, h, settings_of(world.options));
    if (status == SweptStatus::impact_limit)
        refuse(name_of(scratch.together[scratch.motion.failed_body()].number) + ".impacts",
               "more than the limit",
               fmt::format("must be at most WorldOptions.impact_limit = {} in a step",
                           world.options.impact_limit));
    store_flown(scratch);
    const auto is_of_cluster = [&](const ImpactRecord& impact) {
        return std::ranges::binary_search(scratch.together, impact.body, {}, &SweptBody::number);
    };
    std::erase_if(scratch.impacts, is_of_cluster);
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

/// Impacts only take energy away, but bodies that hit one another hand it on: one that is thrown
/// out of its own reach may meet others there.
bool join_paths(SweptScratch& scratch) {
    return join_bodies(scratch, [&](std::uint32_t i, std::uint32_t j) {
        return (scratch.is_thrown[i] != 0 || scratch.is_thrown[j] != 0) &&
               overlap(scratch.path[i], scratch.path[j]);
    });
}

void sweep_bodies(const WorldData& world, double h, SweptScratch& scratch) {
    cluster_bodies(h, scratch);
    scratch.flown.resize(scratch.bodies.size());
    scratch.path.resize(scratch.bodies.size());
    scratch.is_thrown.resize(scratch.bodies.size());
    do {
        for (std::uint32_t first = 0; first < scratch.bodies.size(); ++first) {
            if (scratch.cluster[first] != first || scratch.is_old[first] == 0) continue;
            advance_cluster(world, first, h, scratch);
            scratch.is_old[first] = 0;
        }
    } while (join_paths(scratch));
}

}  // namespace

void require_swept_step(WorldData& world, double h, SweptScratch& scratch) {
    bool any = false;
    for (const std::uint32_t p : world.moving) any = any || is_swept(world, p);
    if (!any) {
        world.sweepable.clear();
        return;
    }
    require_sweepable(settings_of(world.options), "WorldOptions");
    require_obstacles(world);
    list_obstacles(world, scratch);
    scratch.bodies.clear();
    for (const std::uint32_t p : world.moving) {
        if (!is_swept(world, p)) continue;
        require_round(world, p);
        const SweptBody& body =
            scratch.bodies.emplace_back(swept_body(world, p, world.pose[p], kicked(world, p, h)));
        require_sweepable(body, h, name_of(p));
    }
    const SweptBody& smallest = *std::ranges::min_element(
        scratch.bodies, {}, [](const SweptBody& body) { return body.round.radius; });
    for (const SweptObstacle& obstacle : scratch.obstacles) {
        const std::string name = name_of(obstacle.number);
        // Of a solid all faces count, wherever the body is.
        if (obstacle.shape->kind() != ShapeKind::mesh)
            require_sweepable_near(smallest, h, obstacle, scratch.triangles, name);
        else
            for (const SweptBody& body : scratch.bodies)
                require_sweepable_near(body, h, obstacle, scratch.triangles, name);
    }
}

void leave_to_sweep(const WorldData& world, std::uint32_t a, std::uint32_t b, double h,
                    ContactManifold& manifold) noexcept {
    const bool a_swept = is_swept(world, a);
    const bool b_swept = is_swept(world, b);
    if (!a_swept && !b_swept) return;
    // Whatever else moves is met in the discrete way.
    if (!a_swept && !stands_still(world, a)) return;
    if (!b_swept && !stands_still(world, b)) return;
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
    for (const std::uint32_t p : world.moving)
        if (is_swept(world, p)) scratch.bodies.push_back(swept_body(world, p, pose[p], motion[p]));
    if (scratch.bodies.empty()) return;
    for (const SweptBody& body : scratch.bodies) require_sweepable(body, h, name_of(body.number));
    // The list of the checks may be that of another world of the task by now.
    list_obstacles(world, scratch);
    sweep_bodies(world, h, scratch);
    for (const SweptBody& body : scratch.flown) {
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
    // Insertion keeps the order of equal ones and takes no memory; impacts are few.
    const auto before = [](const ImpactRecord& x, const ImpactRecord& y) {
        return x.time != y.time ? x.time < y.time : x.body < y.body;
    };
    for (auto i = scratch.impacts.begin(); i != scratch.impacts.end(); ++i)
        std::rotate(std::upper_bound(scratch.impacts.begin(), i, *i, before), i, i + 1);
}

}  // namespace lanewise::detail
