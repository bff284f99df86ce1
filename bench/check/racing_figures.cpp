// Figures of the racing environments: what track, rewards, collisions and observation add to the
// micro-steps.

#include "check/figure.hpp"
#include "driven_env.hpp"
#include "steppers.hpp"

namespace lanewise::bench {
namespace {

/// A control step of one micro-step over the bare micro-step of the same agents.
double cost_of_env_step() {
    DrivenEnv env(4096, 1, 1);
    Workload<float> bare(best_kernel(), env.agents(), 1);
    const double agents = static_cast<double>(env.size());
    const auto env_step = [&] {
        double seconds = 0;
        constexpr int steps = 100;
        for (int i = 0; i < steps; ++i) seconds += env.step();
        return seconds / (steps * agents);
    };
    return median_ratio([&] { return bare.seconds_per_micro_step(0.02); }, env_step);
}

}  // namespace

void measure_racing(const Report& report) {
    report({"env step of 4096 x 1, times bare micro-step", cost_of_env_step(), 8,
            Figure::Bound::at_most});
}

}  // namespace lanewise::bench
