#pragma once

#include <lanewise/kernels/export.hpp>
#include <lanewise/physics/racing/env_options.hpp>
#include <lanewise/physics/racing/observation.hpp>
#include <lanewise/physics/single_track/model.hpp>
#include <lanewise/physics/track/track.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace lanewise {

/// Bits of an agent's collision flags.
namespace single_track_collision {
/// It touched another agent of its environment.
inline constexpr std::uint8_t agent = 1;
/// It touched an edge of the track.
inline constexpr std::uint8_t edge = 2;
/// Its state stopped being finite; it stands at its pose of the step before.
inline constexpr std::uint8_t not_finite = 4;
}  // namespace single_track_collision

/// What a step gives: one entry per agent everywhere.
template <class Real>
struct SingleTrackStep {
    SingleTrackObservation<Real> observation;
    std::span<const Real> reward;
    /// 1 for agents that collided or have driven max_laps laps.
    std::span<const std::uint8_t> terminated;
    /// 1 for agents whose environment has made max_steps steps.
    std::span<const std::uint8_t> truncated;
};

/// Any number of races on one track, each with the same number of agents, stepped together.
///
/// Agent k of environment e is entry e * agents() + k of every column; columns stay in place as
/// long as the environment object does. An agent is done when it is terminated or truncated. It
/// then goes on as before, except that collided agents stand still until the next episode. When all
/// agents of an environment are done it starts its next episode (auto_reset), and observation and
/// state are those of the new one, reward and flags those of the old one.
///
/// No bit depends on threads, on other environments or on their number. See README.md.
///
/// @tparam Real float or double: the precision of state, observation and reward.
template <class Real>
class LANEWISE_API BasicSingleTrackEnv {
public:
    /// Ready to step, as after reset(0).
    /// @throws Error for a bad option.
    explicit BasicSingleTrackEnv(const Track& track, const SingleTrackEnvOptions& options = {});
    BasicSingleTrackEnv(BasicSingleTrackEnv&&) noexcept;
    BasicSingleTrackEnv& operator=(BasicSingleTrackEnv&&) noexcept;
    /// A copy is independent: a fork. The track is shared.
    BasicSingleTrackEnv(const BasicSingleTrackEnv&);
    BasicSingleTrackEnv& operator=(const BasicSingleTrackEnv&);
    ~BasicSingleTrackEnv();

    [[nodiscard]] const SingleTrackEnvOptions& options() const noexcept;
    [[nodiscard]] const Track& track() const noexcept;
    [[nodiscard]] std::size_t environments() const noexcept;
    /// Agents in one environment.
    [[nodiscard]] std::size_t agents() const noexcept;
    /// All agents: environments() * agents().
    [[nodiscard]] std::size_t size() const noexcept;

    /// Episode 0 of every environment, drawn from `seed`.
    SingleTrackObservation<Real> reset(std::uint64_t seed);
    /// The next episode of the environments whose entry in `mask` is not 0.
    /// @throws Error unless `mask` has environments() entries.
    SingleTrackObservation<Real> reset(std::span<const std::uint8_t> mask);
    /// The same, but the agents start in the given states, size() entries each; those of other
    /// environments are not read. Yaw is wrapped.
    /// @throws Error for a wrong size, or for a number that is not finite or a position off every
    ///         scale in a chosen entry.
    SingleTrackObservation<Real> reset(std::span<const std::uint8_t> mask,
                                       const SingleTrackColumns<const Real>& states);

    /// One control step under [steering, longitudinal] of agent after agent, 2 * size() entries.
    /// An action that is not finite stops its own agent and nobody else.
    /// @throws Error for a wrong size.
    SingleTrackStep<Real> step(std::span<const Real> actions);
    /// The same with the two components in columns, size() entries each.
    /// @throws Error for a wrong size or a span that overlaps the state.
    SingleTrackStep<Real> step(std::span<const Real> steering, std::span<const Real> longitudinal);

    [[nodiscard]] SingleTrackObservation<Real> observation() const noexcept;
    /// Of the last step; 0 after a reset by hand.
    [[nodiscard]] std::span<const Real> reward() const noexcept;
    [[nodiscard]] std::span<const std::uint8_t> terminated() const noexcept;
    [[nodiscard]] std::span<const std::uint8_t> truncated() const noexcept;
    /// Per environment: 1 if the last step left all of its agents done.
    [[nodiscard]] std::span<const std::uint8_t> environment_done() const noexcept;

    /// The state of all agents.
    [[nodiscard]] SingleTrackColumns<const Real> state() const noexcept;
    /// Bits of single_track_status.
    [[nodiscard]] std::span<const std::uint8_t> status() const noexcept;
    /// Bits of single_track_collision. They stay set until the next episode.
    [[nodiscard]] std::span<const std::uint8_t> collisions() const noexcept;
    /// Whole laps driven since the start of the episode; negative for laps driven backwards.
    [[nodiscard]] std::span<const std::int32_t> laps() const noexcept;
    /// Sum of the episode's rewards so far.
    [[nodiscard]] std::span<const double> episode_return() const noexcept;
    /// Per environment: control steps made in this episode.
    [[nodiscard]] std::span<const std::int32_t> episode_steps() const noexcept;
    /// Per environment: how many episodes were started since reset(seed), which starts number 0.
    [[nodiscard]] std::span<const std::uint64_t> episode() const noexcept;
    [[nodiscard]] std::uint64_t seed() const noexcept;

    /// What the agents of an environment saw last before it started a new episode by itself; zeros
    /// until then. Without auto_reset all columns are empty.
    [[nodiscard]] SingleTrackObservation<Real> terminal_observation() const noexcept;
    /// episode_return() of the same moment.
    [[nodiscard]] std::span<const double> terminal_return() const noexcept;

    /// Everything above, and what is needed to go on, as bytes.
    [[nodiscard]] std::vector<std::byte> snapshot() const;
    /// Takes back what snapshot() gave, from this or from an equally built object on the same
    /// track.
    /// @throws Error for bytes of another version, precision, size, track or option set (threads
    ///         aside), and for damaged ones; nothing is changed then.
    void restore(std::span<const std::byte> bytes);

private:
    struct Data;
    std::unique_ptr<Data> data_;
};

extern template class BasicSingleTrackEnv<float>;
extern template class BasicSingleTrackEnv<double>;

/// Binary32: the usual choice for learning.
using SingleTrackEnv = BasicSingleTrackEnv<float>;
/// Binary64.
using SingleTrackEnv64 = BasicSingleTrackEnv<double>;

}  // namespace lanewise
