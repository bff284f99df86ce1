#include <lanewise/physics/geometry/trigonometry.hpp>
#include <lanewise/physics/program/route.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace lanewise::program {
namespace {

struct Point {
    double x = 0.0, y = 0.0;
};

/// A place across the track: the route passes at `offset` to the left of the centre.
struct Node {
    Point centre, normal;
    double low = 0.0, high = 0.0;  // bounds of offset [m]
    double offset = 0.0;

    [[nodiscard]] Point position() const {
        return {centre.x + offset * normal.x, centre.y + offset * normal.y};
    }
};

std::vector<Node> nodes_across(const Track& track, double margin, std::size_t count) {
    std::vector<Node> nodes(count);
    for (std::size_t i = 0; i < count; ++i) {
        const TrackPoint at =
            track.at(track.length() * static_cast<double>(i) / static_cast<double>(count));
        const SinCos heading = sin_cos(at.heading);
        nodes[i].centre = {at.x, at.y};
        nodes[i].normal = {-heading.sin, heading.cos};
        nodes[i].low = -std::max(0.0, at.widths.right - margin);
        nodes[i].high = std::max(0.0, at.widths.left - margin);
    }
    return nodes;
}

/// Every `stride`-th node moves to where the sum of squared second differences of the positions is
/// least, one after the other (projected Gauss-Seidel with over-relaxation).
void straighten(std::vector<Node>& nodes, std::size_t stride, int sweeps) {
    constexpr double over_relaxation = 1.6;
    const std::size_t n = nodes.size() / stride;
    const auto at = [&](std::size_t i) { return nodes[i % n * stride].position(); };
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        for (std::size_t i = 0; i < n; ++i) {
            const std::array<Point, 5> p = {at(i + n - 2), at(i + n - 1), at(i), at(i + 1),
                                            at(i + 2)};
            // The gradient is the fourth difference; the Hessian's diagonal is 1 + 4 + 1.
            const double fourth_x = p[0].x - 4.0 * p[1].x + 6.0 * p[2].x - 4.0 * p[3].x + p[4].x;
            const double fourth_y = p[0].y - 4.0 * p[1].y + 6.0 * p[2].y - 4.0 * p[3].y + p[4].y;
            Node& node = nodes[i * stride];
            const double slope = fourth_x * node.normal.x + fourth_y * node.normal.y;
            node.offset =
                std::clamp(node.offset - over_relaxation * slope / 6.0, node.low, node.high);
        }
    }
    for (std::size_t i = 0; i < n; ++i) {
        const double from = nodes[i * stride].offset, to = nodes[(i + 1) % n * stride].offset;
        for (std::size_t k = 1; k < stride; ++k) {
            Node& node = nodes[i * stride + k];
            const double t = static_cast<double>(k) / static_cast<double>(stride);
            node.offset = std::clamp(from + t * (to - from), node.low, node.high);
        }
    }
}

/// Value and derivatives of the uniform cubic B-spline of four control values.
std::array<double, 3> spline(const std::array<double, 4>& c, double t) {
    const double u = 1.0 - t;
    return {(u * u * u * c[0] + (3.0 * t * t * t - 6.0 * t * t + 4.0) * c[1] +
             (3.0 * u * u * u - 6.0 * u * u + 4.0) * c[2] + t * t * t * c[3]) /
                6.0,
            (-u * u * c[0] + (3.0 * t * t - 4.0 * t) * c[1] + (4.0 * u - 3.0 * u * u) * c[2] +
             t * t * c[3]) /
                2.0,
            u * c[0] + (1.0 - 3.0 * u) * c[1] + (1.0 - 3.0 * t) * c[2] + t * c[3]};
}

/// Stations between two nodes.
constexpr std::size_t k_stations = 4;

/// The nodes' B-spline: its curvature is continuous, and it lies within millimetres of the nodes.
Route smooth_route(const Track& track, const std::vector<Node>& nodes) {
    const std::size_t n = nodes.size();
    Route route;
    route.spacing = track.length() / static_cast<double>(n * k_stations);
    for (std::size_t i = 0; i < n; ++i) {
        std::array<double, 4> cx{}, cy{};
        for (std::size_t k = 0; k < 4; ++k) {
            const Point p = nodes[(i + n - 1 + k) % n].position();
            cx[k] = p.x;
            cy[k] = p.y;
        }
        for (std::size_t k = 0; k < k_stations; ++k) {
            const double t = static_cast<double>(k) / static_cast<double>(k_stations);
            const auto [x, dx, ddx] = spline(cx, t);
            const auto [y, dy, ddy] = spline(cy, t);
            const double speed = std::sqrt(dx * dx + dy * dy);
            route.x.push_back(x);
            route.y.push_back(y);
            route.normal_x.push_back(-dy / speed);
            route.normal_y.push_back(dx / speed);
            route.curvature.push_back((dx * ddy - dy * ddx) / (speed * speed * speed));
        }
    }
    const std::size_t m = route.size();
    route.offset.resize(m);
    const std::vector<double> yaw(m, 0.0);
    std::vector<double> s(m), turned(m);
    track.to_frenet(route.x, route.y, yaw, s, route.offset, turned);
    for (std::size_t i = 0; i < m; ++i) {
        const double dx = route.x[(i + 1) % m] - route.x[i];
        const double dy = route.y[(i + 1) % m] - route.y[i];
        route.step.push_back(std::sqrt(dx * dx + dy * dy));
    }
    return route;
}

}  // namespace

Route racing_line(const Track& track, double margin, double wheelbase) {
    // From coarse to fine: the sweeps of one level only carry over a few of its nodes.
    constexpr std::size_t coarsest = 16;
    constexpr double fewest = 4.0, most = 1024.0;  // coarse nodes
    constexpr int sweeps = 200;
    const double wanted = track.length() / (1.2 * wheelbase) / static_cast<double>(coarsest);
    const auto coarse_nodes = static_cast<std::size_t>(std::clamp(wanted, fewest, most));
    std::vector<Node> nodes = nodes_across(track, margin, coarse_nodes * coarsest);
    for (std::size_t stride = coarsest; stride > 0; stride /= 2) straighten(nodes, stride, sweeps);
    return smooth_route(track, nodes);
}

}  // namespace lanewise::program
