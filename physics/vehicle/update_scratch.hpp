#pragma once

#include <lanewise/physics/dynamics/world.hpp>
#include <lanewise/physics/dynamics/world_data.hpp>
#include <lanewise/physics/vehicle/vehicle_data.hpp>
#include <lanewise/physics/vehicle/wheel_rays.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lanewise::detail {

/// Blocks [begin, end) of a bin: what one thread does at a time.
struct UpdateTask {
    std::uint32_t bin;
    std::uint32_t begin;
    std::uint32_t end;
};

/// Memory of a task; lists lane by lane.
struct TaskMemory {
    std::vector<UnitRay> rays;  ///< of the lanes that have a vehicle, wheel by wheel
    std::vector<RayHit> hits;
    std::vector<std::uint32_t> lanes;       ///< of the bin, those with a vehicle
    std::vector<std::uint32_t> own_places;  ///< of their chassis
    CastMemory cast;
    bool has_giving_ground = false;
};

/// A wheel of a vehicle stands on a dynamic body.
struct GroundUse {
    std::uint32_t world;
    std::uint32_t place;
    std::uint32_t chassis;  ///< its place: the order of the vehicles, which no other world changes
    std::uint32_t vehicle;

    friend constexpr auto operator<=>(const GroundUse&, const GroundUse&) noexcept = default;
};

/// Vehicles that wait for others to push the ground that they share.
struct WaitingVehicle {
    std::uint32_t round;
    std::uint32_t vehicle;

    friend constexpr auto operator<=>(const WaitingVehicle&,
                                      const WaitingVehicle&) noexcept = default;
};

/// Memory of an update; nothing in it outlives one but its capacity.
struct UpdateScratch {
    std::vector<PhysicsWorld*> checked_worlds;  ///< of the last update: all different
    std::vector<PhysicsWorld*> sorted_worlds;
    std::vector<WorldData*> worlds;
    std::vector<Ground> grounds;  ///< of the worlds
    std::vector<UpdateTask> tasks;
    std::vector<TaskMemory> memories;  ///< of the tasks
    std::vector<GroundUse> uses;
    std::vector<std::uint32_t> rounds;   ///< of the uses, as they are counted
    std::vector<std::uint32_t> leaders;  ///< vehicles that use dynamic ground first
    std::vector<WaitingVehicle> waiting;
    std::vector<VehicleBin> kept;  ///< the waiting vehicles' lanes, a block each
};

/// Steers, shifts, and turns the controls into torques; gathers the chassis into the columns;
/// leaves the rays of all wheels in the memory.
void prepare_vehicles(VehicleData& data, const UpdateTask& task, double h, TaskMemory& memory);

/// Casts the rays, and gathers contacts and grounds into the columns.
void gather_vehicles(VehicleData& data, const UpdateTask& task, double h, TaskMemory& memory);

/// What the grounds of a vehicle's wheels are pushed by before it: read again.
void gather_grounds(VehicleData& data, std::uint32_t vehicle, double h);

/// Forces of the columns to the loads of the chassis, and the rollover behaviour.
void scatter_vehicle(VehicleData& data, std::uint32_t vehicle, double h);

/// The wheels' reactions to the loads of dynamic grounds.
void push_grounds(VehicleData& data, std::uint32_t vehicle);

}  // namespace lanewise::detail
