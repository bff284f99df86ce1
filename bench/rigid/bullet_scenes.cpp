#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "rigid/bullet_ground.hpp"
#include "rigid/engines.hpp"

namespace lanewise::bench {
namespace {

btDefaultCollisionConstructionInfo pools_for(int pairs) {
    btDefaultCollisionConstructionInfo info;
    info.m_defaultMaxPersistentManifoldPoolSize = pairs;
    info.m_defaultMaxCollisionAlgorithmPoolSize = pairs;
    return info;
}

/// A world of the scene.
class BulletWorld {
public:
    explicit BulletWorld(const Scene& scene) : configuration_(pools_for(scene.most_pairs)) {
        world_.setGravity({0, 0, scalar(-scene.gravity)});
        world_.getSolverInfo().m_numIterations = 10;
        world_.getSolverInfo().m_splitImpulse = 1;
        world_.setForceUpdateAllAabbs(false);
        for (const Solid& solid : scene.solids) add(solid);
        if (!scene.has_ground_mesh) return;
        static GroundShape ground;
        add_body(ground.shape(), 0, vector({}));
        world_.updateAabbs();
    }
    BulletWorld(const BulletWorld&) = delete;
    BulletWorld& operator=(const BulletWorld&) = delete;
    ~BulletWorld() {
        for (const auto& body : bodies_) world_.removeRigidBody(body.get());
    }

    /// No substeps of Bullet's own: the step is as long as it says.
    void step() { world_.stepSimulation(scalar(k_timestep), 0); }

    const btCollisionWorld& world() const { return world_; }

    void add_to(Quality& quality) const {
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            const btVector3 way = bodies_[i]->getWorldTransform().getOrigin() - starts_[i];
            quality.drift = std::max(quality.drift, static_cast<double>(way.length()));
        }
        btDispatcher& dispatcher = const_cast<btCollisionDispatcher&>(dispatcher_);
        for (int i = 0; i < dispatcher.getNumManifolds(); ++i) {
            const btPersistentManifold& manifold = *dispatcher.getManifoldByIndexInternal(i);
            const int count = manifold.getNumContacts();
            quality.contacts += static_cast<std::size_t>(count);
            for (int k = 0; k < count; ++k)
                quality.penetration =
                    std::max(quality.penetration,
                             static_cast<double>(-manifold.getContactPoint(k).getDistance()));
        }
    }

private:
    void add(const Solid& solid) {
        if (shapes_.empty() || shape_size_ != solid.half_extents || shape_kind_ != solid.kind) {
            if (solid.kind == Solid::Kind::box)
                shapes_.push_back(std::make_unique<btBoxShape>(vector(solid.half_extents)));
            else
                shapes_.push_back(std::make_unique<btSphereShape>(scalar(solid.half_extents.x)));
            shape_size_ = solid.half_extents;
            shape_kind_ = solid.kind;
        }
        add_body(shapes_.back().get(), solid.mass, vector(solid.position))
            .setAngularVelocity(vector(solid.spin));
    }

    btRigidBody& add_body(btCollisionShape* shape, double mass, const btVector3& position) {
        btVector3 inertia(0, 0, 0);
        if (mass > 0) shape->calculateLocalInertia(scalar(mass), inertia);
        btRigidBody::btRigidBodyConstructionInfo info(scalar(mass), nullptr, shape, inertia);
        info.m_startWorldTransform.setOrigin(position);
        // Bullet multiplies the frictions of two bodies.
        info.m_friction = scalar(std::sqrt(k_friction));
        bodies_.push_back(std::make_unique<btRigidBody>(info));
        starts_.push_back(position);
        btRigidBody& body = *bodies_.back();
        if (mass > 0) body.setActivationState(DISABLE_DEACTIVATION);
        world_.addRigidBody(&body);
        return body;
    }

    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    btDbvtBroadphase broad_phase_;
    btSequentialImpulseConstraintSolver solver_;
    btDiscreteDynamicsWorld world_{&dispatcher_, &broad_phase_, &solver_, &configuration_};
    std::vector<std::unique_ptr<btCollisionShape>> shapes_;
    Vec3 shape_size_;  ///< of the last shape: neighbours share one
    Solid::Kind shape_kind_ = Solid::Kind::box;
    std::vector<std::unique_ptr<btRigidBody>> bodies_;
    std::vector<btVector3> starts_;
};

class BulletScene final : public RigidScene {
public:
    explicit BulletScene(const Scene& scene) {
        for (int i = 0; i < scene.worlds; ++i)
            worlds_.push_back(std::make_unique<BulletWorld>(scene));
    }

    void step(int steps) override {
        for (int i = 0; i < steps; ++i)
            for (const auto& world : worlds_) world->step();
    }

    Quality quality() const override {
        Quality quality;
        for (const auto& world : worlds_) world->add_to(quality);
        return quality;
    }

private:
    std::vector<std::unique_ptr<BulletWorld>> worlds_;
};

class BulletCaster final : public RayCaster {
public:
    explicit BulletCaster(const RaySet& rays) : rays_(rays) {}

    void cast(std::size_t begin, std::span<float> distances) override {
        for (std::size_t i = 0; i < distances.size(); ++i) {
            const auto& [x, y, z] = rays_.origins[begin + i];
            const btVector3 from(x, y, z), to(x, y, z - 1);
            btCollisionWorld::ClosestRayResultCallback result(from, to);
            world_.world().rayTest(from, to, result);
            distances[i] = result.hasHit() ? result.m_closestHitFraction
                                           : std::numeric_limits<float>::infinity();
        }
    }

private:
    const RaySet& rays_;
    BulletWorld world_{Scene{.name = "rays", .has_ground_mesh = true}};
};

}  // namespace

std::unique_ptr<RigidScene> make_bullet_scene(const Scene& scene) {
    return std::make_unique<BulletScene>(scene);
}
std::unique_ptr<RayCaster> make_bullet_world_single(const RaySet& rays) {
    return std::make_unique<BulletCaster>(rays);
}

}  // namespace lanewise::bench
