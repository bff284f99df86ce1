#pragma once

#include <lanewise/physics/dynamics/world.hpp>
#include <lanewise/physics/dynamics/world_data.hpp>

namespace lanewise::detail {

/// The columns of a world, for the parts of the library that push its bodies.
struct WorldAccess {
    static WorldData& data(PhysicsWorld& world) noexcept { return *world.data_; }
    static const WorldData& data(const PhysicsWorld& world) noexcept { return *world.data_; }
};

}  // namespace lanewise::detail
