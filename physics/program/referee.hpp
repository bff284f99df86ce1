#pragma once

#include <lanewise/physics/aligned_block.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lanewise::program {

/// What a race has come to, for one group of agents or for all.
struct RaceCount {
    std::uint64_t laps = 0;           ///< clean ones, of all agents
    std::uint64_t finishers = 0;      ///< agents with at least one lap
    double best_lap = 0.0;            ///< [s]; 0 where there is none
    double sum_of_best_laps = 0.0;    ///< over the finishers [s]
    std::uint64_t off_track = 0;      ///< agents whose centre of gravity has left the track
    std::uint64_t edge_contacts = 0;  ///< times that a body came over an edge
    std::uint64_t lost = 0;           ///< agents whose state is no longer finite

    void add(const RaceCount& other);
};

/// Columns in the track's frame, from Track::to_frenet().
template <class Real>
struct Whereabouts {
    std::span<const Real> s, ey, epsi, right, left;
};

/// Counts laps and edges for a group of agents, called once per control step.
///
/// A lap runs from one crossing of s = 0 to the next, timed between two calls by linear
/// interpolation; going back over the line takes the crossing back. It counts if the agent stayed
/// on the track all the way: who leaves it may come back to another part of it. A body counts as
/// over an edge where |ey| + (width + length |epsi|) / 2 exceeds the width there, which is a bound:
/// the true rectangle may still be inside.
template <class Real>
class Referee {
public:
    /// @param half_width, half_length of the largest body [m]
    Referee(std::size_t agents, double track_length, double half_width, double half_length);

    void observe(double time, const Whereabouts<Real>& at);
    [[nodiscard]] RaceCount count() const;
    /// Clean laps of one agent.
    [[nodiscard]] int laps(std::size_t agent) const;

private:
    /// Crossings of the start line, made rarely.
    struct Clock {
        int laps = 0;       // clean ones
        double last = 0.0;  // time of the last crossing [s]
        double best = 0.0;  // best lap; 0 where there is none [s]
        int crossings = 0;  // forwards minus backwards
        int most = 0;       // largest number of them
    };
    void cross(std::size_t agent, double time, double from, double to);

    std::size_t count_;
    Real length_, half_width_, half_length_;
    double time_ = 0.0;
    bool started_ = false;
    AlignedBlock<Real> s_;  // one column: arclength at the last call
    std::vector<Clock> clocks_;
    std::vector<std::uint8_t> off_track_;  // sticky
    std::vector<std::uint8_t> soiled_;     // off the track since the last crossing
    std::vector<std::uint8_t> over_edge_;  // at the last call
    std::vector<std::uint8_t> lost_;       // sticky
    std::uint64_t edge_contacts_ = 0;
};

extern template class Referee<float>;
extern template class Referee<double>;

}  // namespace lanewise::program
