#pragma once

#include <lanewise/physics/geometry/vector3.hpp>
#include <lanewise/physics/vehicle/records/enums.hpp>

#include <cstdint>

namespace lanewise::detail {

/// CARLA's rollover behaviour: the spin of a vehicle that rolls over is damped in four stages, and
/// five seconds later it has failed. Unlike CARLA's it minds both sides.
struct Rollover {
    double time_left = 0;    ///< of the five seconds, s; counts while `is_counting`
    std::int32_t stage = 0;  ///< 0 to 4: spins damped so far; 5: the time runs
    bool is_counting = false;
    VehicleFailureState failure = VehicleFailureState::none;

    friend bool operator==(const Rollover&, const Rollover&) = default;
};

/// One update: `roll` in degrees in [-180, 180). @returns the factor of the spin, 1 or 0.65.
double run_rollover(double roll, double h, Rollover& state) noexcept;

}  // namespace lanewise::detail
