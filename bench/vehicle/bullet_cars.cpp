#include <BulletDynamics/Vehicle/btRaycastVehicle.h>

#include <vector>

#include "rigid/bullet_ground.hpp"
#include "vehicle/car_scene.hpp"

namespace lanewise::bench {
namespace {

/// Bullet's rays carry the default group: the ground accepts them, the cars do not.
enum Group : int { k_ray = 1, k_static = 2, k_car = 4 };

class BulletCars final : public CarRun {
public:
    explicit BulletCars(const CarScene& scene) {
        world_.setGravity({0, 0, scalar(-9.81)});
        world_.getSolverInfo().m_numIterations = 10;
        world_.getSolverInfo().m_splitImpulse = 1;
        world_.setForceUpdateAllAabbs(false);
        add_ground(scene.on_mesh);
        for (std::size_t i = 0; i < scene.cars; ++i) {
            Vec3 place = scene.place(i);
            if (scene.on_mesh) place.z += ground_height(place.x, place.y);
            add_car(place);
        }
    }
    BulletCars(const BulletCars&) = delete;
    BulletCars& operator=(const BulletCars&) = delete;
    ~BulletCars() override {
        for (const auto& one : cars_) world_.removeVehicle(one.get());
        for (const auto& body : bodies_) world_.removeRigidBody(body.get());
    }

    void step(int steps) override {
        for (int i = 0; i < steps; ++i) world_.stepSimulation(scalar(k_timestep), 0);
    }

    void drive() override {
        for (const auto& one : cars_)
            for (int k = 0; k < 4; ++k) {
                if (k < 2)
                    one->setSteeringValue(scalar(car::steer), k);
                else
                    one->applyEngineForce(scalar(0.5 * car::throttle * car::full_force), k);
            }
    }

    double mean_speed() const override {
        double sum = 0;
        for (const auto& one : cars_)
            sum += static_cast<double>(one->getRigidBody()->getLinearVelocity().length());
        return sum / static_cast<double>(cars_.size());
    }

    double wheels_on_ground() const override {
        double count = 0;
        for (const auto& one : cars_)
            for (int k = 0; k < 4; ++k) count += one->getWheelInfo(k).m_raycastInfo.m_isInContact;
        return count / (4.0 * static_cast<double>(cars_.size()));
    }

private:
    btRigidBody& add_body(btCollisionShape* shape, double mass, const Vec3& at, int group,
                          int mask) {
        btVector3 inertia(0, 0, 0);
        if (mass > 0) shape->calculateLocalInertia(scalar(mass), inertia);
        btRigidBody::btRigidBodyConstructionInfo info(scalar(mass), nullptr, shape, inertia);
        info.m_startWorldTransform.setOrigin(vector(at));
        info.m_friction = scalar(k_friction);
        bodies_.push_back(std::make_unique<btRigidBody>(info));
        btRigidBody& body = *bodies_.back();
        if (mass > 0) body.setActivationState(DISABLE_DEACTIVATION);
        world_.addRigidBody(&body, group, mask);
        return body;
    }

    void add_ground(bool is_mesh) {
        static GroundShape mesh;
        btCollisionShape* shape = is_mesh ? mesh.shape() : &slab_;
        add_body(shape, 0, is_mesh ? Vec3{} : Vec3{0, 0, -0.5}, k_static, k_car | k_ray);
        world_.updateAabbs();
    }

    void add_car(const Vec3& at) {
        btRigidBody& body = add_body(&chassis_, car::mass, at, k_car, k_static);
        btRaycastVehicle::btVehicleTuning tuning;
        // Bullet multiplies stiffness and damping by the chassis' mass.
        tuning.m_suspensionStiffness = scalar(car::spring / car::mass);
        const double damping =
            2 * car::damping_ratio * std::sqrt(car::spring * 0.25 * car::mass);  // [N s/m]
        tuning.m_suspensionCompression = scalar(damping / car::mass);
        tuning.m_suspensionDamping = tuning.m_suspensionCompression;
        tuning.m_maxSuspensionTravelCm = scalar(100 * car::travel);
        tuning.m_maxSuspensionForce = 20000;
        tuning.m_frictionSlip = 1;
        cars_.push_back(std::make_unique<btRaycastVehicle>(tuning, &body, &caster_));
        btRaycastVehicle& one = *cars_.back();
        one.setCoordinateSystem(1, 2, 0);
        for (int k = 0; k < 4; ++k) {
            const Vec3 mount{k < 2 ? car::mount.x : -car::mount.x,
                             k % 2 == 0 ? -car::mount.y : car::mount.y, car::mount.z};
            one.addWheel(vector(mount), {0, 0, -1}, {0, -1, 0}, scalar(car::free_length),
                         scalar(car::radius), tuning, k < 2);
        }
        world_.addVehicle(&one);
    }

    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    btDbvtBroadphase broad_phase_;
    btSequentialImpulseConstraintSolver solver_;
    btDiscreteDynamicsWorld world_{&dispatcher_, &broad_phase_, &solver_, &configuration_};
    btDefaultVehicleRaycaster caster_{&world_};
    btBoxShape slab_{{400, 400, scalar(0.5)}};
    btBoxShape chassis_{vector(car::half_extents)};
    std::vector<std::unique_ptr<btRigidBody>> bodies_;
    std::vector<std::unique_ptr<btRaycastVehicle>> cars_;
};

}  // namespace

std::unique_ptr<CarRun> make_bullet_cars(const CarScene& scene) {
    return std::make_unique<BulletCars>(scene);
}

}  // namespace lanewise::bench
