#pragma once

#include <lanewise/physics/vehicle/records/vehicle_control.hpp>

namespace lanewise {

/// CARLA's controller of one number: the derivative acts on the measurement, integral and output
/// are held between -1 and 1.
struct PidController {
    double kp = 0;
    double ki = 0;
    double kd = 0;
    double set_point = 0;
    double integral = 0;
    double last_input = 0;

    /// The output for the measurement `input`, `dt` seconds (> 0) after the last one.
    [[nodiscard]] LANEWISE_API double run(double input, double dt) noexcept;
    /// Forgets integral and last input; the set point stays.
    void reset() noexcept { integral = last_input = 0; }

    friend bool operator==(const PidController&, const PidController&) = default;
};

/// Drives to a VehicleAckermannControl by writing a VehicleControl: CARLA's algorithm, equation by
/// equation, in binary64.
///
/// Per update: update_state(), then run(). Both accumulators, the acceleration target and the
/// pedals, have no factor dt: the loop is as fast as it is called.
/// A copy is a snapshot: the class is trivially copyable.
class LANEWISE_API AckermannController {
public:
    /// Everything the controller knows; SI, angles in radians.
    struct State {
        PidController speed_pid{.kp = fresh_ackermann_settings.speed_kp,
                                .ki = fresh_ackermann_settings.speed_ki,
                                .kd = fresh_ackermann_settings.speed_kd};
        PidController accel_pid{.kp = fresh_ackermann_settings.accel_kp,
                                .ki = fresh_ackermann_settings.accel_ki,
                                .kd = fresh_ackermann_settings.accel_kd};
        double user_speed = 0;          ///< as set, where target_speed may have been put to 0
        double target_steer = 0;        ///< within max_steer
        double target_steer_speed = 0;  ///< >= 0
        double target_speed = 0;
        double target_acceleration = 0;  ///< >= 0
        double target_jerk = 0;          ///< >= 0, kept and not read
        double max_steer = 0;            ///< of the wheels
        double dt = 0;
        double vehicle_steer = 0;  ///< of the wheels, at the last update
        double speed = 0;
        double last_speed = 0;
        double acceleration = 0;  ///< smoothed
        double last_acceleration = 0;
        double control_acceleration = 0;  ///< accumulator of the speed loop
        double control_pedal = 0;         ///< accumulator of the acceleration loop, -1 to 1
        double acceleration_change = 0;   ///< last step of the speed loop
        double pedal_change = 0;          ///< last step of the acceleration loop
        double steer = 0;                 ///< of the wheels, output
        double throttle = 0;              ///< output
        double brake = 0;                 ///< output
        double reverse = 0;               ///< output, 1 or 0; a number, so that there is no padding

        friend bool operator==(const State&, const State&) = default;
    };

    /// The steering angle that a control of 1 stands for: `max_steer_angle` of the first wheel. To
    /// be called when a vehicle is made and when its set-up changes; the target keeps its limit.
    void set_max_steer(Angle max_steer) noexcept { state_.max_steer = to_si(max_steer); }
    /// Takes a target that require_valid() accepts.
    void set_target(const VehicleAckermannControl& target) noexcept;
    /// What the vehicle does: speed along its forward axis and the steer of the last applied
    /// control, `dt` after the last update.
    void update_state(Velocity forward_speed, Ratio applied_steer, Duration dt) noexcept;
    /// Writes steer, throttle, brake and reverse. Hand brake, manual gear shift and gear stay as
    /// they are. Without a steering angle (`max_steer` 0) steer is 0.
    void run(VehicleControl& control) noexcept;
    /// Forgets all but target, gains, `max_steer`, the vehicle's steer and dt.
    void reset() noexcept;

    [[nodiscard]] AckermannControllerSettings settings() const noexcept;
    /// Changes the gains alone. Takes what require_valid() accepts.
    void apply_settings(const AckermannControllerSettings& settings) noexcept;

    [[nodiscard]] const State& state() const noexcept { return state_; }
    void set_state(const State& state) noexcept { state_ = state; }

    friend bool operator==(const AckermannController&, const AckermannController&) = default;

private:
    void run_steering() noexcept;
    [[nodiscard]] bool run_full_stop() noexcept;
    void run_direction() noexcept;
    void run_speed() noexcept;
    void run_acceleration() noexcept;
    void run_pedals() noexcept;

    State state_;
};

}  // namespace lanewise
