#pragma once

#include <lanewise/physics/dynamics/world.hpp>
#include <lanewise/physics/scene/scene.hpp>
#include <lanewise/physics/vehicle/vehicle_system.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lanewise::scene {

/// An event of one substep of the last tick.
struct SceneEvent {
    int substep = 0;  ///< from 1
    CollisionEvent event;
};

/// A scene in motion.
class SceneRun {
public:
    /// Makes the world. @throws Error with `file: bodies[2].mass` as field for a body or a vehicle
    /// that the world refuses.
    explicit SceneRun(SceneFile scene);

    /// Orders and impulses of the tick, then as many steps as the scene has substeps, each with the
    /// forces of the tick and an update of the vehicles.
    /// @throws Error naming the tick for a state or a force out of range.
    void tick();

    [[nodiscard]] const SceneFile& scene() const { return scene_; }
    [[nodiscard]] const PhysicsWorld& world() const { return *world_; }
    /// Number of ticks done.
    [[nodiscard]] std::int64_t ticks() const { return ticks_; }
    [[nodiscard]] double time() const { return static_cast<double>(ticks_) * scene_.dt; }
    /// Of bodies and chassis.
    [[nodiscard]] std::size_t body_count() const { return ids_.size(); }
    [[nodiscard]] BodyView body(std::size_t number) const { return world_->body(ids_[number]); }
    [[nodiscard]] const std::string& name(std::size_t number) const { return names_[number]; }
    [[nodiscard]] const std::string& name(BodyId id) const { return names_[id.index]; }
    [[nodiscard]] VehicleTelemetryData telemetry(std::size_t vehicle) const {
        return vehicles_.telemetry(worlds_, vehicle_ids_[vehicle]);
    }
    /// Of bodies and vehicles.
    [[nodiscard]] std::uint64_t state_hash() const;
    /// Of all substeps of the last tick.
    [[nodiscard]] const std::vector<SceneEvent>& events() const { return events_; }
    [[nodiscard]] WorldHit cast(const SceneRay& ray) const;
    /// Of all bodies, J.
    [[nodiscard]] double kinetic_energy() const;

private:
    void add_bodies();
    void add_vehicles();
    void order();
    void push();
    void load();

    SceneFile scene_;
    std::unique_ptr<PhysicsWorld> world_;
    std::array<PhysicsWorld*, 1> worlds_;
    VehicleSystem vehicles_;
    std::vector<VehicleId> vehicle_ids_;
    std::vector<std::size_t> next_orders_;  ///< of each vehicle
    std::vector<BodyId> ids_;               ///< of bodies, then of chassis
    std::vector<std::string> names_;        ///< by the index of the body
    std::vector<SceneEvent> events_;
    std::int64_t ticks_ = 0;
};

}  // namespace lanewise::scene
