#pragma once

#include <lanewise/kernels/export.hpp>
#include <lanewise/physics/dynamics/world.hpp>
#include <lanewise/physics/vehicle/bounding_box.hpp>
#include <lanewise/physics/vehicle/records/telemetry.hpp>
#include <lanewise/physics/vehicle/records/vehicle_control.hpp>
#include <lanewise/physics/vehicle/records/vehicle_physics_control.hpp>
#include <lanewise/physics/vehicle/vehicle_id.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace lanewise {

namespace detail {
struct VehicleData;
}

/// CARLA's wheeled vehicles in one world or in many: chassis, ray-cast suspension, powertrain and
/// tires. Sixteen vehicles share the lanes of a kernel, whatever worlds they are in.
///
/// The worlds are the user's; every call that needs them takes the same list, in the same order.
/// update() must run before each step of the worlds: it pushes the chassis, and what the wheels
/// stand on, through the bodies' forces. Frame: CARLA's, x forward, y right, z up.
///
/// Equal calls give equal bits at any number of threads and whatever other vehicles there are. A
/// copy is a fork, together with copies of its worlds. Not to be changed and read by several
/// threads at once.
class LANEWISE_API VehicleSystem {
public:
    using Worlds = std::span<PhysicsWorld* const>;

    VehicleSystem();
    VehicleSystem(const VehicleSystem& other);
    VehicleSystem(VehicleSystem&& other) noexcept;
    VehicleSystem& operator=(const VehicleSystem& other);
    VehicleSystem& operator=(VehicleSystem&& other) noexcept;
    ~VehicleSystem();

    /// Adds a chassis to worlds[world] and a vehicle that drives it.
    /// @param transform vehicle's frame to world
    /// @param box bounding box in the vehicle's frame; the collider is its part above the lowest
    ///        wheel centre
    /// @throws Error for what require_valid() refuses of the set-up and the box, a box that ends
    ///         below a wheel centre, a transform that a body refuses; nothing has changed then.
    VehicleId add_vehicle(Worlds worlds, std::size_t world, const RigidTransform& transform,
                          const BoundingBox& box, const VehiclePhysicsControl& physics);
    /// Removes the vehicle and its chassis.
    void remove(Worlds worlds, VehicleId id);
    [[nodiscard]] bool contains(VehicleId id) const noexcept;
    /// Number of vehicles.
    [[nodiscard]] std::size_t size() const noexcept;
    /// All vehicles, ascending.
    [[nodiscard]] std::vector<VehicleId> vehicles() const;
    /// Number of the world that the vehicle is in, and its chassis there.
    /// @throws Error for ids of removed or unknown vehicles, as all functions with an id.
    [[nodiscard]] std::size_t world_of(VehicleId id) const;
    [[nodiscard]] BodyId body_of(VehicleId id) const;

    /// Takes over from the Ackermann controller, which forgets what it knew.
    void apply_vehicle_control(VehicleId id, const VehicleControl& control);
    /// Hands steering and pedals to CARLA's Ackermann controller.
    void apply_ackermann_control(VehicleId id, const VehicleAckermannControl& control);
    void apply_ackermann_settings(VehicleId id, const AckermannControllerSettings& settings);
    /// Replaces the set-up; the number of wheels stays. Gear, controls and wheels go on; the engine
    /// starts from idling. What is read by physics_control() and written back changes nothing.
    void apply_physics_control(Worlds worlds, VehicleId id, const VehiclePhysicsControl& physics);

    /// The control of the last update, with the gear and the direction that are in.
    [[nodiscard]] VehicleControl vehicle_control(VehicleId id) const;
    [[nodiscard]] AckermannControllerSettings ackermann_settings(VehicleId id) const;
    [[nodiscard]] bool is_ackermann_active(VehicleId id) const;
    [[nodiscard]] VehiclePhysicsControl physics_control(VehicleId id) const;
    [[nodiscard]] BoundingBox bounding_box(VehicleId id) const;
    [[nodiscard]] VehicleFailureState failure_state(VehicleId id) const;
    /// Gear that is being changed to; the gear itself when none is.
    [[nodiscard]] int target_gear(VehicleId id) const;
    /// Mass that each wheel carries at rest on level ground.
    [[nodiscard]] std::vector<Mass> sprung_masses(VehicleId id) const;

    /// What the vehicle did in the last update. Refuses a chassis that was removed by itself.
    [[nodiscard]] VehicleTelemetryData telemetry(Worlds worlds, VehicleId id) const;
    /// Centre of a wheel, world.
    [[nodiscard]] Vector3<Length> wheel_location(Worlds worlds, VehicleId id,
                                                 std::size_t wheel) const;

    [[nodiscard]] RigidTransform transform(Worlds worlds, VehicleId id) const;
    /// Of the centre of mass, m/s.
    [[nodiscard]] Vec3 velocity(Worlds worlds, VehicleId id) const;
    /// rad/s
    [[nodiscard]] Vec3 angular_velocity(Worlds worlds, VehicleId id) const;
    /// Puts the vehicle elsewhere; velocities stay.
    void set_transform(Worlds worlds, VehicleId id, const RigidTransform& transform);
    /// Wheels turn as they roll at that velocity over ground at rest.
    void set_velocity(Worlds worlds, VehicleId id, const Vec3& velocity);
    void set_angular_velocity(Worlds worlds, VehicleId id, const Vec3& velocity);

    /// Controls, suspension, powertrain, tires and air of all vehicles for a step of h seconds.
    /// @throws Error unless h is finite and > 0 and the list names every vehicle's world, each
    /// once;
    ///         for a vehicle whose chassis was removed by itself. Nothing has changed then.
    /// @param max_threads 0: all of the machine
    void update(Worlds worlds, double h, int max_threads = 0);

    /// Everything that decides how the vehicles go on, set-ups included, in bytes. Their bodies are
    /// in the snapshots of their worlds.
    [[nodiscard]] std::vector<std::byte> snapshot() const;
    /// Into this system or any other; ids stay.
    /// @throws Error for bytes that are no snapshot; the system keeps its state then.
    void restore(std::span<const std::byte> bytes);
    /// Of the state of all vehicles, or of one; equal for equal bits, whatever lanes they are in
    /// and whatever numbers their worlds have.
    [[nodiscard]] std::uint64_t state_hash() const;
    [[nodiscard]] std::uint64_t state_hash(VehicleId id) const;

private:
    std::unique_ptr<detail::VehicleData> data_;
};

}  // namespace lanewise
