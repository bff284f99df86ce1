#include "races.hpp"

#include <catch2/catch.hpp>
#include <lanewise/physics/single_track/parameters.hpp>
#include <lanewise/physics/track/generated_track.hpp>

using namespace races;
using lanewise::SingleTrackParameters;
using lanewise::single_track_collision::edge;

namespace {

/// A body of 0.5 m by 0.25 m.
SingleTrackParameters short_car() {
    return {.width = 0.25, .length = 0.5};
}

/// The flags of a car that stands at the given pose, after one step.
std::uint8_t flags_at(const Track& track, double x, double y, double psi, bool on = true) {
    SingleTrackEnv64 env(track,
                         {.parameters = {short_car()}, .edge_collisions = on, .auto_reset = false});
    place(env, {{.x = x, .y = y, .psi = psi}});
    CHECK(env.collisions()[0] == 0);
    coast(env);
    return env.collisions()[0];
}

}  // namespace

TEST_CASE("A car beside the centre line touches an edge by half its width", "[edges]") {
    const Track track = rectangle(0.5, 1.5);
    CHECK(flags_at(track, 5.0, 1.5 - 0.125, 0.0) == edge);
    CHECK(flags_at(track, 5.0, 1.5 - 0.125 - 1e-12, 0.0) == 0);
    CHECK(flags_at(track, 5.0, -0.5 + 0.125, 0.0) == edge);
    CHECK(flags_at(track, 5.0, -0.5 + 0.125 + 1e-12, 0.0) == 0);
    CHECK(flags_at(track, 5.0, 0.0, 0.0) == 0);
    CHECK(flags_at(track, 5.0, 3.0, 0.0) == edge);
    CHECK(flags_at(track, 5.0, -20.0, 0.0) == edge);
    CHECK(flags_at(track, 5.0, 3.0, 0.0, false) == 0);
}

TEST_CASE("A turned car touches an edge by its corner", "[edges]") {
    const Track track = rectangle(0.5, 1.5);
    for (const double psi : {0.3, -0.3, 0.5 * pi, -0.5 * pi, 2.5, pi - 0.1, -3.0}) {
        const double reach = 0.25 * std::abs(std::sin(psi)) + 0.125 * std::abs(std::cos(psi));
        CAPTURE(psi);
        CHECK(flags_at(track, 5.0, 1.5 - reach + 1e-9, psi) == edge);
        CHECK(flags_at(track, 5.0, 1.5 - reach - 1e-9, psi) == 0);
        CHECK(flags_at(track, 5.0, -0.5 + reach - 1e-9, psi) == edge);
        CHECK(flags_at(track, 5.0, -0.5 + reach + 1e-9, psi) == 0);
    }
}

TEST_CASE("On a track narrower than the car every place touches", "[edges]") {
    CHECK(flags_at(rectangle(0.125, 2.0), 5.0, 0.0, 0.0) == edge);
    CHECK(flags_at(rectangle(2.0, 0.125), 5.0, 0.0, 0.0) == edge);
    CHECK(flags_at(rectangle(0.1250001, 2.0), 5.0, 0.0, 0.0) == 0);
    CHECK(flags_at(rectangle(0.0, 0.0), 5.0, 0.0, 0.0) == edge);
}

TEMPLATE_TEST_CASE("Edges of varying width collide as their formula says", "[edges]", float,
                   double) {
    const Track plain = lanewise::generated_track();
    std::mt19937 bits(3);
    std::uniform_real_distribution<double> width(0.3, 1.4), share(0.0, 1.0);
    std::vector<double> right, left;
    for (std::size_t i = 0; i < plain.size(); ++i) {
        right.push_back(width(bits));
        left.push_back(width(bits));
    }
    const Track track = Track::from_points(plain.x(), plain.y(), right, left);
    // Two kinds of cars in turn.
    const std::size_t n = 3000;
    lanewise::BasicSingleTrackEnv<TestType> env(track, {.environments = n,
                                                        .agents = 2,
                                                        .parameters = {short_car(), {}},
                                                        .agent_collisions = false,
                                                        .auto_reset = false});
    std::vector<SingleTrackState> states;
    for (std::size_t i = 0; i < 2 * n; ++i) {
        const auto pose =
            track.to_cartesian(share(bits) * track.length(), 1.6 * (2.0 * share(bits) - 1.0),
                               share(bits) < 0.5 ? 0.0 : 6.0 * share(bits));
        states.push_back({.x = pose.x, .y = pose.y, .psi = pose.psi});
    }
    place(env, states);
    coast(env);
    const auto seen = env.observation();
    const double doubt = std::is_same_v<TestType, float> ? 1e-6 : 1e-14;
    std::size_t doubtful = 0, hit = 0;
    for (std::size_t i = 0; i < 2 * n; ++i) {
        const double half_length = i % 2 == 0 ? 0.25 : 0.29;
        const double half_width = i % 2 == 0 ? 0.125 : 0.155;
        const auto epsi = static_cast<double>(seen.epsi[i]);
        const auto ey = static_cast<double>(seen.ey[i]);
        const double reach =
            half_length * std::abs(std::sin(epsi)) + half_width * std::abs(std::cos(epsi));
        const auto widths = track.widths_at(static_cast<double>(seen.s[i]));
        const double clear = std::min(widths.left - ey - reach, widths.right + ey - reach);
        hit += env.collisions()[i] != 0;
        doubtful += std::abs(clear) < doubt;
        if (std::abs(clear) >= doubt) REQUIRE(env.collisions()[i] == (clear < 0 ? edge : 0));
    }
    CHECK(doubtful < 5);
    CHECK(hit > n / 2);
    CHECK(hit < 3 * n / 2);
}
