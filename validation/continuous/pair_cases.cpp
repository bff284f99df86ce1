// Bodies that hit one another.

#include "bodies.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

using namespace lanewise;
using test::ball_body;
using test::difference;
using test::Random;
using test::Scene;

namespace {

SweptBody numbered(SweptBody body, std::uint32_t number) {
    body.number = number;
    return body;
}

}  // namespace

TEST_CASE("X12: two balls head on exchange their velocities") {
    std::array bodies{ball_body(0.1, {0, 0, 0}, {300, 0, 0}, {0, 1}),
                      ball_body(0.1, {1, 0, 0}, {-300, 0, 0}, {0, 1})};
    bodies[1].number = 7;
    SweptMotion motion;
    REQUIRE(motion.advance(bodies, {}, 0.01) == SweptStatus::done);
    CHECK(bodies[0].velocity == Vec3{-300, 0, 0});
    CHECK(bodies[1].velocity == Vec3{300, 0, 0});
    // They meet after 0.4 m each and fly back for the other 2.6 m.
    CHECK(difference(bodies[0].round.centre, {0.4 - 2.6, 0, 0}) < 1e-15);
    CHECK(difference(bodies[1].round.centre, {0.6 + 2.6, 0, 0}) < 1e-15);
    REQUIRE(motion.impacts().size() == 1);
    const SweptImpact& impact = motion.impacts()[0];
    CHECK(impact.impulse == 600);
    CHECK(std::fabs(impact.time - 0.4 / 300) < 1e-18);
    CHECK(impact.other_moves);
    CHECK(impact.body == 0);
    CHECK(impact.other == 7);
    CHECK(impact.normal == Vec3{-1, 0, 0});
    CHECK(difference(impact.point, {0.5, 0, 0}) < 1e-15);
}

TEST_CASE("balls of 1 and 3 kg: v1 = ((m1 - e m2) v1 + (1 + e) m2 v2) / (m1 + m2)") {
    for (const double e : {0.0, 0.5, 1.0}) {
        std::array bodies{ball_body(0.5, {-2, 0, 0}, {40, 0, 0}, {0, e}, 1),
                          ball_body(0.5, {2, 0, 0}, {-20, 0, 0}, {0, e}, 3)};
        SweptMotion motion;
        REQUIRE(motion.advance(bodies, {}, 0.1) == SweptStatus::done);
        const double v1 = ((1 - e * 3) * 40 + (1 + e) * 3 * -20) / 4;
        const double v2 = ((3 - e * 1) * -20 + (1 + e) * 1 * 40) / 4;
        CHECK(std::fabs(bodies[0].velocity.x - v1) < 1e-14);
        CHECK(std::fabs(bodies[1].velocity.x - v2) < 1e-14);
    }
}

TEST_CASE("momentum, angular momentum and energy of a crowd of balls") {
    Random random(9);
    SweptMotion motion;
    int impacts = 0;
    for (int trial = 0; trial < 200; ++trial) {
        const bool elastic = trial % 2 == 0;
        const PhysicsMaterial material{elastic ? 0 : random.between(0, 1), elastic ? 1 : 0.5};
        std::vector<SweptBody> bodies;
        for (std::uint32_t i = 0; i < 8; ++i) {
            const Vec3 from{i % 2 * 1.0, i / 2 % 2 * 1.0, i / 4 * 1.0};
            const double radius = random.between(0.1, 0.4), mass = random.between(0.5, 4);
            const Vec3 velocity = random.in_cube(50);
            bodies.push_back(numbered(ball_body(radius, from, velocity, material, mass), i));
            bodies.back().spin = random.in_cube(elastic ? 0 : 30);
        }
        const auto sums = [&] {
            Vec3 p, l;
            double e = 0;
            for (const SweptBody& b : bodies) {
                p += b.mass * b.velocity;
                l += b.mass * cross(b.round.centre, b.velocity) +
                     inverse_symmetric(b.inverse_inertia) * b.spin;
                e += test::energy(b);
            }
            return std::tuple(p, l, e);
        };
        const auto [p, l, e] = sums();
        REQUIRE(motion.advance(bodies, {}, 0.05, {1, 64}) == SweptStatus::done);
        const auto [p1, l1, e1] = sums();
        CHECK(difference(p, p1) < 1e-12);
        CHECK(difference(l, l1) < 1e-12);
        if (elastic)
            CHECK(std::fabs(e1 / e - 1) < 1e-13);
        else
            CHECK(e1 <= e * (1 + 1e-14));
        CHECK(std::ranges::is_sorted(motion.impacts(), {}, &SweptImpact::time));
        impacts += static_cast<int>(motion.impacts().size());
        for (std::size_t i = 0; i < bodies.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                CHECK(norm(bodies[i].round.centre - bodies[j].round.centre) >=
                      bodies[i].round.radius + bodies[j].round.radius - 1e-13);
    }
    CHECK(impacts > 200);
}

TEST_CASE("a ball is stopped by one that leans on a wall, whatever the speed") {
    Scene scene;
    scene.add_floor({test::z_to({-1, 0, 0}), {1, 0, 0}});
    std::array bodies{ball_body(0.1, {0, 0, 0}, {300, 0, 0}), ball_body(0.1, {0.9, 0, 0}, {})};
    bodies[1].number = 1;
    SweptMotion motion;
    REQUIRE(motion.advance(bodies, scene.obstacles(), 0.01) == SweptStatus::done);
    CHECK(norm(bodies[0].velocity) < 1e-12);
    CHECK(norm(bodies[1].velocity) < 1e-12);
    CHECK(difference(bodies[0].round.centre, {0.7, 0, 0}) < 1e-14);
    CHECK(difference(bodies[1].round.centre, {0.9, 0, 0}) < 1e-14);
    double on_wall = 0;
    for (const SweptImpact& impact : motion.impacts())
        if (!impact.other_moves) on_wall += impact.impulse;
    CHECK(std::fabs(on_wall - 300) < 1e-10);
}

TEST_CASE("Newton's cradle with gaps hands the speed to the last ball") {
    std::vector<SweptBody> bodies;
    for (std::uint32_t i = 0; i < 6; ++i)
        bodies.push_back(numbered(ball_body(0.1, {0.3 * i, 0, 0}, {}, {0, 1}), i));
    bodies[0].velocity = {250, 0, 0};
    SweptMotion motion;
    REQUIRE(motion.advance(bodies, {}, 0.01) == SweptStatus::done);
    for (std::size_t i = 0; i < 5; ++i) CHECK(norm(bodies[i].velocity) < 1e-13);
    CHECK(bodies[5].velocity.x == 250);
    REQUIRE(motion.impacts().size() == 5);
    for (std::uint32_t i = 0; i < 5; ++i) CHECK(motion.impacts()[i].body == i);
}

TEST_CASE("C13: events in the order of time, then of bodies") {
    Scene scene;
    scene.add_floor();
    SweptMotion motion;
    SECTION("the later body hits first") {
        std::array bodies{numbered(ball_body(0.1, {0, 0, 1}, {0, 0, -200}), 0),
                          numbered(ball_body(0.1, {5, 0, 0.5}, {0, 0, -200}), 1)};
        REQUIRE(motion.advance(bodies, scene.obstacles(), 0.01) == SweptStatus::done);
        REQUIRE(motion.impacts().size() == 2);
        CHECK(motion.impacts()[0].body == 1);
        CHECK(motion.impacts()[1].body == 0);
    }
    SECTION("equal times") {
        std::array bodies{numbered(ball_body(0.1, {0, 0, 1}, {0, 0, -200}), 0),
                          numbered(ball_body(0.1, {5, 0, 1}, {0, 0, -200}), 1)};
        REQUIRE(motion.advance(bodies, scene.obstacles(), 0.01) == SweptStatus::done);
        REQUIRE(motion.impacts().size() == 2);
        CHECK(motion.impacts()[0].time == motion.impacts()[1].time);
        CHECK(motion.impacts()[0].body == 0);
    }
    SECTION("alone, a body moves by the same bits") {
        Random random(13);
        std::vector<SweptBody> together;
        for (std::uint32_t i = 0; i < 60; ++i) {
            const Vec3 from{3.0 * i, random.between(-1, 1), random.between(0.2, 0.4)};
            const Vec3 velocity = random.in_cube(150);
            together.push_back(numbered(ball_body(0.1, from, velocity, {0.4, 0.5}), i));
        }
        std::vector<SweptBody> alone = together;
        REQUIRE(motion.advance(together, scene.obstacles(), 0.005) == SweptStatus::done);
        const std::size_t events = motion.impacts().size();
        CHECK(events > 3);
        std::size_t events_alone = 0;
        for (SweptBody& body : alone) {
            REQUIRE(motion.advance(std::span(&body, 1), scene.obstacles(), 0.005) ==
                    SweptStatus::done);
            events_alone += motion.impacts().size();
        }
        CHECK(together == alone);
        CHECK(events == events_alone);
    }
}
