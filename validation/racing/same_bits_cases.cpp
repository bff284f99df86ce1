#include "races.hpp"

#include <tbb/global_control.h>
#include <catch2/catch.hpp>
#include <lanewise/kernels/backend.hpp>
#include <lanewise/physics/track/generated_track.hpp>

using namespace races;
using lanewise::SingleTrackEnv;

namespace {

/// Random driving through many episodes.
SingleTrackEnv race(std::size_t environments, std::size_t agents, int threads,
                    std::uint32_t steps = 40) {
    SingleTrackEnv env(lanewise::generated_track(), {.environments = environments,
                                                     .agents = agents,
                                                     .rewards = "time+progress+alive",
                                                     .timestep_ratio = 20,
                                                     .max_steps = 25,
                                                     .observe_others = agents < 8,
                                                     .max_threads = threads});
    env.reset(4);
    for (std::uint32_t k = 0; k < steps; ++k) env.step(random_actions<float>(env.size(), k));
    return env;
}

}  // namespace

TEST_CASE("No bit depends on the number of threads", "[same bits]") {
    const tbb::global_control eight(tbb::global_control::max_allowed_parallelism, 8);
    for (const auto& [environments, agents] :
         {std::pair<std::size_t, std::size_t>{5000, 1}, {2100, 2}, {900, 3}, {9, 400}}) {
        CAPTURE(environments, agents);
        const std::vector<std::byte> one = race(environments, agents, 1, 30).snapshot();
        for (const int threads : {2, 3, 5, 8, 0})
            CHECK(race(environments, agents, threads, 30).snapshot() == one);
    }
}

TEST_CASE("No bit depends on the other environments", "[same bits]") {
    for (const std::size_t agents : {1u, 3u, 20u}) {
        // Actions are drawn agent by agent, so that the first environments get the same ones.
        const SingleTrackEnv many = race(200, agents, 0), few = race(17, agents, 1);
        const std::size_t n = few.size();
        CHECK(same_bits(many.state().x.first(n), few.state().x));
        CHECK(same_bits(many.state().psi.first(n), few.state().psi));
        CHECK(same_bits(many.reward().first(n), few.reward()));
        CHECK(same_bits(many.episode_return().first(n), few.episode_return()));
        CHECK(same_bits(many.collisions().first(n), few.collisions()));
        CHECK(same_bits(many.episode().first(17), few.episode()));
        for (std::size_t c = 0; c < few.observation().columns.size(); ++c)
            CHECK(same_bits(many.observation().columns[c].first(n), few.observation().columns[c]));
        CHECK(few.episode()[0] > 0);
    }
}

TEST_CASE("An environment's place in the batch does not matter", "[same bits]") {
    const std::size_t n = 37;
    SingleTrackEnv env(lanewise::generated_track(),
                       {.environments = n, .agents = 2, .timestep_ratio = 10, .auto_reset = false});
    std::vector<SingleTrackState> states;
    for (std::size_t e = 0; e < n; ++e) {
        states.push_back(
            {.x = env.state().x[0], .y = env.state().y[0], .v = 4.0, .psi = env.state().psi[0]});
        states.push_back(
            {.x = env.state().x[1], .y = env.state().y[1], .v = 4.0, .psi = env.state().psi[1]});
    }
    place(env, states);
    for (std::uint32_t k = 0; k < 60; ++k) {
        const std::vector<float> pair = random_actions<float>(2, k);
        std::vector<float> actions;
        for (std::size_t e = 0; e < n; ++e) actions.insert(actions.end(), pair.begin(), pair.end());
        env.step(actions);
        for (const auto column : env.observation().columns)
            for (std::size_t e = 1; e < n; ++e)
                REQUIRE(same_bits(column.first(2), column.subspan(2 * e, 2)));
        for (std::size_t e = 1; e < n; ++e)
            REQUIRE(same_bits(env.reward().first(2), env.reward().subspan(2 * e, 2)));
    }
    CHECK(env.collisions()[0] != 0);
}

TEST_CASE("No bit depends on the backend where fma is fused", "[same bits]") {
    const lanewise::BackendInfo chosen = lanewise::backend();
    const auto full_name = [](const lanewise::BackendInfo& b) {
        return std::string(b.name) + ":" + std::string(b.target);
    };
    std::vector<std::byte> first;
    for (const lanewise::BackendInfo& b : lanewise::available_backends()) {
        if (!b.fused) continue;
        lanewise::set_backend(full_name(b));
        const std::vector<std::byte> bytes = race(300, 3, 0).snapshot();
        if (first.empty()) first = bytes;
        CAPTURE(full_name(b));
        CHECK(bytes == first);
    }
    lanewise::set_backend(full_name(chosen));
}
