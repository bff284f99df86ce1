#pragma once

#include <lanewise/physics/parallel.hpp>
#include <lanewise/physics/racing/env_options.hpp>

#include <cstddef>

namespace lanewise {

/// Calls body(begin, end) on parts of all environments, in parallel. Parts are about 1024 agents or
/// one environment long and start, where environments are small, on cache lines of every column.
template <class Body>
void for_environments(const SingleTrackEnvOptions& options, const Body& body) {
    const std::size_t enough = (1024 + options.agents - 1) / options.agents;
    const std::size_t grain = enough < 64 ? enough : (enough + 63) / 64 * 64;
    parallel_parts(options.environments, grain, options.max_threads, body);
}

}  // namespace lanewise
