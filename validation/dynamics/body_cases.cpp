// A body alone: what it is made of, pushes at a point, what is refused. Case numbers are those of
// the table of mechanics cases.

#include "worlds.hpp"

#include <catch2/catch.hpp>

#include <functional>
#include <limits>
#include <string>

namespace lanewise::test {
namespace {

std::string add_refused(const BodyOptions& options) {
    PhysicsWorld world;
    return refused_field([&] { return world.add_body(options); });
}

std::string options_refused(const std::function<void(WorldOptions&)>& change) {
    WorldOptions options;
    change(options);
    return refused_field([&] { return PhysicsWorld(options); });
}

}  // namespace

// B13.
TEST_CASE("what a body cannot be", "[dynamics]") {
    const BodyOptions good = ball(1, 1, {});
    CHECK(add_refused(good).empty());
    const auto changed = [&](const auto& change) {
        BodyOptions options = good;
        change(options);
        return add_refused(options);
    };
    using O = BodyOptions;
    CHECK(changed([](O& o) { o.kind = static_cast<BodyKind>(7); }) == "BodyOptions.kind");
    CHECK(changed([](O& o) { o.shape = Shape::mesh(flat_ground(2, 1)); }) == "BodyOptions.kind");
    for (const double mass : {0.0, -1.0, k_nan, k_infinity, 1e-320})
        CHECK_FALSE(changed([&](O& o) { o.mass = mass; }).empty());
    for (const double bad : {k_nan, k_infinity, -k_infinity}) {
        CHECK_FALSE(changed([&](O& o) { o.pose.translation.y = bad; }).empty());
        CHECK_FALSE(changed([&](O& o) { o.pose.rotation.x = bad; }).empty());
        CHECK_FALSE(changed([&](O& o) { o.linear_velocity.z = bad; }).empty());
        CHECK_FALSE(changed([&](O& o) { o.angular_velocity.x = bad; }).empty());
        CHECK_FALSE(changed([&](O& o) { o.gravity_scale = bad; }).empty());
        CHECK_FALSE(changed([&](O& o) { o.linear_damping = bad; }).empty());
        CHECK_FALSE(changed([&](O& o) { o.angular_damping = bad; }).empty());
        CHECK_FALSE(changed([&](O& o) { o.centre_of_mass = Vec3{0, bad, 0}; }).empty());
        CHECK_FALSE(changed([&](O& o) { o.inertia = Mat3::diagonal({1, bad, 1}); }).empty());
    }
    CHECK(changed([](O& o) { o.linear_damping = -1; }) == "BodyOptions.linear_damping");
    CHECK(changed([](O& o) { o.angular_damping = -1; }) == "BodyOptions.angular_damping");
    CHECK(changed([](O& o) { o.pose.rotation.w = 1.001; }) == "BodyOptions.pose.rotation");
    CHECK(changed([](O& o) { o.inertia = Mat3::diagonal({1, 0, 1}); }) == "BodyOptions.inertia");
    CHECK(changed([](O& o) { o.inertia = Mat3::diagonal({1, -1, 1}); }) == "BodyOptions.inertia");
    CHECK(changed([](O& o) {
              o.inertia = Mat3::rows({1, 0.1, 0}, {0, 1, 0}, {0, 0, 1});
          }) == "BodyOptions.inertia");
    CHECK(changed([](O& o) {
              o.kind = BodyKind::static_body;
              o.linear_velocity.x = 1;
          }) == "BodyOptions.linear_velocity");
    CHECK(changed([](O& o) { o.index = std::make_shared<const MeshIndex>(flat_ground(2, 1)); }) ==
          "BodyOptions.index");
}

// B13, the second half.
TEST_CASE("a static body has no mass and takes none", "[dynamics]") {
    PhysicsWorld world;
    BodyOptions options = fixed(Shape::box({1, 1, 1}));
    options.mass = 5;
    const BodyId id = world.add_body(options);
    Body body = world.body(id);
    CHECK(body.mass() == 0);
    CHECK(body.inverse_mass() == 0);
    CHECK(body.inverse_inertia() == Mat3{});
    CHECK(body.world_inverse_inertia() == Mat3{});
    CHECK(refused([&] { body.set_mass(5); }) == "Body.mass");
    CHECK(body.mass() == 0);
    body.set_shape_pose(at(0, 0, 2));
    CHECK(body.bounds() == Bounds{{-1, -1, 1}, {1, 1, 3}});
    CHECK(body.mass() == 0);
}

// B14.
TEST_CASE("an impulse beside the centre", "[dynamics]") {
    PhysicsWorld world(no_gravity());
    const BodyId id = world.add_body(ball(0.5, 2, {1, 0, 0}));
    Body body = world.body(id);
    const double inertia = 2.0 / 5 * 2 * 0.5 * 0.5;  // 2/5 m r^2
    body.apply_impulse_at({0, 1, 0}, {1.5, 0, 0});
    const Vec3 w{0, 0, 0.5 * 1 / inertia};
    CHECK(body.linear_velocity() == Vec3{0, 1.0 / 2, 0});
    CHECK(difference(body.angular_velocity(), w) < 1e-15);
    CHECK(body.linear_momentum() == Vec3{0, 1, 0});
    CHECK(difference(body.angular_momentum(), {0, 0, 0.5}) < 1e-15);
    CHECK(std::fabs(body.kinetic_energy() - (0.5 * 2 * 0.25 + 0.5 * inertia * w.z * w.z)) < 1e-15);
    CHECK(std::fabs(body.kinetic_energy() - 0.875) < 1e-15);
    // v + w x r with r = (-0.5, 0, 0).
    CHECK(difference(body.velocity_at({0.5, 0, 0}), {0, 0.5 - 2.5 * 0.5, 0}) < 1e-15);

    body.apply_impulse({2, 0, 0});
    CHECK(body.linear_velocity() == Vec3{1, 0.5, 0});
    body.apply_angular_impulse({0, 0, -0.5});
    CHECK(norm(body.angular_velocity()) < 1e-15);
}

// B15.
TEST_CASE("a force beside the centre", "[dynamics]") {
    PhysicsWorld world(no_gravity());
    const BodyId id = world.add_body(ball(0.5, 2, {1, 0, 0}));
    Body body = world.body(id);
    body.add_force_at({0, 0, 3}, {1, 1, 0});
    CHECK(body.force() == Vec3{0, 0, 3});
    CHECK(body.torque() == cross({0, 1, 0}, {0, 0, 3}));
    CHECK(body.torque() == Vec3{3, 0, 0});
    body.add_force({1, 0, 0});
    body.add_torque({0, 2, 0});
    CHECK(body.force() == Vec3{1, 0, 3});
    CHECK(body.torque() == Vec3{3, 2, 0});
    CHECK(body.linear_velocity() == Vec3{});
}

TEST_CASE("centre of mass and inertia of a body follow from its shape", "[dynamics]") {
    PhysicsWorld world;
    const RigidTransform local{rotation_from_vector({0, 0, 0.5}), {1, 2, 3}};
    const Shape shape = Shape::box({1, 2, 3}, local);
    const RigidTransform pose{rotation_from_vector({0.4, 0, 0}), {5, 0, 0}};
    const BodyId id = world.add_body({.shape = shape, .pose = pose, .mass = 12});
    const Body body = world.body(id);
    CHECK(difference(body.centre_of_mass(), {1, 2, 3}) < 1e-15);
    CHECK(difference(body.world_centre_of_mass(), transform_point(pose, {1, 2, 3})) < 1e-14);
    // m (b^2 + c^2) / 3 and so on, turned with the shape.
    const Mat3 inertia = rotated_tensor(to_matrix(local.rotation), Mat3::diagonal({52, 40, 20}));
    CHECK(difference(body.inverse_inertia() * inertia, Mat3::identity()) < 1e-14);

    Body other = world.body(world.add_body({.shape = shape,
                                            .mass = 12,
                                            .centre_of_mass = Vec3{0, 0, 1},
                                            .inertia = Mat3::diagonal({2, 4, 8})}));
    CHECK(other.centre_of_mass() == Vec3{0, 0, 1});
    CHECK(other.inverse_inertia() == Mat3::diagonal({0.5, 0.25, 0.125}));
    // Half the mass has half the inertia.
    other.set_mass(6);
    CHECK(other.mass() == 6);
    CHECK(other.inverse_inertia() == Mat3::diagonal({1, 0.5, 0.25}));
    other.set_shape_pose({});
    CHECK(other.centre_of_mass() == Vec3{});
    CHECK(difference(other.inverse_inertia(), Mat3::diagonal({1 / 26.0, 1 / 20.0, 1 / 10.0})) <
          1e-16);
}

TEST_CASE("damping, gravity scale, material are kept", "[dynamics]") {
    PhysicsWorld world;
    Body body = world.body(world.add_body(ball(1, 1, {})));
    body.set_linear_damping(2);
    body.set_angular_damping(3);
    body.set_gravity_scale(-1);
    body.set_material({0.3, 0.7});
    body.set_continuous(true);
    CHECK(body.linear_damping() == 2);
    CHECK(body.angular_damping() == 3);
    CHECK(body.gravity_scale() == -1);
    CHECK(body.shape().material() == PhysicsMaterial{0.3, 0.7});
    CHECK(body.is_continuous());
    CHECK(body.kind() == BodyKind::dynamic);
}

// B13 of the field reports: nothing that is not finite gets in, and nothing changes.
TEST_CASE("a refused change leaves a body as it was", "[dynamics]") {
    PhysicsWorld world;
    add_floor(world);
    const BodyId id = world.add_body(cube(0.5, 2, {0, 0, 0.5}));
    world.add_body(ball(0.5, 2, {0, 0, 1.5}));
    advance(world, 3);
    Body body = world.body(id);
    body.add_force({1, 2, 3});
    body.add_torque({3, 2, 1});
    const auto before = world.snapshot();

    using Change = std::function<void(double)>;
    const std::vector<Change> changes{
        [&](double x) {
            body.add_force({0, x, 0});
        },
        [&](double x) {
            body.add_force_at({x, 0, 0}, {});
        },
        [&](double x) {
            body.add_force_at({1, 0, 0}, {0, 0, x});
        },
        [&](double x) {
            body.add_torque({x, 0, 0});
        },
        [&](double x) {
            body.apply_impulse({0, 0, x});
        },
        [&](double x) {
            body.apply_impulse_at({0, x, 0}, {});
        },
        [&](double x) {
            body.apply_impulse_at({0, 1, 0}, {x, 0, 0});
        },
        [&](double x) {
            body.apply_angular_impulse({0, x, 0});
        },
        [&](double x) {
            body.set_linear_velocity({x, 0, 0});
        },
        [&](double x) {
            body.set_angular_velocity({0, 0, x});
        },
        [&](double x) {
            body.set_pose({{}, {0, x, 0}});
        },
        [&](double x) {
            body.set_pose({{x, 0, 0, 0}, {}});
        },
        [&](double x) { body.set_gravity_scale(x); },
        [&](double x) { body.set_linear_damping(x); },
        [&](double x) { body.set_angular_damping(x); },
        [&](double x) { body.set_mass(x); },
        [&](double x) {
            body.set_centre_of_mass({0, 0, x});
        },
        [&](double x) {
            body.set_inertia(Mat3::diagonal({1, x, 1}));
        },
        [&](double x) {
            body.set_inverse_inertia(Mat3::diagonal({1, x, 1}));
        },
        [&](double x) {
            body.set_shape_pose({{}, {x, 0, 0}});
        },
        [&](double x) {
            body.set_material({x, 0});
        },
        [&](double x) {
            body.set_material({0.5, x});
        },
    };
    for (std::size_t i = 0; i < changes.size(); ++i)
        for (const double bad : {k_nan, k_infinity, -k_infinity}) {
            CAPTURE(i, bad);
            CHECK_FALSE(refused([&] { changes[i](bad); }).empty());
            CHECK((world.snapshot() == before));
        }

    const std::vector<std::function<void()>> others{
        [&] { body.set_mass(0); },
        [&] { body.set_mass(-1); },
        [&] { body.set_mass(1e-320); },
        [&] { body.set_linear_damping(-0.1); },
        [&] { body.set_angular_damping(-0.1); },
        [&] {
            body.set_material({-0.1, 0});
        },
        [&] {
            body.set_material({0.5, 1.1});
        },
        [&] {
            body.set_inertia(Mat3::diagonal({1, 0, 1}));
        },
        [&] {
            body.set_inertia(Mat3::diagonal({1, -1, 1}));
        },
        [&] {
            body.set_inertia(Mat3::rows({1, 0.5, 0}, {0.4, 1, 0}, {0, 0, 1}));
        },
        [&] { body.lock_axis(3); },
        [&] { body.lock_axis(-1); },
        [&] { body.set_kind(static_cast<BodyKind>(3)); },
        [&] {
            body.set_pose({{0, 0, 0, 1.01}, {}});
        },
        [&] {
            body.set_pose({{0, 0, 0, 0}, {}});
        },
        [&] {
            body.set_shape_pose({{0, 0, 0, 0.9}, {}});
        },
    };
    for (std::size_t i = 0; i < others.size(); ++i) {
        CAPTURE(i);
        CHECK_FALSE(refused([&] { others[i](); }).empty());
        CHECK((world.snapshot() == before));
    }
}

TEST_CASE("sums out of the range of binary64 are refused", "[dynamics]") {
    constexpr double most = std::numeric_limits<double>::max();
    PhysicsWorld world;
    Body body = world.body(world.add_body(ball(1, 0.1, {})));
    body.add_force({most, 0, 0});
    body.add_torque({0, most, 0});
    body.set_linear_velocity({0, 0, most});
    body.set_angular_velocity({most, 0, 0});
    const auto before = world.snapshot();
    CHECK(refused([&] { body.add_force({most, 0, 0}); }) == "Body.force.x");
    CHECK(refused([&] { body.add_torque({0, most, 0}); }) == "Body.torque.y");
    CHECK(refused([&] { body.add_force_at({0, 0, 1e200}, {1e200, 0, 0}); }) == "Body.torque.y");
    CHECK(refused([&] { body.apply_impulse({0, 0, most}); }) == "Body.linear_velocity.z");
    CHECK(refused([&] { body.apply_angular_impulse({most, 0, 0}); }) == "Body.angular_velocity.x");
    // A NaN of infinity times zero may be in the first component.
    CHECK(refused([&] {
              body.apply_impulse_at({0, 1e200, 0}, {1e200, 0, 0});
          }).starts_with("Body.angular_velocity."));
    CHECK((world.snapshot() == before));
}

TEST_CASE("what a world's options cannot be", "[dynamics]") {
    CHECK(options_refused([](WorldOptions&) {}).empty());
    using O = WorldOptions;
    for (const double bad : {k_nan, k_infinity, -1.0}) {
        CHECK(options_refused([&](O& o) { o.contact_margin = bad; }) ==
              "WorldOptions.contact_margin");
        CHECK(options_refused([&](O& o) { o.slop = bad; }) == "WorldOptions.slop");
        CHECK(options_refused([&](O& o) { o.push_factor = bad; }) == "WorldOptions.push_factor");
        CHECK(options_refused([&](O& o) { o.push_speed = bad; }) == "WorldOptions.push_speed");
        CHECK(options_refused([&](O& o) { o.restitution_threshold = bad; }) ==
              "WorldOptions.restitution_threshold");
    }
    CHECK(options_refused([](O& o) { o.gravity.x = k_nan; }) == "WorldOptions.gravity.x");
    CHECK(options_refused([](O& o) { o.gravity.z = k_infinity; }) == "WorldOptions.gravity.z");
    CHECK(options_refused([](O& o) { o.contact_margin = 1.5; }) == "WorldOptions.contact_margin");
    CHECK(options_refused([](O& o) { o.push_factor = 1.5; }) == "WorldOptions.push_factor");
    for (const int bad : {-1, 1001}) {
        CHECK(options_refused([&](O& o) { o.velocity_iterations = bad; }) ==
              "WorldOptions.velocity_iterations");
        CHECK(options_refused([&](O& o) { o.position_iterations = bad; }) ==
              "WorldOptions.position_iterations");
    }
    for (const int bad : {0, 1025})
        CHECK(options_refused([&](O& o) { o.impact_limit = bad; }) == "WorldOptions.impact_limit");

    PhysicsWorld world(no_gravity());
    CHECK_FALSE(refused([&] { world.set_options({.slop = -1}); }).empty());
    CHECK(world.options() == no_gravity());
    world.set_options({});
    CHECK(world.options() == WorldOptions{});
}

}  // namespace lanewise::test
