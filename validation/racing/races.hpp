#pragma once

#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/racing/env.hpp>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <numbers>
#include <random>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

/// Tracks with known shapes, and ways to set up races on them.
namespace races {

using lanewise::SingleTrackColumns;
using lanewise::SingleTrackEnv64;
using lanewise::SingleTrackEnvOptions;
using lanewise::SingleTrackState;
using lanewise::Track;

inline constexpr double pi = std::numbers::pi;

/// Counter-clockwise rectangle [-10, 10] x [0, 10] whose start line is at the origin, in the
/// middle of the bottom side: length 60, a knot every metre.
inline Track rectangle(double right = 1.0, double left = 1.0) {
    std::vector<double> x, y;
    for (int s = 0; s < 60; ++s) {
        const int at[2] = {s < 10   ? s
                           : s < 20 ? 10
                           : s < 40 ? 30 - s
                           : s < 50 ? -10
                                    : s - 60,
                           s < 10   ? 0
                           : s < 20 ? s - 10
                           : s < 40 ? 10
                           : s < 50 ? 50 - s
                                    : 0};
        x.push_back(at[0]);
        y.push_back(at[1]);
    }
    return Track::from_points(x, y, std::vector<double>(60, right), std::vector<double>(60, left));
}

/// A regular polygon in a circle about the origin, counter-clockwise from (radius, 0).
inline Track circle(double radius, std::size_t n = 512, double half_width = 1.0) {
    std::vector<double> x, y;
    for (std::size_t i = 0; i < n; ++i) {
        const double angle = 2.0 * pi * static_cast<double>(i) / static_cast<double>(n);
        x.push_back(radius * std::cos(angle));
        y.push_back(radius * std::sin(angle));
    }
    const std::vector<double> width(n, half_width);
    return Track::from_points(x, y, width, width);
}

/// The states of all agents as columns.
template <class Real>
struct States {
    std::vector<Real> x, y, delta, v, psi, psi_dot, beta;

    explicit States(const std::vector<SingleTrackState>& states) {
        for (const SingleTrackState& z : states) {
            x.push_back(static_cast<Real>(z.x));
            y.push_back(static_cast<Real>(z.y));
            delta.push_back(static_cast<Real>(z.delta));
            v.push_back(static_cast<Real>(z.v));
            psi.push_back(static_cast<Real>(z.psi));
            psi_dot.push_back(static_cast<Real>(z.psi_dot));
            beta.push_back(static_cast<Real>(z.beta));
        }
    }
    [[nodiscard]] SingleTrackColumns<const Real> columns() const {
        return {x, y, delta, v, psi, psi_dot, beta};
    }
};

/// Starts every environment with the given states.
template <class Real>
void place(lanewise::BasicSingleTrackEnv<Real>& env, const std::vector<SingleTrackState>& states) {
    const std::vector<std::uint8_t> all(env.environments(), 1);
    env.reset(all, States<Real>(states).columns());
}

template <class Real>
auto coast(lanewise::BasicSingleTrackEnv<Real>& env) {
    const std::vector<Real> zero(2 * env.size());
    return env.step(std::span<const Real>(zero));
}

/// Random actions for all agents, interleaved.
template <class Real>
std::vector<Real> random_actions(std::size_t agents, std::uint32_t seed) {
    std::mt19937 bits(seed);
    std::uniform_real_distribution<double> steering(-3.0, 3.0), longitudinal(-4.0, 9.0);
    std::vector<Real> actions;
    for (std::size_t i = 0; i < agents; ++i) {
        actions.push_back(static_cast<Real>(steering(bits)));
        actions.push_back(static_cast<Real>(longitudinal(bits)));
    }
    return actions;
}

template <class A, class B>
bool same_bits(const A& a, const B& b) {
    return a.size() == b.size() &&
           (a.size() == 0 || std::memcmp(a.data(), b.data(), a.size() * sizeof(a[0])) == 0);
}

template <class T>
std::vector<std::remove_const_t<T>> copy(std::span<T> span) {
    return {span.begin(), span.end()};
}

}  // namespace races
