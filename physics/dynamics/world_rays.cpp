#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/dynamics/world.hpp>
#include <lanewise/physics/dynamics/world_data.hpp>
#include <lanewise/physics/rays/shape_rays.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace lanewise {
namespace {

using detail::RayIndex;
using detail::UnitRay;
using detail::WorldData;

/// Rays that are cast together at a mesh.
constexpr std::size_t k_block = 1024;

const RayIndex& fresh_index(const WorldData& d) {
    RayIndex& rays = d.rays;
    if (rays.is_fresh.load(std::memory_order_acquire)) return rays;
    const std::lock_guard lock(rays.mutex);
    if (rays.is_fresh.load(std::memory_order_relaxed)) return rays;
    rays.boxes.clear();
    rays.places.clear();
    rays.meshes.clear();
    for (std::size_t p = 0; p < d.places(); ++p) {
        if (!d.traits[p].meets()) continue;
        const Bounds box = detail::bounds_of(place(d.shape[p], d.pose[p], d.index[p].get()));
        // More than the rounding of the box and of the ray's test.
        const Vec3 size = box.high - box.low;
        const double most = largest_component(maximum(absolute(box.low), absolute(box.high)));
        const Bounds padded = grown(box, 1e-12 * (largest_component(size) + most));
        const auto name = static_cast<std::uint32_t>(p);
        if (d.shape[p].kind() == ShapeKind::mesh) {
            rays.meshes.push_back({padded, name});
            continue;
        }
        rays.boxes.push_back(padded);
        rays.places.push_back(name);
    }
    rays.tree.build(rays.boxes, rays.places);
    rays.is_fresh.store(true, std::memory_order_release);
    return rays;
}

/// The slab test (T. Kay and J. Kajiya, "Ray tracing complex scenes", 1986), up to a distance.
struct SlabTest {
    Vec3 origin;
    Vec3 inverse;
    const double* limit;

    bool operator()(const Bounds& box) const noexcept {
        double enter = 0, leave = *limit;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double a = (box.low[axis] - origin[axis]) * inverse[axis];
            const double b = (box.high[axis] - origin[axis]) * inverse[axis];
            // 0 * infinity, for a ray in the plane of a side, is NaN and does not cut.
            const double near = a < b ? a : b, far = a < b ? b : a;
            if (near > enter) enter = near;
            if (far < leave) leave = far;
        }
        return enter <= leave * (1 + 1e-12);
    }
};

void cast_at_body(const WorldData& d, std::uint32_t p, const UnitRay& ray, RayHit& best) {
    detail::cast_at_shape(ray, d.shape[p], d.pose[p] * d.shape[p].local(), d.index[p].get(), p,
                          best);
}

bool is_ignored(const WorldData& d, std::uint32_t place, const RayFilter& filter) noexcept {
    return place == filter.ignore.index && d.generation[place] == filter.ignore.generation;
}

SlabTest slab_test(const UnitRay& ray, const double& limit) noexcept {
    const Vec3& d = ray.direction;
    return {ray.origin, {1 / d.x, 1 / d.y, 1 / d.z}, &limit};
}

/// The nearest solid, if it is nearer than the best hit so far.
void cast_at_solids(const WorldData& d, const RayIndex& rays, const UnitRay& ray,
                    const RayFilter& filter, RayHit& best) {
    // The distance of the best hit bounds the walk, ties included: the lower place wins them.
    double limit = std::min(ray.max_distance, best.distance);
    rays.tree.walk(slab_test(ray, limit), [&](std::uint32_t p) {
        if (is_ignored(d, p, filter)) return;
        RayHit hit;
        cast_at_body(d, p, ray, hit);
        if (!hit) return;
        const bool is_nearer = hit.distance < best.distance ||
                               (hit.distance == best.distance && hit.shape < best.shape);
        if (is_nearer) best = hit;
        limit = std::min(limit, best.distance);
    });
}

WorldHit world_hit(const WorldData& d, const RayHit& hit) {
    if (!hit) return {};
    return {.body = d.id(hit.shape),
            .point = hit.point,
            .normal = hit.normal,
            .distance = hit.distance,
            .material = d.shape[hit.shape].material(hit.material),
            .triangle = hit.triangle};
}

/// A block of rays, and those of them that pass the box of a mesh.
struct RayBlock {
    std::vector<UnitRay> rays, near;
    std::vector<RayHit> best, near_best;
    std::vector<std::size_t> near_numbers;

    explicit RayBlock(std::size_t most) : rays(most), best(most) {
        near.reserve(most);
        near_best.reserve(most);
        near_numbers.reserve(most);
    }
};

void cast_at_mesh(const WorldData& d, const RayIndex::Mesh& mesh, std::size_t count,
                  RayBlock& block) {
    const std::uint32_t p = mesh.place;
    const RigidTransform placed = d.pose[p] * d.shape[p].local();
    const auto cast = [&](std::span<const UnitRay> rays, std::span<RayHit> best) {
        detail::cast_at_shape(rays, d.shape[p], placed, d.index[p].get(), p, best);
    };
    block.near_numbers.clear();
    for (std::size_t i = 0; i < count; ++i) {
        const double limit = std::min(block.rays[i].max_distance, block.best[i].distance);
        if (slab_test(block.rays[i], limit)(mesh.box)) block.near_numbers.push_back(i);
    }
    const std::size_t near = block.near_numbers.size();
    if (near == count) {
        cast(std::span(block.rays).first(count), std::span(block.best).first(count));
        return;
    }
    block.near.clear();
    block.near_best.clear();
    for (const std::size_t i : block.near_numbers) {
        block.near.push_back(block.rays[i]);
        block.near_best.push_back(block.best[i]);
    }
    cast(block.near, block.near_best);
    for (std::size_t k = 0; k < near; ++k) block.best[block.near_numbers[k]] = block.near_best[k];
}

}  // namespace

WorldHit PhysicsWorld::raycast(const Ray& ray, const RayFilter& filter) const {
    require_valid(ray);
    const WorldData& d = *data_;
    const RayIndex& rays = fresh_index(d);
    const UnitRay unit = detail::unit_ray(ray);
    RayHit best;
    for (const RayIndex::Mesh& mesh : rays.meshes) {
        const double limit = std::min(unit.max_distance, best.distance);
        if (!is_ignored(d, mesh.place, filter) && slab_test(unit, limit)(mesh.box))
            cast_at_body(d, mesh.place, unit, best);
    }
    cast_at_solids(d, rays, unit, filter, best);
    return world_hit(d, best);
}

void PhysicsWorld::raycast(std::span<const Ray> rays, std::span<WorldHit> hits,
                           const RayFilter& filter) const {
    const WorldData& d = *data_;
    require_size("hits", hits.size(), rays.size());
    detail::require_valid(rays);
    const RayIndex& index = fresh_index(d);
    RayBlock block(std::min(k_block, rays.size()));
    for (std::size_t begin = 0; begin < rays.size(); begin += k_block) {
        const std::size_t count = std::min(k_block, rays.size() - begin);
        std::span<const RayIndex::Mesh> meshes = index.meshes;
        while (!meshes.empty() && is_ignored(d, meshes.front().place, filter))
            meshes = meshes.subspan(1);
        if (meshes.empty()) {
            std::fill(block.best.begin(), block.best.end(), RayHit{});
        } else {
            // The first mesh takes the rays as they are.
            const std::uint32_t p = meshes.front().place;
            detail::cast_at_mesh(rays.subspan(begin, count), *d.index[p],
                                 d.pose[p] * d.shape[p].local(), p,
                                 std::span(block.best).first(count));
            meshes = meshes.subspan(1);
        }
        if (!meshes.empty() || !index.tree.empty())
            std::ranges::transform(rays.subspan(begin, count), block.rays.begin(),
                                   detail::unit_ray);
        for (const RayIndex::Mesh& mesh : meshes)
            if (!is_ignored(d, mesh.place, filter)) cast_at_mesh(d, mesh, count, block);
        if (!index.tree.empty())
            for (std::size_t i = 0; i < count; ++i)
                cast_at_solids(d, index, block.rays[i], filter, block.best[i]);
        for (std::size_t i = 0; i < count; ++i) hits[begin + i] = world_hit(d, block.best[i]);
    }
}

}  // namespace lanewise
