// Single sweeps with known answers.

#include "../geometry/close.hpp"

#include <lanewise/physics/collision/convex_hull.hpp>
#include <lanewise/physics/continuous/sweep.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace lanewise;
using test::difference;

namespace {

using Corners = std::array<Vec3, 3>;

constexpr Corners right_triangle{Vec3{0, 0, 0}, Vec3{10, 0, 0}, Vec3{0, 10, 0}};
constexpr Corners around_origin{Vec3{-10, -10, 0}, Vec3{10, -10, 0}, Vec3{0, 10, 0}};

SweptRound ball(const Vec3& centre, double radius) {
    return {centre, {}, radius};
}

/// Both orders of a capsule's ends.
SweptRound capsule(const Vec3& a, const Vec3& b, double radius, bool swapped) {
    const Vec3 half = 0.5 * (b - a);
    return {0.5 * (a + b), swapped ? -half : half, radius};
}

constexpr double tight = 1e-15;

}  // namespace

TEST_CASE("C3: a ball falls on an edge") {
    for (const double y : {-0.1, -0.6, -0.999}) {
        const double height = std::sqrt((1 - y) * (1 + y));
        const SweepHit hit = sweep(ball({5, y, 2}, 1), {0, 0, -4}, right_triangle);
        CAPTURE(y);
        REQUIRE(hit);
        CHECK(hit.feature == SweepFeature::edge);
        CHECK(std::fabs(hit.fraction - (2 - height) / 4) < tight);
        CHECK(difference(hit.normal, {0, y, height}) < 2 * tight);
        CHECK(difference(hit.point, {5, 0, 0}) < tight);
    }
}

TEST_CASE("a ball falls on a vertex and on the face") {
    // Over the corner at the origin, 0.6 beside it along a direction outside both edges.
    const Vec3 beside{-0.36, -0.48, 0};
    const SweepHit hit = sweep(ball({beside.x, beside.y, 2}, 1), {0, 0, -4}, right_triangle);
    REQUIRE(hit);
    CHECK(hit.feature == SweepFeature::vertex);
    CHECK(std::fabs(hit.fraction - (2 - 0.8) / 4) < tight);
    CHECK(difference(hit.normal, {-0.36, -0.48, 0.8}) < 2 * tight);

    const SweepHit flat = sweep(ball({1, 1, 2}, 1), {0, 0, -4}, right_triangle);
    CHECK(flat == SweepHit{0.25, {0, 0, 1}, {1, 1, 0}, SweepFeature::face, 0});
}

TEST_CASE("C5: a graze does not hit") {
    for (const double y : {-1.0, -1.001})
        CHECK_FALSE(sweep(ball({5, y, 2}, 1), {0, 0, -4}, right_triangle));
    // Turned, the path grazes to rounding only.
    test::Random random(5);
    for (int i = 0; i < 200; ++i) {
        const RigidTransform pose{random.rotation(), random.in_cube(10)};
        Corners turned;
        for (std::size_t k = 0; k < 3; ++k) turned[k] = transform_point(pose, right_triangle[k]);
        const SweptRound moving = ball(transform_point(pose, {5, -1, 2}), 1);
        CHECK_FALSE(sweep(moving, transform_direction(pose, {0, 0, -4}), turned));
        CHECK(sweep(ball(transform_point(pose, {5, -1 + 1e-12, 2}), 1),
                    transform_direction(pose, {0, 0, -4}), turned));
    }
}

TEST_CASE("C9: what starts behind is free") {
    for (const double speed : {30.0, -30.0, 0.0}) {
        CHECK_FALSE(sweep(ball({0, 0, -0.05}, 0.1), {0, 0, speed}, around_origin));
        CHECK_FALSE(sweep(ball({0, 0, -0.15}, 0.1), {0, 0, speed}, around_origin));
    }
    // An edge and a vertex from behind.
    CHECK_FALSE(sweep(ball({5, -0.05, -0.5}, 0.1), {0, 0, 1}, right_triangle));
    CHECK_FALSE(sweep(ball({-0.05, -0.05, -0.5}, 0.1), {0, 0, 1}, right_triangle));
}

TEST_CASE("a start in touch is a hit at once, or none") {
    for (const double z : {0.1, 0.06, 0.0}) {
        const SweepHit hit = sweep(ball({0, 0, z}, 0.1), {0.1, 0, -1}, around_origin);
        CHECK(hit == SweepHit{0, {0, 0, 1}, {0, 0, 0}, SweepFeature::face, 0});
        CHECK_FALSE(sweep(ball({0, 0, z}, 0.1), {5, 0, 0}, around_origin));
        CHECK_FALSE(sweep(ball({0, 0, z}, 0.1), {0, 0, 1}, around_origin));
    }
}

TEST_CASE("the end of the travel counts") {
    CHECK(sweep(ball({0, 0, 0.625}, 0.125), {0, 0, -0.5}, around_origin).fraction == 1);
    // Rounded arrivals: 0.03 m to go from 1.03 m, which is nearest to a number above it.
    REQUIRE(1.03 - 1 > 0.03);
    CHECK(sweep(ball({0, 0, 1.03}, 1), {0, 0, -0.03}, around_origin).fraction == 1);
    CHECK_FALSE(sweep(ball({0, 0, 0.625}, 0.125), {0, 0, -0.5 + 1e-13}, around_origin));
}

TEST_CASE("of equal hits the first counts") {
    const std::vector<Corners> floors(3, around_origin);
    const SweepHit hit = sweep(ball({0, 0, 2}, 1), {0, 0, -4}, floors);
    CHECK(hit.item == 0);
    std::vector<Corners> higher = floors;
    for (Vec3& corner : higher[1]) corner.z = 0.5;
    CHECK(sweep(ball({0, 0, 2}, 1), {0, 0, -4}, higher).item == 1);
    CHECK(sweep(ball({0, 0, 2}, 1), {0, 0, -4}, higher).fraction == 0.125);
}

TEST_CASE("C21: thin triangles have no front") {
    const Corners thin{Vec3{0, 0, 0}, Vec3{1e4, 0, 0}, Vec3{0, 1e-20, 0}};
    CHECK_FALSE(sweep(ball({10, 0, 2}, 1), {0, 0, -4}, thin));
    CHECK_FALSE(sweep(ball({0, 0, 2}, 1), {0, 0, -4}, Corners{}));
}

TEST_CASE("C22: the lower cap of a capsule") {
    for (const bool swapped : {false, true}) {
        const SweptRound moving = capsule({0, 0, 0.3}, {0, 0, 1.3}, 0.1, swapped);
        const SweepHit hit = sweep(moving, {0, 0, -0.3}, around_origin);
        CHECK(std::fabs(hit.fraction - 2.0 / 3) < tight);
        CHECK(hit.normal == Vec3{0, 0, 1});
        CHECK(hit.feature == SweepFeature::face);
    }
}

TEST_CASE("C24: a vertex under a level axis") {
    const Corners spike{Vec3{0, 0, 0}, Vec3{1, -1, -1}, Vec3{1, 1, -1}};
    REQUIRE(cross(spike[1] - spike[0], spike[2] - spike[0]).z > 0);
    for (const bool swapped : {false, true}) {
        const SweptRound moving = capsule({0, -1, 0.5}, {0, 1, 0.5}, 0.1, swapped);
        const SweepHit hit = sweep(moving, {0, 0, -0.8}, spike);
        CHECK(std::fabs(hit.fraction - 0.5) < tight);
        CHECK(difference(hit.normal, {0, 0, 1}) < tight);
        CHECK(hit.feature == SweepFeature::side_vertex);
    }
}

TEST_CASE("C25: a flat capsule over a smaller triangle") {
    const Corners small{Vec3{-0.2, -0.2, 0}, Vec3{0.2, -0.2, 0}, Vec3{0, 0.2, 0}};
    for (const double heading : {0.0, 0.3, 1e-3, 1e-6, 1e-9}) {
        for (const bool swapped : {false, true}) {
            const Vec3 along{std::cos(heading), std::sin(heading), 0};
            const Vec3 middle{0, 0, 0.5};
            const SweptRound moving = capsule(middle - along, middle + along, 0.1, swapped);
            const SweepHit hit = sweep(moving, {0, 0, -0.8}, small);
            CAPTURE(heading);
            CHECK(std::fabs(hit.fraction - 0.5) < tight);
            CHECK(difference(hit.normal, {0, 0, 1}) < tight);
            CHECK(std::fabs(hit.point.z) < tight);
        }
    }
}

TEST_CASE("an axis that crosses an edge at a tiny angle touches where they cross") {
    // At the ends of the axis the distance is larger by (5 m angle)^2 / 2 r.
    const Corners blade{Vec3{20, 0, 0}, Vec3{-20, 0, 0}, Vec3{0, -1, -5}};
    for (const double angle : {1e-2, 1e-4, 3e-5, 1e-5, 1e-8}) {
        const SweptRound moving{{0, 0, 0.5}, {5, 5 * angle, 0}, 0.1};
        const SweepHit hit = sweep(moving, {0, 0, -0.8}, blade);
        CAPTURE(angle);
        CHECK(std::fabs(hit.fraction - 0.5) < 1e-14);
        // The crossing is known to eps 5 m / angle along the axis, and angle times that across.
        if (angle > 1e-6) CHECK(difference(hit.normal, {0, 0, 1}) < 5 * 4e-15 / angle / 0.1);
    }
}

TEST_CASE("C26: capsules that miss") {
    const Corners small{Vec3{-0.2, -0.2, 0}, Vec3{0.2, -0.2, 0}, Vec3{0, 0.2, 0}};
    const SweptRound upright = capsule({0, 0, 0.3}, {0, 0, 1.3}, 0.1, false);
    const SweptRound level = capsule({-1, 0, 0.5}, {1, 0, 0.5}, 0.1, false);
    CHECK_FALSE(sweep(upright, {0, 0, 0.3}, small));                                   // away
    CHECK_FALSE(sweep(upright, {0, 0, -0.3}, Corners{small[1], small[0], small[2]}));  // behind
    SweptRound far_away = upright;
    far_away.centre.x = 50;
    CHECK_FALSE(sweep(far_away, {0, 0, -0.3}, small));
    CHECK_FALSE(sweep(upright, {0, 0, -0.3}, Corners{small[0], small[0], small[2]}));
    CHECK_FALSE(sweep(upright, {0, 0, -0.1999}, small));  // too slow
    SweptRound past_the_end = level;
    past_the_end.centre.x = 1.31;
    CHECK_FALSE(sweep(past_the_end, {0, 0, -0.8}, small));
    past_the_end.centre.x = 1.0;
    CHECK(sweep(past_the_end, {0, 0, -0.8}, small));
    // The tip of a spike beyond the axis.
    const Corners spike{Vec3{0, 0, 0}, Vec3{1, -1, -1}, Vec3{1, 1, -1}};
    CHECK_FALSE(sweep(capsule({-2, 0, 0.5}, {-0.11, 0, 0.5}, 0.1, false), {0, 0, -0.8}, spike));

    const SweptRound point = capsule({0, 0, 0.3}, {0, 0, 0.3}, 0.1, false);
    CHECK(std::fabs(sweep(point, {0, 0, -0.3}, small).fraction - 2.0 / 3) < tight);
    CHECK(sweep(point, {0, 0, -0.3}, small) == sweep(ball({0, 0, 0.3}, 0.1), {0, 0, -0.3}, small));
}

TEST_CASE("C30: a capsule behind is free, one astride is caught by its front part") {
    const SweptRound behind = capsule({0, 0, -1.5}, {0, 0, -0.5}, 0.1, false);
    CHECK_FALSE(sweep(behind, {0, 0, 3}, around_origin));
    CHECK_FALSE(sweep(behind, {0, 0, -3}, around_origin));
    // A post beside the edge y = 0, from z = -1 to 1, moves against the edge.
    const SweptRound post = capsule({5, -1, -1}, {5, -1, 1}, 0.25, false);
    const SweepHit hit = sweep(post, {0, 1, 0}, right_triangle);
    CHECK(hit.fraction == 0.75);
    CHECK(hit.normal == Vec3{0, -1, 0});
}

TEST_CASE("two balls, and ball and capsule") {
    // Centres 3 apart along x, offset 0.6 across: touch at 0.8 from each other along x.
    const SweepHit hit = sweep(ball({-3, 0.6, 0}, 0.25), {4, 0, 0}, ball({0, 0, 0}, 0.75));
    CHECK(std::fabs(hit.fraction - (3 - 0.8) / 4) < tight);
    CHECK(difference(hit.normal, {-0.8, 0.6, 0}) < tight);
    CHECK(difference(hit.point, {-0.6, 0.45, 0}) < tight);
    CHECK_FALSE(sweep(ball({-3, 1, 0}, 0.25), {4, 0, 0}, ball({0, 0, 0}, 0.75)));

    const SweptRound lying{{0, 0, 0}, {0, 2, 0}, 0.75};
    const SweepHit side = sweep(ball({-3, 1, 0}, 0.25), {4, 0, 0}, lying);
    CHECK(side.fraction == 0.5);
    CHECK(side.normal == Vec3{-1, 0, 0});
    CHECK(side.point == Vec3{-0.75, 1, 0});
    CHECK(side.feature == SweepFeature::edge);
    const SweptRound upright{{-3, 1, 0}, {0, 0, 1}, 0.25};
    CHECK(sweep(upright, {4, 0, 0}, lying).fraction == 0.5);
    CHECK(sweep(upright, {4, 0, 0}, lying).feature == SweepFeature::side_edge);
    // Concentric ones part upwards.
    CHECK(sweep(ball({}, 0.1), {0, 0, -1}, ball({}, 0.1)).normal == Vec3{0, 0, 1});
    CHECK_FALSE(sweep(ball({}, 0.1), {0, 0, 1}, ball({}, 0.1)));
}

TEST_CASE("a ball against a box: the faces moved out by the radius, round edges and corners") {
    const Polyhedron box = box_polyhedron({1, 2, 3});
    const RigidTransform pose{Quat{0.5, 0.5, 0.5, 0.5}, {10, 20, 30}};  // x to y to z to x
    const auto hit_at = [&](const Vec3& from, const Vec3& travel) {
        return sweep(ball(transform_point(pose, from), 0.5), transform_direction(pose, travel), box,
                     pose);
    };
    const auto normal_of = [&](const SweepHit& hit) {
        return transform_direction_back(pose, hit.normal);
    };
    const SweepHit face = hit_at({0.3, -0.4, 5}, {0, 0, -4});
    CHECK(std::fabs(face.fraction - 1.5 / 4) < 4 * tight);
    CHECK(difference(normal_of(face), {0, 0, 1}) < tight);
    CHECK(box.faces[face.item].normal == Vec3{0, 0, 1});
    // 0.3 beyond the edge x = 1: 0.4 above the face's plane.
    const SweepHit edge = hit_at({1.3, 0, 5}, {0, 0, -4});
    CHECK(std::fabs(edge.fraction - 1.6 / 4) < 4 * tight);
    CHECK(difference(normal_of(edge), {0.6, 0, 0.8}) < 8 * tight);
    // Beyond the corner by (0.24, 0.32): 0.3 above.
    const SweepHit corner = hit_at({1.24, 2.32, 5}, {0, 0, -4});
    CHECK(std::fabs(corner.fraction - 1.7 / 4) < 8 * tight);
    CHECK(difference(normal_of(corner), {0.48, 0.64, 0.6}) < 2e-14);
    // Out from inside, and past.
    CHECK_FALSE(hit_at({0, 0, 0}, {0, 0, 9}));
    CHECK_FALSE(hit_at({1.6, 0, 5}, {0, 0, -9}));
    // The same solid as a hull.
    const Polyhedron hull = convex_hull(box.vertices);
    const Vec3 from = transform_point(pose, {1.3, 0, 5});
    const Vec3 travel = transform_direction(pose, {0, 0, -4});
    CHECK(sweep(ball(from, 0.5), travel, hull, pose).fraction == edge.fraction);
}
