#pragma once

#include "../kernels/every_backend.hpp"

#include <lanewise/physics/rays/ray.hpp>

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace lanewise::test {

/// Triangles by corner, to be moved and scaled before they become a mesh.
struct Soup {
    std::vector<Vec3> vertices;
    std::vector<TriangleMesh::Triangle> triangles;

    void add(const Vec3& a, const Vec3& b, const Vec3& c);
    [[nodiscard]] std::shared_ptr<const TriangleMesh> mesh(double scale = 1,
                                                           const Vec3& offset = {}) const;
};

/// Wavy ground of n by n unit quads about the origin, fronts up, with shared vertices.
Soup wavy_ground(int n);
/// Turned boxes of all sizes, from pebbles to thin slabs across the whole town, on the ground.
Soup town(int buildings, std::uint64_t seed);
/// The same triangle many times over, and a few others.
Soup coincident(int copies);
/// Triangles 1 long and down to 1e-9 wide, in all directions.
Soup needles(int count, std::uint64_t seed);
/// Triangles that halve in size towards one point, 2^-k across for k up to `count`.
Soup shrinking(int count);
Soup random_triangles(int count, std::uint64_t seed);

struct Scene {
    std::string name;
    std::shared_ptr<const TriangleMesh> mesh;
    Vec3 middle;
    double size;
};
/// All of the above, also at 1e6 m from the origin, a million times as large and as small.
std::vector<Scene> all_scenes();

/// Rays through and past a scene: random ones, axis-parallel ones, ones at vertices, edges and
/// along surfaces, short and from far away.
std::vector<Ray> rays_at(const Scene& scene, int count, std::uint64_t seed);

Vec3 random_direction(Random& random);

/// Equality of bits: unlike ==, tells -0 from 0.
inline bool same(const RayHit& a, const RayHit& b) {
    const auto hash = [](const RayHit& hit) {
        Hash h;
        h.add(hit.distance);
        for (std::size_t k = 0; k < 3; ++k) {
            h.add(hit.point[k]);
            h.add(hit.normal[k]);
        }
        return h.value();
    };
    return a == b && hash(a) == hash(b);
}
inline bool same(std::span<const RayHit> a, std::span<const RayHit> b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const RayHit& x, const RayHit& y) { return same(x, y); });
}

}  // namespace lanewise::test
