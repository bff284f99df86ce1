#pragma once

#include <lanewise/physics/track/track.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <random>
#include <span>
#include <vector>

/// Tracks with known shapes, and the plain search that the index must agree with.
namespace courses {

using lanewise::Track;

inline constexpr double pi = std::numbers::pi;

/// n knots of the closed curve r(angle), at equal steps of the angle.
template <class Curve>
Track curve(std::size_t n, const Curve& at, double half_width = 1.0) {
    std::vector<double> x, y;
    for (std::size_t i = 0; i < n; ++i) {
        const auto point = at(2.0 * pi * static_cast<double>(i) / static_cast<double>(n));
        x.push_back(point[0]);
        y.push_back(point[1]);
    }
    const std::vector<double> width(n, half_width);
    return Track::from_points(x, y, width, width);
}

using Point = std::array<double, 2>;

/// A regular polygon in a circle about the origin; knot 0 is at (radius, 0).
inline Track circle(std::size_t n, double radius, bool clockwise = false) {
    const double sense = clockwise ? -1.0 : 1.0;
    return curve(n, [=](double a) {
        return Point{radius * std::cos(a), sense * radius * std::sin(a)};
    });
}

/// The square [0, 10] x [0, 10], counter-clockwise from the origin.
inline Track square() {
    const std::vector<double> x = {0, 10, 10, 0}, y = {0, 0, 10, 10}, width(4, 1.0);
    return Track::from_points(x, y, width, width);
}

/// Lobes that come close to each other, with tight inner bends.
inline Track clover(std::size_t n) {
    return curve(n, [](double a) {
        const double r = 20.0 + 14.0 * std::cos(5.0 * a);
        return Point{r * std::cos(a) + 300.0, r * std::sin(a) - 150.0};
    });
}

/// Crosses itself at the origin.
inline Track figure_eight(std::size_t n) {
    return curve(n, [](double a) { return Point{25.0 * std::sin(a), 12.0 * std::sin(2.0 * a)}; });
}

/// A jagged line with segments of very different length and turns beyond a right angle.
inline Track jagged(std::size_t n) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> radius(5.0, 30.0);
    return curve(n, [&](double a) {
        const double r = radius(random);
        return Point{r * std::cos(a * a / (2.0 * pi)), r * std::sin(a * a / (2.0 * pi))};
    });
}

/// Distance of a point to the closed polygon of the knots, segment by segment.
inline double distance(const Track& track, double px, double py) {
    const std::span<const double> x = track.x(), y = track.y();
    long double least = 1e300L;
    for (std::size_t i = 0; i < track.size(); ++i) {
        const std::size_t j = (i + 1) % track.size();
        const long double ux = static_cast<long double>(x[j]) - x[i];
        const long double uy = static_cast<long double>(y[j]) - y[i];
        const long double dx = px - static_cast<long double>(x[i]);
        const long double dy = py - static_cast<long double>(y[i]);
        const long double t = std::clamp((dx * ux + dy * uy) / (ux * ux + uy * uy), 0.0L, 1.0L);
        const long double ex = dx - t * ux;
        const long double ey = dy - t * uy;
        least = std::min(least, ex * ex + ey * ey);
    }
    return static_cast<double>(std::sqrt(least));
}

}  // namespace courses
