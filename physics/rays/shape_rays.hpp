#pragma once

#include <lanewise/physics/rays/ray.hpp>

namespace lanewise::detail {

/// A checked ray whose direction is a unit vector.
struct UnitRay {
    Vec3 origin;
    Vec3 direction;
    double max_distance;
};

UnitRay unit_ray(const Ray& ray) noexcept;

/// Refuses the first ray that is not valid, as rays[i].
void require_valid(std::span<const Ray> rays);

/// Casts at one shape, `placed` its frame in that of the ray (the body's pose times the shape's
/// local transform). A hit nearer than `best`, or one that is the first, replaces it, with `number`
/// as its shape. A mesh needs its index.
void cast_at_shape(const UnitRay& ray, const Shape& shape, const RigidTransform& placed,
                   const MeshIndex* index, std::uint32_t number, RayHit& best);

/// The same for many rays, each with its own best hit so far.
void cast_at_shape(std::span<const UnitRay> rays, const Shape& shape, const RigidTransform& placed,
                   const MeshIndex* index, std::uint32_t number, std::span<RayHit> best);

/// Rays against one mesh: writes all hits, `number` as their shape. Directions need not be unit
/// vectors.
void cast_at_mesh(std::span<const Ray> rays, const MeshIndex& index, const RigidTransform& placed,
                  std::uint32_t number, std::span<RayHit> hits);

}  // namespace lanewise::detail
