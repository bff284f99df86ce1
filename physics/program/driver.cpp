#include <lanewise/physics/program/driver.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lanewise::program {
namespace {

/// Speed errors vanish within this time [s]; it is also how far ahead the profile is read.
constexpr double k_speed_time = 0.15;

/// Damping of the yaw rate that the driver adds to the car's own [1/s].
constexpr double k_yaw_damping = 8.0;

/// The nearest whole number, for numbers that are not huge: adding 1.5 times 2^(mantissa bits)
/// leaves no room for a fraction.
template <class Real>
inline Real nearest_whole(Real x) {
    const Real shift = Real(sizeof(Real) == 4 ? 0x1.8p23 : 0x1.8p52);
    return (x + shift) - shift;
}

/// Sine and cosine to six digits for |angle| < 1000: enough for steering, and loops over it become
/// vector code without a call.
template <class Real>
inline void steer_sin_cos(Real angle, Real& sine, Real& cosine) {
    const Real halves = nearest_whole(angle * Real(1.0 / std::numbers::pi));
    const Real turns = nearest_whole(halves * Real(0.5));
    const Real odd = halves - turns * Real(2);  // -1, 0 or 1
    const Real sign = Real(1) - Real(2) * odd * odd;
    const Real r = angle - halves * Real(std::numbers::pi);
    const Real q = r * r;
    sine =
        sign * r *
        (Real(1) + q * (Real(-1.0 / 6) +
                        q * (Real(1.0 / 120) + q * (Real(-1.0 / 5040) + q * Real(1.0 / 362880)))));
    cosine =
        sign * (Real(1) +
                q * (Real(-0.5) + q * (Real(1.0 / 24) +
                                       q * (Real(-1.0 / 720) +
                                            q * (Real(1.0 / 40320) + q * Real(-1.0 / 3628800))))));
}

}  // namespace

DriverHabits habits_for(const SingleTrackParameters& car, double interval) {
    const double wheelbase = car.lf + car.lr;
    // Yaw acceleration for a steering angle [1/s2]; the damping must not outrun the interval.
    const double authority =
        car.mu * car.m * car.lf * car.C_Sf * single_track::gravity * car.lr / (car.I * wheelbase);
    const double damping = std::min(k_yaw_damping, 0.4 / interval);
    // The steering angle needs its time: slow steering has to look farther ahead.
    return {.look_base = 1.2 * wheelbase,
            .look_time = 0.4 + 0.15 / car.sv_max,
            .wheelbase = wheelbase,
            .a_max = car.a_max,
            .v_switch = car.v_switch,
            .yaw_damping = damping / authority,
            .balance = axle_balance(car)};
}

template <class Real>
RouteMap<Real>::RouteMap(const Route& route, const std::vector<double>& speed, double farthest)
    : per_metre_(static_cast<Real>(1.0 / route.spacing)), farthest_(static_cast<Real>(farthest)) {
    const std::size_t n = route.size();
    const auto more = static_cast<std::size_t>(farthest / route.spacing) + 2;
    waypoints_.reserve(n + more);
    for (std::size_t i = 0; i < n + more; ++i) {
        const std::size_t at = i % n;
        waypoints_.push_back({static_cast<Real>(route.x[at]), static_cast<Real>(route.y[at]),
                              static_cast<Real>(route.normal_x[at]),
                              static_cast<Real>(route.normal_y[at]),
                              static_cast<Real>(route.offset[at]), static_cast<Real>(speed[at])});
    }
}

template <class Real>
Drivers<Real>::Drivers(std::span<const DriverHabits> habits, double interval)
    : columns_(k_count, habits.size()),
      count_(habits.size()),
      per_interval_(static_cast<Real>(1.0 / interval)) {
    for (std::size_t i = 0; i < habits.size(); ++i) {
        const DriverHabits& h = habits[i];
        const double values[k_count] = {h.look_base,
                                        h.look_time,
                                        h.pace,
                                        h.shift,
                                        h.caution,
                                        h.wheelbase,
                                        h.a_max,
                                        h.a_max * h.v_switch,
                                        h.yaw_damping,
                                        h.balance.front,
                                        h.balance.front_shift,
                                        h.balance.rear,
                                        h.balance.rear_shift};
        for (std::size_t c = 0; c < k_count; ++c)
            columns_.column(c)[i] = static_cast<Real>(values[c]);
    }
}

template <class Real>
void Drivers<Real>::drive(const RouteMap<Real>& map, const SingleTrackColumns<const Real>& state,
                          std::span<const Real> s, std::span<Real> steering,
                          std::span<Real> longitudinal) const {
    Ahead ahead;
    for (std::size_t first = 0; first < count_; first += k_pass) {
        const std::size_t n = std::min(k_pass, count_ - first);
        look(map, state.v.data() + first, s.data() + first, first, n, ahead);
        act(ahead, state, first, n, steering.data() + first, longitudinal.data() + first);
    }
}

template <class Real>
void Drivers<Real>::look(const RouteMap<Real>& map, const Real* v, const Real* s, std::size_t first,
                         std::size_t n, Ahead& ahead) const {
    const auto habit = [&](Column c) { return columns_.column(c) + first; };
    const Real *look_base = habit(k_look_base), *look_time = habit(k_look_time),
               *shift = habit(k_shift), *caution = habit(k_caution), *pace = habit(k_pace);
    const Real farthest = map.farthest();
    for (std::size_t i = 0; i < n; ++i) {
        // An agent that is nowhere drives towards the start; a NaN becomes 0 in max().
        const Real here = s[i] >= Real(0) ? s[i] : Real(0);
        const Real pursuit = look_base[i] + look_time[i] * v[i];
        const Real preview = Real(k_speed_time) * v[i];
        const auto& target = map.at(here + std::min(std::max(Real(0), pursuit), farthest));
        const Real left = shift[i] - caution[i] * target.offset;
        ahead.x[i] = target.x + left * target.normal_x;
        ahead.y[i] = target.y + left * target.normal_y;
        ahead.speed[i] =
            map.at(here + std::min(std::max(Real(0), preview), farthest)).speed * pace[i];
    }
}

template <class Real>
void Drivers<Real>::act(const Ahead& ahead, const SingleTrackColumns<const Real>& state,
                        std::size_t first, std::size_t n, Real* __restrict steering,
                        Real* __restrict longitudinal) const {
    const auto habit = [&](Column c) { return columns_.column(c) + first; };
    const Real *x = state.x.data() + first, *y = state.y.data() + first,
               *psi = state.psi.data() + first, *beta = state.beta.data() + first,
               *psi_dot = state.psi_dot.data() + first, *delta = state.delta.data() + first,
               *v = state.v.data() + first;
    const Real *wheelbase = habit(k_wheelbase), *a_max = habit(k_a_max),
               *a_switch = habit(k_a_switch), *damping = habit(k_yaw_damping),
               *front = habit(k_front), *front_shift = habit(k_front_shift), *rear = habit(k_rear),
               *rear_shift = habit(k_rear_shift);
    const Real per_interval = per_interval_;
    for (std::size_t i = 0; i < n; ++i) {
        const Real dx = ahead.x[i] - x[i], dy = ahead.y[i] - y[i];
        Real sine, cosine;
        steer_sin_cos(psi[i] + beta[i], sine, cosine);
        const Real left = cosine * dy - sine * dx;
        const Real curvature = Real(2) * left / (dx * dx + dy * dy + Real(1e-6));
        // What the car makes of the wish: its limits cut it.
        const Real wish = (ahead.speed[i] - v[i]) * Real(1.0 / k_speed_time);
        const Real power = a_switch[i] / (v[i] < Real(0.1) ? Real(0.1) : v[i]);
        const Real most = power < a_max[i] ? power : a_max[i];
        const Real cut = wish < most ? wish : most;
        const Real a = cut > -a_max[i] ? cut : -a_max[i];
        // atan t ~ t / (1 + 0.28 t^2), plus what the tires give way at this speed.
        const Real t = wheelbase[i] * curvature;
        const Real understeer =
            front[i] / (Real(1) - a * front_shift[i]) - rear[i] / (Real(1) + a * rear_shift[i]);
        const Real angle = t / (Real(1) + Real(0.28) * t * t) +
                           understeer * v[i] * v[i] * curvature +
                           damping[i] * (v[i] * curvature - psi_dot[i]);
        steering[i] = (angle - delta[i]) * per_interval;
        longitudinal[i] = wish;
    }
}

template class RouteMap<float>;
template class RouteMap<double>;
template class Drivers<float>;
template class Drivers<double>;

}  // namespace lanewise::program
