#include <lanewise/physics/program/speed_profile.hpp>

#include <algorithm>
#include <cmath>

namespace lanewise::program {
namespace {

/// Slip angle of an axle that the driver goes up to [rad].
constexpr double k_largest_slip = 0.16;

/// Share of the grip that is left along the car while it turns at speed v.
double share_along(double v, double curvature, const SpeedLimits& limits) {
    const double used = v * v * std::abs(curvature) / limits.lateral;
    return used < 1.0 ? std::sqrt(1.0 - used * used) : 0.0;
}

/// The hardest braking that leaves the rear axle enough load at speed v (bisection: K falls with
/// it).
double stable_brake(double v, const SpeedLimits& limits) {
    double low = 0.0;
    double high = std::min(limits.brake, 0.9 / std::max(1e-9, limits.balance.rear_shift));
    const double least = (limits.stability - 1.0) * limits.wheelbase / (v * v);
    if (understeer(limits.balance, -high) >= least) return high;
    for (int i = 0; i < 20; ++i) {
        const double middle = 0.5 * (low + high);
        (understeer(limits.balance, -middle) >= least ? low : high) = middle;
    }
    return low;
}

double reached(double v, double acceleration, double distance) {
    return std::sqrt(v * v + 2.0 * acceleration * distance);
}

}  // namespace

SpeedLimits cautious_limits(const SingleTrackParameters& car, double spread) {
    // The car that oversteers most: stiff in front, soft behind, high.
    SingleTrackParameters loose = car;
    loose.C_Sf *= 1.0 + spread;
    loose.C_Sr *= 1.0 - spread;
    loose.h *= 1.0 + spread;
    // Soft tires need larger slip angles for the same force; the steering must have room for them.
    const double grip = std::min(0.75, k_largest_slip * std::min(car.C_Sf, car.C_Sr));
    return {.lateral = grip * car.mu * single_track::gravity,
            .drive = 0.7 * car.a_max,
            .brake = 0.7 * car.a_max,
            .stability = 0.7,
            .balance = axle_balance(loose),
            .v_switch = car.v_switch,
            .v_max = car.v_max,
            .steering = 0.5 * std::min(car.sv_max, -car.sv_min),
            .wheelbase = car.lf + car.lr};
}

std::vector<double> speed_profile(const Route& route, const SpeedLimits& limits) {
    const std::size_t n = route.size();
    std::vector<double> speed(n);
    for (std::size_t i = 0; i < n; ++i) {
        const double bend = std::abs(route.curvature[i]);
        const double change = std::abs(route.curvature[(i + 1) % n] - route.curvature[i]) /
                              route.step[i] * limits.wheelbase;
        double v = limits.v_max;
        if (bend * v * v > limits.lateral) v = std::sqrt(limits.lateral / bend);
        if (change * v > limits.steering) v = limits.steering / change;
        speed[i] = v;
    }
    // Two rounds: the first one's start does not know what came before it.
    for (std::size_t i = 0; i < 2 * n; ++i) {
        const std::size_t from = i % n, to = (i + 1) % n;
        const double v = speed[from];
        const double drive = limits.drive * std::min(1.0, limits.v_switch / v) *
                             share_along(v, route.curvature[from], limits);
        speed[to] = std::min(speed[to], reached(v, drive, route.step[from]));
    }
    for (std::size_t i = 2 * n; i-- > 0;) {
        const std::size_t from = i % n, to = (i + 1) % n;
        const double brake =
            stable_brake(speed[to], limits) * share_along(speed[to], route.curvature[to], limits);
        speed[from] = std::min(speed[from], reached(speed[to], brake, route.step[from]));
    }
    return speed;
}

double round_time(const Route& route, const std::vector<double>& speed) {
    double time = 0.0;
    for (std::size_t i = 0; i < route.size(); ++i)
        time += 2.0 * route.step[i] / (speed[i] + speed[(i + 1) % speed.size()]);
    return time;
}

}  // namespace lanewise::program
