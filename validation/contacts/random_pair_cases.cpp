// Random pairs of solids against plain references.

#include "reference.hpp"

#include "../shapes/point_sets.hpp"

#include <lanewise/physics/contacts/feature.hpp>
#include <lanewise/physics/contacts/pairs.hpp>
#include <lanewise/physics/contacts/preference.hpp>
#include <lanewise/physics/contacts/signed_distance.hpp>

#include <catch2/catch.hpp>

#include <set>
#include <sstream>

using namespace lanewise;
using namespace lanewise::test;

namespace {

constexpr double tight = 1e-12;
constexpr double margin = contact_margin;

std::string described(const RigidTransform& pose) {
    std::ostringstream text;
    text.precision(17);
    text << "{{" << pose.rotation.x << ", " << pose.rotation.y << ", " << pose.rotation.z << ", "
         << pose.rotation.w << "}, {" << pose.translation.x << ", " << pose.translation.y << ", "
         << pose.translation.z << "}}";
    return text.str();
}

Shape random_hull(Random& random) {
    std::vector<Vec3> points;
    const int count = 4 + static_cast<int>(random.below(16));
    const Vec3 size{random.between(0.3, 1.2), random.between(0.3, 1.2), random.between(0.3, 1.2)};
    while (static_cast<int>(points.size()) < count)
        points.push_back(multiplied(size, random.in_cube(1)));
    points.push_back({0.3, 0, -0.2});
    points.push_back({-0.3, 0.25, 0});
    points.push_back({0, -0.3, 0.2});
    points.push_back({0.1, 0.2, 0.35});
    return Shape::hull(points, {random.rotation(), random.in_cube(0.2)});
}
Shape random_box(Random& random) {
    return Shape::box({random.between(0.1, 1), random.between(0.1, 1), random.between(0.1, 1)},
                      {random.rotation(), random.in_cube(0.2)});
}
Shape random_capsule(Random& random) {
    return Shape::capsule(random.between(0.05, 0.5), random.between(0.01, 1.5),
                          {random.rotation(), random.in_cube(0.2)});
}
Shape random_ball(Random& random) {
    return Shape::sphere(random.between(0.05, 0.8), {{}, random.in_cube(0.2)});
}

std::array<Vec3, 2> axis_of(const Thing& round) {
    const RigidTransform placed = round.pose * round.shape.local();
    const Vec3 half{0, 0, round.shape.half_length()};
    return {transform_point(placed, -half), transform_point(placed, half)};
}

/// A second thing at a random turn, about as far from `a` that both touch.
Thing near(const Thing& a, const Shape& shape, Random& random) {
    Thing b(shape, {random.rotation(), {}});
    const Vec3 way = unit_or(random.in_cube(1), {1, 0, 0});
    // Bounds of the first along the way and of the second back, and a share of their sum.
    double low = 0, high = 4;
    for (int i = 0; i < 40; ++i) {
        const double middle = 0.5 * (low + high);
        b.pose.translation = a.pose.translation + middle * way;
        (touch(a, b).empty() ? high : low) = middle;
    }
    const double choice = random.between(0, 1);
    const double by = choice < 0.5   ? random.between(-0.06, 0.025)
                      : choice < 0.9 ? random.between(-0.4, 0)
                                     : -high;
    b.pose.translation = a.pose.translation + std::max(0.0, high + by) * way;
    return b;
}

void check_sound(const std::vector<ContactManifold>& found) {
    REQUIRE(found.size() <= 1);
    std::set<std::uint64_t> features;
    for (const ContactManifold& m : found) {
        REQUIRE(std::fabs(norm(m.normal) - 1) <= 1e-14);
        REQUIRE((m.count >= 1 && m.count <= 4));
        for (const ContactPoint& p : m.contacts()) {
            REQUIRE(p.depth >= -margin);
            features.insert(p.feature);
        }
        REQUIRE(features.size() == m.count);
    }
}

/// In both orders the same contact.
void check_flip(const Thing& a, const Thing& b, const std::vector<ContactManifold>& found) {
    const auto flip = touch(b, a);
    REQUIRE(flip.size() == found.size());
    for (std::size_t i = 0; i < found.size(); ++i) REQUIRE(flipped(flip[i]) == found[i]);
}

double distance_of_axes(const std::array<Vec3, 2>& a, const std::array<Vec3, 2>& b) {
    if (norm(a[1] - a[0]) == 0 && norm(b[1] - b[0]) == 0) return norm(a[0] - b[0]);
    if (norm(b[1] - b[0]) == 0) return distance_to_segment(b[0], a[0], a[1]);
    return least_of_convex(
        [&](double s) { return distance_to_segment(a[0] + s * (a[1] - a[0]), b[0], b[1]); });
}

double distance_of_axis(const Thing& solid, const std::array<Vec3, 2>& axis) {
    const RigidTransform placed = solid.pose * solid.shape.local();
    const Vec3 p = transform_point_back(placed, axis[0]);
    const Vec3 q = transform_point_back(placed, axis[1]);
    const Polyhedron& polyhedron = *solid.shape.polyhedron();
    if (p == q) return reference_distance(polyhedron, p);
    const double outside = least_of_convex(
        [&](double s) { return std::max(0.0, reference_distance(polyhedron, p + s * (q - p))); });
    if (outside > 1e-9) return outside;
    Outline segment{{axis[0], axis[1]}, {}, {(axis[1] - axis[0]) / norm(axis[1] - axis[0])}};
    return largest_separation(outline_of(solid), segment);
}

/// How far a point is from the solid's surface.
double off_surface(const Thing& solid, const Vec3& point) {
    const RigidTransform placed = solid.pose * solid.shape.local();
    return std::fabs(
        reference_distance(*solid.shape.polyhedron(), transform_point_back(placed, point)));
}

}  // namespace

TEST_CASE("random balls and capsules") {
    for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
        Random random(seed);
        const bool first_ball = random.below(3) == 0;
        const Shape first = first_ball ? random_ball(random) : random_capsule(random);
        const Thing a(first, {random.rotation(), random.in_cube(5)});
        Thing b =
            near(a, random.below(3) == 0 ? random_ball(random) : random_capsule(random), random);
        if (random.below(4) == 0)
            b.pose.rotation =
                (a.pose * a.shape.local()).rotation * conjugate(b.shape.local().rotation);
        INFO("seed " << seed << ": " << described(a.pose) << " " << described(b.pose));
        const auto found = touch(a, b);
        check_sound(found);
        const double radii = a.shape.radius() + b.shape.radius();
        const double depth = radii - distance_of_axes(axis_of(a), axis_of(b));
        if (std::fabs(depth + margin) < 1e-9) continue;
        REQUIRE(found.empty() == (depth < -margin));
        if (found.empty()) continue;
        REQUIRE(std::fabs(deepest(found[0]) - depth) <= 1e-9);
        // Deep inside each other, the direction between almost parallel axes changes along them.
        if (depth > radii - 0.1 || depth > 2 * std::min(a.shape.radius(), b.shape.radius()))
            continue;
        for (const ContactPoint& p : found[0].contacts()) {
            const auto u = axis_of(a), v = axis_of(b);
            const double from_a = a.shape.half_length() > 0
                                      ? distance_to_segment(p.point, u[0], u[1])
                                      : norm(p.point - u[0]);
            const double from_b = b.shape.half_length() > 0
                                      ? distance_to_segment(p.point, v[0], v[1])
                                      : norm(p.point - v[0]);
            REQUIRE(std::fabs(from_a - (a.shape.radius() - 0.5 * p.depth)) <= 2e-3);
            REQUIRE(std::fabs(from_b - (b.shape.radius() - 0.5 * p.depth)) <= 2e-3);
        }
    }
}

TEST_CASE("random boxes and hulls with balls and capsules") {
    int inside = 0;
    for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
        Random random(seed);
        const Shape first = random.below(2) == 0 ? random_box(random) : random_hull(random);
        const Thing a(first, {random.rotation(), random.in_cube(5)});
        const Thing b =
            near(a, random.below(2) == 0 ? random_ball(random) : random_capsule(random), random);
        INFO("seed " << seed << ": " << described(a.pose) << " " << described(b.pose));
        const auto found = touch(a, b);
        check_sound(found);
        check_flip(a, b, found);
        const double distance = distance_of_axis(a, axis_of(b));
        const double depth = b.shape.radius() - distance;
        inside += distance < 0 ? 1 : 0;
        if (std::fabs(depth + margin) < 1e-9) continue;
        REQUIRE(found.empty() == (depth < -margin));
        if (found.empty()) continue;
        REQUIRE(std::fabs(deepest(found[0]) - depth) <= 1e-9 + tight);
    }
    CHECK(inside > 300);
}

TEST_CASE("random boxes and hulls") {
    int overlapping = 0, corner_on_face = 0;
    for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
        Random random(seed);
        const bool boxes = random.below(2) == 0;
        const Shape first =
            boxes || random.below(2) == 0 ? random_box(random) : random_hull(random);
        const Thing a(first, {random.rotation(), random.in_cube(5)});
        Thing b = near(a, boxes ? random_box(random) : random_hull(random), random);
        if (random.below(3) == 0)  // parallel
            b.pose.rotation =
                (a.pose * a.shape.local()).rotation * conjugate(b.shape.local().rotation);
        INFO("seed " << seed << ": " << described(a.pose) << " " << described(b.pose));
        const auto found = touch(a, b);
        check_sound(found);
        const Outline of_a = outline_of(a), of_b = outline_of(b);
        const double most = largest_separation(of_a, of_b);
        if (most > margin + tight) REQUIRE(found.empty());
        if (most < -tight) REQUIRE(found.size() == 1);
        if (found.empty()) continue;
        const Vec3& n = found[0].normal;
        const double chosen = separation(of_a.corners, of_b.corners, n);
        // No more than the preferences away from the largest separation.
        REQUIRE(most <= std::max(0.98 * chosen + 0.001, 0.9 * chosen + 0.005) + tight);
        REQUIRE(deepest(found[0]) <= -chosen + tight);
        overlapping += most < -0.01 ? 1 : 0;
        if (most < -0.01) REQUIRE(deepest(found[0]) > 0);
        // Midway between both surfaces.
        for (const ContactPoint& p : found[0].contacts()) {
            corner_on_face += p.feature >> 62 == 3 ? 1 : 0;
            if (p.feature >> 62 == 3 || (p.feature >> 62 == 2 && p.depth < 0)) continue;
            REQUIRE(off_surface(a, p.point + (0.5 * p.depth) * n) <= 2e-5);
            REQUIRE(off_surface(b, p.point - (0.5 * p.depth) * n) <= 2e-5);
        }
    }
    CHECK(overlapping > 1000);
    CHECK(corner_on_face < 10);
}

TEST_CASE("the fast path of boxes gives what the general one does") {
    detail::Manifolds general;
    ContactScratch scratch;
    for (std::uint64_t seed = 1; seed <= 5000; ++seed) {
        Random random(seed);
        const Shape first = random_box(random);
        const Thing a(first, {random.rotation(), random.in_cube(5)});
        Thing b = near(a, random_box(random), random);
        if (random.below(3) == 0)
            b.pose.rotation = normalized(
                (a.pose * a.shape.local()).rotation * conjugate(b.shape.local().rotation) *
                Quat{random.between(-1e-3, 1e-3), random.between(-1e-3, 1e-3),
                     random.between(-1e-3, 1e-3), 1});
        INFO("seed " << seed << ": " << described(a.pose) << " " << described(b.pose));
        const auto fast = touch(a, b);
        general.clear();
        detail::collide_solids(a.placed(), b.placed(), margin, scratch.buffers(), general);
        if (fast.size() != general.size()) {
            // Only at the very border of the margin.
            REQUIRE(std::fabs(deepest(fast.empty() ? general[0] : fast[0]) + margin) < 1e-9);
            continue;
        }
        if (fast.empty()) continue;
        REQUIRE(difference(fast[0].normal, general[0].normal) <= 1e-9);
        REQUIRE(std::fabs(deepest(fast[0]) - deepest(general[0])) <= 1e-9);
        REQUIRE(fast[0].count == general[0].count);
    }
}
