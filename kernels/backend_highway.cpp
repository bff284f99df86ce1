// The Highway backend: this file includes itself once for each target that the compiler can build.

#include <lanewise/kernels/kernel_table.hpp>
#include <lanewise/kernels/math/huge_argument.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "lanewise/kernels/backend_highway.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace lanewise {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

#undef LANEWISE_FN
#undef LANEWISE_ENTRY
#undef LANEWISE_BACKEND_NAME
#undef LANEWISE_TARGET_NAME
#undef LANEWISE_REQUIREMENT
#undef LANEWISE_HARDWARE_FMA
#define LANEWISE_FN inline __attribute__((always_inline)) HWY_ATTR
#define LANEWISE_ENTRY HWY_ATTR
#define LANEWISE_BACKEND_NAME "highway"
#if HWY_TARGET == HWY_AVX3
#define LANEWISE_TARGET_NAME "avx3"
#define LANEWISE_REQUIREMENT kernels::Requirement::avx512
#define LANEWISE_HARDWARE_FMA 1
#elif HWY_TARGET == HWY_AVX2
#define LANEWISE_TARGET_NAME "avx2"
#define LANEWISE_REQUIREMENT kernels::Requirement::avx2
#define LANEWISE_HARDWARE_FMA 1
#else
#define LANEWISE_TARGET_NAME "sse4"
#define LANEWISE_REQUIREMENT kernels::Requirement::sse4
#define LANEWISE_HARDWARE_FMA 0
#endif

// The first one defines what the second one uses.
// clang-format off
#include <lanewise/kernels/lane_scalar-inl.hpp>
#include <lanewise/kernels/lane_highway-inl.hpp>
// clang-format on

template <class T>
using Lane = HwyLane<T>;

#include <lanewise/kernels/all_kernels-inl.hpp>
}  // namespace

const kernels::KernelTable& highway_table() {
    return k_table;
}

}  // namespace HWY_NAMESPACE
}  // namespace lanewise
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lanewise::kernels {
const KernelTable& highway_avx3_table() {
    return N_AVX3::highway_table();
}
const KernelTable& highway_avx2_table() {
    return N_AVX2::highway_table();
}
const KernelTable& highway_sse4_table() {
    return N_SSE4::highway_table();
}
}  // namespace lanewise::kernels
#endif
