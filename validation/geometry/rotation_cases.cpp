#include "close.hpp"

#include <lanewise/physics/geometry/rigid_transform.hpp>

#include <catch2/catch.hpp>

#include <numbers>

using namespace lanewise;
using test::difference;

namespace {

constexpr double pi = std::numbers::pi;

/// Rodrigues' formula in a 64-bit mantissa: R = 1 + sin(a) K + (1 - cos(a)) K^2.
Mat3 rodrigues(const Vec3& turn) {
    const long double x = turn.x, y = turn.y, z = turn.z;
    const long double a = std::sqrt(x * x + y * y + z * z);
    if (a == 0) return Mat3::identity();
    const long double k[3] = {x / a, y / a, z / a};
    const long double s = std::sin(a), c = std::cos(a);
    Mat3 r;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) {
            const std::size_t m = 3 - i - j;  // the third axis when i != j
            const long double spin = i == j ? c : ((i + 1) % 3 == j ? -s : s) * k[m % 3];
            r(i, j) = static_cast<double>(k[i] * k[j] * (1 - c) + spin);
        }
    return r;
}

}  // namespace

TEST_CASE("quaternion products compose and conjugates undo") {
    // i j = k
    STATIC_REQUIRE(Quat{1, 0, 0, 0} * Quat{0, 1, 0, 0} == Quat{0, 0, 1, 0});
    const Quat about_z{0, 0, std::sqrt(0.5), std::sqrt(0.5)};
    const Quat about_x{std::sqrt(0.5), 0, 0, std::sqrt(0.5)};
    CHECK(difference(rotate(about_z, {1, 0, 0}), {0, 1, 0}) < 3e-16);
    // x to y by z, then y to z by x.
    CHECK(difference(rotate(about_x * about_z, {1, 0, 0}), {0, 0, 1}) < 5e-16);
    CHECK(difference(rotate_back(about_z, {0, 1, 0}), {1, 0, 0}) < 3e-16);
}

TEST_CASE("matrix and quaternion are the same rotation") {
    test::Random random(8);
    for (int i = 0; i < 1000; ++i) {
        const Quat q = random.rotation();
        const Mat3 r = to_matrix(q);
        const Vec3 v = random.in_cube(1);
        CHECK(difference(r * v, rotate(q, v)) < 1e-15);
        CHECK(difference(transposed(r) * r, Mat3::identity()) < 4e-15);
        CHECK(determinant(r) == Approx(1).margin(4e-15));
        CHECK(difference(rotation_from_matrix(r), q) < 1e-15);
    }
    for (const Quat& half_turn :
         {Quat{1, 0, 0, 0}, Quat{0, 1, 0, 0}, Quat{0, 0, 1, 0}, Quat{0, 0, 0, 1}})
        CHECK(rotation_from_matrix(to_matrix(half_turn)) == half_turn);
}

TEST_CASE("the exponential map is Rodrigues' rotation at every angle") {
    test::Random random(9);
    double worst = 0;
    for (int i = 0; i < 4000; ++i) {
        const double angle = i % 4 == 0   ? random.between(0, pi / 2)
                             : i % 4 == 1 ? random.between(pi / 2, pi)
                             : i % 4 == 2 ? random.between(pi, 50)
                                          : random.between(0, 1e-6);
        const Vec3 turn = rotate(random.rotation(), {angle, 0, 0});
        const Quat q = rotation_from_vector(turn);
        // The matrix rounds by a few 1e-16, and |turn| by 2 ulp of itself.
        worst = std::max(worst, difference(to_matrix(q), rodrigues(turn)) - 2.3e-16 * angle);
        CHECK(std::fabs(norm_squared(q) - 1) < 1e-15);
    }
    CHECK(worst < 1.2e-15);
}

TEST_CASE("the exponential map turns by the length of its vector") {
    // |w| h, not 2 atan(|w| h / 2): at 100 rad/s and 1/60 s these are 95.5 and 79.6 degrees.
    const Quat q = rotation_from_vector({0, 0, 100 / 60.0});
    CHECK(2 * std::atan2(q.z, q.w) == Approx(100 / 60.0).margin(4e-16));
    CHECK(rotation_from_vector({}) == Quat{});
    const Quat small = rotation_from_vector({1e-200, 0, -3e-200});
    CHECK((small.x == 0.5e-200 && small.z == -1.5e-200 && small.w == 1));
    CHECK(difference(rotation_from_vector({pi, 0, 0}), {1, 0, 0, 0}) < 1e-16);
    CHECK(difference(rotation_from_vector({0, 2 * pi, 0}), {0, 0, 0, -1}) < 3e-16);
    CHECK_FALSE(is_finite(rotation_from_vector({std::nan(""), 0, 0})));
    CHECK_FALSE(is_finite(rotation_from_vector({0, HUGE_VAL, 0})));
}

TEST_CASE("a thousand small turns about one axis are one large turn") {
    const Vec3 axis = unit_or({1, -2, 3}, {});
    const double step = 0.0173;
    Quat pose;
    for (int i = 0; i < 1000; ++i) pose = rotation_from_vector(axis * step) * pose;
    CHECK(difference(pose, rotation_from_vector(axis * (1000 * step))) < 1e-13);
    CHECK(std::fabs(norm_squared(pose) - 1) < 1e-13);
}

TEST_CASE("small and large half of the exponential map meet") {
    const Vec3 axis = unit_or({3, 1, -2}, {});
    const Quat below = rotation_from_vector(axis * (pi / 2 * (1 - 1e-15)));
    const Quat above = rotation_from_vector(axis * (pi / 2 * (1 + 1e-15)));
    CHECK(difference(below, above) < 2e-15);
    CHECK(below != above);
}

TEST_CASE("the logarithm takes the exponential map back") {
    test::Random random(10);
    for (int i = 0; i < 2000; ++i) {
        const double angle = i % 2 == 0 ? random.between(0, 3.14) : random.between(0, 1e-7);
        const Vec3 turn = rotate(random.rotation(), {angle, 0, 0});
        CHECK(difference(vector_from_rotation(rotation_from_vector(turn)), turn) <=
              4e-16 * angle * 3);
    }
    CHECK(vector_from_rotation(Quat{}) == Vec3{});
    // The short way round: 270 degrees forward is 90 back.
    CHECK(difference(vector_from_rotation(rotation_from_vector({0, 0, 1.5 * pi})),
                     {0, 0, -0.5 * pi}) < 1e-15);
}

TEST_CASE("rigid transforms rotate first, compose and invert") {
    const RigidTransform t{{0, 0, std::sqrt(0.5), std::sqrt(0.5)}, {10, 20, 30}};
    CHECK(difference(transform_point(t, {1, 2, 3}), {8, 21, 33}) < 4e-15);
    CHECK(difference(transform_direction(t, {1, 2, 3}), {-2, 1, 3}) < 1e-15);
    test::Random random(12);
    for (int i = 0; i < 200; ++i) {
        const RigidTransform a{random.rotation(), random.in_cube(5)};
        const RigidTransform b{random.rotation(), random.in_cube(5)};
        const Vec3 p = random.in_cube(5);
        CHECK(difference(transform_point(a * b, p), transform_point(a, transform_point(b, p))) <
              1e-14);
        CHECK(difference(transform_point(inverse(a), transform_point(a, p)), p) < 1e-14);
        CHECK(difference(transform_point_back(a, transform_point(a, p)), p) < 1e-14);
        CHECK(difference(transform_direction_back(a, transform_direction(a, p)), p) < 1e-14);
    }
    CHECK_FALSE(is_finite(RigidTransform{{0, 0, 0, HUGE_VAL}, {}}));
    CHECK_FALSE(is_finite(RigidTransform{{}, {0, HUGE_VAL, 0}}));
}
