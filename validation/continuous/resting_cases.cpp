// Bodies that lie on several surfaces or slide over many triangles.

#include "allocations.hpp"
#include "bodies.hpp"

#include <lanewise/physics/continuous/resting_cone.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

using namespace lanewise;
using test::ball_body;
using test::difference;
using test::Random;
using test::Scene;

namespace {

/// Two walls through the y axis whose normals lean by `lean` from the vertical.
Scene gutter(double lean, const PhysicsMaterial& material = {0, 0}) {
    Scene scene;
    for (const double side : {1.0, -1.0})
        scene.add_floor({test::z_to({side * std::sin(lean), 0, std::cos(lean)}), {}}, material);
    return scene;
}

}  // namespace

TEST_CASE("a ball dropped into a steep gutter lies in its bottom and slides along") {
    // Steeper than 45 degrees: in a flatter one it would climb the other side.
    const double degrees = GENERATE(46.0, 60.0, 80.0, 85.0, 89.0);
    const double lean = degrees * std::numbers::pi / 180;
    const Scene scene = gutter(lean);
    const double r = 0.1, down = 200, along = 3, h = 0.1;
    SweptBody body = ball_body(r, {0.01, 0, r / std::cos(lean) + 1}, {0, along, -down});
    SweptMotion motion;
    CAPTURE(degrees);
    REQUIRE(motion.advance(std::span(&body, 1), scene.obstacles(), h) == SweptStatus::done);
    CHECK(difference(body.velocity, {0, along, 0}) < 1e-12);
    // Both walls are a radius away.
    CHECK(std::fabs(body.round.centre.z - r / std::cos(lean)) < 1e-13 / std::cos(lean));
    CHECK(std::fabs(body.round.centre.x) < 1e-13 / std::sin(lean));
    CHECK(std::fabs(body.round.centre.y - along * h) < 1e-15);
    // What the impulses took away.
    Vec3 total;
    for (const SweptImpact& impact : motion.impacts()) total += impact.impulse * impact.normal;
    CHECK(difference(total, {0, 0, down}) < 1e-10);
    // The step after that has nothing to do.
    REQUIRE(motion.advance(std::span(&body, 1), scene.obstacles(), h) == SweptStatus::done);
    CHECK(difference(body.velocity, {0, along, 0}) < 1e-12);
}

TEST_CASE("a ball thrown into a corner of three smooth walls stops there") {
    Random random(3);
    SweptMotion motion;
    for (int i = 0; i < 200; ++i) {
        const Quat turn = random.rotation();
        Scene scene;
        for (const Vec3& n : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}})
            scene.add_floor({turn * test::z_to(n), {}}, {i % 2 == 0 ? 0.0 : 0.4, 0});
        const Vec3 from{random.between(0.2, 1), random.between(0.2, 1), random.between(0.2, 1)};
        const Vec3 velocity{-random.between(200, 300), -random.between(200, 300),
                            -random.between(200, 300)};
        SweptBody body =
            ball_body(0.1, rotate(turn, from), rotate(turn, velocity), {i % 2 == 0 ? 0.0 : 0.4, 0});
        const double before = test::energy(body);
        REQUIRE(motion.advance(std::span(&body, 1), scene.obstacles(), 0.01) == SweptStatus::done);
        CHECK(test::energy(body) < before);
        const Vec3 where = rotate_back(turn, body.round.centre);
        if (i % 2 == 0) {
            CHECK(difference(where, {0.1, 0.1, 0.1}) < 1e-14);
            CHECK(norm(body.velocity) < 1e-12);
        } else {
            // The spin that friction gave it at one wall makes it climb up another.
            CHECK(-largest_component(-where) > 0.1 - 1e-14);
        }
    }
}

TEST_CASE("what keeps a body off several surfaces is the least push that does") {
    Random random(8);
    int counts[4] = {};
    for (int i = 0; i < 3000; ++i) {
        Vec3 normals[5];
        const std::size_t n = 1 + random.below(5);
        for (std::size_t k = 0; k < n; ++k) normals[k] = unit_or(random.in_cube(1), {0, 0, 1});
        const Vec3 v = random.in_cube(1);
        double shares[5];
        const Vec3 kept = detail::kept_off(v, std::span(normals, n), std::span(shares, n));
        // The conditions of Karush, Kuhn and Tucker for the nearest vector of a cone.
        Vec3 pushed = v;
        double most = 1;
        int active = 0;
        for (std::size_t k = 0; k < n; ++k) {
            REQUIRE(shares[k] >= 0);
            pushed += shares[k] * normals[k];
            most = std::max(most, shares[k]);
            active += shares[k] > 0;
            REQUIRE(dot(kept, normals[k]) > -1e-12);
            if (shares[k] > 0) REQUIRE(std::fabs(dot(kept, normals[k])) < 1e-12);
        }
        REQUIRE(active <= 3);
        ++counts[active];
        REQUIRE(difference(pushed, kept) < 1e-14 * most * most);
    }
    for (const int count : counts) CHECK(count > 50);
}

TEST_CASE("energy never grows in a box of walls, whatever the materials") {
    Random random(4);
    SweptMotion motion;
    int impacts = 0;
    for (int i = 0; i < 300; ++i) {
        const PhysicsMaterial material{random.between(0, 1.2), random.between(0, 1)};
        const RigidTransform pose{random.rotation(), random.in_cube(100)};
        Scene scene;
        for (const Vec3& n : {Vec3{1, 0, 0}, Vec3{-1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, -1, 0},
                              Vec3{0, 0, 1}, Vec3{0, 0, -1}})
            scene.add_grid(2, pose * RigidTransform{n.z < 0 ? Quat{1, 0, 0, 0} : test::z_to(n), -n},
                           material);
        const Vec3 from = random.in_cube(0.7), velocity = random.in_cube(60);
        SweptBody body = ball_body(0.2, transform_point(pose, from), velocity, material);
        body.spin = random.in_cube(100);
        for (int step = 0; step < 20; ++step) {
            const double before = test::energy(body);
            REQUIRE(motion.advance(std::span(&body, 1), scene.obstacles(), 0.02) ==
                    SweptStatus::done);
            REQUIRE(test::energy(body) <= before * (1 + 1e-13));
            impacts += static_cast<int>(motion.impacts().size());
            const Vec3 inside = absolute(transform_point_back(pose, body.round.centre));
            REQUIRE(largest_component(inside) < 0.8 + 1e-12);
        }
    }
    CHECK(impacts > 1500);
}

TEST_CASE("a ball slides over the seams of a flat mesh without a bump") {
    Random random(6);
    SweptMotion motion;
    for (int i = 0; i < 300; ++i) {
        // Lying on the mesh, and sunk in by what the contact solver leaves.
        const double depth = i % 3 == 0 ? 0 : random.between(0, 0.005);
        const RigidTransform pose =
            i % 2 == 0 ? RigidTransform{} : RigidTransform{random.rotation(), random.in_cube(1000)};
        Scene scene;
        scene.add_grid(8, pose);
        const bool capsule = i % 5 == 0;
        const double heading = i % 7 == 0 ? 0 : random.between(0, 6.28);
        const Vec3 velocity{300 * std::cos(heading), 300 * std::sin(heading), 0};
        const Vec3 start{i % 11 == 0 ? 0 : random.between(-2, 2), random.between(-2, 2),
                         0.1 - depth};
        SweptBody body = ball_body(0.1, transform_point(pose, start),
                                   transform_direction(pose, velocity), {0.5, 1});
        if (capsule) {
            body.round.half_axis =
                transform_direction(pose, {random.between(-1, 1), random.between(-1, 1), 0});
            body.inverse_inertia = {};
        }
        CAPTURE(i, depth, heading, capsule);
        REQUIRE(motion.advance(std::span(&body, 1), scene.obstacles(), 0.02) == SweptStatus::done);
        CHECK(motion.impacts().empty());
        const Vec3 end = transform_point_back(pose, body.round.centre);
        CHECK(difference(end, start + 0.02 * velocity) < (i % 2 == 0 ? 1e-14 : 1e-12));
    }
}

TEST_CASE("a ball that lands fast on a mesh slides on over its seams") {
    Random random(7);
    SweptMotion motion;
    for (int i = 0; i < 200; ++i) {
        Scene scene;
        scene.add_grid(8);
        const Vec3 velocity{random.between(-60, 60), random.between(-60, 60), -300};
        SweptBody body =
            ball_body(0.1, {random.between(-2, 2), random.between(-2, 2), 1}, velocity);
        REQUIRE(motion.advance(std::span(&body, 1), scene.obstacles(), 0.1) == SweptStatus::done);
        CHECK(motion.impacts().size() == 1);
        CHECK(std::fabs(body.round.centre.z - 0.1) < 1e-14);
        CHECK(difference(body.velocity, {velocity.x, velocity.y, 0}) < 1e-13);
    }
}

TEST_CASE("a step allocates nothing after the first of its kind") {
    Scene scene = gutter(0.6, {0.3, 0.2});
    scene.add_grid(8);
    SweptMotion motion;
    SweptBody bodies[3];
    const auto step = [&] {
        for (int i = 0; i < 3; ++i)
            bodies[i] = ball_body(0.1, {0.3 * i, 0, 1.0 + i}, {2, 3, -400}, {0.3, 0.2});
        return motion.advance(bodies, scene.obstacles(), 0.02);
    };
    REQUIRE(step() == SweptStatus::done);
    const long before = test::allocations();
    const SweptStatus status = step();
    const long after = test::allocations();
    CHECK(status == SweptStatus::done);
    CHECK(motion.impacts().size() > 3);
    CHECK(after == before);
    CHECK(before > 0);
}
