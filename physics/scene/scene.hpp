#pragma once

#include <lanewise/physics/dynamics/body_options.hpp>
#include <lanewise/physics/dynamics/world_options.hpp>
#include <lanewise/physics/rays/ray.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Scenes: worlds of rigid bodies in JSON files, for the program. README.md describes the format.
namespace lanewise::scene {

/// Whose axes and origin vectors and points have.
enum class Frame : std::uint8_t { world, body };

struct SceneBody {
    std::string name;  ///< unique in a scene
    BodyOptions options;
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
/// numbers.
struct SceneFile {
    std::string file;   ///< opens the fields of errors
    std::string title;  ///< for people
    WorldOptions world;
    double dt = 0;     ///< s, of a tick
    int substeps = 1;  ///< equal steps of the world in a tick
    std::int64_t ticks = 0;
    std::vector<SceneBody> bodies;
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
