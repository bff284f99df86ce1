#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/racing/env_options.hpp>
#include <lanewise/physics/racing/rewards.hpp>
#include <lanewise/physics/track/track.hpp>
#include <lanewise/units/convert.hpp>

#include <fmt/format.h>

namespace lanewise {
namespace {

constexpr std::size_t k_most_agents = 0x7fffffff;
/// Bound of the entries in the columns about other agents.
constexpr std::size_t k_most_views = std::size_t{1} << 30;

void require_count(std::string_view field, std::size_t count, std::size_t most) {
    if (count == 0 || count > most)
        refuse(field, fmt::format("{}", count), fmt::format("must be between 1 and {}", most));
}

/// The rules of the dynamics, under the names that the user wrote.
void validate_dynamics(const SingleTrackOptions& options) {
    try {
        validate(options);
    } catch (const Error& error) {
        const std::string_view field = error.field();
        throw Error(fmt::format("SingleTrackEnvOptions{}", field.substr(field.find('.'))),
                    error.value(), error.rule());
    }
}

}  // namespace

void validate(const SingleTrackEnvOptions& o) {
    require_count("SingleTrackEnvOptions.environments", o.environments, k_most_agents);
    require_count("SingleTrackEnvOptions.agents", o.agents, k_most_agents / o.environments);
    static_cast<void>(parse_rewards(o.rewards, "SingleTrackEnvOptions.rewards"));
    if (o.parameters.size() != 1 && o.parameters.size() != o.agents)
        refuse("SingleTrackEnvOptions.parameters", fmt::format("{} elements", o.parameters.size()),
               fmt::format("must have 1 element, or {}: one for each agent of an environment",
                           o.agents));
    for (std::size_t i = 0; i < o.parameters.size(); ++i)
        validate(o.parameters[i], fmt::format("SingleTrackEnvOptions.parameters[{}]", i));
    validate_dynamics(o.dynamics());
    require_between("SingleTrackEnvOptions.max_laps", o.max_laps, 1, 1'000'000'000);
    require_between("SingleTrackEnvOptions.max_steps", o.max_steps, 1, 2'000'000'000);
    if (o.observe_others && o.agents - 1 > k_most_views / (o.environments * o.agents))
        refuse("SingleTrackEnvOptions.observe_others", "true",
               fmt::format("must be false for {} environments of {} agents: the observation would "
                           "have more than {} views of others",
                           o.environments, o.agents, k_most_views));
    require_between("SingleTrackEnvOptions.spawn_offset", to_si(o.spawn_offset), 0.0,
                    Track::max_coordinate);
    require_between("SingleTrackEnvOptions.spawn_spacing", to_si(o.spawn_spacing), 0.0,
                    Track::max_coordinate);
}

}  // namespace lanewise
