#pragma once

#include <lanewise/physics/geometry/vector3.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace lanewise::bench {

// Scenes of rigid bodies and rays as plain data, the same for every engine. SI units, z up.

inline constexpr double k_timestep = 1.0 / 60;  // [s]
/// Of a contact: what an engine makes of the materials of two bodies must come to this.
inline constexpr double k_friction = 0.6;

struct Solid {
    enum class Kind { box, sphere };

    Kind kind;
    Vec3 half_extents;  // [m]; a sphere's radius thrice
    double mass;        // [kg]; 0: static
    Vec3 position;      // [m]
    Vec3 spin{};        // [rad/s]
};

/// Worlds of equal content. Nothing sleeps, nothing is damped.
struct Scene {
    std::string name;
    int worlds = 1;
    bool has_ground_mesh = false;
    std::vector<Solid> solids{};  ///< of each world
    double gravity = 9.81;        // [m/s2]
    int warm_steps = 0;
    int timed_steps = 200;
    int most_pairs = 16384;  ///< of a world, for engines that set memory aside

    /// Dynamic bodies of all worlds.
    [[nodiscard]] std::size_t movers() const;
};

/// 14 x 14 cubes down to one, each resting on four: 1015 boxes.
Scene pyramid();
/// 1000 spheres that fall on the ground mesh.
Scene spheres();
/// 256 worlds, each with 16 cubes in four columns on a slab.
Scene many_worlds();
/// 1000 spinning cubes that meet nothing.
Scene free_bodies();
/// 10 000 static boxes, 1000 cubes hanging still just above them: on a grid, or all on the line
/// x = 0, z = 0.
Scene statics_on_grid();
Scene statics_on_line();

/// 256 x 256 quads of 1 m, 131 072 triangles, fronts up. In binary32, so that engines of either
/// precision have the same.
struct GroundMesh {
    std::vector<std::array<float, 3>> vertices;
    std::vector<std::array<std::uint32_t, 3>> triangles;
};
const GroundMesh& ground_mesh();
/// Of the surface that the mesh's vertices lie on [m].
double ground_height(double x, double y);

/// Rays of 1 m straight down from about 0.5 m above the ground mesh: all hit.
struct RaySet {
    std::string order;
    std::vector<std::array<float, 3>> origins;
};
inline constexpr std::size_t k_rays = std::size_t(1) << 20;
const RaySet& random_rays();
/// The same along a Z curve of cells of 1 m.
const RaySet& sorted_rays();

}  // namespace lanewise::bench
