#pragma once

#include <lanewise/kernels/export.hpp>
#include <lanewise/units/si.hpp>

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>

namespace lanewise {

/// What a driver does. CARLA's record; values outside the ranges are refused, not clamped.
struct VehicleControl {
    Ratio throttle = 0;  ///< 0 to 1
    Ratio steer = 0;     ///< -1 to 1, + to the right
    Ratio brake = 0;     ///< 0 to 1
    bool hand_brake = false;
    bool reverse = false;  ///< also an output: true while the gear is negative
    bool manual_gear_shift = false;
    std::int32_t gear =
        0;  ///< read with `manual_gear_shift`; -1 reverse, 0 neutral; also an output

    friend bool operator==(const VehicleControl&, const VehicleControl&) = default;
};

/// A target for the Ackermann controller. CARLA's record; all finite.
struct VehicleAckermannControl {
    Angle steer{};                  ///< of the wheels, + to the right
    AngularVelocity steer_speed{};  ///< the sign is dropped; 0: at once
    Velocity speed{};               ///< negative backwards
    Acceleration acceleration{};    ///< the sign is dropped; 0: the controller's own limits
    Jerk jerk{};                    ///< kept, not read

    friend bool operator==(const VehicleAckermannControl&,
                           const VehicleAckermannControl&) = default;
};

/// Gains of the Ackermann controller. CARLA's record: the default is all zero and stops the
/// controller's pedals; a new controller has `fresh_ackermann_settings`. All finite, any sign.
struct AckermannControllerSettings {
    Ratio speed_kp = 0;
    Ratio speed_ki = 0;
    Ratio speed_kd = 0;
    Ratio accel_kp = 0;
    Ratio accel_ki = 0;
    Ratio accel_kd = 0;

    friend bool operator==(const AckermannControllerSettings&,
                           const AckermannControllerSettings&) = default;
};

/// The gains of a controller that nobody has set.
inline constexpr AckermannControllerSettings fresh_ackermann_settings{.speed_kp = 0.15,
                                                                      .speed_ki = 0,
                                                                      .speed_kd = 0.25,
                                                                      .accel_kp = 0.01,
                                                                      .accel_ki = 0,
                                                                      .accel_kd = 0.01};

/// Refuse what the comments above rule out, NaN among it; `owner` opens the field's name.
LANEWISE_API void require_valid(const VehicleControl& control,
                                std::string_view owner = "VehicleControl");
LANEWISE_API void require_valid(const VehicleAckermannControl& control,
                                std::string_view owner = "VehicleAckermannControl");
LANEWISE_API void require_valid(const AckermannControllerSettings& settings,
                                std::string_view owner = "AckermannControllerSettings");

/// `VehicleControl(throttle=0.5, steer=0, ...)`, in CARLA's order.
[[nodiscard]] LANEWISE_API std::string to_text(const VehicleControl& control);
[[nodiscard]] LANEWISE_API std::string to_text(const VehicleAckermannControl& control);
[[nodiscard]] LANEWISE_API std::string to_text(const AckermannControllerSettings& settings);
LANEWISE_API std::ostream& operator<<(std::ostream& out, const VehicleControl& control);
LANEWISE_API std::ostream& operator<<(std::ostream& out, const VehicleAckermannControl& control);
LANEWISE_API std::ostream& operator<<(std::ostream& out,
                                      const AckermannControllerSettings& settings);

}  // namespace lanewise
