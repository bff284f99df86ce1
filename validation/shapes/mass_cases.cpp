#include "point_sets.hpp"
#include "refused.hpp"

#include <lanewise/physics/collision/convex_hull.hpp>
#include <lanewise/physics/collision/mass_properties.hpp>

#include <catch2/catch.hpp>

#include <limits>
#include <numbers>

using namespace lanewise;
using test::difference;

namespace {
constexpr double pi = std::numbers::pi;
}

TEST_CASE("sphere: I = 2/5 m r^2") {
    const MassProperties p = sphere_mass(2, 0.5);
    CHECK(difference(p.inertia, Mat3::diagonal({0.2, 0.2, 0.2})) < 3e-17);
    CHECK(p.mass == 2);
    CHECK(p.centre == Vec3{});
    CHECK(sphere_volume(3) == Approx(36 * pi).epsilon(1e-15));
}

TEST_CASE("box: I_xx = m (b^2 + c^2) / 3") {
    const MassProperties p = box_mass(12, {1, 2, 3});
    CHECK(p.inertia == Mat3::diagonal({52, 40, 20}));
    CHECK(box_volume({1, 2, 3}) == 48);
}

TEST_CASE("capsule: a cylinder and two half spheres") {
    // With r = 1 and half length 2/3 the cylinder (L = 4/3) has the mass of the sphere:
    // I_zz = 1/2 + 2/5; I_xx = (1/4 + 16/108) + (2/5 + 4/9 + 1/2).
    const MassProperties p = capsule_mass(2, 1, 2 / 3.0);
    CHECK(p.inertia.z.z == Approx(0.9).epsilon(1e-15));
    CHECK(p.inertia.x.x == Approx(0.25 + 16 / 108.0 + 0.4 + 4 / 9.0 + 0.5).epsilon(1e-15));
    CHECK(p.inertia.y.y == p.inertia.x.x);
    CHECK(capsule_volume(1, 2 / 3.0) == Approx(8 * pi / 3).epsilon(1e-15));
    // Without a segment it is a sphere; very long it is a rod, m L^2 / 12.
    CHECK(difference(capsule_mass(2, 0.5, 0).inertia, sphere_mass(2, 0.5).inertia) < 6e-17);
    CHECK(capsule_mass(3, 1e-8, 50).inertia.x.x == Approx(3 * 100.0 * 100 / 12).epsilon(1e-9));
}

TEST_CASE("capsule against the integral of its slices") {
    // I_zz = integral of pi rho^4 / 2, I_xx = integral of pi rho^4 / 4 + pi rho^2 z^2 along z,
    // where rho is the radius of the slice: polynomials, so Simpson's rule on each piece is near
    // exact.
    const double r = 0.3, h = 0.7;
    double volume = 0, along = 0, across = 0;
    const auto slice = [&](double z, double weight) {
        const double over = std::max(std::fabs(z) - h, 0.0);
        const double q = r * r - over * over;
        volume += weight * pi * q;
        along += weight * pi * q * q / 2;
        across += weight * (pi * q * q / 4 + pi * q * z * z);
    };
    for (const auto& [from, to] : {std::pair(-h - r, -h), std::pair(-h, h), std::pair(h, h + r)}) {
        const int n = 1000;
        const double step = (to - from) / n;
        for (int i = 0; i < n; ++i) {
            slice(from + i * step, step / 6);
            slice(from + (i + 0.5) * step, step * 4 / 6);
            slice(from + (i + 1) * step, step / 6);
        }
    }
    CHECK(capsule_volume(r, h) == Approx(volume).epsilon(1e-12));
    const MassProperties p = capsule_mass(5, r, h);
    CHECK(p.inertia.z.z == Approx(5 * along / volume).epsilon(1e-12));
    CHECK(p.inertia.x.x == Approx(5 * across / volume).epsilon(1e-12));
}

TEST_CASE("a box as a hull has the mass properties of the box") {
    for (const Vec3& h : {Vec3{1, 1, 1}, Vec3{1, 2, 3}, Vec3{0.01, 5, 0.3}}) {
        const Polyhedron hull = convex_hull(test::box_corners(h));
        const MassProperties p = polyhedron_mass(12, hull);
        const Mat3 expected = box_mass(12, h).inertia;
        CHECK(difference(p.inertia, expected) < 1e-14 * trace(expected));
        CHECK(is_symmetric(p.inertia));
        CHECK(difference(p.centre, {}) < 1e-15);
        CHECK(polyhedron_volume(hull) == Approx(box_volume(h)).epsilon(1e-14));
    }
}

TEST_CASE("a hull far from its origin loses only the rounding of its corners") {
    // Corners at 1000 m are rounded to 1e-13 m; a cube's second moments about its own centre keep
    // the same relative precision instead of being a difference of 1e6 m^2.
    const Vec3 far{1000, -2000, 500};
    const MassProperties p = polyhedron_mass(6, convex_hull(test::box_corners({1, 1, 1}, far)));
    CHECK(difference(p.centre, far) < 5e-13);
    CHECK(difference(p.inertia, Mat3::diagonal({4, 4, 4})) < 1e-12);
}

TEST_CASE("a right tetrahedron") {
    // Corners 0, a, b, c on the axes: V = abc/6, centre (a,b,c)/4,
    // I_xx = 3/80 m (b^2 + c^2), I_xy = -(products of inertia) = m a b / 80.
    const double a = 1, b = 2, c = 4, m = 3;
    const std::vector<Vec3> points{{0, 0, 0}, {a, 0, 0}, {0, b, 0}, {0, 0, c}};
    const Polyhedron hull = convex_hull(points);
    CHECK(polyhedron_volume(hull) == Approx(a * b * c / 6).epsilon(1e-15));
    const MassProperties p = polyhedron_mass(m, hull);
    CHECK(difference(p.centre, Vec3{a, b, c} / 4) < 3e-16);
    const Mat3 expected = Mat3::symmetric(
        3 * m * (b * b + c * c) / 80, 3 * m * (a * a + c * c) / 80, 3 * m * (a * a + b * b) / 80,
        m * a * b / 80, m * a * c / 80, m * b * c / 80);
    CHECK(difference(p.inertia, expected) < 1e-14 * trace(expected));
    // About the corner at the origin: I_xx = m (b^2 + c^2) / 10, I_xy = -m a b / 20.
    const Mat3 corner = inertia_about(p, {});
    CHECK(corner.x.x == Approx(m * (b * b + c * c) / 10).epsilon(1e-14));
    CHECK(corner.x.y == Approx(-m * a * b / 20).epsilon(1e-14));
}

TEST_CASE("a square pyramid, whose centre is not the mean of its corners") {
    // Base side s, height h: centre h/4 over the base, I_zz = m s^2 / 10,
    // I_xx = m (s^2 / 20 + 3 h^2 / 80).
    const double s = 2, h = 3, m = 5;
    const std::vector<Vec3> points{{1, 1, 0}, {-1, 1, 0}, {-1, -1, 0}, {1, -1, 0}, {0, 0, h}};
    const MassProperties p = polyhedron_mass(m, convex_hull(points));
    CHECK(difference(p.centre, {0, 0, h / 4}) < 3e-16);
    const double across = m * (s * s / 20 + 3 * h * h / 80);
    const Mat3 expected = Mat3::diagonal({across, across, m * s * s / 10});
    CHECK(difference(p.inertia, expected) < 1e-14 * trace(expected));
}

TEST_CASE("a hexagonal prism") {
    // Regular hexagon of side s: area 3 sqrt 3 / 2 s^2, polar radius of gyration^2 5 s^2 / 12.
    const double s = 0.8, half = 0.5, m = 7;
    const Polyhedron hull = convex_hull(test::prism_corners(6, s, half));
    CHECK(polyhedron_volume(hull) ==
          Approx(1.5 * std::sqrt(3.0) * s * s * 2 * half).epsilon(1e-14));
    const MassProperties p = polyhedron_mass(m, hull);
    const double across = m * (5 * s * s / 24 + 4 * half * half / 12);
    const Mat3 expected = Mat3::diagonal({across, across, m * 5 * s * s / 12});
    CHECK(difference(p.inertia, expected) < 1e-14 * trace(expected));
}

TEST_CASE("icospheres approach the sphere at second order") {
    double last_volume = 1, last_inertia = 1;
    for (int times = 0; times <= 5; ++times) {
        const Polyhedron hull = convex_hull(test::icosphere_corners(times));
        const MassProperties p = polyhedron_mass(1, hull);
        const double volume = 1 - polyhedron_volume(hull) / sphere_volume(1);
        const double inertia = 1 - p.inertia.x.x / 0.4;
        CHECK(volume > 0);
        CHECK(difference(p.inertia, Mat3::diagonal(Vec3{1, 1, 1} * p.inertia.x.x)) < 1e-14);
        CHECK(difference(p.centre, {}) < 1e-15);
        if (times >= 3) {
            CHECK(last_volume / volume == Approx(4).epsilon(0.05));
            CHECK(last_inertia / inertia == Approx(4).epsilon(0.05));
        }
        last_volume = volume;
        last_inertia = inertia;
    }
    CHECK(last_volume < 2e-3);
}

TEST_CASE("a moved solid turns its tensor and carries its centre along") {
    // A quarter turn about z exchanges I_xx and I_yy.
    const RigidTransform pose{{0, 0, std::sqrt(0.5), std::sqrt(0.5)}, {5, 6, 7}};
    const MassProperties p = moved(box_mass(12, {1, 2, 3}), pose);
    CHECK(difference(p.inertia, Mat3::diagonal({40, 52, 20})) < 3e-14);
    CHECK(p.centre == Vec3{5, 6, 7});
    // The same from a hull of turned and shifted corners.
    test::Random random(30);
    for (int i = 0; i < 50; ++i) {
        const RigidTransform any{random.rotation(), random.in_cube(3)};
        std::vector<Vec3> points;
        for (const Vec3& v : test::box_corners({1, 2, 3}))
            points.push_back(transform_point(any, v));
        const MassProperties hull = polyhedron_mass(12, convex_hull(points));
        const MassProperties box = moved(box_mass(12, {1, 2, 3}), any);
        CHECK(difference(hull.inertia, box.inertia) < 1e-14 * 112);
        CHECK(difference(hull.centre, box.centre) < 1e-14);
    }
}

TEST_CASE("the parallel axis theorem") {
    // A rod-like box about its end: m (2h)^2 / 3 + ... exactly I_xx + m d^2.
    const MassProperties p = box_mass(12, {1, 2, 3});
    const Mat3 about = inertia_about(p, {0, 0, 3});
    CHECK(about == Mat3::diagonal({52 + 12 * 9, 40 + 12 * 9, 20}));
    const Mat3 corner = inertia_about(p, {1, 2, 3});
    CHECK(corner.x.y == -12 * 1 * 2);
    CHECK(corner.x.z == -12 * 1 * 3);
    CHECK(corner.y.z == -12 * 2 * 3);
}

TEST_CASE("two half boxes make the whole box") {
    const MassProperties left = moved(box_mass(6, {0.5, 2, 3}), {{}, {-0.5, 0, 0}});
    const MassProperties right = moved(box_mass(6, {0.5, 2, 3}), {{}, {0.5, 0, 0}});
    const MassProperties whole = combined(left, right);
    CHECK(whole.mass == 12);
    CHECK(whole.centre == Vec3{});
    CHECK(difference(whole.inertia, Mat3::diagonal({52, 40, 20})) < 1e-14);
    // 1 kg at 0 and 3 kg at 4 m balance at 3 m.
    const MassProperties pair =
        combined(sphere_mass(1, 1), moved(sphere_mass(3, 1), {{}, {0, 4, 0}}));
    CHECK(pair.centre == Vec3{0, 3, 0});
    CHECK(pair.inertia.x.x == Approx(0.4 + 1.2 + 1 * 9 + 3 * 1).epsilon(1e-15));
    CHECK(pair.inertia.y.y == Approx(1.6).epsilon(1e-15));
}

TEST_CASE("masses without a meaning are refused") {
    const double inf = std::numeric_limits<double>::infinity();
    const Polyhedron box = box_polyhedron({1, 1, 1});
    for (const double bad : {0.0, -1.0, std::nan(""), inf, -inf}) {
        CHECK(test::refused_field([&] { sphere_mass(bad, 1); }) == "mass");
        CHECK(test::refused_field([&] { box_mass(bad, {1, 1, 1}); }) == "mass");
        CHECK(test::refused_field([&] { capsule_mass(bad, 1, 1); }) == "mass");
        CHECK(test::refused_field([&] { polyhedron_mass(bad, box); }) == "mass");
    }
    // An inertia out of range.
    CHECK(test::refused_field([&] { sphere_mass(1e300, 1e10); }) == "mass");
    CHECK(test::refused_field([&] { sphere_mass(1e-300, 1e-10); }) == "mass");
}
