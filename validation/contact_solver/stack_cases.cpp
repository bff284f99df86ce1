#include "scene.hpp"

#include <lanewise/kernels/backend_choice.hpp>
#include <lanewise/physics/geometry/quaternion.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

using namespace lanewise;
using namespace lanewise::test;

namespace {

/// A world of cubes of side 1 that lie on each other: contact points are where they were at first,
/// fixed to both bodies. Good for motions that are small against a cube.
class CubeWorld {
public:
    CubeWorld() {
        scene_.add_fixed();
        bodies_.push_back({});
    }
    std::uint32_t add_cube(const Vec3& centre, double mass) {
        bodies_.push_back({centre, {}, mass / 6});
        return scene_.add_body(mass, mass / 6 * Mat3::identity());
    }
    /// Contact on the common part of the top of a (0: floor) and the bottom of b.
    void add_contact(std::uint32_t a, std::uint32_t b) {
        const Vec3 low = bodies_[b].centre, centre = a == 0 ? low : bodies_[a].centre;
        const std::uint32_t m = scene_.add_manifold(a, b, {0, 0, 1}, {}, 0.6, 0);
        for (const double x : {-0.5, 0.5})
            for (const double y : {-0.5, 0.5}) {
                const Vec3 point{
                    low.x + std::clamp(x, centre.x - low.x - 0.5, centre.x - low.x + 0.5),
                    low.y + std::clamp(y, centre.y - low.y - 0.5, centre.y - low.y + 0.5),
                    low.z - 0.5};
                scene_.add_point(m, {}, 0);
                anchors_.push_back({point - bodies_[a].centre, point - bodies_[b].centre});
            }
    }
    void step() {
        const double h = scene_.settings.timestep;
        scene_.set_gravity({0, 0, -9.81});
        for (std::size_t i = 0; i < scene_.manifolds.size(); ++i) place(i);
        scene_.solve(kernels::chosen_table());
        for (std::uint32_t i = 1; i < bodies_.size(); ++i) {
            bodies_[i].centre += h * (scene_.velocity(i) + vec(scene_.bodies[i].push_v));
            const Vec3 turn = h * (scene_.spin(i) + vec(scene_.bodies[i].push_w));
            bodies_[i].rotation = normalized(rotation_from_vector(turn) * bodies_[i].rotation);
        }
    }
    [[nodiscard]] const Vec3& centre(std::uint32_t body) const { return bodies_[body].centre; }
    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(bodies_.size()); }
    [[nodiscard]] double fastest() const {
        double most = 0;
        for (std::uint32_t i = 1; i < size(); ++i)
            most = std::max({most, norm(scene_.velocity(i)), norm(scene_.spin(i))});
        return most;
    }
    [[nodiscard]] double deepest() const {
        double most = 0;
        for (const kernels::SolverManifold& manifold : scene_.manifolds)
            for (const auto& point : manifold.points) most = std::max(most, point.depth);
        return most;
    }

private:
    struct Cube {
        Vec3 centre;
        Quat rotation;
        double moment = 0;
    };
    struct Anchor {
        Vec3 a, b;  ///< in the frame of each body
    };

    void place(std::size_t i) {
        kernels::SolverManifold& manifold = scene_.manifolds[i];
        const Cube &a = bodies_[scene_.pairs[i].a], &b = bodies_[scene_.pairs[i].b];
        const Vec3 normal = rotate(a.rotation, {0, 0, 1});
        assign(manifold.normal, normal);
        assign(manifold.offset, a.centre - b.centre);
        for (std::size_t p = 0; p < 4; ++p) {
            const Anchor& anchor = anchors_[4 * i + p];
            const Vec3 on_a = a.centre + rotate(a.rotation, anchor.a);
            const Vec3 on_b = b.centre + rotate(b.rotation, anchor.b);
            assign(manifold.points[p].arm, 0.5 * (on_a + on_b) - a.centre);
            manifold.points[p].depth = dot(normal, on_a - on_b);
        }
    }

    ContactScene scene_;
    std::vector<Cube> bodies_;
    std::vector<Anchor> anchors_;  ///< four a manifold
};

}  // namespace

TEST_CASE("a light cube carries sixty times its mass", "[contact_solver][stack]") {
    CubeWorld world;
    world.add_contact(0, world.add_cube({0, 0, 0.5}, 1));
    world.add_contact(1, world.add_cube({0, 0, 1.5}, 60));
    double deepest = 0;
    for (int step = 0; step < 600; ++step) {
        world.step();
        deepest = std::max(deepest, world.deepest());
    }
    CHECK(deepest < 0.01);
    CHECK(world.centre(2).z == Approx(1.5).margin(0.011));
    CHECK(world.fastest() < 0.01);
}

TEST_CASE("a tower of ten cubes stands", "[contact_solver][stack]") {
    CubeWorld world;
    for (std::uint32_t i = 0; i < 10; ++i) {
        world.add_cube({0, 0, 0.5 + i}, 1);
        world.add_contact(i, i + 1);
    }
    for (int step = 0; step < 600; ++step) world.step();
    const Vec3 top = world.centre(10);
    CHECK(std::hypot(top.x, top.y) < 0.02);
    CHECK(top.z == Approx(9.5).margin(0.02));
    CHECK(world.fastest() < 0.02);
}

TEST_CASE("a pyramid stands", "[contact_solver][stack]") {
    CubeWorld world;
    const int base = 6;
    std::vector<std::vector<std::uint32_t>> layer;
    for (int k = base, l = 0; k > 0; --k, ++l) {
        layer.emplace_back();
        for (int i = 0; i < k; ++i)
            for (int j = 0; j < k; ++j) {
                const std::uint32_t cube =
                    world.add_cube({1.1 * i + 0.55 * l, 1.1 * j + 0.55 * l, 0.5 + l}, 1);
                layer.back().push_back(cube);
                if (l == 0) world.add_contact(0, cube);
                for (int n = 0; n < 4 && l > 0; ++n)
                    world.add_contact(
                        layer[static_cast<std::size_t>(l) - 1]
                             [static_cast<std::size_t>((i + n / 2) * (k + 1) + j + n % 2)],
                        cube);
            }
    }
    for (int step = 0; step < 200; ++step) world.step();
    CHECK(world.deepest() < 0.0055);
    CHECK(world.fastest() < 1e-5);
    const Vec3 top = world.centre(world.size() - 1);
    CHECK(std::hypot(top.x - 0.55 * (base - 1), top.y - 0.55 * (base - 1)) < 5e-4);
    CHECK(top.z == Approx(base - 0.5).margin(0.005));
}
