#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "f1tenth.hpp"

namespace lanewise::bench {

/// Uniform distribution of the agents' speeds at the start [m/s].
struct Speeds {
    const char* name;
    double low, high;
};
inline constexpr Speeds k_dynamic = {"dynamic", 2, 12};
inline constexpr Speeds k_mixed = {"mixed", 0, 12};         // 12 % below the branch speed
inline constexpr Speeds k_half_slow = {"half_slow", 0, 3};  // half below it
inline constexpr std::array k_all_speeds = {k_dynamic, k_mixed, k_half_slow};

template <class T>
struct Agents {
    std::array<std::vector<T>, k_column_count> column;

    std::size_t count() const { return column[0].size(); }
    /// Share of agents below the branch speed.
    double slow_share() const;
};

/// Random agents in random order, the same ones on every machine and in both precisions.
template <class T>
Agents<T> start_agents(std::size_t count, Speeds speeds);

}  // namespace lanewise::bench
