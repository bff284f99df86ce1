#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/track/generated_track.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace lanewise {

namespace {

struct Point {
    double x, y;
};

/// Where straight pieces would meet if corners were not rounded [m]; s = 0 is near the first.
constexpr std::array<Point, 27> corners = {{
    {30.0, 0.0},  {80.0, 0.0},  {91.0, 6.0},  {92.0, 18.0}, {82.0, 26.0},  // start, long sweep
    {64.0, 23.0}, {53.0, 25.0}, {51.0, 37.0}, {62.0, 40.0},                // right-hander
    {96.0, 42.0}, {96.0, 50.0}, {62.0, 54.0},                              // first hairpin
    {53.0, 46.0}, {44.0, 46.0}, {35.0, 54.0},                              // chicane
    {16.0, 53.0}, {4.0, 46.0},  {3.0, 34.0},  {14.0, 27.0},                // back of the course
    {44.0, 28.0}, {44.0, 20.0}, {18.0, 16.0},                              // second hairpin
    {2.0, 17.5},  {-7.0, 12.0}, {-6.0, 3.0},                               // last corners
    {3.0, 0.0},   {15.0, 0.0},
}};

/// Width of the running mean [m] and how often it is taken. Thrice makes a cubic B-spline kernel,
/// so that curvature is continuous.
constexpr double mean_width = 4.6;
constexpr int mean_passes = 3;
constexpr double fine_step = 0.05;

double distance(const Point& a, const Point& b) {
    const double dx = b.x - a.x;
    const double dy = b.y - a.y;
    return std::sqrt(dx * dx + dy * dy);
}

/// Points at equal distances along a closed polygon, about `step` apart.
template <class Points>
std::vector<Point> resample(const Points& polygon, double step) {
    const std::size_t n = polygon.size();
    double length = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
        length += distance(polygon[i], polygon[(i + 1) % n]);
    }
    const auto count = static_cast<std::size_t>(length / step + 0.5);
    const double exact_step = length / static_cast<double>(count);
    std::vector<Point> points;
    points.reserve(count);
    double start = 0.0;
    for (std::size_t i = 0; i < n && points.size() < count; ++i) {
        const Point& a = polygon[i];
        const Point& b = polygon[(i + 1) % n];
        const double side = distance(a, b);
        while (points.size() < count) {
            const double along = static_cast<double>(points.size()) * exact_step - start;
            if (along >= side) {
                break;
            }
            const double t = along / side;
            points.push_back({a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)});
        }
        start += side;
    }
    return points;
}

std::vector<Point> running_mean(const std::vector<Point>& points, std::size_t reach) {
    const std::size_t n = points.size();
    const double weight = 1.0 / static_cast<double>(2 * reach + 1);
    std::vector<Point> means(n);
    for (std::size_t i = 0; i < n; ++i) {
        Point sum = {0.0, 0.0};
        for (std::size_t k = 0; k <= 2 * reach; ++k) {
            const Point& point = points[(i + n + k - reach) % n];
            sum.x += point.x;
            sum.y += point.y;
        }
        means[i] = {sum.x * weight, sum.y * weight};
    }
    return means;
}

}  // namespace

Track generated_track(const GeneratedTrackOptions& options) {
    require_between("GeneratedTrackOptions.spacing", options.spacing, 0.001, 1.0);
    require_positive("GeneratedTrackOptions.half_width", options.half_width);
    require_between("GeneratedTrackOptions.half_width", options.half_width, 0.0, 1.5);
    std::vector<Point> line = resample(corners, fine_step);
    constexpr auto reach = static_cast<std::size_t>(mean_width / fine_step / 2.0);
    for (int pass = 0; pass < mean_passes; ++pass) {
        line = running_mean(line, reach);
    }
    line = resample(line, options.spacing);
    std::vector<double> x;
    std::vector<double> y;
    for (const Point& point : line) {
        x.push_back(point.x);
        y.push_back(point.y);
    }
    const std::vector<double> width(line.size(), options.half_width);
    return Track::from_points(x, y, width, width);
}

}  // namespace lanewise
