#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/racing/env.hpp>
#include <lanewise/physics/racing/env_data.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lanewise {
namespace {

std::vector<SingleTrackParameters> one_per_agent(const SingleTrackEnvOptions& o) {
    std::vector<SingleTrackParameters> all;
    all.reserve(o.environments * o.agents);
    for (std::size_t i = 0; i < o.environments * o.agents; ++i)
        all.push_back(o.parameters[i % o.parameters.size()]);
    return all;
}

template <class Real>
BasicSingleTrackBatch<Real> make_batch(const SingleTrackEnvOptions& o) {
    if (o.parameters.size() == 1)
        return {o.parameters.front(), o.environments * o.agents, o.dynamics()};
    return BasicSingleTrackBatch<Real>(one_per_agent(o), o.dynamics());
}

}  // namespace

template <class Real>
BasicSingleTrackEnv<Real>::Data::Data(const Track& t, const SingleTrackEnvOptions& o)
    : options(o),
      track(t),
      rewards(parse_rewards(o.rewards)),
      count(o.environments * o.agents),
      others(o.observe_others ? o.agents - 1 : 0),
      length(static_cast<Real>(t.length())),
      batch(make_batch<Real>(o)),
      edges(t),
      shape(k_shape_columns, o.parameters.size() == 1 ? 1 : count),
      shape_mask(o.parameters.size() == 1 ? 0 : ~std::size_t{0}),
      largest_radius(0),
      columns(k_others + 4 * others, count),
      returns(count),
      turns(count),
      laps(count),
      flags(count),
      active(count, 1),
      terminated(count),
      truncated(count),
      steps(o.environments),
      episode(o.environments),
      done(o.environments) {
    for (std::size_t i = 0; i < (shape_mask == 0 ? 1 : count); ++i) {
        const SingleTrackParameters& p = o.parameters[i % o.parameters.size()];
        shape.column(k_half_length)[i] = static_cast<Real>(0.5 * p.length);
        shape.column(k_half_width)[i] = static_cast<Real>(0.5 * p.width);
        shape.column(k_half_diagonal)[i] =
            static_cast<Real>(0.5 * std::sqrt(p.length * p.length + p.width * p.width));
        largest_radius = std::max(largest_radius, shape.column(k_half_diagonal)[i]);
    }
    if (options.auto_reset) {
        terminal = AlignedBlock<Real>(7 + 4 * others, count);
        terminal_returns.resize(count);
    }
    make_views();
}

template <class Real>
void BasicSingleTrackEnv<Real>::Data::make_views() {
    const auto fill = [this](Views& v) {
        const auto& all = v.all;
        v.columns = all;
        if (options.model == SingleTrackModel::ks)
            v.columns.erase(v.columns.begin() + 5, v.columns.begin() + 7);
        v.others.clear();
        for (std::size_t c = 7; c < all.size(); c += 4)
            v.others.push_back({all[c], all[c + 1], all[c + 2], all[c + 3]});
        v.observation = {all[0], all[1], all[2],   all[3],   all[4],
                         all[5], all[6], v.others, v.columns};
    };
    const auto column = [this](const AlignedBlock<Real>& block, std::size_t c) {
        return std::span<const Real>(block.column(c), count);
    };
    const SingleTrackColumns<const Real> z = std::as_const(batch).state();
    views.all = {column(columns, k_s),
                 column(columns, k_ey),
                 column(columns, k_epsi),
                 z.delta,
                 z.v,
                 z.psi_dot,
                 z.beta};
    for (std::size_t c = 0; c < 4 * others; ++c) views.all.push_back(column(columns, k_others + c));
    fill(views);

    if (!options.auto_reset) return;
    terminal_views.all.clear();
    for (std::size_t c = 0; c < views.all.size(); ++c)
        terminal_views.all.push_back(column(terminal, c));
    fill(terminal_views);
}

template <class Real>
BasicSingleTrackEnv<Real>::BasicSingleTrackEnv(const Track& track,
                                               const SingleTrackEnvOptions& options) {
    validate(options);
    data_ = std::make_unique<Data>(track, options);
    reset(0);
}

template <class Real>
BasicSingleTrackEnv<Real>::BasicSingleTrackEnv(const BasicSingleTrackEnv& other)
    : data_(std::make_unique<Data>(*other.data_)) {
    data_->make_views();
}

template <class Real>
BasicSingleTrackEnv<Real>& BasicSingleTrackEnv<Real>::operator=(const BasicSingleTrackEnv& other) {
    if (this != &other) *this = BasicSingleTrackEnv(other);
    return *this;
}

template <class Real>
BasicSingleTrackEnv<Real>::BasicSingleTrackEnv(BasicSingleTrackEnv&&) noexcept = default;
template <class Real>
BasicSingleTrackEnv<Real>& BasicSingleTrackEnv<Real>::operator=(BasicSingleTrackEnv&&) noexcept =
    default;
template <class Real>
BasicSingleTrackEnv<Real>::~BasicSingleTrackEnv() = default;

template <class Real>
const SingleTrackEnvOptions& BasicSingleTrackEnv<Real>::options() const noexcept {
    return data_->options;
}
template <class Real>
const Track& BasicSingleTrackEnv<Real>::track() const noexcept {
    return data_->track;
}
template <class Real>
std::size_t BasicSingleTrackEnv<Real>::environments() const noexcept {
    return data_->options.environments;
}
template <class Real>
std::size_t BasicSingleTrackEnv<Real>::agents() const noexcept {
    return data_->options.agents;
}
template <class Real>
std::size_t BasicSingleTrackEnv<Real>::size() const noexcept {
    return data_->count;
}

template <class Real>
SingleTrackStep<Real> BasicSingleTrackEnv<Real>::step(std::span<const Real> actions) {
    require_size("actions", actions.size(), 2 * size());
    const std::span<Real> steering = data_->batch.steering();
    const std::span<Real> longitudinal = data_->batch.longitudinal();
    for (std::size_t i = 0; i < size(); ++i) {
        steering[i] = actions[2 * i];
        longitudinal[i] = actions[2 * i + 1];
    }
    return step(steering, longitudinal);
}

template <class Real>
SingleTrackStep<Real> BasicSingleTrackEnv<Real>::step(std::span<const Real> steering,
                                                      std::span<const Real> longitudinal) {
    data_->step(steering, longitudinal);
    return {observation(), reward(), terminated(), truncated()};
}

template <class Real>
SingleTrackObservation<Real> BasicSingleTrackEnv<Real>::observation() const noexcept {
    return data_->views.observation;
}
template <class Real>
std::span<const Real> BasicSingleTrackEnv<Real>::reward() const noexcept {
    return {data_->columns.column(Data::k_reward), size()};
}
template <class Real>
std::span<const std::uint8_t> BasicSingleTrackEnv<Real>::terminated() const noexcept {
    return data_->terminated;
}
template <class Real>
std::span<const std::uint8_t> BasicSingleTrackEnv<Real>::truncated() const noexcept {
    return data_->truncated;
}
template <class Real>
std::span<const std::uint8_t> BasicSingleTrackEnv<Real>::environment_done() const noexcept {
    return data_->done;
}
template <class Real>
SingleTrackColumns<const Real> BasicSingleTrackEnv<Real>::state() const noexcept {
    return std::as_const(data_->batch).state();
}
template <class Real>
std::span<const std::uint8_t> BasicSingleTrackEnv<Real>::status() const noexcept {
    return data_->batch.status();
}
template <class Real>
std::span<const std::uint8_t> BasicSingleTrackEnv<Real>::collisions() const noexcept {
    return data_->flags;
}
template <class Real>
std::span<const std::int32_t> BasicSingleTrackEnv<Real>::laps() const noexcept {
    return data_->laps;
}
template <class Real>
std::span<const double> BasicSingleTrackEnv<Real>::episode_return() const noexcept {
    return data_->returns;
}
template <class Real>
std::span<const std::int32_t> BasicSingleTrackEnv<Real>::episode_steps() const noexcept {
    return data_->steps;
}
template <class Real>
std::span<const std::uint64_t> BasicSingleTrackEnv<Real>::episode() const noexcept {
    return data_->episode;
}
template <class Real>
std::uint64_t BasicSingleTrackEnv<Real>::seed() const noexcept {
    return data_->seed;
}
template <class Real>
SingleTrackObservation<Real> BasicSingleTrackEnv<Real>::terminal_observation() const noexcept {
    return data_->terminal_views.observation;
}
template <class Real>
std::span<const double> BasicSingleTrackEnv<Real>::terminal_return() const noexcept {
    return data_->terminal_returns;
}

// The members defined in env_reset.cpp and env_snapshot.cpp are instantiated there.
template class BasicSingleTrackEnv<float>;
template class BasicSingleTrackEnv<double>;

}  // namespace lanewise
