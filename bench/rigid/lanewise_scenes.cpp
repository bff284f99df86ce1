#include <lanewise/physics/dynamics/world.hpp>
#include <lanewise/physics/rays/mesh_index.hpp>

#include <algorithm>
#include <vector>

#include "rigid/engines.hpp"

namespace lanewise::bench {
namespace {

constexpr PhysicsMaterial k_material = {.friction = k_friction};

std::shared_ptr<const MeshIndex> make_ground_index() {
    std::vector<Vec3> vertices;
    for (const auto& [x, y, z] : ground_mesh().vertices) vertices.push_back({x, y, z});
    return std::make_shared<const MeshIndex>(
        std::make_shared<const TriangleMesh>(std::move(vertices), ground_mesh().triangles));
}

BodyOptions ground_body() {
    static const std::shared_ptr<const MeshIndex> index = make_ground_index();
    return {.shape = Shape::mesh(index->shared_mesh(), {}, {k_material}),
            .kind = BodyKind::static_body,
            .index = index};
}

BodyOptions body_of(const Solid& solid) {
    const bool moves = solid.mass > 0;
    return {.shape = solid.kind == Solid::Kind::box
                         ? Shape::box(solid.half_extents, {}, k_material)
                         : Shape::sphere(solid.half_extents.x, {}, k_material),
            .kind = moves ? BodyKind::dynamic : BodyKind::static_body,
            .pose = {{}, solid.position},
            .angular_velocity = solid.spin,
            .mass = moves ? solid.mass : 1};
}

class LanewiseScene final : public RigidScene {
public:
    explicit LanewiseScene(const Scene& scene) : solids_(scene.solids) {
        WorldOptions options;
        options.gravity = {0, 0, -scene.gravity};
        PhysicsWorld world(options);
        for (const Solid& solid : solids_) ids_.push_back(world.add_body(body_of(solid)));
        if (scene.has_ground_mesh) world.add_body(ground_body());
        worlds_.assign(static_cast<std::size_t>(scene.worlds), world);
        for (PhysicsWorld& one : worlds_) pointers_.push_back(&one);
    }

    void step(int steps) override {
        for (int i = 0; i < steps; ++i)
            if (worlds_.size() == 1)
                worlds_.front().step(k_timestep);
            else
                PhysicsWorld::step(pointers_, k_timestep, 1);
    }

    Quality quality() const override {
        Quality quality;
        for (const PhysicsWorld& world : worlds_) {
            for (std::size_t i = 0; i < ids_.size(); ++i) {
                const Vec3 way = world.body(ids_[i]).pose().translation - solids_[i].position;
                quality.drift = std::max(quality.drift, norm(way));
            }
            for (const WorldContact& contact : world.contacts())
                quality.penetration = std::max(quality.penetration, contact.depth);
            quality.contacts += world.contact_count();
        }
        return quality;
    }

private:
    std::vector<Solid> solids_;
    std::vector<BodyId> ids_;  ///< the same in every world
    std::vector<PhysicsWorld> worlds_;
    std::vector<PhysicsWorld*> pointers_;
};

/// Queries of a world with the ground mesh in it.
class WorldTarget {
public:
    using Hit = WorldHit;
    WorldTarget() { world_.add_body(ground_body()); }
    Hit cast(const Ray& ray) const { return world_.raycast(ray); }
    void cast(std::span<const Ray> rays, std::span<Hit> hits) const { world_.raycast(rays, hits); }

private:
    PhysicsWorld world_;
};

/// Queries of the ground mesh alone.
class MeshTarget {
public:
    using Hit = RayHit;
    Hit cast(const Ray& ray) const { return raycast(ray, *index_); }
    void cast(std::span<const Ray> rays, std::span<Hit> hits) const {
        raycast(rays, hits, *index_);
    }

private:
    std::shared_ptr<const MeshIndex> index_ = ground_body().index;
};

template <class Target>
class LanewiseCaster : public RayCaster {
public:
    explicit LanewiseCaster(const RaySet& set) {
        for (const auto& [x, y, z] : set.origins)
            rays_.push_back({.origin = {x, y, z}, .direction = {0, 0, -1}, .max_distance = 1});
    }

protected:
    Target target_;
    std::vector<Ray> rays_;
};

template <class Target>
class SingleCaster final : public LanewiseCaster<Target> {
public:
    using LanewiseCaster<Target>::LanewiseCaster;

    void cast(std::size_t begin, std::span<float> distances) override {
        for (std::size_t i = 0; i < distances.size(); ++i)
            distances[i] = static_cast<float>(this->target_.cast(this->rays_[begin + i]).distance);
    }
};

template <class Target>
class BatchCaster final : public LanewiseCaster<Target> {
public:
    using LanewiseCaster<Target>::LanewiseCaster;

    void cast(std::size_t begin, std::span<float> distances) override {
        hits_.resize(distances.size());
        this->target_.cast(std::span(this->rays_).subspan(begin, distances.size()), hits_);
        for (std::size_t i = 0; i < distances.size(); ++i)
            distances[i] = static_cast<float>(hits_[i].distance);
    }

private:
    std::vector<typename Target::Hit> hits_;
};

}  // namespace

std::unique_ptr<RigidScene> make_lanewise_scene(const Scene& scene) {
    return std::make_unique<LanewiseScene>(scene);
}
std::unique_ptr<RayCaster> make_lanewise_world_single(const RaySet& rays) {
    return std::make_unique<SingleCaster<WorldTarget>>(rays);
}
std::unique_ptr<RayCaster> make_lanewise_world_batch(const RaySet& rays) {
    return std::make_unique<BatchCaster<WorldTarget>>(rays);
}
std::unique_ptr<RayCaster> make_lanewise_mesh_single(const RaySet& rays) {
    return std::make_unique<SingleCaster<MeshTarget>>(rays);
}
std::unique_ptr<RayCaster> make_lanewise_mesh_batch(const RaySet& rays) {
    return std::make_unique<BatchCaster<MeshTarget>>(rays);
}

}  // namespace lanewise::bench
