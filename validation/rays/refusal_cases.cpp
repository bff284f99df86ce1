// What is refused, and that a refused call writes nothing.

#include "../shapes/refused.hpp"

#include <lanewise/physics/rays/ray.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <memory>
#include <vector>

using namespace lanewise;
using test::refused_field;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
const double nan_value = std::nan("");

std::shared_ptr<const TriangleMesh> one_triangle() {
    return std::make_shared<const TriangleMesh>(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                                                std::vector<TriangleMesh::Triangle>{{0, 1, 2}});
}

}  // namespace

TEST_CASE("rays without a direction, with a NaN or out of range are refused") {
    const MeshIndex index(one_triangle());
    const struct {
        Ray ray;
        const char* field;
    } cases[] = {
        {{{0, 0, 1}, {0, 0, 0}}, "Ray.direction"},
        {{{0, 0, 1}, {0, 1e-12, 0}}, "Ray.direction"},
        {{{0, 0, 1}, {nan_value, 0, 1}}, "Ray.direction.x"},
        {{{0, 0, 1}, {0, infinity, 1}}, "Ray.direction.y"},
        {{{0, 0, 1}, {0, 0, -1e76}}, "Ray.direction.z"},
        {{{nan_value, 0, 1}, {0, 0, 1}}, "Ray.origin.x"},
        {{{0, -infinity, 1}, {0, 0, 1}}, "Ray.origin.y"},
        {{{0, 0, 1e76}, {0, 0, 1}}, "Ray.origin.z"},
        {{{0, 0, 1}, {0, 0, 1}, nan_value}, "Ray.max_distance"},
        {{{0, 0, 1}, {0, 0, 1}, -1}, "Ray.max_distance"},
    };
    const Shape ball = Shape::sphere(1);
    for (const auto& c : cases) {
        const Ray& ray = c.ray;
        CHECK(refused_field([&] { return raycast(ray, index); }) == c.field);
        CHECK(refused_field([&] {
                  return raycast(ray, PlacedShape{&ball, {}, nullptr});
              }) == c.field);
    }
    CHECK(raycast({{0.2, 0.2, 1}, {0, 0, -1e-11}, infinity}, index).distance == 1);
    CHECK(raycast({{0.2, 0.2, 1}, {0, 0, -1e75}, 1}, index).distance == 1);
    CHECK(raycast({{0.2, 0.2, 0}, {0, 0, -1}, 0}, index).distance == 0);
}

TEST_CASE("a refused batch writes nothing") {
    const MeshIndex index(one_triangle());
    std::vector<Ray> rays(40, Ray{{0.2, 0.2, 1}, {0, 0, -1}});
    RayHit old;
    old.distance = 7;
    std::vector<RayHit> hits(40, old);
    rays[37].direction = {0, 0, 0};
    CHECK(refused_field([&] {
              raycast(rays, hits, index);
              return 0;
          }) == "rays[37].direction");
    rays[37].direction = {0, 0, 1};
    CHECK(refused_field([&] {
              raycast(rays, std::span(hits).first(39), index);
              return 0;
          }) == "hits");
    CHECK(refused_field([&] {
              raycast(rays, hits, index, {{0, 0, 0, 2}, {}});
              return 0;
          }) == "pose.rotation");
    CHECK(refused_field([&] {
              raycast(rays, hits, index, {{}, {0, nan_value, 0}});
              return 0;
          }) == "pose.translation");
    for (const RayHit& hit : hits) CHECK(hit == old);
    CHECK_NOTHROW(raycast(std::span<const Ray>(), std::span<RayHit>(), index));
}

TEST_CASE("shapes that cannot be cast at are refused") {
    const auto mesh = one_triangle();
    const MeshIndex other(one_triangle());
    const Shape shape = Shape::mesh(mesh);
    const Ray ray{{0, 0, 1}, {0, 0, -1}};
    CHECK(refused_field([&] { return raycast(ray, PlacedShape{}); }) == "shapes[0].shape");
    CHECK(refused_field([&] {
              return raycast(ray, PlacedShape{&shape, {}, nullptr});
          }) == "shapes[0].index");
    CHECK(refused_field([&] {
              return raycast(ray, PlacedShape{&shape, {}, &other});
          }) == "shapes[0].index");
    CHECK(refused_field([&] {
              return raycast(ray, PlacedShape{&shape, {{0, 0, 0, 0}, {}}});
          }) == "shapes[0].pose.rotation");
    CHECK(refused_field([] { return MeshIndex(nullptr).report().levels; }) == "MeshIndex.mesh");
    CHECK_FALSE(raycast(ray, std::span<const PlacedShape>()));
}
