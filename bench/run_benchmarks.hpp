#pragma once

#include <benchmark/benchmark.h>

#include <lanewise/kernels/backend.hpp>

#include <string>

namespace lanewise::bench {

/// Runs what is registered, as Google Benchmark's command line says; the program's exit code.
inline int run_benchmarks(int argc, char** argv) {
    const BackendInfo best = backend();
    benchmark::AddCustomContext("cpu", std::string(cpu_name()));
    benchmark::AddCustomContext("compiler", __VERSION__);
    benchmark::AddCustomContext("backend", std::string(best.name) + ":" + std::string(best.target));
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}

}  // namespace lanewise::bench
