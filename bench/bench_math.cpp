// Sine and cosine, tangent, exponential function and angle wrap over arrays, of every table of
// kernels and of the standard library. Names: math/<function>/<precision>/<who>.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <lanewise/kernels/backend_choice.hpp>

#include <cmath>
#include <cstddef>
#include <numbers>
#include <random>
#include <vector>

#include "run_benchmarks.hpp"

namespace lanewise::bench {
namespace {

constexpr std::size_t k_count = 4096;

template <class T>
constexpr const char* k_precision = sizeof(T) == sizeof(float) ? "f32" : "f64";

/// Writes up to two results for each of n arguments.
template <class T>
using Function = void (*)(const kernels::MathTable<T>* table, const T* x, T* first, T* second,
                          std::size_t n);

template <class T>
struct Subject {
    const char* name;
    double reach;  // arguments lie in [-reach, reach]
    Function<T> of_table, of_library;
};

template <class T>
constexpr Subject<T> k_subjects[] = {
    {"sincos", 8,
     [](const kernels::MathTable<T>* table, const T* x, T* first, T* second, std::size_t n) {
         table->sincos(x, first, second, n);
     },
     [](const kernels::MathTable<T>*, const T* x, T* first, T* second, std::size_t n) {
         for (std::size_t i = 0; i < n; ++i) {
             first[i] = std::sin(x[i]);
             second[i] = std::cos(x[i]);
         }
     }},
    {"tan", 1.5,
     [](const kernels::MathTable<T>* table, const T* x, T* first, T*, std::size_t n) {
         table->tan(x, first, n);
     },
     [](const kernels::MathTable<T>*, const T* x, T* first, T*, std::size_t n) {
         for (std::size_t i = 0; i < n; ++i) first[i] = std::tan(x[i]);
     }},
    {"exp", 20,
     [](const kernels::MathTable<T>* table, const T* x, T* first, T*, std::size_t n) {
         table->exp(x, first, n);
     },
     [](const kernels::MathTable<T>*, const T* x, T* first, T*, std::size_t n) {
         for (std::size_t i = 0; i < n; ++i) first[i] = std::exp(x[i]);
     }},
    {"wrap_angle", 100,
     [](const kernels::MathTable<T>* table, const T* x, T* first, T*, std::size_t n) {
         table->wrap_angle(x, first, n);
     },
     [](const kernels::MathTable<T>*, const T* x, T* first, T*, std::size_t n) {
         for (std::size_t i = 0; i < n; ++i)
             first[i] = std::remainder(x[i], T(2 * std::numbers::pi));
     }},
};

template <class T>
void run_math(benchmark::State& state, Function<T> function, const kernels::MathTable<T>* table,
              double reach) {
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> argument(-reach, reach);
    std::vector<T> x(k_count), first(k_count), second(k_count);
    for (T& value : x) value = static_cast<T>(argument(random));
    for (auto _ : state) {
        function(table, x.data(), first.data(), second.data(), k_count);
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(k_count));
}

template <class T>
const kernels::MathTable<T>& math_of(const kernels::KernelTable& table) {
    if constexpr (sizeof(T) == sizeof(float))
        return table.math_f32;
    else
        return table.math_f64;
}

template <class T>
void register_math() {
    for (const Subject<T>& subject : k_subjects<T>) {
        const auto add = [&](const std::string& who, Function<T> function,
                             const kernels::MathTable<T>* table) {
            const std::string name =
                fmt::format("math/{}/{}/{}", subject.name, k_precision<T>, who);
            benchmark::RegisterBenchmark(name.c_str(), run_math<T>, function, table, subject.reach)
                ->MinTime(0.05);
        };
        add("std", subject.of_library, nullptr);
        for (const kernels::KernelTable* table : kernels::all_tables())
            if (kernels::is_supported(*table))
                add(fmt::format("{}:{}", table->backend, table->target), subject.of_table,
                    &math_of<T>(*table));
    }
}

}  // namespace
}  // namespace lanewise::bench

int main(int argc, char** argv) {
    lanewise::bench::register_math<float>();
    lanewise::bench::register_math<double>();
    return lanewise::bench::run_benchmarks(argc, argv);
}
