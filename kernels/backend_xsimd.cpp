// The xsimd backend, built once for AVX2 with FMA and once for AVX-512.

#include <lanewise/kernels/kernel_table.hpp>
#include <lanewise/kernels/math/huge_argument.hpp>

#include <xsimd/xsimd.hpp>

#define LANEWISE_FN inline __attribute__((always_inline))
#define LANEWISE_ENTRY
#define LANEWISE_BACKEND_NAME "xsimd"
#define LANEWISE_HARDWARE_FMA 1

#ifdef __AVX512F__
#define LANEWISE_TARGET_NAME "avx512"
#define LANEWISE_REQUIREMENT kernels::Requirement::avx512
#define LANEWISE_TABLE xsimd_avx512_table
#else
#define LANEWISE_TARGET_NAME "avx2"
#define LANEWISE_REQUIREMENT kernels::Requirement::avx2
#define LANEWISE_TABLE xsimd_avx2_table
#endif

namespace lanewise {
namespace {
#ifdef __AVX512F__
using XsimdArch = xsimd::avx512bw;
#else
using XsimdArch = xsimd::fma3<xsimd::avx2>;
#endif

#include <lanewise/kernels/lane_scalar-inl.hpp>
#include <lanewise/kernels/lane_xsimd-inl.hpp>

template <class T>
using Lane = XsimdLane<T>;

#include <lanewise/kernels/all_kernels-inl.hpp>
}  // namespace

namespace kernels {
const KernelTable& LANEWISE_TABLE() {
    return k_table;
}
}  // namespace kernels
}  // namespace lanewise
