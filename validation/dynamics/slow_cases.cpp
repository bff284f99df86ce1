// Long and large scenes: a minute of simulated time, dense meshes. Case numbers are those of the
// log of field reports.

#include "worlds.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

namespace lanewise::test {

// B60: ten equal cubes for a minute. With 10 passes the tower stands and sways by centimetres; with
// 20 it keeps to the centimetre of the report.
TEST_CASE("a tower of ten cubes stands for a minute", "[dynamics][slow]") {
    const int passes = GENERATE(10, 20);
    const double most = passes == 10 ? 0.05 : 0.01;
    PhysicsWorld world({.velocity_iterations = passes});
    add_floor(world);
    BodyId top;
    for (int i = 0; i < 10; ++i) top = world.add_body(cube(0.5, 1, {0, 0, i + 0.5}));
    double drift = 0;
    for (int i = 0; i < 3600; ++i) {
        world.step(k_step);
        drift = std::max(drift, norm(position(world, top) - Vec3{0, 0, 9.5}));
    }
    CAPTURE(passes);
    CHECK(drift < most);
}

// B60: unaligned and turned, as it happens.
TEST_CASE("an uneven tower stands for a minute", "[dynamics][slow]") {
    PhysicsWorld world({.velocity_iterations = 20});
    add_floor(world);
    Random random(60);
    std::vector<BodyId> tower;
    std::vector<Vec3> places;
    for (int i = 0; i < 10; ++i) {
        const Vec3 place{random.between(-0.05, 0.05), random.between(-0.05, 0.05), i + 0.5};
        BodyOptions options = cube(0.5, 1, place);
        options.pose.rotation = rotation_from_vector({0, 0, random.between(0, 1)});
        tower.push_back(world.add_body(options));
        places.push_back(place);
    }
    advance(world, 3600);
    for (std::size_t i = 0; i < tower.size(); ++i) {
        const Vec3 moved = position(world, tower[i]) - places[i];
        CHECK(norm({moved.x, moved.y, 0}) < 0.02);
        // Each of the i + 1 faces below may sink into its neighbour by the slop.
        CHECK(-moved.z < static_cast<double>(i + 1) * world.options().slop + 1e-4);
    }
    CHECK(fastest(world) < 1e-3);
}

// B55: 20 000 triangles, some 1600 of them under a box.
TEST_CASE("a large box on a dense mesh", "[dynamics][slow]") {
    PhysicsWorld world;
    world.add_static_mesh(flat_ground(100, 0.1));
    const BodyId id = world.add_body(cuboid({2, 1, 0.5}, 1000, {0, 0, 0.5}));
    double drift = 0;
    for (int i = 0; i < 600; ++i) {
        world.step(k_step);
        drift = std::max(drift, norm(position(world, id) - Vec3{0, 0, 0.5}));
    }
    // The first steps have no impulses of a last one to begin with.
    CHECK(drift < 1e-6);
    CHECK(fastest(world) < 1e-12);

    world.body(id).set_pose(at(-2.5, 0.03, 0.5));
    world.body(id).set_linear_velocity({3, 0, 0});
    const double friction = 0.6;
    for (int i = 1; i <= 30; ++i) {
        world.step(k_step);
        const double v = std::max(3 - friction * k_g * i * k_step, 0.0);
        CHECK(difference(velocity(world, id), {v, 0, 0}) < 2e-5);
        CHECK(std::fabs(position(world, id).z - 0.5) < 1e-5);
        CHECK(norm(spin(world, id)) < 2e-5);
    }
}

// B64: far from the origin a box rests as it does there.
TEST_CASE("boxes rest far from the origin for a minute", "[dynamics][slow]") {
    const double far[] = {0, 1e4, 1e6, 1e7};
    // Positions at 1e7 m are rounded to 1.9e-9.
    const double allowed[] = {0, 1e-10, 1e-8, 1e-7};
    Vec3 near_low, near_high;
    for (std::size_t i = 0; i < 4; ++i) {
        PhysicsWorld world;
        add_floor(world, {}, at(far[i], -far[i], 0));
        const BodyId low = world.add_body(cuboid({2, 1, 0.5}, 1000, {far[i], -far[i], 0.5}));
        const BodyId high = world.add_body(cube(0.25, 20, {far[i], -far[i], 1.25}));
        double fast = 0;
        for (int k = 0; k < 3600; ++k) {
            world.step(k_step);
            if (k >= 60) fast = std::max(fast, fastest(world));
        }
        CAPTURE(far[i]);
        const Vec3 low_moved = position(world, low) - Vec3{far[i], -far[i], 0.5};
        const Vec3 high_moved = position(world, high) - Vec3{far[i], -far[i], 1.25};
        if (i == 0) {
            near_low = low_moved;
            near_high = high_moved;
        }
        CHECK(norm(low_moved - near_low) <= allowed[i]);
        CHECK(norm(high_moved - near_high) <= allowed[i]);
        CHECK(norm(low_moved) < 1e-5);
        CHECK(norm(high_moved) < 2e-5);
        CHECK(fast < 1e-9);
    }
}

TEST_CASE("a heap of 200 comes to rest", "[dynamics][slow]") {
    PhysicsWorld world;
    add_floor(world, {0.8, 0});
    for (const BodyId id : add_heap(world, 200, 21)) {
        world.body(id).set_linear_damping(0.2);
        world.body(id).set_angular_damping(1);
    }
    advance(world, 3600);
    CAPTURE(fastest(world));
    CHECK(fastest(world) < 0.05);
    for (const BodyId id : world.bodies())
        if (world.body(id).kind() == BodyKind::dynamic) CHECK(position(world, id).z > 0);
}

// What is said of it in physics/dynamics/README.md: it stays where it is and creeps.
TEST_CASE("a pyramid of 20 rows stands for a minute", "[dynamics][slow]") {
    PhysicsWorld world;
    add_floor(world);
    add_pyramid(world, 20, 0.25);
    const Vec3 top = position(world, world.bodies().back());
    double fast = 0;
    for (int i = 0; i < 3600; ++i) {
        world.step(k_step);
        if (i >= 1800) fast = std::max(fast, fastest(world));
    }
    CAPTURE(fast);
    CHECK(fast < 5e-3);
    CHECK(norm(position(world, world.bodies().back()) - top) < 0.01);
}

}  // namespace lanewise::test
