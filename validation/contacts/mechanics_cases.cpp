// The mechanics cases of two shapes. Tolerances: depths and points of these small scenes are exact
// to a few roundings.

#include "touching.hpp"

#include <lanewise/physics/collision/convex_hull.hpp>
#include <lanewise/physics/contacts/buffers.hpp>
#include <lanewise/physics/contacts/corners.hpp>
#include <lanewise/physics/contacts/signed_distance.hpp>
#include <lanewise/physics/contacts/solid_view.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>
#include <vector>

using namespace lanewise;
using namespace lanewise::test;

namespace {

using std::numbers::pi;

constexpr double exact = 1e-15;

Quat quarter_about(const Vec3& axis) {
    return {axis.x * std::sin(pi / 8), axis.y * std::sin(pi / 8), axis.z * std::sin(pi / 8),
            std::cos(pi / 8)};
}

const Shape unit_cube = Shape::box({1, 1, 1});
const Shape half_cube = Shape::box({0.5, 0.5, 0.5});

/// The front of a big triangle in z = 0.
Thing big_triangle() {
    return Thing(Shape::mesh(one_triangle({-50, -50, 0}, {50, -50, 0}, {0, 100, 0})));
}

}  // namespace

TEST_CASE("spheres touch at half the way between their surfaces") {
    const Thing a(Shape::sphere(1));
    const auto overlap = touch(a, Thing(Shape::sphere(1), at(1.5, 0, 0)));
    REQUIRE(overlap.size() == 1);
    REQUIRE(overlap[0].count == 1);
    CHECK(std::fabs(overlap[0].points[0].depth - (1 + 1 - 1.5)) <= exact);
    CHECK(overlap[0].normal == Vec3{1, 0, 0});
    CHECK(difference(overlap[0].points[0].point, {0.5 * (1 + (1.5 - 1)), 0, 0}) <= exact);

    CHECK(touch(a, Thing(Shape::sphere(1), at(2.1, 0, 0))).empty());
    const auto gap = touch(a, Thing(Shape::sphere(1), at(2.01, 0, 0)));
    REQUIRE(gap.size() == 1);
    CHECK(std::fabs(gap[0].points[0].depth - (2 - 2.01)) <= exact);
}

TEST_CASE("spheres with one centre are pushed apart along z") {
    const Thing ball(Shape::sphere(1), at(3, 4, 5));
    const auto found = touch(ball, ball);
    REQUIRE(found.size() == 1);
    CHECK(found[0].normal == Vec3{0, 0, 1});
    CHECK(found[0].points[0].depth == 2);
}

TEST_CASE("signed distance of a point from a cube") {
    const Polyhedron cube = box_polyhedron({1, 1, 1});
    const SignedDistance inside = signed_distance(cube, {0, 0, 0.5});
    CHECK(inside.distance == -0.5);
    CHECK(inside.normal == Vec3{0, 0, 1});
    CHECK(inside.surface == Vec3{0, 0, 1});
    const SignedDistance corner = signed_distance(cube, {2, 2, 2});
    CHECK(std::fabs(corner.distance - std::sqrt(3.0)) <= exact);
    CHECK(corner.surface == Vec3{1, 1, 1});
    CHECK(corner.feature == SignedDistance::Feature::corner);
    const SignedDistance edge = signed_distance(cube, {2, 0.5, 2});
    CHECK(std::fabs(edge.distance - std::sqrt(2.0)) <= exact);
    CHECK(difference(edge.surface, {1, 0.5, 1}) <= exact);
    CHECK(edge.feature == SignedDistance::Feature::edge);
}

TEST_CASE("a ball on a cube, in both orders") {
    const Thing cube(unit_cube);
    const Thing ball(Shape::sphere(0.5), at(0, 0, 1.3));
    for (const bool swapped : {false, true}) {
        const auto found = swapped ? touch(ball, cube) : touch(cube, ball);
        REQUIRE(found.size() == 1);
        REQUIRE(found[0].count == 1);
        CHECK(std::fabs(found[0].points[0].depth - (1 + 0.5 - 1.3)) <= exact);
        CHECK(found[0].normal == Vec3{0, 0, swapped ? -1.0 : 1.0});
        CHECK(difference(found[0].points[0].point, {0, 0, 0.5 * (1 + (1.3 - 0.5))}) <= exact);
    }
    CHECK(touch(cube, Thing(Shape::sphere(0.5), at(0, 0, 3))).empty());
}

TEST_CASE("a ball inside a cube leaves through the nearest face") {
    const auto found = touch(Thing(unit_cube), Thing(Shape::sphere(0.5), at(0.1, -0.6, 0.2)));
    REQUIRE(found.size() == 1);
    CHECK(found[0].normal == Vec3{0, -1, 0});
    CHECK(std::fabs(found[0].points[0].depth - (0.5 + (1 - 0.6))) <= exact);
}

TEST_CASE("a capsule that lies on a cube has a point at each end") {
    const RigidTransform along_x{{0, std::sin(pi / 4), 0, std::cos(pi / 4)}, {0, 0, 1.2}};
    const auto found = touch(Thing(unit_cube), Thing(Shape::capsule(0.3, 0.5), along_x));
    REQUIRE(found.size() == 1);
    CHECK(difference(found[0].normal, {0, 0, 1}) <= exact);
    REQUIRE(found[0].count >= 2);
    double low = 0, high = 0;
    for (const ContactPoint& p : found[0].contacts()) {
        CHECK(std::fabs(p.depth - (1 + 0.3 - 1.2)) <= exact);
        low = std::min(low, p.point.x);
        high = std::max(high, p.point.x);
    }
    CHECK(std::fabs(low + 0.5) <= exact);
    CHECK(std::fabs(high - 0.5) <= exact);
}

TEST_CASE("a capsule that stands on a cube has one point") {
    // From z 1.2 to 3, either end down.
    for (const Quat& turn : {Quat{0, 0, 0, 1}, Quat{1, 0, 0, 0}}) {
        const auto found =
            touch(Thing(unit_cube), Thing(Shape::capsule(0.3, 0.9), {turn, {0, 0, 2.1}}));
        REQUIRE(found.size() == 1);
        REQUIRE(found[0].count == 1);
        CHECK(std::fabs(found[0].points[0].depth - 0.1) <= exact);
    }
}

TEST_CASE("a capsule longer than the cube it lies across has a point at either side") {
    const RigidTransform along_x{{0, std::sin(pi / 4), 0, std::cos(pi / 4)}, {0, 0.2, 1.25}};
    const auto found = touch(Thing(unit_cube), Thing(Shape::capsule(0.3, 5), along_x));
    REQUIRE(found.size() == 1);
    REQUIRE(found[0].count == 2);
    for (const ContactPoint& p : found[0].contacts()) {
        CHECK(std::fabs(p.depth - 0.05) <= 2 * exact);
        CHECK(std::fabs(std::fabs(p.point.x) - 1) <= 2e-9);
    }
}

TEST_CASE("parallel capsules have a point at each end of the common part") {
    const Thing a(Shape::capsule(0.3, 1));
    const auto found = touch(a, Thing(Shape::capsule(0.2, 1), at(0.45, 0, 0.5)));
    REQUIRE(found.size() == 1);
    REQUIRE(found[0].count == 2);
    CHECK(found[0].normal == Vec3{1, 0, 0});
    for (const ContactPoint& p : found[0].contacts()) {
        CHECK(std::fabs(p.depth - (0.3 + 0.2 - 0.45)) <= exact);
        CHECK(std::fabs(p.point.x - 0.5 * (0.3 + (0.45 - 0.2))) <= exact);
    }
    CHECK(std::fabs(found[0].points[0].point.z + found[0].points[1].point.z - (1 - 0.5)) <= exact);
    // Crossed ones have one.
    const RigidTransform crossed{{std::sin(pi / 4), 0, 0, std::cos(pi / 4)}, {0.45, 0, 0.5}};
    const auto cross = touch(a, Thing(Shape::capsule(0.2, 1), crossed));
    REQUIRE(cross.size() == 1);
    REQUIRE(cross[0].count == 1);
    CHECK(difference(cross[0].points[0].point, {0.275, 0, 0.5}) <= exact);
}

TEST_CASE("a small box on a large one has its four corners") {
    const auto found = touch(Thing(unit_cube), Thing(half_cube, at(0, 0, 1.4)));
    REQUIRE(found.size() == 1);
    REQUIRE(found[0].count == 4);
    CHECK(found[0].normal == Vec3{0, 0, 1});
    for (const ContactPoint& p : found[0].contacts()) {
        CHECK(std::fabs(p.depth - (1 + 0.5 - 1.4)) <= exact);
        CHECK(std::fabs(p.point.z - 0.5 * (1 + (1.4 - 0.5))) <= exact);
        CHECK(std::fabs(p.point.x) == 0.5);
        CHECK(std::fabs(p.point.y) == 0.5);
    }
}

TEST_CASE("boxes that are apart do not touch") {
    CHECK(touch(Thing(unit_cube), Thing(unit_cube, at(2 + 1.5, 0, 0))).empty());
    CHECK(touch(Thing(unit_cube), Thing(unit_cube, {quarter_about({1, 0, 0}), {0, 0, 9}})).empty());
}

TEST_CASE("crossed box edges touch in one point") {
    const double apart = 2 * std::sqrt(2.0) - 0.1;
    const Thing a(unit_cube, {quarter_about({1, 0, 0}), {}});
    const Thing b(unit_cube, {quarter_about({0, 1, 0}), {0, 0, apart}});
    const auto found = touch(a, b);
    REQUIRE(found.size() == 1);
    REQUIRE(found[0].count == 1);
    CHECK(std::fabs(found[0].points[0].depth - 0.1) <= 1e-14);
    CHECK(difference(found[0].normal, {0, 0, 1}) <= 1e-14);
    CHECK(difference(found[0].points[0].point, {0, 0, std::sqrt(2.0) - 0.05}) <= 1e-14);
}

TEST_CASE("supporting corners of a shifted box lie at the support value") {
    const Vec3 d{0.3, -0.7, 0.1};
    std::vector<Vec3> corners = box_polyhedron({1, 1, 1}).vertices;
    for (Vec3& c : corners) c += d;
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (const double sign : {-1.0, 1.0}) {
            Vec3 direction;
            direction[axis] = sign;
            std::vector<std::uint32_t> found;
            supporting_corners(corners, direction, found);
            CHECK(found.size() == 4);
            for (const std::uint32_t i : found)
                CHECK(dot(direction, corners[i]) == support(corners, direction));
        }
}

TEST_CASE("corners within the tolerance support too") {
    const std::vector<Vec3> corners{{0, 0, 0}, {-5e-5, 1, 0}, {-2e-4, 2, 0}};
    std::vector<std::uint32_t> found;
    supporting_corners(corners, {1, 0, 0}, found);
    CHECK(found == std::vector<std::uint32_t>{0, 1});
}

TEST_CASE("a box on a triangle has its four corners, and none from behind") {
    for (const bool as_hull : {false, true}) {
        const Shape box =
            as_hull ? Shape::hull(box_polyhedron({0.5, 0.5, 0.5}).vertices) : half_cube;
        const auto found = touch(big_triangle(), Thing(box, at(0, 0, 0.45)));
        REQUIRE(found.size() == 1);
        REQUIRE(found[0].count == 4);
        CHECK(found[0].normal == Vec3{0, 0, 1});
        for (const ContactPoint& p : found[0].contacts()) {
            CHECK(std::fabs(p.depth - 0.05) <= exact);
            CHECK(std::fabs(p.point.z + 0.025) <= exact);
        }
        CHECK(touch(big_triangle(), Thing(box, at(0, 0, -0.1))).empty());
    }
}

TEST_CASE("a ball over a triangle") {
    const Thing ground = big_triangle();
    const auto overlap = touch(ground, Thing(Shape::sphere(0.5), at(0, 0, 0.4)));
    REQUIRE(overlap.size() == 1);
    CHECK(std::fabs(overlap[0].points[0].depth - 0.1) <= exact);
    const auto gap = touch(ground, Thing(Shape::sphere(0.5), at(0, 0, 0.51)));
    REQUIRE(gap.size() == 1);
    CHECK(std::fabs(gap[0].points[0].depth + 0.01) <= exact);
    CHECK(touch(ground, Thing(Shape::sphere(0.5), at(0, 0, 2))).empty());
    CHECK(touch(ground, Thing(Shape::sphere(0.5), at(0, 0, -0.05))).empty());
}

TEST_CASE("a standing capsule over a triangle") {
    const Shape capsule = Shape::capsule(0.3, 0.5);
    const auto found = touch(big_triangle(), Thing(capsule, at(0, 0, 0.75)));
    REQUIRE(found.size() == 1);
    REQUIRE(found[0].count == 1);
    CHECK(std::fabs(found[0].points[0].depth - 0.05) <= exact);
    CHECK(touch(big_triangle(), Thing(capsule, at(0, 0, 2.5))).empty());
}

TEST_CASE("a flipped manifold has the other normal and the same points") {
    auto found = touch(big_triangle(), Thing(half_cube, at(0, 0, 0.45)));
    found[0].material_a = 3;
    const ContactManifold flip = flipped(found[0]);
    CHECK(flip.normal == -found[0].normal);
    CHECK(flip.points == found[0].points);
    CHECK(flip.count == 4);
    CHECK(flip.material_a == 0);
    CHECK(flip.material_b == 3);
}

TEST_CASE("no corner and one corner") {
    std::vector<Vec3> placed{{7, 7, 7}};
    place_corners({}, at(1, 2, 3), placed);
    CHECK(placed.empty());
    CHECK(std::isnan(mean_corner({}).x));
    const std::vector<Vec3> one{{1, 2, 3}};
    CHECK(support(one, {0, 0, 1}) == 3);
    CHECK(mean_corner(one) == one[0]);
}

TEST_CASE("a square is clipped by a plane") {
    const std::vector<Vec3> square{{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}};
    std::vector<Vec3> clipped;
    clip_polygon(square, {1, 0, 0}, 1, clipped);
    CHECK(clipped == std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {1, 2, 0}, {0, 2, 0}});
    clip_polygon(square, {1, 0, 0}, -1, clipped);
    CHECK(clipped.empty());
    clip_polygon({}, {1, 0, 0}, 1, clipped);
    CHECK(clipped.empty());
}

TEST_CASE("a face far from the other box has no contact, a box against itself four") {
    const Polyhedron cube = box_polyhedron({1, 1, 1});
    std::uint32_t top = 0;
    for (std::uint32_t f = 0; f < cube.faces.size(); ++f)
        if (cube.faces[f].normal.z > 0.5) top = f;
    detail::ContactBuffers buffers;
    const Polyhedron small = box_polyhedron({0.5, 0.5, 0.5});
    const detail::SolidView other =
        detail::placed_view(small, Mat3::identity(), {5, 0, 1.4}, buffers);
    detail::clip_on_face(detail::view_of(cube), top, other, false, contact_margin, buffers);
    CHECK(buffers.contacts.empty());
    detail::clip_on_face(detail::view_of(cube), top, detail::view_of(cube), false, contact_margin,
                         buffers);
    REQUIRE(buffers.contacts.size() == 4);
    for (const ContactPoint& p : buffers.contacts) CHECK(p.depth == 2);
}

TEST_CASE("two meshes do not touch") {
    CHECK(touch(big_triangle(), big_triangle()).empty());
}

TEST_CASE("a capsule of no length is a ball") {
    for (const Shape& other : {Shape::sphere(0.4), Shape::capsule(0.2, 0.7), unit_cube,
                               Shape::mesh(flat_ground(4, 0.5))}) {
        const Thing thing(other, at(0, 0, 0.1));
        const auto ball = touch(thing, Thing(Shape::sphere(0.5), at(0.2, 0.3, 0.55)));
        const auto capsule = touch(thing, Thing(Shape::capsule(0.5, 0), at(0.2, 0.3, 0.55)));
        REQUIRE(ball.size() == 1);
        CHECK(ball == capsule);
    }
}
