#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "rigid/scenes.hpp"

namespace lanewise::bench {

/// How well the bodies of a scene behave.
struct Quality {
    double drift = 0;          ///< the farthest that a body is from its start [m]
    double penetration = 0;    ///< the deepest contact of the last step [m]
    std::size_t contacts = 0;  ///< points of the last step
};

/// A scene in an engine, all its worlds.
class RigidScene {
public:
    virtual ~RigidScene() = default;
    /// In the calling thread.
    virtual void step(int steps) = 0;
    virtual Quality quality() const = 0;
};

/// Rays against the ground mesh in an engine.
class RayCaster {
public:
    virtual ~RayCaster() = default;
    /// Casts rays [begin, begin + distances.size()) of the set, a multiple of 16 of them, and
    /// writes how far away they hit [m], infinity where they miss.
    virtual void cast(std::size_t begin, std::span<float> distances) = 0;
};

/// A way to make scenes or ray casters of Given.
template <class Made, class Given>
struct Engine {
    const char* name;
    std::unique_ptr<Made> (*make)(const Given& given);

    /// Otherwise Debian's package of the engine was not built in.
    [[nodiscard]] constexpr bool is_built() const { return make != nullptr; }
};
using SceneEngine = Engine<RigidScene, Scene>;
using RayEngine = Engine<RayCaster, RaySet>;

std::unique_ptr<RigidScene> make_lanewise_scene(const Scene& scene);
// Through a world, as a user of bodies does, or at the mesh alone; one by one or in one call.
std::unique_ptr<RayCaster> make_lanewise_world_single(const RaySet& rays);
std::unique_ptr<RayCaster> make_lanewise_world_batch(const RaySet& rays);
std::unique_ptr<RayCaster> make_lanewise_mesh_single(const RaySet& rays);
std::unique_ptr<RayCaster> make_lanewise_mesh_batch(const RaySet& rays);

inline constexpr SceneEngine k_lanewise = {"lanewise", make_lanewise_scene};
inline constexpr RayEngine k_lanewise_world_single = {"lanewise_world_single",
                                                      make_lanewise_world_single};
inline constexpr RayEngine k_lanewise_world_batch = {"lanewise_world_batch",
                                                     make_lanewise_world_batch};
inline constexpr RayEngine k_lanewise_mesh_single = {"lanewise_mesh_single",
                                                     make_lanewise_mesh_single};
inline constexpr RayEngine k_lanewise_mesh_batch = {"lanewise_mesh_batch",
                                                    make_lanewise_mesh_batch};

#if LANEWISE_WITH_BULLET
std::unique_ptr<RigidScene> make_bullet_scene(const Scene& scene);
std::unique_ptr<RayCaster> make_bullet_world_single(const RaySet& rays);

inline constexpr SceneEngine k_bullet = {"bullet", make_bullet_scene};
inline constexpr RayEngine k_bullet_world_single = {"bullet_world_single",
                                                    make_bullet_world_single};
#else
inline constexpr SceneEngine k_bullet = {"bullet", nullptr};
inline constexpr RayEngine k_bullet_world_single = {"bullet_world_single", nullptr};
#endif

#if LANEWISE_WITH_EMBREE
std::unique_ptr<RayCaster> make_embree_single(const RaySet& rays);
std::unique_ptr<RayCaster> make_embree_packets(const RaySet& rays);

inline constexpr RayEngine k_embree_single = {"embree_single", make_embree_single};
inline constexpr RayEngine k_embree_packets = {"embree_packets_of_16", make_embree_packets};
#else
inline constexpr RayEngine k_embree_single = {"embree_single", nullptr};
inline constexpr RayEngine k_embree_packets = {"embree_packets_of_16", nullptr};
#endif

}  // namespace lanewise::bench
