#pragma once

#include <lanewise/kernels/contacts/arguments.hpp>
#include <lanewise/kernels/rays/tree.hpp>
#include <lanewise/kernels/single_track/arguments.hpp>
#include <lanewise/kernels/vehicle/block.hpp>

namespace lanewise::kernels {

/// Instruction sets that a table may need beyond the x86-64 baseline.
enum class Requirement : int { none, sse4, fma, avx2, avx512 };

/// Element-wise functions over n numbers, for the tests and benches of the math.
template <class T>
struct MathTable {
    void (*sincos)(const T* x, T* sine, T* cosine, std::size_t n);
    void (*tan)(const T* x, T* y, std::size_t n);
    void (*atan)(const T* x, T* y, std::size_t n);
    void (*exp)(const T* x, T* y, std::size_t n);
    void (*wrap_angle)(const T* x, T* y, std::size_t n);
};

template <class T>
struct SingleTrackTable {
    void (*integrate)(const SingleTrackArguments<T>& call);
    void (*derivative)(const SingleTrackDerivativeArguments<T>& call);
};

/// Multiply-adds on vectors in one round of fma_peak.
inline constexpr int k_peak_chains = 12;

/// Does nothing but multiply and add: `rounds` times k_peak_chains vectors, for the measure of what
/// a core can do.
template <class T>
using PeakFunction = T (*)(unsigned long long rounds);

/// All kernels of one backend built for one target. Tables are constant and live as long as the
/// program; a table may be called only on a CPU that meets its requirement.
struct KernelTable {
    const char* backend;
    const char* target;
    Requirement requirement;
    bool fused;  // fma is rounded once
    int lanes_f32;
    int lanes_f64;
    MathTable<float> math_f32;
    MathTable<double> math_f64;
    SingleTrackTable<float> single_track_f32;
    SingleTrackTable<double> single_track_f64;
    PeakFunction<float> fma_peak_f32;
    PeakFunction<double> fma_peak_f64;
    RayTable rays;
    ContactTable contacts;
    VehicleTable vehicle;
};

template <class T>
const SingleTrackTable<T>& single_track_of(const KernelTable& table);
template <>
inline const SingleTrackTable<float>& single_track_of(const KernelTable& table) {
    return table.single_track_f32;
}
template <>
inline const SingleTrackTable<double>& single_track_of(const KernelTable& table) {
    return table.single_track_f64;
}

}  // namespace lanewise::kernels
