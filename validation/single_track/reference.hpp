#pragma once

#include <lanewise/physics/single_track/batch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

/// The description's equations once more, in its own order and with the standard library's
/// functions. Nothing here is shared with the kernels, and nothing is fast.
namespace lanewise::test::reference {

/// Everything that a step of one agent depends on, as numbers of type R.
template <class R>
struct Case {
    SingleTrackOptions options;
    R mu, C_Sf, C_Sr, lf, lr, h, m, I, g;
    R s_min, s_max, sv_min, sv_max, v_switch, a_max, v_min, v_max;
    R dt;
    std::array<R, 7> state;  // x y delta v psi psi_dot beta
    std::array<R, 2> action;
    R weight_factor = 1;  // of the blend weight: stands for the rounding of w itself

    [[nodiscard]] std::array<R*, 28> inputs() {
        return {&mu,       &C_Sf,     &C_Sr,     &lf,       &lr,        &h,         &m,
                &I,        &g,        &s_min,    &s_max,    &sv_min,    &sv_max,    &v_switch,
                &a_max,    &v_min,    &v_max,    &dt,       &state[0],  &state[1],  &state[2],
                &state[3], &state[4], &state[5], &state[6], &action[0], &action[1], &weight_factor};
    }
};

/// Reads what the library is given: columns in T and parameters in binary64.
template <class R>
Case<R> make_case(const SingleTrackParameters& p, const SingleTrackOptions& options, R dt,
                  const std::array<R, 7>& state, const std::array<R, 2>& action) {
    return {options,       R(p.mu),    R(p.C_Sf),  R(p.C_Sr),  R(p.lf),    R(p.lr),     R(p.h),
            R(p.m),        R(p.I),     R(9.81),    R(p.s_min), R(p.s_max), R(p.sv_min), R(p.sv_max),
            R(p.v_switch), R(p.a_max), R(p.v_min), R(p.v_max), dt,         state,       action};
}

template <class R>
R steering_velocity(const Case<R>& c, R delta) {
    const R wish = c.options.steering == SteeringAction::steeringvelocity
                       ? c.action[0]
                       : (c.action[0] - delta) / c.dt;
    if (delta <= c.s_min && wish <= 0) return 0;
    if (delta >= c.s_max && wish >= 0) return 0;
    if (wish <= c.sv_min) return c.sv_min;
    if (wish >= c.sv_max) return c.sv_max;
    return wish;
}

template <class R>
R acceleration(const Case<R>& c, R v) {
    const R wish = c.options.longitudinal == LongitudinalAction::acceleration
                       ? c.action[1]
                       : (c.action[1] - v) / c.dt;
    const R upper = v > c.v_switch ? c.a_max * c.v_switch / v : c.a_max;
    if (v <= c.v_min && wish <= 0) return 0;
    if (v >= c.v_max && wish >= 0) return 0;
    if (wish <= -c.a_max) return -c.a_max;
    if (wish >= upper) return upper;
    return wish;
}

template <class R>
std::array<R, 7> kinematic(const Case<R>& c, const std::array<R, 7>& z) {
    const auto [x, y, delta, v, psi, omega, beta] = z;
    return {v * std::cos(psi),
            v * std::sin(psi),
            steering_velocity(c, delta),
            acceleration(c, v),
            v / (c.lf + c.lr) * std::tan(delta),
            0,
            0};
}

template <class R>
std::array<R, 7> low_speed_branch(const Case<R>& c, const std::array<R, 7>& z) {
    const auto [x, y, delta, v, psi, omega, beta] = z;
    const R L = c.lf + c.lr;
    const R u = steering_velocity(c, delta), a = acceleration(c, v);
    const R q = std::tan(delta) * c.lr / L;
    const R slip = std::atan(q);
    const R slip_rate = 1 / (1 + q * q) * c.lr / (L * std::pow(std::cos(delta), R(2))) * u;
    const R yaw_acceleration =
        (a * std::cos(beta) * std::tan(delta) - v * std::sin(beta) * std::tan(delta) * slip_rate +
         v * std::cos(beta) * u / std::pow(std::cos(delta), R(2))) /
        L;
    return {v * std::cos(psi + slip),
            v * std::sin(psi + slip),
            u,
            a,
            v * std::cos(slip) * std::tan(delta) / L,
            yaw_acceleration,
            slip_rate};
}

template <class R>
std::array<R, 7> dynamic_branch(const Case<R>& c, const std::array<R, 7>& z) {
    const auto [x, y, delta, v, psi, omega, beta] = z;
    const R L = c.lf + c.lr;
    const R u = steering_velocity(c, delta), a = acceleration(c, v);
    const R front = c.C_Sf * (c.g * c.lr - a * c.h), rear = c.C_Sr * (c.g * c.lf + a * c.h);
    const R yaw_acceleration = c.mu * c.m / (c.I * L) *
                               (c.lf * front * delta + (c.lr * rear - c.lf * front) * beta -
                                (c.lf * c.lf * front + c.lr * c.lr * rear) * omega / v);
    const R slip_rate =
        c.mu / (v * L) *
            (front * delta - (rear + front) * beta + (rear * c.lr - front * c.lf) * omega / v) -
        omega;
    return {v * std::cos(psi + beta),
            v * std::sin(psi + beta),
            u,
            a,
            omega,
            yaw_acceleration,
            slip_rate};
}

/// round(sigmoid(100 (0.55 - |v|)), 3), half to even, before the division by 1000.
template <class R>
R blend_thousandths(R v) {
    const R t = 100 * (R(0.55L) - std::abs(v));
    const R sigmoid = t >= 0 ? 1 / (1 + std::exp(-t)) : std::exp(t) / (1 + std::exp(t));
    return std::nearbyint(1000 * sigmoid);
}

/// How far v is from the nearest speed where the rounded weight jumps [m/s].
template <class R>
R distance_to_stair(R v) {
    const R t = 100 * (R(0.55L) - std::abs(v));
    const R s = 1000 / (1 + std::exp(-t));
    R nearest = std::numeric_limits<R>::infinity();
    for (R edge = std::floor(s) - R(0.5); edge < s + 2; edge += 1) {
        if (edge <= 0 || edge >= 1000) continue;
        const R speed = R(0.55L) + std::log(1000 / edge - 1) / 100;
        nearest = std::min(nearest, std::abs(speed - std::abs(v)));
    }
    return nearest;
}

template <class R>
std::array<R, 7> derivative(const Case<R>& c, std::array<R, 7> z) {
    if (c.options.model == SingleTrackModel::ks) return kinematic(c, z);
    if (c.options.clip_speed) z[3] = std::max(z[3], R(0.001L));
    if (c.options.model == SingleTrackModel::st)
        return std::abs(z[3]) < R(1.5) ? low_speed_branch(c, z) : dynamic_branch(c, z);
    const R thousandths = blend_thousandths(z[3]);
    if (thousandths == 1000) return low_speed_branch(c, z);
    if (thousandths == 0) return dynamic_branch(c, z);
    const R w = thousandths / 1000 * c.weight_factor;
    const auto low = low_speed_branch(c, z), fast = dynamic_branch(c, z);
    std::array<R, 7> f;
    for (std::size_t i = 0; i < 7; ++i) f[i] = w * low[i] + (1 - w) * fast[i];
    return f;
}

/// One micro-step.
template <class R>
std::array<R, 7> step(const Case<R>& c, const std::array<R, 7>& z) {
    const auto ahead = [&](R h, const std::array<R, 7>& k) {
        std::array<R, 7> s;
        for (std::size_t i = 0; i < 7; ++i) s[i] = z[i] + h * k[i];
        return s;
    };
    const auto k1 = derivative(c, z);
    std::array<R, 7> next;
    if (c.options.integrator == Integrator::euler) {
        next = ahead(c.dt, k1);
    } else {
        const auto k2 = derivative(c, ahead(c.dt / 2, k1));
        const auto k3 = derivative(c, ahead(c.dt / 2, k2));
        const auto k4 = derivative(c, ahead(c.dt, k3));
        for (std::size_t i = 0; i < 7; ++i)
            next[i] = z[i] + c.dt / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
    }
    next[4] = std::atan2(std::sin(next[4]), std::cos(next[4]));
    return next;
}

/// a - b, for yaw angles (component 4) modulo a full turn.
template <class R>
R difference(std::size_t component, R a, R b) {
    const R d = a - b;
    return component == 4 ? std::remainder(d, R(6.283185307179586476925286766559L)) : d;
}

}  // namespace lanewise::test::reference
