// Seams between flush bodies and inside meshes must not be felt.

#include "worlds.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

namespace lanewise::test {
namespace {

struct Ride {
    double rise = 0, sink = 0, speed_loss = 0, sideways = 0, yaw = 0;
};

/// Rides until the body has gone `distance` along x.
Ride ride(PhysicsWorld& world, BodyId id, double distance) {
    const Vec3 start = position(world, id);
    const double speed = velocity(world, id).x;
    Ride ride;
    for (int i = 0; i < 2000 && position(world, id).x < start.x + distance; ++i) {
        world.step(k_step);
        const Vec3 moved = position(world, id) - start;
        ride.rise = std::max(ride.rise, moved.z);
        ride.sink = std::max(ride.sink, -moved.z);
        ride.sideways = std::max(ride.sideways, std::fabs(moved.y));
        ride.yaw = std::max(ride.yaw, std::fabs(spin(world, id).z));
        ride.speed_loss = std::max(ride.speed_loss, 1 - velocity(world, id).x / speed);
    }
    CHECK(position(world, id).x >= start.x + distance);
    return ride;
}

/// Boxes sink a little in their first step, which has no impulses of a last one to begin with.
void check_smooth(const Ride& ride, double tolerance = 1e-6) {
    CAPTURE(ride.rise, ride.sink, ride.speed_loss, ride.sideways, ride.yaw);
    CHECK(ride.rise < tolerance);
    CHECK(ride.sink < tolerance);
    CHECK(ride.speed_loss < tolerance);
    CHECK(ride.sideways < tolerance);
    CHECK(ride.yaw < tolerance);
}

void add_tiles(PhysicsWorld& world, int count, const PhysicsMaterial& material = {}) {
    for (int i = 0; i < count; ++i)
        world.add_body(fixed(Shape::box({1, 1, 1}, {}, material), at(2 * i - 1, 0, -1)));
}

}  // namespace

// B52.
TEST_CASE("a ball rolls over the seam of flush boxes", "[dynamics][seams]") {
    for (const double r : {0.1, 0.25, 0.5})
        // Steps are 8 cm long: every phase of them.
        for (int phase = 0; phase < 8; ++phase) {
            PhysicsWorld world;
            add_tiles(world, 2);
            BodyOptions options = ball(r, 1, {-0.9 + 0.01 * phase, 0, r}, {5, 0, 0});
            options.angular_velocity = {0, 5 / r, 0};
            const BodyId id = world.add_body(options);
            CAPTURE(r, phase);
            check_smooth(ride(world, id, 1.7), 1e-9);
        }
}

TEST_CASE("a ball rolls along many flush boxes", "[dynamics][seams]") {
    PhysicsWorld world;
    add_tiles(world, 11);
    BodyOptions options = ball(0.1, 1, {-0.9, 0.013, 0.1}, {5, 0, 0});
    options.angular_velocity = {0, 50, 0};
    check_smooth(ride(world, world.add_body(options), 19), 1e-9);
}

// B52: the large box without friction.
TEST_CASE("a box slides over the seams of flush boxes", "[dynamics][seams]") {
    PhysicsWorld world;
    for (int i = 0; i < 8; ++i)
        world.add_body(fixed(Shape::box({5, 5, 1}, {}, {0, 0}), at(10 * i, 0, -1)));
    BodyOptions options = cuboid({2, 1, 0.5}, 1000, {0, 0.1, 0.5});
    options.linear_velocity = {20, 0, 0};
    const BodyId id = world.add_body(options);
    check_smooth(ride(world, id, 60));
    CHECK(norm(spin(world, id)) < 1e-9);
}

TEST_CASE("a box slides over the edges of a fine mesh", "[dynamics][seams]") {
    PhysicsWorld world;
    world.add_static_mesh(flat_ground(60, 0.37), {0, 0});
    BodyOptions options = cuboid({0.5, 0.3, 0.2}, 20, {-8, 0.1, 0.2});
    options.pose.rotation = rotation_from_vector({0, 0, 0.2});
    options.linear_velocity = {8, 0, 0};
    const BodyId id = world.add_body(options);
    check_smooth(ride(world, id, 15));
}

TEST_CASE("a ball rolls over the edges of a fine mesh", "[dynamics][seams]") {
    PhysicsWorld world;
    world.add_static_mesh(flat_ground(60, 0.37));
    BodyOptions options = ball(0.1, 1, {-8, 0.1, 0.1}, {8, 0, 0});
    options.angular_velocity = {0, 80, 0};
    check_smooth(ride(world, world.add_body(options), 15), 1e-9);
}

TEST_CASE("a box slides from one mesh to the next", "[dynamics][seams]") {
    PhysicsWorld world;
    for (int i = 0; i < 4; ++i) world.add_static_mesh(flat_ground(4, 1), {0, 0}, at(4 * i, 0, 0));
    BodyOptions options = cuboid({0.5, 0.3, 0.2}, 20, {-1, 0.1, 0.2});
    options.linear_velocity = {8, 0, 0};
    check_smooth(ride(world, world.add_body(options), 12));
}

// A real step is not a seam.
TEST_CASE("a ball stops at a kerb", "[dynamics][seams]") {
    PhysicsWorld world;
    add_tiles(world, 1);
    world.add_body(fixed(Shape::box({1, 1, 1}), at(1, 0, -0.85)));
    const BodyId id = world.add_body(ball(0.1, 1, {-0.9, 0, 0.1}, {1, 0, 0}));
    advance(world, 120);
    CHECK(position(world, id).x < 0);
    CHECK(position(world, id).z < 0.11);
}

}  // namespace lanewise::test
