#pragma once

#include <lanewise/kernels/export.hpp>
#include <lanewise/physics/vehicle/records/enums.hpp>
#include <lanewise/units/carla_units.hpp>
#include <lanewise/units/curve.hpp>
#include <lanewise/units/vector3.hpp>

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace lanewise {

/// One wheel with its suspension and brakes: CARLA's record, its names and the defaults of its
/// client library. Vectors are in the vehicle's frame, x forward, y right, z up.
///
/// Source: LibCarla rpc/WheelPhysicsControl. Each comment ends with the rule that require_valid()
/// applies; "share" is a number between 0 and 1.
struct WheelPhysicsControl {
    AxleType axle_type = AxleType::undefined;
    Vector3<Centimetres> offset{};  ///< wheel centre, `suspension_max_drop` above full drop; finite
    Centimetres wheel_radius = 30 * units::centimetres;  ///< > 0
    Centimetres wheel_width = 30 * units::centimetres;   ///< > 0
    Mass wheel_mass = 30 * units::kilograms;             ///< spin inertia m r^2 / 2; > 0
    NewtonsPerDegree cornering_stiffness = 1000 * units::newtons_per_degree;  ///< >= 0
    Ratio friction_force_multiplier = 3.0;  ///< of the ground's friction; >= 0
    Ratio side_slip_modifier = 1.0;         ///< lateral grip left while the wheel skids; share
    CentimetresPerSecond slip_threshold = 20 * units::centimetres_per_second;  ///< flag; >= 0
    CentimetresPerSecond skid_threshold = 20 * units::centimetres_per_second;  ///< flag; >= 0
    Degrees max_steer_angle = 70 * units::degrees;                             ///< >= 0, < 90 deg
    bool affected_by_steering = true;  ///< all wheels steer unless told otherwise
    bool affected_by_brake = true;
    bool affected_by_handbrake = true;  ///< all wheels, as above
    bool affected_by_engine = true;     ///< counts where the differential is undefined
    bool abs_enabled = false;
    bool traction_control_enabled = false;
    /// Spin beyond rolling that a driven wheel can reach; >= 0.
    AngularVelocity max_wheelspin_rotation = 30 * units::radians_per_second;
    TorqueCombineMethod external_torque_combine_method = TorqueCombineMethod::none;
    std::vector<CurvePoint<Ratio, Ratio>> lateral_slip_graph{};  ///< kept, not read; x increasing
    Vector3<Ratio> suspension_axis{0, 0, -1};        ///< the wheel drops along it; not zero
    Vector3<Centimetres> suspension_force_offset{};  ///< of the point where the spring acts; finite
    Centimetres suspension_max_raise = 10 * units::centimetres;  ///< >= 0
    Centimetres suspension_max_drop = 10 * units::centimetres;   ///< >= 0
    Ratio suspension_damping_ratio = 0.5;                        ///< 1 is critical; >= 0
    Ratio wheel_load_ratio = 0.5;  ///< 0: equal shares of the weight, 1: the spring's load; share
    NewtonsPerCentimetre spring_rate = 250 * units::newtons_per_centimetre;  ///< >= 0
    Force spring_preload = 50 * units::newtons;  ///< of the extended spring; >= 0
    std::int32_t suspension_smoothing = 0;       ///< kept, not read; 0 to 10
    Ratio rollbar_scaling = 0.15;  ///< stiffness of the roll bar per spring rate; share
    SweepShape sweep_shape = SweepShape::raycast;
    SweepType sweep_type = SweepType::simple_sweep;
    Torque max_brake_torque = 1500 * units::newton_metres;       ///< of this wheel; >= 0
    Torque max_hand_brake_torque = 3000 * units::newton_metres;  ///< comes on top; >= 0
    std::int32_t wheel_index = -1;   ///< at run time, as the three below; not part of the set-up
    Vector3<Length> location{};      ///< world; finite
    Vector3<Length> old_location{};  ///< world; finite
    Vector3<Velocity> velocity{};    ///< world; finite

    friend bool operator==(const WheelPhysicsControl&, const WheelPhysicsControl&) = default;
};

/// Refuses what the comments above rule out, NaN among it; `owner` opens the field's name.
LANEWISE_API void require_valid(const WheelPhysicsControl& wheel,
                                std::string_view owner = "WheelPhysicsControl");

/// `WheelPhysicsControl(axle_type=Undefined, offset=(0, 0, 0) cm, ...)`, in CARLA's order.
[[nodiscard]] LANEWISE_API std::string to_text(const WheelPhysicsControl& wheel);
LANEWISE_API std::ostream& operator<<(std::ostream& out, const WheelPhysicsControl& wheel);

}  // namespace lanewise
