#pragma once

#include <lanewise/physics/aligned_block.hpp>
#include <lanewise/physics/program/balance.hpp>
#include <lanewise/physics/program/route.hpp>
#include <lanewise/physics/single_track/batch.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace lanewise::program {

/// How one agent drives.
struct DriverHabits {
    double look_base = 0.0;    ///< looks this far ahead at rest [m]
    double look_time = 0.0;    ///< and this much farther per speed [s]
    double pace = 1.0;         ///< of the speed profile
    double shift = 0.0;        ///< drives this far to the left of the route [m]
    double caution = 0.0;      ///< and this share of the way back from it to the centre line
    double wheelbase = 0.0;    ///< of its car [m]
    double a_max = 0.0;        ///< of its car [m/s2]
    double v_switch = 0.0;     ///< of its car [m/s]
    double yaw_damping = 0.0;  ///< steers against a yaw rate that its course does not ask for [s]
    AxleBalance balance;       ///< of its car
};

/// Habits that suit a car whose driver acts every `interval` [s].
DriverHabits habits_for(const SingleTrackParameters& car, double interval);

/// What all drivers of a race share: the route and its speeds, ready for looking up.
template <class Real>
class RouteMap {
public:
    struct Waypoint {
        Real x, y, normal_x, normal_y, offset, speed;
    };

    /// @param farthest how far ahead somebody may look [m]
    RouteMap(const Route& route, const std::vector<double>& speed, double farthest);

    /// The waypoint at or just behind arclength s >= 0 of the centre line; s may go beyond one
    /// round by the farthest look.
    [[nodiscard]] const Waypoint& at(Real s) const {
        const auto i = static_cast<std::size_t>(static_cast<int>(s * per_metre_));
        return waypoints_[i < waypoints_.size() ? i : 0];
    }
    [[nodiscard]] Real farthest() const { return farthest_; }

private:
    std::vector<Waypoint> waypoints_;
    Real per_metre_;
    Real farthest_;
};

/// Pure pursuit for columns of agents: each steers onto the circle that touches its course and
/// goes through the point of the route ahead of it, and accelerates towards the profile's speed.
/// The columns hold steering velocities and accelerations; the car's own limits cut them.
template <class Real>
class Drivers {
public:
    /// @param interval time between two calls of drive() [s]
    Drivers(std::span<const DriverHabits> habits, double interval);

    /// @param s arclength of each agent on the centre line; NaN where it is nowhere
    void drive(const RouteMap<Real>& map, const SingleTrackColumns<const Real>& state,
               std::span<const Real> s, std::span<Real> steering,
               std::span<Real> longitudinal) const;

private:
    /// Agents that are looked after together: what is looked up stays in the first-level cache.
    static constexpr std::size_t k_pass = 256;
    struct alignas(64) Ahead {
        Real x[k_pass], y[k_pass], speed[k_pass];
    };
    /// Looks up the points and speeds ahead of agents [first, first + n).
    void look(const RouteMap<Real>& map, const Real* v, const Real* s, std::size_t first,
              std::size_t n, Ahead& ahead) const;
    /// Their actions.
    void act(const Ahead& ahead, const SingleTrackColumns<const Real>& state, std::size_t first,
             std::size_t n, Real* steering, Real* longitudinal) const;

    enum Column {
        k_look_base,
        k_look_time,
        k_pace,
        k_shift,
        k_caution,
        k_wheelbase,
        k_a_max,
        k_a_switch,
        k_yaw_damping,
        k_front,
        k_front_shift,
        k_rear,
        k_rear_shift,
        k_count
    };
    AlignedBlock<Real> columns_;
    std::size_t count_;
    Real per_interval_;
};

extern template class RouteMap<float>;
extern template class RouteMap<double>;
extern template class Drivers<float>;
extern template class Drivers<double>;

}  // namespace lanewise::program
