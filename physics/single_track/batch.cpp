#include <lanewise/kernels/backend_choice.hpp>
#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/parallel.hpp>
#include <lanewise/physics/single_track/batch.hpp>
#include <lanewise/physics/single_track/batch_data.hpp>
#include <lanewise/physics/single_track/kernel_call.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace lanewise {
namespace {

/// Agents in the smallest part of a step that a thread takes: whole blocks of the kernel.
constexpr std::size_t k_grain = 2048;

template <class T>
bool overlaps(std::span<const T> span, const T* begin, const T* end) {
    const std::less<const T*> before;
    return before(span.data(), end) && before(begin, span.data() + span.size());
}

void require_agents(std::string_view field, std::size_t agents) {
    constexpr std::size_t most = SingleTrackBatch::max_agents;
    if (agents == 0 || agents > most)
        refuse(field, fmt::format("{}", agents), fmt::format("must be between 1 and {}", most));
}

}  // namespace

template <class Real>
BasicSingleTrackBatch<Real>::Data::Data(std::span<const SingleTrackParameters> sets,
                                        std::size_t agents, const SingleTrackOptions& o)
    : options(o),
      parameters(sets.begin(), sets.end()),
      count(agents),
      columns(k_columns, agents),
      status(agents) {
    // A list of equal sets is one shared set: same numbers, less memory.
    const bool equal = std::all_of(parameters.begin(), parameters.end(),
                                   [&](const auto& p) { return p == parameters.front(); });
    if (equal) parameters.resize(1);
    coefficients = AlignedBlock<Real>(kernels::k_coefficient_count, parameters.size());
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const auto set = single_track::coefficients<Real>(parameters[i]);
        for (std::size_t c = 0; c < set.size(); ++c) coefficients.column(c)[i] = set[c];
    }
}

template <class Real>
BasicSingleTrackBatch<Real>::BasicSingleTrackBatch(const SingleTrackParameters& parameters,
                                                   std::size_t agents,
                                                   const SingleTrackOptions& options) {
    require_agents("agents", agents);
    validate(parameters);
    validate(options);
    data_ = std::make_unique<Data>(std::span(&parameters, 1), agents, options);
}

template <class Real>
BasicSingleTrackBatch<Real>::BasicSingleTrackBatch(
    std::span<const SingleTrackParameters> parameters, const SingleTrackOptions& options) {
    require_agents("parameters", parameters.size());
    for (std::size_t i = 0; i < parameters.size(); ++i)
        validate(parameters[i], fmt::format("parameters[{}]", i));
    validate(options);
    data_ = std::make_unique<Data>(parameters, parameters.size(), options);
}

template <class Real>
BasicSingleTrackBatch<Real>::BasicSingleTrackBatch(const BasicSingleTrackBatch& other)
    : data_(std::make_unique<Data>(*other.data_)) {}

template <class Real>
BasicSingleTrackBatch<Real>& BasicSingleTrackBatch<Real>::operator=(
    const BasicSingleTrackBatch& other) {
    if (this != &other) data_ = std::make_unique<Data>(*other.data_);
    return *this;
}

template <class Real>
BasicSingleTrackBatch<Real>::BasicSingleTrackBatch(BasicSingleTrackBatch&&) noexcept = default;
template <class Real>
BasicSingleTrackBatch<Real>& BasicSingleTrackBatch<Real>::operator=(
    BasicSingleTrackBatch&&) noexcept = default;
template <class Real>
BasicSingleTrackBatch<Real>::~BasicSingleTrackBatch() = default;

template <class Real>
std::size_t BasicSingleTrackBatch<Real>::size() const noexcept {
    return data_->count;
}

template <class Real>
const SingleTrackOptions& BasicSingleTrackBatch<Real>::options() const noexcept {
    return data_->options;
}

template <class Real>
const SingleTrackParameters& BasicSingleTrackBatch<Real>::parameters(std::size_t agent) const {
    data_->require_agent(agent);
    return data_->parameters[data_->shared() ? 0 : agent];
}

template <class Real>
SingleTrackColumns<Real> BasicSingleTrackBatch<Real>::state() noexcept {
    const auto c = [this](std::size_t i) { return std::span(data_->columns.column(i), size()); };
    return {c(0), c(1), c(2), c(3), c(4), c(5), c(6)};
}

template <class Real>
SingleTrackColumns<const Real> BasicSingleTrackBatch<Real>::state() const noexcept {
    const auto c = [this](std::size_t i) {
        return std::span<const Real>(data_->columns.column(i), size());
    };
    return {c(0), c(1), c(2), c(3), c(4), c(5), c(6)};
}

template <class Real>
SingleTrackState BasicSingleTrackBatch<Real>::state_of(std::size_t agent) const {
    data_->require_agent(agent);
    const auto at = [&](std::size_t c) {
        return static_cast<double>(data_->columns.column(c)[agent]);
    };
    return {at(0), at(1), at(2), at(3), at(4), at(5), at(6)};
}

template <class Real>
std::span<Real> BasicSingleTrackBatch<Real>::steering() noexcept {
    return {data_->columns.column(Data::k_steering), size()};
}

template <class Real>
std::span<Real> BasicSingleTrackBatch<Real>::longitudinal() noexcept {
    return {data_->columns.column(Data::k_longitudinal), size()};
}

template <class Real>
std::span<const std::uint8_t> BasicSingleTrackBatch<Real>::status() const noexcept {
    return data_->status;
}

template <class Real>
void BasicSingleTrackBatch<Real>::step() {
    data_->integrate(steering().data(), longitudinal().data(), nullptr);
}

template <class Real>
void BasicSingleTrackBatch<Real>::step(std::span<const Real> steering,
                                       std::span<const Real> longitudinal) {
    data_->require_actions(steering, longitudinal);
    data_->integrate(steering.data(), longitudinal.data(), nullptr);
}

template <class Real>
void BasicSingleTrackBatch<Real>::step(std::span<const Real> steering,
                                       std::span<const Real> longitudinal,
                                       std::span<const std::uint8_t> active) {
    data_->require_actions(steering, longitudinal);
    require_size("active", active.size(), size());
    if (overlaps(active, data_->status.data(), data_->status.data() + size()))
        refuse("active", "a span inside the status", "must not overlap the status");
    if (data_->kept.empty()) data_->kept = AlignedBlock<Real>(kernels::k_state_count, size());
    data_->integrate(steering.data(), longitudinal.data(), active.data());
}

template <class Real>
void BasicSingleTrackBatch<Real>::Data::require_agent(std::size_t agent) const {
    if (agent >= count)
        refuse("agent", fmt::format("{}", agent), fmt::format("must be < {}", count));
}

template <class Real>
void BasicSingleTrackBatch<Real>::Data::require_actions(std::span<const Real> steering,
                                                        std::span<const Real> longitudinal) const {
    require_size("steering", steering.size(), count);
    require_size("longitudinal", longitudinal.size(), count);
    // The action columns of the batch itself lie in the same block and are fine.
    const Real* own[] = {columns.column(k_steering), columns.column(k_longitudinal)};
    for (const auto& [name, span] :
         {std::pair("steering", steering), std::pair("longitudinal", longitudinal)}) {
        if (span.data() != own[0] && span.data() != own[1] &&
            overlaps(span, columns.begin(), columns.end()))
            refuse(name, "a span inside the state", "must not overlap the state");
    }
}

template <class Real>
void BasicSingleTrackBatch<Real>::Data::integrate(const Real* steering, const Real* longitudinal,
                                                  const std::uint8_t* active) {
    const kernels::SingleTrackTable<Real>& kernel =
        kernels::single_track_of<Real>(kernels::chosen_table());
    kernels::SingleTrackArguments<Real> whole = single_track::kernel_call<Real>(options);
    whole.shared = shared();
    for (std::size_t c = 0; c < kernels::k_coefficient_count; ++c)
        whole.coefficient[c] = coefficients.column(c);

    parallel_parts(count, k_grain, options.max_threads, [&](std::size_t begin, std::size_t end) {
        if (active != nullptr) keep_inactive(active, begin, end);
        kernels::SingleTrackArguments<Real> part = whole;
        for (std::size_t c = 0; c < kernels::k_state_count; ++c)
            part.state[c] = columns.column(c) + begin;
        if (!part.shared)
            for (const Real*& column : part.coefficient) column += begin;
        part.steering = steering + begin;
        part.longitudinal = longitudinal + begin;
        part.status = status.data() + begin;
        part.count = end - begin;
        kernel.integrate(part);
        if (active != nullptr) put_back_inactive(active, begin, end);
    });
}

template <class Real>
void BasicSingleTrackBatch<Real>::Data::keep_inactive(const std::uint8_t* active, std::size_t begin,
                                                      std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
        if (active[i] != 0) continue;
        for (std::size_t c = 0; c < kernels::k_state_count; ++c)
            kept.column(c)[i] = columns.column(c)[i];
        kept_status[i] = status[i];
    }
}

template <class Real>
void BasicSingleTrackBatch<Real>::Data::put_back_inactive(const std::uint8_t* active,
                                                          std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
        if (active[i] != 0) continue;
        for (std::size_t c = 0; c < kernels::k_state_count; ++c)
            columns.column(c)[i] = kept.column(c)[i];
        status[i] = kept_status[i];
    }
}

template <class Real>
void BasicSingleTrackBatch<Real>::reset(std::span<const std::uint8_t> mask,
                                        const SingleTrackColumns<const Real>& states) {
    require_size("mask", mask.size(), size());
    const std::span<const Real> in[] = {states.x,   states.y,       states.delta, states.v,
                                        states.psi, states.psi_dot, states.beta};
    constexpr std::string_view names[] = {"x", "y", "delta", "v", "psi", "psi_dot", "beta"};
    for (std::size_t c = 0; c < kernels::k_state_count; ++c) {
        require_size(fmt::format("states.{}", names[c]), in[c].size(), size());
        for (std::size_t i = 0; i < size(); ++i)
            if (mask[i] != 0 && !std::isfinite(in[c][i]))
                refuse(fmt::format("states.{}[{}]", names[c], i), static_cast<double>(in[c][i]),
                       "must be finite");
    }
    for (std::size_t c = 0; c < kernels::k_state_count; ++c)
        for (std::size_t i = 0; i < size(); ++i)
            if (mask[i] != 0) data_->columns.column(c)[i] = in[c][i];
    for (std::size_t i = 0; i < size(); ++i)
        if (mask[i] != 0) data_->status[i] = 0;
}

template <class Real>
void BasicSingleTrackBatch<Real>::reset(std::size_t agent, const SingleTrackState& state) {
    data_->require_agent(agent);
    const double in[] = {state.x,   state.y,       state.delta, state.v,
                         state.psi, state.psi_dot, state.beta};
    constexpr std::string_view names[] = {"x", "y", "delta", "v", "psi", "psi_dot", "beta"};
    for (std::size_t c = 0; c < kernels::k_state_count; ++c)
        if (!std::isfinite(static_cast<Real>(in[c])))
            refuse(fmt::format("SingleTrackState.{}", names[c]), in[c],
                   "must be finite in the batch's precision");
    for (std::size_t c = 0; c < kernels::k_state_count; ++c)
        data_->columns.column(c)[agent] = static_cast<Real>(in[c]);
    data_->status[agent] = 0;
}

template class BasicSingleTrackBatch<float>;
template class BasicSingleTrackBatch<double>;

}  // namespace lanewise
