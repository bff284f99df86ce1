#pragma once

#include <lanewise/physics/dynamics/world_data.hpp>
#include <lanewise/physics/rays/shape_rays.hpp>
#include <lanewise/physics/vehicle/mover_grid.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace lanewise::detail {

/// Memory of a cast; nothing in it outlives one but its capacity.
struct CastMemory {
    std::vector<Bounds> boxes;  ///< of the vehicles' rays
    std::vector<UnitRay> rays;  ///< of the vehicles that are near a mesh
    std::vector<RayHit> hits;
    std::vector<std::uint32_t> near;
    std::vector<std::uint32_t> meshes;
};

/// What wheels can stand on in a world, for one update.
class Ground {
public:
    /// Looks at the world as it is now. Reuses its memory.
    void look_at(WorldData& world);

    /// Rays of several vehicles, `wheels` each, with the places of their own chassis, which they
    /// pass through. Writes every hit; its shape is the place of the body. For equal distances the
    /// lowest place. A ray's hit depends on that ray and the world alone.
    void cast(std::span<const UnitRay> rays, std::size_t wheels,
              std::span<const std::uint32_t> own_places, CastMemory& memory,
              std::span<RayHit> hits) const;

private:
    void cast_at_mesh(std::uint32_t place, std::span<const UnitRay> rays, std::size_t wheels,
                      CastMemory& memory, std::span<RayHit> hits) const;

    const WorldData* world_ = nullptr;
    std::vector<std::uint32_t> places_;  ///< of the boxes in the grid
    std::vector<Bounds> boxes_;
    MoverGrid movers_;
};

}  // namespace lanewise::detail
