#pragma once

#include <lanewise/physics/aligned_block.hpp>
#include <lanewise/physics/racing/edge_test.hpp>
#include <lanewise/physics/racing/env.hpp>
#include <lanewise/physics/racing/rewards.hpp>
#include <lanewise/physics/racing/touch_finder.hpp>
#include <lanewise/physics/single_track/batch.hpp>

#include <vector>

namespace lanewise {

template <class Real>
struct BasicSingleTrackEnv<Real>::Data {
    /// Own columns; four for each other agent follow.
    enum Column : std::size_t { k_s, k_ey, k_epsi, k_start_s, k_reward, k_others };
    enum ShapeColumn : std::size_t {
        k_half_length,
        k_half_width,
        k_half_diagonal,
        k_shape_columns
    };

    /// The lists behind an observation.
    struct Views {
        std::vector<std::span<const Real>> all;      // 7, and 4 for each other agent
        std::vector<std::span<const Real>> columns;  // those that the model uses
        std::vector<SingleTrackOther<Real>> others;
        SingleTrackObservation<Real> observation;
    };

    /// `o` is validated.
    Data(const Track& t, const SingleTrackEnvOptions& o);

    [[nodiscard]] std::size_t first_agent(std::size_t environment) const {
        return environment * options.agents;
    }
    /// To be called again after copying.
    void make_views();

    // A step, in order; all on agents or environments [begin, end).
    void step(std::span<const Real> steering, std::span<const Real> longitudinal);
    void follow_track(std::size_t begin, std::size_t end);
    void park(std::size_t agent, Real& s, Real& ey, Real& epsi);
    void collide(std::size_t begin, std::size_t end);
    void judge(std::size_t begin, std::size_t end);
    void judge_agents(std::size_t begin, std::size_t end);
    void observe_others(std::size_t begin, std::size_t end);
    void keep_terminal(std::size_t environment);

    /// Draws the states of an environment's agents for its present episode.
    void spawn(std::size_t environment);
    /// Everything but the states at the start of an episode.
    void start_episode(std::size_t environment);
    /// What the last step said about an environment.
    void clear_result(std::size_t environment);

    /// Calls f(pointer, bytes) for all that changes after construction, the batch aside.
    template <class Self, class Function>
    static void for_each_memory(Self& self, const Function& f);

    SingleTrackEnvOptions options;
    Track track;
    RewardTerms rewards;
    std::size_t count;   // of agents
    std::size_t others;  // that an agent sees
    Real length;
    BasicSingleTrackBatch<Real> batch;
    EdgeTest<Real> edges;
    AlignedBlock<Real> shape;  // one entry or one per agent
    std::size_t shape_mask;
    Real largest_radius;

    // One entry per agent.
    AlignedBlock<Real> columns;
    AlignedBlock<Real> terminal;  // columns of the observation; empty without auto_reset
    std::vector<double> returns, terminal_returns;
    std::vector<std::int32_t> turns, laps;
    std::vector<std::uint8_t> flags, active, terminated, truncated;
    // One entry per environment.
    std::vector<std::int32_t> steps;
    std::vector<std::uint64_t> episode;
    std::vector<std::uint8_t> done;
    std::uint64_t seed = 0;

    Views views, terminal_views;
};

template <class Real>
template <class Self, class Function>
void BasicSingleTrackEnv<Real>::Data::for_each_memory(Self& self, const Function& f) {
    const std::size_t agents = self.count * sizeof(Real);
    for (std::size_t c = 0; c < k_others + 4 * self.others; ++c) f(self.columns.column(c), agents);
    if (self.options.auto_reset)
        for (std::size_t c = 0; c < self.terminal_views.all.size(); ++c)
            f(self.terminal.column(c), agents);
    const auto vector = [&f](auto& v) { f(v.data(), v.size() * sizeof(v[0])); };
    vector(self.returns);
    vector(self.terminal_returns);
    vector(self.turns);
    vector(self.laps);
    vector(self.flags);
    vector(self.active);
    vector(self.terminated);
    vector(self.truncated);
    vector(self.steps);
    vector(self.episode);
    vector(self.done);
    f(&self.seed, sizeof self.seed);
}

}  // namespace lanewise
