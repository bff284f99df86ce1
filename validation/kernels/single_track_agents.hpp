#pragma once

#include "every_backend.hpp"

#include <lanewise/kernels/single_track/arguments.hpp>

#include <array>
#include <limits>
#include <vector>

namespace lanewise::test {

/// Physical numbers of a single-track car, SI; the default is a 1:10 race car.
struct Car {
    double mu = 1.0489, front_stiffness = 4.718, rear_stiffness = 5.4562;
    double lf = 0.15875, lr = 0.17145, h = 0.074, mass = 3.74, inertia = 0.04712;
    double s_max = 0.4189, sv_max = 3.2;
    double v_min = -5, v_max = 20, v_switch = 7.319, a_max = 9.51;
};

/// The coefficients that the kernels take, by the formulas beside their names.
std::array<double, kernels::k_coefficient_count> coefficients_of(const Car& car);

enum class Commands { rates, converted };  // converted: wanted steering angle and velocity

/// What a call does, but for the agents.
struct Run {
    kernels::Model model = kernels::Model::st;
    kernels::Integrator integrator = kernels::Integrator::rk4;
    Commands commands = Commands::rates;
    int micro_steps = 1;
    double timestep = 0.01;
};

/// A set of agents in columns.
template <class T>
struct Agents {
    std::array<std::vector<T>, kernels::k_state_count> state;
    std::vector<T> steering, longitudinal;
    bool shared = true;
    std::array<std::vector<T>, kernels::k_coefficient_count> coefficient;
    std::vector<unsigned char> status;

    [[nodiscard]] std::size_t size() const { return steering.size(); }
    /// Agents `which` as a set of their own.
    [[nodiscard]] Agents pick(const std::vector<std::size_t>& which) const;
    [[nodiscard]] Agents first(std::size_t n) const;
    /// Arguments of a call that steps these agents in place.
    kernels::SingleTrackArguments<T> arguments(const Run& run);
    void step(const kernels::KernelTable& table, const Run& run);
};

/// Random agents; `slow_share` of them are below the speed branches of the models, the others
/// drive at 2 to 12 m/s. Without `shared` each has a car of its own.
template <class T>
Agents<T> random_agents(std::size_t n, double slow_share, bool shared, std::uint64_t seed);

/// Adds the states.
template <class T>
void add(Hash& hash, const Agents<T>& agents);

/// The number of agents of which a state component or the status has other bits.
template <class T>
std::size_t differing(const Agents<T>& a, const Agents<T>& b);

}  // namespace lanewise::test
