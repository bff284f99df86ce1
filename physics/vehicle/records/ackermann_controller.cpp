#include <lanewise/physics/vehicle/records/ackermann_controller.hpp>

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace lanewise {
namespace {

static_assert(std::is_trivially_copyable_v<AckermannController>);
static_assert(sizeof(AckermannController) % sizeof(double) == 0,
              "snapshots and hashes take its bytes");

constexpr double k_max_acceleration = 3.0;       // m/s2
constexpr double k_max_deceleration = 8.0;       // m/s2
constexpr double k_slowest_steer_speed = 0.001;  // rad/s; slower is at once
constexpr double k_zero_acceleration = 0.0001;   // m/s2; less is no target
constexpr double k_standing = 0.1;               // m/s; slower is standing still
constexpr double k_old_weight = 4;               // of the smoothed acceleration, against 1

constexpr double sign(double x) {
    return x > 0 ? 1 : x < 0 ? -1 : 0;
}

}  // namespace

double PidController::run(double input, double dt) noexcept {
    const double error = set_point - input;
    integral = std::clamp(integral + ki * error * dt, -1.0, 1.0);
    const double rate = (input - last_input) / dt;
    last_input = input;
    return std::clamp(kp * error + integral - kd * rate, -1.0, 1.0);
}

void AckermannController::set_target(const VehicleAckermannControl& target) noexcept {
    State& s = state_;
    s.user_speed = to_si(target.speed);
    s.target_steer = std::clamp(to_si(target.steer), -s.max_steer, s.max_steer);
    s.target_steer_speed = std::fabs(to_si(target.steer_speed));
    s.target_speed = s.user_speed;
    s.target_acceleration = std::fabs(to_si(target.acceleration));
    s.target_jerk = std::fabs(to_si(target.jerk));
}

void AckermannController::update_state(Velocity forward_speed, Ratio applied_steer,
                                       Duration dt) noexcept {
    State& s = state_;
    s.dt = to_si(dt);
    s.last_speed = s.speed;
    s.last_acceleration = s.acceleration;
    s.vehicle_steer = applied_steer * s.max_steer;
    s.speed = to_si(forward_speed);
    s.acceleration =
        (k_old_weight * s.last_acceleration + (s.speed - s.last_speed) / s.dt) / (k_old_weight + 1);
}

void AckermannController::run(VehicleControl& control) noexcept {
    run_steering();
    if (!run_full_stop()) {
        run_direction();
        run_speed();
        run_acceleration();
        run_pedals();
    }
    const State& s = state_;
    control.steer = s.max_steer > 0 ? s.steer / s.max_steer : 0;
    control.throttle = std::clamp(s.throttle, 0.0, 1.0);
    control.brake = std::clamp(s.brake, 0.0, 1.0);
    control.reverse = s.reverse != 0;
}

void AckermannController::run_steering() noexcept {
    State& s = state_;
    const double change = s.target_steer_speed * s.dt;
    const bool is_near = std::fabs(s.target_steer - s.vehicle_steer) < change;
    if (s.target_steer_speed < k_slowest_steer_speed || is_near)
        s.steer = s.target_steer;
    else
        s.steer = s.vehicle_steer + (s.target_steer > s.vehicle_steer ? change : -change);
}

bool AckermannController::run_full_stop() noexcept {
    State& s = state_;
    if (!(std::fabs(s.speed) < k_standing && std::fabs(s.user_speed) < k_standing)) return false;
    s.brake = 1;
    s.throttle = 0;
    return true;
}

void AckermannController::run_direction() noexcept {
    State& s = state_;
    if (std::fabs(s.speed) < k_standing)
        s.reverse = s.user_speed < 0 ? 1 : 0;
    else if (sign(s.speed) * sign(s.user_speed) < 0)
        s.target_speed = 0;  // until the next target, as in the original
}

void AckermannController::run_speed() noexcept {
    State& s = state_;
    const bool is_free = s.target_acceleration < k_zero_acceleration;
    const double low = is_free ? -k_max_deceleration : -s.target_acceleration;
    const double high = is_free ? k_max_acceleration : s.target_acceleration;
    s.speed_pid.set_point = s.target_speed;
    s.acceleration_change = s.speed_pid.run(s.speed, s.dt);
    s.control_acceleration = std::clamp(s.control_acceleration + s.acceleration_change, low, high);
}

void AckermannController::run_acceleration() noexcept {
    State& s = state_;
    s.accel_pid.set_point = s.control_acceleration;
    s.pedal_change = s.accel_pid.run(s.acceleration, s.dt);
    s.control_pedal = std::clamp(s.control_pedal + s.pedal_change, -1.0, 1.0);
}

void AckermannController::run_pedals() noexcept {
    State& s = state_;
    const bool gives_throttle = (s.control_pedal < 0) == (s.reverse != 0);
    s.throttle = gives_throttle ? std::fabs(s.control_pedal) : 0;
    s.brake = gives_throttle ? 0 : std::fabs(s.control_pedal);
}

void AckermannController::reset() noexcept {
    State& s = state_;
    s.speed_pid.reset();
    s.accel_pid.reset();
    s.steer = s.throttle = s.brake = s.reverse = 0;
    s.control_acceleration = s.control_pedal = 0;
    s.acceleration_change = s.pedal_change = 0;
    s.speed = s.acceleration = s.last_speed = s.last_acceleration = 0;
}

AckermannControllerSettings AckermannController::settings() const noexcept {
    const PidController& v = state_.speed_pid;
    const PidController& a = state_.accel_pid;
    return {v.kp, v.ki, v.kd, a.kp, a.ki, a.kd};
}

void AckermannController::apply_settings(const AckermannControllerSettings& settings) noexcept {
    PidController& v = state_.speed_pid;
    PidController& a = state_.accel_pid;
    v.kp = settings.speed_kp;
    v.ki = settings.speed_ki;
    v.kd = settings.speed_kd;
    a.kp = settings.accel_kp;
    a.ki = settings.accel_ki;
    a.kd = settings.accel_kd;
}

}  // namespace lanewise
