#pragma once

#include <lanewise/physics/track/track.hpp>

#include <cstddef>
#include <vector>

namespace lanewise::program {

/// The line that the built-in driver follows, as columns over stations at equal distances along
/// the track's centre line; station i is at s = i * spacing.
struct Route {
    double spacing = 0.0;          ///< between stations, along the centre line [m]
    std::vector<double> x, y;      ///< of the route [m]
    std::vector<double> normal_x;  ///< unit normal of the route, to the left
    std::vector<double> normal_y;
    std::vector<double> offset;     ///< of the route to the left of the centre line [m]
    std::vector<double> step;       ///< to the next station, along the route [m]
    std::vector<double> curvature;  ///< of the route, positive in a left turn [1/m]

    [[nodiscard]] std::size_t size() const { return x.size(); }
};

/// A line between the edges, kept `margin` [m] away from them, with the least sum of squared second
/// differences of its positions: a compromise between the shortest and the straightest line. It
/// cuts corners, and is the centre line where there is no room. `wheelbase` [m] sets how fine the
/// line is.
Route racing_line(const Track& track, double margin, double wheelbase);

}  // namespace lanewise::program
