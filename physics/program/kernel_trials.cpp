#include <lanewise/kernels/backend.hpp>
#include <lanewise/physics/program/choices.hpp>
#include <lanewise/physics/program/kernel_trials.hpp>
#include <lanewise/physics/program/state_hash.hpp>
#include <lanewise/physics/single_track/batch.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace lanewise::program {
namespace {

/// Agents and numbers of a trial: the columns stay in the second-level cache.
constexpr std::size_t k_agents = 2048;
constexpr std::size_t k_numbers = 4096;
constexpr int k_ratio = 10;

/// FLOP of one micro-step with rk4, parameters common to all and every agent in the dynamic branch;
/// counted by running the kernel's source on a lane type that counts its operations.
struct StepFlop {
    SingleTrackModel model;
    double single, twice;
};
constexpr StepFlop k_step_flop[] = {{SingleTrackModel::ks, 371, 467},
                                    {SingleTrackModel::st, 311, 359},
                                    {SingleTrackModel::st_smooth, 335, 383}};

/// The best time of one call of `work`, from at least three rounds that fill the budget.
template <class Work>
double best_time(double budget, const Work& work) {
    using Clock = std::chrono::steady_clock;
    const auto since = [](Clock::time_point start) {
        return std::chrono::duration<double>(Clock::now() - start).count();
    };
    const Clock::time_point start = Clock::now();
    work();
    double best = since(start);
    for (int round = 0; round < 3 || since(start) < budget; ++round) {
        const Clock::time_point from = Clock::now();
        work();
        best = std::min(best, since(from));
    }
    return best;
}

void choose(const kernels::KernelTable& table) {
    set_backend(fmt::format("{}:{}", table.backend, table.target));
}

/// i / n of the way through [low, high], in an order that mixes.
double spread(std::size_t i, std::size_t n, double low, double high) {
    return low + (high - low) * static_cast<double>(i * 1021 % n) / static_cast<double>(n);
}

template <class Real>
BasicSingleTrackBatch<Real> moving_agents(SingleTrackModel model, double slowest, double fastest) {
    BasicSingleTrackBatch<Real> batch(
        single_track::f1tenth(), k_agents,
        {.model = model, .timestep_ratio = k_ratio, .max_threads = 1});
    for (std::size_t i = 0; i < k_agents; ++i)
        batch.reset(i, {.delta = spread(3 * i, k_agents, -0.05, 0.05),
                        .v = spread(i, k_agents, slowest, fastest),
                        .psi = spread(5 * i, k_agents, -3.0, 3.0)});
    return batch;
}

/// Agents on both sides of the speed branch, with commands beyond the limits.
template <class Real>
std::uint64_t hash_steps(SingleTrackModel model) {
    auto batch = moving_agents<Real>(model, -1.0, 9.0);
    for (std::size_t i = 0; i < k_agents; ++i) {
        batch.steering()[i] = static_cast<Real>(spread(7 * i, k_agents, -4.0, 4.0));
        batch.longitudinal()[i] = static_cast<Real>(spread(11 * i, k_agents, -1.0, 12.0));
    }
    for (int step = 0; step < 10; ++step) batch.step();
    StateHash hash;
    const auto state = batch.state();
    for (const auto& c :
         {state.x, state.y, state.delta, state.v, state.psi, state.psi_dot, state.beta})
        for (const Real number : c) hash.add(number);
    return hash.value();
}

template <class Real>
KernelTrial step_trial(SingleTrackModel model, const char* word, double flop) {
    constexpr bool single = sizeof(Real) == 4;
    KernelTrial trial;
    trial.name = fmt::format("{} {}", word, single ? "single" : "double");
    trial.item = "agent step";
    trial.single = single;
    trial.flop = flop;
    trial.hash = [model](const kernels::KernelTable& table) {
        choose(table);
        return hash_steps<Real>(model);
    };
    trial.time = [model](const kernels::KernelTable& table, double budget) {
        choose(table);
        // Steady turns: nobody leaves the dynamic branch however long it takes.
        auto batch = moving_agents<Real>(model, 3.0, 9.0);
        return best_time(budget, [&] { batch.step(); }) / (k_agents * k_ratio);
    };
    return trial;
}

template <class Real>
using MathCall = std::function<void(const kernels::MathTable<Real>&, const Real*, Real*, Real*)>;

template <class Real>
KernelTrial math_trial(const char* word, double flop, double reach, const MathCall<Real>& call) {
    constexpr bool single = sizeof(Real) == 4;
    const auto math_of = [](const kernels::KernelTable& table) -> const kernels::MathTable<Real>& {
        if constexpr (single)
            return table.math_f32;
        else
            return table.math_f64;
    };
    std::vector<Real> in(k_numbers);
    for (std::size_t i = 0; i < k_numbers; ++i)
        in[i] = static_cast<Real>(spread(i, k_numbers, -reach, reach));
    KernelTrial trial;
    trial.name = fmt::format("{} {}", word, single ? "single" : "double");
    trial.item = "number";
    trial.single = single;
    trial.flop = flop;
    trial.hash = [=](const kernels::KernelTable& table) {
        std::vector<Real> first(k_numbers), second(k_numbers);
        call(math_of(table), in.data(), first.data(), second.data());
        StateHash hash;
        for (const Real number : first) hash.add(number);
        for (const Real number : second) hash.add(number);
        return hash.value();
    };
    trial.time = [=](const kernels::KernelTable& table, double budget) {
        std::vector<Real> first(k_numbers), second(k_numbers);
        return best_time(budget,
                         [&] { call(math_of(table), in.data(), first.data(), second.data()); }) /
               k_numbers;
    };
    return trial;
}

/// The two numbers are FLOP, counted like those of the steps.
template <class Real>
void add_math_trials(std::vector<KernelTrial>& list) {
    constexpr bool single = sizeof(Real) == 4;
    using Table = kernels::MathTable<Real>;
    const auto add = [&](const char* word, double few, double many, double reach,
                         void (*Table::*function)(const Real*, Real*, std::size_t)) {
        list.push_back(
            math_trial<Real>(word, single ? few : many, reach,
                             [function](const Table& table, const Real* in, Real* out, Real*) {
                                 (table.*function)(in, out, k_numbers);
                             }));
    };
    list.push_back(
        math_trial<Real>("sincos", single ? 27 : 39, 100.0,
                         [](const Table& table, const Real* in, Real* first, Real* second) {
                             table.sincos(in, first, second, k_numbers);
                         }));
    add("tan", 28, 40, 100.0, &Table::tan);
    add("atan", 21, 33, 10.0, &Table::atan);
    add("exp", 26, 36, 20.0, &Table::exp);
    add("wrap_angle", 7, 7, 100.0, &Table::wrap_angle);
}

}  // namespace

std::vector<KernelTrial> kernel_trials() {
    std::vector<KernelTrial> list;
    for (const Choice<SingleTrackModel>& model : k_models)
        for (const StepFlop& flop : k_step_flop) {
            if (flop.model != model.value) continue;
            list.push_back(step_trial<float>(model.value, model.word.data(), flop.single));
            list.push_back(step_trial<double>(model.value, model.word.data(), flop.twice));
        }
    add_math_trials<float>(list);
    add_math_trials<double>(list);
    return list;
}

double fma_peak(const kernels::KernelTable& table, bool single, double budget) {
    constexpr unsigned long long rounds = 20'000;
    const int lanes = single ? table.lanes_f32 : table.lanes_f64;
    volatile double sink = 0.0;
    const double seconds = best_time(budget, [&] {
        sink =
            single ? static_cast<double>(table.fma_peak_f32(rounds)) : table.fma_peak_f64(rounds);
    });
    return 2.0 * rounds * kernels::k_peak_chains * lanes / seconds;
}

}  // namespace lanewise::program
