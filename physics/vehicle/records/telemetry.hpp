#pragma once

#include <lanewise/kernels/export.hpp>
#include <lanewise/physics/dynamics/body_id.hpp>
#include <lanewise/units/carla_units.hpp>
#include <lanewise/units/vector3.hpp>

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace lanewise {

/// What a wheel did in the last step. The first three fields are CARLA's; the others answer what it
/// no longer tells. Forces act on the wheel.
struct WheelTelemetryData {
    Degrees lat_slip{};               ///< atan2(v_across, |v_along|)
    Ratio long_slip = 0;              ///< (w r - v_along) / max(|v_along|, 0.1 m/s)
    AngularVelocity omega{};          ///< spin, + rolls forward
    Force tire_load{};                ///< that the friction circle is made of
    Force friction_limit{};           ///< radius of the friction circle
    Force normal_force{};             ///< along `contact_normal`
    Force long_force{};               ///< along the rolling direction
    Force lat_force{};                ///< to the right of it
    Torque drive_torque{};            ///< of the engine at this wheel
    Torque brake_torque{};            ///< that the brakes can hold, foot and hand together
    Degrees steer_angle{};            ///< + to the right
    Length suspension_compression{};  ///< from full drop
    Force suspension_force{};         ///< spring, damper, roll bar and bump stop
    bool in_contact = false;          ///< the five below hold where this is true
    Vector3<Length> contact_point{};  ///< world
    Vector3<Ratio> contact_normal{};  ///< world, unit, away from the ground
    BodyId contact_body{};            ///< what the wheel stands on
    bool slipping = false;            ///< along, beyond `slip_threshold`
    bool skidding = false;            ///< across, beyond `skid_threshold`
    bool locked = false;              ///< by the brakes

    friend bool operator==(const WheelTelemetryData&, const WheelTelemetryData&) = default;
};

/// What a vehicle did in the last step: CARLA's seven fields.
struct VehicleTelemetryData {
    Velocity speed{};  ///< along the vehicle's forward axis
    Ratio steer = 0;   ///< steer, throttle and brake of the last applied control
    Ratio throttle = 0;
    Ratio brake = 0;
    RevolutionsPerMinute engine_rpm{};
    std::int32_t gear = 0;  ///< -1 reverse, 0 neutral
    std::vector<WheelTelemetryData> wheels{};

    friend bool operator==(const VehicleTelemetryData&, const VehicleTelemetryData&) = default;
};

/// Refuse numbers that are not finite; `owner` opens the field's name.
LANEWISE_API void require_valid(const WheelTelemetryData& wheel,
                                std::string_view owner = "WheelTelemetryData");
LANEWISE_API void require_valid(const VehicleTelemetryData& telemetry,
                                std::string_view owner = "VehicleTelemetryData");

/// `VehicleTelemetryData(speed=3.5 m/s, ...)`, in CARLA's order.
[[nodiscard]] LANEWISE_API std::string to_text(const WheelTelemetryData& wheel);
[[nodiscard]] LANEWISE_API std::string to_text(const VehicleTelemetryData& telemetry);
LANEWISE_API std::ostream& operator<<(std::ostream& out, const WheelTelemetryData& wheel);
LANEWISE_API std::ostream& operator<<(std::ostream& out, const VehicleTelemetryData& telemetry);

}  // namespace lanewise
