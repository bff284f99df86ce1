#include "reference.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace lanewise;
using namespace lanewise::test;

namespace {

/// Largest difference of velocities and impulses.
double difference(const ContactScene& x, const ContactScene& y) {
    double most = 0;
    const auto compare = [&](double a, double b) {
        // A NaN must not pass for equal.
        most = std::fabs(a - b) <= most ? most : std::fabs(a - b);
    };
    for (std::size_t i = 0; i < x.bodies.size(); ++i)
        for (int c = 0; c < 3; ++c) {
            compare(x.bodies[i].velocity[c], y.bodies[i].velocity[c]);
            compare(x.bodies[i].spin[c], y.bodies[i].spin[c]);
            compare(x.bodies[i].push_v[c], y.bodies[i].push_v[c]);
            compare(x.bodies[i].push_w[c], y.bodies[i].push_w[c]);
        }
    for (std::size_t i = 0; i < x.manifolds.size(); ++i)
        for (std::uint32_t p = 0; p < x.pairs[i].count; ++p) {
            const auto &a = x.manifolds[i].points[p], &b = y.manifolds[i].points[p];
            compare(a.normal_impulse, b.normal_impulse);
            compare(a.tangent_impulse[0], b.tangent_impulse[0]);
            compare(a.tangent_impulse[1], b.tangent_impulse[1]);
            compare(a.total, b.total);
        }
    return most;
}

}  // namespace

TEST_CASE("the solver does what the scalar reference does", "[contact_solver]") {
    struct Run {
        int passes, push_passes;
        double threshold;  ///< of restitution; 100: none
    };
    const Run runs[] = {{1, 0, 100}, {1, 1, 100}, {2, 2, 100},
                        {1, 0, 0.5}, {2, 4, 0.5}, {3, 1, 0.1}};
    for (const kernels::KernelTable* table : supported_tables())
        for (const Run& run : runs)
            for (const std::uint64_t seed : {1u, 2u, 3u}) {
                CAPTURE(name_of(*table), run.passes, run.threshold, seed);
                ContactScene scene = random_scene(40, 20 + 30 * seed, seed);
                scene.settings.velocity_passes = run.passes;
                scene.settings.push_passes = run.push_passes;
                scene.settings.restitution_threshold = run.threshold;
                ContactScene expected = scene;
                ContactColouring colouring;
                colouring.colour(scene.pairs, scene.moves());
                reference::solve(expected, {colouring.order().begin(), colouring.order().end()});
                scene.solve(*table);
                CHECK(difference(scene, expected) <= 1e-12);
            }
}

TEST_CASE("without passes the solver only kicks", "[contact_solver]") {
    for (const kernels::KernelTable* table : supported_tables()) {
        CAPTURE(name_of(*table));
        ContactScene scene = random_scene(40, 60, 4);
        scene.settings.velocity_passes = 0;
        const ContactScene start = scene;
        scene.solve(*table);
        for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
            const kernels::SolverBody& body = start.bodies[i];
            const auto number = static_cast<std::uint32_t>(i);
            CHECK(scene.velocity(number) == vec(body.velocity) + vec(body.kick_v));
            CHECK(scene.spin(number) == vec(body.spin) + vec(body.kick_w));
            CHECK(vec(scene.bodies[i].push_v) == Vec3{});
        }
        for (std::size_t i = 0; i < scene.manifolds.size(); ++i)
            for (std::uint32_t p = 0; p < scene.pairs[i].count; ++p)
                CHECK(scene.manifolds[i].points[p].total == 0);
    }
}

TEST_CASE("bodies without contacts get their whole kick, fixed ones keep all bits",
          "[contact_solver]") {
    for (const kernels::KernelTable* table : supported_tables()) {
        CAPTURE(name_of(*table));
        ContactScene scene = random_scene(40, 60, 5);
        scene.bodies.insert(scene.bodies.end(), scene.bodies.begin(), scene.bodies.begin() + 20);
        std::vector<bool> has_contact(scene.bodies.size());
        for (const kernels::SolverPair& pair : scene.pairs)
            has_contact[pair.a] = has_contact[pair.b] = true;
        const ContactScene start = scene;
        scene.solve(*table);
        int free_bodies = 0;
        for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
            const kernels::SolverBody& body = start.bodies[i];
            if (has_contact[i] && start.moves()[i] != 0) continue;
            free_bodies += start.moves()[i] != 0;
            const auto number = static_cast<std::uint32_t>(i);
            CHECK(scene.velocity(number) == vec(body.velocity) + vec(body.kick_v));
            CHECK(scene.spin(number) == vec(body.spin) + vec(body.kick_w));
            CHECK(vec(scene.bodies[i].push_v) == Vec3{});
            CHECK(vec(scene.bodies[i].push_w) == Vec3{});
        }
        CHECK(free_bodies > 5);
    }
}

TEST_CASE("friction keeps to its cone", "[contact_solver]") {
    for (const kernels::KernelTable* table : supported_tables()) {
        ContactScene scene = random_scene(60, 200, 6);
        int sliding = 0;
        for (int step = 0; step < 5; ++step) {
            scene.solve(*table);
            for (std::size_t i = 0; i < scene.manifolds.size(); ++i)
                for (std::uint32_t p = 0; p < scene.pairs[i].count; ++p) {
                    const auto& point = scene.manifolds[i].points[p];
                    const double most = scene.manifolds[i].friction * point.normal_impulse;
                    const double friction =
                        std::hypot(point.tangent_impulse[0], point.tangent_impulse[1]);
                    CHECK(point.normal_impulse >= 0);
                    CHECK(friction <= most * (1 + 1e-15));
                    CHECK(point.total >= point.normal_impulse);
                    sliding += friction > 0.999 * most && most > 0;
                }
        }
        CHECK(sliding > 100);
    }
}
