#pragma once

#include <lanewise/kernels/vehicle/block.hpp>
#include <lanewise/physics/dynamics/body_id.hpp>
#include <lanewise/physics/vehicle/bounding_box.hpp>
#include <lanewise/physics/vehicle/records/ackermann_controller.hpp>
#include <lanewise/physics/vehicle/rollover.hpp>
#include <lanewise/physics/vehicle/vehicle_id.hpp>
#include <lanewise/physics/vehicle/vehicle_set_up.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace lanewise {
class PhysicsWorld;
}

namespace lanewise::detail {

struct UpdateScratch;

/// A vehicle besides its columns.
struct Vehicle {
    std::uint32_t generation = 0;
    bool is_alive = false;
    std::uint32_t world = 0;  ///< its number among the worlds of an update
    BodyId body;
    std::uint32_t bin = 0;
    std::uint32_t lane = 0;  ///< in the bin: block times 16 plus lane

    VehicleControl control;  ///< as it was given, or as the Ackermann controller wrote it
    VehicleControl applied;  ///< what the last update went by; gear and reverse as they are
    bool last_reverse = false;
    bool is_ackermann = false;
    AckermannController controller;
    PowertrainState powertrain;
    Rollover rollover;
};

/// What a vehicle is made of. Vehicles of one kind share one, so that it stays in the cache.
struct VehicleDescription {
    VehiclePhysicsControl physics;
    BoundingBox box;
    VehicleSetUp set_up;
};
using SharedDescription = std::shared_ptr<const VehicleDescription>;

/// What is remembered of a wheel's last update besides its columns.
struct WheelNote {
    BodyId ground;             ///< none: no contact
    bool is_on_mover = false;  ///< the columns of the ground's motion are in use
    double steer = 0;          ///< rad
    Vec3 contact;              ///< world, m
};

/// Vehicles with the same number of wheels, sixteen to a block.
struct VehicleBin {
    static constexpr std::uint32_t nobody = 0xffffffff;

    std::size_t wheel_count = 0;
    std::vector<kernels::VehicleBlock<double>> blocks;
    std::vector<kernels::WheelBlock<double>> wheels;  ///< block by block
    std::vector<WheelNote> notes;                     ///< lane by lane
    std::vector<std::uint32_t> owners;                ///< of the lanes: vehicles, or nobody

    [[nodiscard]] kernels::WheelBlock<double>& wheel(std::size_t lane, std::size_t number) {
        return wheels[lane / kernels::k_vehicle_lanes * wheel_count + number];
    }
    [[nodiscard]] const kernels::WheelBlock<double>& wheel(std::size_t lane,
                                                           std::size_t number) const {
        return wheels[lane / kernels::k_vehicle_lanes * wheel_count + number];
    }
};

/// Everything that decides how the vehicles go on.
struct VehicleState {
    std::vector<Vehicle> vehicles;
    std::vector<SharedDescription> descriptions;  ///< of the same places
    std::vector<VehicleBin> bins;
    std::vector<std::uint32_t> free_places;
    std::size_t alive = 0;
};

/// The vehicles of a system, and memory for their updates.
struct VehicleData : VehicleState {
    VehicleData();
    explicit VehicleData(const VehicleState& state);
    ~VehicleData();

    std::unique_ptr<UpdateScratch> scratch;
};

/// The description of such a vehicle: that of another vehicle of its kind, or a new one.
/// @throws Error for what vehicle_set_up() refuses.
SharedDescription describe(const VehicleState& state, VehiclePhysicsControl physics,
                           const BoundingBox& box, std::string_view owner);

/// @throws Error for ids of removed or unknown vehicles.
std::size_t place_of(const VehicleData& data, VehicleId id);

/// The world of a vehicle. @throws Error where the list does not have it, or it not the chassis.
PhysicsWorld& world_of(const Vehicle& vehicle, std::span<PhysicsWorld* const> worlds);

}  // namespace lanewise::detail
