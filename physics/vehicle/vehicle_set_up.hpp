#pragma once

#include <lanewise/kernels/vehicle/block.hpp>
#include <lanewise/physics/dynamics/body_options.hpp>
#include <lanewise/physics/geometry/matrix3.hpp>
#include <lanewise/physics/vehicle/bounding_box.hpp>
#include <lanewise/physics/vehicle/powertrain.hpp>

#include <string_view>
#include <vector>

namespace lanewise::detail {

/// The chassis of a set-up as a body: SI, vehicle's frame, which is the body's.
struct ChassisSetUp {
    Vec3 half_extents;  ///< of the collider
    Vec3 box_centre;    ///< of the collider
    Vec3 mass_centre;
    double mass = 0;
    Mat3 inertia;  ///< about the centre of mass
};

/// A wheel as an update needs it besides its columns: SI, vehicle's frame.
struct WheelSetUp {
    Vec3 start;                  ///< of its ray: one radius above the raised wheel centre
    Vec3 down;                   ///< unit, along which it drops
    Vec3 force_offset;           ///< from the contact to where the spring acts
    bool drops_straight = true;  ///< down is {0, 0, -1}
    bool has_force_offset = false;
    double ray_length = 0;
    double full_drop = 0;  ///< distance along the ray at which the spring is free
    double max_steer = 0;  ///< rad; 0: does not steer
    double brake = 0;      ///< torques of its brakes, N m; 0: not affected
    double hand_brake = 0;
};

/// All that follows from a VehiclePhysicsControl and a bounding box.
struct VehicleSetUp {
    ChassisSetUp chassis;
    PowertrainSetUp powertrain;
    std::vector<WheelSetUp> wheels;
    std::vector<double> sprung_masses;
    RawCurve steering_curve;  ///< m/s, share
    double drag = 0;          ///< 1/2 rho Cd A
    double downforce = 0;     ///< 1/2 rho Cl A
};

/// @throws Error for a box that is not above its wheels or has no size, for a set-up that
///         require_valid() refuses or that has more than kernels::k_most_wheels wheels.
VehicleSetUp vehicle_set_up(const VehiclePhysicsControl& physics, const BoundingBox& box,
                            std::string_view owner);

/// The columns of one wheel that follow from the set-up, in lane `lane`.
void write_set_up(const VehiclePhysicsControl& physics, const VehicleSetUp& set_up,
                  std::size_t wheel, std::size_t lane, kernels::WheelBlock<double>& block);

/// The body of a chassis, at rest.
BodyOptions chassis_body(const ChassisSetUp& chassis, const RigidTransform& pose);

}  // namespace lanewise::detail
