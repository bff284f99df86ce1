// Rays in a world. Case numbers are those of the table of mechanics cases.

#include "worlds.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <optional>

namespace lanewise::test {
namespace {

struct RayTargets {
    PhysicsWorld world;
    BodyId sphere = world.add_body(fixed(Shape::sphere(1)));
    BodyId box = world.add_body(fixed(Shape::box({1, 1, 1}), at(0, 5, 0)));
    BodyId capsule = world.add_body(fixed(Shape::capsule(0.5, 1), at(0, 10, 0)));
};

void check_hit(const WorldHit& hit, BodyId body, double distance, const Vec3& normal,
               double tolerance = 1e-15) {
    CHECK(hit.body == body);
    CHECK(std::fabs(hit.distance - distance) <= tolerance * (1 + distance));
    CHECK(difference(hit.normal, normal) <= tolerance);
}

/// A square of two triangles, side 2 half, in the plane z = height; fronts up or down.
std::shared_ptr<const TriangleMesh> plate(double half, double height, bool faces_up = true) {
    std::vector<Vec3> corners{
        {-half, -half, height}, {half, -half, height}, {half, half, height}, {-half, half, height}};
    if (!faces_up) std::reverse(corners.begin(), corners.end());
    return std::make_shared<const TriangleMesh>(
        std::move(corners), std::vector<TriangleMesh::Triangle>{{0, 1, 2}, {0, 2, 3}});
}

const Vec3 k_down{0, 0, -1};

}  // namespace

// W1, W2, W3.
TEST_CASE("rays at solids of a world", "[dynamics][rays]") {
    const RayTargets t;
    const Vec3 x{1, 0, 0}, back{-1, 0, 0};
    const WorldHit hit = t.world.raycast({{-5, 0, 0}, x});
    check_hit(hit, t.sphere, 4, back);
    CHECK(hit.point == Vec3{-1, 0, 0});
    CHECK(hit.material == PhysicsMaterial{});
    CHECK(hit.triangle == RayHit::none);
    check_hit(t.world.raycast({{-5, 5, 0}, x}), t.box, 4, back);
    check_hit(t.world.raycast({{-5, 10, 0}, x}), t.capsule, 4.5, back);
    check_hit(t.world.raycast({{0, 10, 5}, k_down}), t.capsule, 3.5, {0, 0, 1});
}

// W5.
TEST_CASE("rays that hit nothing", "[dynamics][rays]") {
    const RayTargets t;
    const Vec3 x{1, 0, 0};
    CHECK_FALSE(t.world.raycast({{-5, 0, 0}, -x}));
    CHECK_FALSE(t.world.raycast({{-5, 0, 0}, x, 3}));
    CHECK(t.world.raycast({{-5, 0, 0}, x, 4}));
    CHECK_FALSE(t.world.raycast({{-5, 0, 0}, x}, {.ignore = t.sphere}));
    CHECK_FALSE(t.world.raycast({{-5, 6.5, 0}, x}));
    CHECK_FALSE(t.world.raycast({{-5, 3, 0}, {1, 1, 0}}));
    for (const Ray& bad : {Ray{{}, {0, 0, 0}}, Ray{{}, {k_nan, 0, 0}}, Ray{{k_nan, 0, 0}, x},
                           Ray{{}, x, -1}, Ray{{}, x, k_nan}}) {
        CHECK_FALSE(refused_field([&] { return t.world.raycast(bad); }).empty());
        const std::vector<Ray> rays{Ray{{-5, 0, 0}, x}, bad};
        std::vector<WorldHit> hits(2);
        CHECK_FALSE(refused([&] { t.world.raycast(rays, hits); }).empty());
        CHECK_FALSE(hits[0]);
    }
    std::vector<WorldHit> too_few(1);
    const std::vector<Ray> two(2, Ray{{-5, 0, 0}, x});
    CHECK(refused([&] { t.world.raycast(two, too_few); }) == "hits");
    CHECK_FALSE(too_few[0]);
}

// W6, X7.
TEST_CASE("rays from inside a solid", "[dynamics][rays]") {
    const RayTargets t;
    CHECK_FALSE(t.world.raycast({{0, 5, 0.5}, {1, 0, 0}}));
    CHECK_FALSE(t.world.raycast({{0, 10, 0}, {0, 0, 1}}));
    CHECK_FALSE(t.world.raycast({{0, 10, 0.3}, {0, 0, -1}}));
    // Out of the sphere and into the box.
    check_hit(t.world.raycast({{0, 0, 0}, {0, 1, 0}}), t.box, 4, {0, -1, 0});
}

// W7.
TEST_CASE("rays pass bodies that do not collide", "[dynamics][rays]") {
    RayTargets t;
    const Ray ray{{-5, 0, 0}, {1, 0, 0}};
    t.world.body(t.sphere).set_collides(false);
    CHECK_FALSE(t.world.raycast(ray));
    t.world.body(t.sphere).set_collides(true);
    CHECK(t.world.raycast(ray));
}

// W9, W10.
TEST_CASE("rays at two meshes", "[dynamics][rays]") {
    PhysicsWorld world;
    const BodyId upper = world.add_static_mesh(plate(10, -5), {0.9, 0});
    const BodyId lower = world.add_static_mesh(plate(10, -8), {0.4, 0});
    const Ray ray{{0.5, 0.25, 10}, k_down};
    for (int i = 0; i < 2; ++i) {
        const WorldHit hit = world.raycast(ray);
        check_hit(hit, upper, 15, {0, 0, 1});
        CHECK(hit.material.friction == 0.9);
        CHECK(hit.triangle < 2);
        world.step(k_step);
    }
    check_hit(world.raycast(ray, {.ignore = upper}), lower, 18, {0, 0, 1});
    world.body(lower).set_collides(false);
    CHECK_FALSE(world.raycast(ray, {.ignore = upper}));
    CHECK_FALSE(world.raycast({ray.origin, k_down, 10}));
    CHECK(world.raycast({ray.origin, k_down, 15}));
    CHECK_FALSE(world.raycast({{0.5, 0.25, -10}, {0, 0, 1}}));
    const BodyId above = world.add_body(fixed(Shape::sphere(1)));
    check_hit(world.raycast({{0, 0, 10}, k_down}), above, 9, {0, 0, 1});
}

TEST_CASE("rays see bodies where they are now", "[dynamics][rays]") {
    PhysicsWorld world;
    const BodyId id = world.add_body(ball(0.5, 1, {}, {0, 0, 6}));
    const Ray ray{{0, 0, 10}, k_down};
    CHECK(world.raycast(ray).distance == 9.5);
    world.step(k_step);
    CHECK(world.raycast(ray).distance == 9.5 - position(world, id).z);
    world.body(id).set_pose(at(0, 0, 5));
    CHECK(world.raycast(ray).distance == 4.5);
    world.body(id).set_shape_pose(at(0, 0, 1));
    CHECK(world.raycast(ray).distance == 3.5);
    world.remove(id);
    CHECK_FALSE(world.raycast(ray));
    const BodyId next = world.add_body(ball(1, 1, {}));
    CHECK(world.raycast(ray).body == next);
    // The id of the removed body ignores nobody.
    CHECK(world.raycast(ray, {.ignore = id}).body == next);
}

TEST_CASE("ties go to the body that comes first", "[dynamics][rays]") {
    PhysicsWorld world;
    std::vector<BodyId> ids;
    for (int i = 0; i < 6; ++i) ids.push_back(world.add_body(fixed(Shape::box({1, 1, 1}))));
    const BodyId mesh = world.add_static_mesh(plate(1, 1));
    const Ray ray{{0.25, 0.5, 3}, k_down};
    for (const BodyId id : ids) {
        CHECK(world.raycast(ray).body == id);
        CHECK(world.raycast(ray).distance == 2);
        world.remove(id);
    }
    CHECK(world.raycast(ray).body == mesh);
    // A new body takes the last place that became free: below the mesh's.
    const BodyId again = world.add_body(fixed(Shape::box({1, 1, 1})));
    REQUIRE(again.index < mesh.index);
    CHECK(world.raycast(ray).body == again);
}

// B56: rays from 12 km.
TEST_CASE("long rays hit small bodies", "[dynamics][rays]") {
    const std::vector<Vec3> corners{{0.5, 0.5, 0.5},   {0.5, 0.5, -0.5},  {0.5, -0.5, 0.5},
                                    {0.5, -0.5, -0.5}, {-0.5, 0.5, 0.5},  {-0.5, 0.5, -0.5},
                                    {-0.5, -0.5, 0.5}, {-0.5, -0.5, -0.5}};
    const Shape shapes[] = {Shape::sphere(0.5), Shape::capsule(0.5, 0.5),
                            Shape::box({0.5, 0.5, 0.5}), Shape::hull(corners)};
    for (const Shape& shape : shapes) {
        PhysicsWorld world;
        const BodyId id = world.add_body(fixed(shape));
        Random random(56);
        int hits = 0;
        for (int i = 0; i < 1000; ++i) {
            // Within the sphere's silhouette too.
            const double y = random.between(-0.31, 0.31), z = random.between(-0.31, 0.31);
            const WorldHit hit = world.raycast({{-12000, y, z}, {1, 0, 0}});
            hits += hit.body == id ? 1 : 0;
            const bool is_flat = shape.kind() == ShapeKind::box || shape.kind() == ShapeKind::hull;
            const double depth = is_flat ? 0.5
                                 : shape.kind() == ShapeKind::sphere
                                     ? std::sqrt(0.25 - y * y - z * z)
                                     : std::sqrt(0.25 - y * y);
            // 12 km are rounded to 1.8e-12.
            CHECK(std::fabs(hit.distance - (12000 - depth)) < 1e-11);
        }
        CHECK(hits == 1000);
        CHECK(std::fabs(world.raycast({{-12000, 0, 0}, {1, 0, 0}}).distance - 11999.5) < 2e-12);
    }
    // Offsets of up to 0.45 along the axes.
    PhysicsWorld world;
    world.add_body(fixed(Shape::sphere(0.5)));
    for (int i = -45; i <= 45; ++i) {
        CHECK(world.raycast({{-12000, 0.01 * i, 0}, {1, 0, 0}}));
        CHECK(world.raycast({{0.01 * i, 12000, 0}, {0, -1, 0}}));
    }
}

// B56: a long wall under tilted rays.
TEST_CASE("tilted rays at a long wall", "[dynamics][rays]") {
    PhysicsWorld world;
    const BodyId wall = world.add_body(fixed(Shape::box({600, 10, 1}), at(0, 0, 51)));
    const Vec3 direction{std::sin(0.01), 0, std::cos(0.01)};
    for (int x = -500; x <= 500; ++x) {
        const WorldHit hit = world.raycast({{static_cast<double>(x), 0, 0}, direction});
        CHECK(hit.body == wall);
        CHECK(std::fabs(hit.point.z - 50) < 1e-12);
        CHECK(hit.normal == Vec3{0, 0, -1});
    }
}

// B57: back faces do not end the search.
TEST_CASE("a back face before a front face of one mesh", "[dynamics][rays]") {
    PhysicsWorld world;
    std::vector<Vec3> corners{{-1, -1, 2}, {1, -1, 2}, {0, 1, 2},
                              {-1, -1, 0}, {1, -1, 0}, {0, 1, 0}};
    const auto mesh = std::make_shared<const TriangleMesh>(
        std::move(corners), std::vector<TriangleMesh::Triangle>{{0, 2, 1}, {3, 4, 5}});
    const BodyId id = world.add_static_mesh(mesh);
    const WorldHit hit = world.raycast({{0, 0, 10}, k_down});
    check_hit(hit, id, 10, {0, 0, 1});
    CHECK(hit.triangle == 1);
}

// B57: a ray from inside a body meets the ground, with and without `ignore`; through a body from
// above only with it.
TEST_CASE("rays of the body that casts them", "[dynamics][rays]") {
    PhysicsWorld world;
    const BodyId floor = add_floor(world);
    const BodyId car = world.add_body(cuboid({2, 1, 0.5}, 1000, {3, 4, 1}));
    CHECK(world.raycast({{3, 4, 1}, k_down}).body == floor);
    CHECK(world.raycast({{3, 4, 1}, k_down}, {.ignore = car}).body == floor);
    CHECK(world.raycast({{3, 4, 2}, k_down}).body == car);
    CHECK(world.raycast({{3, 4, 2}, k_down}, {.ignore = car}).distance == 2);
}

// B57: edges and a vertex that six triangles share.
TEST_CASE("rays at edges and vertices of a fan", "[dynamics][rays]") {
    std::vector<Vec3> corners{{}};
    std::vector<TriangleMesh::Triangle> fan;
    for (std::uint32_t i = 0; i < 6; ++i) {
        const double angle = i * M_PI / 3;
        corners.push_back({std::cos(angle), std::sin(angle), 0});
        fan.push_back({0, i + 1, (i + 1) % 6 + 1});
    }
    PhysicsWorld world;
    const BodyId id = world.add_static_mesh(std::make_shared<const TriangleMesh>(corners, fan));
    CHECK(world.raycast({{0, 0, 1}, k_down}).body == id);
    for (std::size_t i = 1; i <= 6; ++i)
        for (double t = 0; t < 1; t += 0.01) {
            const Vec3 p = t * corners[i];
            const WorldHit hit = world.raycast({{p.x, p.y, 1}, k_down});
            CHECK(hit.body == id);
            CHECK(std::fabs(hit.distance - 1) < 1e-15);
            // Slanted rays at the same points.
            CHECK(world.raycast({p + Vec3{0.3, 0.2, 1}, {-0.3, -0.2, -1}}).body == id);
        }
}

TEST_CASE("the nearest of many bodies, one by one and in a batch", "[dynamics][rays]") {
    Random random(9);
    PhysicsWorld world;
    for (int i = 0; i < 150; ++i) {
        const double r = random.between(0.05, 1);
        const std::vector<Vec3> points{{r, 0, 0}, {0, r, 0}, {0, 0, r}, {-r, -r, -r}};
        const Shape shape = i % 5 == 0   ? Shape::sphere(r)
                            : i % 5 == 1 ? Shape::box({r, 0.5 * r, 2 * r})
                            : i % 5 == 2 ? Shape::capsule(0.5 * r, r)
                            : i % 5 == 3 ? Shape::hull(points)
                                         : Shape::mesh(flat_ground(2, r));
        const RigidTransform pose{random.rotation(), random.in_cube(10)};
        const BodyId id = world.add_body(fixed(shape, pose));
        if (i % 7 == 0) world.body(id).set_collides(false);
        if (i % 11 == 0) world.remove(id);
    }
    std::vector<Ray> rays;
    for (int i = 0; i < 1500; ++i) {
        const Vec3 origin = random.in_cube(15);
        rays.push_back(
            {origin, random.in_cube(8) - origin, i % 3 == 0 ? random.between(1, 20) : k_infinity});
    }
    const BodyId ignored = world.bodies()[40];
    std::vector<WorldHit> hits(rays.size());
    world.raycast(rays, hits, {.ignore = ignored});
    int found = 0;
    for (std::size_t i = 0; i < rays.size(); ++i) {
        std::optional<RayHit> best;
        BodyId body;
        for (const BodyId id : world.bodies()) {
            const BodyView view = std::as_const(world).body(id);
            if (!view.collides() || id == ignored) continue;
            std::optional<MeshIndex> index;
            if (view.shape().mesh()) index.emplace(view.shape().mesh());
            const RayHit hit = raycast(
                rays[i], PlacedShape{&view.shape(), view.pose(), index ? &*index : nullptr});
            if (!hit || (best && hit.distance >= best->distance)) continue;
            best = hit;
            body = id;
        }
        CHECK(hits[i] == world.raycast(rays[i], {.ignore = ignored}));
        CHECK(hits[i].body == body);
        if (!best) continue;
        ++found;
        CHECK(hits[i].distance == best->distance);
        CHECK(hits[i].normal == best->normal);
        CHECK(hits[i].point == best->point);
        CHECK(hits[i].triangle == best->triangle);
    }
    CHECK(found > 200);
}

}  // namespace lanewise::test
