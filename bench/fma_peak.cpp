#include "fma_peak.hpp"

#include <immintrin.h>

#include <array>

#include "thread_clock.hpp"

namespace lanewise::bench {
namespace {

// Two pipes with a latency of four or five cycles need ten chains; 16 registers hold twelve.
constexpr int k_chains = 12;
constexpr int k_rounds = 4096;

/// Keeps the results alive.
volatile double sink;

#define LANEWISE_FMA_CHAINS(NAME, TARGET, VECTOR, SCALAR, SET, FMA, STORE)             \
    __attribute__((target(TARGET))) double NAME() {                                    \
        constexpr int lanes = static_cast<int>(sizeof(VECTOR) / sizeof(SCALAR));       \
        const VECTOR factor = SET(SCALAR(0.75)), term = SET(SCALAR(0.25));             \
        VECTOR chain[k_chains];                                                        \
        for (int c = 0; c < k_chains; ++c) chain[c] = SET(SCALAR(c));                  \
        for (int round = 0; round < k_rounds; ++round)                                 \
            for (int c = 0; c < k_chains; ++c) chain[c] = FMA(chain[c], factor, term); \
        SCALAR sum = 0, out[lanes];                                                    \
        for (int c = 0; c < k_chains; ++c) {                                           \
            STORE(out, chain[c]);                                                      \
            sum += out[c % lanes];                                                     \
        }                                                                              \
        sink = static_cast<double>(sum);                                               \
        return 2.0 * lanes * k_chains * k_rounds;                                      \
    }

LANEWISE_FMA_CHAINS(run_avx512_f32, "avx512f", __m512, float, _mm512_set1_ps, _mm512_fmadd_ps,
                    _mm512_storeu_ps)
LANEWISE_FMA_CHAINS(run_avx512_f64, "avx512f", __m512d, double, _mm512_set1_pd, _mm512_fmadd_pd,
                    _mm512_storeu_pd)
LANEWISE_FMA_CHAINS(run_fma_f32, "avx2,fma", __m256, float, _mm256_set1_ps, _mm256_fmadd_ps,
                    _mm256_storeu_ps)
LANEWISE_FMA_CHAINS(run_fma_f64, "avx2,fma", __m256d, double, _mm256_set1_pd, _mm256_fmadd_pd,
                    _mm256_storeu_pd)

bool has_avx512() {
    return __builtin_cpu_supports("avx512f");
}
bool has_fma() {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

constexpr std::array k_all = {
    FmaChains{"avx512", has_avx512, run_avx512_f32, run_avx512_f64},
    FmaChains{"avx2", has_fma, run_fma_f32, run_fma_f64},
};

}  // namespace

std::span<const FmaChains> fma_chains() {
    return k_all;
}

template <class T>
double measure_fma_peak(double seconds) {
    for (const FmaChains& chains : k_all) {
        if (!chains.supported()) continue;
        const auto run = sizeof(T) == sizeof(float) ? chains.run_f32 : chains.run_f64;
        double operations = 0, elapsed = 0;
        const double start = thread_seconds();
        do {
            for (int i = 0; i < 8; ++i) operations += run();
            elapsed = thread_seconds() - start;
        } while (elapsed < seconds);
        return operations / elapsed;
    }
    return 0;
}

template double measure_fma_peak<float>(double);
template double measure_fma_peak<double>(double);

}  // namespace lanewise::bench
