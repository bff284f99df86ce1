#include <lanewise/physics/program/heat.hpp>
#include <lanewise/physics/racing/collisions.hpp>
#include <lanewise/units/convert.hpp>

#include <algorithm>
#include <chrono>
#include <utility>

namespace lanewise::program {
namespace {

/// Adds the time since the last call to one part after the other.
class Lap {
public:
    void add_to(double& part) {
        const auto now = std::chrono::steady_clock::now();
        part += std::chrono::duration<double>(now - last_).count();
        last_ = now;
    }

private:
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

std::vector<Entrant> entrants(const Field& field, const Track& track, std::uint64_t first,
                              std::uint64_t count) {
    std::vector<Entrant> list(count);
    for (std::uint64_t i = 0; i < count; ++i) list[i] = entrant(field, track, first + i);
    return list;
}

template <class T, class Get>
std::vector<T> each(const std::vector<Entrant>& list, Get get) {
    std::vector<T> values(list.size());
    std::transform(list.begin(), list.end(), values.begin(), get);
    return values;
}

double control_interval(const SingleTrackOptions& options) {
    return to_si(options.timestep) * options.timestep_ratio;
}

SingleTrackOptions in_this_thread(SingleTrackOptions options) {
    options.max_threads = 1;
    return options;
}

}  // namespace

template <class Real>
Heat<Real>::Heat(const Track& track, const RouteMap<Real>& map, const RaceOptions& options,
                 std::uint64_t first, std::uint64_t count)
    : Heat(track, map, options, first, entrants(options.field, track, first, count)) {}

template <class Real>
Heat<Real>::Heat(const Track& track, const RouteMap<Real>& map, const RaceOptions& options,
                 std::uint64_t first, const std::vector<Entrant>& list)
    : track_(track),
      map_(map),
      batch_(each<SingleTrackParameters>(list, [](const Entrant& e) { return e.car; }),
             in_this_thread(options.dynamics)),
      drivers_(each<DriverHabits>(list, [](const Entrant& e) { return e.habits; }),
               control_interval(options.dynamics)),
      referee_(list.size(), track.length(), 0.5 * options.field.car.width,
               0.5 * options.field.car.length),
      places_(k_columns, list.size()),
      interval_(control_interval(options.dynamics)),
      record_from_(options.record_from),
      car_contacts_(options.car_contacts),
      cars_per_race_(options.field.cars_per_race),
      touched_(list.size()),
      touching_(list.size()) {
    for (std::size_t i = 0; i < list.size(); ++i) batch_.reset(i, list[i].start);
    half_length_.assign(1, static_cast<Real>(0.5 * options.field.car.length));
    half_width_.assign(1, static_cast<Real>(0.5 * options.field.car.width));
    // Sample k is agent k * agents / samples, rounded down.
    const std::uint64_t agents = options.field.agents, wanted = options.samples;
    for (std::uint64_t k = 0; k < wanted; ++k) {
        const std::uint64_t agent = k * agents / wanted;
        if (agent < first || agent >= first + list.size()) continue;
        samples_.push_back({agent - first, {agent, {}}});
        samples_.back().path.points.reserve(options.steps + 1 - options.record_from);
    }
}

template <class Real>
void Heat<Real>::run(std::uint64_t steps, bool last) {
    Lap lap;
    const SingleTrackColumns<const Real> state = std::as_const(batch_).state();
    for (std::uint64_t i = 0; i < steps; ++i, ++step_) {
        look();
        lap.add_to(times_.frenet);
        referee_.observe(
            static_cast<double>(step_) * interval_,
            {column(k_s), column(k_ey), column(k_epsi), column(k_right), column(k_left)});
        record();
        lap.add_to(times_.referee);
        if (car_contacts_) {
            count_contacts();
            lap.add_to(times_.contacts);
        }
        drivers_.drive(map_, state, column(k_s), batch_.steering(), batch_.longitudinal());
        lap.add_to(times_.driver);
        batch_.step();
        lap.add_to(times_.dynamics);
    }
    if (!last) return;
    look();
    referee_.observe(static_cast<double>(step_) * interval_,
                     {column(k_s), column(k_ey), column(k_epsi), column(k_right), column(k_left)});
    record();
}

template <class Real>
void Heat<Real>::look() {
    const SingleTrackColumns<const Real> state = std::as_const(batch_).state();
    track_.to_frenet(state.x, state.y, state.psi, column(k_s), column(k_ey), column(k_epsi),
                     FrenetExtras<Real>{.right = column(k_right), .left = column(k_left)});
}

template <class Real>
void Heat<Real>::record() {
    if (step_ < record_from_) return;
    const SingleTrackColumns<const Real> state = std::as_const(batch_).state();
    for (Sample& sample : samples_) {
        const std::size_t i = sample.index;
        const auto at = [i](std::span<const Real> c) { return static_cast<float>(c[i]); };
        sample.path.points.push_back({at(state.x), at(state.y), at(state.psi), at(state.v),
                                      at(state.delta), at(state.psi_dot), at(state.beta),
                                      at(column(k_s)), at(column(k_ey)), referee_.laps(i)});
    }
}

template <class Real>
void Heat<Real>::count_contacts() {
    const SingleTrackColumns<const Real> state = std::as_const(batch_).state();
    std::fill(touched_.begin(), touched_.end(), std::uint8_t{0});
    for (std::size_t first = 0; first < batch_.size(); first += cars_per_race_) {
        const std::size_t n = std::min(cars_per_race_, batch_.size() - first);
        find_touching<Real>({state.x.subspan(first, n), state.y.subspan(first, n),
                             state.psi.subspan(first, n), half_length_, half_width_},
                            std::span(touched_).subspan(first, n));
    }
    for (std::size_t i = 0; i < touched_.size(); ++i) contacts_ += touched_[i] & ~touching_[i] & 1u;
    std::swap(touched_, touching_);
}

template <class Real>
void Heat<Real>::add_to(RaceResult& result, StateHash& hash) const {
    result.count.add(referee_.count());
    result.car_contacts += contacts_;
    for (const std::uint8_t status : batch_.status())
        result.reverse_unstable += (status & single_track_status::reverse_unstable) != 0;
    result.times.frenet += times_.frenet;
    result.times.driver += times_.driver;
    result.times.referee += times_.referee;
    result.times.contacts += times_.contacts;
    result.times.dynamics += times_.dynamics;
    const SingleTrackColumns<const Real> state = batch_.state();
    for (std::size_t i = 0; i < batch_.size(); ++i)
        for (const auto& c :
             {state.x, state.y, state.delta, state.v, state.psi, state.psi_dot, state.beta})
            hash.add(c[i]);
    for (const Sample& sample : samples_) result.paths.push_back(sample.path);
}

template class Heat<float>;
template class Heat<double>;

}  // namespace lanewise::program
