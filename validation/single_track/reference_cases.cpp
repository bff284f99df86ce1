// The library against the description's equations evaluated in extended precision, at random and
// at the edges of every rule.

#include "agents.hpp"
#include "reference.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

namespace lanewise::test {
namespace {

using Wide = long double;
using Seven80 = std::array<Wide, 7>;

SingleTrackParameters any_parameters(Dice& dice) {
    return {.mu = dice.between(0.3, 1.3),
            .C_Sf = dice.between(1, 21),
            .C_Sr = dice.between(1, 21),
            .lf = dice.between(0.1, 1.6),
            .lr = dice.between(0.1, 1.6),
            .h = dice.between(0, 0.6),
            .m = dice.between(3, 1500),
            .I = dice.between(0.05, 2000),
            .s_min = dice.between(-1.1, -0.2),
            .s_max = dice.between(0.2, 1.1),
            .sv_min = dice.between(-4, -0.2),
            .sv_max = dice.between(0.2, 4),
            .v_switch = dice.between(1, 8),
            .a_max = dice.between(2, 12),
            .v_min = dice.between(-8, -0.5),
            .v_max = dice.between(9, 50)};
}

template <class Real>
reference::Case<Wide> reference_case(const SingleTrackParameters& p,
                                     const SingleTrackOptions& options, const Seven& z,
                                     const std::array<double, 2>& action) {
    Seven80 state;
    for (std::size_t c = 0; c < 7; ++c) state[c] = static_cast<Wide>(static_cast<Real>(z[c]));
    const auto dt = static_cast<Wide>(static_cast<Real>(to_si(options.timestep)));
    return reference::make_case<Wide>(p, options, dt, state,
                                      {static_cast<Wide>(static_cast<Real>(action[0])),
                                       static_cast<Wide>(static_cast<Real>(action[1]))});
}

/// First-order bound of what rounding every input once, and the result once, changes in f. Of the
/// two directions of a rounding the one counts that stays on its side of every comparison.
template <class Function>
Seven80 rounding_bound(const reference::Case<Wide>& c, Wide epsilon, const Function& f) {
    const Seven80 exact = f(c);
    Seven80 bound;
    for (std::size_t k = 0; k < 7; ++k) bound[k] = epsilon * std::abs(exact[k]);
    reference::Case<Wide> changed = c;
    for (Wide* input : changed.inputs()) {
        const Wide kept = *input;
        *input = kept * (1 + epsilon);
        const Seven80 up = f(changed);
        *input = kept * (1 - epsilon);
        const Seven80 down = f(changed);
        *input = kept;
        for (std::size_t k = 0; k < 7; ++k)
            bound[k] += std::min(std::abs(reference::difference(k, up[k], exact[k])),
                                 std::abs(reference::difference(k, down[k], exact[k])));
    }
    return bound;
}

/// An operation sequence of this length is as good as a few roundings of each input.
constexpr Wide k_roundings = 4;

/// Agents, what one micro-step makes of them, and how far rounding may move that.
struct Expectation {
    std::vector<SingleTrackParameters> sets;
    std::vector<Seven> start;
    std::vector<std::array<double, 2>> action;
    std::vector<Seven80> end, bound;
};

template <class Real>
Expectation random_steps(const SingleTrackOptions& options, std::uint64_t seed) {
    const Wide epsilon = std::numeric_limits<Real>::epsilon();
    Dice dice(seed);
    Expectation e;
    while (e.sets.size() < 101) {
        const SingleTrackParameters set = any_parameters(dice);
        Seven start = any_state(dice);
        start[2] = dice.between(1.1 * set.s_min, 1.1 * set.s_max);
        const std::array<double, 2> action = {dice.between(-1.2, 1.2), dice.between(-14, 14)};
        const auto c = reference_case<Real>(set, options, start, action);
        // Near a step of the staircase both neighbours are right.
        if (options.model == SingleTrackModel::st_smooth &&
            reference::distance_to_stair(c.state[3]) < 64 * epsilon)
            continue;
        const auto f = [](const reference::Case<Wide>& at) {
            return reference::step(at, at.state);
        };
        Seven80 bound = rounding_bound(c, epsilon, f);
        bound[4] += epsilon * Wide(k_pi);
        e.sets.push_back(set);
        e.start.push_back(start);
        e.action.push_back(action);
        e.end.push_back(f(c));
        e.bound.push_back(bound);
    }
    return e;
}

template <class Real>
void compare_random_steps(const SingleTrackOptions& options, const Expectation& e) {
    BasicSingleTrackBatch<Real> batch(e.sets, options);
    for (std::size_t i = 0; i < batch.size(); ++i) {
        batch.reset(i, as_state(e.start[i]));
        batch.steering()[i] = static_cast<Real>(e.action[i][0]);
        batch.longitudinal()[i] = static_cast<Real>(e.action[i][1]);
    }
    batch.step();
    const std::size_t components = options.model == SingleTrackModel::ks ? 5 : 7;
    Wide worst = 0;
    for (std::size_t i = 0; i < batch.size(); ++i) {
        const Seven found = as_seven(batch.state_of(i));
        for (std::size_t k = 0; k < components; ++k) {
            const Wide error =
                std::abs(reference::difference(k, static_cast<Wide>(found[k]), e.end[i][k]));
            const Wide allowed = k_roundings * e.bound[i][k];
            worst = std::max(worst, error / e.bound[i][k]);
            if (!(error <= allowed)) {
                CAPTURE(i, k, found[k], static_cast<double>(e.end[i][k]), e.start[i], e.action[i]);
                CHECK(error <= allowed);
            }
        }
    }
    SUCCEED("worst error in roundings: " << static_cast<double>(worst));
}

}  // namespace

TEMPLATE_TEST_CASE("random agents with random vehicles follow the description",
                   "[single_track][reference]", double, float) {
    std::uint64_t seed = 100;
    for (const SingleTrackModel model : k_models)
        for (const Integrator integrator : k_integrators)
            for (const SteeringAction steering :
                 {SteeringAction::steeringvelocity, SteeringAction::steeringangle})
                for (const LongitudinalAction longitudinal :
                     {LongitudinalAction::acceleration, LongitudinalAction::velocity})
                    for (const bool clip : {false, true}) {
                        if (clip && model == SingleTrackModel::ks) continue;
                        ++seed;
                        const SingleTrackOptions options = {.model = model,
                                                            .integrator = integrator,
                                                            .steering = steering,
                                                            .longitudinal = longitudinal,
                                                            .timestep = 0.01_s,
                                                            .clip_speed = clip};
                        INFO("seed " << seed);
                        const Expectation e = random_steps<TestType>(options, seed);
                        with_every_backend([&](const BackendInfo&) {
                            compare_random_steps<TestType>(options, e);
                        });
                    }
}

namespace {

/// Every limit is a number that binary32 holds, so that an agent can stand on it exactly.
SingleTrackParameters edge_parameters() {
    SingleTrackParameters p;
    p.s_min = -0.375;
    p.s_max = 0.4375;
    p.sv_min = -2.5;
    p.sv_max = 3.25;
    p.v_switch = 7.25;
    p.a_max = 9.5;
    p.v_min = -5.0;
    p.v_max = 20.0;
    return p;
}

template <class Real>
std::vector<double> around(std::initializer_list<double> values) {
    std::vector<double> all;
    for (const double value : values) {
        const auto at = static_cast<Real>(value);
        const Real infinity = std::numeric_limits<Real>::infinity();
        all.push_back(static_cast<double>(at));
        all.push_back(static_cast<double>(std::nextafter(at, infinity)));
        all.push_back(static_cast<double>(std::nextafter(at, -infinity)));
    }
    return all;
}

template <class Real>
std::vector<double> edge_speeds(SingleTrackModel model) {
    // The neighbours of 0 are the smallest denormal numbers.
    std::vector<double> v = around<Real>({0.0, 1.5, -1.5, 7.25, 20.0, -5.0});
    const double tiny = std::numeric_limits<Real>::min();
    for (const double more : {-0.0, tiny, -tiny, tiny / 8, 1e-12, -1e-6, 0.3, 1.0, -1.0, 3.0, 21.0})
        v.push_back(static_cast<double>(static_cast<Real>(more)));
    if (std::is_same_v<Real, double>) v.insert(v.end(), {1e-300, -1e-300});
    if (model == SingleTrackModel::st_smooth)
        for (const double blended : {0.45, 0.4739, 0.4741, 0.5, 0.55, -0.55, 0.6259, 0.6261, 0.64})
            v.push_back(static_cast<double>(static_cast<Real>(blended)));
    return v;
}

template <class Real>
Expectation edge_rates(const SingleTrackOptions& options) {
    const SingleTrackParameters p = edge_parameters();
    const Wide epsilon = std::numeric_limits<Real>::epsilon();
    const bool angle = options.steering == SteeringAction::steeringangle;
    const bool velocity = options.longitudinal == LongitudinalAction::velocity;
    Expectation e;
    const auto add = [&](const Seven& start, const std::array<double, 2>& action) {
        const auto c = reference_case<Real>(p, options, start, action);
        const auto f = [](const reference::Case<Wide>& x) {
            return reference::derivative(x, x.state);
        };
        Seven80 bound = rounding_bound(c, epsilon, f);
        e.start.push_back(start);
        e.action.push_back(action);
        e.end.push_back(f(c));
        // Below the smallest normal number the last place is worth more.
        for (Wide& b : bound) b += Wide(std::numeric_limits<Real>::denorm_min());
        e.bound.push_back(bound);
    };
    const auto deltas = around<Real>({0.0, -0.375, 0.4375});
    for (const double v : edge_speeds<Real>(options.model))
        for (const double delta : deltas)
            for (const double u : {0.0, -0.0, 1.0, -1.0}) {
                const Seven start = {1, 2, delta, v, 0.5, 0.25, 0.0625};
                // Nothing or far beyond every limit, seen from the state; then the limits.
                add(start, {(angle ? delta : 0.0) + 16 * u, (velocity ? v : 0.0) + 64 * u});
                add(start, {u * p.sv_max, u * p.a_max});
            }
    return e;
}

template <class Real>
void compare_edges(const SingleTrackOptions& options, const Expectation& e) {
    const std::size_t n = e.start.size();
    Agents<Real> at(n), rate(n);
    std::vector<Real> steering(n), longitudinal(n);
    for (std::size_t i = 0; i < n; ++i) {
        at.set(i, e.start[i]);
        steering[i] = static_cast<Real>(e.action[i][0]);
        longitudinal[i] = static_cast<Real>(e.action[i][1]);
    }
    single_track_derivative<Real>(edge_parameters(), options, std::as_const(at).view(), steering,
                                  longitudinal, rate.view());
    const std::size_t components = options.model == SingleTrackModel::ks ? 5 : 7;
    Wide worst = 0;
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t k = 0; k < components; ++k) {
            const auto found = static_cast<Wide>(rate.column[k][i]);
            const Wide error = std::abs(found - e.end[i][k]);
            const Wide allowed = k_roundings * e.bound[i][k];
            worst = std::max(worst, error / e.bound[i][k]);
            if (!(error <= allowed)) {
                CAPTURE(i, k, static_cast<double>(found), static_cast<double>(e.end[i][k]),
                        e.start[i], e.action[i]);
                CHECK(error <= allowed);
            }
        }
    SUCCEED("worst error in roundings: " << static_cast<double>(worst));
}

}  // namespace

TEMPLATE_TEST_CASE("agents exactly on a bound and next to it follow the description",
                   "[single_track][reference]", double, float) {
    for (const SingleTrackModel model : k_models)
        for (const bool targets : {false, true})
            for (const bool clip : {false, true}) {
                if (clip && model == SingleTrackModel::ks) continue;
                const SingleTrackOptions options = {
                    .model = model,
                    .steering =
                        targets ? SteeringAction::steeringangle : SteeringAction::steeringvelocity,
                    .longitudinal =
                        targets ? LongitudinalAction::velocity : LongitudinalAction::acceleration,
                    .timestep = 0.0078125_s,  // its reciprocal is exact
                    .clip_speed = clip};
                INFO("model " << static_cast<int>(model) << ", targets " << targets << ", clip "
                              << clip);
                const Expectation e = edge_rates<TestType>(options);
                with_every_backend(
                    [&](const BackendInfo&) { compare_edges<TestType>(options, e); });
            }
}

}  // namespace lanewise::test
