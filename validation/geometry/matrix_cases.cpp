#include "close.hpp"

#include <catch2/catch.hpp>

using namespace lanewise;
using test::difference;

TEST_CASE("elements, products and transposes of matrices") {
    constexpr Mat3 a = Mat3::rows({1, 2, 3}, {4, 5, 6}, {7, 8, 10});
    STATIC_REQUIRE(a(0, 2) == 3);
    STATIC_REQUIRE(a(2, 0) == 7);
    STATIC_REQUIRE(a * Vec3{1, -1, 2} == Vec3{5, 11, 19});
    STATIC_REQUIRE(transposed_times(a, Vec3{1, -1, 2}) == transposed(a) * Vec3{1, -1, 2});
    STATIC_REQUIRE(determinant(a) == -3);
    STATIC_REQUIRE(trace(a) == 16);
    STATIC_REQUIRE(a * Mat3::identity() == a);
    STATIC_REQUIRE((a * a)(1, 2) == 4 * 3 + 5 * 6 + 6 * 10);
    STATIC_REQUIRE(outer({1, 2, 3}, {4, 5, 6})(1, 2) == 12);
    STATIC_REQUIRE(cross_matrix({1, 2, 3}) * Vec3{4, 5, 6} == cross({1, 2, 3}, {4, 5, 6}));
    Mat3 b = a;
    b(2, 1) = -8;
    CHECK(b.y.z == -8);
}

TEST_CASE("inverses undo their matrices") {
    // By cofactors and the determinant -3.
    const Mat3 a = Mat3::rows({1, 2, 3}, {4, 5, 6}, {7, 8, 10});
    const Mat3 expected = Mat3::rows({-2, -4, 3}, {-2, 11, -6}, {3, -6, 3}) * (1 / 3.0);
    CHECK(difference(inverse(a), expected) < 5e-16);
    CHECK(difference(a * inverse(a), Mat3::identity()) < 1e-14);

    const Mat3 s = Mat3::symmetric(0.3, 0.4, 0.5, 0.05, -0.025, 0.06);
    const Mat3 inv = inverse_symmetric(s);
    CHECK(is_symmetric(inv));
    CHECK(difference(s * inv, Mat3::identity()) < 4e-16);
    CHECK(difference(inv, inverse(s)) < 2e-15);
}

TEST_CASE("the inverse of a diagonal tensor is exact at any scale") {
    const Mat3 inv = inverse_symmetric(Mat3::diagonal({0x1p-400, 4, 0x1p+400}));
    CHECK(inv == Mat3::diagonal({0x1p+400, 0.25, 0x1p-400}));
    CHECK_FALSE(is_finite(inverse_symmetric(Mat3::diagonal({1, 0, 1}))));
}

TEST_CASE("positive definite means three positive leading minors") {
    CHECK(is_positive_definite(Mat3::diagonal({1, 2, 3})));
    CHECK(is_positive_definite(Mat3::symmetric(2, 2, 2, 1, 1, 1)));
    CHECK_FALSE(is_positive_definite(Mat3::diagonal({-1, 2, 3})));
    CHECK_FALSE(is_positive_definite(Mat3::diagonal({1, -2, 3})));
    CHECK_FALSE(is_positive_definite(Mat3::diagonal({1, 2, -3})));
    CHECK_FALSE(is_positive_definite(Mat3::diagonal({1, 2, 0})));
    CHECK_FALSE(is_positive_definite(Mat3::symmetric(1, 1, 1, 2, 0, 0)));
    CHECK_FALSE(is_positive_definite(Mat3::diagonal({1, std::nan(""), 1})));
}

TEST_CASE("a rotated tensor is R A R^T, symmetric to the bit") {
    // A quarter turn about z exchanges x and y: diag(2,4,8) becomes diag(4,2,8).
    const Mat3 quarter = Mat3::rows({0, -1, 0}, {1, 0, 0}, {0, 0, 1});
    CHECK(rotated_tensor(quarter, Mat3::diagonal({2, 4, 8})) == Mat3::diagonal({4, 2, 8}));
    test::Random random(2);
    for (int i = 0; i < 200; ++i) {
        const Mat3 r = to_matrix(random.rotation());
        const Mat3 a = Mat3::symmetric(3, 4, 5, 0.5, -0.25, 0.75);
        const Mat3 turned = rotated_tensor(r, a);
        CHECK(is_symmetric(turned));
        CHECK(difference(turned, r * a * transposed(r)) < 4e-15);
        CHECK(trace(turned) == Approx(12).margin(4e-15));
    }
}

TEST_CASE("principal axes of known tensors") {
    // Rows (2,1,0), (1,2,0), (0,0,5): moments 1, 3, 5 along (1,-1,0), (1,1,0), (0,0,1).
    const PrincipalAxes p = principal_axes(Mat3::symmetric(2, 2, 5, 1, 0, 0));
    const double h = std::sqrt(0.5);
    CHECK(difference(p.moments, {1, 3, 5}) < 1e-15);
    CHECK(std::fabs(dot(p.axes.x, {h, -h, 0})) == Approx(1).margin(4e-16));
    CHECK(difference(p.axes.y, {h, h, 0}) < 2e-16);
    CHECK(std::fabs(p.axes.z.z) == Approx(1).margin(4e-16));

    const PrincipalAxes d = principal_axes(Mat3::diagonal({7, 1e-30, 1e30}));
    CHECK(d.moments == Vec3{1e-30, 7, 1e30});
    CHECK(d.axes.x == Vec3{0, 1, 0});
    CHECK(d.axes.y == Vec3{1, 0, 0});
    CHECK(d.axes.z == Vec3{0, 0, -1});
}

TEST_CASE("principal axes rebuild any tensor and are right-handed") {
    test::Random random(3);
    for (int i = 0; i < 1000; ++i) {
        const Vec3 moments{random.between(0.1, 10), random.between(0.1, 10),
                           i % 3 == 0 ? 5 : random.between(0.1, 10)};
        const Vec3 twins = i % 5 == 0 ? Vec3{moments.x, moments.x, moments.z} : moments;
        const Mat3 a = rotated_tensor(to_matrix(random.rotation()), Mat3::diagonal(twins));
        const PrincipalAxes p = principal_axes(a);
        CHECK(difference(p.axes * Mat3::diagonal(p.moments) * transposed(p.axes), a) < 4e-14);
        CHECK(difference(transposed(p.axes) * p.axes, Mat3::identity()) < 4e-15);
        CHECK(determinant(p.axes) == Approx(1).margin(4e-15));
        CHECK((p.moments.x <= p.moments.y && p.moments.y <= p.moments.z));
    }
}
