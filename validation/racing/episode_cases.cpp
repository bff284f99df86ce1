#include "races.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace races;
using lanewise::SingleTrackEnv;
using lanewise::SingleTrackModel;
namespace collision = lanewise::single_track_collision;

namespace {

template <class Real>
SingleTrackState state_of(const lanewise::BasicSingleTrackEnv<Real>& env, std::size_t i) {
    const auto z = env.state();
    const auto at = [i](auto column) { return static_cast<double>(column[i]); };
    return {at(z.x), at(z.y), at(z.delta), at(z.v), at(z.psi), at(z.psi_dot), at(z.beta)};
}

}  // namespace

TEST_CASE("Collided agents stand still with their state to the bit", "[episodes]") {
    SingleTrackEnv env(rectangle(),
                       {.agents = 3, .rewards = "progress+alive", .auto_reset = false});
    // Agent 0 runs into the parked agent 1, agent 2 drives off on its own.
    place(env, {{.x = 0.0, .v = 3.0}, {.x = 1.5}, {.x = 5.0, .v = 1.0}});
    int step = 0;
    while (env.collisions()[0] == 0) {
        const auto result = env.step(std::vector<float>{0.1f, 2.0f, 0.0f, 0.0f, 0.0f, 0.0f});
        REQUIRE(++step < 100);
        REQUIRE(result.terminated[0] == (env.collisions()[0] != 0));
    }
    CHECK(env.collisions()[0] == collision::agent);
    CHECK(env.collisions()[1] == collision::agent);
    CHECK(env.collisions()[2] == 0);
    // It met the other's rear: half a length each.
    CHECK(env.state().x[0] == Approx(1.5 - 0.58).margin(3.2 * 0.01));
    CHECK(env.state().v[0] > 3.0f);

    const SingleTrackState frozen = state_of(env, 0), parked = state_of(env, 1);
    for (int k = 0; k < 20; ++k) {
        const float x = env.state().x[2];
        const auto result = env.step(std::vector<float>{3.0f, 9.0f, 1.0f, -9.0f, 0.0f, 0.0f});
        REQUIRE(state_of(env, 0) == frozen);
        REQUIRE(state_of(env, 1) == parked);
        REQUIRE(env.state().x[2] > x);
        REQUIRE(env.collisions()[0] == collision::agent);
        REQUIRE(result.reward[0] == -1.0f);
        REQUIRE(result.reward[1] == -1.0f);
        REQUIRE(result.reward[2] > 0.0f);
        REQUIRE(result.terminated[0] == 1);
        REQUIRE(result.terminated[2] == 0);
        REQUIRE(env.environment_done()[0] == 0);
    }
}

TEST_CASE("A standing wreck is an obstacle", "[episodes]") {
    SingleTrackEnv64 env(rectangle(),
                         {.agents = 2, .model = SingleTrackModel::ks, .auto_reset = false});
    place(env, {{.x = 3.0, .y = 0.9}, {.x = 0.01, .y = 0.7, .v = 2.0}});
    // 0.02 m a step; they meet at 3 m less two half lengths.
    for (int k = 1; k <= 120; ++k) {
        coast(env);
        REQUIRE(env.collisions()[0] == collision::edge);
        REQUIRE(env.collisions()[1] == 0);
    }
    CHECK(env.state().x[1] == Approx(2.41).epsilon(1e-12));
    coast(env);
    CHECK(env.collisions()[0] == (collision::edge | collision::agent));
    CHECK(env.collisions()[1] == collision::agent);
}

TEST_CASE("Collisions can be switched off", "[episodes]") {
    SingleTrackEnv64 env(rectangle(),
                         {.agents = 2, .agent_collisions = false, .edge_collisions = false});
    place(env, {{.x = 3.0, .y = 1.0}, {.x = 3.0, .y = 1.0}});
    const auto step = coast(env);
    CHECK(env.collisions()[0] == 0);
    CHECK(step.terminated[1] == 0);
}

TEST_CASE("Only agents of one environment collide", "[episodes]") {
    SingleTrackEnv64 env(rectangle(), {.environments = 3, .agents = 2, .auto_reset = false});
    place(env, {{.x = 1.0}, {.x = 5.0}, {.x = 1.0}, {.x = 1.2}, {.x = 1.0}, {.x = 5.0}});
    coast(env);
    CHECK(copy(env.collisions()) ==
          std::vector<std::uint8_t>{0, 0, collision::agent, collision::agent, 0, 0});
}

TEST_CASE("The step limit truncates all agents of an environment", "[episodes]") {
    SingleTrackEnv64 env(rectangle(), {.environments = 2, .agents = 2, .max_steps = 5});
    place(env, {{.x = 1.0}, {.x = 3.0}, {.x = 1.0}, {.x = 3.0, .y = 0.95}});
    for (int k = 1; k < 5; ++k) {
        const auto step = coast(env);
        REQUIRE(copy(step.truncated) == std::vector<std::uint8_t>{0, 0, 0, 0});
        REQUIRE(copy(step.terminated) == std::vector<std::uint8_t>{0, 0, 0, 1});
        REQUIRE(env.episode_steps()[0] == k);
    }
    const auto step = coast(env);
    CHECK(copy(step.truncated) == std::vector<std::uint8_t>{1, 1, 1, 1});
    CHECK(copy(step.terminated) == std::vector<std::uint8_t>{0, 0, 0, 1});
    CHECK(copy(env.environment_done()) == std::vector<std::uint8_t>{1, 1});
    CHECK(copy(env.episode_steps()) == std::vector<std::int32_t>{0, 0});
}

TEST_CASE("Without auto_reset an episode goes on beyond its limit", "[episodes]") {
    SingleTrackEnv64 env(rectangle(), {.max_steps = 3, .auto_reset = false});
    place(env, {{.x = 1.0, .v = 2.0}});
    for (int k = 1; k <= 6; ++k) {
        const auto step = coast(env);
        CHECK(step.truncated[0] == (k >= 3));
        CHECK(env.environment_done()[0] == (k >= 3));
        CHECK(env.episode_steps()[0] == k);
        CHECK(env.state().x[0] == Approx(1.0 + 0.02 * k).epsilon(1e-12));
    }
    CHECK(env.episode()[0] == 1);
    CHECK(env.terminal_observation().s.empty());
    CHECK(env.terminal_return().empty());
}

TEST_CASE("A done environment starts anew and tells of the old episode", "[episodes]") {
    const SingleTrackEnvOptions options = {
        .environments = 3, .agents = 2, .rewards = "time+progress+alive", .timestep_ratio = 10};
    SingleTrackEnv env(rectangle(), options), fork = env;
    env.reset(42);
    const SingleTrackState free = {.x = 1.0, .v = 1.0}, parked = {.x = 3.0},
                           left = {.x = 3.0, .y = 0.9}, right = {.x = 3.0, .y = -0.9};
    SECTION("of environments with no, two and one collided agents only the second one") {
        place(env, {free, parked, {.x = 1.0, .y = 0.9}, left, free, right});
        const auto step = coast(env);
        CHECK(copy(env.environment_done()) == std::vector<std::uint8_t>{0, 1, 0});
        CHECK(copy(env.episode()) == std::vector<std::uint64_t>{1, 2, 1});
        CHECK(copy(env.episode_steps()) == std::vector<std::int32_t>{1, 0, 1});
        CHECK(copy(step.terminated) == std::vector<std::uint8_t>{0, 0, 1, 1, 0, 1});
        CHECK(copy(env.collisions()) == std::vector<std::uint8_t>{0, 0, 0, 0, 0, collision::edge});
        CHECK(step.reward[3] == Approx(-1.1f));
    }
    SECTION("with reward and flags of the old one, state and observation of the new one") {
        place(env, {free, parked, {.x = 1.0, .y = 0.8, .v = 2.0}, left, free, right});
        auto step = coast(env);
        CHECK(env.environment_done()[1] == 0);
        while (env.environment_done()[1] == 0) {
            REQUIRE(env.episode_steps()[1] < 50);
            step = env.step(std::vector<float>{0, 0, 0, 0, 3.0f, 0, 0, 0, 0, 0, 0, 0});
        }
        CHECK(step.terminated[2] == 1);
        CHECK(step.terminated[3] == 1);
        CHECK(step.reward[2] == Approx(-0.1 + 0.2 - 1.0).margin(0.02));
        CHECK(step.reward[3] == Approx(-0.1 - 1.0));
        // New: at rest at the spawn of episode 2, nothing driven yet.
        CHECK(step.observation.v[2] == 0.0f);
        CHECK(step.observation.delta[2] == 0.0f);
        CHECK(env.collisions()[2] == 0);
        CHECK(env.laps()[2] == 0);
        CHECK(env.episode_return()[2] == 0.0);
        // Last seen before.
        const auto last = env.terminal_observation();
        CHECK(last.v[2] == Approx(2.0f));
        CHECK(last.ey[3] == 0.9f);
        CHECK(last.s[3] == 3.0f);
        CHECK(last.others[0].dx[3] == -last.others[0].dx[2]);
        CHECK(last.others[0].v[3] == last.v[2]);
        CHECK(env.terminal_return()[3] < -1.0);
        // Nothing of the kind for the others.
        CHECK(last.s[0] == 0.0f);
        CHECK(env.episode()[0] == 1);
        CHECK(env.collisions()[5] == collision::edge);
        CHECK(env.episode_steps()[0] == env.episode_steps()[2]);

        // The spawn is that of the same episode reached by hand.
        fork.reset(42);
        const std::vector<std::uint8_t> second = {0, 1, 0};
        fork.reset(second);
        fork.reset(second);
        CHECK(fork.episode()[1] == 2);
        for (const std::size_t i : {2u, 3u}) {
            CHECK(state_of(fork, i) == state_of(env, i));
            CHECK(fork.observation().s[i] == env.observation().s[i]);
            CHECK(fork.observation().others[0].dx[i] == env.observation().others[0].dx[i]);
        }
    }
}

TEST_CASE("A masked reset leaves other environments alone", "[episodes]") {
    SingleTrackEnv env(rectangle(), {.environments = 5, .agents = 2, .timestep_ratio = 5});
    env.reset(9);
    for (std::uint32_t k = 0; k < 10; ++k) env.step(random_actions<float>(env.size(), k));
    const SingleTrackEnv before = env;
    env.reset(std::vector<std::uint8_t>{0, 1, 0, 2, 0});
    for (std::size_t e = 0; e < 5; ++e) {
        const bool chosen = e == 1 || e == 3;
        CHECK(env.episode()[e] == before.episode()[e] + (chosen ? 1 : 0));
        for (std::size_t i = 2 * e; i < 2 * e + 2; ++i) {
            if (chosen) {
                CHECK(env.state().v[i] == 0.0f);
                CHECK(env.reward()[i] == 0.0f);
                CHECK(env.terminated()[i] == 0);
                CHECK(env.episode_return()[i] == 0.0);
            } else {
                CHECK(state_of(env, i) == state_of(before, i));
                CHECK(env.reward()[i] == before.reward()[i]);
                CHECK(env.episode_return()[i] == before.episode_return()[i]);
                CHECK(env.observation().others[0].dy[i] == before.observation().others[0].dy[i]);
            }
        }
    }
}

TEST_CASE("States given to a reset are the start of the episode", "[episodes]") {
    SingleTrackEnv64 env(rectangle(), {.environments = 2});
    const States<double> states({{.x = 1e300, .psi = std::nan("")},
                                 {.x = 2.0,
                                  .y = 0.25,
                                  .delta = 0.1,
                                  .v = 3.0,
                                  .psi = 0.125 + 4.0 * pi,
                                  .psi_dot = 0.5,
                                  .beta = 0.01}});
    const SingleTrackState first = state_of(env, 0);
    env.reset(std::vector<std::uint8_t>{0, 1}, states.columns());
    CHECK(state_of(env, 0) == first);
    const SingleTrackState placed = state_of(env, 1);
    CHECK(placed.psi == Approx(0.125).margin(1e-14));
    CHECK(placed == SingleTrackState{2.0, 0.25, 0.1, 3.0, placed.psi, 0.5, 0.01});
    CHECK(env.observation().s[1] == 2.0);
    CHECK(env.observation().ey[1] == 0.25);
    CHECK(env.observation().epsi[1] == placed.psi);
}

TEST_CASE("The terminal observation is what would have been seen", "[episodes]") {
    SingleTrackEnvOptions options = {
        .environments = 2, .agents = 3, .timestep_ratio = 10, .max_steps = 9};
    SingleTrackEnv env(rectangle(), options);
    options.auto_reset = false;
    SingleTrackEnv witness(rectangle(), options);
    const std::vector<SingleTrackState> states = {
        {.x = 1.0, .v = 2.0}, {.x = 3.0, .v = 1.0},           {.x = 5.0, .v = 3.0},
        {.x = 1.0},           {.x = 3.0, .y = 0.1, .v = 4.0}, {.x = 5.0, .psi = 0.1}};
    place(env, states);
    place(witness, states);
    for (std::uint32_t k = 0; k < 9; ++k) {
        const std::vector<float> actions = random_actions<float>(6, k);
        env.step(actions);
        witness.step(actions);
    }
    REQUIRE(env.episode()[0] == 2);
    const auto last = env.terminal_observation().columns, seen = witness.observation().columns;
    REQUIRE(last.size() == 7 + 4 * 2);
    for (std::size_t c = 0; c < last.size(); ++c) CHECK(same_bits(last[c], seen[c]));
    CHECK(same_bits(env.terminal_return(), witness.episode_return()));
}

TEST_CASE("An agent whose state blows up is parked, flagged and contained", "[episodes]") {
    SingleTrackEnv env(
        circle(20.0),
        {.environments = 2, .agents = 2, .rewards = "progress+alive", .auto_reset = false});
    const auto on_circle = [](double angle) {
        return SingleTrackState{.x = 20.3 * std::cos(angle),
                                .y = 20.3 * std::sin(angle),
                                .v = 2.0,
                                .psi = angle + 0.5 * pi};
    };
    place(env, {on_circle(0.7), on_circle(0.8), on_circle(0.7), on_circle(0.8)});
    coast(env);
    SingleTrackEnv twin = env;
    coast(twin);
    const float nan = std::nanf("");
    for (const std::size_t component : {0u, 1u}) {
        SingleTrackEnv hurt = env;
        const SingleTrackState before = state_of(hurt, 0);
        std::vector<float> actions(8);
        actions[component] = nan;
        hurt.step(actions);
        CHECK(hurt.collisions()[0] == collision::not_finite);
        CHECK(hurt.terminated()[0] == 1);
        CHECK(hurt.reward()[0] == -1.0f);
        CHECK(state_of(hurt, 0).v == 0.0);
        CHECK(state_of(hurt, 0).x == Approx(before.x).epsilon(1e-6));
        CHECK(state_of(hurt, 0).psi == Approx(before.psi).epsilon(1e-6));
        CHECK((hurt.status()[0] & lanewise::single_track_status::not_finite) == 0);
        for (const std::size_t i : {1u, 2u, 3u}) {
            CHECK(state_of(hurt, i) == state_of(twin, i));
            CHECK(hurt.reward()[i] == twin.reward()[i]);
            CHECK(hurt.collisions()[i] == 0);
        }
        const SingleTrackState parked = state_of(hurt, 0);
        for (int k = 0; k < 3; ++k) {
            hurt.step(std::vector<float>{nan, nan, 0, 0, 0, 0, 0, 0});
            CHECK(hurt.reward()[0] == -1.0f);
            CHECK(state_of(hurt, 0) == parked);
            for (const auto column : hurt.observation().columns)
                for (const float value : column) CHECK(std::isfinite(value));
        }
    }
}

TEST_CASE("Being parked is no progress", "[episodes]") {
    SingleTrackEnv64 env(circle(20.0), {.environments = 500, .auto_reset = false});
    coast(env);
    env.step(std::vector<double>(1000, std::nan("")));
    for (std::size_t i = 0; i < env.size(); ++i) {
        CHECK(env.collisions()[i] == collision::not_finite);
        CHECK(env.reward()[i] == 0.0);
    }
}

TEST_CASE("An infinite action acts as the limit", "[episodes]") {
    SingleTrackEnv env(rectangle(), {.environments = 2});
    place(env, {{.x = 1.0, .v = 2.0}, {.x = 1.0, .v = 2.0}});
    env.step(std::vector<float>{HUGE_VALF, -HUGE_VALF, 3.2f, -9.51f});
    CHECK(env.collisions()[0] == 0);
    CHECK(state_of(env, 0) == state_of(env, 1));
}
