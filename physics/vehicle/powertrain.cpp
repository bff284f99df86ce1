#include <lanewise/physics/vehicle/powertrain.hpp>
#include <lanewise/physics/vehicle/records/curve.hpp>
#include <lanewise/units/convert.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lanewise::detail {
namespace {

/// Shares of the wheels by axle: front and rear get what the differential gives them.
std::vector<double> drive_shares(const VehiclePhysicsControl& physics) {
    const auto wheels_on = [&](AxleType axle) {
        return static_cast<double>(
            std::ranges::count(physics.wheels, axle, &WheelPhysicsControl::axle_type));
    };
    const double front = wheels_on(AxleType::front), rear = wheels_on(AxleType::rear);
    std::vector<double> shares;
    double sum = 0;
    for (const WheelPhysicsControl& wheel : physics.wheels) {
        const bool is_front = wheel.axle_type == AxleType::front;
        const bool is_rear = wheel.axle_type == AxleType::rear;
        double share = 0;
        switch (physics.differential_type) {
            case DifferentialType::undefined:
                share = wheel.affected_by_engine ? 1 : 0;
                break;
            case DifferentialType::all_wheel_drive:
                if (is_front) share = (1 - physics.front_rear_split) / front;
                if (is_rear) share = physics.front_rear_split / rear;
                break;
            case DifferentialType::front_wheel_drive:
                if (is_front) share = 1 / front;
                break;
            case DifferentialType::rear_wheel_drive:
                if (is_rear) share = 1 / rear;
                break;
        }
        shares.push_back(share);
        sum += share;
    }
    if (sum > 0)
        for (double& share : shares) share /= sum;
    return shares;
}

/// Overall ratio of the gear that is in, 0 out of gear, negative backwards.
double ratio_of(const PowertrainSetUp& s, std::int32_t gear) noexcept {
    if (gear == 0) return 0;
    const std::vector<double>& ratios = gear > 0 ? s.forward_ratios : s.reverse_ratios;
    const double ratio = ratios[static_cast<std::size_t>(std::abs(gear) - 1)] * s.final_ratio;
    return gear > 0 ? ratio : -ratio;
}

double turned_by(std::span<const double> shares, std::span<const double> spins,
                 double ratio) noexcept {
    double mean = 0;
    for (std::size_t i = 0; i < shares.size(); ++i) mean += shares[i] * spins[i];
    return ratio * mean;
}

void couple(const PowertrainSetUp& s, double turned, PowertrainState& state) noexcept {
    state.engine_speed = std::clamp(std::abs(turned), s.idle_speed, s.max_speed);
}

void change_to(const PowertrainSetUp& s, std::int32_t gear, PowertrainState& state) noexcept {
    state.target_gear = gear;
    state.shift_time = s.gear_change_time;
    if (!(state.shift_time > 0)) state.gear = gear;
}

void shift(const PowertrainSetUp& s, double throttle, double h, PowertrainState& state) noexcept {
    if (state.is_shifting()) {
        state.shift_time -= h;
        // Steps that add up to the time but for rounding have passed it.
        if (state.shift_time <= 1e-9 * h) {
            state.gear = state.target_gear;
            state.shift_time = 0;
        }
        return;
    }
    if (!state.is_automatic || !s.is_automatic || state.gear < 0) return;
    const auto last = static_cast<std::int32_t>(s.forward_ratios.size());
    if (state.gear == 0) {
        if (throttle > 0) state.gear = state.target_gear = 1;
    } else if (state.engine_speed >= s.change_up_speed && state.gear < last) {
        change_to(s, state.gear + 1, state);
    } else if (state.engine_speed <= s.change_down_speed && state.gear > 1) {
        change_to(s, state.gear - 1, state);
    }
}

double engine_torque(const PowertrainSetUp& s, double throttle, double speed) noexcept {
    if (speed >= s.max_speed) return 0;
    return throttle * std::min(value_at(s.torque_curve, speed), s.max_torque);
}

/// What brings engine and vehicle half the way that is left to the limit, so that they come to it
/// softly: cut at once, the torque would carry the car beyond it by a step and by its pitching.
double limited(const PowertrainSetUp& s, double torque, double ratio, double speed,
               double h) noexcept {
    const double per_torque = ratio * ratio * s.efficiency * h;
    const double room = 0.5 * (s.max_speed - speed) * s.load_inertia;
    return torque * per_torque > room ? room / per_torque : torque;
}

}  // namespace

PowertrainSetUp powertrain_of(const VehiclePhysicsControl& physics) {
    std::vector<double> shares = drive_shares(physics);
    double radius = 0;
    for (std::size_t i = 0; i < shares.size(); ++i)
        radius += shares[i] * to_si(physics.wheels[i].wheel_radius);
    return {.torque_curve = to_si(physics.torque_curve),
            .max_torque = to_si(physics.max_torque),
            .max_speed = to_si(physics.max_rpm),
            .idle_speed = to_si(physics.idle_rpm),
            .brake_effect = to_si(physics.brake_effect),
            .rev_up_moi = to_si(physics.rev_up_moi),
            .rev_down_rate = to_si(physics.rev_down_rate),
            .gear_change_time = to_si(physics.gear_change_time),
            .final_ratio = physics.final_ratio,
            .forward_ratios = physics.forward_gear_ratios,
            .reverse_ratios = physics.reverse_gear_ratios,
            .change_up_speed = to_si(physics.change_up_rpm),
            .change_down_speed = to_si(physics.change_down_rpm),
            .efficiency = physics.transmission_efficiency,
            .load_inertia = to_si(physics.mass) * radius * radius,
            .is_automatic = physics.use_automatic_gears,
            .shares = std::move(shares)};
}

std::int32_t clamped_gear(const PowertrainSetUp& s, std::int32_t gear) noexcept {
    return std::clamp(gear, -static_cast<std::int32_t>(s.reverse_ratios.size()),
                      static_cast<std::int32_t>(s.forward_ratios.size()));
}

void process_control(const VehicleControl& control, bool last_reverse, const PowertrainSetUp& s,
                     PowertrainState& state) noexcept {
    const auto select = [&](std::int32_t gear) {
        state.gear = state.target_gear = clamped_gear(s, gear);
        state.shift_time = 0;
    };
    if (control.reverse != last_reverse) {
        state.is_automatic = !control.reverse;
        select(control.reverse ? -1 : 1);
    } else if (control.manual_gear_shift) {
        state.is_automatic = false;
        select(control.gear);
    } else {
        state.is_automatic = true;
    }
}

void run_powertrain(const PowertrainSetUp& s, double throttle, std::span<const double> spins,
                    double h, PowertrainState& state, std::span<double> torques) noexcept {
    double ratio = ratio_of(s, state.gear);
    if (state.gear != 0 && !state.is_shifting())
        couple(s, turned_by(s.shares, spins, ratio), state);
    shift(s, throttle, h, state);
    ratio = ratio_of(s, state.gear);
    const bool is_coupled = state.gear != 0 && !state.is_shifting();
    double torque = 0;
    if (is_coupled) {
        const double turned = turned_by(s.shares, spins, ratio);
        couple(s, turned, state);
        torque = throttle > 0 ? limited(s, engine_torque(s, throttle, state.engine_speed), ratio,
                                        state.engine_speed, h)
                              : -s.brake_effect * turned / s.max_speed;
    } else {
        const double change = throttle > 0
                                  ? engine_torque(s, throttle, state.engine_speed) / s.rev_up_moi
                                  : -s.rev_down_rate;
        state.engine_speed = std::clamp(state.engine_speed + change * h, s.idle_speed, s.max_speed);
    }
    const double at_wheels = torque * ratio * s.efficiency;
    for (std::size_t i = 0; i < torques.size(); ++i) torques[i] = at_wheels * s.shares[i];
}

}  // namespace lanewise::detail
