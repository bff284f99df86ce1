#include "scene.hpp"

#include <lanewise/kernels/backend_choice.hpp>

#include <catch2/catch.hpp>

#include <cmath>

using namespace lanewise;
using namespace lanewise::test;

namespace {

constexpr double g = 9.81;
constexpr double pi = 3.14159265358979323846;

/// A cube of side 1 flat on a fixed floor z = 0: body 1 on body 0, contact points at its corners.
ContactScene cube_on_floor(double mass, double friction, double restitution, double depth) {
    ContactScene scene;
    scene.add_fixed();
    scene.add_body(mass, mass / 6 * Mat3::identity());
    // The floor's centre of mass is taken to be under the cube's.
    scene.add_manifold(0, 1, {0, 0, 1}, {0, 0, -0.5 + depth}, friction, restitution);
    for (const double x : {-0.5, 0.5})
        for (const double y : {-0.5, 0.5}) scene.add_point(0, {x, y, -depth / 2}, depth);
    return scene;
}

/// Gravity on a slope whose normal is z, down along a direction in its plane.
Vec3 slope_gravity(double degrees, const Vec3& down) {
    const double angle = degrees * pi / 180;
    return g * (std::sin(angle) * down - Vec3{0, 0, std::cos(angle)});
}

}  // namespace

TEST_CASE("a box holds on a slope below the angle of friction", "[contact_solver][friction]") {
    for (const kernels::KernelTable* table : supported_tables()) {
        CAPTURE(name_of(*table));
        ContactScene scene = cube_on_floor(4, 0.7, 0, 0);
        scene.set_gravity(slope_gravity(20, {0.6, 0.8, 0}));
        Vec3 travel;
        for (int step = 0; step < 60; ++step) {
            scene.solve(*table);
            travel += scene.settings.timestep * scene.velocity(1);
        }
        CHECK(norm(scene.velocity(1)) < 1e-6);
        CHECK(norm(travel) < 2e-5);
    }
}

// v = a h n with a = g (sin 30 - 0.2 cos 30), straight down.
TEST_CASE("a box slides down a steep slope", "[contact_solver][friction]") {
    for (const Vec3 down : {Vec3{1, 0, 0}, Vec3{0.6, -0.8, 0}}) {
        ContactScene scene = cube_on_floor(4, 0.2, 0, 0);
        scene.set_gravity(slope_gravity(30, down));
        const double a = g * (std::sin(pi / 6) - 0.2 * std::cos(pi / 6));
        const double h = scene.settings.timestep;
        double travel = 0, early = 0;
        const int n = 60, settled = 10;
        for (int step = 1; step <= n; ++step) {
            scene.solve(kernels::chosen_table());
            travel += h * dot(down, scene.velocity(1));
            if (step == settled) early = dot(down, scene.velocity(1));
        }
        const double speed = dot(down, scene.velocity(1));
        CHECK(speed - early == Approx(a * h * (n - settled)).epsilon(1e-7));
        // The first step begins without warm impulses.
        CHECK(speed == Approx(a * h * n).margin(0.002));
        CHECK(travel == Approx(a * h * h * n * (n + 1) / 2).margin(0.002));
        CHECK(norm(cross(down, scene.velocity(1))) < 1e-4);
    }
}

// v0 - mu g t in the direction of the throw, as long as it slides, whatever the direction.
TEST_CASE("a thrown box slows down by mu g and goes straight", "[contact_solver][friction]") {
    for (const kernels::KernelTable* table : supported_tables())
        for (const double degrees : {0.0, 17.0, 45.0, 70.0, 133.0}) {
            CAPTURE(name_of(*table), degrees);
            const double angle = degrees * pi / 180;
            const Vec3 along{std::cos(angle), std::sin(angle), 0};
            ContactScene scene = cube_on_floor(1, 0.6, 0, 0);
            scene.set_gravity({0, 0, -g});
            assign(scene.bodies[1].velocity, 5 * along);
            for (int step = 0; step < 30; ++step) scene.solve(*table);
            CHECK(dot(along, scene.velocity(1)) == Approx(5 - 0.6 * g * 0.5).epsilon(2e-5));
            CHECK(norm(cross(along, scene.velocity(1))) < 1e-4);
            CHECK(norm(scene.spin(1)) < 1e-4);
            for (int step = 0; step < 30; ++step) scene.solve(*table);
            CHECK(norm(scene.velocity(1)) < 1e-6);
        }
}

TEST_CASE("a box that falls flat bounces flat", "[contact_solver][restitution]") {
    for (const double restitution : {0.0, 0.3, 0.8, 1.0})
        for (const double depth : {-0.02, 0.0, 0.01}) {
            CAPTURE(restitution, depth);
            ContactScene scene = cube_on_floor(3, 0.5, restitution, depth);
            assign(scene.bodies[1].velocity, {0.5, 0.2, -4});
            scene.set_gravity({0, 0, -g});
            scene.solve(kernels::chosen_table());
            // What is given back is the speed before the kick, so that no bounce gains energy.
            const double approach = 4 + g * scene.settings.timestep;
            const double closing = restitution == 0 && depth < 0 ? depth * 60 : 0;
            const double up = scene.velocity(1).z;
            CHECK(std::fabs(up - (restitution * 4 + closing)) < 2e-3);
            CHECK(std::fabs(scene.spin(1).x) < 2e-3);
            double total = 0;
            for (const auto& point : scene.manifolds[0].points) total += point.total;
            CHECK(total == Approx(3 * (approach + up)).epsilon(1e-12));
        }
}

// A step moves a share of the overlap beyond the slop, no faster than the limit.
TEST_CASE("overlap is pushed out by velocities of its own", "[contact_solver][push]") {
    for (const double depth : {0.004, 0.006, 0.03, 1.0}) {
        CAPTURE(depth);
        ContactScene scene = cube_on_floor(2, 0.5, 0, depth);
        scene.settings.push_passes = 30;
        scene.solve(kernels::chosen_table());
        const double speed = std::min(0.2 * std::max(depth - 0.005, 0.0) * 60, 3.0);
        CHECK(std::fabs(scene.bodies[1].push_v[2] - speed) < 1e-6);
        CHECK(norm(vec(scene.bodies[1].push_w)) < 1e-6);
        CHECK(scene.velocity(1) == Vec3{});
        CHECK(vec(scene.bodies[0].push_v) == Vec3{});
    }
}

TEST_CASE("a kinematic pusher keeps its velocity and passes it on", "[contact_solver]") {
    for (const kernels::KernelTable* table : supported_tables()) {
        ContactScene scene;
        scene.add_fixed({2, 0, 0}, {0, 0, 0.1});
        scene.add_body(1, 0.1 * Mat3::identity());
        scene.add_manifold(0, 1, {1, 0, 0}, {-1, 0, 0}, 0, 0);
        scene.add_point(0, {0.5, 0, 0}, 0.001);
        for (int step = 0; step < 60; ++step) scene.solve(*table);
        CHECK(scene.velocity(0) == Vec3{2, 0, 0});
        CHECK(scene.spin(0) == Vec3{0, 0, 0.1});
        CHECK(std::fabs(scene.velocity(1).x - 2) < 1e-12);
    }
}
