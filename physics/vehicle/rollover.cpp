#include <lanewise/physics/vehicle/rollover.hpp>

#include <cmath>

namespace lanewise::detail {
namespace {

constexpr std::int32_t k_stages = 4;
constexpr std::int32_t k_timed = 5;
constexpr double k_first_angle = 130;  // of stage 0 [deg]
constexpr double k_angle_step = 10;    // to the next stage [deg]
constexpr double k_kept = 0.65;        // of the spin, in each stage
constexpr double k_upright = 30;       // [deg]
constexpr double k_time = 5;           // until the vehicle has failed [s]

}  // namespace

double run_rollover(double roll, double h, Rollover& state) noexcept {
    const double tilt = std::abs(roll);
    double factor = 1;
    if (state.stage < k_stages) {
        if (tilt > k_first_angle + k_angle_step * state.stage) {
            factor = k_kept;
            ++state.stage;
        }
    } else if (state.stage == k_stages) {
        state.stage = k_timed;
        state.time_left = k_time;
        state.is_counting = true;
    } else if (state.is_counting) {
        state.time_left -= h;
        if (state.time_left < 0) {
            state.failure = VehicleFailureState::rollover;
            state.is_counting = false;
        }
    }
    if (state.stage > 0 && tilt < k_upright) state = {};
    return factor;
}

}  // namespace lanewise::detail
