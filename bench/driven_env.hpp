#pragma once

#include <lanewise/physics/racing/env.hpp>

#include <cstddef>
#include <vector>

#include "single_track_agents.hpp"

namespace lanewise::bench {

/// Races on the generated track, in one thread, whose agents are driven round it at speeds between
/// 2 and 5 m/s by a controller outside the clock.
class DrivenEnv {
public:
    /// Drives for some seconds before the first measured step.
    DrivenEnv(std::size_t environments, std::size_t agents, int timestep_ratio);

    /// One control step; the thread time of SingleTrackEnv::step alone [s].
    double step();
    /// All agents as they are now, with the commands of the last step.
    Agents<float> agents() const;
    std::size_t size() const { return env_.size(); }

private:
    SingleTrackEnv env_;
    std::vector<float> steering_, acceleration_, wanted_speed_;
};

}  // namespace lanewise::bench
