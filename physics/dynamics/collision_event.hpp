#pragma once

#include <lanewise/physics/dynamics/body_id.hpp>
#include <lanewise/physics/geometry/vector3.hpp>

namespace lanewise {

/// Two bodies that pushed each other in a step; each gets an event of its own, as CARLA's collision
/// sensor gives it.
struct CollisionEvent {
    BodyId body;
    BodyId other;
    Vec3 normal_impulse;  ///< N s, that the other body gave along the normals; friction is left out

    friend constexpr bool operator==(const CollisionEvent&,
                                     const CollisionEvent&) noexcept = default;
};

}  // namespace lanewise
