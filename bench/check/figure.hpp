#pragma once

#include <functional>
#include <string>
#include <vector>

namespace lanewise::bench {

/// One figure that the library must reach.
struct Figure {
    enum class Bound { at_least, at_most };

    std::string name;
    double measured;
    double target;
    Bound bound = Bound::at_least;
    std::string note{};       ///< what else was seen
    bool is_measured = true;  ///< false: the peer to hold against was not built in

    /// A measurement that is not a number is short; what is not measured is not.
    bool ok() const {
        return !is_measured || (bound == Bound::at_least ? measured >= target : measured <= target);
    }
};

using Report = std::function<void(const Figure&)>;

/// A part of the library with figures of its own. `measure` hands them over one by one.
struct Subject {
    const char* name;
    void (*measure)(const Report& report);
};

/// Median of the ratios second() / first() over alternating samples, so that a drift of the clock
/// cancels. Both return a cost, such as seconds for a unit of work.
double median_ratio(const std::function<double()>& first, const std::function<double()>& second);

void measure_single_track(const Report& report);
void measure_racing(const Report& report);
void measure_rigid(const Report& report);
void measure_vehicle(const Report& report);

}  // namespace lanewise::bench
