// Figures of the single-track kernels: the chosen backend, one thread, 1024 agents in the cache.

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "check/figure.hpp"
#include "count_operations.hpp"
#include "fma_peak.hpp"
#include "steppers.hpp"

namespace lanewise::bench {
namespace {

constexpr std::size_t k_cached = 1024;
constexpr std::size_t k_million = std::size_t(1) << 20;
constexpr double k_sample = 0.02;  // [s]

template <class T>
constexpr const char* k_precision = sizeof(T) == sizeof(float) ? "f32" : "f64";

/// How many times faster than the vectorised baseline.
template <class T>
double gain(Speeds speeds, int steps_per_call) {
    const Agents<T> agents = start_agents<T>(k_cached, speeds);
    Workload<T> kernel(best_kernel(), agents, steps_per_call);
    Workload<T> baseline(vectorised_baseline(), agents, steps_per_call);
    return median_ratio([&] { return kernel.seconds_per_micro_step(k_sample); },
                        [&] { return baseline.seconds_per_micro_step(k_sample); });
}

template <class T>
void report_gains(const Report& report, Speeds speeds, double at_one, double from_ten) {
    for (const int steps : {1, 10, 100}) {
        const double target = steps == 1 ? at_one : from_ten;
        if (target > 0)
            report({fmt::format("{} {}, {} a call, times baseline", k_precision<T>, speeds.name,
                                steps),
                    gain<T>(speeds, steps), target});
    }
}

double share_of_peak(int steps_per_call) {
    const Agents<float> agents = start_agents<float>(k_cached, k_dynamic);
    Workload<float> kernel(best_kernel(), agents, steps_per_call);
    const double flop = count_single_track<float>(5).flop();
    return flop * median_ratio([&] { return kernel.seconds_per_micro_step(k_sample); },
                               [] { return 1 / measure_fma_peak<float>(k_sample); });
}

/// Rate with a million agents over the rate with those that fit the cache.
double rate_kept(Speeds speeds) {
    const Agents<float> many = start_agents<float>(k_million, speeds);
    const Agents<float> few = start_agents<float>(k_cached, speeds);
    Workload<float> large(best_kernel(), many, 1), small(best_kernel(), few, 1);
    return median_ratio([&] { return large.seconds_per_micro_step(k_sample); },
                        [&] { return small.seconds_per_micro_step(k_sample); });
}

/// Largest difference of a state after 20 micro-steps from the plain loop's in binary64.
template <class T>
double disagreement(const Implementation& who) {
    const auto plain = make_aos_stepper(start_agents<double>(k_cached, k_mixed));
    const auto other = who.make(start_agents<T>(k_cached, k_mixed));
    plain->step(20);
    other->step(20);
    const Agents<double> expected = plain->agents();
    const Agents<T> found = other->agents();
    double worst = 0;
    for (std::size_t c = 0; c < 7; ++c)
        for (std::size_t i = 0; i < k_cached; ++i) {
            double difference =
                std::abs(static_cast<double>(found.column[c][i]) - expected.column[c][i]);
            if (c == 4) difference = std::abs(std::sin(difference / 2)) * 2;
            if (!(difference <= worst)) worst = difference;
            if (std::isnan(worst)) return worst;
        }
    return worst;
}

/// A ratio of speeds means something only between programs that compute the same.
void report_agreement(const Report& report) {
    using enum Figure::Bound;
    for (const Implementation& who : {vectorised_baseline(), best_kernel()}) {
        report({who.name + " f32, error", disagreement<float>(who), 1e-3, at_most});
        report({who.name + " f64, error", disagreement<double>(who), 1e-9, at_most});
    }
}

}  // namespace

void measure_single_track(const Report& report) {
    report_agreement(report);
    report_gains<float>(report, k_dynamic, 3.0, 3.3);
    if (measure_fma_peak<float>(k_sample) > 0)
        for (const int steps : {10, 100})
            report({fmt::format("f32 dynamic, {} a call, share of fma peak", steps),
                    share_of_peak(steps), 0.5});
    report_gains<float>(report, k_mixed, 2.0, 2.7);
    report_gains<float>(report, k_half_slow, 0, 1.9);
    report_gains<double>(report, k_dynamic, 2.6, 2.6);
    report_gains<double>(report, k_mixed, 1.8, 2.3);
    report({"f32 dynamic, 1 a call, rate kept at 1M agents", rate_kept(k_dynamic), 0.6});
    report({"f32 mixed, 1 a call, rate kept at 1M agents", rate_kept(k_mixed), 0.6});
}

}  // namespace lanewise::bench
