// Runge-Kutta micro-steps of the single-track model, in every way this library and the two
// baselines have. Names: single_track/<precision>/<speeds>/<agents>/<micro-steps a call>/<who>.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "count_operations.hpp"
#include "fma_peak.hpp"
#include "run_benchmarks.hpp"
#include "steppers.hpp"
#include "thread_clock.hpp"

namespace lanewise::bench {
namespace {

template <class T>
constexpr const char* k_precision = sizeof(T) == sizeof(float) ? "f32" : "f64";

/// The agents asked for last; a million take longer to draw than to step.
template <class T>
const Agents<T>& cached_agents(std::size_t count, Speeds speeds) {
    static Agents<T> agents;
    static std::string_view range;
    if (agents.count() != count || range != speeds.name) {
        agents = start_agents<T>(count, speeds);
        range = speeds.name;
    }
    return agents;
}

/// Useful operations: of the branch that an agent needs, for the average agent.
template <class T>
double useful_flop(const Agents<T>& agents) {
    static const double low = count_single_track<T>(0.75).flop();
    static const double dynamic = count_single_track<T>(5).flop();
    const double slow = agents.slow_share();
    return slow * low + (1 - slow) * dynamic;
}

template <class T>
void run_single_track(benchmark::State& state, const Implementation& who, std::size_t count,
                      Speeds speeds, int steps_per_call) {
    const Agents<T>& agents = cached_agents<T>(count, speeds);
    Workload<T> workload(who, agents, steps_per_call);
    workload.run_once();
    double micro_steps = 0;
    for (auto _ : state) {
        state.SetIterationTime(workload.run_once());
        micro_steps += workload.micro_steps();
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(micro_steps));
    if (who.table != nullptr) state.counters["flop_per_item"] = useful_flop(agents);
    state.counters["slow_share"] = agents.slow_share();
}

template <class T>
void register_single_track(std::size_t count, Speeds speeds) {
    for (const int steps : {1, 10, 100})
        for (const Implementation& who : all_implementations()) {
            const std::string name = fmt::format("single_track/{}/{}/{}/{}/{}", k_precision<T>,
                                                 speeds.name, count, steps, who.name);
            benchmark::RegisterBenchmark(name.c_str(), run_single_track<T>, who, count, speeds,
                                         steps)
                ->UseManualTime()
                ->MinTime(0.05)
                ->Unit(benchmark::kMicrosecond);
        }
}

void run_fma_chains(benchmark::State& state, double (*run)()) {
    double operations = 0;
    for (auto _ : state) {
        const double start = thread_seconds();
        operations += run();
        state.SetIterationTime(thread_seconds() - start);
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(operations));
}

void register_fma_chains() {
    for (const FmaChains& chains : fma_chains()) {
        if (!chains.supported()) continue;
        const auto add = [&](const char* precision, double (*run)()) {
            benchmark::RegisterBenchmark(
                fmt::format("fma_peak/{}/{}", precision, chains.target).c_str(), run_fma_chains,
                run)
                ->UseManualTime()
                ->MinTime(0.2)
                ->Unit(benchmark::kMicrosecond);
        };
        add("f32", chains.run_f32);
        add("f64", chains.run_f64);
    }
}

void register_all() {
    register_fma_chains();
    for (const std::size_t count : {64u, 1024u, 16384u, 1u << 20})
        for (const Speeds speeds : k_all_speeds) {
            register_single_track<float>(count, speeds);
            register_single_track<double>(count, speeds);
        }
}

}  // namespace
}  // namespace lanewise::bench

int main(int argc, char** argv) {
    lanewise::bench::register_all();
    return lanewise::bench::run_benchmarks(argc, argv);
}
