#pragma once

#include <lanewise/physics/dynamics/body_options.hpp>
#include <lanewise/physics/dynamics/world_options.hpp>
#include <lanewise/physics/rays/ray.hpp>
#include <lanewise/physics/vehicle/bounding_box.hpp>
#include <lanewise/physics/vehicle/records/vehicle_control.hpp>
#include <lanewise/physics/vehicle/records/vehicle_physics_control.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// Scenes: worlds of rigid bodies and vehicles in JSON files, for the program. README.md describes
/// the format.
namespace lanewise::scene {

/// Whose axes and origin vectors and points have.
enum class Frame : std::uint8_t { world, body };

struct SceneBody {
    std::string name;  ///< unique in a scene
    BodyOptions options;
};

/// Is obeyed from the start of a tick on.
struct SceneOrder {
    std::int64_t tick = 0;
    std::variant<VehicleControl, VehicleAckermannControl> order;
};

struct SceneVehicle {
    std::string name;  ///< unique among bodies and vehicles
    VehiclePhysicsControl physics;
    BoundingBox box;
    RigidTransform pose;
    Vec3 linear_velocity;  ///< m/s; the wheels roll
    std::optional<AckermannControllerSettings> ackermann_settings;
    std::vector<SceneOrder> orders;  ///< ascending, at most one in a tick
};

/// Acts through each of the ticks [first, end).
struct SceneForce {
    std::size_t body = 0;
    Vec3 force;                 ///< N
    Vec3 torque;                ///< N m
    std::optional<Vec3> point;  ///< m; none: the centre of mass
    Frame frame = Frame::world;
    std::int64_t first = 0;
    std::int64_t end = 0;
};

/// Acts once, at the start of a tick.
struct SceneImpulse {
    std::size_t body = 0;
    Vec3 impulse;               ///< N s
    Vec3 angular_impulse;       ///< N m s
    std::optional<Vec3> point;  ///< m; none: the centre of mass
    Frame frame = Frame::world;
    std::int64_t tick = 0;
};

/// Is cast at the end of a run, or at its start and after each tick.
struct SceneRay {
    std::string name;  ///< unique among rays
    Ray ray;           ///< of the world
    std::optional<std::size_t> ignored;
    bool each_tick = false;
};

/// A scene as its file gives it, all checked. Forces, impulses and rays name bodies by their
/// numbers; the chassis of vehicles are bodies as well, and come after the others.
struct SceneFile {
    std::string file;   ///< opens the fields of errors
    std::string title;  ///< for people
    WorldOptions world;
    double dt = 0;     ///< s, of a tick
    int substeps = 1;  ///< equal steps of the world in a tick
    std::int64_t ticks = 0;
    std::vector<SceneBody> bodies;
    std::vector<SceneVehicle> vehicles;
    std::vector<SceneForce> forces;
    std::vector<SceneImpulse> impulses;
    std::vector<SceneRay> rays;
};

inline constexpr std::int64_t k_most_ticks = 1'000'000'000;

/// Reads a scene; OBJ files are found from its folder.
/// @throws Error with `path`, `path:line` (not JSON) or `path: bodies[2].mass` as field, and as
///         load_obj does.
SceneFile load_scene(const std::string& path);

}  // namespace lanewise::scene
