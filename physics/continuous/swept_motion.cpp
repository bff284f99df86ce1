#include <lanewise/physics/continuous/swept_flights.hpp>
#include <lanewise/physics/continuous/swept_motion.hpp>

namespace lanewise {

SweptMotion::SweptMotion() : flights_(std::make_unique<detail::SweptFlights>()) {}
SweptMotion::~SweptMotion() = default;

SweptStatus SweptMotion::advance(std::span<SweptBody> bodies,
                                 std::span<const SweptObstacle> obstacles, double step,
                                 const SweptSettings& settings) {
    detail::SweptFlights& f = *flights_;
    f.obstacles = obstacles;
    f.settings = settings;
    f.step = step;
    f.begin(bodies);
    SweptStatus status = SweptStatus::done;
    while (f.run_next(status)) {
    }
    if (status != SweptStatus::done) {
        f.impacts.clear();
        return status;
    }
    for (std::size_t i = 0; i < bodies.size(); ++i) bodies[i] = f.flights[i].body;
    return status;
}

std::span<const SweptImpact> SweptMotion::impacts() const noexcept {
    return flights_->impacts;
}

std::size_t SweptMotion::failed_body() const noexcept {
    return flights_->failed;
}

}  // namespace lanewise
