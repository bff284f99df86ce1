#pragma once

#include <lanewise/physics/vehicle/records/vehicle_control.hpp>
#include <lanewise/physics/vehicle/records/vehicle_physics_control.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace lanewise::detail {

using RawCurve = std::vector<CurvePoint<double, double>>;

/// Engine, gearbox and differential as raw numbers: SI, rad/s.
struct PowertrainSetUp {
    RawCurve torque_curve;
    double max_torque = 0;
    double max_speed = 0;  ///< of the engine
    double idle_speed = 0;
    double brake_effect = 0;
    double rev_up_moi = 1;
    double rev_down_rate = 0;  ///< rad/s2
    double gear_change_time = 0;
    double final_ratio = 1;
    std::vector<double> forward_ratios;
    std::vector<double> reverse_ratios;
    double change_up_speed = 0;
    double change_down_speed = 0;
    double efficiency = 1;
    /// m r^2 of the vehicle at its driven wheels, kg m2: what the engine has to speed up.
    double load_inertia = 0;
    bool is_automatic = true;
    std::vector<double> shares;  ///< of the drive torque, wheel by wheel; sum 1, or all 0
};

PowertrainSetUp powertrain_of(const VehiclePhysicsControl& physics);

struct PowertrainState {
    double engine_speed = 0;  ///< rad/s
    double shift_time = 0;    ///< left of the gear change, s
    std::int32_t gear = 0;
    std::int32_t target_gear = 0;
    bool is_automatic = true;  ///< as the last control left it

    [[nodiscard]] bool is_shifting() const noexcept { return gear != target_gear; }

    friend bool operator==(const PowertrainState&, const PowertrainState&) = default;
};

/// The gear that a box can have instead of any other.
std::int32_t clamped_gear(const PowertrainSetUp& set_up, std::int32_t gear) noexcept;

/// CARLA's ProcessControl: a change of `reverse` selects gear -1 or 1 at once; otherwise a manual
/// shift selects its gear at once. `last_reverse` is the reverse of the last given control: a
/// control that stays as it is never changes direction by itself.
void process_control(const VehicleControl& control, bool last_reverse,
                     const PowertrainSetUp& set_up, PowertrainState& state) noexcept;

/// Couples the engine to the wheels' spins, shifts, and turns throttle into torques.
/// Source: the specification, engine torque inside min(curve, max_torque), engine braking
/// brake_effect * w / w_max, out of gear dw = T / moi h or -rev_down_rate h.
/// @param spins of the wheels, rad/s
/// @param torques out: at the wheels, N m
void run_powertrain(const PowertrainSetUp& set_up, double throttle, std::span<const double> spins,
                    double h, PowertrainState& state, std::span<double> torques) noexcept;

}  // namespace lanewise::detail
