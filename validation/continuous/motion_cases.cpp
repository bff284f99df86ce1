// One body and its impacts within a step.

#include "bodies.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace lanewise;
using test::ball_body;
using test::capsule_body;
using test::difference;
using test::Scene;

namespace {

SweptBody advanced(SweptMotion& motion, const Scene& scene, SweptBody body, double step,
                   const SweptSettings& settings = {}) {
    REQUIRE(motion.advance(std::span(&body, 1), scene.obstacles(), step, settings) ==
            SweptStatus::done);
    return body;
}

constexpr double tiny = 1e-15;

}  // namespace

TEST_CASE("C1: a fast ball stops on the floor") {
    Scene scene;
    scene.add_floor();
    SweptMotion motion;
    const SweptBody body = advanced(motion, scene, ball_body(0.1, {0, 0, 0.15}, {0, 0, -30}), 0.01);
    CHECK(std::fabs(body.round.centre.z - 0.1) < tiny);
    CHECK(body.velocity == Vec3{});
    REQUIRE(motion.impacts().size() == 1);
    const SweptImpact& impact = motion.impacts()[0];
    CHECK(impact.impulse == 30);
    CHECK(std::fabs(impact.time - 0.05 / 30) < 1e-18);
    CHECK(impact.normal == Vec3{0, 0, 1});
    CHECK(impact.other == Scene::number(0));
    CHECK(advanced(motion, scene, body, 0.01) == body);
}

TEST_CASE("C2: balls of all sizes and speeds on a plane") {
    Scene scene;
    scene.add_floor();
    SweptMotion motion;
    int cases = 0, hits = 0;
    for (const double r : {0.01, 0.1, 1.0, 10.0})
        for (const double speed : {3.0, 30.0, 300.0, 3000.0})
            for (const double h : {0.001, 0.01, 0.1})
                for (const double e : {0.0, 0.3, 1.0}) {
                    const double gap = std::max(0.03, 0.25 * speed * h);
                    const double travel = speed * h;
                    const SweptBody body = advanced(
                        motion, scene, ball_body(r, {0, 0, r + gap}, {0, 0, -speed}, {0, e}), h);
                    const bool hit = travel >= gap;
                    const double z = hit ? r + e * (travel - gap) : r + gap - travel;
                    CAPTURE(r, speed, h, e);
                    CHECK(std::fabs(body.round.centre.z - z) <= 4e-16 * (r + gap + travel));
                    CHECK(std::fabs(body.velocity.z - (hit ? e * speed : -speed)) <= 2e-16 * speed);
                    CHECK(std::fabs(body.velocity.z) <= speed);
                    CHECK(body.round.centre.x == 0);
                    CHECK(motion.impacts().size() == (hit ? 1 : 0));
                    ++cases;
                    hits += hit;
                }
    CHECK(cases == 144);
    CHECK(hits > 100);
}

TEST_CASE("C6: to and fro between floor and ceiling") {
    Scene scene;
    scene.add_floor({}, {0, 1});
    scene.add_floor({Quat{1, 0, 0, 0}, {0, 0, 1}}, {0, 1});
    SweptMotion motion;
    const SweptBody body = advanced(motion, scene, ball_body(0.1, {0, 0, 0.5}, {0, 0, -300}), 0.01);
    // 3 m of travel: 0.4 down, then 0.8 a flight; after four impacts 0.2 below the ceiling's 0.9.
    CHECK(motion.impacts().size() == 4);
    CHECK(std::fabs(body.round.centre.z - 0.7) < 4e-15);
    CHECK(body.velocity == Vec3{0, 0, -300});
    for (std::size_t i = 0; i < 4; ++i) {
        const SweptImpact& impact = motion.impacts()[i];
        CHECK(impact.impulse == 600);
        CHECK(impact.other == Scene::number(i % 2 == 0 ? 0 : 1));
        CHECK(std::fabs(impact.time - (0.4 + 0.8 * static_cast<double>(i)) / 300) < 1e-17);
    }
    SECTION("the limit of impacts is an error that changes nothing") {
        SweptBody same = ball_body(0.1, {0, 0, 0.5}, {0, 0, -300});
        const SweptBody before = same;
        CHECK(motion.advance(std::span(&same, 1), scene.obstacles(), 0.01, {1, 3}) ==
              SweptStatus::impact_limit);
        CHECK(same == before);
        CHECK(motion.impacts().empty());
        CHECK(motion.failed_body() == 0);
        CHECK(motion.advance(std::span(&same, 1), scene.obstacles(), 0.01, {1, 4}) ==
              SweptStatus::done);
    }
}

TEST_CASE("C9: a ball that starts behind passes") {
    Scene scene;
    scene.add_floor();
    SweptMotion motion;
    for (const auto& [z, v] : std::vector<std::pair<double, double>>{
             {-0.15, 30}, {-0.15, -30}, {-0.05, 30}, {-0.05, -30}, {-0.05, 0}}) {
        const SweptBody body = advanced(motion, scene, ball_body(0.1, {0, 0, z}, {0, 0, v}), 0.01);
        CHECK(body.round.centre.z == z + v * 0.01);
        CHECK(body.velocity.z == v);
        CHECK(motion.impacts().empty());
    }
}

TEST_CASE("C14: free flight, arrival at the step's end, a slow hit") {
    SweptMotion motion;
    CHECK(motion.advance({}, {}, 0.01) == SweptStatus::done);
    Scene scene;
    scene.add_floor();
    CHECK(advanced(motion, scene, ball_body(0.1, {0, 0, 10}, {0, 0, 2}), 0.01).round.centre.z ==
          10.02);
    const SweptBody at_end =
        advanced(motion, scene, ball_body(0.125, {0, 0, 0.625}, {0, 0, -1}), 0.5);
    CHECK(at_end.round.centre.z == 0.125);
    CHECK(at_end.velocity.z == 0);
    REQUIRE(motion.impacts().size() == 1);
    CHECK(motion.impacts()[0].time == 0.5);
    const SweptBody slow =
        advanced(motion, scene, ball_body(0.1, {0, 0, 0.105}, {0, 0, -0.5}, {0, 1}), 0.1);
    CHECK(slow.velocity == Vec3{});
    CHECK(std::fabs(slow.round.centre.z - 0.1) < tiny);
    const SweptBody fast =
        advanced(motion, scene, ball_body(0.1, {0, 0, 0.105}, {0, 0, -1}, {0, 1}), 0.1);
    CHECK(fast.velocity.z == 1);
}

TEST_CASE("C17: a bounce at the surface") {
    Scene scene;
    scene.add_floor();
    SweptMotion motion;
    const SweptBody body =
        advanced(motion, scene, ball_body(0.1, {0, 0, 0.115}, {0, 0, -30}, {0, 1}), 0.01);
    CHECK(std::fabs(body.round.centre.z - 0.385) < tiny);
    CHECK(motion.impacts().size() == 1);
}

TEST_CASE("C27: capsules stop on the floor") {
    Scene scene;
    scene.add_floor();
    SweptMotion motion;
    const double r = 0.1, half = 0.2;
    const SweptBody upright =
        advanced(motion, scene, capsule_body(r, {0, 0, half}, {0, 0, 0.5}, {0, 0, -30}), 0.01);
    CHECK(std::fabs(upright.round.centre.z - (half + r)) < tiny);
    CHECK(upright.velocity == Vec3{});
    const SweptBody lying =
        advanced(motion, scene, capsule_body(r, {half, 0, 0}, {0, 0, 0.4}, {0, 0, -50}), 0.01);
    CHECK(std::fabs(lying.round.centre.z - r) < tiny);
    CHECK(lying.velocity == Vec3{});
}

TEST_CASE("C30: a capsule wholly behind flies on") {
    Scene scene;
    scene.add_floor();
    SweptMotion motion;
    const SweptBody body =
        advanced(motion, scene, capsule_body(0.1, {0, 0, 0.2}, {0, 0, -0.5}, {0, 0, 100}), 0.01);
    CHECK(body.round.centre.z == 0.5);
    CHECK(motion.impacts().empty());
}

TEST_CASE("C31: a ball glances off an edge and off a vertex") {
    // The centre is at (0.5, 0, 0.125) after 1 m; r = 5/32 touches x = 0.40625, z = 0 with the
    // normal (0.6, 0, 0.8).
    const double x = 0.40625;
    const bool vertex = GENERATE(false, true);
    Scene scene;
    if (vertex)
        scene.add_mesh({{x, 0, 0}, {x - 3, 2, 0}, {x - 3, -2, 0}}, {{0, 1, 2}});
    else
        scene.add_mesh({{x, -4, 0}, {x, 4, 0}, {x - 3, 0, 0}}, {{0, 1, 2}});
    SweptMotion motion;
    const SweptBody body =
        advanced(motion, scene, ball_body(0.15625, {0.5, 0, 1.125}, {0, 0, -200}), 0.01);
    // The normal is as exact as the position at the impact, 2 m of travel away: 2 eps 2 m / r,
    // times the speed.
    constexpr double exact = 1e-12;
    CHECK(difference(body.velocity, {96, 0, -72}) < exact);
    CHECK(difference(body.round.centre, {0.98, 0, -0.235}) < 0.005 * exact);
    REQUIRE(motion.impacts().size() == 1);
    CHECK(std::fabs(motion.impacts()[0].impulse - 160) < exact);
    CHECK(std::fabs(motion.impacts()[0].time - 0.005) < 1e-17);
}

TEST_CASE("friction stops the slip or gives mu times the normal impulse") {
    Scene scene;
    scene.add_floor({}, {0.5, 0});
    SweptMotion motion;
    const double r = 0.5, m = 2, down = 10;
    const auto impact = [&](double mu, double across) {
        SweptBody ball = ball_body(r, {0, 0, 1}, {across, 0, -down}, {mu * mu / 0.5, 0}, m);
        return advanced(motion, scene, ball, 0.1);
    };
    SECTION("a ball that sticks rolls: v = 5/7 v0, w = v / r") {
        const SweptBody body = impact(0.5, 7);
        CHECK(difference(body.velocity, {5, 0, 0}) < 4e-15);
        CHECK(difference(body.spin, {0, 5 / r, 0}) < 4e-15);
    }
    SECTION("a ball that slips: v = v0 - mu J / m, w = mu J r / I") {
        const SweptBody body = impact(0.2, 70);
        const double pushed = 0.2 * m * down;
        CHECK(difference(body.velocity, {70 - pushed / m, 0, 0}) < 4e-14);
        CHECK(difference(body.spin, {0, pushed * r / (0.4 * m * r * r), 0}) < 4e-14);
        CHECK(motion.impacts()[0].impulse == m * down);
    }
    SECTION("turn is the product of the turns of the pieces") {
        SweptBody ball = ball_body(r, {0, 0, 1}, {7, 0, -down}, {0.5, 0}, m);
        ball.spin = {0, 0, 3};
        const SweptBody body = advanced(motion, scene, ball, 0.1);
        const Quat before = rotation_from_vector({0, 0, 3 * 0.05});
        const Quat after = rotation_from_vector(0.05 * body.spin);
        CHECK(difference(body.turn, after * before) < 1e-15);
    }
    SECTION("a capsule that never turns: v = v0 - mu J / m") {
        SweptBody capsule = capsule_body(r, {0, 0, 1}, {0, 0, 2}, {7, 0, -down}, {0.5, 0});
        const SweptBody body = advanced(motion, scene, capsule, 0.1);
        CHECK(difference(body.velocity, {2, 0, 0}) < 4e-15);
        CHECK(body.spin == Vec3{});
    }
}

TEST_CASE("C13: equal hits in the order of obstacles, repeats equal to the bit") {
    Scene scene;
    scene.add_floor({}, {0, 1});
    scene.add_floor({}, {0, 0.5});
    scene.add_floor({Quat{1, 0, 0, 0}, {0, 0, 1}}, {0, 1});
    SweptMotion motion;
    std::vector<SweptImpact> first;
    SweptBody result;
    for (int repeat = 0; repeat < 3; ++repeat) {
        const SweptBody body =
            advanced(motion, scene, ball_body(0.1, {0.3, 0.2, 0.5}, {9, 5, -300}), 0.01);
        const auto impacts = motion.impacts();
        REQUIRE(impacts.size() == 4);
        CHECK(impacts[0].other == Scene::number(0));
        CHECK(impacts[1].other == Scene::number(2));
        CHECK(impacts[2].other == Scene::number(0));
        CHECK(std::ranges::is_sorted(impacts, {}, &SweptImpact::time));
        if (repeat == 0) {
            first.assign(impacts.begin(), impacts.end());
            result = body;
        }
        CHECK(std::ranges::equal(impacts, first));
        CHECK(body == result);
    }
}

TEST_CASE("solids stop balls and capsules too") {
    Scene scene;
    scene.add(Shape::box({1, 1, 1}), {{}, {0, 0, -1}});
    scene.add(Shape::sphere(1), {{}, {10, 0, -1}});
    scene.add(Shape::capsule(1, 2), {Quat{0.5, 0.5, 0.5, 0.5}, {20, 0, -1}});
    const Vec3 corners[] = {{1, 0, 0}, {-1, 1, 0}, {-1, -1, 0}, {0, 0, -2}};
    scene.add(Shape::hull(corners), {{}, {30, 0, 0}});
    SweptMotion motion;
    for (const double x : {0.0, 10.0, 20.0, 30.0}) {
        const SweptBody ball =
            advanced(motion, scene, ball_body(0.25, {x, 0, 1}, {0, 0, -1000}), 0.01);
        CHECK(std::fabs(ball.round.centre.z - 0.25) < 1e-14);
        CHECK(ball.velocity == Vec3{});
        const SweptBody capsule =
            advanced(motion, scene, capsule_body(0.25, {0, 1, 0}, {x, 0, 1}, {0, 0, -1000}), 0.01);
        CHECK(std::fabs(capsule.round.centre.z - 0.25) < 1e-14);
        CHECK(motion.impacts()[0].other == Scene::number(static_cast<std::uint32_t>(x / 10)));
    }
}
