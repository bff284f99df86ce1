#pragma once

#include <lanewise/physics/vehicle/records/wheel_physics_control.hpp>

namespace lanewise {

/// A vehicle's set-up: CARLA's record, its names and the defaults of its client library. The
/// default has no wheels and is refused until it gets some.
///
/// Source: LibCarla rpc/VehiclePhysicsControl. Each comment ends with the rule that require_valid()
/// applies; "share" is a number between 0 and 1. Curves are linear between their keys and held
/// beyond them (curve.hpp).
struct VehiclePhysicsControl {
    /// Torque at full throttle; the engine gives no more than `max_torque`. x increasing, the
    /// largest torque > 0.
    std::vector<CurvePoint<RevolutionsPerMinute, Torque>> torque_curve{
        {0 * units::revolutions_per_minute, 500 * units::newton_metres},
        {5000 * units::revolutions_per_minute, 500 * units::newton_metres}};
    Torque max_torque = 300 * units::newton_metres;                       ///< >= 0
    RevolutionsPerMinute max_rpm = 5000 * units::revolutions_per_minute;  ///< > 0
    RevolutionsPerMinute idle_rpm = 1 * units::revolutions_per_minute;    ///< 0 to max_rpm
    Torque brake_effect = 1 * units::newton_metres;  ///< engine braking at `max_rpm`; >= 0
    MomentOfInertia rev_up_moi = 1 * units::kilogram_square_metres;  ///< out of gear; > 0
    /// Fall of the free engine without throttle; >= 0.
    RevolutionsPerMinutePerSecond rev_down_rate = 600 * units::revolutions_per_minute_per_second;
    DifferentialType differential_type = DifferentialType::undefined;
    Ratio front_rear_split = 0.5;  ///< the rear wheels' share under all_wheel_drive; share
    bool use_automatic_gears = true;
    Duration gear_change_time = 0.5 * units::seconds;  ///< with the clutch open; >= 0
    Ratio final_ratio = 4;                             ///< > 0
    /// At least one; > 0.
    std::vector<Ratio> forward_gear_ratios{2.85, 2.02, 1.35, 1.0, 2.85, 2.02, 1.35, 1.0};
    std::vector<Ratio> reverse_gear_ratios{2.86, 2.86};  ///< may be empty; > 0
    /// > change_down_rpm
    RevolutionsPerMinute change_up_rpm = 4500 * units::revolutions_per_minute;
    RevolutionsPerMinute change_down_rpm = 2000 * units::revolutions_per_minute;  ///< finite
    Ratio transmission_efficiency = 0.9;                                          ///< share
    Mass mass = 1000 * units::kilograms;                                          ///< > 0
    Ratio drag_coefficient = 0.3;                                                 ///< >= 0
    /// From the middle of the chassis box, in metres unlike the sizes; finite.
    Vector3<Length> center_of_mass{};
    Centimetres chassis_width = 180 * units::centimetres;   ///< >= 0
    Centimetres chassis_height = 140 * units::centimetres;  ///< >= 0
    Ratio downforce_coefficient = 0.3;                      ///< >= 0
    Area drag_area{};                                       ///< 0: width times height; >= 0
    Vector3<Ratio> inertia_tensor_scale{1, 1, 1};           ///< each > 0
    Ratio sleep_threshold = 10;                             ///< kept, not read; >= 0
    Ratio sleep_slope_limit = 0.866;                        ///< kept, not read; finite
    /// Share of `max_steer_angle` at a forward speed. At least one key; x increasing.
    std::vector<CurvePoint<KilometresPerHour, Ratio>> steering_curve{
        {0 * units::kilometres_per_hour, 1}, {10 * units::kilometres_per_hour, 0.5}};
    std::vector<WheelPhysicsControl> wheels{};  ///< at least one, each valid
    /// On apply overwrites the sweep shape of every wheel: spherecast if true, raycast if not.
    bool use_sweep_wheel_collision = false;

    friend bool operator==(const VehiclePhysicsControl&, const VehiclePhysicsControl&) = default;
};

/// The area that drag and downforce act on: `drag_area`, or width times height of the chassis.
[[nodiscard]] LANEWISE_API Area frontal_area(const VehiclePhysicsControl& physics);

/// Refuses what the comments above rule out, NaN among it; `owner` opens the field's name:
/// `VehiclePhysicsControl.wheels[2].wheel_radius = -3 cm: must be finite and > 0`.
LANEWISE_API void require_valid(const VehiclePhysicsControl& physics,
                                std::string_view owner = "VehiclePhysicsControl");

/// `VehiclePhysicsControl(torque_curve=[(0 rpm, 500 N m), ...], ...)`, in CARLA's order.
[[nodiscard]] LANEWISE_API std::string to_text(const VehiclePhysicsControl& physics);
LANEWISE_API std::ostream& operator<<(std::ostream& out, const VehiclePhysicsControl& physics);

}  // namespace lanewise
