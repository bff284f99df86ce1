// Rays through edges and vertices of closed surfaces: never none, and of several triangles at one
// distance the first.

#include "scenes.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>
#include <vector>

using namespace lanewise;

namespace {

__extension__ typedef __int128 Integer128;

/// A fan of six triangles about `hub`, fronts up, its rim at uneven heights.
std::shared_ptr<const TriangleMesh> fan(const Vec3& hub, double size, double relief) {
    test::Soup soup;
    soup.vertices.push_back(hub);
    for (int i = 0; i < 6; ++i) {
        const double a = i * std::numbers::pi / 3 + 0.1;
        soup.vertices.push_back(hub +
                                size * Vec3{std::cos(a), std::sin(a), relief * std::sin(2.3 * i)});
    }
    for (std::uint32_t i = 0; i < 6; ++i) soup.triangles.push_back({0, 1 + i, 1 + (i + 1) % 6});
    return soup.mesh();
}

}  // namespace

TEST_CASE("a vertex shared by six triangles is hit from every direction") {
    test::Random random(1);
    const Vec3 hubs[] = {{0, 0, 0}, {0.1, 0.7, -0.3}, {1e6, -2e6, 3e5}, {1e-7, 1e-9, 1e-8}};
    for (const Vec3& hub : hubs)
        for (const double size : {1.0, 1e-3, 1e4}) {
            if (norm(hub) > 1e5 * size) continue;
            const MeshIndex index(fan(hub, size, 0.2));
            for (int i = 0; i < 1500; ++i) {
                Vec3 d = test::random_direction(random);
                // Well above the rim, so that all six fronts show.
                d.z = -std::fabs(d.z) - 0.6;
                if (i == 0) d = {0, 0, -1};
                if (i == 1) d = {1, 0, -1};
                if (i == 2) d = {1, -1, -2};
                const double away = size * random.between(0.1, i % 4 == 0 ? 1000 : 3);
                const Vec3 origin = hub - away * d;
                const RayHit hit = raycast({origin, d}, index);
                REQUIRE(hit);
                // The hub as the rounded ray passes it.
                const double rounding = 0x1p-50 * (norm(origin) + norm(hub) + away * norm(d));
                CHECK(norm(hit.point - hub) <= 4 * rounding);
                // The same as the first triangle that is hit alone at that distance, or nearer.
                CHECK(hit.triangle < 6);
            }
        }
}

TEST_CASE("edges and vertices of a ground mesh are hit, straight and slanted") {
    const auto mesh = test::wavy_ground(16).mesh();
    const MeshIndex index(mesh);
    test::Random random(2);
    int rays = 0;
    for (std::size_t t = 0; t < mesh->size(); ++t) {
        const auto c = mesh->corners(t);
        for (std::size_t e = 0; e < 3; ++e) {
            // Off the outline, where a rounded ray may pass outside.
            if (mesh->neighbours(t)[e] == TriangleMesh::no_neighbour) continue;
            const Vec3 &a = c[e], &b = c[(e + 1) % 3];
            for (const double share : {0.5, 0.25, 0.1234567, random.between(0.01, 0.99)}) {
                const Vec3 target = a + share * (b - a);
                for (const Vec3& d :
                     {Vec3{0, 0, -1}, Vec3{0.3, -0.2, -1}, Vec3{-1, 2, -0.9}, Vec3{0, 1, -0.5}}) {
                    const RayHit hit = raycast({target - random.between(0.5, 20) * d, d}, index);
                    ++rays;
                    REQUIRE(hit);
                    CHECK(norm(hit.point - target) <= 1e-13);
                    CHECK((hit.triangle == t || hit.triangle == mesh->neighbours(t)[e]));
                }
            }
        }
    }
    CHECK(rays > 20000);
}

TEST_CASE("the inside of a closed room is never left") {
    // A room of uneven triangles about the origin: a ray from inside hits exactly one wall.
    test::Soup soup;
    constexpr int rings = 9, sides = 14;
    const auto point = [](int ring, int side) {
        const double polar = std::numbers::pi * ring / rings;
        const double turn = 2 * std::numbers::pi * (side % sides) / sides;
        const double r = 3 + 0.4 * std::sin(5.0 * ring + 3.0 * (side % sides));
        const double across = ring == 0 || ring == rings ? 0 : r * std::sin(polar);
        return Vec3{across * std::cos(turn), across * std::sin(turn),
                    (ring == 0 || ring == rings ? 3 : r) * std::cos(polar)};
    };
    for (int ring = 0; ring < rings; ++ring)
        for (int side = 0; side < sides; ++side) {
            const Vec3 a = point(ring, side), b = point(ring, side + 1);
            const Vec3 c = point(ring + 1, side), d = point(ring + 1, side + 1);
            // Fronts inward.
            if (ring > 0) soup.add(a, b, c);
            if (ring < rings - 1) soup.add(b, d, c);
        }
    const auto mesh = soup.mesh();
    const MeshIndex index(mesh);
    test::Random random(3);
    for (int i = 0; i < 20000; ++i) {
        const auto c = mesh->corners(random.below(mesh->size()));
        const Vec3 origin = 0.2 * test::random_direction(random);
        Vec3 target = c[static_cast<std::size_t>(i) % 3];
        if (i % 4 == 1) target = c[0] + random.between(0, 1) * (c[1] - c[0]);
        if (i % 4 == 2) target = test::random_direction(random);
        if (i % 4 == 3) target = 0.5 * (c[1] + c[2]);
        const RayHit hit =
            raycast({i % 2 == 0 ? Vec3{} : origin, target - (i % 2 == 0 ? Vec3{} : origin)}, index);
        REQUIRE(hit);
        CHECK(norm(hit.point) > 1.2);
    }
}

TEST_CASE("a wall seen exactly edge-on is not there, its neighbours are") {
    // A step: lower floor, wall, upper floor. A ray down the wall's plane hits one of the floors.
    test::Soup soup;
    soup.vertices = {{-1, -1, 0}, {0, -1, 0}, {0, 1, 0}, {-1, 1, 0},
                     {0, -1, 1},  {1, -1, 1}, {1, 1, 1}, {0, 1, 1}};
    soup.triangles = {{0, 1, 2}, {0, 2, 3}, {1, 4, 7}, {1, 7, 2}, {4, 5, 6}, {4, 6, 7}};
    const MeshIndex index(soup.mesh());
    for (const double y : {-0.5, 0.0, 0.25, 1.0 / 3}) {
        const RayHit hit = raycast({{0, y, 5}, {0, 0, -1}}, index);
        REQUIRE(hit);
        CHECK(hit.distance == 4);
        CHECK(hit.triangle >= 4);
    }
}

TEST_CASE("a wall seen almost edge-on is hit at its exact height") {
    // Corners on a grid of 2^-50, so that 128-bit integers hold the edge functions. Seen from above
    // the wall is a sliver along a diagonal, a few grid units wide.
    constexpr double unit = 0x1p-50;
    test::Random random(4);
    int hits = 0;
    for (int i = 0; i < 3000; ++i) {
        const auto size = std::int64_t{1} << 50;
        const auto along = static_cast<std::int64_t>(random.below(std::size_t{1} << 50));
        const auto width = static_cast<std::int64_t>(1 + random.below(12));
        const std::int64_t x[3] = {0, size, along}, y[3] = {0, size, along + width};
        const double height[3] = {0, 0.25, 1};
        std::vector<Vec3> corners;
        for (std::size_t c = 0; c < 3; ++c)
            corners.push_back(
                {static_cast<double>(x[c]) * unit, static_cast<double>(y[c]) * unit, height[c]});
        // Fronts up: counter-clockwise from above.
        const MeshIndex index(std::make_shared<const TriangleMesh>(
            corners, std::vector<TriangleMesh::Triangle>{{0, 1, 2}}));
        const auto px = static_cast<std::int64_t>(random.below(std::size_t{1} << 50));
        const auto py = px + static_cast<std::int64_t>(random.below(8));
        const auto edge = [&](std::size_t a, std::size_t b) {
            return static_cast<Integer128>(x[a] - px) * (y[b] - py) -
                   static_cast<Integer128>(y[a] - py) * (x[b] - px);
        };
        const Integer128 weight[3] = {edge(1, 2), edge(2, 0), edge(0, 1)};
        const bool inside = weight[0] >= 0 && weight[1] >= 0 && weight[2] >= 0;
        const RayHit hit = raycast(
            {{static_cast<double>(px) * unit, static_cast<double>(py) * unit, 3}, {0, 0, -1}},
            index);
        CHECK(static_cast<bool>(hit) == inside);
        if (!inside || !hit) continue;
        ++hits;
        long double sum = 0, mean = 0;
        for (std::size_t c = 0; c < 3; ++c) {
            sum += static_cast<long double>(weight[c]);
            mean += static_cast<long double>(weight[c]) * height[c];
        }
        CHECK(std::fabs(hit.distance - static_cast<double>(3 - mean / sum)) <= 4e-16 * 3);
    }
    CHECK(hits > 300);
}

TEST_CASE("rays from very far find the ground") {
    const auto mesh = test::wavy_ground(16).mesh();
    const MeshIndex octree(mesh), area(mesh, MeshIndexBuild::surface_area);
    test::Random random(5);
    for (int i = 0; i < 20000; ++i) {
        const Vec3 target{std::floor(random.between(-6, 7)), std::floor(random.between(-6, 7)), 0};
        // Nearly level rays need a nearly exact aim: these come from above.
        const Vec3 d{random.between(-0.5, 0.5), random.between(-0.5, 0.5), -1};
        const double away = std::ldexp(1.0, 20 + static_cast<int>(random.below(30)));
        const Ray ray{target - away * d, d};
        const RayHit hit = raycast(ray, octree);
        REQUIRE(hit);
        CHECK(test::same(raycast(ray, area), hit));
        CHECK(norm(hit.point - target) <= 0.2 + 0x1p-50 * away);
    }
}
