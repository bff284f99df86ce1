// Bodies that rest, slide and pile up. Case numbers are those of the table of mechanics cases and
// of the log of field reports.

#include "worlds.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

namespace lanewise::test {
namespace {

/// A box of half size 0.5 on a plane that rises toward -x at an angle, its axes along the plane's.
struct Slope {
    PhysicsWorld world;
    Vec3 down;
    BodyId id;

    Slope(double degrees, double friction, bool is_mesh) {
        const double angle = degrees * M_PI / 180;
        const Quat tilt = rotation_from_vector({0, angle, 0});
        down = rotate(tilt, {1, 0, 0});
        const PhysicsMaterial material{friction, 0};
        if (is_mesh)
            add_floor(world, material, {tilt, {}});
        else
            world.add_body(
                fixed(Shape::box({50, 50, 1}, {}, material), {tilt, rotate(tilt, {0, 0, -1})}));
        BodyOptions options = cube(0.5, 4, rotate(tilt, {0, 0, 0.5}), material);
        options.pose.rotation = tilt;
        id = world.add_body(options);
    }
};

double deepest_overlap(const PhysicsWorld& world) {
    double most = 0;
    for (const WorldContact& contact : world.contacts()) most = std::max(most, contact.depth);
    return most;
}

}  // namespace

// W25.
TEST_CASE("shapes of all kinds rest where they stand", "[dynamics][piles]") {
    PhysicsWorld world;
    add_floor(world, {0.8, 0});
    const BodyId box = world.add_body(cube(0.5, 10, {0, 0, 0.5}));
    const BodyId top = world.add_body(cube(0.25, 2, {0, 0, 1.25}));
    const BodyId capsule =
        world.add_body({.shape = Shape::capsule(0.3, 0.5), .pose = at(5, 0, 0.8), .mass = 70});
    std::vector<Vec3> corners;
    for (const double x : {-0.4, 0.4})
        for (const double y : {-0.4, 0.4})
            for (const double z : {-0.2, 0.2}) corners.push_back({x, y, z});
    const BodyId slab =
        world.add_body({.shape = Shape::hull(corners), .pose = at(-5, 0, 0.2), .mass = 5});
    advance(world, 180);
    // The first steps have no impulses of a last one to begin with and end while bodies still sink.
    CHECK(difference(position(world, box), {0, 0, 0.5}) < 1e-5);
    CHECK(difference(position(world, top), {0, 0, 1.25}) < 1e-5);
    CHECK(difference(position(world, capsule), {5, 0, 0.8}) < 1e-9);
    CHECK(difference(position(world, slab), {-5, 0, 0.2}) < 1e-5);
    CHECK(fastest(world) < 1e-12);
}

TEST_CASE("shapes of all kinds come to rest", "[dynamics][piles]") {
    PhysicsWorld world;
    add_floor(world, {0.8, 0});
    const BodyId box = world.add_body(cube(0.5, 10, {0, 0, 0.6}));
    const BodyId top = world.add_body(cube(0.25, 2, {0.1, 0, 1.45}));
    const BodyId sphere = world.add_body(ball(0.3, 1, {3, 0, 0.4}));
    advance(world, 180);
    CHECK(std::fabs(position(world, box).z - 0.5) < world.options().slop + 1e-6);
    CHECK(std::fabs(position(world, top).z - 1.25) < 2 * world.options().slop + 1e-6);
    CHECK(std::fabs(position(world, sphere).z - 0.3) < world.options().slop + 1e-6);
    CHECK(std::fabs(position(world, box).x) < 1e-3);
    CHECK(std::fabs(position(world, top).x - 0.1) < 1e-4);
    CHECK(fastest(world) < 1e-6);
}

// W26.
TEST_CASE("friction holds a box on a slope", "[dynamics][piles]") {
    for (const bool is_mesh : {true, false}) {
        Slope s(20, 0.7, is_mesh);  // tan 20 degrees = 0.364
        const Vec3 start = position(s.world, s.id);
        advance(s.world, 60);
        CAPTURE(is_mesh, speed(s.world, s.id), norm(position(s.world, s.id) - start));
        CHECK(speed(s.world, s.id) < 1e-9);
        CHECK(norm(spin(s.world, s.id)) < 1e-9);
        CHECK(norm(position(s.world, s.id) - start) < 1e-5);
    }
}

// W27.
TEST_CASE("a box slides down a slope", "[dynamics][piles]") {
    constexpr int n = 60;
    for (const auto& [is_mesh, passes] :
         {std::pair(true, 10), std::pair(false, 10), std::pair(true, 60), std::pair(false, 60)}) {
        Slope s(30, 0.2, is_mesh);
        s.world.set_options({.velocity_iterations = passes});
        const Vec3 start = position(s.world, s.id);
        const double a = k_g * (std::sin(M_PI / 6) - 0.2 * std::cos(M_PI / 6));
        CHECK(std::fabs(a - 3.202590) < 1e-6);
        advance(s.world, n);
        const double d = a * k_step * k_step * n * (n + 1) / 2;
        CAPTURE(is_mesh, passes);
        // In the first pass of the first step the box has no weight yet for friction to act on:
        // part of the friction of a pass is missing ever after.
        const double tolerance = 0.25 * 0.2 * std::cos(M_PI / 6) * k_g * k_step / passes;
        CHECK(difference(velocity(s.world, s.id), a * n * k_step * s.down) < tolerance);
        CHECK(difference(position(s.world, s.id), start + d * s.down) < tolerance);
        CHECK(norm(spin(s.world, s.id)) < tolerance);
    }
}

// Sliding friction does not depend on the direction or on how a box is turned.
TEST_CASE("a box slides as far in every direction", "[dynamics][piles]") {
    constexpr int n = 30;
    for (int i = 0; i < 8; ++i)
        for (const double turned : {0.0, 0.3, 1.0}) {
            PhysicsWorld world;
            add_floor(world);
            const double angle = i * M_PI / 4 + 0.1;
            const Vec3 ahead{std::cos(angle), std::sin(angle), 0};
            BodyOptions options = cuboid({1.5, 0.3, 0.02}, 4, {0, 0, 0.02});
            options.pose.rotation = rotation_from_vector({0, 0, turned});
            options.linear_velocity = 5 * ahead;
            const BodyId id = world.add_body(options);
            advance(world, n);
            // sqrt(0.6 * 0.6) g of deceleration.
            CAPTURE(i, turned);
            CHECK(difference(velocity(world, id), (5 - 0.6 * k_g * n * k_step) * ahead) < 2e-5);
            CHECK(norm(spin(world, id)) < 2e-5);
        }
}

// B60: a heavy box on a light cube.
TEST_CASE("heavy on light", "[dynamics][piles]") {
    for (const double ratio : {60.0, 600.0}) {
        PhysicsWorld world;
        add_floor(world);
        const BodyId light = world.add_body(cube(0.5, 1, {0, 0, 0.5}));
        const BodyId heavy = world.add_body(cube(0.5, ratio, {0, 0, 1.5}));
        double deepest = 0, highest = 0;
        for (int i = 0; i < 600; ++i) {
            world.step(k_step);
            deepest = std::max(deepest, deepest_overlap(world));
            highest = std::max(highest, position(world, heavy).z);
        }
        CAPTURE(ratio, deepest, highest);
        CHECK(deepest < (ratio < 100 ? 0.01 : 0.1));
        CHECK(highest < 1.501);
        if (ratio > 100) continue;
        CHECK(norm(position(world, light) - Vec3{0, 0, 0.5}) < 0.01);
        CHECK(norm(position(world, heavy) - Vec3{0, 0, 1.5}) < 0.01);
        CHECK(fastest(world) < 1e-3);
    }
}

// B60, dropped: there is an impact, but no ejection. What 10 passes leave over of the blow at this
// ratio of masses comes back as speed; more passes leave nothing.
TEST_CASE("heavy dropped on light", "[dynamics][piles]") {
    for (const int passes : {10, 80}) {
        PhysicsWorld world({.velocity_iterations = passes});
        add_floor(world);
        const BodyId light = world.add_body(cube(0.5, 1, {0, 0, 0.5}));
        const BodyId heavy = world.add_body(cube(0.5, 60, {0, 0, 1.6}));
        double deepest = 0, fastest_rise = 0, highest = 0;
        for (int i = 0; i < 300; ++i) {
            world.step(k_step);
            fastest_rise = std::max(fastest_rise, velocity(world, heavy).z);
            highest = std::max(highest, position(world, heavy).z);
            if (i > 60) deepest = std::max(deepest, deepest_overlap(world));
        }
        CAPTURE(passes, deepest, fastest_rise);
        CHECK(highest < 1.6);
        CHECK(deepest < 0.01);
        CHECK(std::fabs(position(world, light).z - 0.5) < 0.01);
        CHECK(std::fabs(position(world, heavy).z - 1.5) < 0.02);
        // It lands with 1.3 m/s and has no restitution; overlap is pushed out without speed.
        if (passes > 10) CHECK(fastest_rise < 0.1);
    }
}

TEST_CASE("a tower of ten cubes stands", "[dynamics][piles]") {
    PhysicsWorld world;
    add_floor(world);
    std::vector<BodyId> tower;
    for (int i = 0; i < 10; ++i) tower.push_back(world.add_body(cube(0.5, 1, {0, 0, i + 0.5})));
    double load = 0;
    for (int i = 0; i < 300; ++i) {
        world.step(k_step);
        if (i < 60) continue;
        for (const WorldContact& contact : world.contacts())
            if (contact.b == tower[0]) load += contact.normal_impulse / 240;
    }
    for (std::size_t i = 0; i < 10; ++i) {
        CAPTURE(i);
        const Vec3 place{0, 0, static_cast<double>(i) + 0.5};
        CHECK(difference(position(world, tower[i]), place) < 0.01);
    }
    // The lowest bears ten weights.
    CHECK(std::fabs(load - 10 * k_g * k_step) < 1e-2 * 10 * k_g * k_step);
}

TEST_CASE("a pyramid rests", "[dynamics][piles]") {
    PhysicsWorld world;
    add_floor(world);
    const std::vector<BodyId> ids = add_pyramid(world, 8, 0.25);
    std::vector<Vec3> places;
    for (const BodyId id : ids) places.push_back(position(world, id));
    advance(world, 300);
    double drift = 0;
    for (std::size_t i = 0; i < ids.size(); ++i)
        drift = std::max(drift, norm(position(world, ids[i]) - places[i]));
    CAPTURE(drift, fastest(world));
    CHECK(fastest(world) < 1e-3);
    CHECK(drift < 1e-3);
}

// Without friction or bounce, and with them: what pushes a body pushes another one back.
TEST_CASE("collisions keep momentum", "[dynamics][piles]") {
    for (const double e : {0.0, 0.5, 1.0}) {
        // Pushes of overlapping bodies move them without velocity, which is not free of moment.
        WorldOptions options = no_gravity();
        options.position_iterations = 0;
        PhysicsWorld world(options);
        for (const BodyId id : add_heap(world, 40, 5)) {
            Body body = world.body(id);
            const Vec3 from_middle = position(world, id) - Vec3{0, 0, 5};
            body.set_linear_velocity(body.linear_velocity() - 1.5 * from_middle);
            body.set_material({0.6, e});
        }
        const Totals before = totals(world);
        int contacts = 0;
        double kinetic = before.kinetic, largest_gain = 0;
        for (int i = 0; i < 120; ++i) {
            world.step(k_step);
            contacts += static_cast<int>(world.contact_count());
            const Totals now = totals(world);
            largest_gain = std::max(largest_gain, now.kinetic - kinetic);
            kinetic = now.kinetic;
            CHECK(difference(now.momentum, before.momentum) < 1e-11);
            CHECK(difference(now.angular_momentum, before.angular_momentum) < 1e-10);
        }
        CAPTURE(e, before.kinetic, kinetic, contacts, largest_gain);
        CHECK(contacts > 100);
        CHECK(kinetic < before.kinetic);
        CHECK(largest_gain < 1e-3 * before.kinetic);
    }
}

// Energy of a heap under gravity only falls, but for what pushes of overlapping bodies lift: the
// slop and a little more of each.
TEST_CASE("a falling heap gains no energy", "[dynamics][piles]") {
    PhysicsWorld world;
    add_floor(world);
    add_heap(world, 30, 8);
    double before = totals(world).energy(), least = before, rise = 0;
    for (int i = 0; i < 400; ++i) {
        world.step(k_step);
        const double now = totals(world).energy();
        rise = std::max(rise, now - least);
        least = std::min(least, now);
    }
    const Totals end = totals(world);
    CAPTURE(rise, least, end.kinetic, end.potential);
    CHECK(least < 0.3 * before);
    CHECK(rise < 1e-3 * before);
    for (const BodyId id : world.bodies())
        if (world.body(id).kind() == BodyKind::dynamic) CHECK(position(world, id).z > 0);
}

TEST_CASE("overlapping bodies part without speed", "[dynamics][piles]") {
    // Enough passes that nothing is left of the four corners' influence on each other.
    PhysicsWorld world({.gravity = {}, .position_iterations = 40});
    const BodyId a = world.add_body(cube(0.5, 1, {0, 0, 0}));
    const BodyId b = world.add_body(cube(0.5, 3, {0.8, 0, 0}));
    const WorldOptions& o = world.options();
    double depth = 0.2;
    for (int i = 0; i < 60; ++i) {
        const double push = std::max(depth - o.slop, 0.0) * o.push_factor;
        depth -= std::min(push, o.push_speed * k_step);
        world.step(k_step);
        CHECK(std::fabs(position(world, b).x - position(world, a).x - (1 - depth)) < 1e-9);
    }
    CHECK(fastest(world) == 0);
    // The lighter one yields three times as far.
    CHECK(std::fabs(position(world, a).x + 3 * (position(world, b).x - 0.8)) < 1e-9);
}

TEST_CASE("a slow push ends at the slop", "[dynamics][piles]") {
    PhysicsWorld world;
    add_floor(world);
    const BodyId id = world.add_body(cube(0.5, 2, {0, 0, 0.45}));
    advance(world, 300);
    CHECK(std::fabs(position(world, id).z - (0.5 - world.options().slop)) < 1e-9);
    CHECK(fastest(world) < 1e-12);
}

}  // namespace lanewise::test
