// C11, C21, C28: what is refused.

#include "../shapes/refused.hpp"
#include "bodies.hpp"

#include <lanewise/physics/continuous/swept_checks.hpp>

#include <catch2/catch.hpp>

#include <limits>
#include <string>

using namespace lanewise;
using test::ball_body;
using test::capsule_body;
using test::Scene;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();

std::string refused(const SweptBody& body, double step = 0.01) {
    return test::refused_field([&] {
        require_sweepable(body, step);
        return 0;
    });
}

template <class T>
std::string refused_thing(const T& thing) {
    return test::refused_field([&] {
        require_sweepable(thing);
        return 0;
    });
}

/// The field that is refused after an edit of a good body.
template <class Edit>
std::string refused_ball(Edit edit) {
    SweptBody body = ball_body(0.1, {0, 0, 1}, {0, 0, -30});
    edit(body);
    return refused(body);
}
template <class Edit>
std::string refused_capsule(Edit edit) {
    SweptBody body = capsule_body(0.1, {0, 0, 0.5}, {0, 0, 1}, {0, 0, -30});
    edit(body);
    return refused(body);
}

}  // namespace

TEST_CASE("C11: balls that are refused") {
    CHECK(refused_ball([](SweptBody&) {}).empty());
    for (const double r : {0.0, -1.0, infinite, not_a_number, 0.99e-4, 1.01e4})
        CHECK(refused_ball([&](SweptBody& b) { b.round.radius = r; }) == "SweptBody.radius");
    for (const double r : {1e-4, 1e4}) CHECK(refused(ball_body(r, {}, {0, 0, -30})).empty());
    for (const double x : {6600.0, -6600.0, 1e7, not_a_number, infinite})
        CHECK(refused_ball([&](SweptBody& b) { b.round.centre.y = x; }) == "SweptBody.centre.y");
    CHECK(refused(ball_body(100, {0.99e6, 0, 0}, {})).empty());
    CHECK(refused(ball_body(100, {1.01e6, 0, 0}, {})) == "SweptBody.centre.x");
    for (const double m : {0.0, -1.0, not_a_number, infinite})
        CHECK(refused_ball([&](SweptBody& b) { b.mass = m; }) == "SweptBody.mass");
    CHECK(refused_ball([](SweptBody& b) { b.velocity.x = not_a_number; }) ==
          "SweptBody.velocity.x");
    CHECK(refused_ball([](SweptBody& b) { b.spin.z = infinite; }) == "SweptBody.spin.z");
    CHECK(refused_ball([](SweptBody& b) { b.material.friction = -1; }) ==
          "SweptBody.material.friction");
    CHECK(refused_ball([](SweptBody& b) { b.inverse_inertia.x.y = 1; }) ==
          "SweptBody.inverse_inertia");
    CHECK(refused_ball([](SweptBody& b) { b.inverse_inertia.x.x = -1; }) ==
          "SweptBody.inverse_inertia");
    CHECK(refused_ball([](SweptBody& b) { b.inverse_inertia.z.z = not_a_number; }) ==
          "SweptBody.inverse_inertia");
    CHECK(refused_ball([](SweptBody& b) {
              b.inverse_inertia = Mat3::diagonal({1, 2, 3});
          }).empty());
    CHECK(refused_ball([](SweptBody& b) { b.inverse_inertia = {}; }).empty());
    CHECK(refused_ball([](SweptBody& b) {
              b.inverse_inertia = {};
              b.spin = {0, 0, 1};
          }) == "SweptBody.spin");
    for (const double h : {0.0, -0.01, not_a_number, infinite})
        CHECK(refused(ball_body(0.1, {}, {}), h) == "step");
}

TEST_CASE("reaches that are refused") {
    // 2^20 radii: 104857.6 m for 0.1 m.
    CHECK(refused(ball_body(0.1, {}, {1.04e5, 0, 0}), 1).empty());
    CHECK(refused(ball_body(0.1, {}, {1.05e5, 0, 0}), 1) == "SweptBody.reach");
    CHECK(refused(ball_body(0.1, {}, {1e200, 0, 0}), 1) == "SweptBody.reach");
    // A spinning ball may turn all its energy into speed: v^2 = 2/5 r^2 w^2.
    SweptBody spinning = ball_body(1, {}, {});
    spinning.spin = {0, 0, 1e6};
    CHECK(std::fabs(reach_of(spinning, 2) - (1 + 2e6 * std::sqrt(0.4))) < 1e-8);
}

TEST_CASE("C28: capsules that are refused") {
    CHECK(refused_capsule([](SweptBody&) {}).empty());
    CHECK(refused_capsule([](SweptBody& b) { b.inverse_inertia = Mat3::identity(); }) ==
          "SweptBody.inverse_inertia");
    CHECK(refused_capsule([](SweptBody& b) { b.spin = {1, 0, 0}; }) == "SweptBody.spin");
    CHECK(refused_capsule([](SweptBody& b) {
              b.round.half_axis = {0, 0, 20000};
          }) == "SweptBody.half_length");
    CHECK(refused_capsule([](SweptBody& b) { b.round.half_axis.x = not_a_number; }) ==
          "SweptBody.half_axis.x");
    CHECK(refused_capsule([](SweptBody& b) { b.velocity = {1e8, 0, 0}; }) == "SweptBody.reach");
    CHECK(refused_capsule([](SweptBody& b) { b.round.radius = 0; }) == "SweptBody.radius");
}

TEST_CASE("settings that are refused") {
    CHECK(refused_thing(SweptSettings{}).empty());
    CHECK(refused_thing(SweptSettings{0, 1}).empty());
    CHECK(refused_thing(SweptSettings{1, 1024}).empty());
    for (const std::uint32_t limit : {0u, 1025u})
        CHECK(refused_thing(SweptSettings{1, limit}) == "SweptSettings.impact_limit");
    for (const double threshold : {-1.0, not_a_number, infinite})
        CHECK(refused_thing(SweptSettings{threshold, 16}) == "SweptSettings.bounce_threshold");
}

TEST_CASE("C21: meshes that are refused") {
    const auto mesh = [](const Vec3& c, bool with_good) {
        std::vector<Vec3> vertices{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 0}, {1e4, 0, 0}, c};
        std::vector<TriangleMesh::Triangle> triangles{{3, 4, 5}};
        if (with_good) triangles.insert(triangles.begin(), {0, 1, 2});
        return TriangleMesh(vertices, triangles);
    };
    CHECK(refused_thing(mesh({0, 1, 0}, true)).empty());
    CHECK(refused_thing(mesh({0, 1e4 * 0x1.01p-20, 0}, true)).empty());
    CHECK(refused_thing(mesh({0, 1e4 * 0x1.fp-21, 0}, true)) == "TriangleMesh.triangles[1]");
    CHECK(refused_thing(mesh({0, 1e-20, 0}, true)) == "TriangleMesh.triangles[1]");
    CHECK(refused_thing(mesh({0, 0, 0}, true)) == "TriangleMesh.triangles[1]");
    CHECK(test::refused_field([&] {
              return mesh({0, 1e-20, 0}, false);
          }) == "TriangleMesh.triangles");
}

TEST_CASE("obstacles that are refused") {
    Scene scene;
    scene.add_floor();
    scene.add(Shape::box({1, 1, 1}));
    SweptObstacle floor = scene.obstacles()[0], box = scene.obstacles()[1];
    CHECK(refused_thing(floor).empty());
    CHECK(refused_thing(box).empty());
    CHECK(refused_thing(SweptObstacle{}) == "SweptObstacle.shape");
    const MeshIndex* index = std::exchange(floor.index, nullptr);
    CHECK(refused_thing(floor) == "SweptObstacle.index");
    Scene other;
    other.add_floor();
    floor.index = other.obstacles()[0].index;
    CHECK(refused_thing(floor) == "SweptObstacle.index");
    floor.index = index;
    box.placed.rotation.w = 1 + 1e-5;
    CHECK(refused_thing(box) == "SweptObstacle.placed.rotation");
    box.placed.rotation.w = not_a_number;
    CHECK(refused_thing(box) == "SweptObstacle.placed.rotation");
    box.placed.rotation.w = 1 + 4e-6;
    CHECK(refused_thing(box).empty());
    box.placed.translation.x = 2e6;
    CHECK(refused_thing(box) == "SweptObstacle.placed.translation.x");
}

TEST_CASE("triangles too large for a body nearby are refused") {
    Scene scene;
    const double side = 9e4;
    scene.add_floor();  // sides of 9e4 m
    scene.add(Shape::box({4.5e4, 1, 1}));
    std::vector<std::uint32_t> scratch;
    const auto refused_near = [&](double radius, double height, std::size_t obstacle) {
        const SweptBody body = ball_body(radius, {0, 0, height}, {0, 0, -1});
        return test::refused_field([&] {
            require_sweepable_near(body, 1, scene.obstacles()[obstacle], scratch);
            return 0;
        });
    };
    const double least = side / 0x1p20;
    CHECK(refused_near(1.01 * least, 0.5, 0).empty());
    CHECK(refused_near(0.99 * least, 0.5, 0) == "SweptObstacle.triangles[0]");
    CHECK(refused_near(0.99 * least, 2, 0).empty());  // out of reach
    CHECK(refused_near(1.01 * least, 0.5, 1).empty());
    CHECK(refused_near(0.99 * least, 0.5, 1) == "SweptObstacle.extent");
}
