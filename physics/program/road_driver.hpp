#pragma once

#include <lanewise/physics/program/route.hpp>
#include <lanewise/physics/track/track.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lanewise::program {

/// How somebody drives a car on a road.
struct RoadHabits {
    std::uint32_t world = 0;  ///< cars of one world mind each other
    double wheelbase = 0.0;   ///< of the car [m]
    double length = 0.0;      ///< of the car [m]
    double shift = 0.0;       ///< from the centre line, to the line's left [m]
    double pace = 1.0;        ///< of the road's speed profile
    double headway = 1.2;     ///< to the car ahead [s]
};

/// What a driver sees of a car; the plane of the course's line.
struct RoadState {
    double x = 0.0, y = 0.0;  ///< of the car's origin [m]
    double yaw = 0.0;         ///< [rad]
    double speed = 0.0;       ///< forwards [m/s]
};

/// What a driver wants: the two numbers of an Ackermann control that matter.
struct RoadTarget {
    double steer = 0.0;  ///< of the wheels, positive towards larger yaw [rad]
    double speed = 0.0;  ///< [m/s]
};

/// Follows a course by pure pursuit, at the speeds of a profile, behind whoever is ahead.
class RoadDrivers {
public:
    /// @param lateral acceleration that the profile allows [m/s2]
    RoadDrivers(const Track& line, std::vector<RoadHabits> habits, double lateral, double v_max);

    /// Targets of all cars. Sizes are those of the habits.
    void drive(std::span<const RoadState> states, std::span<RoadTarget> targets);

    /// Of the last drive(): arclength on the line and offset to its left [m].
    [[nodiscard]] std::span<const double> s() const { return s_; }
    [[nodiscard]] std::span<const double> offset() const { return ey_; }
    /// Time for a round at the profile's speeds [s].
    [[nodiscard]] double ideal_lap() const { return ideal_lap_; }

private:
    void find_gaps(std::span<const RoadState> states);
    [[nodiscard]] std::size_t station(double s) const;

    const Track& line_;
    Route route_;
    std::vector<double> profile_;
    std::vector<RoadHabits> habits_;
    double ideal_lap_ = 0.0;
    std::vector<double> x_, y_, yaw_, s_, ey_, epsi_;
    std::vector<double> gap_, lead_speed_;
    std::vector<std::uint32_t> order_;
};

}  // namespace lanewise::program
