#pragma once

#include "worlds.hpp"

namespace lanewise::test {

inline constexpr double k_short = 0.01;  ///< s
inline constexpr double k_radius = 0.1;  ///< m
inline constexpr PhysicsMaterial k_smooth{0, 0};

inline WorldOptions swept_options(bool continuous = true) {
    WorldOptions options = no_gravity();
    options.continuous = continuous;
    return options;
}

/// A smooth floor at z = 0 in a world without gravity, the continuous mode on or off.
struct Flight {
    explicit Flight(bool continuous = true) : world(swept_options(continuous)) {}
    BodyId add(const BodyOptions& options) { return world.add_body(options); }

    PhysicsWorld world;
    BodyId floor = add_floor(world, k_smooth);
};

inline BodyOptions capsule(double half_length, const RigidTransform& pose,
                           const Vec3& velocity = {}, const PhysicsMaterial& material = k_smooth) {
    return {.shape = Shape::capsule(k_radius, half_length, {}, material),
            .pose = pose,
            .linear_velocity = velocity};
}

}  // namespace lanewise::test
