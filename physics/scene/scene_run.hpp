#pragma once

#include <lanewise/physics/dynamics/world.hpp>
#include <lanewise/physics/scene/scene.hpp>

#include <cstdint>
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
    /// Makes the world. @throws Error with `file: bodies[2].mass` as field for a body that the
    /// world refuses.
    explicit SceneRun(SceneFile scene);

    /// Impulses of the tick, then as many steps as the scene has substeps, each with the forces of
    /// the tick.
    /// @throws Error naming the tick for a state or a force out of range.
    void tick();

    [[nodiscard]] const SceneFile& scene() const { return scene_; }
    [[nodiscard]] const PhysicsWorld& world() const { return world_; }
    /// Number of ticks done.
    [[nodiscard]] std::int64_t ticks() const { return ticks_; }
    [[nodiscard]] double time() const { return static_cast<double>(ticks_) * scene_.dt; }
    [[nodiscard]] BodyView body(std::size_t number) const { return world_.body(ids_[number]); }
    [[nodiscard]] const std::string& name(BodyId id) const { return scene_.bodies[id.index].name; }
    /// Of all substeps of the last tick.
    [[nodiscard]] const std::vector<SceneEvent>& events() const { return events_; }
    [[nodiscard]] WorldHit cast(const SceneRay& ray) const;
    /// Of all bodies, J.
    [[nodiscard]] double kinetic_energy() const;

private:
    void push();
    void load();

    SceneFile scene_;
    PhysicsWorld world_;
    std::vector<BodyId> ids_;
    std::vector<SceneEvent> events_;
    std::int64_t ticks_ = 0;
};

}  // namespace lanewise::scene
