#pragma once

#include <lanewise/kernels/export.hpp>
#include <lanewise/physics/collision/shape.hpp>
#include <lanewise/physics/geometry/rigid_transform.hpp>
#include <lanewise/physics/geometry/vector3.hpp>
#include <lanewise/physics/rays/mesh_index.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

namespace lanewise {

/// A half line, cut off at a distance. SI units, in the frame of the poses it is cast with.
struct Ray {
    Vec3 origin;              ///< m, components at most 1e75
    Vec3 direction{1, 0, 0};  ///< of any length above 1e-12, components at most 1e75
    double max_distance = std::numeric_limits<double>::infinity();  ///< m, >= 0; a hit there counts
};
static_assert(sizeof(Ray) == 7 * sizeof(double), "kernels read seven numbers a ray");

/// Where a ray meets a shape first. Solids are hit where the ray enters them: a ray from inside
/// does not hit, one that touches does. Mesh triangles are hit from their front.
struct RayHit {
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    double distance = std::numeric_limits<double>::infinity();  ///< m; infinite: nothing was hit
    Vec3 point;                     ///< m, origin + distance * unit direction
    Vec3 normal;                    ///< unit, outward
    std::uint32_t triangle = none;  ///< of a mesh; `none` for solids
    std::uint32_t material = 0;     ///< number for Shape::material
    std::uint32_t shape = none;     ///< number in the list of shapes; `none`: nothing was hit

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return shape != none; }
    friend constexpr bool operator==(const RayHit&, const RayHit&) noexcept = default;
};

/// A shape in a world. Meshes need the index of their triangles.
struct PlacedShape {
    const Shape* shape = nullptr;
    RigidTransform pose;  ///< of the body: its frame to the frame of the rays
    const MeshIndex* index = nullptr;
};

/// Refuses what the members of Ray rule out, NaN among it; `owner` opens the field's name.
LANEWISE_API void require_valid(const Ray& ray, std::string_view owner = "Ray");

/// The nearest hit within the ray's distance. Of several shapes at one distance the first in the
/// list counts, of several triangles the one with the smallest number. Neither the order of a batch
/// nor its size nor the backend changes a bit of a hit.
/// @throws Error for a ray that require_valid refuses, a null shape, a mesh without its index and a
///         pose that is not finite or whose rotation is not a unit quaternion within 1e-5.
[[nodiscard]] LANEWISE_API RayHit raycast(const Ray& ray, const PlacedShape& shape);
[[nodiscard]] LANEWISE_API RayHit raycast(const Ray& ray, std::span<const PlacedShape> shapes);

/// Hit i is the one of ray i. Nothing is written when something is refused.
/// @throws Error as above, and for spans of different sizes.
LANEWISE_API void raycast(std::span<const Ray> rays, std::span<RayHit> hits,
                          const PlacedShape& shape);
LANEWISE_API void raycast(std::span<const Ray> rays, std::span<RayHit> hits,
                          std::span<const PlacedShape> shapes);

/// Rays against one mesh, `pose` taking it to the frame of the rays.
[[nodiscard]] LANEWISE_API RayHit raycast(const Ray& ray, const MeshIndex& index,
                                          const RigidTransform& pose = {});
LANEWISE_API void raycast(std::span<const Ray> rays, std::span<RayHit> hits, const MeshIndex& index,
                          const RigidTransform& pose = {});

}  // namespace lanewise
