#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/racing/env_data.hpp>
#include <lanewise/physics/racing/parts.hpp>
#include <lanewise/physics/racing/random.hpp>
#include <lanewise/physics/track/track_data.hpp>
#include <lanewise/units/convert.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string_view>
#include <utility>

namespace lanewise {
namespace {

/// Bound of positions and of the yaw that a caller may set [m, rad].
constexpr double k_most_coordinate = 1e9;

template <class Real>
void require_states(std::span<const std::uint8_t> mask, std::size_t agents,
                    const SingleTrackColumns<const Real>& states) {
    const std::size_t count = mask.size() * agents;
    const std::pair<std::string_view, std::span<const Real>> in[] = {
        {"x", states.x},         {"y", states.y}, {"psi", states.psi},
        {"delta", states.delta}, {"v", states.v}, {"psi_dot", states.psi_dot},
        {"beta", states.beta}};
    for (std::size_t c = 0; c < std::size(in); ++c) {
        const auto& [name, column] = in[c];
        require_size(fmt::format("states.{}", name), column.size(), count);
        for (std::size_t i = 0; i < count; ++i) {
            if (mask[i / agents] == 0) continue;
            const auto value = static_cast<double>(column[i]);
            if (!std::isfinite(value))
                refuse(fmt::format("states.{}[{}]", name, i), value, "must be finite");
            if (c < 3 && std::abs(value) > k_most_coordinate)
                refuse(fmt::format("states.{}[{}]", name, i), value,
                       fmt::format("must be within +-{}", k_most_coordinate));
        }
    }
}

/// Bits stay where the yaw is in range already.
template <class Real>
double wrapped_yaw(Real psi) {
    const auto value = static_cast<double>(psi);
    return std::abs(psi) <= std::numbers::pi_v<Real> ? value : wrap_angle(value);
}

}  // namespace

template <class Real>
void BasicSingleTrackEnv<Real>::Data::spawn(std::size_t environment) {
    const auto words = random_words({.seed = seed,
                                     .environment = static_cast<std::uint32_t>(environment),
                                     .episode = episode[environment]});
    const double first_s = unit_interval(words[0], words[1]) * track.length();
    const double first_ey =
        (2.0 * unit_interval(words[2], words[3]) - 1.0) * to_si(options.spawn_offset);
    for (std::size_t a = 0; a < options.agents; ++a) {
        const double side = a == 0 ? 1.0 : a % 2 == 0 ? 1.5 : -1.5;
        const PlanarPose pose = track.to_cartesian(
            first_s + static_cast<double>(a) * to_si(options.spawn_spacing), side * first_ey, 0.0);
        batch.reset(first_agent(environment) + a, {.x = pose.x, .y = pose.y, .psi = pose.psi});
    }
}

template <class Real>
void BasicSingleTrackEnv<Real>::Data::start_episode(std::size_t environment) {
    const std::size_t begin = first_agent(environment);
    const std::size_t n = options.agents;
    const auto own = [&](Column c) { return std::span(columns.column(c) + begin, n); };
    const SingleTrackColumns<const Real> z = std::as_const(batch).state();
    track.to_frenet(z.x.subspan(begin, n), z.y.subspan(begin, n), z.psi.subspan(begin, n), own(k_s),
                    own(k_ey), own(k_epsi));
    std::copy_n(columns.column(k_s) + begin, n, columns.column(k_start_s) + begin);
    std::fill_n(turns.data() + begin, n, 0);
    std::fill_n(laps.data() + begin, n, 0);
    std::fill_n(flags.data() + begin, n, std::uint8_t{0});
    std::fill_n(active.data() + begin, n, std::uint8_t{1});
    std::fill_n(returns.data() + begin, n, 0.0);
    steps[environment] = 0;
}

template <class Real>
void BasicSingleTrackEnv<Real>::Data::clear_result(std::size_t environment) {
    const std::size_t begin = first_agent(environment);
    const std::size_t n = options.agents;
    std::fill_n(columns.column(k_reward) + begin, n, Real(0));
    std::fill_n(terminated.data() + begin, n, std::uint8_t{0});
    std::fill_n(truncated.data() + begin, n, std::uint8_t{0});
    done[environment] = 0;
}

template <class Real>
SingleTrackObservation<Real> BasicSingleTrackEnv<Real>::reset(std::uint64_t seed) {
    Data& d = *data_;
    d.seed = seed;
    for_environments(d.options, [&d](std::size_t begin, std::size_t end) {
        for (std::size_t e = begin; e < end; ++e) {
            d.episode[e] = 0;
            d.spawn(e);
            d.start_episode(e);
            d.clear_result(e);
        }
        d.observe_others(begin, end);
    });
    return observation();
}

template <class Real>
SingleTrackObservation<Real> BasicSingleTrackEnv<Real>::reset(std::span<const std::uint8_t> mask) {
    Data& d = *data_;
    require_size("mask", mask.size(), environments());
    for_environments(d.options, [&d, mask](std::size_t begin, std::size_t end) {
        for (std::size_t e = begin; e < end; ++e) {
            if (mask[e] == 0) continue;
            ++d.episode[e];
            d.spawn(e);
            d.start_episode(e);
            d.clear_result(e);
            d.observe_others(e, e + 1);
        }
    });
    return observation();
}

template <class Real>
SingleTrackObservation<Real> BasicSingleTrackEnv<Real>::reset(
    std::span<const std::uint8_t> mask, const SingleTrackColumns<const Real>& states) {
    Data& d = *data_;
    require_size("mask", mask.size(), environments());
    require_states(mask, agents(), states);
    for (std::size_t e = 0; e < environments(); ++e) {
        if (mask[e] == 0) continue;
        ++d.episode[e];
        for (std::size_t i = d.first_agent(e); i < d.first_agent(e + 1); ++i) {
            const auto in = [i](std::span<const Real> column) {
                return static_cast<double>(column[i]);
            };
            d.batch.reset(i, {.x = in(states.x),
                              .y = in(states.y),
                              .delta = in(states.delta),
                              .v = in(states.v),
                              .psi = wrapped_yaw(states.psi[i]),
                              .psi_dot = in(states.psi_dot),
                              .beta = in(states.beta)});
        }
        d.start_episode(e);
        d.clear_result(e);
        d.observe_others(e, e + 1);
    }
    return observation();
}

template void BasicSingleTrackEnv<float>::Data::spawn(std::size_t);
template void BasicSingleTrackEnv<float>::Data::start_episode(std::size_t);
template SingleTrackObservation<float> BasicSingleTrackEnv<float>::reset(std::uint64_t);
template SingleTrackObservation<float> BasicSingleTrackEnv<float>::reset(
    std::span<const std::uint8_t>);
template SingleTrackObservation<float> BasicSingleTrackEnv<float>::reset(
    std::span<const std::uint8_t>, const SingleTrackColumns<const float>&);
template void BasicSingleTrackEnv<double>::Data::spawn(std::size_t);
template void BasicSingleTrackEnv<double>::Data::start_episode(std::size_t);
template SingleTrackObservation<double> BasicSingleTrackEnv<double>::reset(std::uint64_t);
template SingleTrackObservation<double> BasicSingleTrackEnv<double>::reset(
    std::span<const std::uint8_t>);
template SingleTrackObservation<double> BasicSingleTrackEnv<double>::reset(
    std::span<const std::uint8_t>, const SingleTrackColumns<const double>&);

}  // namespace lanewise
