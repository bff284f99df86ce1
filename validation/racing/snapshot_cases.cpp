#include "races.hpp"

#include <catch2/catch.hpp>

using namespace races;
using lanewise::SingleTrackEnv;

namespace {

const SingleTrackEnvOptions options = {.environments = 6,
                                       .agents = 2,
                                       .rewards = "time+progress+alive",
                                       .timestep_ratio = 10,
                                       .max_steps = 40};

void drive(SingleTrackEnv& env, std::uint32_t from, std::uint32_t to) {
    for (std::uint32_t k = from; k < to; ++k) env.step(random_actions<float>(env.size(), k));
}

}  // namespace

TEST_CASE("A restored race goes on as it would have", "[snapshot]") {
    SingleTrackEnv env(rectangle(), options);
    env.reset(12);
    drive(env, 0, 25);
    const std::vector<std::byte> saved = env.snapshot();
    const std::vector<float> reward = copy(env.reward());
    const std::vector<float> last = copy(env.terminal_observation().s);
    const std::vector<double> paid = copy(env.terminal_return());
    drive(env, 25, 100);
    const std::vector<std::byte> later = env.snapshot();
    CHECK(later != saved);

    SECTION("in the same object") {
        env.restore(saved);
        CHECK(env.snapshot() == saved);
        CHECK(same_bits(env.reward(), reward));
        CHECK(same_bits(env.terminal_observation().s, last));
        CHECK(same_bits(env.terminal_return(), paid));
        drive(env, 25, 100);
        CHECK(env.snapshot() == later);
    }
    SECTION("in a fresh one, with other threads") {
        SingleTrackEnvOptions other = options;
        other.max_threads = 1;
        SingleTrackEnv fresh(rectangle(), other);
        fresh.restore(saved);
        drive(fresh, 25, 100);
        CHECK(fresh.snapshot() == later);
    }
}

TEST_CASE("A copy is a fork", "[snapshot]") {
    SingleTrackEnv env(rectangle(), options);
    env.reset(12);
    drive(env, 0, 10);
    SingleTrackEnv fork = env;
    const std::vector<std::byte> at_fork = env.snapshot();
    CHECK(fork.observation().s.data() != env.observation().s.data());
    CHECK(fork.observation().v.data() == fork.state().v.data());
    CHECK(fork.observation().others[0].dx.data() != env.observation().others[0].dx.data());
    CHECK(fork.terminal_observation().s.data() != env.terminal_observation().s.data());
    drive(fork, 10, 50);
    CHECK(env.snapshot() == at_fork);
    drive(env, 10, 50);
    CHECK(env.snapshot() == fork.snapshot());

    SingleTrackEnv assigned(rectangle(), {});
    assigned = env;
    CHECK(assigned.snapshot() == env.snapshot());
    CHECK(assigned.observation().s.data() != env.observation().s.data());
    const float* const place = env.observation().s.data();
    const SingleTrackEnv moved = std::move(env);
    CHECK(moved.observation().s.data() == place);
    CHECK(moved.snapshot() == assigned.snapshot());
}

TEST_CASE("Foreign and damaged snapshots are refused and change nothing", "[snapshot]") {
    SingleTrackEnv env(rectangle(), options);
    env.reset(1);
    drive(env, 0, 10);
    const std::vector<std::byte> own = env.snapshot();
    const auto refused = [&](std::span<const std::byte> bytes) {
        CHECK_THROWS_AS(env.restore(bytes), lanewise::Error);
        CHECK(env.snapshot() == own);
    };
    refused({});
    refused(std::span(own).first(40));
    refused(std::span(own).first(own.size() - 1));
    std::vector<std::byte> longer = own;
    longer.push_back(std::byte{0});
    refused(longer);
    for (std::size_t i = 0; i < own.size(); i += i < 200 ? 1 : 97) {
        std::vector<std::byte> damaged = own;
        damaged[i] ^= std::byte{0x10};
        CAPTURE(i);
        refused(damaged);
    }
    const auto other = [&](auto change) {
        SingleTrackEnvOptions changed = options;
        change(changed);
        refused(SingleTrackEnv(rectangle(), changed).snapshot());
    };
    other([](auto& o) { o.environments = 12, o.agents = 1; });
    other([](auto& o) { o.environments = 7; });
    other([](auto& o) { o.rewards = "progress"; });
    other([](auto& o) { o.parameters[0].mu = 0.9; });
    other([](auto& o) { o.parameters[0].width = 0.3; });
    other([](auto& o) { o.model = lanewise::SingleTrackModel::ks; });
    other([](auto& o) { o.integrator = lanewise::Integrator::euler; });
    other([](auto& o) { o.timestep_ratio = 11; });
    other([](auto& o) { o.max_laps = 2; });
    other([](auto& o) { o.max_steps = 41; });
    other([](auto& o) { o.agent_collisions = false; });
    other([](auto& o) { o.edge_collisions = false; });
    other([](auto& o) { o.observe_others = false; });
    other([](auto& o) { o.auto_reset = false; });
    other([](auto& o) { o.spawn_offset = lanewise::Length::from_value(0.2); });
    other([](auto& o) { o.spawn_spacing = lanewise::Length::from_value(0.9); });
    refused(SingleTrackEnv(rectangle(1.0, 1.1), options).snapshot());
    refused(SingleTrackEnv64(rectangle(), options).snapshot());
}
