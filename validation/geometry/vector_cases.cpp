#include "close.hpp"

#include <lanewise/physics/geometry/bounds.hpp>

#include <catch2/catch.hpp>

#include <limits>

using namespace lanewise;

namespace {
constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
}  // namespace

TEST_CASE("products of vectors follow their formulas") {
    STATIC_REQUIRE(cross(Vec3{1, 0, 0}, Vec3{0, 1, 0}) == Vec3{0, 0, 1});
    STATIC_REQUIRE(cross(Vec3{1, 2, 3}, Vec3{4, 5, 6}) == Vec3{-3, 6, -3});
    STATIC_REQUIRE(dot(Vec3{1, 2, 3}, Vec3{4, 5, 6}) == 32);
    STATIC_REQUIRE(Vec3{1, 2, 3}[0] + 10 * Vec3{1, 2, 3}[1] + 100 * Vec3{1, 2, 3}[2] == 321);
    CHECK(norm(Vec3{2, -3, 6}) == 7);
    CHECK(minimum({1, 5, 3}, {2, 4, 3}) == Vec3{1, 4, 3});
    CHECK(maximum({1, 5, 3}, {2, 4, 3}) == Vec3{2, 5, 3});
    CHECK(largest_component(Vec3{-1, 7, 3}) == 7);
}

TEST_CASE("a unit vector falls back where there is no direction") {
    CHECK(unit_or({0, 3, 4}, {1, 0, 0}) == Vec3{0, 0.6, 0.8});
    CHECK(unit_or({}, {1, 0, 0}) == Vec3{1, 0, 0});
    CHECK(unit_or({0, 1e-12, 0}, {1, 0, 0}) == Vec3{1, 0, 0});
    CHECK(unit_or({0, 2e-12, 0}, {1, 0, 0}) == Vec3{0, 1, 0});
    CHECK(unit_or({not_a_number, 1, 1}, {1, 0, 0}) == Vec3{1, 0, 0});
}

TEST_CASE("a perpendicular is a unit vector at right angles in every direction") {
    test::Random random(1);
    std::vector<Vec3> normals{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, -1}};
    for (int i = 0; i < 1000; ++i) normals.push_back(rotate(random.rotation(), {1, 0, 0}));
    for (const Vec3& n : normals) {
        const Vec3 p = any_perpendicular(n);
        CHECK(std::fabs(dot(p, n)) < 2e-16);
        CHECK(norm(p) == Approx(1).margin(3e-16));
    }
}

TEST_CASE("a vector with a NaN or an infinity is not finite") {
    CHECK(is_finite(Vec3{1e308, -1e308, 0}));
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (const double bad : {not_a_number, inf, -inf}) {
            Vec3 v{1, 2, 3};
            v[axis] = bad;
            CHECK_FALSE(is_finite(v));
        }
}

TEST_CASE("bounds enlarge, grow and overlap") {
    Bounds box;
    CHECK_FALSE(overlap(box, box));
    box = enlarged(enlarged(box, {1, 2, 3}), {-1, 5, 0});
    CHECK(box == Bounds{{-1, 2, 0}, {1, 5, 3}});
    CHECK(grown(box, 0.5) == Bounds{{-1.5, 1.5, -0.5}, {1.5, 5.5, 3.5}});
    CHECK(overlap(box, {{1, 5, 3}, {2, 6, 4}}));  // touching
    CHECK_FALSE(overlap(box, {{1.01, 5, 3}, {2, 6, 4}}));
    CHECK_FALSE(overlap(box, {{0, 5.01, 3}, {2, 6, 4}}));
    CHECK_FALSE(overlap(box, {{0, 5, -2}, {2, 6, -0.01}}));
}
