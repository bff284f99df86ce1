#pragma once

#include <lanewise/kernels/kernel_table.hpp>

#include <memory>
#include <string>
#include <vector>

#include "single_track_agents.hpp"

namespace lanewise::bench {

/// One implementation of the micro-step with its own copy of the agents.
template <class T>
class Stepper {
public:
    virtual ~Stepper() = default;
    /// Puts the agents back to their start.
    virtual void reset() = 0;
    virtual void step(int micro_steps) = 0;
    /// The present state, seven columns of it.
    virtual Agents<T> agents() const = 0;
};

template <class T>
std::unique_ptr<Stepper<T>> make_aos_stepper(const Agents<T>& start);
template <class T>
std::unique_ptr<Stepper<T>> make_vectorised_stepper(const Agents<T>& start);
/// `integrate` of a table of kernels.
template <class T>
using Integrate = void (*)(const kernels::SingleTrackArguments<T>& call);
/// Model st with rate commands and the shared F1TENTH set.
template <class T>
std::unique_ptr<Stepper<T>> make_kernel_stepper(Integrate<T> integrate, const Agents<T>& start);

/// Something that steps agents: a baseline or a table of kernels.
struct Implementation {
    enum class Kind { aos, vectorised, kernel };

    std::string name;
    Kind kind;
    const kernels::KernelTable* table = nullptr;

    template <class T>
    std::unique_ptr<Stepper<T>> make(const Agents<T>& start) const;
};

Implementation aos_baseline();
Implementation vectorised_baseline();
Implementation best_kernel();

/// The two baselines, then every table that this CPU can run.
std::vector<Implementation> all_implementations();

/// Agents and calls of one measurement: the agents go back to their start every 20 micro-steps, or
/// after each call where it takes more. A small set of agents is repeated, each copy with its own
/// calls, so that reading the clock does not weigh.
template <class T>
class Workload {
public:
    Workload(const Implementation& implementation, const Agents<T>& start, int steps_per_call);

    /// Resets, then steps; the thread time of the steps alone [s].
    double run_once();
    /// Micro-steps of agents in a run.
    double micro_steps() const { return micro_steps_; }
    /// Runs for about `sample` seconds; the seconds that a micro-step of one agent takes.
    double seconds_per_micro_step(double sample);

private:
    std::vector<std::unique_ptr<Stepper<T>>> steppers_;
    int steps_per_call_;
    int calls_;
    double micro_steps_;
};

}  // namespace lanewise::bench
