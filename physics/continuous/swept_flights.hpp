#pragma once

#include <lanewise/physics/continuous/swept_flight.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lanewise::detail {

/// When two bodies meet next.
struct PairTouch {
    double time;
    Vec3 normal;  ///< towards the first
};

/// Several bodies on their way through one step.
struct SweptFlights {
    std::vector<SweptFlight> flights;
    std::vector<PairTouch> pairs;  ///< of flights i < j at [i * flights.size() + j]
    std::vector<std::uint32_t> near;
    std::vector<SweptImpact> impacts;
    std::span<const SweptObstacle> obstacles;
    SweptSettings settings;
    double step = 0;
    std::size_t failed = 0;

    void begin(std::span<const SweptBody> bodies);
    /// Lets the next event happen. False when there is none before the step's end.
    bool run_next(SweptStatus& status);

private:
    void aim(SweptFlight& flight);
    void aim(SweptFlight& flight, double radius, double& start_distance);
    void aim_pair(std::size_t i, std::size_t j) noexcept;
    void aim_pairs_of(std::size_t i) noexcept;
    void meet(RoundSweep& sweep, const SweptObstacle& obstacle);

    [[nodiscard]] bool may_hit(std::size_t i, SweptStatus& status) noexcept;
    void hit_obstacle(SweptFlight& flight);
    void hit_each_other(SweptFlight& a, SweptFlight& b, const Vec3& normal);

    /// Forgets the surfaces that the body has left.
    void refresh_resting(SweptFlight& flight);
    /// Keeps a body off the surfaces that it rests on.
    void settle(SweptFlight& flight);
    void press(SweptFlight& flight, RestingContact& contact, double impulse);
};

}  // namespace lanewise::detail
