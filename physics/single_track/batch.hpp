#pragma once

#include <lanewise/kernels/export.hpp>
#include <lanewise/physics/single_track/model.hpp>
#include <lanewise/physics/single_track/parameters.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace lanewise {

/// Any number of single-track vehicles, stepped together.
///
/// The state lives in columns that the caller may read and write between steps without copying.
/// An agent's numbers depend on its own state, action and parameters alone: not on its place, the
/// number of agents, the threads or, on CPUs with fma, the backend.
///
/// @tparam Real float or double: the precision of the state and of all arithmetic.
template <class Real>
class LANEWISE_API BasicSingleTrackBatch {
public:
    /// The most agents that a batch may have.
    static constexpr std::size_t max_agents = 1'000'000'000;

    /// `agents` vehicles of one kind, at rest at the origin.
    /// @throws Error for zero or more than max_agents agents, a bad parameter set or a bad option.
    BasicSingleTrackBatch(const SingleTrackParameters& parameters, std::size_t agents,
                          const SingleTrackOptions& options = {});
    /// One vehicle for each parameter set, at rest at the origin.
    /// @throws Error for an empty list, a bad parameter set or a bad option.
    explicit BasicSingleTrackBatch(std::span<const SingleTrackParameters> parameters,
                                   const SingleTrackOptions& options = {});
    BasicSingleTrackBatch(BasicSingleTrackBatch&&) noexcept;
    BasicSingleTrackBatch& operator=(BasicSingleTrackBatch&&) noexcept;
    /// A copy is an independent batch: a fork.
    BasicSingleTrackBatch(const BasicSingleTrackBatch&);
    BasicSingleTrackBatch& operator=(const BasicSingleTrackBatch&);
    ~BasicSingleTrackBatch();

    [[nodiscard]] std::size_t size() const noexcept;
    [[nodiscard]] const SingleTrackOptions& options() const noexcept;
    /// The parameter set of an agent. @throws Error unless agent < size().
    [[nodiscard]] const SingleTrackParameters& parameters(std::size_t agent) const;

    /// The state columns, size() entries each. They stay in place as long as the batch does.
    [[nodiscard]] SingleTrackColumns<Real> state() noexcept;
    [[nodiscard]] SingleTrackColumns<const Real> state() const noexcept;
    /// One agent's state. @throws Error unless agent < size().
    [[nodiscard]] SingleTrackState state_of(std::size_t agent) const;

    /// Own columns for the first and second action component, for callers that fill them in place.
    [[nodiscard]] std::span<Real> steering() noexcept;
    [[nodiscard]] std::span<Real> longitudinal() noexcept;

    /// Bits of single_track_status, one entry per agent. They stay set until the agent is reset.
    [[nodiscard]] std::span<const std::uint8_t> status() const noexcept;

    /// One control step (timestep_ratio micro-steps) under the actions in steering() and
    /// longitudinal().
    void step();
    /// One control step under the given actions, size() entries each. An infinite action acts as
    /// the limit that it exceeds; NaN makes its own agent not finite and nobody else.
    /// @throws Error for a wrong size or a span that overlaps the state.
    void step(std::span<const Real> steering, std::span<const Real> longitudinal);
    /// The same, but agents whose entry in `active` is 0 keep state and status as they are.
    /// @throws Error also where `active` overlaps the status.
    void step(std::span<const Real> steering, std::span<const Real> longitudinal,
              std::span<const std::uint8_t> active);

    /// Gives the agents whose entry in `mask` is not 0 the state in `states` (entries of other
    /// agents are not read) and clears their status. All spans have size() entries.
    /// @throws Error for a wrong size, or for a number that is not finite in a chosen entry.
    void reset(std::span<const std::uint8_t> mask, const SingleTrackColumns<const Real>& states);
    /// One agent. @throws Error unless agent < size() and all numbers are finite.
    void reset(std::size_t agent, const SingleTrackState& state);

    /// State, actions and status of all agents as bytes.
    [[nodiscard]] std::vector<std::byte> snapshot() const;
    /// Takes back what snapshot() gave, from this or from an equally built batch.
    /// @throws Error for bytes of another version, precision, size or option set, and for damaged
    ///         ones; nothing is changed then.
    void restore(std::span<const std::byte> bytes);

private:
    struct Data;
    std::unique_ptr<Data> data_;
};

extern template class BasicSingleTrackBatch<float>;
extern template class BasicSingleTrackBatch<double>;

/// Binary32: the usual choice for learning.
using SingleTrackBatch = BasicSingleTrackBatch<float>;
/// Binary64.
using SingleTrackBatch64 = BasicSingleTrackBatch<double>;

}  // namespace lanewise
