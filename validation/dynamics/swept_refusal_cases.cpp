// What the continuous mode of a world refuses, and what it does not. Case numbers are those of the
// table of mechanics cases.

#include "swept_worlds.hpp"

#include <catch2/catch.hpp>

#include <memory>

namespace lanewise::test {
namespace {

/// The field that a step refuses; the world, pending forces included, must be as before then.
std::string step_refused(PhysicsWorld& world, double h = k_short) {
    const auto before = world.snapshot();
    const std::string field = refused([&] { world.step(h); });
    if (!field.empty()) CHECK((world.snapshot() == before));
    return field;
}

/// A floor, a fast ball with a pending force and a body that is to be refused, number 2.
struct Refusal : Flight {
    Refusal() {
        witness = add(ball(k_radius, 1, {-5, 0, 0.15}, {0, 0, -30}, k_smooth));
        world.body(witness).add_force({1, 2, 3});
        world.body(witness).add_torque({0.1, 0.2, 0.3});
    }
    /// The refused field of the next step, without the body's name; the step works when the body
    /// is gone.
    std::string of(const BodyOptions& options) {
        const BodyId id = add(options);
        const std::string field = without_name(step_refused(world));
        world.remove(id);
        return field;
    }
    /// The same after an edit of a good ball.
    template <class Edit>
    std::string after(const Edit& edit) {
        return of_edited(ball(k_radius, 1, {5, 0, 0.15}, {0, 0, -30}, k_smooth), edit);
    }
    template <class Edit>
    std::string of_edited(const BodyOptions& options, const Edit& edit) {
        const BodyId id = add(options);
        edit(world.body(id));
        const std::string field = without_name(step_refused(world));
        world.remove(id);
        return field;
    }
    void check_recovers() {
        CHECK(world.body(witness).force() == Vec3{1, 2, 3});
        CHECK(world.body(witness).torque() == Vec3{0.1, 0.2, 0.3});
        world.step(k_short);
        CHECK(std::fabs(position(world, witness).z - k_radius) < 1e-15);
        CHECK(std::fabs(velocity(world, witness).x - 1 * k_short) < 1e-16);
        CHECK(world.body(witness).force() == Vec3{});
    }

    BodyId witness;

private:
    static std::string without_name(const std::string& field) {
        const std::string name = "PhysicsWorld.bodies[2]";
        return field.compare(0, name.size(), name) == 0 ? field.substr(name.size()) : field;
    }
};

std::shared_ptr<const TriangleMesh> mesh_with(const Vec3& corner) {
    return std::make_shared<const TriangleMesh>(
        std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 0}, {1e4, 0, 0}, corner},
        std::vector<TriangleMesh::Triangle>{{0, 1, 2}, {3, 4, 5}});
}

}  // namespace

// C11.
TEST_CASE("shapes that cannot be swept", "[dynamics][swept]") {
    Refusal refusal;
    CHECK(refusal.of(cube(0.1, 1, {5, 0, 1})) == ".shape");
    const std::vector<Vec3> corners{{1, 0, -1}, {-1, 1, -1}, {-1, -1, -1}, {0, 0, 1}};
    CHECK(refusal.of({.shape = Shape::hull(corners), .pose = at(5, 0, 2)}) == ".shape");
    CHECK(refusal.of({.shape = Shape::sphere(0.1, at(0.01, 0, 0)), .pose = at(5, 0, 1)}) ==
          ".shape");
    const RigidTransform turned{rotation_from_vector({0.1, 0, 0}), {}};
    CHECK(refusal.of_edited(capsule(0.2, at(5, 0, 1)), [&](Body body) {
        body.set_shape_pose(turned);
        body.set_inverse_inertia({});
    }) == ".shape");
    CHECK(refusal.after([](Body body) { body.set_centre_of_mass({0, 0, 0.01}); }) == ".shape");
    for (const double r : {0.99e-4, 1.01e4})
        CHECK(refusal.of(ball(r, 1, {5, 0, 2e4})) == ".radius");
    for (const double r : {0.0, k_infinity, k_nan})
        CHECK(refused_field([&] { return Shape::sphere(r); }) == "Shape.radius");
    refusal.check_recovers();
}

TEST_CASE("states that cannot be swept", "[dynamics][swept]") {
    Refusal refusal;
    CHECK(refusal.after([](Body body) {
        body.set_inverse_inertia({{1, 0.5, 0}, {0, 1, 0}, {0, 0, 1}});
    }) == ".inverse_inertia");
    CHECK(refusal.after([](Body body) { body.lock_axis(1); }) == ".inverse_inertia");
    CHECK(refusal.after([](Body body) {
        body.set_inverse_inertia({});
        body.set_angular_velocity({0, 0, 1});
    }) == ".spin");
    for (const double x : {6600.0, -6600.0, 1.1e6})
        CHECK(refusal.after([&](Body body) { body.set_pose(at(0, x, 1)); }) == ".centre.y");
    CHECK(refusal.of(ball(100, 1, {1.01e6, 0, 200})) == ".centre.x");
    CHECK(refusal.after([](Body body) { body.set_linear_velocity({1.1e7, 0, 0}); }) == ".reach");
    // The force, not the velocity, is too much.
    CHECK(refusal.after([](Body body) { body.add_force({1e12, 0, 0}); }) == ".reach");
    CHECK(refusal.after([](Body body) { body.add_force({1e200, 0, 0}); }) == ".reach");
    CHECK(refusal.of_edited(ball(k_radius, 1e-10, {5, 0, 1}), [](Body body) {
        body.add_force({1e308, 0, 0});
    }) == ".velocity.x");
    CHECK(refusal.after([](Body body) { body.add_torque({0, 0, 1e308}); }) == ".spin.z");
    CHECK(refusal.after([](Body body) { body.add_torque({0, 0, 1e200}); }) == ".reach");
    refusal.check_recovers();
}

// C28.
TEST_CASE("capsules that cannot be swept", "[dynamics][swept]") {
    Refusal refusal;
    const auto after = [&](const auto& edit) {
        return refusal.of_edited(capsule(0.2, at(5, 0, 1), {0, 0, -30}), [&](Body body) {
            body.set_inverse_inertia({});
            edit(body);
        });
    };
    CHECK(refusal.of(capsule(0.2, at(5, 0, 1))) == ".inverse_inertia");
    CHECK(after([](Body body) {
              body.set_inverse_inertia(Mat3::diagonal({0, 0, 1}));
          }) == ".inverse_inertia");
    CHECK(after([](Body body) { body.set_angular_velocity({0, 0, 1}); }) == ".spin");
    CHECK(after([](Body body) { body.set_linear_velocity({1e8, 0, 0}); }) == ".reach");
    CHECK(refusal.of_edited(capsule(20000, at(5, 0, 1)),
                            [](Body body) { body.set_inverse_inertia({}); }) == ".half_length");
    for (const double half : {-1.0, k_nan})
        CHECK(refused_field([&] { return Shape::capsule(0.1, half); }) == "Shape.half_length");
    // An angular push or a torque does nothing to what cannot turn.
    CHECK(after([](Body body) {
              body.apply_angular_impulse({1, 2, 3});
              body.add_torque({1, 2, 3});
          }).empty());
}

TEST_CASE("settings of the continuous mode that are refused", "[dynamics][swept]") {
    Flight flight;
    const auto rejects = [&](const auto& edit) {
        WorldOptions options = swept_options();
        edit(options);
        const auto before = flight.world.snapshot();
        const std::string field = refused([&] { flight.world.set_options(options); });
        CHECK((flight.world.snapshot() == before));
        return field;
    };
    for (const int limit : {0, 1025})
        CHECK(rejects([&](WorldOptions& o) { o.impact_limit = limit; }) ==
              "WorldOptions.impact_limit");
    CHECK(rejects([](WorldOptions& o) { o.gravity.z = k_nan; }) == "WorldOptions.gravity.z");
    for (const double bad : {-1.0, k_nan}) {
        CHECK(rejects([&](WorldOptions& o) { o.restitution_threshold = bad; }) ==
              "WorldOptions.restitution_threshold");
        CHECK(rejects([&](WorldOptions& o) { o.contact_margin = bad; }) ==
              "WorldOptions.contact_margin");
        CHECK(rejects([&](WorldOptions& o) { o.slop = bad; }) == "WorldOptions.slop");
        CHECK(rejects([&](WorldOptions& o) { o.push_factor = bad; }) == "WorldOptions.push_factor");
    }
    const BodyId id = flight.add(ball(k_radius, 1, {0, 0, 1}));
    CHECK(refused([&] {
              flight.world.body(id).set_material({-1, 0});
          }) == "PhysicsMaterial.friction");
    CHECK(refused([&] {
              flight.world.body(id).set_pose({{0, 0, 0, 1.1}, {}});
          }) == "Body.pose.rotation");
}

TEST_CASE("things that stand where bodies are swept", "[dynamics][swept]") {
    Refusal refusal;
    const BodyOptions mesh{.shape = Shape::mesh(flat_ground(1, 1)), .kind = BodyKind::kinematic};
    CHECK(refusal.of_edited(mesh, [](Body body) {
        body.set_linear_velocity({0, 0, 1e-3});
    }) == ".kind");
    CHECK(refusal.of_edited(mesh, [](Body body) {
        body.set_angular_velocity({1e-3, 0, 0});
    }) == ".kind");
    for (BodyOptions moving : {cube(0.1, 1, {5, 0, 1}), ball(0.1, 1, {5, 0, 1})}) {
        moving.kind = BodyKind::kinematic;
        moving.linear_velocity = {1, 0, 0};
        CHECK(refusal.of(moving) == ".kind");
    }
    // C21: even disabled or far away.
    for (const Vec3& corner : {Vec3{0, 1e-20, 0}, Vec3{0, 1e4 * 0x1.fp-21, 0}, Vec3{2e4, 0, 0}})
        for (const bool on : {true, false}) {
            const BodyOptions bad{.shape = Shape::mesh(mesh_with(corner)),
                                  .kind = BodyKind::static_body,
                                  .pose = at(0, 0, -5e3),
                                  .collides = on};
            CHECK(refusal.of(bad) == ".mesh.triangles[1]");
            CHECK(refusal.of(bad) == ".mesh.triangles[1]");
        }
    CHECK(refusal.of(fixed(Shape::box({1, 1, 1}), at(0, 1.1e6, 0))) == ".placed.translation.y");
    CHECK(refusal.of(fixed(Shape::box({1, 1e5, 1}), at(0, 0, -9))) == ".extent");
    // Only the smallest ball is too small for these.
    refusal.add(ball(10, 1, {50, 0, 50}));
    CHECK(refusal.of(fixed(Shape::box({1, 5e4, 1}), at(0, 0, -9))).empty());
}

TEST_CASE("what other engines refuse", "[dynamics][swept]") {
    Refusal refusal;
    BodyOptions still = ball(0.5, 1, {20, 0, 0.5});
    still.kind = BodyKind::kinematic;
    refusal.add(still);
    refusal.add(fixed(Shape::box({1, 1, 1}), at(25, 0, 0)));
    refusal.add(fixed(Shape::capsule(0.5, 1), at(30, 0, 0)));
    refusal.add(ball(0.3, 1, {40, 0, 1}, {0, 0, -300}));
    refusal.add(ball(0.3, 1, {40.5, 0, 1}, {0, 0, -300}));
    BodyOptions rugby = ball(0.3, 1, {-40, 0, 1}, {0, 0, -300});
    rugby.inertia = Mat3::diagonal({0.1, 0.2, 0.15});
    rugby.angular_velocity = {1, 2, 3};
    refusal.add(rugby);
    const BodyId locked = refusal.add(ball(0.3, 1, {-45, 0, 1}, {0, 0, -300}));
    refusal.world.body(locked).set_inverse_inertia({});
    BodyOptions ghost = cube(1, 1, {20, 0, 0});
    ghost.collides = false;
    refusal.add(ghost);
    refusal.check_recovers();
    CHECK(std::fabs(position(refusal.world, locked).z - 0.3) < 1e-14);
}

TEST_CASE("too many impacts", "[dynamics][swept]") {
    WorldOptions options = swept_options();
    for (const int limit : {3, 4}) {
        options.impact_limit = limit;
        Flight flight;
        flight.world.set_options(options);
        add_floor(flight.world, k_smooth, {Quat{1, 0, 0, 0}, {0, 0, 1}});
        const BodyId id = flight.add(ball(k_radius, 1, {0, 0, 0.5}, {0, 0, -300}, {0, 1}));
        const BodyId slow = flight.add(ball(k_radius, 1, {9, 0, 0.5}, {0, 0, -10}, {0, 1}));
        flight.world.body(slow).add_force({1, 0, 0});
        CHECK(step_refused(flight.world) == (limit == 3 ? "PhysicsWorld.bodies[2].impacts" : ""));
        CHECK(std::fabs(position(flight.world, id).z - (limit == 3 ? 0.5 : 0.7)) < 1e-15);
    }
}

// C20.
TEST_CASE("rays after a step that was refused", "[dynamics][swept]") {
    Flight flight;
    PhysicsWorld& world = flight.world;
    const BodyId second_floor = add_floor(world, k_smooth);
    const BodyId fast = flight.add(ball(k_radius, 1, {0, 0, 5}, {1e9, 0, 0}));
    // The rays' index is made by the first ray after a change.
    const Ray ray{{1, 1, 3}, {0, 0, -1}};
    const WorldHit before = world.raycast(ray);
    CHECK(before.body == flight.floor);
    CHECK(before.distance == 3);
    for (const double z : {1.0, 0.0}) {
        world.body(second_floor).set_pose(at(0, 0, z));
        CHECK(step_refused(world) == "PhysicsWorld.bodies[2].reach");
        const WorldHit hit = world.raycast(ray);
        CHECK(hit.body == (z > 0 ? second_floor : flight.floor));
        CHECK(hit.distance == 3 - z);
    }
    CHECK(world.raycast(ray) == before);
    world.body(fast).set_linear_velocity({});
    world.step(k_short);
    CHECK(world.raycast(ray) == before);
}

// The geometry of what stands still is checked once, and again after every change.
TEST_CASE("changes of what was checked", "[dynamics][swept]") {
    Flight flight;
    PhysicsWorld& world = flight.world;
    BodyOptions options = cube(1, 1, {0, 0, -9});
    options.kind = BodyKind::kinematic;
    const BodyId id = flight.add(options);
    const BodyId fast = flight.add(ball(k_radius, 1, {0, 0, 1}));
    world.step(k_short);
    world.body(id).set_pose(at(0, 0, -1.1e6));
    CHECK(step_refused(world) == "PhysicsWorld.bodies[1].placed.translation.z");
    world.body(id).set_pose(at(0, 0, -9));
    world.step(k_short);
    world.body(id).set_shape_pose(at(0, 1.1e6, 0));
    CHECK(step_refused(world) == "PhysicsWorld.bodies[1].placed.translation.y");
    world.body(id).set_shape_pose({});
    world.step(k_short);
    const auto good = world.snapshot();
    // It goes there by itself, while nothing is swept or while it is not in the way.
    for (const bool ghost : {true, false}) {
        world.body(ghost ? id : fast).set_collides(false);
        world.body(id).set_linear_velocity({0, 0, -1.1e8});
        if (ghost)
            CHECK(step_refused(world).empty());
        else
            world.step(k_short);
        world.body(id).set_linear_velocity({});
        if (!ghost) world.body(fast).set_collides(true);
        CHECK(step_refused(world) == "PhysicsWorld.bodies[1].placed.translation.z");
        world.restore(good);
        world.step(k_short);
    }
    // Another mesh at the place of one that was good.
    world.remove(flight.floor);
    CHECK(step_refused(world).empty());
    const BodyId bad = world.add_static_mesh(mesh_with({0, 1e-20, 0}));
    CHECK(bad.index == flight.floor.index);
    CHECK(step_refused(world) == "PhysicsWorld.bodies[0].mesh.triangles[1]");
    // Nothing is swept, so nothing is refused.
    world.set_options(swept_options(false));
    CHECK(step_refused(world).empty());
}

}  // namespace lanewise::test
