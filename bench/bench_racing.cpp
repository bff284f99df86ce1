// Control steps of racing environments in one thread, and the bare micro-steps of the same agents.
// Names: racing/<environments>x<agents>/<micro-steps a control step>/<env or micro_steps>.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "driven_env.hpp"
#include "run_benchmarks.hpp"
#include "steppers.hpp"

namespace lanewise::bench {
namespace {

void run_env(benchmark::State& state, std::size_t environments, std::size_t agents, int ratio) {
    DrivenEnv env(environments, agents, ratio);
    for (auto _ : state) state.SetIterationTime(env.step());
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(env.size()) * ratio);
}

void run_micro_steps(benchmark::State& state, std::size_t environments, std::size_t agents,
                     int ratio) {
    Workload<float> workload(best_kernel(), DrivenEnv(environments, agents, ratio).agents(), ratio);
    double micro_steps = 0;
    for (auto _ : state) {
        state.SetIterationTime(workload.run_once());
        micro_steps += workload.micro_steps();
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(micro_steps));
}

void register_all() {
    struct Size {
        std::size_t environments, agents;
    };
    for (const Size size : {Size{64, 1}, Size{4096, 1}, Size{1024, 4}, Size{256, 16}})
        for (const int ratio : {1, 10}) {
            const auto add = [&](const char* what, auto* run) {
                const std::string name =
                    fmt::format("racing/{}x{}/{}/{}", size.environments, size.agents, ratio, what);
                benchmark::RegisterBenchmark(name.c_str(), run, size.environments, size.agents,
                                             ratio)
                    ->UseManualTime()
                    ->MinTime(0.1)
                    ->Unit(benchmark::kMicrosecond);
            };
            add("micro_steps", run_micro_steps);
            add("env", run_env);
        }
}

}  // namespace
}  // namespace lanewise::bench

int main(int argc, char** argv) {
    lanewise::bench::register_all();
    return lanewise::bench::run_benchmarks(argc, argv);
}
