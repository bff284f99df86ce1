#pragma once

#include <cstddef>

namespace lanewise::kernels {

/// Vehicles in a block, whatever the backend: a lane of it is a vehicle.
inline constexpr int k_vehicle_lanes = 16;
/// The most wheels that a vehicle may have.
inline constexpr int k_most_wheels = 16;

// A block is columns of sixteen numbers, one a vehicle. SI units, world axes, positions relative to
// the chassis' centre of mass. All vehicles of a block have the same number of wheels; unused lanes
// have mass 1 and no wheel that touches.

/// One wheel of sixteen vehicles.
template <class T>
struct alignas(64) WheelBlock {
    using Column = T[k_vehicle_lanes];

    // What the springs alone read comes last, so that the tires' columns lie together.

    // Set-up.
    Column radius;              ///< r, m
    Column inertia;             ///< I of the spin, kg m2
    Column cornering;           ///< stiffness, N/rad
    Column grip;                ///< times the ground's friction
    Column side_slip_modifier;  ///< share of the grip across that is left while skidding
    Column load_ratio;          ///< 0: the equal share of the weight, 1: the suspension's force
    Column static_share;        ///< of the mass, kg
    Column slip_threshold;      ///< m/s
    Column skid_threshold;      ///< m/s
    Column max_wheelspin;       ///< beyond rolling, rad/s
    Column traction_control;    ///< 1 or 0
    Column abs_enabled;         ///< 1 or 0

    // This step.
    Column drive_torque;         ///< N m
    Column brake_torque;         ///< that the brakes can hold, N m
    Column heading[3];           ///< unit, where the wheel rolls to
    Column touching;             ///< 1 or 0
    Column contact[3];           ///< m
    Column force_offset[3];      ///< from the contact to where the spring acts, m
    Column normal[3];            ///< unit, away from the ground
    Column friction;             ///< of the ground
    Column support_velocity[3];  ///< of the ground's centre of mass, m/s
    Column support_spin[3];      ///< rad/s
    Column support_arm[3];       ///< contact minus the ground's centre of mass, m
    /// The lowest wheel number with the same dynamic ground; -1: the ground is not dynamic.
    Column support_group;

    // State.
    Column spin;           ///< omega, + rolls forward, rad/s
    Column extra_spin;     ///< beyond rolling, rad/s
    Column airborne;       ///< 1: did not touch in the last step
    Column skidding;       ///< 1 or 0
    Column tire_force[3];  ///< of the last step, N

    // Results.
    Column suspension_force;  ///< N; solve_tires() takes it as given
    Column load;              ///< of the tire, N
    Column limit;             ///< radius of the friction circle, N
    Column forward_force;     ///< N
    Column lateral_force;     ///< N
    Column slip_angle;        ///< rad, at the start of the solve
    Column slip_ratio;
    Column slipping;  ///< 1 or 0
    Column locked;    ///< 1 or 0

    // Dynamic grounds only.
    Column support_inverse_mass;  ///< damped as the chassis'
    Column support_inverse_inertia[6];
    Column support_kick_v[3];  ///< what its pending loads change in the step, where it is free
    Column support_kick_w[3];
    /// 1: nothing holds the ground up, so that its kick and the springs move it within the step; 0:
    /// it rests on something else, and stays as it is but for the tires.
    Column support_free;

    // Springs only.
    Column axis[3];         ///< unit, where the suspension drops to
    Column compression;     ///< x from full drop, m
    Column spring_rate;     ///< k, N/m
    Column spring_preload;  ///< N
    Column damping;         ///< N s/m
    Column travel;          ///< from full drop to full raise, m
    /// To the other wheel of the pair (0, 1), (2, 3), ..., of which the first one counts; N/m.
    Column roll_bar;
};

/// Sixteen chassis.
template <class T>
struct alignas(64) VehicleBlock {
    using Column = T[k_vehicle_lanes];

    Column velocity[3];  ///< of the centre of mass at the start of the step, m/s
    Column spin[3];      ///< rad/s
    Column kick_v[3];    ///< what gravity, pending loads and damping change in the step, m/s
    Column kick_w[3];
    /// 1/m and the world's inverse inertia (xx, yy, zz, xy, xz, yz), each times 1 / (1 + d h).
    Column inverse_mass;
    Column inverse_inertia[6];
    Column gravity[3];  ///< m/s2
    Column mass;        ///< kg
    Column drag;        ///< 1/2 rho Cd A, N s2/m2
    Column downforce;   ///< 1/2 rho Cl A
    Column up[3];       ///< unit
    Column forward[3];  ///< unit

    Column force[3];   ///< result: of wheels and air, N
    Column torque[3];  ///< result: about the centre of mass, N m
};

template <class T>
struct VehicleCall {
    VehicleBlock<T>* blocks;
    WheelBlock<T>* wheels;  ///< block by block, wheel by wheel
    std::size_t block_count;
    int wheel_count;  ///< of each vehicle, 1 to k_most_wheels
    int passes;       ///< of the tires' solve
    double timestep;  ///< h, s
};

/// Every result of a lane depends on that lane alone.
struct VehicleTable {
    /// Suspension, tires, wheel spins, air.
    void (*update)(const VehicleCall<double>& call);
    /// Tires and wheel spins alone, with the suspension forces that are given: force and torque are
    /// those of the tires.
    void (*solve_tires_f64)(const VehicleCall<double>& call);
    void (*solve_tires_f32)(const VehicleCall<float>& call);
};

}  // namespace lanewise::kernels
