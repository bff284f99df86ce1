// The index against testing every triangle.

#include "scenes.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

using namespace lanewise;
using test::Scene;

namespace {

constexpr MeshIndexBuild builds[] = {MeshIndexBuild::octree, MeshIndexBuild::surface_area};

/// Where a ray crosses a triangle's plane and how far inside its edges, by T. Möller's and
/// B. Trumbore's formula in extended precision.
struct Crossing {
    long double distance;
    long double inside;  // the least barycentric weight
    long double facing;  // sine of the angle between ray and plane, > 0 from the front
};

Crossing crossing(const Ray& ray, const std::array<Vec3, 3>& c) {
    struct Wide {
        long double x, y, z;
    };
    const auto minus = [](const Vec3& a, const Vec3& b) {
        return Wide{static_cast<long double>(a.x) - b.x, static_cast<long double>(a.y) - b.y,
                    static_cast<long double>(a.z) - b.z};
    };
    const auto times = [](const Wide& a, const Wide& b) {
        return Wide{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    };
    const auto product = [](const Wide& a, const Wide& b) {
        return a.x * b.x + a.y * b.y + a.z * b.z;
    };
    Wide d = minus(ray.direction, {});
    const long double length = std::sqrt(product(d, d));
    d = {d.x / length, d.y / length, d.z / length};
    const Wide e1 = minus(c[1], c[0]), e2 = minus(c[2], c[0]), s = minus(ray.origin, c[0]);
    const Wide n = times(e1, e2);
    const long double slope = -product(n, d);
    const Wide m = times(d, s);
    const long double v = -product(e2, m) / slope, w = product(e1, m) / slope;
    return {product(n, s) / slope, std::min({1 - v - w, v, w}), slope / std::sqrt(product(n, n))};
}

/// Every triangle with an index of its own.
std::vector<std::unique_ptr<MeshIndex>> lone_triangles(const TriangleMesh& mesh) {
    std::vector<std::unique_ptr<MeshIndex>> alone;
    for (std::size_t t = 0; t < mesh.size(); ++t) {
        const auto c = mesh.corners(t);
        alone.push_back(std::make_unique<MeshIndex>(std::make_shared<const TriangleMesh>(
            std::vector<Vec3>{c[0], c[1], c[2]}, std::vector<TriangleMesh::Triangle>{{0, 1, 2}})));
    }
    return alone;
}

RayHit nearest_alone(const std::vector<std::unique_ptr<MeshIndex>>& alone, const Ray& ray) {
    RayHit best;
    for (std::size_t t = 0; t < alone.size(); ++t) {
        RayHit hit = raycast(ray, *alone[t]);
        if (!(hit.distance < best.distance)) continue;
        hit.triangle = static_cast<std::uint32_t>(t);
        best = hit;
    }
    return best;
}

}  // namespace

TEST_CASE("the index finds what testing each triangle alone finds, to the bit") {
    for (const Scene& scene : test::all_scenes()) {
        const auto alone = lone_triangles(*scene.mesh);
        const MeshIndex octree(scene.mesh, builds[0]), area(scene.mesh, builds[1]);
        INFO(scene.name);
        int hits = 0;
        for (const Ray& ray : test::rays_at(scene, 96, 11)) {
            // A ray that is far from a lone triangle starts at that triangle's own room: its
            // numbers are rounded elsewhere.
            const bool is_near = norm(ray.origin - scene.middle) < 1e3 * scene.size;
            if (!is_near || scene.name.starts_with("shrinking")) continue;
            const RayHit expected = nearest_alone(alone, ray);
            hits += expected ? 1 : 0;
            CHECK(test::same(raycast(ray, octree), expected));
            CHECK(test::same(raycast(ray, area), expected));
        }
        if (!scene.name.starts_with("shrinking")) CHECK(hits > 10);
    }
}

TEST_CASE("hits agree with the crossing formula in extended precision") {
    for (const Scene& scene : test::all_scenes()) {
        const TriangleMesh& mesh = *scene.mesh;
        const MeshIndex octree(scene.mesh, builds[0]), area(scene.mesh, builds[1]);
        const double span = std::max(scene.size, norm(scene.middle));
        INFO(scene.name);
        int surely = 0;
        for (const Ray& ray : test::rays_at(scene, 200, 13)) {
            const RayHit hit = raycast(ray, octree);
            CHECK(test::same(raycast(ray, area), hit));
            // The rounding of a coordinate, seen from the ray's start.
            const double rounding =
                0x1p-50 * (norm(ray.origin - scene.middle) + span) + 0x1p-52 * norm(ray.origin);
            std::optional<long double> sure;
            for (std::size_t t = 0; t < mesh.size(); ++t) {
                const auto c = mesh.corners(t);
                const Crossing at = crossing(ray, c);
                if (!(at.facing > 0)) continue;
                // Least height of the triangle as the ray sees it.
                const double longest =
                    std::max({norm(c[1] - c[0]), norm(c[2] - c[1]), norm(c[0] - c[2])});
                const long double height =
                    at.facing * norm(cross((c[1] - c[0]) / longest, c[2] - c[0]));
                const long double slack = 4 * rounding / height;
                const long double shift = 8 * rounding / at.facing * (1 + longest / height);
                const bool within = at.distance >= shift && at.distance <= ray.max_distance - shift;
                if (within && at.inside > slack && (!sure || at.distance + shift < *sure))
                    sure = at.distance + shift;
                if (t != hit.triangle) continue;
                CHECK(at.inside >= -slack);
                CHECK(std::fabs(at.distance - hit.distance) <= shift);
            }
            if (sure) {
                ++surely;
                CHECK(hit.distance <= *sure);
            }
        }
        if (!scene.name.starts_with("needles")) CHECK(surely > 15);
    }
}

TEST_CASE("a box query gives the triangles whose bounds overlap, ascending") {
    for (const Scene& scene : test::all_scenes())
        for (const MeshIndexBuild build : builds) {
            const TriangleMesh& mesh = *scene.mesh;
            const MeshIndex index(scene.mesh, build);
            test::Random random(17);
            INFO(scene.name);
            for (int i = 0; i < 60; ++i) {
                const auto c = mesh.corners(random.below(mesh.size()));
                const double half = scene.size * random.between(0, 0.2) * (i % 3 == 0 ? 0 : 1);
                const Vec3 shift = (i % 4 == 3 ? scene.size : 0) * test::random_direction(random);
                const Bounds box = grown({c[0] + shift, c[0] + shift}, half);
                std::vector<std::uint32_t> expected{77}, found{77};
                for (std::uint32_t t = 0; t < mesh.size(); ++t) {
                    const auto d = mesh.corners(t);
                    if (overlap(box, enlarged(enlarged({d[0], d[0]}, d[1]), d[2])))
                        expected.push_back(t);
                }
                index.find(box, found);
                CHECK(found == expected);
            }
            std::vector<std::uint32_t> found;
            index.find(mesh.bounds(), found);
            CHECK(found.size() == mesh.size());
            found.clear();
            index.find({}, found);
            index.find({{std::nan(""), 0, 0}, {1, 1, 1}}, found);
            index.find(grown({{1e300, 0, 0}, {1e300, 0, 0}}, 1e280), found);
            CHECK(found.empty());
        }
}

TEST_CASE("coincident, needle and ever smaller triangles stay within depth and memory") {
    const struct {
        const char* name;
        test::Soup soup;
    } cases[] = {{"coincident", test::coincident(20000)},
                 {"needles", test::needles(20000, 1)},
                 {"shrinking", test::shrinking(240)},
                 {"ground", test::wavy_ground(100)}};
    for (const auto& [name, soup] : cases)
        for (const MeshIndexBuild build : builds) {
            const auto mesh = soup.mesh();
            const MeshIndex index(mesh, build);
            INFO(name);
            const MeshIndexReport& report = index.report();
            CHECK(report.levels <= 24);
            CHECK(report.seconds > 0);
            CHECK(report.leaves * 8 >= mesh->size());
            // A node has two children at least.
            CHECK(report.nodes <= report.leaves);
            // Leaves are half full at least on average, but for tiny meshes.
            CHECK(static_cast<double>(report.bytes) <=
                  1000 + (640 / 3.0 + 256 / 3.0) * static_cast<double>(mesh->size()));
        }
}

TEST_CASE("equal distances: the smallest triangle number") {
    const auto mesh = test::coincident(1000).mesh();
    for (const MeshIndexBuild build : builds) {
        const RayHit hit = raycast({{0.2, 0.2, 3}, {0, 0, -1}}, MeshIndex(mesh, build));
        CHECK(hit.triangle == 1);
    }
}
