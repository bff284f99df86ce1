#include <lanewise/physics/rays/mesh_index.hpp>
#include <lanewise/physics/vehicle/vehicle_system.hpp>
#include <lanewise/units/convert.hpp>

#include <utility>
#include <vector>

#include "rigid/scenes.hpp"
#include "vehicle/car_scene.hpp"

namespace lanewise::bench {
namespace {

Centimetres centimetres(double metres) {
    return from_si<Centimetres>(metres);
}

/// The scene's car in CARLA's terms: rear-wheel drive, one gear, no air. Its wheel grip comes to
/// the friction of the scene, with the load of the springs.
VehiclePhysicsControl car_physics() {
    VehiclePhysicsControl p;
    p.mass = Mass::from_value(car::mass);
    p.differential_type = DifferentialType::rear_wheel_drive;
    p.forward_gear_ratios = {1};
    p.final_ratio = 4;
    p.transmission_efficiency = 1;
    p.gear_change_time = Duration::from_value(0);
    p.drag_coefficient = 0;
    p.downforce_coefficient = 0;
    const Torque full = Torque::from_value(car::full_force * car::radius / p.final_ratio);
    p.max_torque = full;
    p.torque_curve = {{RevolutionsPerMinute::from_value(0), full},
                      {RevolutionsPerMinute::from_value(1e4), full}};
    p.max_rpm = RevolutionsPerMinute::from_value(1e4);
    p.change_up_rpm = RevolutionsPerMinute::from_value(9e3);
    p.steering_curve = {{KilometresPerHour::from_value(0), 1}};
    for (int i = 0; i < 4; ++i) {
        WheelPhysicsControl w;
        const bool is_front = i < 2;
        w.axle_type = is_front ? AxleType::front : AxleType::rear;
        // At rest length the wheel centre is half the travel above full drop.
        const double z = car::mount.z - car::free_length + 0.5 * car::travel;
        w.offset = {centimetres(is_front ? car::mount.x : -car::mount.x),
                    centimetres(i % 2 == 0 ? -car::mount.y : car::mount.y), centimetres(z)};
        w.wheel_radius = centimetres(car::radius);
        w.suspension_max_raise = centimetres(0.5 * car::travel);
        w.suspension_max_drop = centimetres(0.5 * car::travel);
        w.spring_rate = from_si<NewtonsPerCentimetre>(car::spring);
        w.spring_preload = Force::from_value(0);
        w.suspension_damping_ratio = car::damping_ratio;
        w.rollbar_scaling = 0;
        w.friction_force_multiplier = 1 / k_friction;
        w.wheel_load_ratio = 1;
        w.affected_by_steering = is_front;
        w.max_steer_angle = from_si<Degrees>(car::steer);
        p.wheels.push_back(w);
    }
    return p;
}

/// The collider must begin at the wheel centres: the box reaches down to them.
BoundingBox car_box() {
    const Vec3& h = car::half_extents;
    return {{}, {Length::from_value(h.x), Length::from_value(h.y), Length::from_value(h.z)}};
}

class LanewiseCars final : public CarRun {
public:
    explicit LanewiseCars(const CarScene& scene) : world_(options()) {
        add_ground(scene.on_mesh);
        for (std::size_t i = 0; i < scene.cars; ++i) {
            Vec3 place = scene.place(i);
            if (scene.on_mesh) place.z += ground_height(place.x, place.y);
            ids_.push_back(fleet_.add_vehicle(worlds(), 0, {{}, place}, car_box(), car_physics()));
            // Cars pass through each other, and no chassis comes near the ground in this scene.
            world_.body(fleet_.body_of(ids_.back())).set_collides(false);
        }
    }

    void step(int steps) override {
        for (int i = 0; i < steps; ++i) {
            fleet_.update(worlds(), k_timestep, 1);
            world_.step(k_timestep);
        }
    }

    void drive() override {
        for (const VehicleId id : ids_)
            fleet_.apply_vehicle_control(id, {.throttle = car::throttle, .steer = 1});
    }

    double mean_speed() const override {
        double sum = 0;
        for (const VehicleId id : ids_) sum += norm(fleet_.velocity(worlds(), id));
        return sum / static_cast<double>(ids_.size());
    }

    double wheels_on_ground() const override {
        double count = 0;
        for (const VehicleId id : ids_)
            for (const WheelTelemetryData& wheel : fleet_.telemetry(worlds(), id).wheels)
                count += wheel.in_contact ? 1 : 0;
        return count / (4.0 * static_cast<double>(ids_.size()));
    }

private:
    static WorldOptions options() {
        WorldOptions o;
        o.gravity = {0, 0, -9.81};
        return o;
    }
    VehicleSystem::Worlds worlds() const { return {&pointer_, 1}; }

    void add_ground(bool is_mesh) {
        const PhysicsMaterial material{.friction = k_friction};
        if (!is_mesh) {
            world_.add_body({.shape = Shape::box({400, 400, 0.5}, {}, material),
                             .kind = BodyKind::static_body,
                             .pose = {{}, {0, 0, -0.5}}});
            return;
        }
        static const std::shared_ptr<const MeshIndex> index = [] {
            std::vector<Vec3> vertices;
            for (const auto& [x, y, z] : ground_mesh().vertices) vertices.push_back({x, y, z});
            return std::make_shared<const MeshIndex>(
                std::make_shared<const TriangleMesh>(std::move(vertices), ground_mesh().triangles));
        }();
        world_.add_body({.shape = Shape::mesh(index->shared_mesh(), {}, {material}),
                         .kind = BodyKind::static_body,
                         .index = index});
    }

    PhysicsWorld world_;
    PhysicsWorld* pointer_ = &world_;
    VehicleSystem fleet_;
    std::vector<VehicleId> ids_;
};

}  // namespace

std::unique_ptr<CarRun> make_lanewise_cars(const CarScene& scene) {
    return std::make_unique<LanewiseCars>(scene);
}

}  // namespace lanewise::bench
