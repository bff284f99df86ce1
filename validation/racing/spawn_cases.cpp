#include "races.hpp"

#include <catch2/catch.hpp>
#include <lanewise/physics/racing/random.hpp>

#include <algorithm>

using namespace races;
using lanewise::SingleTrackEnv;

TEST_CASE("Spawns are drawn as the source draws them", "[spawn]") {
    const Track track = circle(60.0);
    const double length = track.length();
    const std::size_t environments = 20'000, agents = 4;
    SingleTrackEnv64 env(track, {.environments = environments, .agents = agents});
    const auto seen = env.reset(77);
    double mean_s = 0.0, mean_ey = 0.0, square_ey = 0.0;
    std::vector<int> histogram(16);
    for (std::size_t e = 0; e < environments; ++e) {
        const std::size_t first = e * agents;
        const double s = seen.s[first], ey = seen.ey[first];
        // Outside of a bend of a polygon the foot point moves by ey times the angle at the knot.
        const double bend = 0.45 * 2.0 * pi / 512.0 + 1e-9;
        REQUIRE(std::abs(ey) <= 0.3 + 1e-12);
        for (std::size_t a = 0; a < agents; ++a) {
            const double apart =
                std::remainder(seen.s[first + a] - s - static_cast<double>(a), length);
            REQUIRE(std::abs(apart) < 2.0 * bend);
            const double side = a == 0 ? 1.0 : a % 2 == 0 ? 1.5 : -1.5;
            REQUIRE(seen.ey[first + a] == Approx(side * ey).margin(1e-4));
            REQUIRE(std::abs(seen.epsi[first + a]) < bend);
            REQUIRE(seen.v[first + a] == 0.0);
            REQUIRE(seen.delta[first + a] == 0.0);
            REQUIRE(seen.psi_dot[first + a] == 0.0);
            REQUIRE(seen.beta[first + a] == 0.0);
        }
        mean_s += s / length;
        mean_ey += ey;
        square_ey += ey * ey;
        ++histogram[static_cast<std::size_t>(16.0 * s / length)];
    }
    // Five standard deviations of the mean of n uniform numbers.
    const double n = static_cast<double>(environments);
    CHECK(mean_s / n == Approx(0.5).margin(5.0 / std::sqrt(12.0 * n)));
    CHECK(mean_ey / n == Approx(0.0).margin(5.0 * 0.6 / std::sqrt(12.0 * n)));
    CHECK(square_ey / n == Approx(0.03).margin(5.0 * 0.027 / std::sqrt(n)));
    for (const int count : histogram)
        CHECK(count == Approx(n / 16.0).margin(5.0 * std::sqrt(n / 16.0)));
}

TEST_CASE("A spawn is the pose of its own draw", "[spawn]") {
    const Track track = rectangle();
    SingleTrackEnv64 env(track, {.environments = 50,
                                 .agents = 2,
                                 .spawn_offset = lanewise::Length::from_value(0.5),
                                 .spawn_spacing = lanewise::Length::from_value(3.0)});
    env.reset(0x123456789abcdef);
    std::vector<std::uint8_t> mask(50);
    mask[7] = 1;
    for (std::uint64_t episode = 0; episode < 4; ++episode) {
        if (episode > 0) env.reset(mask);
        const auto words = lanewise::random_words(
            {.seed = 0x123456789abcdef, .environment = 7, .episode = episode});
        const double s = lanewise::unit_interval(words[0], words[1]) * track.length();
        const double ey = (2.0 * lanewise::unit_interval(words[2], words[3]) - 1.0) * 0.5;
        const auto first = track.to_cartesian(s, ey, 0.0);
        const auto second = track.to_cartesian(s + 3.0, -1.5 * ey, 0.0);
        CHECK(env.state().x[14] == first.x);
        CHECK(env.state().y[14] == first.y);
        CHECK(env.state().psi[14] == first.psi);
        CHECK(env.state().x[15] == second.x);
        CHECK(env.state().y[15] == second.y);
        CHECK(env.state().psi[15] == second.psi);
    }
}

TEST_CASE("Spawns depend on seed, environment and episode alone", "[spawn]") {
    const Track track = circle(60.0);
    SingleTrackEnv large(track, {.environments = 300, .agents = 2});
    SingleTrackEnv small(track, {.environments = 5, .agents = 2, .max_threads = 1});
    large.reset(1);
    small.reset(1);
    CHECK(same_bits(large.state().x.first(10), small.state().x));
    CHECK(same_bits(large.observation().s.first(10), small.observation().s));

    // One after the other, in falling order, or all at once: the same next episodes.
    for (std::size_t e = 5; e-- > 0;) {
        std::vector<std::uint8_t> one(5);
        one[e] = 1;
        small.reset(one);
    }
    large.reset(std::vector<std::uint8_t>(300, 1));
    CHECK(same_bits(large.state().y.first(10), small.state().y));

    const std::vector<float> before = copy(small.state().x);
    small.reset(2);
    CHECK_FALSE(same_bits(before, small.state().x));
    small.reset(1);
    const std::vector<float> again = copy(small.state().x);
    SingleTrackEnv fresh(track, {.environments = 5, .agents = 2});
    fresh.reset(1);
    CHECK(same_bits(again, fresh.state().x));
    fresh.reset(0);
    CHECK(same_bits(fresh.state().x,
                    SingleTrackEnv(track, {.environments = 5, .agents = 2}).state().x));
}

TEST_CASE("A spawn off a narrow track collides in the first step", "[spawn]") {
    SingleTrackEnv64 env(circle(60.0, 512, 0.2), {.environments = 200, .auto_reset = false});
    env.reset(3);
    CHECK(std::ranges::count(env.terminated(), 1) == 0);
    coast(env);
    const auto seen = env.observation();
    for (std::size_t e = 0; e < 200; ++e)
        if (std::abs(std::abs(seen.ey[e]) - 0.045) > 1e-3)
            CHECK(env.terminated()[e] == (std::abs(seen.ey[e]) > 0.045));
}
