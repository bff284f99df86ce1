#pragma once

#include <cstddef>
#include <cstdint>

namespace lanewise::kernels {

/// What a body is to the solver: four cache lines.
struct alignas(64) SolverBody {
    /// Of the centre of mass, world, m/s and rad/s; before the step's forces on entry.
    double velocity[3];
    double unused_v;
    double spin[3];
    double unused_w;
    /// What gravity, forces and damping change within the whole step, without contacts.
    double kick_v[3];
    double inverse_mass;  ///< 0: static, kinematic
    double kick_w[3];
    double unused_kick;
    /// World inverse inertia: xx, yy, zz, xy, xz, yz; 0: static, kinematic, locked.
    double inverse_inertia[6];
    double unused_inertia[2];
    /// Out: push velocities (split impulses), which change the pose of this step only.
    double push_v[3];
    double unused_push_v;
    double push_w[3];
    double unused_push_w;
};
static_assert(sizeof(SolverBody) == 256);

/// A manifold as prep reads it and as results are left in it: five cache lines.
struct alignas(64) SolverManifold {
    double normal[3];  ///< unit, from body a to body b
    double friction;
    double restitution;
    double offset[3];  ///< m, centre of mass of a minus that of b

    struct Point {
        double arm[3];  ///< m, from the centre of mass of a
        double depth;   ///< m, > 0 overlap
        /// In: impulse of the last step's last pass (0: none), N s a pass. Out: that of this step.
        double normal_impulse;
        /// Along t1, the unit vector of n x (0, 0, 1), or of n x (1, 0, 0) where |n_z| > 0.8, and
        /// along t2 = n x t1.
        double tangent_impulse[2];
        double total;  ///< out: all normal impulse of the step, restitution included, N s
    } points[4];
};
static_assert(sizeof(SolverManifold) == 320);

/// Bodies of a manifold and its number of points.
struct SolverPair {
    std::uint32_t a;
    std::uint32_t b;
    std::uint32_t count;  ///< of points, 1 to 4
};

/// Manifolds [first, last) of the order, no two of which share a body that moves.
struct SolverColour {
    std::uint32_t first;
    std::uint32_t last;
    bool one_by_one;  ///< they may share bodies: solved in order, one after the other
};

struct ContactSolve {
    SolverBody* bodies;
    std::size_t body_count;
    SolverManifold* manifolds;
    const SolverPair* pairs;     ///< one a manifold
    const std::uint32_t* order;  ///< manifold numbers, colour by colour
    const SolverColour* colours;
    std::size_t colour_count;
    std::size_t manifold_count;
    void* scratch;  ///< contact_scratch(...) bytes, aligned to 64

    int velocity_passes;  ///< 0: the kick alone
    int push_passes;
    double timestep;               ///< h, s
    double restitution_threshold;  ///< m/s
    double slop;                   ///< m
    double push_factor;            ///< share of the overlap beyond the slop that a step removes
    double push_speed;             ///< m/s, the fastest push
};

struct ContactTable {
    /// Bytes of scratch memory that `solve` needs.
    std::size_t (*scratch)(const ContactSolve& call);
    /// Changes velocities, spins and push velocities of the bodies and impulses of the manifolds:
    /// impacts with their restitution first, then n passes that each begin with an n-th of the kick
    /// and the impulses of the pass before, then the push. A body without a manifold gets
    /// velocity + kick, one that no impulse moves keeps its velocity. Every result depends on the
    /// bodies and manifolds that it is connected with through moving bodies, and on their order by
    /// colours, alone.
    void (*solve)(const ContactSolve& call);
};

}  // namespace lanewise::kernels
