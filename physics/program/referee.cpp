#include <lanewise/physics/program/referee.hpp>
#include <lanewise/physics/racing/laps.hpp>

#include <algorithm>
#include <cmath>

namespace lanewise::program {

void RaceCount::add(const RaceCount& other) {
    laps += other.laps;
    finishers += other.finishers;
    if (other.best_lap > 0.0 && (best_lap == 0.0 || other.best_lap < best_lap))
        best_lap = other.best_lap;
    sum_of_best_laps += other.sum_of_best_laps;
    off_track += other.off_track;
    edge_contacts += other.edge_contacts;
    lost += other.lost;
}

template <class Real>
Referee<Real>::Referee(std::size_t agents, double track_length, double half_width,
                       double half_length)
    : count_(agents),
      length_(static_cast<Real>(track_length)),
      half_width_(static_cast<Real>(half_width)),
      half_length_(static_cast<Real>(half_length)),
      s_(1, agents),
      clocks_(agents),
      off_track_(agents),
      soiled_(agents),
      over_edge_(agents),
      lost_(agents) {}

template <class Real>
void Referee<Real>::observe(double time, const Whereabouts<Real>& at) {
    Real* const s = s_.column(0);
    if (!started_) {
        std::copy(at.s.begin(), at.s.end(), s);
        started_ = true;
    }
    unsigned contacts = 0;
    for (std::size_t i = 0; i < count_; ++i) {
        const Real reach = half_width_ + half_length_ * std::abs(at.epsi[i]);
        const Real right = -at.ey[i] - at.right[i], left = at.ey[i] - at.left[i];
        const Real beyond = right > left ? right : left;  // negative inside
        const auto over = static_cast<std::uint8_t>(beyond + reach > Real(0));
        contacts += static_cast<unsigned>(over & ~over_edge_[i]);
        over_edge_[i] = over;
        const auto off = static_cast<std::uint8_t>(beyond > Real(0));
        off_track_[i] |= off;
        soiled_[i] |= off;
        lost_[i] = static_cast<std::uint8_t>(lost_[i] | !(at.ey[i] == at.ey[i]));
    }
    edge_contacts_ += contacts;
    for (std::size_t i = 0; i < count_; ++i) {
        if (track_progress(s[i], at.s[i], length_).turns != 0) [[unlikely]]
            cross(i, time, static_cast<double>(s[i]), static_cast<double>(at.s[i]));
        s[i] = at.s[i];
    }
    time_ = time;
}

template <class Real>
void Referee<Real>::cross(std::size_t agent, double time, double from, double to) {
    Clock& clock = clocks_[agent];
    if (to > from) {
        --clock.crossings;
        return;
    }
    ++clock.crossings;
    if (clock.crossings <= clock.most) return;
    clock.most = clock.crossings;
    const double before = static_cast<double>(length_) - from;
    const double at = time_ + (time - time_) * before / (before + to);
    if (clock.most > 1 && soiled_[agent] == 0) {
        ++clock.laps;
        const double lap = at - clock.last;
        if (clock.best == 0.0 || lap < clock.best) clock.best = lap;
    }
    clock.last = at;
    soiled_[agent] = 0;
}

template <class Real>
RaceCount Referee<Real>::count() const {
    RaceCount sum;
    for (std::size_t i = 0; i < count_; ++i) {
        sum.laps += static_cast<std::uint64_t>(laps(i));
        if (const double best = clocks_[i].best; best > 0.0) {
            ++sum.finishers;
            sum.sum_of_best_laps += best;
            if (sum.best_lap == 0.0 || best < sum.best_lap) sum.best_lap = best;
        }
        sum.off_track += off_track_[i];
        sum.lost += lost_[i];
    }
    sum.edge_contacts = edge_contacts_;
    return sum;
}

template <class Real>
int Referee<Real>::laps(std::size_t agent) const {
    return clocks_[agent].laps;
}

template class Referee<float>;
template class Referee<double>;

}  // namespace lanewise::program
