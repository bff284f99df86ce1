#include <lanewise/physics/vehicle/wheel_rays.hpp>

#include <algorithm>

namespace lanewise::detail {
namespace {

/// Radius of a ball about the body's origin that holds its shape, m.
double reach_of(const Shape& shape) noexcept {
    const double offset = norm(shape.local().translation);
    switch (shape.kind()) {
        case ShapeKind::sphere:
            return offset + shape.radius();
        case ShapeKind::box:
            return offset + norm(shape.half_extents());
        case ShapeKind::capsule:
            return offset + shape.radius() + shape.half_length();
        default: {
            const Bounds box = shape.bounds();
            return norm(maximum(absolute(box.low), absolute(box.high)));
        }
    }
}

/// Box around some rays, a little wider than rounding.
Bounds bounds_of(std::span<const UnitRay> rays) noexcept {
    Bounds box;
    for (const UnitRay& ray : rays) {
        box = enlarged(box, ray.origin);
        box = enlarged(box, ray.origin + ray.max_distance * ray.direction);
    }
    constexpr double k_margin = 1e-6;
    return grown(box, k_margin);
}

/// Whether the hit replaces the best one: for equal distances the lowest place.
bool is_better(const RayHit& hit, const RayHit& best) noexcept {
    return hit.distance < best.distance ||
           (hit.distance == best.distance && hit.shape < best.shape);
}

/// Of one vehicle. `found` is memory.
void cast_at_solid(const WorldData& world, std::uint32_t place, std::span<const UnitRay> rays,
                   std::vector<RayHit>& found, std::span<RayHit> hits) {
    found.assign(rays.size(), {});
    cast_at_shape(rays, world.shape[place], world.pose[place] * world.shape[place].local(),
                  world.index[place].get(), place, found);
    for (std::size_t i = 0; i < rays.size(); ++i)
        if (found[i] && is_better(found[i], hits[i])) hits[i] = found[i];
}

}  // namespace

void Ground::look_at(WorldData& world) {
    world_ = &world;
    refresh_statics(world);
    places_.clear();
    boxes_.clear();
    for (const std::uint32_t p : world.moving) {
        if (!world.traits[p].meets()) continue;
        const double reach = reach_of(world.shape[p]);
        const Vec3& at = world.pose[p].translation;
        places_.push_back(p);
        boxes_.push_back(grown({at, at}, reach * (1 + 1e-9)));
    }
    movers_.build(boxes_);
}

void Ground::cast_at_mesh(std::uint32_t place, std::span<const UnitRay> rays, std::size_t wheels,
                          CastMemory& memory, std::span<RayHit> hits) const {
    const WorldData& world = *world_;
    const PlacedSolid& solid = world.placed[place];
    const Bounds box = bounds_of(solid);
    memory.near.clear();
    for (std::size_t v = 0; v < memory.boxes.size(); ++v)
        if (overlap(memory.boxes[v], box)) memory.near.push_back(static_cast<std::uint32_t>(v));
    if (memory.near.empty()) return;
    // All rays of a mesh at once: what one waits for, others use.
    if (memory.near.size() == memory.boxes.size()) {
        cast_at_shape(rays, *solid.shape, solid.pose, solid.index, place, hits);
        return;
    }
    memory.rays.clear();
    memory.hits.clear();
    for (const std::uint32_t v : memory.near) {
        const auto from = static_cast<std::ptrdiff_t>(v * wheels);
        const auto count = static_cast<std::ptrdiff_t>(wheels);
        memory.rays.insert(memory.rays.end(), rays.begin() + from, rays.begin() + from + count);
        memory.hits.insert(memory.hits.end(), hits.begin() + from, hits.begin() + from + count);
    }
    cast_at_shape(memory.rays, *solid.shape, solid.pose, solid.index, place, memory.hits);
    for (std::size_t k = 0; k < memory.near.size(); ++k)
        std::copy_n(memory.hits.begin() + static_cast<std::ptrdiff_t>(k * wheels), wheels,
                    hits.begin() + static_cast<std::ptrdiff_t>(memory.near[k] * wheels));
}

void Ground::cast(std::span<const UnitRay> rays, std::size_t wheels,
                  std::span<const std::uint32_t> own_places, CastMemory& memory,
                  std::span<RayHit> hits) const {
    const WorldData& world = *world_;
    std::fill(hits.begin(), hits.end(), RayHit{});
    memory.boxes.clear();
    Bounds all;
    for (std::size_t v = 0; v < own_places.size(); ++v) {
        memory.boxes.push_back(bounds_of(rays.subspan(v * wheels, wheels)));
        all = enlarged(enlarged(all, memory.boxes.back().low), memory.boxes.back().high);
    }
    bool has_solids = false;
    memory.meshes.clear();
    world.statics.find(all, [&](std::uint32_t p) {
        if (world.shape[p].kind() == ShapeKind::mesh)
            memory.meshes.push_back(p);
        else
            has_solids = true;
    });
    std::ranges::sort(memory.meshes);
    for (const std::uint32_t p : memory.meshes) cast_at_mesh(p, rays, wheels, memory, hits);
    for (std::size_t v = 0; v < own_places.size(); ++v) {
        const std::span<const UnitRay> own = rays.subspan(v * wheels, wheels);
        const std::span<RayHit> best = hits.subspan(v * wheels, wheels);
        const Bounds& box = memory.boxes[v];
        if (has_solids)
            world.statics.find(box, [&](std::uint32_t p) {
                if (world.shape[p].kind() != ShapeKind::mesh)
                    cast_at_solid(world, p, own, memory.hits, best);
            });
        const bool is_alone = places_.size() == 1 && places_.front() == own_places[v];
        if (!is_alone)
            movers_.find(box, [&](std::uint32_t number) {
                if (places_[number] != own_places[v])
                    cast_at_solid(world, places_[number], own, memory.hits, best);
            });
    }
}

}  // namespace lanewise::detail
