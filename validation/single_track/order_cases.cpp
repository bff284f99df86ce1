// Order of accuracy: halving the timestep divides the error of Euler by 2 and of RK4 by 16.

#include "agents.hpp"
#include "reference.hpp"

#include <algorithm>

namespace lanewise::test {
namespace {

struct Motion {
    const char* name;
    SingleTrackParameters parameters;
    SingleTrackModel model;
    SingleTrackState start;
    std::array<double, 2> action;  // no limit and no branch is met in 0.32 s
};

const Motion k_motions[] = {
    {"ks, small car at 6 m/s", {}, SingleTrackModel::ks, {.delta = 0.05, .v = 6}, {0.5, 1.5}},
    {"st, small car at 6 m/s", {}, SingleTrackModel::st, {.delta = 0.05, .v = 6}, {0.5, 1.5}},
    {"st, small car at 0.4 m/s", {}, SingleTrackModel::st, {.delta = 0.05, .v = 0.4}, {0.5, 1.5}},
    {"st_smooth, small car at 3 m/s",
     {},
     SingleTrackModel::st_smooth,
     {.delta = 0.05, .v = 3},
     {0.5, 1.5}},
    {"st, full-scale car at 20 m/s",
     single_track::fullscale(),
     SingleTrackModel::st,
     {.delta = 0.02, .v = 20},
     {0.2, -2}},
    {"st, BMW 320i at 15 m/s",
     single_track::bmw_320i(),
     SingleTrackModel::st,
     {.delta = 0.02, .v = 15},
     {0.2, -2}},
};

constexpr double k_time = 0.32;

std::array<long double, 7> exact_end(const Motion& motion) {
    constexpr int steps = 2048;
    const Seven z = as_seven(motion.start);
    std::array<long double, 7> at;
    std::copy(z.begin(), z.end(), at.begin());
    const SingleTrackOptions options = {.model = motion.model, .integrator = Integrator::rk4};
    const auto c = reference::make_case<long double>(motion.parameters, options, 0.32L / steps, at,
                                                     {motion.action[0], motion.action[1]});
    for (int i = 0; i < steps; ++i) at = reference::step(c, at);
    return at;
}

double error(const Motion& motion, Integrator integrator, int steps,
             const std::array<long double, 7>& exact) {
    SingleTrackBatch64 batch(motion.parameters, 1,
                             {.model = motion.model,
                              .integrator = integrator,
                              .timestep = Duration::from_value(k_time / steps)});
    batch.reset(0, motion.start);
    set_action(batch, motion.action[0], motion.action[1]);
    for (int i = 0; i < steps; ++i) batch.step();
    const Seven end = as_seven(batch.state_of(0));
    long double worst = 0;
    for (std::size_t c = 0; c < 7; ++c)
        worst = std::max(worst, std::abs(reference::difference<long double>(c, end[c], exact[c])));
    return static_cast<double>(worst);
}

}  // namespace

TEST_CASE("order of accuracy of smooth motions", "[single_track][order]") {
    for (const Motion& motion : k_motions) {
        INFO(motion.name);
        const auto exact = exact_end(motion);
        with_every_backend([&](const BackendInfo&) {
            double euler[6], rk4[6];
            for (int i = 0; i < 6; ++i) {
                euler[i] = error(motion, Integrator::euler, 16 << i, exact);
                rk4[i] = error(motion, Integrator::rk4, 16 << i, exact);
            }
            for (int i = 0; i < 5; ++i) {
                const double ratio = euler[i] / euler[i + 1];
                INFO("Euler, " << (16 << i) << " steps: error " << euler[i] << ", ratio " << ratio);
                // The distance to 2 is itself of first order.
                CHECK(std::abs(ratio - 2) < 0.2 / (1 << i));
            }
            // Where the error is well above rounding (up to 1e-13 at the end of such a run).
            int seen = 0;
            for (int i = 0; i < 5; ++i) {
                if (rk4[i + 1] < 2e-11) break;
                const double ratio = rk4[i] / rk4[i + 1];
                INFO("RK4, " << (16 << i) << " steps: error " << rk4[i] << ", ratio " << ratio);
                CHECK(std::abs(ratio - 16) < 4.0 / (1 << i));
                ++seen;
            }
            CHECK(seen >= 1);
            CHECK(rk4[1] < 1e-6);
        });
    }
}

}  // namespace lanewise::test
