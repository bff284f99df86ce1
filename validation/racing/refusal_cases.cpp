#include "races.hpp"

#include <catch2/catch.hpp>
#include <lanewise/physics/racing/collisions.hpp>

#include <functional>
#include <limits>

using namespace races;
using lanewise::Duration;
using lanewise::Error;
using lanewise::Length;
using lanewise::SingleTrackEnv;

namespace {

std::string refused_field(const std::function<void()>& call) {
    try {
        call();
    } catch (const Error& error) {
        return error.field();
    }
    return {};
}

}  // namespace

TEST_CASE("Bad options are refused by name", "[refusals]") {
    using Options = SingleTrackEnvOptions;
    const double nan = std::nan("");
    const auto metres = [](double x) { return Length::from_value(x); };
    const auto seconds = [](double x) { return Duration::from_value(x); };
    struct Case {
        const char* field;
        std::function<void(Options&)> change;
    };
    const std::vector<Case> cases = {
        {"environments", [](Options& o) { o.environments = 0; }},
        {"environments", [](Options& o) { o.environments = std::size_t{1} << 33; }},
        {"agents", [](Options& o) { o.agents = 0; }},
        {"agents", [](Options& o) { o.agents = std::numeric_limits<std::size_t>::max(); }},
        {"agents", [](Options& o) { o.environments = 1 << 16, o.agents = 1 << 15; }},
        {"rewards", [](Options& o) { o.rewards = ""; }},
        {"rewards", [](Options& o) { o.rewards = "progres"; }},
        {"rewards", [](Options& o) { o.rewards = "alive+alive"; }},
        {"parameters", [](Options& o) { o.parameters.clear(); }},
        {"parameters", [](Options& o) { o.parameters.resize(2); }},
        {"parameters[0].mu", [=](Options& o) { o.parameters[0].mu = nan; }},
        {"parameters[1].width",
         [](Options& o) { o.agents = 2, o.parameters.resize(2), o.parameters[1].width = 0.0; }},
        {"model", [](Options& o) { o.model = static_cast<lanewise::SingleTrackModel>(9); }},
        {"integrator", [](Options& o) { o.integrator = static_cast<lanewise::Integrator>(-1); }},
        {"steering", [](Options& o) { o.steering = static_cast<lanewise::SteeringAction>(2); }},
        {"longitudinal",
         [](Options& o) { o.longitudinal = static_cast<lanewise::LongitudinalAction>(2); }},
        {"timestep", [=](Options& o) { o.timestep = seconds(0.0); }},
        {"timestep", [=](Options& o) { o.timestep = seconds(nan); }},
        {"timestep_ratio", [](Options& o) { o.timestep_ratio = 0; }},
        {"max_laps", [](Options& o) { o.max_laps = 0; }},
        {"max_steps", [](Options& o) { o.max_steps = 0; }},
        {"max_steps", [](Options& o) { o.max_steps = -9000; }},
        {"observe_others", [](Options& o) { o.agents = 100'000; }},
        {"spawn_offset", [=](Options& o) { o.spawn_offset = metres(-0.1); }},
        {"spawn_offset", [=](Options& o) { o.spawn_offset = metres(nan); }},
        {"spawn_spacing", [=](Options& o) { o.spawn_spacing = metres(-1.0); }},
        {"spawn_spacing", [=](Options& o) { o.spawn_spacing = metres(HUGE_VAL); }},
        {"max_threads", [](Options& o) { o.max_threads = -1; }},
    };
    const Track track = rectangle();
    for (const Case& c : cases) {
        Options options;
        c.change(options);
        const std::string expected = std::string("SingleTrackEnvOptions.") + c.field;
        CHECK(refused_field([&] { validate(options); }) == expected);
        CHECK(refused_field([&] { SingleTrackEnv(track, options); }) == expected);
    }
    CHECK(refused_field([] { validate(Options{}); }).empty());
}

TEST_CASE("Bad arguments are refused and change nothing", "[refusals]") {
    SingleTrackEnv env(rectangle(), {.environments = 3, .agents = 2});
    env.reset(8);
    const std::vector<std::byte> before = env.snapshot();
    const std::vector<float> five(5), six(6), twelve(12);
    const std::vector<std::uint8_t> mask = {0, 1, 0}, two = {1, 1};
    const auto reset_with = [&](std::size_t agent, float value, const char* column) {
        States<float> states(std::vector<SingleTrackState>(6));
        const std::string name = column;
        std::vector<float>& target = name == "x"       ? states.x
                                     : name == "y"     ? states.y
                                     : name == "psi"   ? states.psi
                                     : name == "delta" ? states.delta
                                     : name == "v"     ? states.v
                                     : name == "beta"  ? states.beta
                                                       : states.psi_dot;
        target[agent] = value;
        return refused_field([&] { env.reset(mask, states.columns()); });
    };
    CHECK(refused_field([&] { env.step(five); }) == "actions");
    CHECK(refused_field([&] { env.step(six, five); }) == "longitudinal");
    CHECK(refused_field([&] { env.step(five, six); }) == "steering");
    CHECK(refused_field([&] { env.step(env.state().delta, six); }) == "steering");
    CHECK(refused_field([&] { env.reset(two); }) == "mask");
    const States<float> zeros(std::vector<SingleTrackState>(6));
    CHECK(refused_field([&] { env.reset(two, zeros.columns()); }) == "mask");
    auto columns = zeros.columns();
    columns.psi_dot = five;
    CHECK(refused_field([&] { env.reset(mask, columns); }) == "states.psi_dot");
    for (const char* column : {"x", "y", "psi", "delta", "v", "beta", "psi_dot"})
        for (const float bad : {std::nanf(""), HUGE_VALF, -HUGE_VALF}) {
            CHECK(reset_with(2, bad, column) == std::string("states.") + column + "[2]");
            CHECK(reset_with(3, bad, column) == std::string("states.") + column + "[3]");
        }
    CHECK(reset_with(2, 2e9f, "x") == "states.x[2]");
    CHECK(reset_with(2, -2e9f, "psi") == "states.psi[2]");
    CHECK(env.snapshot() == before);
    // Entries of environments that are not chosen are not read.
    CHECK(reset_with(1, std::nanf(""), "x").empty());
}

TEST_CASE("Bad rectangles are refused", "[refusals]") {
    const std::vector<float> two = {0, 5}, one = {0.5f}, zero = {0.0f}, both = {0.5f, -1.0f};
    std::vector<std::uint8_t> touched(2), three(3);
    const auto field = [&](lanewise::RectangleColumns<float> r, std::span<std::uint8_t> flags) {
        return refused_field([&] { lanewise::find_touching<float>(r, flags); });
    };
    CHECK(field({two, one, two, one, one}, touched) == "rectangles.y");
    CHECK(field({two, two, one, one, one}, touched) == "rectangles.psi");
    CHECK(field({two, two, two, one, two}, touched) == "rectangles.half_width");
    CHECK(field({two, two, two, {}, {}}, touched) == "rectangles.half_length");
    CHECK(field({two, two, two, one, one}, three) == "touched");
    CHECK(field({two, two, two, zero, one}, touched) == "rectangles.half_length[0]");
    CHECK(field({two, two, two, both, both}, touched) == "rectangles.half_length[1]");
    CHECK(field({two, two, two, one, one}, touched).empty());
}
