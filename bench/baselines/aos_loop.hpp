#pragma once

#include <span>

#include "f1tenth.hpp"

namespace lanewise::bench {

/// One agent as a structure: what a first program would use.
template <class T>
struct Agent {
    T state[7];  // x y delta v psi psi_dot beta
    T steering_velocity, acceleration;
};

/// Runge-Kutta micro-steps agent by agent, with the functions of the standard library. The car is
/// known to the compiler.
template <class T>
void step_aos(std::span<Agent<T>> agents, int micro_steps);

}  // namespace lanewise::bench
