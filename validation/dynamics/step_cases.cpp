// Steps of few bodies against closed forms. Case numbers are those of the table of mechanics
// cases; a step is 1/60 s.

#include "worlds.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

namespace lanewise::test {

// W11.
TEST_CASE("what a step and a lookup refuse", "[dynamics]") {
    PhysicsWorld world;
    CHECK(refused_field([&] { return world.body({0, 0}); }) == "BodyId");
    CHECK(refused_field([&] { return world.body({0, 1}); }) == "BodyId");
    CHECK(refused_field([&] { return world.body(BodyId{}); }) == "BodyId");
    const BodyId mesh = add_floor(world);
    CHECK_FALSE(refused_field([&] { return world.body(mesh).bounds(); }).empty());
    const BodyId id = world.add_body(ball(0.5, 1, {0, 0, 0.5}));
    world.body(id).add_force({1, 0, 0});
    const auto before = world.snapshot();
    for (const double h : {0.0, -0.0, -0.05, k_nan, k_infinity, -k_infinity}) {
        CHECK(refused([&] { world.step(h); }) == "PhysicsWorld.step.h");
        CHECK((world.snapshot() == before));
    }
}

// W12.
TEST_CASE("bounds of a body", "[dynamics]") {
    PhysicsWorld world;
    const BodyId id = world.add_body(cube(0.5, 1, {1, 2, 3}));
    CHECK(world.body(id).bounds() == Bounds{{0.5, 1.5, 2.5}, {1.5, 2.5, 3.5}});
    world.body(id).set_pose({rotation_from_vector({0, 0, 0.25 * M_PI}), {}});
    const double reach = std::sqrt(0.5);
    const Bounds turned = world.body(id).bounds();
    CHECK(difference(turned.high, {reach, reach, 0.5}) < 1e-15);
    CHECK(difference(turned.low, {-reach, -reach, -0.5}) < 1e-15);
}

// W13.
TEST_CASE("an empty world", "[dynamics]") {
    PhysicsWorld world;
    advance(world, 3);
    CHECK(world.contact_count() == 0);
    CHECK(world.contacts().empty());
    CHECK(world.events().empty());
    CHECK_FALSE(world.raycast({.origin = {}, .direction = {0, 0, -1}}));
    CHECK(world.size() == 0);
    CHECK(world.bodies().empty());
}

// W14.
TEST_CASE("no passes, no contacts", "[dynamics]") {
    PhysicsWorld world({.velocity_iterations = 0, .position_iterations = 0});
    add_floor(world);
    const BodyId id = world.add_body(ball(0.5, 1, {0, 0, 0.6}));
    advance(world, 30);
    CHECK(std::fabs(position(world, id).z - (0.6 - k_g * k_step * k_step * 30 * 31 / 2)) < 1e-13);
    CHECK(world.events().empty());
}

// W16.
TEST_CASE("free fall", "[dynamics]") {
    PhysicsWorld world;
    const BodyId id = world.add_body(ball(0.5, 1, {3, -2, 10}));
    constexpr int n = 60;
    advance(world, n);
    CHECK(difference(velocity(world, id), {0, 0, -k_g * n * k_step}) < 1e-13);
    const double drop = k_g * k_step * k_step * n * (n + 1) / 2;
    CHECK(difference(position(world, id), {3, -2, 10 - drop}) < 1e-13);
    CHECK(std::fabs(10 - drop - 5.018333) < 1e-6);
}

TEST_CASE("gravity scale", "[dynamics]") {
    PhysicsWorld world;
    std::vector<BodyId> ids;
    for (const double scale : {0.0, 0.5, -2.0}) {
        BodyOptions options = ball(0.5, 7, {2.0 * static_cast<double>(ids.size()), 0, 0});
        options.gravity_scale = scale;
        ids.push_back(world.add_body(options));
    }
    advance(world, 6);
    const double v = -k_g * 6 * k_step;
    CHECK(velocity(world, ids[0]) == Vec3{});
    CHECK(std::fabs(velocity(world, ids[1]).z - 0.5 * v) < 1e-15);
    CHECK(std::fabs(velocity(world, ids[2]).z + 2 * v) < 1e-15);
}

// W17.
TEST_CASE("damping", "[dynamics]") {
    PhysicsWorld world(no_gravity());
    BodyOptions options = ball(0.5, 1, {}, {10, 0, 0});
    options.linear_damping = 1;
    options.angular_damping = 3;
    options.angular_velocity = {0, 0, 5};
    const BodyId id = world.add_body(options);
    world.step(k_step);
    CHECK(std::fabs(velocity(world, id).x - 10 / (1 + k_step)) < 1e-14);
    CHECK(std::fabs(spin(world, id).z - 5 / (1 + 3 * k_step)) < 1e-14);
    CHECK(std::fabs(position(world, id).x - k_step * 10 / (1 + k_step)) < 1e-15);
}

// W18.
TEST_CASE("a force lasts one step", "[dynamics]") {
    PhysicsWorld world(no_gravity());
    const BodyId id = world.add_body(ball(0.5, 2, {}));
    world.body(id).add_force_at({0, 1, 0}, {0.5, 0, 0});
    world.step(k_step);
    CHECK(difference(velocity(world, id), {0, k_step / 2, 0}) < 1e-17);
    CHECK(difference(spin(world, id), {0, 0, 0.5 * k_step / 0.2}) < 1e-16);
    CHECK(world.body(id).force() == Vec3{});
    CHECK(world.body(id).torque() == Vec3{});
    const Vec3 v = velocity(world, id), w = spin(world, id);
    world.step(k_step);
    CHECK(velocity(world, id) == v);
    CHECK(spin(world, id) == w);
}

// S3.
TEST_CASE("a world whose up is y", "[dynamics]") {
    PhysicsWorld world({.gravity = {0, -10, 0}});
    const BodyId id = world.add_body(ball(1, 2, {0, 10, 0}));
    world.body(id).add_force({0, 20, 0});
    world.step(0.1);
    CHECK(difference(position(world, id), {0, 10, 0}) < 1e-16);
    world.step(0.1);
    CHECK(difference(velocity(world, id), {0, -1, 0}) < 1e-15);
    CHECK(difference(position(world, id), {0, 9.9, 0}) < 2e-15);
}

// S2: the same force and torque through 0.05 s in 1, 5 and 10 steps.
TEST_CASE("an impulse does not depend on the number of steps", "[dynamics]") {
    for (const int steps : {1, 5, 10}) {
        PhysicsWorld world(no_gravity());
        const BodyId id = world.add_body(ball(1, 2, {}));
        for (int i = 0; i < steps; ++i) {
            world.body(id).add_force({20, 0, 0});
            world.body(id).add_torque({0, 0, 8});
            world.step(0.05 / steps);
        }
        CHECK(std::fabs(velocity(world, id).x - 20 * 0.05 / 2) < 1e-15);
        CHECK(std::fabs(spin(world, id).z - 8 * 0.05 / (2.0 / 5 * 2)) < 1e-15);
        const Vec3 v = velocity(world, id), w = spin(world, id);
        world.step(0.05);
        CHECK(velocity(world, id) == v);
        CHECK(spin(world, id) == w);
    }
}

// S1: a slow ball stops at whatever stands in its way.
TEST_CASE("a ball stops at static solids", "[dynamics]") {
    const std::vector<Vec3> corners{{1, 1, 1},  {1, 1, -1},  {1, -1, 1},  {1, -1, -1},
                                    {-1, 1, 1}, {-1, 1, -1}, {-1, -1, 1}, {-1, -1, -1}};
    for (const Shape& shape :
         {Shape::box({1, 1, 1}), Shape::sphere(1), Shape::capsule(1, 1), Shape::hull(corners)}) {
        PhysicsWorld world(no_gravity());
        world.add_body(fixed(shape));
        const BodyId id = world.add_body(ball(0.5, 1, {-2, 0, 0}, {1, 0, 0}));
        advance(world, 300, 0.01);
        CAPTURE(static_cast<int>(shape.kind()));
        CHECK(difference(position(world, id), {-1.5, 0, 0}) < 1e-14);
        CHECK(difference(velocity(world, id), {}) < 1e-14);
        CHECK(difference(spin(world, id), {}) < 1e-14);
    }
}

// W28.
TEST_CASE("a kinematic body pushes and is not pushed", "[dynamics]") {
    PhysicsWorld world(no_gravity());
    BodyOptions pusher = cube(0.5, 1, {-2, 0, 0});
    pusher.kind = BodyKind::kinematic;
    pusher.linear_velocity = {2, 0, 0};
    pusher.angular_velocity = {0, 0, 0.1};
    const BodyId box = world.add_body(pusher);
    const BodyId id = world.add_body(ball(0.5, 1, {}));
    advance(world, 60);
    CHECK(velocity(world, box) == Vec3{2, 0, 0});
    CHECK(spin(world, box) == Vec3{0, 0, 0.1});
    CHECK(std::fabs(position(world, box).x) < 1e-14);
    CHECK(position(world, id).x > 0.2);
    CHECK(velocity(world, id).x >= 1.9);
    CHECK(world.body(box).mass() == 0);
    CHECK(world.body(box).kinetic_energy() == 0);
}

// W29.
TEST_CASE("ghosts, and pairs that do not meet", "[dynamics]") {
    PhysicsWorld world;
    add_floor(world);
    BodyOptions ghost = ball(0.5, 1, {0, 0, 1});
    ghost.collides = false;
    const BodyId ghost_id = world.add_body(ghost);
    BodyOptions still = cube(0.5, 1, {10, 0, 5});
    still.kind = BodyKind::kinematic;
    world.add_body(still);
    still.pose.translation.x += 0.3;
    world.add_body(still);
    const BodyId id = world.add_body(ball(0.5, 1, {0, 0, 0.5}));
    advance(world, 90);
    const double fallen = 1 - k_g * k_step * k_step * 90 * 91 / 2;
    CHECK(std::fabs(position(world, ghost_id).z - fallen) < 1e-12);
    CHECK(world.contact_count() == 1);
    REQUIRE(world.contacts().size() == 1);
    CHECK(world.contacts()[0].b == id);
    CHECK(std::fabs(position(world, id).z - 0.5) < 1e-12);
}

// W31.
TEST_CASE("a floor that comes and goes", "[dynamics]") {
    PhysicsWorld world;
    const BodyId id = world.add_body(ball(0.5, 1, {0, 0, 0.6}));
    world.step(k_step);
    const BodyId floor = add_floor(world);
    advance(world, 90);
    CHECK(std::fabs(position(world, id).z - 0.5) < 1e-12);
    world.body(floor).set_collides(false);
    const double from = position(world, id).z;
    advance(world, 30);
    CHECK(position(world, id).z < 0.4);
    CHECK(std::fabs(position(world, id).z - (from - k_g * k_step * k_step * 30 * 31 / 2)) < 1e-12);
}

// B03 of the field reports: no step is shortened in secret.
TEST_CASE("a large step is a large step", "[dynamics]") {
    PhysicsWorld world;
    const BodyId id = world.add_body(ball(0.5, 1, {}));
    world.step(0.5);
    CHECK(std::fabs(velocity(world, id).z + 4.9) < 1e-15);
    CHECK(std::fabs(position(world, id).z + 4.9 * 0.5) < 1e-15);
}

// B02: how simulated time is cut makes the stated difference and no other.
TEST_CASE("a hundred steps of free fall", "[dynamics]") {
    PhysicsWorld world;
    const BodyId id = world.add_body(ball(0.5, 1, {}));
    advance(world, 100, 0.01);
    CHECK(std::fabs(velocity(world, id).z + 9.8) < 1e-13);
    CHECK(std::fabs(position(world, id).z + k_g * 1e-4 * 100 * 101 / 2) < 1e-13);
    CHECK(std::fabs(position(world, id).z + 4.949) < 1e-13);
}

// B04: accelerations do not drown in rounding as steps get short.
TEST_CASE("acceleration at every length of step", "[dynamics]") {
    for (const int steps : {20, 100, 1000}) {
        const double h = 1.0 / steps;
        PhysicsWorld world(no_gravity());
        const BodyId id = world.add_body(cuboid({2, 1, 0.5}, 1000, {1e4, -1e4, 0}));
        double worst = 0, before = 0;
        for (int i = 0; i < steps; ++i) {
            world.body(id).add_force({5000, 0, 0});
            world.step(h);
            const double v = velocity(world, id).x;
            worst = std::max(worst, std::fabs((v - before) / h - 5));
            before = v;
        }
        // Velocities up to 5 m/s are rounded to 4.4e-16.
        CHECK(worst < 2 * 4.4e-16 / h);
    }
}

// The centre of mass flies on a parabola, whatever the body does about it.
TEST_CASE("an uneven body flies about its centre of mass", "[dynamics]") {
    PhysicsWorld world;
    const Vec3 centre{0.3, -0.2, 0.1};
    BodyOptions options = cuboid({1, 0.5, 0.25}, 3, {1, 2, 3});
    options.centre_of_mass = centre;
    options.inertia = Mat3::diagonal({1, 2, 2.5});
    options.linear_velocity = {4, 0, 5};
    options.angular_velocity = {1, 2, 3};
    const BodyId id = world.add_body(options);
    const Vec3 start = world.body(id).world_centre_of_mass();
    constexpr int n = 100;
    constexpr double h = 0.01;
    advance(world, n, h);
    const Vec3 expected =
        start + Vec3{4, 0, 5} * (n * h) + Vec3{0, 0, -k_g * h * h * n * (n + 1) / 2};
    CHECK(difference(world.body(id).world_centre_of_mass(), expected) < 1e-13);
    CHECK(norm(position(world, id) - world.body(id).world_centre_of_mass()) - norm(centre) < 1e-14);
}

}  // namespace lanewise::test
