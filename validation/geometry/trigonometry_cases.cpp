#include "close.hpp"

#include <lanewise/physics/geometry/trigonometry.hpp>

#include <catch2/catch.hpp>

#include <limits>
#include <numbers>

using namespace lanewise;

namespace {

/// Distance from a 64-bit mantissa reference in units of the last place of the binary64 result.
double ulps(double value, long double reference) {
    const double size = std::fabs(static_cast<double>(reference));
    const double ulp = std::nextafter(size, std::numeric_limits<double>::infinity()) - size;
    return static_cast<double>(std::fabs(value - reference) / ulp);
}

double worst_sin_cos(double low, double high, int count) {
    test::Random random(4);
    double worst = 0;
    for (int i = 0; i < count; ++i) {
        const double a = random.between(low, high);
        const SinCos own = sin_cos(a);
        worst = std::max({worst, ulps(own.sin, std::sin(static_cast<long double>(a))),
                          ulps(own.cos, std::cos(static_cast<long double>(a)))});
    }
    return worst;
}

}  // namespace

TEST_CASE("sine and cosine are within 1 ulp") {
    CHECK(worst_sin_cos(-0.8, 0.8, 200'000) < 1);
    CHECK(worst_sin_cos(-7, 7, 200'000) < 1);
    CHECK(worst_sin_cos(-1e3, 1e3, 100'000) < 1);
    CHECK(worst_sin_cos(-1.6e6, 1.6e6, 100'000) < 1);
}

TEST_CASE("sine keeps its relative precision beside its zeros") {
    for (int n = -1000; n <= 1000; ++n) {
        const double a = n * std::numbers::pi / 2;
        for (const double x : {a, std::nextafter(a, 1e9), std::nextafter(a, -1e9), a + 1e-9}) {
            const long double exact = x;
            CHECK(ulps(sin_cos(x).sin, std::sin(exact)) < 1);
            CHECK(ulps(sin_cos(x).cos, std::cos(exact)) < 1);
        }
    }
    CHECK(sin_cos(0.0).sin == 0);
    CHECK(sin_cos(1e-300).sin == 1e-300);
}

TEST_CASE("beyond the exact range an angle loses less than an ulp of itself") {
    test::Random random(5);
    for (int i = 0; i < 1000; ++i) {
        const double a = random.between(1.6e6, 1e9);
        const SinCos own = sin_cos(a);
        CHECK(std::fabs(own.sin - std::sin(static_cast<long double>(a))) < a * 1.2e-16);
        CHECK(std::fabs(own.cos - std::cos(static_cast<long double>(a))) < a * 1.2e-16);
    }
    for (const double huge : {1e100, -1e300}) {
        const SinCos own = sin_cos(huge);
        CHECK(own.sin * own.sin + own.cos * own.cos == Approx(1).margin(3e-16));
    }
    for (const double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
        CHECK(std::isnan(sin_cos(bad).sin));
        CHECK(std::isnan(sin_cos_degrees(bad).cos));
    }
}

TEST_CASE("whole quarter turns in degrees are exact") {
    const double sines[] = {0, 1, 0, -1};
    for (int n = -40; n <= 40; ++n) {
        const SinCos own = sin_cos_degrees(90.0 * n);
        CHECK(own.sin == sines[n & 3]);
        CHECK(own.cos == sines[(n + 1) & 3]);
    }
    CHECK(sin_cos_degrees(30).sin == Approx(0.5).margin(1e-16));
    CHECK(sin_cos_degrees(60).cos == Approx(0.5).margin(1e-16));
    CHECK(sin_cos_degrees(45).sin == Approx(std::sqrt(0.5)).margin(1.2e-16));
    CHECK(sin_cos_degrees(360e6 + 30).sin == sin_cos_degrees(30).sin);
    test::Random random(6);
    for (int i = 0; i < 10'000; ++i) {
        const double a = random.between(-1000, 1000);
        const long double exact = a * std::numbers::pi_v<long double> / 180;
        CHECK(std::fabs(sin_cos_degrees(a).sin - std::sin(exact)) < 2.3e-16);
        CHECK(std::fabs(sin_cos_degrees(a).cos - std::cos(exact)) < 2.3e-16);
    }
}

TEST_CASE("arc tangent is within 1.7 ulp in all quadrants") {
    test::Random random(7);
    double worst = 0;
    for (int i = 0; i < 200'000; ++i) {
        const double y = random.between(-1, 1);
        const double x = random.between(-1, 1) * (i % 2 == 0 ? 1 : 1e-3);
        worst = std::max(worst, ulps(arc_tangent(y, x), std::atan2(static_cast<long double>(y),
                                                                   static_cast<long double>(x))));
    }
    CHECK(worst < 1.7);
    // Near the vertical the right angle's own rounding is made good.
    double steep = 0;
    for (int i = 0; i < 20'000; ++i) {
        const double x = random.between(-1e-3, 1e-3);
        steep =
            std::max(steep, ulps(arc_tangent(1, x), std::atan2(1.0L, static_cast<long double>(x))));
    }
    CHECK(steep < 0.51);
}

TEST_CASE("arc tangent keeps the signs of zeros and exact angles") {
    for (const double y : {0.0, -0.0, 1.0, -1.0, 1e-320, 1e300})
        for (const double x : {0.0, -0.0, 1.0, -1.0, 1e-320, -1e300}) {
            const double own = arc_tangent(y, x);
            CHECK(own == std::atan2(y, x));
            CHECK(std::signbit(own) == std::signbit(std::atan2(y, x)));
        }
    CHECK(arc_tangent_degrees(1, 1) == 45);
    CHECK(arc_tangent_degrees(1, 0) == 90);
    CHECK(arc_tangent_degrees(0, -1) == 180);
    CHECK(arc_tangent_degrees(-1, -1) == -135);
    CHECK(std::isnan(arc_tangent(std::nan(""), 1)));
    CHECK(std::isnan(arc_tangent(1, HUGE_VAL)));
}
