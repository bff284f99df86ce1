#include <lanewise/kernels/backend_choice.hpp>
#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/dynamics/moving_block.hpp>
#include <lanewise/physics/dynamics/step_scratch.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lanewise::detail {
namespace {

/// Twice the energy of a spin about principal axes of the inverse moments d.
double spin_energy(const Vec3& w, const Vec3& d) noexcept {
    return w.x * w.x / d.x + w.y * w.y / d.y + w.z * w.z / d.z;
}

bool is_sound(const RigidTransform& pose, const BodyMotion& motion) noexcept {
    // Unless it overflows, a sum of sizes tells for all.
    const Quat& q = pose.rotation;
    const Vec3 sizes = absolute(pose.translation) + absolute(motion.velocity) +
                       absolute(motion.spin) + absolute(Vec3{q.x, q.y, q.z});
    if (sizes.x + sizes.y + sizes.z + std::fabs(q.w) <= std::numeric_limits<double>::max())
        return true;
    return is_finite(pose) && is_finite(motion.velocity) && is_finite(motion.spin);
}

/// Moves a body through the step at its new velocity and the push.
void move(const WorldData& world, std::size_t place, double h, const Vec3& push_v,
          const Vec3& push_w, RigidTransform& pose, BodyMotion& motion) noexcept {
    const BodyTraits& traits = world.traits[place];
    const BodyMass& mass = world.mass[place];
    const Quat before = pose.rotation;
    const FreeRotation spinning = traits.is_dynamic() ? mass.rotation : FreeRotation{};
    if (push_w != Vec3{}) {
        const Quat pushed = normalized(rotation_of_step(push_w * h) * before);
        // A push changes the pose alone: a top keeps its angular momentum, and loses some of it
        // where it would gain energy by that.
        if (spinning.is_top) {
            const Quat old_axes = before * spinning.axes, new_axes = pushed * spinning.axes;
            const Vec3 w = rotate_back(old_axes, motion.spin);
            const Vec3& d = spinning.inverse_moments;
            const Vec3 momentum = rotate(old_axes, {w.x / d.x, w.y / d.y, w.z / d.z});
            const Vec3 turned = multiplied(d, rotate_back(new_axes, momentum));
            const double energy_before = spin_energy(w, d);
            const double energy_after = spin_energy(turned, d);
            const double scale =
                energy_after > energy_before ? std::sqrt(energy_before / energy_after) : 1.0;
            motion.spin = rotate(new_axes, turned) * scale;
        }
        pose.rotation = pushed;
    }
    if (is_swept(world, place)) {
        pose.translation += push_v * h;
        return;
    }
    turn(spinning, h, pose.rotation, motion.spin);
    pose.translation += (motion.velocity + push_v) * h;
    if (mass.centre != Vec3{} && pose.rotation != before)
        pose.translation += rotate(before, mass.centre) - rotate(pose.rotation, mass.centre);
}

/// At constant angular velocity about its origin, unless something pushes.
bool turns_plainly(const WorldData& world, std::size_t place) noexcept {
    const BodyMass& mass = world.mass[place];
    if (mass.centre != Vec3{} || is_swept(world, place)) return false;
    return !mass.rotation.is_top || !world.traits[place].is_dynamic();
}

void move_bodies(const WorldData& world, const std::vector<std::uint32_t>& numbers, double h,
                 StepScratch& task) {
    task.next_pose.resize(world.places());
    task.next_motion.resize(world.places());
    MovingBlock block(h);
    for (const std::uint32_t p : world.moving) {
        BodyMotion& motion = task.next_motion[p];
        Vec3 push_v, push_w;
        if (!world.traits[p].is_dynamic()) {
            motion = world.motion[p];
        } else if (numbers[p] == k_no_body) {
            motion = kicked(world, p, h);
        } else {
            const kernels::SolverBody& body = task.bodies[numbers[p]];
            motion = {load(body.velocity), load(body.spin)};
            push_v = load(body.push_v);
            push_w = load(body.push_w);
        }
        if (turns_plainly(world, p) && push_w == Vec3{}) {
            block.add(p, world.pose[p], motion.velocity + push_v, motion.spin);
            if (block.is_full()) block.move(task.next_pose);
        } else {
            task.next_pose[p] = world.pose[p];
            move(world, p, h, push_v, push_w, task.next_pose[p], motion);
        }
    }
    block.move(task.next_pose);
    move_swept(world, h, task.next_pose, task.next_motion, task.swept);
    for (const std::uint32_t p : world.moving) {
        if (!is_sound(task.next_pose[p], task.next_motion[p]))
            refuse(fmt::format("PhysicsWorld.bodies[{}]", p),
                   "a state out of the range of binary64",
                   "must stay finite through a step; the world is as before");
    }
}

/// The normal impulses of the pairs that pushed.
void sum_impulses(const WorldData& world, std::vector<PairImpulse>& impulses) {
    const RecordList& contacts = world.contacts;
    impulses.clear();
    for (std::size_t i = 0; i < contacts.size();) {
        const std::uint32_t a = contacts[i].a, b = contacts[i].b;
        Vec3 impulse;
        for (; i < contacts.size() && contacts[i].a == a && contacts[i].b == b; ++i) {
            const kernels::SolverManifold& manifold = world.manifolds[i];
            const Vec3 normal = load(manifold.normal);
            for (std::uint32_t k = 0; k < contacts[i].count; ++k)
                impulse += manifold.points[k].total * normal;
        }
        if (impulse != Vec3{}) impulses.push_back({a, b, impulse});
    }
}

/// Ascending by (body, other): the pairs are, so those in which a body is second come first.
/// Impacts of swept bodies follow one by one.
void list_events(WorldData& world, StepScratch& task) {
    sum_impulses(world, task.impulses);
    std::vector<std::uint32_t>& ends = task.event_ends;
    ends.assign(world.places() + 1, 0);
    for (const PairImpulse& pair : task.impulses) {
        ++ends[pair.a + 1];
        ++ends[pair.b + 1];
    }
    for (std::size_t p = 0; p < world.places(); ++p) ends[p + 1] += ends[p];
    world.events.resize(2 * task.impulses.size());
    for (const PairImpulse& pair : task.impulses)
        world.events[ends[pair.b]++] = {world.id(pair.b), world.id(pair.a), pair.impulse};
    for (const PairImpulse& pair : task.impulses)
        world.events[ends[pair.a]++] = {world.id(pair.a), world.id(pair.b), -pair.impulse};
    for (const ImpactRecord& impact : world.impacts) {
        const Vec3 impulse = impact.impulse * impact.normal;
        world.events.push_back({world.id(impact.body), world.id(impact.other), impulse});
        world.events.push_back({world.id(impact.other), world.id(impact.body), -impulse});
    }
}

void store_contacts(WorldData& world, const TaskPart& part, StepScratch& task) {
    const auto first = static_cast<std::ptrdiff_t>(part.first_manifold);
    const auto last = static_cast<std::ptrdiff_t>(part.last_manifold);
    const bool is_only = part.last_manifold - part.first_manifold == task.manifolds.size();
    if (is_only)
        world.manifolds.swap(task.manifolds);
    else
        world.manifolds.assign(task.manifolds.begin() + first, task.manifolds.begin() + last);
    world.contacts.swap(world.next_contacts);
    // The other lists get as much room, so that a settled step allocates nothing.
    world.next_contacts.reserve(world.contacts.capacity());
    if (!is_only) return;
    task.manifolds.clear();
    task.manifolds.reserve(world.manifolds.capacity());
}

}  // namespace

void solve_contacts(StepScratch& task, double h, const WorldOptions& options) {
    if (task.manifolds.empty()) return;
    task.colouring.colour(task.pairs, task.moves);
    kernels::ContactSolve call{};
    call.bodies = task.bodies.data();
    call.body_count = task.bodies.size();
    call.manifolds = task.manifolds.data();
    call.manifold_count = task.manifolds.size();
    call.pairs = task.pairs.data();
    call.order = task.colouring.order().data();
    call.colours = task.colouring.colours().data();
    call.colour_count = task.colouring.colours().size();
    call.velocity_passes = options.velocity_iterations;
    call.push_passes = options.position_iterations;
    call.timestep = h;
    call.restitution_threshold = options.restitution_threshold;
    call.slop = options.slop;
    call.push_factor = options.push_factor;
    call.push_speed = options.push_speed;
    const kernels::ContactTable& table = kernels::chosen_table().contacts;
    const std::size_t lines = table.scratch(call) / sizeof(StepScratch::Line) + 1;
    if (task.kernel_memory.size() < lines) task.kernel_memory.resize(lines);
    call.scratch = task.kernel_memory.data();
    table.solve(call);
}

void finish_step(const TaskPart& part, std::size_t number, double h, StepScratch& task) {
    WorldData& world = *part.world;
    move_bodies(world, task.body_of_place[number], h, task);
    for (const std::uint32_t p : world.moving) {
        world.pose[p] = task.next_pose[p];
        world.motion[p] = task.next_motion[p];
    }
    if (world.is_loaded) std::fill(world.load.begin(), world.load.end(), BodyLoad{});
    world.is_loaded = false;
    store_contacts(world, part, task);
    world.impacts.assign(task.swept.impacts.begin(), task.swept.impacts.end());
    world.last_h = h;
    world.last_passes = world.options.velocity_iterations;
    list_events(world, task);
    world.rays.is_fresh.store(false, std::memory_order_relaxed);
}

}  // namespace lanewise::detail
