#pragma once

#include <cstddef>

#include "f1tenth.hpp"

namespace lanewise::bench {

/// Runge-Kutta micro-steps of the columns of Agents, in loops that a compiler vectorises. The car
/// is known to the compiler.
template <class T>
void step_vectorised(T* const* column, std::size_t count, int micro_steps);

}  // namespace lanewise::bench
