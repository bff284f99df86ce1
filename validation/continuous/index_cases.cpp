// C34: the index of a mesh against all its triangles.

#include "../geometry/close.hpp"

#include <lanewise/physics/continuous/sweep.hpp>

#include <catch2/catch.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

using namespace lanewise;
using test::Random;

namespace {

/// Waves of n by n quads of unit size about the origin, and the same floor twice in one corner.
std::shared_ptr<const TriangleMesh> ground(int n, double height) {
    std::vector<Vec3> vertices;
    std::vector<TriangleMesh::Triangle> triangles;
    for (int i = 0; i <= n; ++i)
        for (int j = 0; j <= n; ++j)
            vertices.push_back(
                {i - 0.5 * n, j - 0.5 * n, height * std::sin(1.3 * i) * std::cos(0.9 * j)});
    const auto number = [&](int i, int j) { return static_cast<std::uint32_t>(i * (n + 1) + j); };
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            for (int copies = i < 3 && j < 3 ? 2 : 1; copies > 0; --copies) {
                triangles.push_back({number(i, j), number(i + 1, j), number(i + 1, j + 1)});
                triangles.push_back({number(i, j), number(i + 1, j + 1), number(i, j + 1)});
            }
    return std::make_shared<const TriangleMesh>(std::move(vertices), std::move(triangles));
}

/// Equality of bits: unlike ==, tells -0 from 0.
bool same_bits(const SweepHit& a, const SweepHit& b) {
    const auto same = [](double x, double y) {
        return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
    };
    bool all = a == b && same(a.fraction, b.fraction);
    for (std::size_t k = 0; k < 3; ++k)
        all = all && same(a.normal[k], b.normal[k]) && same(a.point[k], b.point[k]);
    return all;
}

}  // namespace

TEST_CASE("C34: the index finds the hits of the full scan to the bit") {
    const double height = GENERATE(0.0, 0.4);
    const MeshIndexBuild build = GENERATE(MeshIndexBuild::octree, MeshIndexBuild::surface_area);
    const auto mesh = ground(24, height);
    const MeshIndex index(mesh, build);
    Random random(34);
    std::vector<std::uint32_t> scratch;
    int hits = 0, edges = 0, vertices = 0, at_once = 0;
    for (int i = 0; i < 3000; ++i) {
        RigidTransform pose{random.rotation(), random.in_cube(i % 3 == 0 ? 1000 : 10)};
        if (i % 4 == 0) pose = {};
        Vec3 centre = random.in_cube(12);
        centre.z = random.between(-0.2, 3);
        Vec3 travel = random.in_cube(4);
        if (i % 5 == 0) {
            // Onto and along seams and vertices of the grid.
            centre = {std::round(centre.x), i % 2 == 0 ? std::round(centre.y) : centre.y, 1};
            travel = i % 3 == 0 ? Vec3{std::round(travel.x), 0, 0} : Vec3{0, 0, -2};
        }
        SweptRound moving{transform_point(pose, centre), {}, random.between(0.1, 1)};
        if (i % 7 == 0) moving.radius = 1;  // grazes the flat ground
        if (i % 2 == 1) moving.half_axis = random.in_cube(0.7);
        travel = transform_direction(pose, travel);
        const SweepHit quick = sweep(moving, travel, index, pose, scratch);
        const SweepHit full = sweep_every_triangle(moving, travel, *mesh, pose);
        REQUIRE(same_bits(quick, full));
        if (!quick) continue;
        ++hits;
        edges += quick.feature == SweepFeature::edge || quick.feature == SweepFeature::side_edge;
        vertices +=
            quick.feature == SweepFeature::vertex || quick.feature == SweepFeature::side_vertex;
        at_once += quick.fraction == 0;
    }
    CHECK(hits > 1000);
    CHECK(edges > (height > 0 ? 50 : 0));
    CHECK(vertices > (height > 0 ? 20 : 0));
    CHECK(at_once > 20);
}

TEST_CASE("nothing falls through the seams of a mesh") {
    // Straight down on edges and vertices, a radius far below the triangles' size.
    const auto mesh = ground(24, 0.4);
    const MeshIndex index(mesh);
    Random random(35);
    std::vector<std::uint32_t> scratch;
    for (int i = 0; i < 4000; ++i) {
        const double x = random.below(20) - 10.0, y = random.below(20) - 10.0;
        const double s = random.between(0, 1);
        const Vec3 along = i % 4 == 0   ? Vec3{s, 0, 0}
                           : i % 4 == 1 ? Vec3{0, s, 0}
                           : i % 4 == 2 ? Vec3{s, s, 0}
                                        : Vec3{};
        const SweptRound moving{Vec3{x, y, 2} + along, {}, random.between(1e-4, 0.1)};
        const SweepHit hit = sweep(moving, {0, 0, -4}, index, {}, scratch);
        REQUIRE(hit);
        REQUIRE(hit.normal.z > 0.5);
    }
}
