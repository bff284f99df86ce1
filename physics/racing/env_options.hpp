#pragma once

#include <lanewise/kernels/export.hpp>
#include <lanewise/physics/single_track/model.hpp>
#include <lanewise/physics/single_track/parameters.hpp>
#include <lanewise/units/si.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace lanewise {

/// How races are set up. The defaults are those of the JAX gym.
struct SingleTrackEnvOptions {
    std::size_t environments = 1;  ///< >= 1
    std::size_t agents = 1;        ///< in each environment, >= 1
    /// Terms of the reward: time, progress, alive, joined by '+'; see RewardTerms.
    std::string rewards = "progress";

    /// One vehicle for all, or one for each agent of an environment.
    std::vector<SingleTrackParameters> parameters = {SingleTrackParameters()};
    SingleTrackModel model = SingleTrackModel::st;
    Integrator integrator = Integrator::rk4;
    SteeringAction steering = SteeringAction::steeringvelocity;
    LongitudinalAction longitudinal = LongitudinalAction::acceleration;
    /// Length of a micro-step, > 0.
    Duration timestep = Duration::from_value(0.01);
    /// Micro-steps in one control step, >= 1.
    int timestep_ratio = 1;
    /// As in SingleTrackOptions.
    bool clip_speed = false;

    int max_laps = 1;              ///< laps that terminate an agent, >= 1
    int max_steps = 9000;          ///< control steps that truncate an episode, >= 1
    bool agent_collisions = true;  ///< agents collide with those of their environment
    bool edge_collisions = true;   ///< agents collide with the edges of the track
    bool observe_others = true;    ///< observations hold the other agents of the environment
    bool auto_reset = true;        ///< an environment whose agents are all done starts anew

    /// Largest lateral offset of the first agent's spawn, >= 0. Others: times 1.5, to either side.
    Length spawn_offset = Length::from_value(0.3);
    /// Distance along the track from one agent's spawn to the next one's, >= 0.
    Length spawn_spacing = Length::from_value(1.0);

    /// Threads that a step may use; 0 for all of the calling arena. No bit depends on it.
    int max_threads = 0;

    bool operator==(const SingleTrackEnvOptions&) const = default;

    /// The part that is about the dynamics.
    [[nodiscard]] SingleTrackOptions dynamics() const {
        return {.model = model,
                .integrator = integrator,
                .steering = steering,
                .longitudinal = longitudinal,
                .timestep = timestep,
                .timestep_ratio = timestep_ratio,
                .clip_speed = clip_speed,
                .max_threads = max_threads};
    }
};

/// @throws Error naming the first field that breaks its rule.
LANEWISE_API void validate(const SingleTrackEnvOptions& options);

}  // namespace lanewise
