#pragma once

#include <lanewise/physics/program/field.hpp>
#include <lanewise/physics/program/referee.hpp>
#include <lanewise/physics/program/route.hpp>
#include <lanewise/physics/program/speed_profile.hpp>
#include <lanewise/physics/single_track/model.hpp>
#include <lanewise/physics/track/track.hpp>

#include <cstdint>
#include <functional>
#include <vector>

namespace lanewise::program {

struct RaceOptions {
    Field field;
    SingleTrackOptions dynamics;
    std::uint64_t steps = 1;  ///< control steps
    int threads = 1;
    bool car_contacts = false;      ///< look for contacts between cars of a race
    std::uint64_t samples = 0;      ///< agents whose path is kept
    std::uint64_t record_from = 0;  ///< first control step of the paths
};

/// Where a sampled agent was at the start of a control step.
struct PathPoint {
    float x, y, psi, v, delta, psi_dot, beta, s, ey;
    std::int32_t lap;
};

struct SampledPath {
    std::uint64_t agent = 0;
    std::vector<PathPoint> points;  ///< one per control step, from record_from on
};

/// Time that threads have spent in the parts of a race, summed over them [s].
struct RaceTimes {
    double frenet = 0.0;
    double driver = 0.0;
    double referee = 0.0;
    double contacts = 0.0;
    double dynamics = 0.0;
};

struct RaceResult {
    RaceCount count;
    std::uint64_t car_contacts = 0;  ///< times that a car began to touch another one of its race
    std::uint64_t reverse_unstable = 0;  ///< agents with that bit in their status
    double seconds = 0.0;                ///< of the race, without setting up
    RaceTimes times;
    std::uint64_t state_hash = 0;  ///< of the final states, in the order of the agents
    std::vector<SampledPath> paths;
};

/// Runs a race. Agents are cut into groups that stay in a core's cache and run without waiting for
/// each other; no number depends on how they are cut, and so none on the threads.
/// @tparam Real precision of the agents
/// @param progress called now and then with the share that is done, in any thread but never in
///                 two at once
template <class Real>
RaceResult run_race(const Track& track, const Route& route, const std::vector<double>& speed,
                    const RaceOptions& options, const std::function<void(double)>& progress);

}  // namespace lanewise::program
