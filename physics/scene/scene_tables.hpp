#pragma once

#include <lanewise/physics/scene/scene_run.hpp>

#include <string>

namespace lanewise::scene {

// Lines of the CSV files that a run writes; numbers have all their digits. README.md tells the
// columns.

inline constexpr const char* k_state_header =
    "time,tick,body,x,y,z,qx,qy,qz,qw,vx,vy,vz,wx,wy,wz\n";
inline constexpr const char* k_event_header =
    "time,tick,substep,body,other,impulse_x,impulse_y,impulse_z\n";
inline constexpr const char* k_ray_header =
    "time,tick,ray,body,distance,x,y,z,nx,ny,nz,friction,restitution,triangle\n";

std::string telemetry_header();

/// A line for each body, the chassis of vehicles among them.
void add_states(std::string& text, const SceneRun& run);
/// A line for each event of the last tick.
void add_events(std::string& text, const SceneRun& run);
/// A line for each wheel of each vehicle.
void add_telemetry(std::string& text, const SceneRun& run);
void add_hit(std::string& text, const SceneRun& run, const SceneRay& ray, const WorldHit& hit);

}  // namespace lanewise::scene
