// The one list of kernels and the table that a backend fills from it. The backend has defined
// LANEWISE_FN, LANEWISE_BACKEND_NAME, LANEWISE_TARGET_NAME, LANEWISE_REQUIREMENT,
// LANEWISE_HARDWARE_FMA and the lane type Lane<T>.

// clang-format off
#include <lanewise/kernels/math/trig-inl.hpp>
#include <lanewise/kernels/math/atan-inl.hpp>
#include <lanewise/kernels/math/exp-inl.hpp>
#include <lanewise/kernels/single_track/model-inl.hpp>
#include <lanewise/kernels/single_track/integrate-inl.hpp>
#include <lanewise/kernels/single_track/entry-inl.hpp>
#include <lanewise/kernels/math/entry-inl.hpp>
#include <lanewise/kernels/peak/peak-inl.hpp>
// clang-format on

inline constexpr kernels::KernelTable k_table = {
    LANEWISE_BACKEND_NAME,
    LANEWISE_TARGET_NAME,
    LANEWISE_REQUIREMENT,
    LANEWISE_HARDWARE_FMA != 0,
    Lane<float>::size,
    Lane<double>::size,
    {map_sincos<float>, map_tan<float>, map_atan<float>, map_exp<float>, map_wrap_angle<float>},
    {map_sincos<double>, map_tan<double>, map_atan<double>, map_exp<double>,
     map_wrap_angle<double>},
    {integrate_entry<float>, derivative_entry<float>},
    {integrate_entry<double>, derivative_entry<double>},
    fma_peak<float>,
    fma_peak<double>,
};
