// The tire solve of four-wheeled vehicles on static ground, on one moving body and on four of them:
// one vehicle at a time and in lanes, every backend of this CPU. Names:
// tires/<f32 or f64>/<ground>/<vehicles>/<who>. Each is 5000 solves to warm up and 500 000 measured
// ones; "solve" is the time of one.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <lanewise/kernels/backend_choice.hpp>

#include "run_benchmarks.hpp"
#include "vehicle/tire_workload.hpp"

namespace lanewise::bench {
namespace {

constexpr std::size_t k_warm_up = 5000, k_solves = 500000;

template <class T>
void run_tires(benchmark::State& state, const kernels::KernelTable* table, TireGround ground,
               std::size_t vehicles) {
    TireBatch<T> batch(vehicles, ground);
    double seconds = 0;
    for (auto _ : state) {
        seconds = seconds_per_solve(batch, *table, k_warm_up, k_solves);
        state.SetIterationTime(seconds * static_cast<double>(k_solves));
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(k_solves));
    state.counters["solve"] = seconds;
    state.counters["checksum"] = batch.checksum();
}

template <class T>
void register_tires(const kernels::KernelTable& table, TireGround ground) {
    const char* precision = sizeof(T) == sizeof(float) ? "f32" : "f64";
    for (const std::size_t vehicles : {1u, 16u, 64u, 256u, 1024u, 4096u, 16384u})
        benchmark::RegisterBenchmark(fmt::format("tires/{}/{}/{}/{}:{}", precision, name_of(ground),
                                                 vehicles, table.backend, table.target)
                                         .c_str(),
                                     run_tires<T>, &table, ground, vehicles)
            ->UseManualTime()
            ->Iterations(1)
            ->Unit(benchmark::kMillisecond);
}

void register_all() {
    for (const kernels::KernelTable* table : kernels::all_tables()) {
        if (!kernels::is_supported(*table)) continue;
        for (const TireGround ground : k_tire_grounds) {
            register_tires<double>(*table, ground);
            register_tires<float>(*table, ground);
        }
    }
}

}  // namespace
}  // namespace lanewise::bench

int main(int argc, char** argv) {
    lanewise::bench::register_all();
    return lanewise::bench::run_benchmarks(argc, argv);
}
