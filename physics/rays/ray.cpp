#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/rays/ray.hpp>
#include <lanewise/physics/rays/shape_rays.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace lanewise {

namespace {

// Squares of coordinates and products of three stay finite, as in TriangleMesh.
constexpr double k_largest = 1e75;

bool is_within(const Vec3& v) noexcept {
    return std::fabs(v.x) <= k_largest && std::fabs(v.y) <= k_largest &&
           std::fabs(v.z) <= k_largest;
}

bool is_valid(const Ray& ray) noexcept {
    const Vec3& d = ray.direction;
    return is_within(ray.origin) && is_within(d) &&
           norm_squared(d) > shortest_direction * shortest_direction && ray.max_distance >= 0;
}

bool is_valid(const RigidTransform& pose) noexcept {
    return is_within(pose.translation) && std::fabs(norm_squared(pose.rotation) - 1) <= 1e-5;
}

[[noreturn]] void refuse_pose(const RigidTransform& pose, const std::string& field) {
    if (!is_within(pose.translation))
        refuse(field + ".translation", norm(pose.translation), "must have components within 1e75");
    refuse(field + ".rotation", norm_squared(pose.rotation),
           "must have a squared norm of 1 within 1e-5");
}

/// The index of a mesh; solids need none.
bool has_index(const PlacedShape& placed) noexcept {
    return placed.shape->kind() != ShapeKind::mesh ||
           (placed.index != nullptr && placed.index->shared_mesh() == placed.shape->mesh());
}

void require_placed(std::span<const PlacedShape> shapes) {
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        const PlacedShape& placed = shapes[i];
        if (placed.shape != nullptr && is_valid(placed.pose) && has_index(placed)) continue;
        const std::string field = "shapes[" + std::to_string(i) + "]";
        if (placed.shape == nullptr) refuse(field + ".shape", "null", "must be a shape");
        if (!is_valid(placed.pose)) refuse_pose(placed.pose, field + ".pose");
        refuse(field + ".index", placed.index == nullptr ? "null" : "of another mesh",
               "must be the index of the shape's mesh");
    }
}

}  // namespace

void detail::require_valid(std::span<const Ray> rays) {
    for (std::size_t i = 0; i < rays.size(); ++i)
        if (!is_valid(rays[i])) lanewise::require_valid(rays[i], "rays[" + std::to_string(i) + "]");
}

void require_valid(const Ray& ray, std::string_view owner) {
    if (is_valid(ray)) return;
    const std::string name(owner);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        require_between(name + ".origin." + "xyz"[axis], ray.origin[axis], -k_largest, k_largest);
        require_between(name + ".direction." + "xyz"[axis], ray.direction[axis], -k_largest,
                        k_largest);
    }
    if (!(norm_squared(ray.direction) > shortest_direction * shortest_direction))
        refuse(name + ".direction", norm(ray.direction), "must be longer than 1e-12");
    refuse(name + ".max_distance", ray.max_distance, "must be >= 0");
}

RayHit raycast(const Ray& ray, const PlacedShape& shape) {
    return raycast(ray, std::span(&shape, 1));
}

RayHit raycast(const Ray& ray, std::span<const PlacedShape> shapes) {
    require_valid(ray);
    require_placed(shapes);
    const detail::UnitRay unit = detail::unit_ray(ray);
    RayHit best;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        const PlacedShape& placed = shapes[i];
        detail::cast_at_shape(unit, *placed.shape, placed.pose * placed.shape->local(),
                              placed.index, static_cast<std::uint32_t>(i), best);
    }
    return best;
}

void raycast(std::span<const Ray> rays, std::span<RayHit> hits, const PlacedShape& shape) {
    raycast(rays, hits, std::span(&shape, 1));
}

void raycast(std::span<const Ray> rays, std::span<RayHit> hits,
             std::span<const PlacedShape> shapes) {
    require_size("hits", hits.size(), rays.size());
    detail::require_valid(rays);
    require_placed(shapes);
    std::array<detail::UnitRay, 256> units;
    for (std::size_t begin = 0; begin < rays.size(); begin += units.size()) {
        const std::size_t count = std::min(units.size(), rays.size() - begin);
        std::ranges::transform(rays.subspan(begin, count), units.begin(), detail::unit_ray);
        const std::span<RayHit> part = hits.subspan(begin, count);
        std::ranges::fill(part, RayHit{});
        for (std::size_t i = 0; i < shapes.size(); ++i) {
            const PlacedShape& placed = shapes[i];
            detail::cast_at_shape(std::span(units).first(count), *placed.shape,
                                  placed.pose * placed.shape->local(), placed.index,
                                  static_cast<std::uint32_t>(i), part);
        }
    }
}

RayHit raycast(const Ray& ray, const MeshIndex& index, const RigidTransform& pose) {
    require_valid(ray);
    if (!is_valid(pose)) refuse_pose(pose, "pose");
    RayHit hit;
    detail::cast_at_mesh(std::span(&ray, 1), index, pose, 0, std::span(&hit, 1));
    return hit;
}

void raycast(std::span<const Ray> rays, std::span<RayHit> hits, const MeshIndex& index,
             const RigidTransform& pose) {
    require_size("hits", hits.size(), rays.size());
    detail::require_valid(rays);
    if (!is_valid(pose)) refuse_pose(pose, "pose");
    detail::cast_at_mesh(rays, index, pose, 0, hits);
}

}  // namespace lanewise
