#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/program/road_course.hpp>
#include <lanewise/physics/track/generated_track.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>

namespace lanewise::program {
namespace {

constexpr double k_scale = 5.0;       // of the generated track, which is for cars of scale 1/10
constexpr double k_half_width = 5.5;  // [m]
constexpr double k_verge = 3.0;       // beyond either edge [m]
constexpr double k_spacing = 1.2;     // between cross sections [m]

enum : std::uint32_t { k_dry, k_wet };
constexpr double k_dry_friction = 0.6;
constexpr double k_wet_friction = 0.3;

/// Shares of the course's length between which something is there.
struct Stretch {
    double from, to;

    [[nodiscard]] bool holds(double share) const { return share >= from && share < to; }
    /// 0 outside, 1 inside, with a smooth rise and fall over a fifth of the stretch.
    [[nodiscard]] double fade(double share) const {
        const double t = std::clamp(5.0 * (share - from) / (to - from), 0.0, 1.0);
        const double u = std::clamp(5.0 * (to - share) / (to - from), 0.0, 1.0);
        const double x = std::min(t, u);
        return x * x * (3.0 - 2.0 * x);
    }
};
constexpr Stretch k_bank = {0.10, 0.24};    // the long sweep
constexpr Stretch k_kerb = {0.045, 0.060};  // on the straight
constexpr Stretch k_patch = {0.60, 0.63};   // in the back of the course
constexpr double k_bank_slope = 0.12;       // rise across the road
constexpr double k_kerb_height = 0.06;      // [m]

/// Positions across the road [m], ascending; the kerb's edges are among them.
constexpr std::array<double, 12> k_across = {-k_half_width - k_verge,
                                             -k_half_width,
                                             -3.6,
                                             -1.8,
                                             0.0,
                                             1.8,
                                             2.4,
                                             2.45,
                                             3.2,
                                             3.25,
                                             k_half_width,
                                             k_half_width + k_verge};

double height(double share, double across, double bend_sign) {
    const double turn = 2.0 * std::numbers::pi * share;
    const double hills =
        3.0 * std::sin(2.0 * turn) + 1.5 * std::sin(5.0 * turn + 1.0) + 0.4 * std::sin(17.0 * turn);
    const double bank = -bend_sign * k_bank_slope * k_bank.fade(share) * across;
    const bool on_kerb = k_kerb.holds(share) && across > 2.42 && across < 3.22;
    return hills + bank + (on_kerb ? k_kerb_height : 0.0);
}

/// Which way the banked turn bends: the sign of its mean curvature.
double bank_side(const Track& line) {
    double sum = 0.0;
    for (std::size_t i = 0; i < line.size(); ++i)
        if (k_bank.holds(line.s()[i] / line.length())) sum += line.curvature()[i];
    return sum < 0.0 ? -1.0 : 1.0;
}

/// A strip of quads along a line, of `heights(share, across)` and `material(share, across)`.
template <class Height, class Material>
std::shared_ptr<const TriangleMesh> strip(const Track& line, std::span<const double> across,
                                          const Height& heights, const Material& material) {
    const auto sections =
        std::max<std::size_t>(8, static_cast<std::size_t>(line.length() / k_spacing));
    const std::size_t wide = across.size();
    std::vector<Vec3> vertices;
    vertices.reserve(sections * wide);
    for (std::size_t i = 0; i < sections; ++i) {
        const double share = static_cast<double>(i) / static_cast<double>(sections);
        const TrackPoint at = line.at(share * line.length());
        for (const double w : across)
            vertices.push_back({at.x - w * std::sin(at.heading), at.y + w * std::cos(at.heading),
                                heights(share, w)});
    }
    std::vector<TriangleMesh::Triangle> triangles;
    std::vector<std::uint32_t> materials;
    for (std::size_t i = 0; i < sections; ++i) {
        const double share = (static_cast<double>(i) + 0.5) / static_cast<double>(sections);
        for (std::size_t k = 0; k + 1 < wide; ++k) {
            const auto corner = [&](std::size_t section, std::size_t column) {
                return static_cast<std::uint32_t>((section % sections) * wide + column);
            };
            const std::uint32_t a = corner(i, k), b = corner(i + 1, k);
            const std::uint32_t c = corner(i + 1, k + 1), d = corner(i, k + 1);
            triangles.push_back({a, b, c});
            triangles.push_back({a, c, d});
            materials.insert(materials.end(), 2,
                             material(share, 0.5 * (across[k] + across[k + 1])));
        }
    }
    return std::make_shared<const TriangleMesh>(std::move(vertices), std::move(triangles),
                                                std::move(materials));
}

Track scaled(const Track& track, double scale, double half_width) {
    std::vector<double> x(track.x().begin(), track.x().end());
    std::vector<double> y(track.y().begin(), track.y().end());
    for (std::vector<double>* column : {&x, &y})
        for (double& number : *column) number *= scale;
    const std::vector<double> width(x.size(), half_width);
    return Track::from_points(x, y, width, width);
}

}  // namespace

RoadCourse generated_course() {
    Track line = scaled(generated_track(), k_scale, k_half_width);
    const double side = bank_side(line);
    auto surface = strip(
        line, k_across, [&](double share, double w) { return height(share, w, side); },
        [](double share, double w) { return k_patch.holds(share) && w > 0.0 ? k_wet : k_dry; });
    return {"generated course",
            std::move(line),
            std::move(surface),
            {{.friction = k_dry_friction}, {.friction = k_wet_friction}}};
}

RoadCourse flat_course(std::string name, const Track& line) {
    double widest = 0.0;
    for (std::size_t i = 0; i < line.size(); ++i)
        widest = std::max({widest, line.left()[i], line.right()[i]});
    // One square under all of it: roads that are wider than their bends would fold a strip.
    const TrackBounds b = line.bounds();
    const double room = widest + 50.0;
    std::vector<Vec3> corners = {{b.x_min - room, b.y_min - room, 0},
                                 {b.x_max + room, b.y_min - room, 0},
                                 {b.x_max + room, b.y_max + room, 0},
                                 {b.x_min - room, b.y_max + room, 0}};
    auto surface = std::make_shared<const TriangleMesh>(
        std::move(corners), std::vector<TriangleMesh::Triangle>{{0, 1, 2}, {0, 2, 3}});
    return {std::move(name), line, std::move(surface), {{.friction = k_dry_friction}}};
}

RoadCourse circle_on(std::string name, std::shared_ptr<const TriangleMesh> surface,
                     std::vector<PhysicsMaterial> materials) {
    const Bounds& box = surface->bounds();
    const double radius = 0.3 * std::min(box.high.x - box.low.x, box.high.y - box.low.y);
    constexpr double k_least_radius = 8.0;
    if (!(radius >= k_least_radius))
        refuse(name, fmt::format("{:.3g} m of room", radius / 0.3),
               fmt::format("must have room for a circle of {} m", k_least_radius));
    const auto knots = static_cast<std::size_t>(std::clamp(radius * 6.0, 64.0, 4096.0));
    std::vector<double> x, y;
    for (std::size_t i = 0; i < knots; ++i) {
        const double turn =
            2.0 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(knots);
        x.push_back(0.5 * (box.low.x + box.high.x) + radius * std::cos(turn));
        y.push_back(0.5 * (box.low.y + box.high.y) + radius * std::sin(turn));
    }
    const std::vector<double> width(knots, std::min(3.5, 0.4 * radius));
    return {std::move(name), Track::from_points(x, y, width, width), std::move(surface),
            std::move(materials)};
}

}  // namespace lanewise::program
