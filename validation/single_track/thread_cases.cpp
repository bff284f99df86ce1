// Equal bits for every number of threads, run after run.

#include "agents.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <thread>

namespace lanewise::test {
namespace {

template <class Real>
std::vector<std::byte> end_of_run(std::size_t agents, SingleTrackOptions options, int steps,
                                  int threads) {
    options.max_threads = threads;
    auto batch = crowd<Real>(agents, options);
    for (int step = 0; step < steps; ++step) batch.step();
    return bits_of(batch);
}

}  // namespace

// B71, B74.
TEST_CASE("a million agents, 1 to 16 threads", "[single_track][threads]") {
    constexpr std::size_t n = 1'000'000;
    auto few = crowd<float>(10'007, {});
    const auto repeat = [](auto from, auto to) {
        for (std::size_t i = 0; i < to.size(); ++i) to[i] = from[i % from.size()];
    };
    const auto run = [&](int threads) {
        SingleTrackBatch batch(SingleTrackParameters{}, n, {.max_threads = threads});
        for (std::size_t c = 0; c < 7; ++c)
            repeat(as_array(few.state())[c], as_array(batch.state())[c]);
        repeat(few.steering(), batch.steering());
        repeat(few.longitudinal(), batch.longitudinal());
        for (int step = 0; step < 2; ++step) batch.step();
        return bits_of(batch);
    };
    const auto one = run(1);
    for (const int threads : {0, 4, 16}) CHECK((run(threads) == one));
}

TEMPLATE_TEST_CASE("ten runs with each number of threads", "[single_track][threads]", double,
                   float) {
    for (const SingleTrackModel model : k_models)
        for (const std::size_t agents : {std::size_t{64}, std::size_t{4096}, std::size_t{10'007}}) {
            const SingleTrackOptions options = {.model = model, .timestep_ratio = 2};
            const auto one = end_of_run<TestType>(agents, options, 4, 1);
            for (int run = 0; run < 10; ++run)
                for (const int threads : {1, 2, 4, 16})
                    CHECK((end_of_run<TestType>(agents, options, 4, threads) == one));
        }
}

TEST_CASE("inactive agents and flags do not depend on threads", "[single_track][threads]") {
    constexpr std::size_t n = 20'000;
    const auto run = [](int threads) {
        auto batch = crowd<float>(n, {.max_threads = threads});
        std::vector<std::uint8_t> active(n);
        for (std::size_t i = 0; i < n; ++i) {
            active[i] = i % 5 != 0;
            if (i % 97 == 0) batch.state().v[i] = std::numeric_limits<float>::quiet_NaN();
            if (i % 89 == 0) batch.state().v[i] = -4;
        }
        for (int step = 0; step < 5; ++step)
            batch.step(batch.steering(), batch.longitudinal(), active);
        return bits_of(batch);
    };
    const auto one = run(1);
    for (const int threads : {2, 4, 16}) CHECK((run(threads) == one));
}

TEST_CASE("batches stepped at the same time do not meet", "[single_track][threads]") {
    const auto expected = end_of_run<double>(5000, {}, 10, 1);
    std::vector<std::vector<std::byte>> end(4);
    std::vector<std::thread> drivers;
    for (std::size_t i = 0; i < end.size(); ++i)
        drivers.emplace_back(
            [&end, i] { end[i] = end_of_run<double>(5000, {}, 10, static_cast<int>(i)); });
    for (std::thread& driver : drivers) driver.join();
    for (const auto& bits : end) CHECK((bits == expected));
}

// B74: 64 agents are one part, so permission to use 16 threads must cost nothing. Entering a
// thread pool would cost many times the step itself; the best of many steps is robust to noise.
TEST_CASE("a small batch does not pay for threads", "[single_track][threads]") {
    const auto best_step = [](int threads) {
        auto batch = crowd<float>(64, {.max_threads = threads});
        auto best = std::chrono::steady_clock::duration::max();
        for (int step = 0; step < 2000; ++step) {
            const auto start = std::chrono::steady_clock::now();
            batch.step();
            best = std::min(best, std::chrono::steady_clock::now() - start);
        }
        return std::chrono::duration<double>(best).count();
    };
    const double one = best_step(1), sixteen = best_step(16);
    CAPTURE(one, sixteen);
    CHECK(sixteen <= 1.5 * one);
}

}  // namespace lanewise::test
