#include "races.hpp"

#include <catch2/catch.hpp>
#include <lanewise/physics/racing/laps.hpp>

#include <algorithm>

using namespace races;
using lanewise::completed_laps;
using lanewise::track_progress;

static_assert(completed_laps(1, 5.0, 5.0) == 1);

TEST_CASE("Progress wraps beyond 0.95 of the length and nowhere else", "[laps]") {
    const double length = 100.0;
    struct Case {
        double from, to, distance;
        int turns;
    };
    for (const Case& c : {Case{10, 11, 1, 0},
                          {11, 10, -1, 0},
                          {99, 1, 2, 1},
                          {1, 99, -2, -1},
                          {0, 0, 0, 0},
                          {0, 95, 95, 0},
                          {95, 0, -95, 0},
                          {0, 95.5, -4.5, -1},
                          {0, 92, 92, 0},
                          {92, 0, -92, 0},
                          {95.5, 0, 4.5, 1},
                          {20, 70, 50, 0},
                          {70, 20, -50, 0}}) {
        CAPTURE(c.from, c.to);
        const auto step = track_progress(c.from, c.to, length);
        CHECK(step.distance == c.distance);
        CHECK(step.turns == c.turns);
    }
}

TEST_CASE("Laps are whole rounds from where the agent started", "[laps]") {
    struct Case {
        int turns;
        double s, start;
        int laps;
    };
    for (const Case& c : {Case{0, 50, 30, 0},
                          {0, 30, 30, 0},
                          {0, 10, 30, 0},  // a little either way
                          {1, 29, 30, 0},
                          {1, 30, 30, 1},
                          {1, 31, 30, 1},  // over the line, then round
                          {2, 29, 30, 1},
                          {3, 99, 30, 3},  //
                          {-1, 31, 30, 0},
                          {-1, 30, 30, -1},
                          {-1, 29, 30, -1},  // and backwards
                          {-2, 31, 30, -1},
                          {-2, 30, 30, -2},
                          {-3, 10, 30, -3}}) {
        CAPTURE(c.turns, c.s, c.start);
        CHECK(completed_laps(c.turns, c.s, c.start) == c.laps);
        const double sum = c.s - c.start + 100.0 * c.turns;
        CHECK(c.laps == static_cast<int>(std::trunc(sum / 100.0)));
    }
}

TEST_CASE("Driving in circles counts laps either way", "[laps]") {
    const double wheelbase = 0.15875 + 0.17145;
    for (const double way : {1.0, -1.0})
        for (const double begin : {0.0, 1.0, 3.0}) {
            SingleTrackEnv64 env(circle(5.0), {.model = lanewise::SingleTrackModel::ks,
                                               .timestep_ratio = 10,
                                               .max_laps = 3,
                                               .auto_reset = false});
            place(env, {{.x = 5.0 * std::cos(begin),
                         .y = 5.0 * std::sin(begin),
                         .delta = std::atan(wheelbase / 5.0) * way,
                         .v = 5.0,
                         .psi = begin + way * 0.5 * pi}});
            for (int k = 1; k <= 200; ++k) {
                const auto step = coast(env);
                // 0.1 rad a step; no whole lap falls near a step's end.
                const int laps = static_cast<int>(way * std::floor(0.1 * k / (2.0 * pi)));
                REQUIRE(env.laps()[0] == laps);
                REQUIRE(step.terminated[0] == (laps >= 3));
                REQUIRE(step.truncated[0] == 0);
            }
            CHECK(env.collisions()[0] == 0);
        }
}

TEST_CASE("Going to and fro over the start line makes no lap", "[laps]") {
    SingleTrackEnv64 env(rectangle(), {.model = lanewise::SingleTrackModel::ks,
                                       .longitudinal = lanewise::LongitudinalAction::velocity});
    place(env, {{.x = -0.5}});
    double sum = 0.0;
    int crossings = 0;
    for (int k = 0; k < 4000; ++k) {
        const double before = env.state().x[0];
        const double target = (k / 200) % 2 == 0 ? 1.0 : -1.0;
        const std::vector<double> action = {0.0, target};
        sum += env.step(action).reward[0];
        crossings += (before < 0.0) != (env.state().x[0] < 0.0);
        REQUIRE(env.laps()[0] == 0);
    }
    CHECK(crossings == 20);
    CHECK(sum == Approx(env.state().x[0] + 0.5).margin(1e-10));
}

TEST_CASE("A finished agent keeps driving until its environment is done", "[laps]") {
    const double wheelbase = 0.15875 + 0.17145;
    SingleTrackEnv64 env(circle(5.0), {.agents = 2,
                                       .model = lanewise::SingleTrackModel::ks,
                                       .timestep_ratio = 10,
                                       .max_steps = 100});
    place(env, {{.x = 5.0, .delta = std::atan(wheelbase / 5.0), .v = 5.0, .psi = 0.5 * pi},
                {.x = -5.6, .psi = -0.5 * pi}});
    for (int k = 1; k < 100; ++k) {
        const auto step = coast(env);
        REQUIRE(step.terminated[0] == (k >= 63));
        REQUIRE(step.terminated[1] == 0);
        REQUIRE(env.state().x[0] == Approx(5.0 * std::cos(0.1 * k)).margin(1e-6));
        REQUIRE(env.environment_done()[0] == 0);
    }
    const auto step = coast(env);
    CHECK(step.terminated[0] == 1);
    CHECK(step.terminated[1] == 0);
    CHECK(step.truncated[0] == 1);
    CHECK(step.truncated[1] == 1);
    CHECK(env.environment_done()[0] == 1);
    CHECK(env.laps()[0] == 0);
    CHECK(env.episode_steps()[0] == 0);
}

TEST_CASE("A new episode counts its laps anew", "[laps]") {
    const double wheelbase = 0.15875 + 0.17145;
    SingleTrackEnv64 env(circle(5.0),
                         {.model = lanewise::SingleTrackModel::ks, .timestep_ratio = 10});
    place(env, {{.x = 5.0, .delta = std::atan(wheelbase / 5.0), .v = 5.0, .psi = 0.5 * pi}});
    for (int k = 1; k < 63; ++k) REQUIRE(coast(env).terminated[0] == 0);
    CHECK(coast(env).terminated[0] == 1);
    CHECK(env.episode()[0] == 2);
    CHECK(env.terminal_return()[0] == Approx(6.3 * 5.0).epsilon(1e-4));
    CHECK(coast(env).terminated[0] == 0);
    CHECK(env.laps()[0] == 0);
}
