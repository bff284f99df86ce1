#pragma once

#include <span>

namespace lanewise::bench {

/// A loop of independent chains of fused multiply-adds, which do nothing but keep the pipes full.
struct FmaChains {
    const char* target;
    bool (*supported)();
    double (*run_f32)();  ///< runs it once; the floating-point operations done (an fma is two)
    double (*run_f64)();
};

/// One for each vector width, the widest first.
std::span<const FmaChains> fma_chains();

/// Rate of the widest supported one over about `seconds`, in FLOP/s; 0 where there is none.
template <class T>
double measure_fma_peak(double seconds);

}  // namespace lanewise::bench
