// Hits are the same bits on every backend, in every batch and at every place.

#include "../kernels/guarded_memory.hpp"
#include "scenes.hpp"

#include <lanewise/kernels/backend.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>
#include <vector>

using namespace lanewise;
using test::Scene;

namespace {

/// Puts the chosen backend back.
class BackendGuard {
public:
    BackendGuard() = default;
    BackendGuard(const BackendGuard&) = delete;
    BackendGuard& operator=(const BackendGuard&) = delete;
    ~BackendGuard() { set_backend("auto"); }
};

/// Close rays, so that packets form, mixed with far ones.
std::vector<Ray> packed_rays(const Scene& scene, int count, std::uint64_t seed) {
    test::Random random(seed);
    std::vector<Ray> rays;
    Ray base;
    for (int i = 0; i < count; ++i) {
        if (i % 48 == 0) base = test::rays_at(scene, 1, seed + static_cast<std::uint64_t>(i))[0];
        if (i % 96 == 0) base.direction = {0, 0, -1};
        Ray ray = base;
        ray.origin += 1e-3 * scene.size * test::random_direction(random);
        ray.direction += 1e-4 * norm(ray.direction) * test::random_direction(random);
        if (i % 7 == 0) ray.max_distance = 0.3 * scene.size;
        if (i % 29 == 5)
            ray = test::rays_at(scene, 1, seed + 1000 + static_cast<std::uint64_t>(i))[0];
        rays.push_back(ray);
    }
    return rays;
}

std::vector<RayHit> one_by_one(const std::vector<Ray>& rays, const MeshIndex& index,
                               const RigidTransform& pose) {
    std::vector<RayHit> hits;
    for (const Ray& ray : rays) hits.push_back(raycast(ray, index, pose));
    return hits;
}

}  // namespace

TEST_CASE("every backend and every way to cast gives the same bits") {
    const BackendGuard guard;
    const RigidTransform turned{normalized(Quat{0.1, -0.3, 0.2, 0.9}), {3, -2, 5}};
    for (const Scene& scene : test::all_scenes()) {
        const MeshIndex octree(scene.mesh), area(scene.mesh, MeshIndexBuild::surface_area);
        std::vector<Ray> rays = test::rays_at(scene, 150, 19);
        const std::vector<Ray> packed = packed_rays(scene, 250, 23);
        rays.insert(rays.end(), packed.begin(), packed.end());
        for (const RigidTransform& pose : {RigidTransform{}, turned}) {
            set_backend("scalar:baseline");
            const std::vector<RayHit> expected = one_by_one(rays, octree, pose);
            for (const BackendInfo& backend : available_backends()) {
                const std::string name =
                    std::string(backend.name) + ":" + std::string(backend.target);
                INFO(scene.name << ", " << name);
                set_backend(name);
                CHECK(test::same(one_by_one(rays, octree, pose), expected));
                std::vector<RayHit> hits(rays.size());
                raycast(rays, hits, octree, pose);
                CHECK(test::same(hits, expected));
                raycast(rays, hits, area, pose);
                CHECK(test::same(hits, expected));
            }
        }
    }
}

TEST_CASE("batch size and place do not change a bit") {
    const Scene scene = test::all_scenes()[5];
    const MeshIndex index(scene.mesh);
    std::vector<Ray> rays = packed_rays(scene, 1600, 29);
    std::vector<RayHit> expected(rays.size());
    raycast(rays, expected, index);
    int hits_in_all = 0;
    for (const RayHit& hit : expected) hits_in_all += hit ? 1 : 0;
    CHECK(hits_in_all > 100);
    for (const std::size_t size : {2u, 3u, 7u, 8u, 15u, 16u, 17u, 127u, 128u, 129u, 333u})
        for (const std::size_t first : {0u, 1u, 5u, 64u}) {
            std::vector<RayHit> hits(size);
            raycast(std::span(rays).subspan(first, size), hits, index);
            CHECK(test::same(hits, std::span(expected).subspan(first, size)));
        }
}

TEST_CASE("a batch against many shapes is what single rays give") {
    const Scene ground = test::all_scenes()[0];
    const auto town = test::town(30, 5).mesh();
    const MeshIndex ground_index(ground.mesh), town_index(town);
    const Shape ground_shape = Shape::mesh(ground.mesh), town_shape = Shape::mesh(town);
    const Shape ball = Shape::sphere(2), box = Shape::box({3, 1, 2}),
                capsule = Shape::capsule(1, 2);
    const Shape hull = Shape::hull(box_polyhedron({2, 2, 2}).vertices, {{}, {0, 0, 1}});
    const RigidTransform turned{normalized(Quat{0, 0.2, 0.3, 0.9}), {4, 4, 3}};
    const std::vector<PlacedShape> shapes = {{&ground_shape, {}, &ground_index},
                                             {&town_shape, {{}, {0, 0, -4}}, &town_index},
                                             {&ball, {{}, {-4, 2, 3}}, nullptr},
                                             {&box, turned, nullptr},
                                             {&capsule, {{}, {4, -5, 4}}, nullptr},
                                             {&hull, {{}, {-5, -5, 2}}, nullptr},
                                             {&ground_shape, {{}, {0, 0, 0.5}}, &ground_index}};
    Scene around = ground;
    const std::vector<Ray> rays = test::rays_at(around, 1500, 31);
    std::vector<RayHit> hits(rays.size());
    raycast(rays, hits, shapes);
    std::vector<int> hits_of(shapes.size());
    for (std::size_t i = 0; i < rays.size(); ++i) {
        CHECK(test::same(raycast(rays[i], shapes), hits[i]));
        if (!hits[i]) continue;
        ++hits_of[hits[i].shape];
        RayHit alone = raycast(rays[i], shapes[hits[i].shape]);
        CHECK(alone.shape == 0);
        alone.shape = hits[i].shape;
        CHECK(test::same(alone, hits[i]));
    }
    for (const int count : hits_of) CHECK(count > 5);
}

TEST_CASE("a batch touches nothing outside its spans") {
    const BackendGuard guard;
    const Scene scene = test::all_scenes()[0];
    const MeshIndex index(scene.mesh);
    for (const BackendInfo& backend : available_backends()) {
        set_backend(std::string(backend.name) + ":" + std::string(backend.target));
        for (const int count : {1, 2, 7, 16, 19, 131}) {
            const std::vector<Ray> rays = packed_rays(scene, count, 37);
            std::vector<RayHit> expected(rays.size());
            raycast(rays, expected, index);
            for (const test::Place place : {test::Place::first, test::Place::last}) {
                test::GuardedColumn<Ray> in(rays.size());
                test::GuardedColumn<RayHit> out(rays.size());
                raycast(std::span(in.put(rays, place), rays.size()),
                        std::span(out.put(std::vector<RayHit>(rays.size()), place), rays.size()),
                        index);
                CHECK(test::same(out.copy(), expected));
            }
        }
    }
}

TEST_CASE("normalizing before the kernel and in it give the same bits") {
    const Scene scene = test::all_scenes()[0];
    const MeshIndex index(scene.mesh);
    const Shape shape = Shape::mesh(scene.mesh);
    for (const Ray& ray : test::rays_at(scene, 300, 41))
        CHECK(test::same(raycast(ray, index), raycast(ray, PlacedShape{&shape, {}, &index})));
}

TEST_CASE("the bits are those of every compiler") {
    Scene scene{"", test::random_triangles(400, 7).mesh(), {}, 12};
    const std::vector<Ray> rays = test::rays_at(scene, 2000, 43);
    std::vector<RayHit> hits(rays.size());
    raycast(rays, hits, MeshIndex(scene.mesh));
    test::Hash hash;
    for (const RayHit& hit : hits) {
        hash.add(hit.distance);
        for (std::size_t k = 0; k < 3; ++k) {
            hash.add(hit.point[k]);
            hash.add(hit.normal[k]);
        }
    }
    CHECK(hash.value() == 0xa80ffb1fa9366ba8);
}
