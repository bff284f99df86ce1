// An agent's bits depend on itself alone: not on its place, its neighbours, the way the batch was
// built, or how control steps are cut.

#include "agents.hpp"

#include <cmath>
#include <limits>
#include <utility>

namespace lanewise::test {
namespace {

std::vector<SingleTrackOptions> all_options() {
    std::vector<SingleTrackOptions> all;
    for (const SingleTrackModel model : k_models)
        for (const Integrator integrator : k_integrators) {
            all.push_back({.model = model, .integrator = integrator});
            all.push_back({.model = model,
                           .integrator = integrator,
                           .steering = SteeringAction::steeringangle,
                           .longitudinal = LongitudinalAction::velocity,
                           .clip_speed = true});
        }
    return all;
}

}  // namespace

TEMPLATE_TEST_CASE("an agent alone and in a crowd has the same bits", "[single_track][batch]",
                   double, float) {
    using Real = TestType;
    with_every_backend([&](const BackendInfo&) {
        for (const SingleTrackOptions& options : all_options()) {
            // A block of the kernel and a part of one; slow and fast agents between each other.
            constexpr std::size_t n = 1024 + 77;
            auto many = crowd<Real>(n, options);
            const auto start = many;
            for (int step = 0; step < 10; ++step) many.step();
            for (std::size_t i = 0; i < n; i += 13) {
                BasicSingleTrackBatch<Real> one(SingleTrackParameters{}, 1, options);
                set_state(one, 0, as_seven(start.state_of(i)));
                one.steering()[0] = many.steering()[i];
                one.longitudinal()[0] = many.longitudinal()[i];
                for (int step = 0; step < 10; ++step) one.step();
                INFO("agent " << i);
                CHECK(bits_of(many, i) == bits_of(one, 0));
            }
        }
    });
}

TEMPLATE_TEST_CASE("a set for each agent gives the bits of a shared one", "[single_track][batch]",
                   double, float) {
    using Real = TestType;
    with_every_backend([&](const BackendInfo&) {
        for (const SingleTrackOptions& options : all_options()) {
            constexpr std::size_t n = 65;
            auto shared = crowd<Real>(n, options);
            // The last agent is of another kind, so that the sets are kept apart.
            std::vector<SingleTrackParameters> sets(n);
            sets.back() = single_track::f1fifth();
            BasicSingleTrackBatch<Real> apart(sets, options);
            BasicSingleTrackBatch<Real> equal(std::vector<SingleTrackParameters>(n), options);
            for (std::size_t i = 0; i < n; ++i)
                for (auto* other : {&apart, &equal}) {
                    set_state(*other, i, as_seven(shared.state_of(i)));
                    other->steering()[i] = shared.steering()[i];
                    other->longitudinal()[i] = shared.longitudinal()[i];
                }
            for (int step = 0; step < 20; ++step) {
                shared.step();
                apart.step();
                equal.step();
            }
            CHECK(bits_of(shared) == bits_of(equal));
            for (std::size_t i = 0; i + 1 < n; ++i) CHECK(bits_of(shared, i) == bits_of(apart, i));
            CHECK(bits_of(shared, n - 1) != bits_of(apart, n - 1));
            CHECK(apart.parameters(n - 1) == sets.back());
            CHECK(apart.parameters(0) == SingleTrackParameters{});
            CHECK(equal.parameters(n - 1) == SingleTrackParameters{});
        }
    });
}

TEMPLATE_TEST_CASE("a control step of n micro-steps is n steps of one", "[single_track][batch]",
                   double, float) {
    with_every_backend([&](const BackendInfo&) {
        // 5 and more micro-steps take another path through the kernels than 1; 70 spans two rounds.
        for (const int ratio : {2, 5, 10, 17, 70})
            for (SingleTrackOptions options : all_options()) {
                auto singly = crowd<TestType>(150, options);
                options.timestep_ratio = ratio;
                auto at_once = crowd<TestType>(150, options);
                for (int step = 0; step < ratio; ++step) singly.step();
                at_once.step();
                CHECK(bits_of(singly) == bits_of(at_once));
            }
    });
}

TEMPLATE_TEST_CASE("the three ways to step agree", "[single_track][batch]", double, float) {
    using Real = TestType;
    with_every_backend([&](const BackendInfo&) {
        constexpr std::size_t n = 45;
        auto own = crowd<Real>(n, {});
        auto given = own, masked = own, aliased = own;
        const std::vector<Real> steering(own.steering().begin(), own.steering().end());
        const std::vector<Real> longitudinal(own.longitudinal().begin(), own.longitudinal().end());
        set_action(given, 9, 9);
        set_action(masked, 9, 9);
        const std::vector<std::uint8_t> everyone(n, 1);
        for (int step = 0; step < 10; ++step) {
            own.step();
            given.step(steering, longitudinal);
            masked.step(steering, longitudinal, everyone);
            aliased.step(aliased.steering(), aliased.longitudinal());
        }
        CHECK(bits_of(own) == bits_of(given));
        CHECK(bits_of(own) == bits_of(masked));
        CHECK(bits_of(own) == bits_of(aliased));
        // Given actions are not kept.
        CHECK(given.steering()[0] == Real(9));
    });
}

TEMPLATE_TEST_CASE("agents that are not active keep every bit", "[single_track][batch]", double,
                   float) {
    using Real = TestType;
    with_every_backend([&](const BackendInfo&) {
        for (const SingleTrackOptions& options : all_options())
            for (const std::size_t n : {std::size_t{1}, std::size_t{33}, std::size_t{1500}}) {
                auto batch = crowd<Real>(n, options);
                // A frozen agent may even be no number at all, or carry a NaN command.
                batch.state().v[0] = std::numeric_limits<Real>::quiet_NaN();
                auto free = batch;
                std::vector<std::uint8_t> active(n);
                for (std::size_t i = 1; i < n; ++i) active[i] = i % 3 == 0 ? 0 : 255;
                std::vector<Real> steering(batch.steering().begin(), batch.steering().end());
                if (n > 3) steering[3] = std::numeric_limits<Real>::quiet_NaN();
                const auto start = batch;
                for (int step = 0; step < 7; ++step) {
                    batch.step(steering, batch.longitudinal(), active);
                    free.step();
                }
                for (std::size_t i = 0; i < n; ++i)
                    CHECK(bits_of(batch, i) == bits_of(active[i] != 0 ? free : start, i));
            }
    });
}

TEMPLATE_TEST_CASE("one agent without a number leaves its neighbours alone",
                   "[single_track][batch]", double, float) {
    using Real = TestType;
    constexpr Real bad[] = {std::numeric_limits<Real>::quiet_NaN(),
                            std::numeric_limits<Real>::infinity(),
                            -std::numeric_limits<Real>::infinity()};
    with_every_backend([&](const BackendInfo&) {
        for (const SingleTrackOptions& options : all_options()) {
            constexpr std::size_t n = 40;
            auto clean = crowd<Real>(n, options);
            auto spoiled = clean;
            const std::size_t columns = options.model == SingleTrackModel::ks ? 5 : 7;
            // One agent for each column and kind, spread over the vectors.
            std::vector<bool> is_spoiled(n);
            for (std::size_t c = 0; c < columns; ++c) {
                const std::size_t agent = 3 + 5 * c;
                as_array(spoiled.state())[c][agent] = bad[c % 3];
                is_spoiled[agent] = true;
            }
            is_spoiled[1] = true;
            spoiled.steering()[1] = bad[0];
            for (int step = 0; step < 5; ++step) {
                clean.step();
                spoiled.step();
            }
            for (std::size_t i = 0; i < n; ++i) {
                INFO("agent " << i);
                const bool flag = (spoiled.status()[i] & single_track_status::not_finite) != 0;
                bool finite = true;
                for (const double x : as_seven(spoiled.state_of(i)))
                    finite = finite && std::isfinite(x);
                CHECK(flag == !finite);
                if (!is_spoiled[i]) CHECK(bits_of(spoiled, i) == bits_of(clean, i));
            }
            CHECK((spoiled.status()[1] & single_track_status::not_finite) != 0);
        }
    });
}

TEST_CASE("status bits stay until the agent is reset", "[single_track][batch]") {
    with_every_backend([&](const BackendInfo&) {
        SingleTrackBatch batch(SingleTrackParameters{}, 3);
        batch.reset(0, {.v = -2});
        batch.state().x[1] = std::numeric_limits<float>::quiet_NaN();
        batch.step();
        CHECK(batch.status()[0] == single_track_status::reverse_unstable);
        CHECK(batch.status()[1] == single_track_status::not_finite);
        CHECK(batch.status()[2] == 0);
        // Back in the stable range, and a number again: the flags still tell.
        batch.state().v[0] = 3;
        batch.state().x[1] = 0;
        batch.step();
        CHECK(batch.status()[0] == single_track_status::reverse_unstable);
        CHECK(batch.status()[1] == single_track_status::not_finite);
        batch.reset(0, {.v = 3});
        CHECK(batch.status()[0] == 0);
        CHECK(batch.status()[1] == single_track_status::not_finite);
        const std::uint8_t mask[] = {0, 1, 0};
        batch.reset(mask, std::as_const(batch).state());
        CHECK(batch.status()[1] == 0);
        batch.step();
        CHECK(batch.status()[0] == 0);
        CHECK(batch.status()[1] == 0);
    });
}

// B50.
TEMPLATE_TEST_CASE("reset agents are as good as new and the others notice nothing",
                   "[single_track][batch]", double, float) {
    using Real = TestType;
    with_every_backend([&](const BackendInfo&) {
        for (const SingleTrackOptions& options : all_options()) {
            constexpr std::size_t n = 33;
            auto batch = crowd<Real>(n, options);
            batch.state().v[8] = std::numeric_limits<Real>::quiet_NaN();
            for (int step = 0; step < 20; ++step) batch.step();
            CHECK(batch.status()[8] == single_track_status::not_finite);
            auto undisturbed = batch;

            std::vector<std::uint8_t> mask(n);
            for (const std::size_t i : {0u, 7u, 8u, 32u}) mask[i] = 1;
            const auto fresh = crowd<Real>(n, options, 99);
            Agents<Real> states(n);
            for (std::size_t i = 0; i < n; ++i) states.set(i, as_seven(fresh.state_of(i)));
            // Entries of others are not read.
            for (auto& column : states.column) column[5] = std::numeric_limits<Real>::quiet_NaN();
            batch.reset(mask, std::as_const(states).view());
            auto newborn = crowd<Real>(n, options, 99);
            for (std::size_t i = 0; i < n; ++i) {
                newborn.steering()[i] = batch.steering()[i];
                newborn.longitudinal()[i] = batch.longitudinal()[i];
            }
            for (int step = 0; step <= 20; ++step) {
                for (std::size_t i = 0; i < n; ++i) {
                    INFO("agent " << i << ", step " << step);
                    if (mask[i] != 0)
                        CHECK(bits_of(batch, i) == bits_of(newborn, i));
                    else if (step % 10 == 0)
                        CHECK(bits_of(batch, i) == bits_of(undisturbed, i));
                }
                batch.step();
                newborn.step();
                undisturbed.step();
            }
        }
    });
}

TEST_CASE("the status itself is a mask of whom to reset", "[single_track][batch]") {
    SingleTrackBatch64 batch(SingleTrackParameters{}, 5);
    for (std::size_t i = 0; i < 5; ++i) batch.reset(i, {.v = 2});
    batch.state().v[1] = std::nan("");
    batch.state().v[3] = -3;
    batch.step();
    Agents<double> states(5);
    for (std::size_t i = 0; i < 5; ++i) states.set(i, {7, 0, 0, 1, 0, 0, 0});
    batch.reset(batch.status(), std::as_const(states).view());
    for (std::size_t i = 0; i < 5; ++i) {
        CHECK(batch.status()[i] == 0);
        CHECK((batch.state_of(i).x == 7) == (i == 1 || i == 3));
    }
}

TEST_CASE("copies are independent, moves keep the columns in place", "[single_track][batch]") {
    auto batch = crowd<double>(20, {});
    auto fork = batch;
    const auto start = bits_of(batch);
    for (int step = 0; step < 5; ++step) fork.step();
    CHECK(bits_of(batch) == start);
    for (int step = 0; step < 5; ++step) batch.step();
    CHECK(bits_of(batch) == bits_of(fork));
    fork.steering()[0] = 123;
    CHECK(batch.steering()[0] != 123);

    const double* column = batch.state().x.data();
    auto moved = std::move(batch);
    CHECK(moved.state().x.data() == column);
    moved = fork;
    CHECK(moved.steering()[0] == 123);
    auto& self = moved;
    moved = self;
    CHECK(bits_of(moved) == bits_of(fork));
}

TEST_CASE("a new batch is at rest at the origin", "[single_track][batch]") {
    const SingleTrackOptions options = {
        .model = SingleTrackModel::st_smooth, .timestep = 0.02_s, .timestep_ratio = 3};
    SingleTrackBatch batch(single_track::f1fifth(), 7, options);
    CHECK(batch.size() == 7);
    CHECK(batch.options() == options);
    for (std::size_t i = 0; i < 7; ++i) {
        CHECK(batch.state_of(i) == SingleTrackState{});
        CHECK(batch.parameters(i) == single_track::f1fifth());
        CHECK(batch.status()[i] == 0);
        CHECK(batch.steering()[i] == 0);
        CHECK(batch.longitudinal()[i] == 0);
    }
    for (int step = 0; step < 100; ++step) batch.step();
    for (std::size_t i = 0; i < 7; ++i) CHECK(batch.state_of(i) == SingleTrackState{});
}

TEST_CASE("ks leaves yaw rate and slip angle as they are", "[single_track][batch]") {
    with_every_backend([&](const BackendInfo&) {
        SingleTrackBatch64 batch(SingleTrackParameters{}, 10, {.model = SingleTrackModel::ks});
        for (std::size_t i = 0; i < 10; ++i)
            batch.reset(i, {.delta = 0.1, .v = 2, .psi_dot = 0.5, .beta = 0.25});
        for (int step = 0; step < 10; ++step) batch.step();
        for (std::size_t i = 0; i < 10; ++i) {
            CHECK(batch.state_of(i).psi_dot == 0.5);
            CHECK(batch.state_of(i).beta == 0.25);
        }
    });
}

}  // namespace lanewise::test
