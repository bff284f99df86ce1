#pragma once

#include <lanewise/kernels/contacts/arguments.hpp>
#include <lanewise/physics/contacts/narrow_phase.hpp>
#include <lanewise/physics/contacts_solver/colouring.hpp>
#include <lanewise/physics/dynamics/broad_phase.hpp>
#include <lanewise/physics/dynamics/contact_memory.hpp>
#include <lanewise/physics/dynamics/swept_step.hpp>
#include <lanewise/physics/dynamics/world_data.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <vector>

namespace lanewise::detail {

/// Where a world's part of a task is.
struct TaskPart {
    WorldData* world;
    std::size_t first_manifold;
    std::size_t last_manifold;
};

/// Manifolds [first, last) that the narrow phase has found for a pair of a world that had some in
/// the last step already.
struct FreshPair {
    std::size_t first;
    std::size_t last;
    std::size_t first_old;
    std::size_t last_old;
};

/// Of a pair in touch, along its normals.
struct PairImpulse {
    std::uint32_t a;
    std::uint32_t b;
    Vec3 impulse;
};

/// Worlds [begin, end) of a list step together.
struct StepTask {
    std::size_t begin;
    std::size_t end;
};

/// Memory of a task: worlds that step together, their contacts in one list for the solver. Nothing
/// in it outlives a step but its capacity.
struct StepScratch {
    std::vector<TaskPart> parts;  ///< of the worlds that have not failed
    std::vector<std::exception_ptr> failures;

    // Of the first world of a list: the whole list.
    std::vector<WorldData*> worlds;
    std::vector<WorldData*> sorted;
    std::vector<StepTask> tasks;

    // Of all worlds of the task.
    std::vector<kernels::SolverBody, RawAllocator<kernels::SolverBody>> bodies;
    std::vector<std::uint8_t> moves;  ///< of each body: an impulse changes it
    ManifoldList manifolds;
    std::vector<kernels::SolverPair> pairs;
    /// Solver's body of each place of each world, k_no_body where it has no contact.
    std::vector<std::vector<std::uint32_t>> body_of_place;
    ContactColouring colouring;
    struct alignas(64) Line {
        std::byte bytes[64];
    };
    std::vector<Line> kernel_memory;

    // Of one world at a time.
    BroadPhase broad;
    std::vector<BroadPhase::Mover> movers;
    std::vector<Bounds> boxes;
    std::vector<BodyPair> body_pairs;
    std::vector<std::uint32_t> static_places;
    std::vector<Bounds> static_boxes;
    ContactScratch narrow;
    std::vector<ContactManifold> found;  ///< of one pair
    std::vector<FreshPair> fresh;
    std::vector<std::uint32_t> next_of_body;  ///< lists of a body's manifolds with static bodies
    std::vector<std::uint32_t> first_of_body;
    std::vector<std::uint8_t> dropped;
    std::vector<RigidTransform> next_pose;
    std::vector<BodyMotion> next_motion;
    std::vector<PairImpulse> impulses;
    std::vector<std::uint32_t> event_ends;
    SweptScratch swept;
};

inline constexpr std::uint32_t k_no_body = 0xffffffff;

/// Velocity after the step's forces and damping, without contacts.
inline BodyMotion kicked(const WorldData& world, std::size_t place, double h) noexcept {
    const BodyTraits& traits = world.traits[place];
    const BodyLoad& load = world.load[place];
    const BodyMotion& motion = world.motion[place];
    const Vec3 acceleration =
        traits.gravity_scale * world.options.gravity + world.inverse_mass(place) * load.force;
    BodyMotion after{motion.velocity + acceleration * h, motion.spin};
    if (load.torque != Vec3{}) after.spin += world.world_inverse_inertia(place) * load.torque * h;
    if (traits.linear_damping != 0)
        after.velocity = after.velocity / (1 + h * traits.linear_damping);
    if (traits.angular_damping != 0) after.spin = after.spin / (1 + h * traits.angular_damping);
    return after;
}

// The phases of a step, in order. The first and the last work on one world of the task.

/// Finds the contacts of a world and appends them, with their bodies, to the task's lists.
/// Throws and appends nothing when the continuous mode refuses the world.
void find_contacts(WorldData& world, double h, StepScratch& task);
/// Solves the contacts of all parts, whose worlds have the same options.
void solve_contacts(StepScratch& task, double h, const WorldOptions& options);
/// Moves the bodies and stores the contacts, or throws and changes nothing.
void finish_step(const TaskPart& part, std::size_t number, double h, StepScratch& task);

}  // namespace lanewise::detail
