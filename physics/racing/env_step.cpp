#include <lanewise/physics/parallel.hpp>
#include <lanewise/physics/racing/env_data.hpp>
#include <lanewise/physics/racing/laps.hpp>
#include <lanewise/physics/racing/parts.hpp>
#include <lanewise/units/convert.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>
#include <utility>

namespace lanewise {
namespace {

/// Where the count of steps stays.
constexpr std::int32_t k_most_steps = std::numeric_limits<std::int32_t>::max();

}  // namespace

/// The step of all environments. Dynamics come first, for all agents; the rest is done environment
/// by environment: place on the track, collisions, rewards and flags, new episodes, observation.
template <class Real>
void BasicSingleTrackEnv<Real>::Data::step(std::span<const Real> steering,
                                           std::span<const Real> longitudinal) {
    if (std::memchr(active.data(), 0, count) == nullptr)
        batch.step(steering, longitudinal);
    else
        batch.step(steering, longitudinal, active);

    for_environments(options, [this](std::size_t begin, std::size_t end) {
        const std::size_t last = first_agent(end);
        for (std::size_t i = first_agent(begin); i < last; i += EdgeTest<Real>::batch)
            follow_track(i, std::min(i + EdgeTest<Real>::batch, last));
        if (options.agent_collisions && options.agents > 1) collide(begin, end);
        judge(begin, end);
        if (others > 0) observe_others(begin, end);
    });
}

template <class Real>
void BasicSingleTrackEnv<Real>::Data::follow_track(std::size_t begin, std::size_t end) {
    const std::size_t n = end - begin;
    std::array<Real, EdgeTest<Real>::batch> new_s, new_ey, new_epsi;
    const SingleTrackColumns<const Real> z = std::as_const(batch).state();
    track.to_frenet(z.x.subspan(begin, n), z.y.subspan(begin, n), z.psi.subspan(begin, n),
                    std::span(new_s.data(), n), std::span(new_ey.data(), n),
                    std::span(new_epsi.data(), n));

    const std::uint8_t* const bits = batch.status().data() + begin;
    int lost = 0;
    for (std::size_t i = 0; i < n; ++i) lost |= bits[i] & single_track_status::not_finite;
    for (std::size_t i = 0; i < n; ++i) lost |= static_cast<int>(!(new_s[i] == new_s[i]));
    if (lost != 0) [[unlikely]]
        for (std::size_t i = 0; i < n; ++i)
            if ((bits[i] & single_track_status::not_finite) != 0 || std::isnan(new_s[i]))
                park(begin + i, new_s[i], new_ey[i], new_epsi[i]);

    Real* const __restrict s = columns.column(k_s) + begin;
    const Real* const __restrict start = columns.column(k_start_s) + begin;
    Real* const __restrict reward = columns.column(k_reward) + begin;
    std::int32_t* const __restrict turn = turns.data() + begin;
    std::int32_t* const __restrict lap = laps.data() + begin;
    const Real around = length;
    for (std::size_t i = 0; i < n; ++i) {
        const TrackProgress<Real> progress = track_progress(s[i], new_s[i], around);
        reward[i] = progress.distance;
        turn[i] += progress.turns;
        lap[i] = completed_laps(turn[i], new_s[i], start[i]);
        s[i] = new_s[i];
    }
    std::copy_n(new_ey.data(), n, columns.column(k_ey) + begin);
    std::copy_n(new_epsi.data(), n, columns.column(k_epsi) + begin);

    if (options.edge_collisions)
        edges.find({columns.column(k_s), columns.column(k_ey), columns.column(k_epsi),
                    shape.column(k_half_length), shape.column(k_half_width),
                    shape.column(k_half_diagonal), shape_mask},
                   begin, end, largest_radius, single_track_collision::edge, flags.data());
}

template <class Real>
void BasicSingleTrackEnv<Real>::Data::park(std::size_t agent, Real& s, Real& ey, Real& epsi) {
    const auto before = [&](Column c) { return static_cast<double>(columns.column(c)[agent]); };
    const PlanarPose pose = track.to_cartesian(before(k_s), before(k_ey), before(k_epsi));
    batch.reset(agent, {.x = pose.x, .y = pose.y, .psi = pose.psi});
    const SingleTrackColumns<const Real> z = std::as_const(batch).state();
    track.to_frenet(z.x.subspan(agent, 1), z.y.subspan(agent, 1), z.psi.subspan(agent, 1),
                    std::span(&s, 1), std::span(&ey, 1), std::span(&epsi, 1));
    columns.column(k_s)[agent] = s;  // standing still is no progress
    flags[agent] |= single_track_collision::not_finite;
}

template <class Real>
void BasicSingleTrackEnv<Real>::Data::collide(std::size_t begin, std::size_t end) {
    const SingleTrackColumns<const Real> z = std::as_const(batch).state();
    const RectangleView<Real> rectangles{z.x.data(),
                                         z.y.data(),
                                         z.psi.data(),
                                         shape.column(k_half_length),
                                         shape.column(k_half_width),
                                         shape_mask,
                                         largest_radius};
    TouchFinder<Real> finder;
    for (std::size_t e = begin; e < end; ++e)
        finder.find(rectangles, first_agent(e), first_agent(e + 1), single_track_collision::agent,
                    flags.data());
}

template <class Real>
void BasicSingleTrackEnv<Real>::Data::judge(std::size_t begin, std::size_t end) {
    judge_agents(first_agent(begin), first_agent(end));
    std::int32_t* const __restrict step = steps.data();
    std::uint8_t* const __restrict late = truncated.data();
    std::uint8_t* const __restrict all = done.data();
    const std::uint8_t* const __restrict over = terminated.data();
    const std::int32_t max_steps = options.max_steps;
    const std::size_t n = options.agents;
    for (std::size_t e = begin; e < end; ++e) step[e] += static_cast<int>(step[e] < k_most_steps);
    std::uint8_t any = 0;
    if (n == 1) {
        for (std::size_t e = begin; e < end; ++e) {
            late[e] = step[e] >= max_steps;
            all[e] = over[e] | late[e];
            any |= all[e];
        }
    } else {
        for (std::size_t e = begin; e < end; ++e) {
            std::uint8_t every = 1;
            for (std::size_t i = e * n; i < e * n + n; ++i) {
                late[i] = step[e] >= max_steps;
                every &= over[i] | late[i];
            }
            all[e] = every;
            any |= every;
        }
    }
    if (any == 0 || !options.auto_reset) return;
    for (std::size_t e = begin; e < end; ++e) {
        if (done[e] == 0) continue;
        keep_terminal(e);
        ++episode[e];
        spawn(e);
        start_episode(e);
    }
}

template <class Real>
void BasicSingleTrackEnv<Real>::Data::judge_agents(std::size_t begin, std::size_t end) {
    const Real time =
        rewards.time ? static_cast<Real>(-to_si(options.timestep) * options.timestep_ratio) : 0;
    const Real progress_weight = rewards.progress ? 1 : 0;
    const Real alive_weight = rewards.alive ? 1 : 0;
    const std::int32_t max_laps = options.max_laps;
    Real* const __restrict reward = columns.column(k_reward);
    double* const __restrict sum = returns.data();
    const std::uint8_t* const __restrict flag = flags.data();
    const std::int32_t* const __restrict lap = laps.data();
    std::uint8_t* const __restrict alive = active.data();
    std::uint8_t* const __restrict over = terminated.data();
    for (std::size_t i = begin; i < end; ++i) {
        const Real penalty = flag[i] != 0 ? alive_weight : Real(0);
        reward[i] = time + progress_weight * reward[i] - penalty;
        sum[i] += static_cast<double>(reward[i]);
    }
    for (std::size_t i = begin; i < end; ++i) alive[i] = flag[i] == 0;
    for (std::size_t i = begin; i < end; ++i)
        over[i] = static_cast<std::uint8_t>((flag[i] != 0) | (lap[i] >= max_laps));
}

template <class Real>
void BasicSingleTrackEnv<Real>::Data::keep_terminal(std::size_t environment) {
    const std::size_t begin = first_agent(environment);
    if (others > 0) observe_others(environment, environment + 1);
    for (std::size_t c = 0; c < views.all.size(); ++c)
        std::copy_n(views.all[c].data() + begin, options.agents, terminal.column(c) + begin);
    std::copy_n(returns.data() + begin, options.agents, terminal_returns.data() + begin);
}

template <class Real>
void BasicSingleTrackEnv<Real>::Data::observe_others(std::size_t begin, std::size_t end) {
    constexpr Real pi = std::numbers::pi_v<Real>;
    const SingleTrackColumns<const Real> z = std::as_const(batch).state();
    for (std::size_t k = 0; k < others; ++k) {
        Real* const dx = columns.column(k_others + 4 * k);
        Real* const dy = columns.column(k_others + 4 * k + 1);
        Real* const v = columns.column(k_others + 4 * k + 2);
        Real* const dpsi = columns.column(k_others + 4 * k + 3);
        for (std::size_t e = begin; e < end; ++e) {
            const std::size_t first = first_agent(e);
            for (std::size_t a = 0; a < options.agents; ++a) {
                const std::size_t i = first + a;
                const std::size_t j = first + k + static_cast<std::size_t>(k >= a);
                dx[i] = z.x[j] - z.x[i];
                dy[i] = z.y[j] - z.y[i];
                v[i] = z.v[j];
                const Real turn = z.psi[j] - z.psi[i];
                dpsi[i] = turn > pi ? turn - 2 * pi : turn < -pi ? turn + 2 * pi : turn;
            }
        }
    }
}

template void BasicSingleTrackEnv<float>::Data::step(std::span<const float>,
                                                     std::span<const float>);
template void BasicSingleTrackEnv<float>::Data::observe_others(std::size_t, std::size_t);
template void BasicSingleTrackEnv<double>::Data::step(std::span<const double>,
                                                      std::span<const double>);
template void BasicSingleTrackEnv<double>::Data::observe_others(std::size_t, std::size_t);

}  // namespace lanewise
