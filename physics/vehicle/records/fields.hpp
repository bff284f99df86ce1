#pragma once

#include <lanewise/physics/vehicle/records/telemetry.hpp>
#include <lanewise/physics/vehicle/records/vehicle_control.hpp>
#include <lanewise/physics/vehicle/records/vehicle_physics_control.hpp>

#include <array>
#include <cstddef>
#include <limits>
#include <string_view>
#include <tuple>

/// The one description of CARLA's records: every field's name, place and rule, in CARLA's order.
/// Text, JSON, validation and the table that is tested follow it; unit and default stand in the
/// records themselves.
namespace lanewise::records {

/// What a number must be, in the field's own unit. NaN is in no range.
struct Rule {
    double low;
    double high;
    bool is_low_open;
    bool is_high_open;
    std::string_view text;

    [[nodiscard]] constexpr bool allows(double x) const {
        return (is_low_open ? x > low : x >= low) && (is_high_open ? x < high : x <= high);
    }
};

inline constexpr double k_infinity = std::numeric_limits<double>::infinity();
inline constexpr Rule k_finite{-k_infinity, k_infinity, true, true, "must be finite"};
inline constexpr Rule k_positive{0, k_infinity, true, true, "must be finite and > 0"};
inline constexpr Rule k_not_negative{0, k_infinity, false, true, "must be finite and >= 0"};
inline constexpr Rule k_share{0, 1, false, false, "must be between 0 and 1"};
inline constexpr Rule k_signed_share{-1, 1, false, false, "must be between -1 and 1"};
inline constexpr Rule k_steer_angle{0, 90, false, true, "must be >= 0 and < 90 deg"};
inline constexpr Rule k_smoothing{0, 10, false, false, "must be between 0 and 10"};
inline constexpr Rule k_gear{-1, k_infinity, false, true, "must be >= -1"};

template <class Record, class Value>
struct FieldInfo {
    std::string_view name;
    Value Record::*member;
    Rule rule;          ///< of the number, of each number of a list or vector
    std::size_t least;  ///< elements of a list
};

/// Without a rule: finite, whatever the type makes of that.
template <class Record, class Value>
constexpr FieldInfo<Record, Value> field(std::string_view name, Value Record::*member,
                                         Rule rule = k_finite, std::size_t least = 0) {
    return {name, member, rule, least};
}

/// `name` and `fields` of a record.
template <class Record>
struct Description;

// clang-format off
template <>
struct Description<WheelPhysicsControl> {
    using R = WheelPhysicsControl;
    static constexpr std::string_view name = "WheelPhysicsControl";
    static constexpr auto fields = std::make_tuple(
        field("axle_type", &R::axle_type),
        field("offset", &R::offset),
        field("wheel_radius", &R::wheel_radius, k_positive),
        field("wheel_width", &R::wheel_width, k_positive),
        field("wheel_mass", &R::wheel_mass, k_positive),
        field("cornering_stiffness", &R::cornering_stiffness, k_not_negative),
        field("friction_force_multiplier", &R::friction_force_multiplier, k_not_negative),
        field("side_slip_modifier", &R::side_slip_modifier, k_share),
        field("slip_threshold", &R::slip_threshold, k_not_negative),
        field("skid_threshold", &R::skid_threshold, k_not_negative),
        field("max_steer_angle", &R::max_steer_angle, k_steer_angle),
        field("affected_by_steering", &R::affected_by_steering),
        field("affected_by_brake", &R::affected_by_brake),
        field("affected_by_handbrake", &R::affected_by_handbrake),
        field("affected_by_engine", &R::affected_by_engine),
        field("abs_enabled", &R::abs_enabled),
        field("traction_control_enabled", &R::traction_control_enabled),
        field("max_wheelspin_rotation", &R::max_wheelspin_rotation, k_not_negative),
        field("external_torque_combine_method", &R::external_torque_combine_method),
        field("lateral_slip_graph", &R::lateral_slip_graph),
        field("suspension_axis", &R::suspension_axis),
        field("suspension_force_offset", &R::suspension_force_offset),
        field("suspension_max_raise", &R::suspension_max_raise, k_not_negative),
        field("suspension_max_drop", &R::suspension_max_drop, k_not_negative),
        field("suspension_damping_ratio", &R::suspension_damping_ratio, k_not_negative),
        field("wheel_load_ratio", &R::wheel_load_ratio, k_share),
        field("spring_rate", &R::spring_rate, k_not_negative),
        field("spring_preload", &R::spring_preload, k_not_negative),
        field("suspension_smoothing", &R::suspension_smoothing, k_smoothing),
        field("rollbar_scaling", &R::rollbar_scaling, k_share),
        field("sweep_shape", &R::sweep_shape),
        field("sweep_type", &R::sweep_type),
        field("max_brake_torque", &R::max_brake_torque, k_not_negative),
        field("max_hand_brake_torque", &R::max_hand_brake_torque, k_not_negative),
        field("wheel_index", &R::wheel_index),
        field("location", &R::location),
        field("old_location", &R::old_location),
        field("velocity", &R::velocity));
};

template <>
struct Description<VehiclePhysicsControl> {
    using R = VehiclePhysicsControl;
    static constexpr std::string_view name = "VehiclePhysicsControl";
    static constexpr auto fields = std::make_tuple(
        field("torque_curve", &R::torque_curve),
        field("max_torque", &R::max_torque, k_not_negative),
        field("max_rpm", &R::max_rpm, k_positive),
        field("idle_rpm", &R::idle_rpm, k_not_negative),
        field("brake_effect", &R::brake_effect, k_not_negative),
        field("rev_up_moi", &R::rev_up_moi, k_positive),
        field("rev_down_rate", &R::rev_down_rate, k_not_negative),
        field("differential_type", &R::differential_type),
        field("front_rear_split", &R::front_rear_split, k_share),
        field("use_automatic_gears", &R::use_automatic_gears),
        field("gear_change_time", &R::gear_change_time, k_not_negative),
        field("final_ratio", &R::final_ratio, k_positive),
        field("forward_gear_ratios", &R::forward_gear_ratios, k_positive, 1),
        field("reverse_gear_ratios", &R::reverse_gear_ratios, k_positive),
        field("change_up_rpm", &R::change_up_rpm),
        field("change_down_rpm", &R::change_down_rpm),
        field("transmission_efficiency", &R::transmission_efficiency, k_share),
        field("mass", &R::mass, k_positive),
        field("drag_coefficient", &R::drag_coefficient, k_not_negative),
        field("center_of_mass", &R::center_of_mass),
        field("chassis_width", &R::chassis_width, k_not_negative),
        field("chassis_height", &R::chassis_height, k_not_negative),
        field("downforce_coefficient", &R::downforce_coefficient, k_not_negative),
        field("drag_area", &R::drag_area, k_not_negative),
        field("inertia_tensor_scale", &R::inertia_tensor_scale, k_positive),
        field("sleep_threshold", &R::sleep_threshold, k_not_negative),
        field("sleep_slope_limit", &R::sleep_slope_limit),
        field("steering_curve", &R::steering_curve, k_finite, 1),
        field("wheels", &R::wheels, k_finite, 1),
        field("use_sweep_wheel_collision", &R::use_sweep_wheel_collision));
};

template <>
struct Description<VehicleControl> {
    using R = VehicleControl;
    static constexpr std::string_view name = "VehicleControl";
    static constexpr auto fields = std::make_tuple(
        field("throttle", &R::throttle, k_share),
        field("steer", &R::steer, k_signed_share),
        field("brake", &R::brake, k_share),
        field("hand_brake", &R::hand_brake),
        field("reverse", &R::reverse),
        field("manual_gear_shift", &R::manual_gear_shift),
        field("gear", &R::gear, k_gear));
};

template <>
struct Description<VehicleAckermannControl> {
    using R = VehicleAckermannControl;
    static constexpr std::string_view name = "VehicleAckermannControl";
    static constexpr auto fields = std::make_tuple(
        field("steer", &R::steer),
        field("steer_speed", &R::steer_speed),
        field("speed", &R::speed),
        field("acceleration", &R::acceleration),
        field("jerk", &R::jerk));
};

template <>
struct Description<AckermannControllerSettings> {
    using R = AckermannControllerSettings;
    static constexpr std::string_view name = "AckermannControllerSettings";
    static constexpr auto fields = std::make_tuple(
        field("speed_kp", &R::speed_kp),
        field("speed_ki", &R::speed_ki),
        field("speed_kd", &R::speed_kd),
        field("accel_kp", &R::accel_kp),
        field("accel_ki", &R::accel_ki),
        field("accel_kd", &R::accel_kd));
};

template <>
struct Description<WheelTelemetryData> {
    using R = WheelTelemetryData;
    static constexpr std::string_view name = "WheelTelemetryData";
    static constexpr auto fields = std::make_tuple(
        field("lat_slip", &R::lat_slip),
        field("long_slip", &R::long_slip),
        field("omega", &R::omega),
        field("tire_load", &R::tire_load),
        field("friction_limit", &R::friction_limit),
        field("normal_force", &R::normal_force),
        field("long_force", &R::long_force),
        field("lat_force", &R::lat_force),
        field("drive_torque", &R::drive_torque),
        field("brake_torque", &R::brake_torque),
        field("steer_angle", &R::steer_angle),
        field("suspension_compression", &R::suspension_compression),
        field("suspension_force", &R::suspension_force),
        field("in_contact", &R::in_contact),
        field("contact_point", &R::contact_point),
        field("contact_normal", &R::contact_normal),
        field("contact_body", &R::contact_body),
        field("slipping", &R::slipping),
        field("skidding", &R::skidding),
        field("locked", &R::locked));
};

template <>
struct Description<VehicleTelemetryData> {
    using R = VehicleTelemetryData;
    static constexpr std::string_view name = "VehicleTelemetryData";
    static constexpr auto fields = std::make_tuple(
        field("speed", &R::speed),
        field("steer", &R::steer),
        field("throttle", &R::throttle),
        field("brake", &R::brake),
        field("engine_rpm", &R::engine_rpm),
        field("gear", &R::gear),
        field("wheels", &R::wheels));
};
// clang-format on

/// A record of CARLA, as opposed to a value in one.
template <class T>
concept Described = requires {
    Description<T>::fields;
};

/// `use(info)` for every field, in CARLA's order.
template <Described Record, class Use>
constexpr void for_each_field(const Use& use) {
    std::apply([&](const auto&... infos) { (use(infos), ...); }, Description<Record>::fields);
}

/// The fields' names, in CARLA's order.
template <Described Record>
inline constexpr auto field_names = std::apply(
    [](const auto&... infos) { return std::array{infos.name...}; }, Description<Record>::fields);

}  // namespace lanewise::records
