// Results do not depend on where a pair is, on its order or on earlier calls.

#include "reference.hpp"

#include "../continuous/allocations.hpp"
#include "../shapes/point_sets.hpp"

#include <catch2/catch.hpp>

#include <vector>

using namespace lanewise;
using namespace lanewise::test;

namespace {

std::vector<Shape> solids() {
    return {Shape::sphere(0.5), Shape::capsule(0.3, 0.5), Shape::box({0.5, 0.4, 0.6}),
            Shape::hull(prism_corners(7, 0.5, 0.6))};
}

/// Pairs near the origin that touch, on coordinates that binary64 holds at 1e6 m as well.
std::vector<std::pair<Thing, Thing>> touching_pairs() {
    std::vector<std::pair<Thing, Thing>> pairs;
    Random random(21);
    const auto rounded = [](Vec3 v) {
        for (std::size_t k = 0; k < 3; ++k) v[k] = std::round(v[k] * 0x1p20) * 0x1p-20;
        return v;
    };
    const auto wavy = ground(8, 0.5, [&](double, double) {
        return std::round(random.between(-0.1, 0.1) * 0x1p20) * 0x1p-20;
    });
    for (const Shape& a : solids())
        for (const Shape& b : solids())
            for (int i = 0; i < 100; ++i)
                pairs.emplace_back(Thing(a, {random.rotation(), rounded(random.in_cube(0.5))}),
                                   Thing(b, {random.rotation(), rounded(random.in_cube(0.5))}));
    const Thing mesh(Shape::mesh(wavy));
    for (const Shape& b : solids())
        for (int i = 0; i < 100; ++i)
            pairs.emplace_back(
                mesh,
                Thing(b, {random.rotation(), rounded({random.between(-1, 1), random.between(-1, 1),
                                                      random.between(0.3, 0.6)})}));
    return pairs;
}

}  // namespace

TEST_CASE("a pair at 1e6 m touches as at the origin") {
    const Vec3 far{1e6, -7e5, 3e5};
    int touching = 0;
    for (const auto& [a, b] : touching_pairs()) {
        Thing far_a = a, far_b = b;
        far_a.pose.translation += far;
        far_b.pose.translation += far;
        const auto here = touch(a, b);
        const auto there = touch(far_a, far_b);
        REQUIRE(here.size() == there.size());
        for (std::size_t i = 0; i < here.size(); ++i) {
            REQUIRE(here[i].count == there[i].count);
            REQUIRE(difference(here[i].normal, there[i].normal) < 1e-9);
            for (std::size_t k = 0; k < here[i].count; ++k) {
                ++touching;
                REQUIRE(std::fabs(here[i].points[k].depth - there[i].points[k].depth) < 1e-9);
                REQUIRE(difference(here[i].points[k].point + far, there[i].points[k].point) < 1e-9);
                REQUIRE(here[i].points[k].feature == there[i].points[k].feature);
            }
        }
    }
    CHECK(touching > 1000);
}

TEST_CASE("the other order gives the same contact flipped") {
    for (const auto& [a, b] : touching_pairs()) {
        const auto found = touch(a, b);
        const auto flip = touch(b, a);
        REQUIRE(found.size() == flip.size());
        if (a.shape.kind() == b.shape.kind() && a.shape.kind() != ShapeKind::sphere) continue;
        for (std::size_t i = 0; i < found.size(); ++i) {
            REQUIRE(difference(found[i].normal, -flip[i].normal) <= 1e-14);
            REQUIRE(found[i].count == flip[i].count);
            for (std::size_t k = 0; k < found[i].count; ++k) {
                REQUIRE(difference(found[i].points[k].point, flip[i].points[k].point) <= 1e-14);
                REQUIRE(std::fabs(found[i].points[k].depth - flip[i].points[k].depth) <= 1e-14);
            }
        }
    }
}

TEST_CASE("equal capsules, boxes and hulls overlap as deep in either order") {
    for (const auto& [a, b] : touching_pairs()) {
        if (a.shape.kind() != b.shape.kind()) continue;
        const auto found = touch(a, b);
        const auto flip = touch(b, a);
        for (std::size_t i = 0; i < found.size(); ++i) {
            const double least = std::min(deepest(found[i]), deepest(flip[i]));
            const double most = std::max(deepest(found[i]), deepest(flip[i]));
            // The preference for the first solid's faces.
            REQUIRE(most <= least / 0.9 + 0.006);
        }
    }
}

TEST_CASE("a scratch that has seen other pairs changes nothing") {
    const auto pairs = touching_pairs();
    ContactScratch used;
    std::vector<ContactManifold> out;
    for (const auto& [a, b] : pairs) {
        ContactScratch fresh;
        std::vector<ContactManifold> alone;
        collide(a.placed(), b.placed(), contact_margin, fresh, alone);
        const std::size_t before = out.size();
        collide(a.placed(), b.placed(), contact_margin, used, out);
        REQUIRE(std::vector<ContactManifold>(out.begin() + std::ptrdiff_t(before), out.end()) ==
                alone);
    }
}

TEST_CASE("nothing is allocated once pairs as large have been seen") {
    const auto pairs = touching_pairs();
    ContactScratch scratch;
    std::vector<ContactManifold> out;
    const auto all = [&] {
        out.clear();
        for (const auto& [a, b] : pairs)
            collide(a.placed(), b.placed(), contact_margin, scratch, out);
    };
    all();
    const long before = allocations();
    all();
    CHECK(allocations() == before);
    CHECK(out.size() > 1000);
}
