#include <lanewise/kernels/backend_choice.hpp>
#include <lanewise/physics/rays/shape_rays.hpp>
#include <lanewise/physics/rays/solid_rays.hpp>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

namespace lanewise::detail {

namespace {

static_assert(sizeof(UnitRay) == sizeof(Ray), "kernels read seven numbers a ray");

/// Rays whose hits stay in the cache between the kernel and what follows.
constexpr std::size_t k_part = 1024;

kernels::MeshRays mesh_call(const MeshIndex& index, const RigidTransform& placed,
                            const double* rays, std::size_t count) noexcept {
    kernels::MeshRays call{};
    call.tree = index.tree();
    call.rays = rays;
    call.count = count;
    call.normals = &index.mesh().normals().front().x;
    call.is_placed = placed != RigidTransform{};
    const Quat& q = placed.rotation;
    const Vec3& t = placed.translation;
    std::ranges::copy(std::array{q.x, q.y, q.z, q.w}, call.rotation);
    std::ranges::copy(std::array{t.x, t.y, t.z}, call.translation);
    return call;
}

void write_to(std::span<RayHit> hits, kernels::MeshRays& call) noexcept {
    call.distances = &hits.front().distance;
    call.triangles = &hits.front().triangle;
    call.points = &hits.front().point.x;
    call.stride = sizeof(RayHit);
}

void run(const kernels::MeshRays& call) {
    const kernels::RayTable& table = kernels::chosen_table().rays;
    if (call.count == 1)
        table.one(call);
    else
        table.many(call);
}

/// What the kernel does not know of the hits that it wrote.
void complete(std::span<RayHit> hits, const TriangleMesh& mesh, const RigidTransform& placed,
              std::uint32_t number) noexcept {
    const bool turns = placed.rotation != Quat{};
    const Vec3* normals = mesh.normals().data();
    constexpr std::size_t ahead = 16;
    for (std::size_t i = 0; i < hits.size(); ++i) {
        if (i + ahead < hits.size() && hits[i + ahead].triangle != RayHit::none)
            __builtin_prefetch(normals + hits[i + ahead].triangle);
        RayHit& hit = hits[i];
        if (hit.triangle == RayHit::none) {
            hit = {};
            continue;
        }
        const Vec3& normal = normals[hit.triangle];
        hit.normal = turns ? transform_direction(placed, normal) : normal;
        hit.material = mesh.material(hit.triangle);
        hit.shape = number;
    }
}

SolidEntry enter_solid(const Shape& shape, const Vec3& origin, const Vec3& direction) noexcept {
    switch (shape.kind()) {
        case ShapeKind::sphere:
            return enter_sphere(origin, direction, shape.radius());
        case ShapeKind::box:
            return enter_box(origin, direction, shape.half_extents());
        case ShapeKind::capsule:
            return enter_capsule(origin, direction, shape.radius(), shape.half_length());
        case ShapeKind::hull:
            return enter_polyhedron(origin, direction, *shape.polyhedron());
        case ShapeKind::mesh:
            break;
    }
    return {};
}

/// Writes all hits of a part, `limits` null where the rays' own distances are the limits.
void cast_part(std::span<const UnitRay> rays, const MeshIndex& index, const RigidTransform& placed,
               std::uint32_t number, const double* limits, std::span<RayHit> hits) {
    kernels::MeshRays call = mesh_call(index, placed, &rays.front().origin.x, rays.size());
    write_to(hits, call);
    call.are_unit = true;
    call.limits = limits;
    run(call);
    complete(hits, index.mesh(), placed, number);
}

void cast_units_at_mesh(std::span<const UnitRay> rays, const MeshIndex& index,
                        const RigidTransform& placed, std::uint32_t number,
                        std::span<RayHit> best) {
    // The first shape that is met writes in place; others need room to compare.
    if (std::ranges::none_of(best, [](const RayHit& hit) { return static_cast<bool>(hit); })) {
        cast_part(rays, index, placed, number, nullptr, best);
        return;
    }
    constexpr std::size_t k_room = 64;
    std::array<RayHit, k_room> found;
    std::array<double, k_room> limits;
    for (std::size_t begin = 0; begin < rays.size(); begin += k_room) {
        const std::size_t count = std::min(k_room, rays.size() - begin);
        for (std::size_t i = 0; i < count; ++i) limits[i] = best[begin + i].distance;
        cast_part(rays.subspan(begin, count), index, placed, number, limits.data(),
                  std::span(found).first(count));
        for (std::size_t i = 0; i < count; ++i)
            if (found[i].distance < best[begin + i].distance) best[begin + i] = found[i];
    }
}

}  // namespace

UnitRay unit_ray(const Ray& ray) noexcept {
    const Vec3& d = ray.direction;
    // As the kernel does it, to the bit.
    const double length = std::sqrt((d.x * d.x + d.y * d.y) + d.z * d.z);
    return {ray.origin, {d.x / length, d.y / length, d.z / length}, ray.max_distance};
}

void cast_at_shape(const UnitRay& ray, const Shape& shape, const RigidTransform& placed,
                   const MeshIndex* index, std::uint32_t number, RayHit& best) {
    cast_at_shape(std::span(&ray, 1), shape, placed, index, number, std::span(&best, 1));
}

void cast_at_shape(std::span<const UnitRay> rays, const Shape& shape, const RigidTransform& placed,
                   const MeshIndex* index, std::uint32_t number, std::span<RayHit> best) {
    if (shape.kind() != ShapeKind::mesh) {
        const bool turns = placed.rotation != Quat{};
        for (std::size_t i = 0; i < rays.size(); ++i) {
            const UnitRay& ray = rays[i];
            const SolidEntry entry =
                turns ? enter_solid(shape, transform_point_back(placed, ray.origin),
                                    transform_direction_back(placed, ray.direction))
                      : enter_solid(shape, ray.origin - placed.translation, ray.direction);
            if (!(entry.distance >= 0 && entry.distance <= ray.max_distance &&
                  entry.distance < best[i].distance))
                continue;
            const double distance = entry.distance + 0.0;  // never -0
            best[i] = {distance,
                       ray.origin + distance * ray.direction,
                       turns ? transform_direction(placed, entry.normal) : entry.normal,
                       RayHit::none,
                       0,
                       number};
        }
        return;
    }
    assert(index != nullptr);
    for (std::size_t begin = 0; begin < rays.size(); begin += k_part) {
        const std::size_t count = std::min(k_part, rays.size() - begin);
        cast_units_at_mesh(rays.subspan(begin, count), *index, placed, number,
                           best.subspan(begin, count));
    }
}

void cast_at_mesh(std::span<const Ray> rays, const MeshIndex& index, const RigidTransform& placed,
                  std::uint32_t number, std::span<RayHit> hits) {
    for (std::size_t begin = 0; begin < rays.size(); begin += k_part) {
        const std::size_t count = std::min(k_part, rays.size() - begin);
        kernels::MeshRays call = mesh_call(index, placed, &rays[begin].origin.x, count);
        const std::span<RayHit> part = hits.subspan(begin, count);
        write_to(part, call);
        run(call);
        complete(part, index.mesh(), placed, number);
    }
}

}  // namespace lanewise::detail
