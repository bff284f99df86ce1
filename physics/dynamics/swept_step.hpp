#pragma once

#include <lanewise/physics/continuous/swept_motion.hpp>
#include <lanewise/physics/dynamics/world_data.hpp>

#include <cstdint>
#include <vector>

namespace lanewise::detail {

/// Memory of the continuous mode.
struct SweptScratch {
    SweptMotion motion;
    std::vector<SweptBody> bodies;  ///< at the step's begin, ascending by number
    std::vector<SweptBody> flown;   ///< and at its end
    std::vector<SweptObstacle> obstacles;
    std::vector<std::uint32_t> triangles;
    std::vector<double> reach;
    std::vector<std::uint32_t> cluster;   ///< of each body: the first one that it may meet
    std::vector<std::uint8_t> is_old;     ///< of a cluster's first body: to be swept anew
    std::vector<std::uint8_t> is_thrown;  ///< others may have driven the body out of its reach
    std::vector<Bounds> path;             ///< what the body may have touched on its way
    std::vector<SweptBody> together;      ///< those of a cluster
    std::vector<std::uint32_t> together_numbers;  ///< and their places in `bodies`
    std::vector<ImpactRecord> impacts;            ///< of the step, in time order within a cluster
};

/// True if the body is swept in this world.
inline bool is_swept(const WorldData& world, std::size_t place) noexcept {
    const BodyTraits& traits = world.traits[place];
    return (traits.continuous || world.options.continuous) && traits.meets() && traits.is_dynamic();
}

/// Refuses what the continuous mode cannot do, before anything moves. With the whole world in the
/// mode that is every body that could meet a swept one in another way.
void require_swept_step(WorldData& world, double h, SweptScratch& scratch);

/// Takes points of a manifold away that the sweep will see to: those of a swept body and something
/// that does not move with a gap that closes by more than the margin within the step.
void leave_to_sweep(const WorldData& world, std::uint32_t a, std::uint32_t b, double h,
                    ContactManifold& manifold) noexcept;

/// Moves the swept bodies from their pushed poses at the solver's velocities, in `pose` and
/// `motion`. Refuses a body with too many impacts.
void move_swept(const WorldData& world, double h, std::vector<RigidTransform>& pose,
                std::vector<BodyMotion>& motion, SweptScratch& scratch);

}  // namespace lanewise::detail
