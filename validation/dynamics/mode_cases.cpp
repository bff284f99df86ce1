// Bodies that change between dynamic, kinematic and static. Case numbers are those of the table
// of mechanics cases.

#include "worlds.hpp"

#include <catch2/catch.hpp>

#include <functional>

namespace lanewise::test {
namespace {

const BodyKind k_kinematic = BodyKind::kinematic;
const BodyKind k_static = BodyKind::static_body;
const BodyKind k_dynamic = BodyKind::dynamic;

}  // namespace

// S5.
TEST_CASE("mass, inertia and centre come back", "[dynamics][modes]") {
    PhysicsWorld world(no_gravity());
    BodyOptions options = cuboid({1, 2, 3}, 6, {1, 2, 3});
    options.shape.set_local({rotation_from_vector({0.1, 0.2, 0.3}), {0.5, 0, -0.5}});
    options.centre_of_mass = Vec3{0.1, -0.2, 0.3};
    options.inertia = Mat3::symmetric(3, 4, 5, 0.5, -0.25, 0.6);
    options.linear_velocity = {1, 2, 3};
    options.angular_velocity = {0.1, 0.2, 0.3};
    Body body = world.body(world.add_body(options));
    const Mat3 tensor = body.inverse_inertia();
    const Vec3 centre = body.centre_of_mass(), world_centre = body.world_centre_of_mass();

    body.set_kind(k_kinematic);
    CHECK(body.kind() == k_kinematic);
    CHECK(body.linear_velocity() == Vec3{1, 2, 3});
    CHECK(body.angular_velocity() == Vec3{0.1, 0.2, 0.3});
    CHECK(body.mass() == 0);
    CHECK(body.inverse_mass() == 0);
    CHECK(body.inverse_inertia() == Mat3{});
    CHECK(body.centre_of_mass() == centre);
    body.apply_impulse({6, 0, 0});
    body.apply_impulse_at({6, 0, 0}, {9, 9, 9});
    body.apply_angular_impulse({6, 0, 0});
    CHECK(body.linear_velocity() == Vec3{1, 2, 3});
    CHECK(body.angular_velocity() == Vec3{0.1, 0.2, 0.3});

    body.set_kind(k_static);
    CHECK(body.linear_velocity() == Vec3{});
    CHECK(body.angular_velocity() == Vec3{});
    body.apply_impulse({6, 0, 0});
    CHECK(body.linear_velocity() == Vec3{});
    CHECK(refused([&] { body.set_linear_velocity({1, 0, 0}); }) == "Body.linear_velocity");
    CHECK(refused([&] { body.set_angular_velocity({1, 0, 0}); }) == "Body.angular_velocity");

    body.set_kind(k_dynamic);
    CHECK(body.mass() == 6);
    CHECK(body.inverse_inertia() == tensor);
    CHECK(body.centre_of_mass() == centre);
    CHECK(body.world_centre_of_mass() == world_centre);
    body.apply_impulse({6, 0, 0});
    CHECK(difference(body.linear_velocity(), {1, 0, 0}) < 1e-15);
}

// S6.
TEST_CASE("inertia turns with the body", "[dynamics][modes]") {
    PhysicsWorld world(no_gravity());
    BodyOptions options = cube(1, 3, {});
    options.inertia = Mat3::diagonal({2, 4, 8});
    Body body = world.body(world.add_body(options));
    body.set_kind(k_kinematic);
    body.set_pose({rotation_from_vector({0, 0, 0.5 * M_PI}), {}});
    body.set_kind(k_dynamic);
    CHECK(difference(body.world_inverse_inertia(), Mat3::diagonal({0.25, 0.5, 0.125})) < 1e-16);
}

// S7.
TEST_CASE("locked axes stay locked", "[dynamics][modes]") {
    PhysicsWorld world(no_gravity());
    BodyOptions options = cube(1, 6, {});
    options.inertia = Mat3::diagonal({2, 4, 8});
    options.angular_velocity = {1, 0, 0};
    const BodyId id = world.add_body(options);
    Body body = world.body(id);
    body.lock_axis(0);
    CHECK(body.angular_velocity() == Vec3{});
    for (int i = 0; i < 4; ++i) {
        body.set_kind(i % 2 == 0 ? k_kinematic : k_static);
        world.step(k_step);
        body.set_kind(k_dynamic);
        CHECK(body.inverse_inertia() == Mat3::diagonal({0, 0.25, 0.125}));
    }
    body.apply_impulse_at({0, 6, 0}, {0, 0, 1});
    body.apply_impulse_at({6, 0, 0}, {0, 1, 0});
    CHECK(body.angular_velocity() == Vec3{0, 0, -0.75});
    advance(world, 30);
    CHECK(body.angular_velocity() == Vec3{0, 0, -0.75});
    // Given a whole tensor it turns again.
    body.set_inertia(Mat3::diagonal({2, 4, 8}));
    body.set_pose({});
    body.apply_angular_impulse({2, 0, 0});
    CHECK(body.angular_velocity() == Vec3{1, 0, -0.75});
}

TEST_CASE("all axes locked", "[dynamics][modes]") {
    PhysicsWorld world;
    add_floor(world);
    BodyOptions options = cuboid({0.3, 0.3, 1}, 5, {0, 0, 1});
    options.angular_velocity = {0.1, 0.2, 0.3};
    const BodyId id = world.add_body(options);
    Body body = world.body(id);
    for (int axis = 0; axis < 3; ++axis) body.lock_axis(axis);
    CHECK(body.angular_momentum() == Vec3{});
    // A shove at the top topples a free box and not this one.
    body.apply_impulse_at({20, 0, 0}, {0, 0, 2});
    advance(world, 60);
    CHECK(body.angular_velocity() == Vec3{});
    CHECK(body.pose().rotation == Quat{});
    CHECK(std::fabs(body.pose().translation.z - 1) < 1e-12);
}

// S8.
TEST_CASE("what is refused while a body is not dynamic", "[dynamics][modes]") {
    PhysicsWorld world;
    const BodyId id = world.add_body(cube(1, 6, {}));
    for (const BodyKind kind : {k_kinematic, k_static}) {
        Body body = world.body(id);
        body.set_kind(kind);
        const auto before = world.snapshot();
        CHECK(refused([&] { body.set_mass(3); }) == "Body.mass");
        CHECK(refused([&] { body.set_inertia(Mat3::identity()); }) == "Body.inertia");
        CHECK(refused([&] { body.set_inverse_inertia(Mat3::identity()); }) ==
              "Body.inverse_inertia");
        CHECK(refused([&] { body.set_centre_of_mass({1, 0, 0}); }) == "Body.centre_of_mass");
        CHECK(refused([&] { body.set_shape_pose(at(1, 0, 0)); }) == "Body.shape_pose");
        CHECK(refused([&] { body.lock_axis(0); }) == "Body.lock_axis");
        CHECK(refused([&] { body.set_kind(static_cast<BodyKind>(7)); }) == "Body.kind");
        CHECK((world.snapshot() == before));
    }
    const BodyId born_static = world.add_body(fixed(Shape::box({1, 1, 1})));
    const BodyId mesh = add_floor(world);
    BodyOptions options = cube(1, 6, {});
    options.kind = k_kinematic;
    const BodyId born_kinematic = world.add_body(options);
    const auto before = world.snapshot();
    for (const BodyId other : {born_static, mesh, born_kinematic})
        CHECK(refused([&] { world.body(other).set_kind(k_dynamic); }) == "Body.kind");
    CHECK((world.snapshot() == before));
}

// S10.
TEST_CASE("turned kinematic, born kinematic: one rebound", "[dynamics][modes]") {
    const auto rebound = [](bool born_kinematic) {
        PhysicsWorld world(no_gravity());
        BodyOptions wall = cube(1, 4, {});
        if (born_kinematic) wall.kind = k_kinematic;
        const BodyId id = world.add_body(wall);
        world.body(id).set_kind(k_kinematic);
        const BodyId bouncer = world.add_body(ball(0.5, 1, {-2, 0.3, 0.2}, {2, 0, 0}, {0.6, 1}));
        advance(world, 60);
        CHECK(position(world, id) == Vec3{});
        return std::pair(velocity(world, bouncer), position(world, bouncer));
    };
    CHECK((rebound(true) == rebound(false)));
    CHECK(std::fabs(rebound(true).first.x + 2) < 1e-14);
}

// S11.
TEST_CASE("forces on bodies of all kinds", "[dynamics][modes]") {
    PhysicsWorld world(no_gravity());
    BodyOptions options = cube(0.5, 2, {});
    const BodyId free = world.add_body(options);
    options.pose.translation.y = 2;
    options.collides = false;
    const BodyId ghost = world.add_body(options);
    options.pose.translation.y = 4;
    const BodyId still = world.add_body(options);
    options.pose.translation.y = 6;
    const BodyId moving = world.add_body(options);
    world.body(still).set_kind(k_static);
    world.body(moving).set_kind(k_kinematic);
    const std::vector<BodyId> all{free, ghost, still, moving};
    int pushes = 0;
    for (int i = 0; i < 6; ++i) {
        const bool pushed = i % 2 == 0;
        if (pushed)
            for (const BodyId id : all) world.body(id).add_force_at({4, 0, 0}, {0, 0, 1});
        pushes += pushed ? 1 : 0;
        world.step(0.1);
        for (const BodyId id : all) {
            CHECK(world.body(id).force() == Vec3{});
            CHECK(world.body(id).torque() == Vec3{});
        }
        for (const BodyId id : {free, ghost})
            CHECK(std::fabs(velocity(world, id).x - pushes * 4 * 0.1 / 2) < 1e-15);
        for (const BodyId id : {still, moving}) CHECK(velocity(world, id) == Vec3{});
    }
    // What they were given while they could not move does not come back.
    for (const BodyId id : {still, moving}) {
        world.body(id).add_force({4, 0, 0});
        world.step(0.1);
        world.body(id).set_kind(k_dynamic);
        world.step(0.1);
        CHECK(velocity(world, id) == Vec3{});
    }
}

TEST_CASE("a body that turns static holds what lies on it", "[dynamics][modes]") {
    PhysicsWorld world;
    const BodyId shelf = world.add_body(cube(0.5, 2, {0, 0, 5}));
    const BodyId id = world.add_body(ball(0.25, 1, {0, 0, 5.75}));
    world.body(shelf).set_kind(k_static);
    advance(world, 60);
    CHECK(position(world, shelf) == Vec3{0, 0, 5});
    CHECK(std::fabs(position(world, id).z - 5.75) < 1e-12);
    world.body(shelf).set_kind(k_dynamic);
    const double z = position(world, id).z;
    advance(world, 30);
    const double drop = k_g * k_step * k_step * 30 * 31 / 2;
    CHECK(std::fabs(position(world, shelf).z - (5 - drop)) < 1e-12);
    CHECK(std::fabs(position(world, id).z - (z - drop)) < 1e-12);
}

}  // namespace lanewise::test
