// Cases worked by hand: rays against solids and placed meshes.

#include <lanewise/physics/rays/ray.hpp>
#include <lanewise/physics/rays/solid_rays.hpp>

#include "../geometry/close.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <numbers>
#include <vector>

using namespace lanewise;

namespace {

constexpr double ulp = 0x1p-52;

RigidTransform at(const Vec3& place) {
    return {{}, place};
}
RayHit cast(const Vec3& origin, const Vec3& direction, const Shape& shape,
            const RigidTransform& pose = {}, double reach = 1e9) {
    return raycast({origin, direction, reach}, PlacedShape{&shape, pose, nullptr});
}
std::shared_ptr<const TriangleMesh> floor_mesh(double z) {
    return std::make_shared<const TriangleMesh>(
        std::vector<Vec3>{{-9, -9, z}, {9, -9, z}, {9, 9, z}, {-9, 9, z}},
        std::vector<TriangleMesh::Triangle>{{0, 1, 2}, {0, 2, 3}});
}

/// A box whose hull form must give what the box gives.
Shape hull_box(const Vec3& half, const RigidTransform& local = {}) {
    return Shape::hull(box_polyhedron(half).vertices, local);
}

}  // namespace

TEST_CASE("a ray meets a unit ball (W1)") {
    const RayHit hit = cast({-5, 0, 0}, {1, 0, 0}, Shape::sphere(1));
    REQUIRE(hit);
    CHECK(hit.distance == 4);
    CHECK(hit.point == Vec3{-1, 0, 0});
    CHECK(hit.normal == Vec3{-1, 0, 0});
    CHECK(hit.triangle == RayHit::none);
    CHECK(hit.shape == 0);
}

TEST_CASE("a ray meets a box, as a box and as a hull (W2)") {
    for (const Shape& box : {Shape::box({1, 1, 1}), hull_box({1, 1, 1})}) {
        const RayHit hit = cast({-5, 5, 0}, {1, 0, 0}, box, at({0, 5, 0}));
        REQUIRE(hit);
        CHECK(hit.distance == Approx(4).epsilon(ulp).margin(0));
        CHECK(norm(hit.normal - Vec3{-1, 0, 0}) <= ulp);
        CHECK(norm(hit.point - Vec3{-1, 5, 0}) <= 4 * ulp);
    }
}

/// The entry into a box by all six planes.
SolidEntry enter_by_six(const Vec3& origin, const Vec3& direction, const Vec3& half) {
    double enter = -std::numeric_limits<double>::infinity(), leave = -enter;
    Vec3 normal;
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (const double side : {-1.0, 1.0}) {
            const double height = side * origin[axis] - half[axis], slope = side * direction[axis];
            if (slope == 0 && height > 0) return {};
            if (slope == 0) continue;
            const double at = -height / slope;
            if (slope > 0) leave = std::min(leave, at);
            if (slope > 0 || !(at > enter)) continue;
            enter = at;
            normal = {};
            normal[axis] = side;
        }
    return enter <= leave ? SolidEntry{enter, normal} : SolidEntry{};
}

TEST_CASE("a line enters a box where its six planes say, to the bit") {
    test::Random random(17);
    int hits = 0;
    for (int i = 0; i < 200'000; ++i) {
        const double size = std::exp(random.between(-9, 9)), far = size * random.between(0, 30);
        const auto vector = [&](double low, double high) {
            const double x = random.between(low, high), y = random.between(low, high);
            return Vec3{x, y, random.between(low, high)};
        };
        const Vec3 half = size * vector(0.01, 1), origin = far * vector(-1, 1);
        // Some lines along an axis, some at a corner or an edge to a few roundings.
        Vec3 way = vector(-1, 1);
        if (i % 4 == 1) way[random.below(3)] = 0;
        if (i % 4 == 3) way = size * vector(-0.3, 0.3) - origin;
        if (i % 4 == 2) way = (1 + 1e-15 * random.between(-9, 9)) * half - origin;
        if (!(norm(way) > 0)) continue;
        const Vec3 direction = (1 / norm(way)) * way;
        const SolidEntry fast = enter_box(origin, direction, half);
        const SolidEntry plain = enter_by_six(origin, direction, half);
        REQUIRE(std::bit_cast<std::uint64_t>(fast.distance) ==
                std::bit_cast<std::uint64_t>(plain.distance));
        if (plain.distance < std::numeric_limits<double>::infinity()) {
            REQUIRE(fast.normal == plain.normal);
            ++hits;
        }
    }
    CHECK(hits > 40'000);
}

TEST_CASE("a ray meets a capsule's side and its end (W3)") {
    const Shape capsule = Shape::capsule(0.5, 1);
    const RayHit side = cast({-5, 10, 0}, {1, 0, 0}, capsule, at({0, 10, 0}));
    REQUIRE(side);
    CHECK(side.distance == 4.5);
    CHECK(side.normal == Vec3{-1, 0, 0});
    const RayHit end = cast({0, 10, 5}, {0, 0, -1}, capsule, at({0, 10, 0}));
    REQUIRE(end);
    CHECK(end.distance == 3.5);
    CHECK(end.normal == Vec3{0, 0, 1});
}

TEST_CASE("rays that miss (W5)") {
    const Shape ball = Shape::sphere(1), box = Shape::box({1, 1, 1});
    const RigidTransform place = at({0, 5, 0});
    CHECK_FALSE(cast({-5, 0, 0}, {-1, 0, 0}, ball));
    CHECK_FALSE(cast({-5, 0, 0}, {1, 0, 0}, ball, {}, 3));
    CHECK_FALSE(cast({-5, 5, 0}, {-1, 0, 0}, box, place));
    CHECK_FALSE(cast({-5, 6.5, 0}, {1, 0, 0}, box, place));
    CHECK_FALSE(cast({-5, 3, 0}, {1, 1, 0}, box, place));
    CHECK_FALSE(cast({-5, 3, 0}, {1, 1, 0}, hull_box({1, 1, 1}), place));
    // The reach is inclusive.
    CHECK(cast({-5, 0, 0}, {1, 0, 0}, ball, {}, 4));
    CHECK_FALSE(cast({-5, 0, 0}, {1, 0, 0}, ball, {}, std::nextafter(4, 0)));
}

TEST_CASE("a ray from inside does not hit (W6, X7)") {
    const Shape solids[] = {Shape::sphere(1), Shape::box({1, 2, 3}), hull_box({1, 2, 3}),
                            Shape::capsule(0.5, 1)};
    for (const Shape& solid : solids)
        for (const Vec3& inside : {Vec3{0, 0, 0}, Vec3{0.2, 0.1, -0.3}, Vec3{0, 0, 0.9}})
            for (const Vec3& direction :
                 {Vec3{1, 0, 0}, Vec3{0, 0, 1}, Vec3{0, 0, -1}, Vec3{0, 1, 0}, Vec3{1, 2, 3},
                  Vec3{1e-9, 0, -1}, Vec3{-0.3, 0.2, 1}})
                CHECK_FALSE(cast(inside, direction, solid));
}

TEST_CASE("a ray that starts on a solid hits when it goes in") {
    CHECK(cast({-1, 0, 0}, {1, 0, 0}, Shape::sphere(1)).distance == 0);
    CHECK(cast({-1, 0.5, 0}, {1, 0, 0}, Shape::box({1, 1, 1})).distance == 0);
    CHECK(cast({0, 0, 1.5}, {0, 0, -1}, Shape::capsule(0.5, 1)).distance == 0);
    CHECK_FALSE(cast({-1, 0, 0}, {-1, 0, 0}, Shape::sphere(1)));
    CHECK_FALSE(cast({-1, 0.5, 0}, {-1, 0, 0}, Shape::box({1, 1, 1})));
}

TEST_CASE("a capsule is entered where its three parts are (golden section of cases)") {
    // The entry of a capsule is the first point at distance r from its segment.
    const double r = 0.4, h = 0.7;
    int hits = 0;
    for (int i = 0; i < 4000; ++i) {
        // Directions and offsets that fill space evenly.
        const double u = std::fmod(i * 0.8191725134, 1.0), v = std::fmod(i * 0.6710436067, 1.0);
        const double w = std::fmod(i * 0.5497004779, 1.0), s = std::fmod(i * 0.4503, 1.0);
        const double phi = 2 * std::numbers::pi * u, z = 2 * v - 1, q = std::sqrt(1 - z * z);
        const Vec3 d{q * std::cos(phi), q * std::sin(phi), z};
        const Vec3 aim{1.2 * (w - 0.5), 1.2 * (s - 0.5), 3 * (u - 0.5)};
        const Vec3 origin = aim - 10.0 * d;
        const SolidEntry entry = enter_capsule(origin, d, r, h);
        const auto gap = [&](double t) {
            const Vec3 p = origin + t * d;
            const double along = std::fmin(std::fmax(p.z, -h), h);
            return norm(p - Vec3{0, 0, along}) - r;
        };
        // The distance to a convex set is convex along a line: its least value by golden section.
        double low = 0, high = 20;
        const double golden = (std::sqrt(5.0) - 1) / 2;
        for (int k = 0; k < 80; ++k) {
            const double a = high - golden * (high - low), b = low + golden * (high - low);
            (gap(a) < gap(b) ? high : low) = gap(a) < gap(b) ? b : a;
        }
        const double least = gap(0.5 * (low + high));
        if (std::fabs(least) < 1e-9) continue;  // touches
        CHECK(std::isfinite(entry.distance) == (least < 0));
        if (!std::isfinite(entry.distance) || least >= 0) continue;
        ++hits;
        CHECK(std::fabs(gap(entry.distance)) <= 1e-13);
        CHECK(gap(entry.distance - 1e-3) > 0);
        const Vec3 p = origin + entry.distance * d;
        const Vec3 axis{0, 0, std::fmin(std::fmax(p.z, -h), h)};
        CHECK(norm(entry.normal - (p - axis) / r) <= 1e-13);
        CHECK(dot(entry.normal, d) < 0);
    }
    CHECK(hits > 1000);
}

TEST_CASE("long rays do not pass through round and convex shapes (B56)") {
    const Shape solids[] = {Shape::sphere(0.5), Shape::capsule(0.5, 0.5),
                            Shape::box({0.5, 0.5, 0.5}), hull_box({0.5, 0.5, 0.5})};
    for (const Shape& solid : solids) {
        int hits = 0;
        for (int i = 0; i < 1000; ++i) {
            // Within 0.45 of the centre line, and inside the ball.
            const double radius = 0.45 * std::sqrt((i + 0.5) / 1000), turn = i * 2.39996322972865;
            const Vec3 origin{-12000, radius * std::cos(turn), radius * std::sin(turn)};
            hits += cast(origin, {1, 0, 0}, solid) ? 1 : 0;
        }
        CHECK(hits == 1000);
    }
    CHECK(std::fabs(cast({-12000, 0, 0}, {1, 0, 0}, solids[0]).distance - 11999.5) <= 1e-11);
}

TEST_CASE("the nearest of two meshes, with its material (W9)") {
    const auto upper = floor_mesh(-5), lower = floor_mesh(-8);
    const MeshIndex upper_index(upper), lower_index(lower);
    const Shape upper_shape = Shape::mesh(upper, {}, {{0.9, 0}}), lower_shape = Shape::mesh(lower);
    const PlacedShape shapes[] = {{&lower_shape, {}, &lower_index},
                                  {&upper_shape, {}, &upper_index}};
    const RayHit hit = raycast({{1, 2, 10}, {0, 0, -1}}, shapes);
    REQUIRE(hit);
    CHECK(hit.distance == 15);
    CHECK(hit.normal == Vec3{0, 0, 1});
    CHECK(hit.point == Vec3{1, 2, -5});
    CHECK(hit.shape == 1);
    CHECK(shapes[hit.shape].shape->material(hit.material).friction == 0.9);
}

TEST_CASE("reach, back faces and a ball above (W10)") {
    const auto mesh = floor_mesh(-8);
    const MeshIndex index(mesh);
    const Shape floor = Shape::mesh(mesh), ball = Shape::sphere(1);
    const PlacedShape shapes[] = {{&floor, {}, &index}, {&ball, {}, nullptr}};
    CHECK(raycast({{0, 0, 10}, {0, 0, -1}}, shapes[0]).distance == 18);
    CHECK_FALSE(raycast({{0, 0, 10}, {0, 0, -1}, 10}, shapes[0]));
    CHECK_FALSE(raycast({{0, 0, -20}, {0, 0, 1}}, shapes[0]));
    const RayHit hit = raycast({{0, 0, 10}, {0, 0, -1}}, shapes);
    CHECK(hit.distance == 9);
    CHECK(hit.shape == 1);
    // A floor at the same distance as the ball: the first of the list counts.
    const PlacedShape level[] = {{&floor, at({0, 0, 9}), &index}, {&ball, {}, nullptr}};
    CHECK(raycast({{0, 0, 10}, {0, 0, -1}}, level).shape == 0);
    const PlacedShape swapped[] = {level[1], level[0]};
    CHECK(raycast({{0, 0, 10}, {0, 0, -1}}, swapped).shape == 0);
}

TEST_CASE("a back face in front of a front face does not end the search (B57)") {
    // Two triangles, the upper one with its back to the ray.
    const auto mesh = std::make_shared<const TriangleMesh>(
        std::vector<Vec3>{{-1, -1, 1}, {1, -1, 1}, {0, 1, 1}, {-1, -1, 0}, {1, -1, 0}, {0, 1, 0}},
        std::vector<TriangleMesh::Triangle>{{0, 2, 1}, {3, 4, 5}});
    const RayHit hit = raycast({{0, 0, 3}, {0, 0, -1}}, MeshIndex(mesh));
    CHECK(hit.distance == 3);
    CHECK(hit.triangle == 1);
}

TEST_CASE("a wall is hit at its depth along its whole length (B56)") {
    const auto wall = std::make_shared<const TriangleMesh>(
        std::vector<Vec3>{{-600, -5, 50}, {600, -5, 50}, {600, 5, 50}, {-600, 5, 50}},
        std::vector<TriangleMesh::Triangle>{{0, 2, 1}, {0, 3, 2}});
    const MeshIndex index(wall);
    const double tilt = 0.01;
    for (int x = -500; x <= 500; x += 7) {
        const RayHit hit =
            raycast({{double(x), 0.3, 0}, {std::sin(tilt), 0, std::cos(tilt)}}, index);
        REQUIRE(hit);
        CHECK(std::fabs(hit.distance * std::cos(tilt) - 50) <= 1e-13);
        CHECK(std::fabs(hit.point.z - 50) <= 1e-13);
    }
}

TEST_CASE("a placed mesh is hit as its turned copy is") {
    // Quarter turn about x, then a shift: the floor z = -1 becomes the wall y = 1 + 7.
    const auto mesh = floor_mesh(-1);
    const MeshIndex index(mesh);
    const double c = std::sqrt(0.5);
    const RigidTransform pose{{c, 0, 0, c}, {100, 7, -20}};
    const RayHit hit = raycast({{103, -4, -18}, {0, 2, 0}}, index, pose);
    REQUIRE(hit);
    CHECK(hit.distance == Approx(12).epsilon(4 * ulp).margin(0));
    CHECK(norm(hit.normal - Vec3{0, -1, 0}) <= 2 * ulp);
    CHECK(norm(hit.point - Vec3{103, 8, -18}) <= 1e-14 * 100);
    // The shape's own place comes before the body's.
    const Shape shape = Shape::mesh(mesh, at({0, 0, -3}));
    const PlacedShape placed{&shape, pose, &index};
    CHECK(raycast({{103, -4, -18}, {0, 2, 0}}, placed).distance ==
          Approx(15).epsilon(4 * ulp).margin(0));
}

TEST_CASE("a hull's face is entered at its plane") {
    // A tetrahedron with corners on the axes: x + y + z = 1 faces (1, 1, 1).
    const std::vector<Vec3> corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const Shape hull = Shape::hull(corners);
    const RayHit hit = cast({3, 3, 3}, {-1, -1, -1}, hull);
    REQUIRE(hit);
    // From (3,3,3) to (1,1,1)/3.
    CHECK(hit.distance == Approx(std::sqrt(3.0) * (3 - 1.0 / 3)).epsilon(4 * ulp).margin(0));
    CHECK(norm(hit.normal - Vec3{1, 1, 1} / std::sqrt(3.0)) <= 2 * ulp);
    CHECK(cast({0.25, 0.25, -2}, {0, 0, 1}, hull).distance == Approx(2).epsilon(ulp).margin(0));
    CHECK_FALSE(cast({0.6, 0.6, -2}, {0, 0, 1}, hull));
}
