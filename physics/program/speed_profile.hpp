#pragma once

#include <lanewise/physics/program/balance.hpp>
#include <lanewise/physics/program/route.hpp>
#include <lanewise/physics/single_track/parameters.hpp>

#include <vector>

namespace lanewise::program {

/// What the driver asks of the car.
struct SpeedLimits {
    double lateral = 0.0;    ///< largest lateral acceleration [m/s2]
    double drive = 0.0;      ///< largest acceleration up to v_switch [m/s2]
    double brake = 0.0;      ///< largest deceleration at low speed [m/s2]
    double stability = 0.0;  ///< least 1 + K(a) v^2 / L while braking; see AxleBalance
    AxleBalance balance;     ///< of the car
    double v_switch = 0.0;   ///< above it the drive falls with 1 / v [m/s]
    double v_max = 0.0;      ///< [m/s]
    double steering = 0.0;   ///< steering rate [rad/s]
    double wheelbase = 0.0;  ///< [m]
};

/// Limits that leave a reserve for steering to every car whose parameters differ from those of
/// `car` by up to the relative `spread`.
SpeedLimits cautious_limits(const SingleTrackParameters& car, double spread);

/// Speeds at the stations of a route [m/s]: what the curvature and its change allow, then as fast
/// as the car can accelerate from one station to the next and brake before it. Accelerating,
/// braking and turning share the grip (an ellipse).
std::vector<double> speed_profile(const Route& route, const SpeedLimits& limits);

/// Time for one round at the speeds of a profile [s].
double round_time(const Route& route, const std::vector<double>& speed);

}  // namespace lanewise::program
