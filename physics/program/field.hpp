#pragma once

#include <lanewise/physics/program/driver.hpp>
#include <lanewise/physics/single_track/parameters.hpp>
#include <lanewise/physics/track/track.hpp>

#include <cstdint>

namespace lanewise::program {

/// Who takes part in a race: cars that are nearly the same, drivers that are nearly alike.
struct Field {
    SingleTrackParameters car;  ///< the car that all others are like
    double spread = 0.0;        ///< relative, of mass, stiffness, friction and so on; in [0, 0.2]
    double shift = 0.0;         ///< largest distance of a driver from the route [m]
    std::uint64_t seed = 0;
    std::uint64_t agents = 1;
    std::uint64_t cars_per_race = 1;  ///< cars that start together, one behind the other
    double gap = 0.0;                 ///< between them along the track [m]
    double interval = 0.0;            ///< between two actions of a driver [s]
    bool kinematic = false;           ///< the model has neither a yaw rate nor slip
};

/// One agent of the field; depends on the field and the number of the agent alone.
struct Entrant {
    SingleTrackParameters car;
    DriverHabits habits;
    SingleTrackState start;
};

/// Races start at different places, all around the track.
Entrant entrant(const Field& field, const Track& track, std::uint64_t agent);

}  // namespace lanewise::program
