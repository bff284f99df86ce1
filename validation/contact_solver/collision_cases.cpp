#include "scene.hpp"

#include <lanewise/kernels/backend_choice.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

using namespace lanewise;
using namespace lanewise::test;

namespace {

Mat3 ball_inertia(double mass, double radius) {
    return 0.4 * mass * radius * radius * Mat3::identity();
}

/// Two balls of radius 0.5 on the x axis.
ContactScene two_balls(double m1, double v1, double m2, double v2, double gap, double restitution) {
    ContactScene scene;
    scene.add_body(m1, ball_inertia(m1, 0.5), {v1, 0, 0});
    scene.add_body(m2, ball_inertia(m2, 0.5), {v2, 0, 0});
    scene.add_manifold(0, 1, {1, 0, 0}, {-1 - gap, 0, 0}, 0.4, restitution);
    scene.add_point(0, {0.5 + gap / 2, 0, 0}, -gap);
    return scene;
}

/// Mass and inertia from what the solver is given.
double mass_of(const kernels::SolverBody& body) {
    return 1 / body.inverse_mass;
}
Mat3 inertia_of(const kernels::SolverBody& body) {
    return inverse_symmetric(inverse_inertia_of(body));
}
double energy_of(const ContactScene& scene) {
    double sum = 0;
    for (std::uint32_t i = 0; i < scene.bodies.size(); ++i) {
        const kernels::SolverBody& body = scene.bodies[i];
        if (body.inverse_mass > 0) sum += 0.5 * mass_of(body) * norm_squared(scene.velocity(i));
        if (trace(inverse_inertia_of(body)) > 0)
            sum += 0.5 * dot(scene.spin(i), inertia_of(body) * scene.spin(i));
    }
    return sum;
}

}  // namespace

// v1 = ((m1 - m2) v1 + 2 m2 v2) / (m1 + m2), and the impulse is m1 times its change.
TEST_CASE("balls bounce head on as Newton's law says", "[contact_solver][restitution]") {
    for (const kernels::KernelTable* table : supported_tables())
        for (const int passes : {1, 2, 6, 10})
            for (const double gap : {0.01, 0.0, -0.02}) {
                CAPTURE(name_of(*table), passes, gap);
                ContactScene scene = two_balls(1, 4, 3, -2, gap, 1);
                scene.settings.velocity_passes = passes;
                scene.solve(*table);
                CHECK(std::fabs(scene.velocity(0).x + 5) < 1e-12);
                CHECK(std::fabs(scene.velocity(1).x - 1) < 1e-12);
                CHECK(std::fabs(scene.manifolds[0].points[0].total - 9) < 1e-12);
                CHECK(scene.spin(0) == Vec3{});
                CHECK(scene.velocity(0).y == 0);
            }
}

TEST_CASE("balls without restitution go on together", "[contact_solver][restitution]") {
    ContactScene scene = two_balls(1, 4, 3, -2, 0, 0);
    scene.solve(kernels::chosen_table());
    CHECK(std::fabs(scene.velocity(0).x + 0.5) < 1e-12);
    CHECK(std::fabs(scene.velocity(1).x + 0.5) < 1e-12);
    // m1 m2 / (m1 + m2) times the approach
    CHECK(std::fabs(scene.manifolds[0].points[0].total - 4.5) < 1e-12);
}

// Over a gap they may close it within the step, no more.
TEST_CASE("a gap may close at gap / h", "[contact_solver]") {
    ContactScene scene = two_balls(1, 4, 3, -2, 0.03, 0);
    scene.solve(kernels::chosen_table());
    const double closing = scene.velocity(0).x - scene.velocity(1).x;
    CHECK(std::fabs(closing - 0.03 * 60) < 1e-12);

    ContactScene far = two_balls(1, 4, 3, -2, 0.11, 1);
    far.solve(kernels::chosen_table());
    CHECK(std::fabs(far.velocity(0).x - 4) < 1e-12);
    CHECK(far.manifolds[0].points[0].total == 0);
}

TEST_CASE("restitution begins at the threshold", "[contact_solver][restitution]") {
    for (const double speed : {0.4999, 0.5001}) {
        ContactScene scene = two_balls(1, speed, 1, 0, 0, 0.5);
        scene.solve(kernels::chosen_table());
        const double parting = scene.velocity(1).x - scene.velocity(0).x;
        CHECK(std::fabs(parting - (speed < 0.5 ? 0 : 0.5 * speed)) < 1e-14);
    }
}

// Friction takes part in a bounce: with a slip that does not end, it is mu (1 + e) of the approach.
TEST_CASE("a ball that hits obliquely gets spin from its whole impulse",
          "[contact_solver][restitution]") {
    const double mu = 0.1, e = 0.5, mass = 2, radius = 0.5;
    ContactScene scene;
    scene.add_fixed();
    scene.add_body(mass, ball_inertia(mass, radius), {3, 4, -2});
    scene.add_manifold(0, 1, {0, 0, 1}, {0, 0, -radius}, mu, e);
    scene.add_point(0, {0, 0, 0}, 0);
    scene.solve(kernels::chosen_table());
    const double normal = mass * (1 + e) * 2, friction = mu * normal;
    CHECK(std::fabs(scene.manifolds[0].points[0].total - normal) < 1e-12);
    CHECK(std::fabs(scene.velocity(1).z - e * 2) < 1e-12);
    CHECK(std::fabs(scene.velocity(1).x - (3 - 0.6 * friction / mass)) < 1e-12);
    CHECK(std::fabs(scene.velocity(1).y - (4 - 0.8 * friction / mass)) < 1e-12);
    const double spin = friction * radius / (0.4 * mass * radius * radius);
    CHECK(norm(scene.spin(1) - spin * Vec3{-0.8, 0.6, 0}) < 1e-12);
}

// The floor holds the small ball while the big one bounces off it.
TEST_CASE("a bounce drives no body through its other contact", "[contact_solver][restitution]") {
    ContactScene scene;
    scene.add_fixed();
    scene.add_body(1, ball_inertia(1, 0.5));
    scene.add_body(2, ball_inertia(2, 0.5), {0, 0, -3});
    for (const std::uint32_t lower : {0u, 1u}) {
        scene.add_manifold(lower, lower + 1, {0, 0, 1}, {0, 0, -1}, 0, lower == 0 ? 0 : 0.5);
        scene.add_point(lower, {0, 0, 0.5}, 0);
    }
    scene.solve(kernels::chosen_table());
    CHECK(std::fabs(scene.velocity(1).z) < 1e-12);
    CHECK(scene.velocity(2).z == Approx(1.5).epsilon(0.01));
}

// What one pass leaves of a blow must not swing back in the next ones.
TEST_CASE("a blow without restitution does not bounce off a small body",
          "[contact_solver][restitution]") {
    for (const double mass : {0.1, 1.0, 2.0}) {
        CAPTURE(mass);
        ContactScene scene;
        scene.add_fixed();
        scene.add_body(1, ball_inertia(1, 0.5));
        scene.add_body(mass, ball_inertia(mass, 0.5), {0, 0, -3});
        for (const std::uint32_t lower : {0u, 1u}) {
            scene.add_manifold(lower, lower + 1, {0, 0, 1}, {0, 0, -1}, 0, 0);
            scene.add_point(lower, {0, 0, 0.5}, 0);
        }
        scene.solve(kernels::chosen_table());
        CHECK(std::fabs(scene.velocity(1).z) < 0.003);
        CHECK(std::fabs(scene.velocity(2).z) < 0.003);
    }
}

TEST_CASE("a free pair keeps its momentum", "[contact_solver]") {
    for (const kernels::KernelTable* table : supported_tables())
        for (std::uint64_t seed = 100; seed < 140; ++seed) {
            CAPTURE(name_of(*table), seed);
            ContactScene scene;
            const ContactScene source = random_scene(6, 1, seed);
            for (const std::size_t i : {3u, 4u}) {
                kernels::SolverBody body = source.bodies[3];
                assign(body.velocity, vec(source.bodies[i].velocity));
                assign(body.kick_v, {});
                assign(body.kick_w, {});
                scene.bodies.push_back(body);
            }
            scene.bodies[0].inverse_mass *= 0.3;
            scene.manifolds = source.manifolds;
            assign(scene.bodies[0].velocity,
                   scene.velocity(1) + 5 * vec(scene.manifolds[0].normal) + Vec3{1, 1, 1});
            scene.pairs = {{0, 1, source.pairs[0].count}};
            scene.settings.velocity_passes = 10;
            const Vec3 b = -vec(scene.manifolds[0].offset);  // a is at the origin
            const auto momentum = [&] {
                return mass_of(scene.bodies[0]) * scene.velocity(0) +
                       mass_of(scene.bodies[1]) * scene.velocity(1);
            };
            const auto turning = [&] {
                return inertia_of(scene.bodies[0]) * scene.spin(0) +
                       inertia_of(scene.bodies[1]) * scene.spin(1) +
                       mass_of(scene.bodies[1]) * cross(b, scene.velocity(1));
            };
            const Vec3 p = momentum(), l = turning(), v = scene.velocity(0);
            const double scale = mass_of(scene.bodies[0]) * norm(v) + norm(p) + norm(l);

            scene.solve(*table);
            CHECK(norm(momentum() - p) < 1e-14 * scale);
            CHECK(norm(turning() - l) < 1e-14 * scale);
            CHECK(norm(scene.velocity(0) - v) > 1e-3);
        }
}

// Balls in any direction, without friction: the energy of the motion along the line is kept.
TEST_CASE("an elastic impact keeps energy, no other one adds any",
          "[contact_solver][restitution]") {
    Random random(51);
    for (int trial = 0; trial < 100; ++trial) {
        CAPTURE(trial);
        const double m1 = random.between(0.1, 10), m2 = random.between(0.1, 10);
        const double x = random.between(-1, 1), y = random.between(-1, 1);
        const Vec3 n = Vec3{x, y, 0.3} / norm(Vec3{x, y, 0.3});
        const double e = trial % 2 == 0 ? 1 : random.between(0, 1);
        ContactScene scene;
        scene.add_body(m1, ball_inertia(m1, 0.5), 4 * n + Vec3{1, 2, 3}, {1, 0, 2});
        scene.add_body(m2, ball_inertia(m2, 0.5), random.between(-4, 3) * n, {0, 3, 0});
        scene.add_manifold(0, 1, n, -n, trial % 2 == 0 ? 0 : random.between(0, 1), e);
        scene.add_point(0, 0.5 * n, 0);
        const double before = energy_of(scene);
        scene.solve(kernels::chosen_table());
        if (trial % 2 == 0)
            CHECK(energy_of(scene) == Approx(before).epsilon(1e-13));
        else
            CHECK(energy_of(scene) < before);
    }
}
