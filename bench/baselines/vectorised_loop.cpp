// The best loop found that leaves vectors to the compiler. What it took:
//  - blocks that stay in the first-level cache, so that each step of the formula is a loop;
//  - sine and cosine in loops of their own: in one loop they become sincos, which has no vector
//  form;
//  - no arctangent: cosine and sine of the slip angle follow from its tangent by a root;
//  - both branches everywhere, mixed by a factor 0 or 1: a choice would become a jump.
//
// This file is compiled for the building machine alone, with flags that change the arithmetic.

#include "baselines/vectorised_loop.hpp"

#include <math.h>

namespace lanewise::bench {
namespace {

constexpr std::size_t k_block = 128;

#define LANEWISE_INLINE inline __attribute__((always_inline))

LANEWISE_INLINE float sine(float x) {
    return ::sinf(x);
}
LANEWISE_INLINE double sine(double x) {
    return ::sin(x);
}
LANEWISE_INLINE float cosine(float x) {
    return ::cosf(x);
}
LANEWISE_INLINE double cosine(double x) {
    return ::cos(x);
}
LANEWISE_INLINE float root(float x) {
    return ::sqrtf(x);
}
LANEWISE_INLINE double root(double x) {
    return ::sqrt(x);
}
LANEWISE_INLINE float nearest(float x) {
    return ::rintf(x);
}
LANEWISE_INLINE double nearest(double x) {
    return ::rint(x);
}

template <class T>
struct Block {
    alignas(64) T column[7][k_block];  // x y delta v psi omega beta
};

template <class T>
struct SineCosine {
    alignas(64) T sine[k_block], cosine[k_block];
};

template <class T>
LANEWISE_INLINE void evaluate(const T* __restrict angle, SineCosine<T>& __restrict result,
                              std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) result.sine[i] = sine(angle[i]);
    for (std::size_t i = 0; i < n; ++i) result.cosine[i] = cosine(angle[i]);
}

/// At an end of the range the far side of the clamp becomes 0.
template <class T>
LANEWISE_INLINE void limit_steering(const F1tenth<T>& car, const T* __restrict delta,
                                    const T* __restrict wish, T* __restrict u, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) {
        const T low = delta[i] <= car.steering_min ? T(0) : car.steering_rate_min;
        const T high = delta[i] >= car.steering_max ? T(0) : car.steering_rate_max;
        const T raised = wish[i] < low ? low : wish[i];
        u[i] = raised > high ? high : raised;
    }
}

template <class T>
LANEWISE_INLINE void limit_acceleration(const F1tenth<T>& car, const T* __restrict v,
                                        const T* __restrict wish, T* __restrict a, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) {
        const T fast = v[i] > car.speed_switch ? v[i] : car.speed_switch;
        const T power = car.acceleration_max * car.speed_switch / fast;
        const T low = v[i] <= car.speed_min ? T(0) : -car.acceleration_max;
        const T high = v[i] >= car.speed_max ? T(0) : power;
        const T raised = wish[i] < low ? low : wish[i];
        a[i] = raised > high ? high : raised;
    }
}

/// Where a stage takes the five components that the slope depends on, and the commands.
template <class T>
struct Stage {
    const T *delta, *v, *psi, *omega, *beta, *steering_velocity, *acceleration;
};

template <class T>
LANEWISE_INLINE void slopes(const F1tenth<T> car, const Stage<T> at, Block<T>& __restrict k,
                            std::size_t n) {
    SineCosine<T> of_delta, of_psi, of_beta;
    evaluate(at.delta, of_delta, n);
    evaluate(at.psi, of_psi, n);
    evaluate(at.beta, of_beta, n);
    limit_steering(car, at.delta, at.steering_velocity, k.column[2], n);
    limit_acceleration(car, at.v, at.acceleration, k.column[3], n);

    const T* __restrict delta_in = at.delta;
    const T* __restrict v_in = at.v;
    const T* __restrict omega_in = at.omega;
    const T* __restrict beta_in = at.beta;
    const T inverse_base = 1 / (car.front_length + car.rear_length);
    const T share = car.rear_length * inverse_base;
    const T yaw_gain = car.friction * car.mass / car.yaw_inertia * inverse_base;
    const T slip_gain = car.friction * inverse_base;
    const T lf = car.front_length, lr = car.rear_length;
    for (std::size_t i = 0; i < n; ++i) {
        const T delta = delta_in[i], v = v_in[i], omega = omega_in[i], beta = beta_in[i];
        const T u = k.column[2][i], a = k.column[3][i];
        const T speed = v < 0 ? -v : v;
        const T slow = speed < car.branch_speed ? T(1) : T(0);
        const T fast = 1 - slow;
        const T inverse_v = fast / (fast * v + slow);

        const T inverse_cosine = 1 / of_delta.cosine[i];
        const T tangent = of_delta.sine[i] * inverse_cosine;
        const T q = tangent * share;
        const T secant2 = inverse_cosine * inverse_cosine;
        const T slip_cosine2 = 1 / (1 + q * q);
        const T slip_cosine = root(slip_cosine2);
        const T slip_rate = share * u * secant2 * slip_cosine2;
        const T slow_yaw =
            (a * of_beta.cosine[i] * tangent - v * of_beta.sine[i] * tangent * slip_rate +
             v * of_beta.cosine[i] * u * secant2) *
            inverse_base;

        const T front = car.front_stiffness * (car.gravity * lr - a * car.height);
        const T rear = car.rear_stiffness * (car.gravity * lf + a * car.height);
        const T w = omega * inverse_v;
        const T fast_yaw = yaw_gain * (lf * front * delta + (lr * rear - lf * front) * beta -
                                       (lf * lf * front + lr * lr * rear) * w);
        const T fast_slip_rate =
            slip_gain * inverse_v *
                (front * delta - (rear + front) * beta + (rear * lr - front * lf) * w) -
            omega;

        // Course angle psi + slip by the addition theorem.
        const T slip_c = slow * slip_cosine + fast * of_beta.cosine[i];
        const T slip_s = slow * q * slip_cosine + fast * of_beta.sine[i];
        k.column[0][i] = v * (of_psi.cosine[i] * slip_c - of_psi.sine[i] * slip_s);
        k.column[1][i] = v * (of_psi.sine[i] * slip_c + of_psi.cosine[i] * slip_s);
        k.column[4][i] = slow * (v * slip_cosine * tangent * inverse_base) + fast * omega;
        k.column[5][i] = slow * slow_yaw + fast * fast_yaw;
        k.column[6][i] = slow * slip_rate + fast * fast_slip_rate;
    }
}

/// z + h k for the components that the slope depends on.
template <class T>
LANEWISE_INLINE void advance(const T* const* z, T h, const Block<T>& __restrict k,
                             Block<T>& __restrict result, std::size_t n) {
    for (int c = 2; c < 7; ++c) {
        const T* __restrict from = z[c];
        for (std::size_t i = 0; i < n; ++i) result.column[c][i] = from[i] + h * k.column[c][i];
    }
}

template <class T>
LANEWISE_INLINE void micro_step(const F1tenth<T>& car, T* const* z, std::size_t n) {
    const T dt = car.timestep;
    Block<T> k1, k2, k3, k4, at;
    const Stage<T> here = {z[2], z[3], z[4], z[5], z[6], z[7], z[8]};
    const Stage<T> there = {at.column[2], at.column[3], at.column[4], at.column[5],
                            at.column[6], z[7],         z[8]};
    slopes(car, here, k1, n);
    advance(z, dt * T(0.5), k1, at, n);
    slopes(car, there, k2, n);
    advance(z, dt * T(0.5), k2, at, n);
    slopes(car, there, k3, n);
    advance(z, dt, k3, at, n);
    slopes(car, there, k4, n);
    for (int c = 0; c < 7; ++c) {
        T* __restrict to = z[c];
        for (std::size_t i = 0; i < n; ++i)
            to[i] +=
                dt / 6 *
                (k1.column[c][i] + 2 * k2.column[c][i] + 2 * k3.column[c][i] + k4.column[c][i]);
    }
    const T turn = T(6.283185307179586), inverse_turn = T(0.15915494309189535);
    T* __restrict psi = z[4];
    for (std::size_t i = 0; i < n; ++i) psi[i] -= turn * nearest(psi[i] * inverse_turn);
}

}  // namespace

template <class T>
void step_vectorised(T* const* column, std::size_t count, int micro_steps) {
    constexpr F1tenth<T> car;
    for (std::size_t first = 0; first < count; first += k_block) {
        const std::size_t left = count - first;
        T* z[k_column_count];
        for (int c = 0; c < k_column_count; ++c) z[c] = column[c] + first;
        for (int step = 0; step < micro_steps; ++step) {
            // The known count of a whole block saves the compiler's loops their remainders.
            if (left >= k_block)
                micro_step(car, z, k_block);
            else
                micro_step(car, z, left);
        }
    }
}

template void step_vectorised(float* const*, std::size_t, int);
template void step_vectorised(double* const*, std::size_t, int);

}  // namespace lanewise::bench
