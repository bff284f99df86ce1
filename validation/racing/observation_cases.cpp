#include "races.hpp"

#include <catch2/catch.hpp>
#include <lanewise/physics/track/generated_track.hpp>

using namespace races;
using lanewise::SingleTrackEnv;
using lanewise::SingleTrackModel;

TEMPLATE_TEST_CASE("The observation is a function of the state", "[observation]", float, double) {
    const Track track = lanewise::generated_track();
    lanewise::BasicSingleTrackEnv<TestType> env(
        track, {.environments = 40,
                .agents = 3,
                .timestep_ratio = 8,
                .spawn_spacing = lanewise::Length::from_value(2.0)});
    env.reset(5);
    for (std::uint32_t k = 0; k < 60; ++k) {
        const auto seen = k == 0 ? env.observation()
                                 : env.step(random_actions<TestType>(env.size(), k)).observation;
        const auto z = env.state();
        const std::size_t n = env.size();
        std::vector<TestType> s(n), ey(n), epsi(n);
        track.to_frenet(z.x, z.y, z.psi, s, ey, epsi);
        REQUIRE(same_bits(seen.s, s));
        REQUIRE(same_bits(seen.ey, ey));
        REQUIRE(same_bits(seen.epsi, epsi));
        REQUIRE(seen.delta.data() == z.delta.data());
        REQUIRE(seen.v.data() == z.v.data());
        REQUIRE(seen.psi_dot.data() == z.psi_dot.data());
        REQUIRE(seen.beta.data() == z.beta.data());
        REQUIRE(seen.others.size() == 2);
        for (std::size_t i = 0; i < n; ++i) {
            const std::size_t first = i / 3 * 3;
            std::size_t other = 0;
            for (std::size_t j = first; j < first + 3; ++j) {
                if (j == i) continue;
                REQUIRE(seen.others[other].dx[i] == z.x[j] - z.x[i]);
                REQUIRE(seen.others[other].dy[i] == z.y[j] - z.y[i]);
                REQUIRE(seen.others[other].v[i] == z.v[j]);
                const auto turn = static_cast<double>(z.psi[j]) - static_cast<double>(z.psi[i]);
                REQUIRE(static_cast<double>(seen.others[other].dpsi[i]) ==
                        Approx(std::remainder(turn, 2.0 * pi)).margin(1e-6));
                ++other;
            }
        }
    }
    CHECK(env.episode()[0] + env.episode()[1] + env.episode()[2] > 0);
}

TEST_CASE("Relative yaw is wrapped", "[observation]") {
    SingleTrackEnv64 env(rectangle(), {.agents = 2});
    place(env, {{.x = 1.0, .psi = 3.0}, {.x = 4.0, .psi = -3.0}});
    CHECK(env.observation().others[0].dpsi[0] == Approx(2.0 * pi - 6.0).epsilon(1e-15));
    CHECK(env.observation().others[0].dpsi[1] == Approx(6.0 - 2.0 * pi).epsilon(1e-15));
    CHECK(env.observation().others[0].dx[0] == 3.0);
    CHECK(env.observation().others[0].dx[1] == -3.0);
}

TEST_CASE("The list of columns has the model's components in order", "[observation]") {
    const Track track = rectangle();
    const auto columns_of = [&](SingleTrackModel model, bool others) {
        SingleTrackEnv env(track, {.agents = 3, .model = model, .observe_others = others});
        const auto seen = env.observation();
        const std::span<const float> first[] = {seen.s, seen.ey, seen.epsi, seen.delta, seen.v};
        for (std::size_t c = 0; c < 5; ++c) CHECK(seen.columns[c].data() == first[c].data());
        if (model != SingleTrackModel::ks) {
            CHECK(seen.columns[5].data() == seen.psi_dot.data());
            CHECK(seen.columns[6].data() == seen.beta.data());
        }
        CHECK(seen.others.size() == (others ? 2 : 0));
        for (std::size_t k = 0; k < seen.others.size(); ++k) {
            const auto at = [&](std::size_t c) {
                return seen.columns[seen.columns.size() - 8 + 4 * k + c].data();
            };
            CHECK(at(0) == seen.others[k].dx.data());
            CHECK(at(1) == seen.others[k].dy.data());
            CHECK(at(2) == seen.others[k].v.data());
            CHECK(at(3) == seen.others[k].dpsi.data());
        }
        const auto last = env.terminal_observation();
        CHECK(last.columns.size() == seen.columns.size());
        CHECK(last.others.size() == seen.others.size());
        CHECK(last.beta.size() == 3);
        for (const auto column : seen.columns) CHECK(column.size() == 3);
        return seen.columns.size();
    };
    CHECK(columns_of(SingleTrackModel::st, true) == 7 + 4 * 2);
    CHECK(columns_of(SingleTrackModel::st_smooth, false) == 7);
    CHECK(columns_of(SingleTrackModel::ks, true) == 5 + 4 * 2);
    CHECK(columns_of(SingleTrackModel::ks, false) == 5);
}

TEST_CASE("Interleaved actions are the columns of actions", "[observation]") {
    SingleTrackEnv env(rectangle(), {.environments = 7, .timestep_ratio = 10});
    env.reset(1);
    SingleTrackEnv other = env;
    const std::vector<float> actions = random_actions<float>(7, 3);
    std::vector<float> steering, longitudinal;
    for (std::size_t i = 0; i < 7; ++i) {
        steering.push_back(actions[2 * i]);
        longitudinal.push_back(actions[2 * i + 1]);
    }
    env.step(actions);
    other.step(steering, longitudinal);
    CHECK(same_bits(env.state().delta, other.state().delta));
    CHECK(same_bits(env.state().v, other.state().v));
    CHECK(same_bits(env.reward(), other.reward()));
    CHECK(env.state().delta[0] != 0.0f);
}
