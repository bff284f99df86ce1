#include "steppers.hpp"

#include <lanewise/kernels/backend_choice.hpp>
#include <lanewise/physics/single_track/kernel_call.hpp>

#include <algorithm>
#include <array>

#include "baselines/aos_loop.hpp"
#include "baselines/vectorised_loop.hpp"
#include "thread_clock.hpp"

namespace lanewise::bench {
namespace {

constexpr std::size_t k_states = kernels::k_state_count;

template <class T>
class AosStepper final : public Stepper<T> {
public:
    explicit AosStepper(const Agents<T>& start) : start_(start.count()) {
        for (std::size_t i = 0; i < start_.size(); ++i) {
            for (std::size_t c = 0; c < k_states; ++c) start_[i].state[c] = start.column[c][i];
            start_[i].steering_velocity = start.column[k_states][i];
            start_[i].acceleration = start.column[k_states + 1][i];
        }
        now_ = start_;
    }

    void reset() override { now_ = start_; }
    void step(int micro_steps) override { step_aos<T>(now_, micro_steps); }
    Agents<T> agents() const override {
        Agents<T> result;
        for (std::size_t c = 0; c < k_states; ++c)
            for (const Agent<T>& agent : now_) result.column[c].push_back(agent.state[c]);
        return result;
    }

private:
    std::vector<Agent<T>> start_, now_;
};

/// Columns that go back to their start.
template <class T>
class ColumnStepper : public Stepper<T> {
public:
    explicit ColumnStepper(const Agents<T>& start) : start_(start), now_(start) {}

    void reset() override {
        for (std::size_t c = 0; c < k_states; ++c)
            std::copy(start_.column[c].begin(), start_.column[c].end(), now_.column[c].begin());
    }
    Agents<T> agents() const override { return now_; }

protected:
    T* column(std::size_t c) { return now_.column[c].data(); }
    std::size_t count() const { return now_.count(); }

private:
    Agents<T> start_, now_;
};

template <class T>
class VectorisedStepper final : public ColumnStepper<T> {
public:
    explicit VectorisedStepper(const Agents<T>& start) : ColumnStepper<T>(start) {
        for (std::size_t c = 0; c < k_column_count; ++c) column_[c] = this->column(c);
    }

    void step(int micro_steps) override { step_vectorised<T>(column_, this->count(), micro_steps); }

private:
    T* column_[k_column_count];
};

template <class T>
class KernelStepper final : public ColumnStepper<T> {
public:
    KernelStepper(Integrate<T> integrate, const Agents<T>& start)
        : ColumnStepper<T>(start),
          integrate_(integrate),
          coefficients_(single_track::coefficients<T>(single_track::f1tenth())),
          status_(start.count()),
          call_(single_track::kernel_call<T>({})) {
        for (std::size_t c = 0; c < k_states; ++c) call_.state[c] = this->column(c);
        call_.steering = this->column(k_states);
        call_.longitudinal = this->column(k_states + 1);
        for (std::size_t k = 0; k < coefficients_.size(); ++k)
            call_.coefficient[k] = &coefficients_[k];
        call_.shared = true;
        call_.status = status_.data();
        call_.count = start.count();
    }

    void step(int micro_steps) override {
        call_.micro_steps = micro_steps;
        integrate_(call_);
    }

private:
    Integrate<T> integrate_;
    std::array<T, kernels::k_coefficient_count> coefficients_;
    std::vector<unsigned char> status_;
    kernels::SingleTrackArguments<T> call_;
};

}  // namespace

template <class T>
std::unique_ptr<Stepper<T>> make_aos_stepper(const Agents<T>& start) {
    return std::make_unique<AosStepper<T>>(start);
}

template <class T>
std::unique_ptr<Stepper<T>> make_vectorised_stepper(const Agents<T>& start) {
    return std::make_unique<VectorisedStepper<T>>(start);
}

template <class T>
std::unique_ptr<Stepper<T>> make_kernel_stepper(Integrate<T> integrate, const Agents<T>& start) {
    return std::make_unique<KernelStepper<T>>(integrate, start);
}

template <class T>
std::unique_ptr<Stepper<T>> Implementation::make(const Agents<T>& start) const {
    switch (kind) {
        case Kind::aos:
            return make_aos_stepper(start);
        case Kind::vectorised:
            return make_vectorised_stepper(start);
        case Kind::kernel:
            break;
    }
    return make_kernel_stepper(kernels::single_track_of<T>(*table).integrate, start);
}

Implementation aos_baseline() {
    return {"baseline_aos", Implementation::Kind::aos};
}

Implementation vectorised_baseline() {
    return {"baseline_vectorised", Implementation::Kind::vectorised};
}

namespace {

Implementation kernel(const kernels::KernelTable& table) {
    return {std::string(table.backend) + ":" + table.target, Implementation::Kind::kernel, &table};
}

}  // namespace

Implementation best_kernel() {
    return kernel(kernels::chosen_table());
}

std::vector<Implementation> all_implementations() {
    std::vector<Implementation> list = {aos_baseline(), vectorised_baseline()};
    for (const kernels::KernelTable* table : kernels::all_tables())
        if (kernels::is_supported(*table)) list.push_back(kernel(*table));
    return list;
}

template <class T>
Workload<T>::Workload(const Implementation& implementation, const Agents<T>& start,
                      int steps_per_call)
    : steps_per_call_(steps_per_call), calls_(std::max(1, 20 / steps_per_call)) {
    const std::size_t copies = std::max<std::size_t>(1, 1024 / start.count());
    for (std::size_t i = 0; i < copies; ++i) steppers_.push_back(implementation.make(start));
    micro_steps_ = static_cast<double>(copies * start.count()) * calls_ * steps_per_call_;
}

template <class T>
double Workload<T>::run_once() {
    for (auto& stepper : steppers_) stepper->reset();
    const double start = thread_seconds();
    for (auto& stepper : steppers_)
        for (int call = 0; call < calls_; ++call) stepper->step(steps_per_call_);
    return thread_seconds() - start;
}

template <class T>
double Workload<T>::seconds_per_micro_step(double sample) {
    double seconds = 0, micro_steps = 0;
    while (seconds < sample) {
        seconds += run_once();
        micro_steps += micro_steps_;
    }
    return seconds / micro_steps;
}

template std::unique_ptr<Stepper<float>> Implementation::make(const Agents<float>&) const;
template std::unique_ptr<Stepper<double>> Implementation::make(const Agents<double>&) const;
template std::unique_ptr<Stepper<float>> make_kernel_stepper(Integrate<float>,
                                                             const Agents<float>&);
template std::unique_ptr<Stepper<double>> make_kernel_stepper(Integrate<double>,
                                                              const Agents<double>&);
template class Workload<float>;
template class Workload<double>;

}  // namespace lanewise::bench
