// One more backend, whose lane counts: what a kernel costs is then a fact, not an estimate.

#include "count_operations.hpp"

#include <lanewise/kernels/kernel_table.hpp>
#include <lanewise/kernels/math/huge_argument.hpp>

#include "single_track_agents.hpp"
#include "steppers.hpp"

#define LANEWISE_FN inline
#define LANEWISE_ENTRY
#define LANEWISE_HARDWARE_FMA 0

namespace lanewise {
namespace {

bench::OperationCount operations;

#include <lanewise/kernels/lane_scalar-inl.hpp>

#include "lane_counting-inl.hpp"

template <class T>
using Lane = CountingLane<T>;
template <class T>
using StepLane = CountingLane<T>;

// clang-format off
#include <lanewise/kernels/math/trig-inl.hpp>
#include <lanewise/kernels/math/exp-inl.hpp>
#include <lanewise/kernels/single_track/model-inl.hpp>
#include <lanewise/kernels/single_track/integrate-inl.hpp>
#include <lanewise/kernels/single_track/entry-inl.hpp>
// clang-format on
}  // namespace

namespace bench {
namespace {

template <class T>
OperationCount count_call(double speed, int micro_steps) {
    Agents<T> agents = start_agents<T>(1, {"", speed, speed});
    operations = {};
    make_kernel_stepper(integrate_entry<T>, agents)->step(micro_steps);
    return operations;
}

}  // namespace

template <class T>
OperationCount count_single_track(double speed) {
    // The difference leaves out what a call does once.
    const OperationCount two = count_call<T>(speed, 2), one = count_call<T>(speed, 1);
    return {two.add - one.add, two.multiply - one.multiply, two.fma - one.fma,
            two.divide - one.divide, two.root - one.root};
}

template OperationCount count_single_track<float>(double);
template OperationCount count_single_track<double>(double);

}  // namespace bench
}  // namespace lanewise
