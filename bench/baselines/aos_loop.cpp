#include "baselines/aos_loop.hpp"

#include <algorithm>
#include <cmath>

namespace lanewise::bench {
namespace {

template <class T>
inline T limited_steering(const F1tenth<T>& car, T delta, T wish) {
    if ((delta <= car.steering_min && wish <= 0) || (delta >= car.steering_max && wish >= 0))
        return 0;
    return std::min(std::max(wish, car.steering_rate_min), car.steering_rate_max);
}

template <class T>
inline T limited_acceleration(const F1tenth<T>& car, T v, T wish) {
    if ((v <= car.speed_min && wish <= 0) || (v >= car.speed_max && wish >= 0)) return 0;
    const T upper =
        v > car.speed_switch ? car.acceleration_max * car.speed_switch / v : car.acceleration_max;
    return std::min(std::max(wish, -car.acceleration_max), upper);
}

/// Kinematic below the branch speed, with its slip angle as a state; dynamic above it.
template <class T>
inline void slope(const F1tenth<T>& car, const Agent<T>& agent, const T* z, T* f) {
    const T delta = z[2], v = z[3], psi = z[4], omega = z[5], beta = z[6];
    const T base = car.front_length + car.rear_length;
    const T u = limited_steering(car, delta, agent.steering_velocity);
    const T a = limited_acceleration(car, v, agent.acceleration);
    f[2] = u;
    f[3] = a;
    if (std::abs(v) < car.branch_speed) {
        const T tangent = std::tan(delta), cosine = std::cos(delta);
        const T q = tangent * car.rear_length / base;
        const T slip = std::atan(q);
        const T slip_rate = car.rear_length * u / (base * cosine * cosine * (1 + q * q));
        f[0] = v * std::cos(psi + slip);
        f[1] = v * std::sin(psi + slip);
        f[4] = v * std::cos(slip) * tangent / base;
        f[5] = (a * std::cos(beta) * tangent - v * std::sin(beta) * tangent * slip_rate +
                v * std::cos(beta) * u / (cosine * cosine)) /
               base;
        f[6] = slip_rate;
    } else {
        const T lf = car.front_length, lr = car.rear_length;
        const T front = car.front_stiffness * (car.gravity * lr - a * car.height);
        const T rear = car.rear_stiffness * (car.gravity * lf + a * car.height);
        const T w = omega / v;
        f[0] = v * std::cos(psi + beta);
        f[1] = v * std::sin(psi + beta);
        f[4] = omega;
        f[5] = car.friction * car.mass / (car.yaw_inertia * base) *
               (lf * front * delta + (lr * rear - lf * front) * beta -
                (lf * lf * front + lr * lr * rear) * w);
        f[6] = car.friction / (v * base) *
                   (front * delta - (rear + front) * beta + (rear * lr - front * lf) * w) -
               omega;
    }
}

template <class T>
inline void moved(const T* z, T h, const T* k, T* result) {
    for (int i = 0; i < 7; ++i) result[i] = z[i] + h * k[i];
}

template <class T>
void micro_step(const F1tenth<T>& car, Agent<T>& agent) {
    const T dt = car.timestep;
    T* const z = agent.state;
    T k1[7], k2[7], k3[7], k4[7], at[7];
    slope(car, agent, z, k1);
    moved(z, dt / 2, k1, at);
    slope(car, agent, at, k2);
    moved(z, dt / 2, k2, at);
    slope(car, agent, at, k3);
    moved(z, dt, k3, at);
    slope(car, agent, at, k4);
    for (int i = 0; i < 7; ++i) z[i] += dt / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
    z[4] = std::atan2(std::sin(z[4]), std::cos(z[4]));
}

}  // namespace

template <class T>
void step_aos(std::span<Agent<T>> agents, int micro_steps) {
    constexpr F1tenth<T> car;
    for (int step = 0; step < micro_steps; ++step)
        for (Agent<T>& agent : agents) micro_step(car, agent);
}

template void step_aos(std::span<Agent<float>>, int);
template void step_aos(std::span<Agent<double>>, int);

}  // namespace lanewise::bench
