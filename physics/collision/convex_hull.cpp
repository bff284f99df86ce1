#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/collision/convex_hull.hpp>
#include <lanewise/physics/collision/hull_faces.hpp>
#include <lanewise/physics/collision/qhull.hpp>
#include <lanewise/physics/geometry/bounds.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

namespace lanewise {

namespace {

void require_coordinates(std::span<const Vec3> points) {
    // Products of three coordinates must stay finite.
    constexpr double largest = 1e100;
    for (std::size_t i = 0; i < points.size(); ++i)
        for (std::size_t axis = 0; axis < 3; ++axis)
            if (!(std::fabs(points[i][axis]) <= largest))
                refuse("points[" + std::to_string(i) + "]." + "xyz"[axis], points[i][axis],
                       "must be finite and at most 1e100");
}

/// Numbers of the points that differ, ascending; of equal ones the first.
std::vector<std::uint32_t> different_points(std::span<const Vec3> points) {
    std::vector<std::uint32_t> order(points.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint32_t>(i);
    std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
        const Vec3& a = points[i];
        const Vec3& b = points[j];
        return std::tie(a.x, a.y, a.z, i) < std::tie(b.x, b.y, b.z, j);
    });
    const auto last =
        std::unique(order.begin(), order.end(),
                    [&](std::uint32_t i, std::uint32_t j) { return points[i] == points[j]; });
    order.erase(last, order.end());
    std::sort(order.begin(), order.end());
    return order;
}

/// Refuses points (of about unit size) that do not span a volume.
void require_volume(std::span<const Vec3> points) {
    const auto farthest = [&](auto&& distance) {
        return *std::max_element(points.begin(), points.end(), [&](const Vec3& a, const Vec3& b) {
            return distance(a) < distance(b);
        });
    };
    const Vec3 a = farthest([&](const Vec3& p) { return norm(p - points.front()); });
    const Vec3 b = farthest([&](const Vec3& p) { return norm(p - a); });
    const Vec3 line = unit_or(b - a, {1, 0, 0});
    const auto from_line = [&](const Vec3& p) { return norm(cross(line, p - a)); };
    const Vec3 c = farthest(from_line);
    if (!(from_line(c) > thinnest_hull))
        refuse("points", "points on one line", "must span a volume");
    const Vec3 normal = unit_or(cross(line, c - a), {0, 0, 1});
    const auto from_plane = [&](const Vec3& p) { return std::fabs(dot(normal, p - a)); };
    if (!(from_plane(farthest(from_plane)) > thinnest_hull))
        refuse("points", "points on one plane", "must span a volume");
}

}  // namespace

Polyhedron convex_hull(std::span<const Vec3> points) {
    constexpr std::size_t most = 1u << 24;
    if (points.size() < 4 || points.size() > most)
        refuse("points", std::to_string(points.size()) + " points",
               "must be at least 4 and at most 16777216");
    require_coordinates(points);
    const std::vector<std::uint32_t> numbers = different_points(points);

    // Qhull's tolerances are relative to the largest coordinate: far from the origin it would see
    // less of the shape. Only the hull's structure is taken from the moved points.
    Bounds box;
    for (const Vec3& p : points) box = enlarged(box, p);
    const Vec3 middle = 0.5 * box.low + 0.5 * box.high;
    const double size = norm(0.5 * box.high - 0.5 * box.low);
    if (!(size > 0)) refuse("points", "equal points", "must span a volume");
    std::vector<Vec3> unit_points;
    unit_points.reserve(numbers.size());
    for (const std::uint32_t i : numbers) unit_points.push_back((points[i] - middle) / size);
    require_volume(unit_points);

    const auto loops =
        detail::flat_faces(unit_points, detail::qhull_facets(unit_points), hull_flatness);

    // Keep the corners that are left, in the order of the points.
    constexpr auto unused = Polyhedron::no_face;
    std::vector<std::uint32_t> new_number(numbers.size(), unused);
    for (const auto& loop : loops)
        for (const std::uint32_t corner : loop) new_number[corner] = 0;
    std::vector<Vec3> vertices;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (new_number[i] == unused) continue;
        new_number[i] = static_cast<std::uint32_t>(vertices.size());
        vertices.push_back(points[numbers[i]]);
    }
    auto renumbered = loops;
    for (auto& loop : renumbered)
        for (std::uint32_t& corner : loop) corner = new_number[corner];
    return polyhedron_from_loops(std::move(vertices), std::move(renumbered));
}

}  // namespace lanewise
