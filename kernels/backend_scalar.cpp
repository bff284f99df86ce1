// The scalar backend: one number a lane. Built twice, for any x86-64 and for CPUs with fma.

#include <lanewise/kernels/kernel_table.hpp>
#include <lanewise/kernels/math/huge_argument.hpp>

#define LANEWISE_FN inline __attribute__((always_inline))
#define LANEWISE_ENTRY
#define LANEWISE_BACKEND_NAME "scalar"

#ifdef __FMA__
#define LANEWISE_HARDWARE_FMA 1
#define LANEWISE_TARGET_NAME "fma"
#define LANEWISE_REQUIREMENT kernels::Requirement::fma
#define LANEWISE_TABLE scalar_fma_table
#else
#define LANEWISE_HARDWARE_FMA 0
#define LANEWISE_TARGET_NAME "baseline"
#define LANEWISE_REQUIREMENT kernels::Requirement::none
#define LANEWISE_TABLE scalar_baseline_table
#endif

namespace lanewise {
namespace {
#include <lanewise/kernels/lane_scalar-inl.hpp>

template <class T>
using Lane = ScalarLane<T>;

#include <lanewise/kernels/all_kernels-inl.hpp>
}  // namespace

namespace kernels {
const KernelTable& LANEWISE_TABLE() {
    return k_table;
}
}  // namespace kernels
}  // namespace lanewise
