#include "driven_env.hpp"

#include <lanewise/physics/track/generated_track.hpp>

#include <algorithm>
#include <array>

#include "thread_clock.hpp"

namespace lanewise::bench {

DrivenEnv::DrivenEnv(std::size_t environments, std::size_t agents, int timestep_ratio)
    : env_(generated_track(), {.environments = environments,
                               .agents = agents,
                               .rewards = "progress+alive",
                               .timestep_ratio = timestep_ratio,
                               .max_threads = 1}),
      steering_(env_.size()),
      acceleration_(env_.size()),
      wanted_speed_(env_.size()) {
    for (std::size_t i = 0; i < env_.size(); ++i)
        wanted_speed_[i] = 2.0f + 3.0f * static_cast<float>(i) / static_cast<float>(env_.size());
    for (int i = 0; i < 300 / timestep_ratio; ++i) step();
}

double DrivenEnv::step() {
    const SingleTrackObservation<float> seen = env_.observation();
    for (std::size_t i = 0; i < env_.size(); ++i) {
        const float wanted = std::clamp(-0.6f * seen.ey[i] - seen.epsi[i], -0.4f, 0.4f);
        steering_[i] = 8.0f * (wanted - seen.delta[i]);
        acceleration_[i] = 3.0f * (wanted_speed_[i] - seen.v[i]);
    }
    const double start = thread_seconds();
    env_.step(steering_, acceleration_);
    return thread_seconds() - start;
}

Agents<float> DrivenEnv::agents() const {
    const SingleTrackColumns<const float> z = env_.state();
    const std::array<std::span<const float>, k_column_count> columns = {
        z.x, z.y, z.delta, z.v, z.psi, z.psi_dot, z.beta, steering_, acceleration_};
    Agents<float> result;
    for (std::size_t c = 0; c < columns.size(); ++c)
        result.column[c].assign(columns[c].begin(), columns[c].end());
    return result;
}

}  // namespace lanewise::bench
