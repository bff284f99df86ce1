#include "single_track_agents.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numeric>

using namespace lanewise;
using namespace lanewise::test;
using kernels::Integrator;
using kernels::Model;

namespace {

/// All ways through the stepping code for one model: settings, numbers of micro-steps and shares
/// of slow agents (none, few, half, all) that lead to different groupings.
template <class T>
std::uint64_t hash_of_model(const kernels::KernelTable& table, Model model) {
    Hash hash;
    for (const Integrator integrator : {Integrator::euler, Integrator::rk4})
        for (const bool shared : {true, false})
            for (const Commands commands : {Commands::rates, Commands::converted})
                for (const int steps : {1, 5, 10, 40, 100})
                    for (const double slow : {0.0, 0.12, 0.5, 1.0}) {
                        const std::size_t n = steps <= 10 ? 1101 : 333;
                        Agents<T> agents = random_agents<T>(n, slow, shared, 11);
                        agents.step(table, {model, integrator, commands, steps});
                        add(hash, agents);
                    }
    return hash.value();
}

template <class T>
std::uint64_t hash_of_derivative(const kernels::KernelTable& table, Model model) {
    Hash hash;
    for (const bool shared : {true, false})
        for (const double slow : {0.0, 0.5, 1.0}) {
            Agents<T> agents = random_agents<T>(333, slow, shared, 12);
            std::array<std::vector<T>, kernels::k_state_count> rate;
            kernels::SingleTrackDerivativeArguments<T> call{agents.arguments({model}), {}};
            for (std::size_t c = 0; c < rate.size(); ++c) {
                rate[c].resize(agents.size());
                call.derivative[c] = rate[c].data();
            }
            kernels::single_track_of<T>(table).derivative(call);
            for (const std::vector<T>& column : rate) hash.add(column);
        }
    return hash.value();
}

/// Few and many micro-steps, so that all ways of grouping occur. In a hundred some agents reverse
/// until they lose all digits.
std::vector<Run> typical_runs() {
    std::vector<Run> runs;
    for (const Model model : {Model::ks, Model::st, Model::st_smooth}) {
        runs.push_back({model, Integrator::rk4, Commands::rates, 3});
        runs.push_back({model, Integrator::rk4, Commands::rates, 20});
        runs.push_back({model, Integrator::euler, Commands::converted, 100});
    }
    return runs;
}

}  // namespace

// One constant each for all targets with fma, for g++ and clang and all optimisation levels.
TEST_CASE("single-track steps have the same bits on all targets with fma", "[single_track][bits]") {
    struct Expected {
        Model model;
        std::uint64_t steps_f32, steps_f64, derivative_f32, derivative_f64;
    };
    const Expected expected[] = {
        {Model::ks, 0x820f9029904af4f1, 0x6130c570579d4878, 0x8de5bee4e54762ff, 0xe4a1a168491364e1},
        {Model::st, 0x2dfe7ddbaff7400a, 0x86d4d4beb3203e46, 0x52fd8bcd49db933a, 0x79c18edce0b0edda},
        {Model::st_smooth, 0x5d4fd43383a1e9d1, 0x5079a39f5bbd8f52, 0xada658d30675c621,
         0x8df5f85baf40a67},
    };
    for (const kernels::KernelTable* table : supported_tables()) {
        if (!table->fused) continue;
        for (const Expected& e : expected) {
            CAPTURE(name_of(*table), static_cast<int>(e.model));
            CHECK(hash_of_model<float>(*table, e.model) == e.steps_f32);
            CHECK(hash_of_model<double>(*table, e.model) == e.steps_f64);
            CHECK(hash_of_derivative<float>(*table, e.model) == e.derivative_f32);
            CHECK(hash_of_derivative<double>(*table, e.model) == e.derivative_f64);
        }
    }
}

TEMPLATE_TEST_CASE("an agent's bits do not depend on how many others there are", "[single_track]",
                   float, double) {
    using T = TestType;
    for (const kernels::KernelTable* table : supported_tables()) {
        for (const Run& run : typical_runs()) {
            for (const bool shared : {true, false}) {
                CAPTURE(name_of(*table), static_cast<int>(run.model), run.micro_steps, shared);
                const Agents<T> start = random_agents<T>(1025, 0.3, shared, 13);
                Agents<T> alone = start;
                for (std::size_t i = 0; i < start.size(); ++i) {
                    Agents<T> one = start.pick({i});
                    one.step(*table, run);
                    for (std::size_t c = 0; c < one.state.size(); ++c)
                        alone.state[c][i] = one.state[c][0];
                    alone.status[i] = one.status[0];
                }
                std::vector<std::size_t> counts(67);
                std::iota(counts.begin(), counts.end(), std::size_t(1));
                counts.insert(counts.end(), {1023u, 1024u, 1025u});
                for (const std::size_t n : counts) {
                    Agents<T> together = start.first(n);
                    together.step(*table, run);
                    CAPTURE(n);
                    if (differing(together, alone.first(n)) != 0) FAIL_CHECK("other bits");
                }
            }
        }
    }
}

TEMPLATE_TEST_CASE("an agent's bits do not depend on its place", "[single_track]", float, double) {
    using T = TestType;
    Random random(14);
    std::vector<std::size_t> order(1500);
    std::iota(order.begin(), order.end(), std::size_t(0));
    for (std::size_t i = order.size(); i-- > 1;) std::swap(order[i], order[random.below(i + 1)]);
    for (const kernels::KernelTable* table : supported_tables()) {
        for (const Run& run : typical_runs()) {
            CAPTURE(name_of(*table), static_cast<int>(run.model), run.micro_steps);
            Agents<T> agents = random_agents<T>(order.size(), 0.12, false, 15);
            Agents<T> shuffled = agents.pick(order);
            agents.step(*table, run);
            shuffled.step(*table, run);
            CHECK(differing(shuffled, agents.pick(order)) == 0);
        }
    }
}

TEMPLATE_TEST_CASE("many micro-steps in one call are the same as one by one", "[single_track]",
                   float, double) {
    using T = TestType;
    for (const kernels::KernelTable* table : supported_tables()) {
        for (Run run : typical_runs()) {
            CAPTURE(name_of(*table), static_cast<int>(run.model), run.micro_steps);
            Agents<T> at_once = random_agents<T>(1101, 0.3, true, 16), one_by_one = at_once;
            at_once.step(*table, run);
            const int steps = run.micro_steps;
            run.micro_steps = 1;
            for (int i = 0; i < steps; ++i) one_by_one.step(*table, run);
            CHECK(differing(at_once, one_by_one) == 0);
        }
    }
}

// An Euler step is z + timestep f(z), rounded once; the yaw angle is wrapped besides.
TEMPLATE_TEST_CASE("an Euler step follows the derivative", "[single_track]", float, double) {
    using T = TestType;
    for (const kernels::KernelTable* table : supported_tables()) {
        if (!table->fused) continue;
        for (const Model model : {Model::ks, Model::st, Model::st_smooth}) {
            CAPTURE(name_of(*table), static_cast<int>(model));
            const Run run = {model, Integrator::euler};
            Agents<T> agents = random_agents<T>(333, 0.4, false, 17);
            const Agents<T> start = agents;
            std::array<std::vector<T>, kernels::k_state_count> rate;
            kernels::SingleTrackDerivativeArguments<T> call{agents.arguments(run), {}};
            for (std::size_t c = 0; c < rate.size(); ++c) {
                rate[c].resize(agents.size());
                call.derivative[c] = rate[c].data();
            }
            kernels::single_track_of<T>(*table).derivative(call);
            CHECK(differing(agents, start) == 0);
            agents.step(*table, run);
            const T h = static_cast<T>(run.timestep);
            std::size_t wrong = 0;
            for (std::size_t i = 0; i < agents.size(); ++i)
                for (const std::size_t c : {0u, 1u, 2u, 3u, 5u, 6u})
                    wrong += agents.state[c][i] != std::fma(h, rate[c][i], start.state[c][i]);
            CHECK(wrong == 0);
        }
    }
}
