#include "races.hpp"

#include <catch2/catch.hpp>
#include <lanewise/physics/racing/rewards.hpp>

#include <algorithm>

using namespace races;
using lanewise::Error;
using lanewise::parse_rewards;
using lanewise::RewardTerms;

TEST_CASE("Reward names combine in any order", "[rewards]") {
    CHECK(parse_rewards("time") == RewardTerms{.time = true});
    CHECK(parse_rewards("progress") == RewardTerms{.progress = true});
    CHECK(parse_rewards("alive") == RewardTerms{.alive = true});
    CHECK(parse_rewards("alive+time") == RewardTerms{.time = true, .alive = true});
    CHECK(parse_rewards("progress+alive+time") == RewardTerms{true, true, true});
    CHECK(to_string(parse_rewards("progress+alive+time")) == "time+progress+alive");
    CHECK(to_string(parse_rewards("alive")) == "alive");
}

TEST_CASE("Other reward names are refused", "[rewards]") {
    for (const char* text : {"", "+", "progress+", "+progress", "progress++time", "Progress",
                             " progress", "progress time", "speed", "time+speed", "time+time",
                             "progress+alive+progress", "progress|alive"}) {
        CAPTURE(text);
        CHECK_THROWS_AS(parse_rewards(text), Error);
    }
    CHECK_THROWS_WITH(parse_rewards("time+speed", "o.rewards"),
                      "o.rewards = \"time+speed\": must join time, progress, alive by '+'; "
                      "\"speed\" is none of them");
}

TEST_CASE("Progress is the distance along the track, also over the start line", "[rewards]") {
    // One second a step at 0.75 m/s along the bottom side; the line is at x = 0.
    SingleTrackEnv64 env(
        rectangle(),
        {.rewards = "progress", .model = lanewise::SingleTrackModel::ks, .timestep_ratio = 100});
    SECTION("forward") {
        place(env, {{.x = -1.0, .v = 0.75}});
        for (int k = 0; k < 4; ++k) CHECK(coast(env).reward[0] == Approx(0.75).epsilon(1e-13));
        CHECK(env.observation().s[0] == Approx(2.0).epsilon(1e-13));
        CHECK(env.episode_return()[0] == Approx(3.0).epsilon(1e-13));
    }
    SECTION("backward") {
        place(env, {{.x = 1.0, .v = -0.75}});
        for (int k = 0; k < 4; ++k) CHECK(coast(env).reward[0] == Approx(-0.75).epsilon(1e-13));
        CHECK(env.observation().s[0] == Approx(58.0).epsilon(1e-13));
    }
    SECTION("against the direction of travel") {
        place(env, {{.x = 1.0, .v = 0.75, .psi = pi}});
        for (int k = 0; k < 4; ++k) CHECK(coast(env).reward[0] == Approx(-0.75).epsilon(1e-13));
    }
    SECTION("beside the line") {
        place(env, {{.x = 1.0, .y = 0.5, .v = 0.75}});
        CHECK(coast(env).reward[0] == Approx(0.75).epsilon(1e-13));
    }
}

TEST_CASE("The reward is the sum of the selected terms for each agent", "[rewards]") {
    const double duration = 0.02 * 25;
    for (const bool time : {false, true})
        for (const bool progress : {false, true})
            for (const bool alive : {false, true}) {
                std::string names;
                for (const auto& [name, wanted] :
                     {std::pair("time", time), {"progress", progress}, {"alive", alive}}) {
                    if (!wanted) continue;
                    if (!names.empty()) names += '+';
                    names += name;
                }
                if (names.empty()) continue;
                CAPTURE(names);
                // The first car is clear of everything, the second one stands at the right edge.
                SingleTrackEnv64 env(rectangle(), {.environments = 1,
                                                   .agents = 2,
                                                   .rewards = names,
                                                   .model = lanewise::SingleTrackModel::ks,
                                                   .timestep = lanewise::Duration::from_value(0.02),
                                                   .timestep_ratio = 25});
                place(env, {{.x = 1.0, .v = 2.0}, {.x = 1.0, .y = -0.9}});
                for (int step = 1; step <= 3; ++step) {
                    const auto reward = coast(env).reward;
                    const double common = time ? -duration : 0.0;
                    CHECK(reward[0] ==
                          Approx(common + (progress ? 2.0 * duration : 0.0)).margin(1e-12));
                    CHECK(reward[1] == common - (alive ? 1.0 : 0.0));
                    CHECK(env.episode_return()[1] == step * (common - (alive ? 1.0 : 0.0)));
                }
            }
}

TEST_CASE("A race in binary32 pays the track's length for a lap", "[rewards]") {
    const Track track = circle(5.0);
    const double wheelbase = 0.15875 + 0.17145;
    lanewise::SingleTrackEnv env(
        track, {.model = lanewise::SingleTrackModel::ks, .timestep_ratio = 10, .max_laps = 5});
    place(env, {{.x = 5.0, .delta = std::atan(wheelbase / 5.0), .v = 5.0, .psi = 0.5 * pi}});
    double sum = 0.0;
    for (int k = 0; k < 100; ++k) sum += static_cast<double>(coast(env).reward[0]);
    // 0.1 rad a step; chords of the polygon in place of arcs, s rounded to binary32.
    CHECK(sum == Approx(10.0 / (2.0 * pi) * track.length()).epsilon(2e-5));
    CHECK(env.episode_return()[0] == sum);
}
