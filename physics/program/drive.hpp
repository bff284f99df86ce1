#pragma once

#include <lanewise/physics/program/road_course.hpp>
#include <lanewise/physics/program/road_driver.hpp>
#include <lanewise/physics/vehicle/records/presets.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace lanewise::program {

struct DriveOptions {
    std::vector<VehiclePreset> fleet;  ///< taken in turn
    std::uint64_t vehicles = 64;       ///< in a world
    std::uint64_t worlds = 1;
    double seconds = 60.0;         ///< of driving
    double timestep = 1.0 / 60.0;  ///< of a tick [s]
    int ticks_per_control = 3;     ///< how often drivers look
    double lateral = 4.0;          ///< acceleration that drivers allow themselves [m/s2]
    double top_speed = 25.0;       ///< [m/s]
    std::uint64_t seed = 1;        ///< of where and how everybody drives
    std::uint64_t samples = 24;    ///< vehicles whose path is kept
    int threads = 1;
};

/// Where a sampled vehicle was when its driver looked; CARLA's frame.
struct DrivePoint {
    float time;  ///< [s]
    float x, y, z, yaw, pitch, roll;
    float speed, engine_rpm, throttle, brake, steer;
    std::int32_t gear;
};

/// The same of each of its wheels.
struct DriveWheelPoint {
    float load, long_force, lat_force, lat_slip, long_slip, omega, compression, steer_angle;
    bool in_contact;
};

struct DrivenPath {
    std::uint64_t vehicle = 0;  ///< in world 0
    std::string name;           ///< of its kind
    std::vector<DrivePoint> points;
    std::vector<DriveWheelPoint> wheels;  ///< wheel by wheel for each point
    std::size_t wheel_count = 0;
};

/// What all vehicles of a kind did.
struct KindResult {
    std::string name;
    std::uint64_t vehicles = 0;
    double distance = 0.0;      ///< of all [m]
    double top_speed = 0.0;     ///< [m/s]
    double largest_slip = 0.0;  ///< lateral slip above walking pace [deg]
    double largest_load = 0.0;  ///< of a wheel [N]
    std::uint64_t laps = 0;
    std::uint64_t off_road = 0;  ///< vehicles that left the road at some time
    std::uint64_t upset = 0;     ///< vehicles that ended on their side or roof
};

struct DriveResult {
    std::vector<KindResult> kinds;
    std::vector<DrivenPath> paths;
    std::uint64_t ticks = 0;
    std::uint64_t collisions = 0;  ///< of two vehicles, by tick
    double simulated_seconds = 0.0;
    double seconds = 0.0;       ///< of the run, without setting up
    double update_share = 0.0;  ///< of it: vehicles' update, drivers, the world's step is the rest
    double driver_share = 0.0;
    double ideal_lap = 0.0;  ///< at the drivers' profile [s]
    std::uint64_t state_hash = 0;
};

/// Puts the fleet on a course and lets it drive.
/// @throws Error where there is no road under a start, or a set-up is refused.
DriveResult run_drive(const RoadCourse& course, const DriveOptions& options,
                      const std::function<void(double)>& progress);

}  // namespace lanewise::program
