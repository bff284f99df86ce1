#include "courses.hpp"

#include <catch2/catch.hpp>
#include <lanewise/kernels/error.hpp>

#include <cstring>
#include <limits>

using courses::pi;
using lanewise::FrenetExtras;
using lanewise::FrenetPose;
using lanewise::PlanarPose;
using lanewise::Track;

namespace {

struct FrenetCase {
    double x, y, psi;
    double s, ey, epsi;
};

void check(const Track& track, const FrenetCase& expected) {
    const FrenetPose pose = track.to_frenet(expected.x, expected.y, expected.psi);
    CAPTURE(expected.x, expected.y, expected.psi);
    CHECK(pose.s == Approx(expected.s).margin(1e-14).epsilon(1e-15));
    CHECK(pose.ey == Approx(expected.ey).margin(1e-14).epsilon(1e-15));
    CHECK(pose.epsi == Approx(expected.epsi).margin(1e-14).epsilon(1e-15));
}

template <class T>
struct Columns {
    std::vector<T> x, y, psi, s, ey, epsi, heading, curvature, right, left;
    std::vector<std::int32_t> segment;

    explicit Columns(std::size_t n)
        : x(n),
          y(n),
          psi(n),
          s(n),
          ey(n),
          epsi(n),
          heading(n),
          curvature(n),
          right(n),
          left(n),
          segment(n) {}

    void transform(const Track& track, std::size_t first, std::size_t count) {
        const auto in = [=](const std::vector<T>& v) {
            return std::span<const T>(v).subspan(first, count);
        };
        const auto out = [=](auto& v) { return std::span(v).subspan(first, count); };
        track.to_frenet(
            in(x), in(y), in(psi), out(s), out(ey), out(epsi),
            FrenetExtras<T>{out(heading), out(curvature), out(right), out(left), out(segment)});
    }
};

template <class T>
Columns<T> random_poses(const Track& track, std::size_t n) {
    Columns<T> columns(n);
    std::mt19937 random(3);
    const lanewise::TrackBounds b = track.bounds();
    std::uniform_real_distribution<double> x(b.x_min - 9.0, b.x_max + 9.0);
    std::uniform_real_distribution<double> y(b.y_min - 9.0, b.y_max + 9.0);
    std::uniform_real_distribution<double> psi(-20.0, 20.0);
    for (std::size_t i = 0; i < n; ++i) {
        columns.x[i] = static_cast<T>(x(random));
        columns.y[i] = static_cast<T>(y(random));
        columns.psi[i] = static_cast<T>(psi(random));
    }
    return columns;
}

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

}  // namespace

TEST_CASE("a square's track frame follows from its sides") {
    // Knot headings are those of the diagonals, -45, 45, 135 and 225 degrees; in the middle of a
    // side the heading is the side's.
    const Track track = courses::square();
    CHECK(track.length() == 40.0);
    check(track, {5.0, 1.0, 0.2, 5.0, 1.0, 0.2});
    check(track, {5.0, -1.0, 0.2, 5.0, -1.0, 0.2});
    check(track, {2.5, -1.0, 0.0, 2.5, -1.0, pi / 8});
    check(track, {9.0, 5.0, 0.0, 15.0, 1.0, -pi / 2});
    check(track, {12.0, 5.0, pi, 15.0, -2.0, pi / 2});
    check(track, {5.0, 11.0, 0.5, 25.0, -1.0, 0.5 - pi});
    check(track, {0.5, 5.0, 0.0, 35.0, 0.5, pi / 2});
}

TEST_CASE("off a corner the foot is the knot and the corner's normal gives the side") {
    const Track track = courses::square();
    check(track, {11.0, -1.0, 0.0, 10.0, -std::sqrt(2.0), -pi / 4});
    check(track, {11.0, -0.5, 0.0, 10.0, -std::sqrt(1.25), -pi / 4});
    check(track, {-1.0, -1.0, 0.0, 0.0, -std::sqrt(2.0), pi / 4});
    check(track, {-3.0, -4.0, 0.0, 0.0, -5.0, pi / 4});
    check(track, {10.0, 0.0, pi / 4, 10.0, 0.0, 0.0});
    // A spike of 2 degrees: to either side of the tip the cross product with one of the two
    // segments has the wrong sign.
    const double tip = std::tan(pi / 180.0);
    const std::vector<double> x = {0, 100, 0}, y = {-100 * tip, 0, 100 * tip}, width(3, 1.0);
    const Track spike = Track::from_points(x, y, width, width);
    for (const double angle : {-1.5, -1.0, 0.0, 1.0, 1.5}) {
        const FrenetPose pose =
            spike.to_frenet(100.0 + 2.0 * std::cos(angle), 2.0 * std::sin(angle), 0.0);
        CHECK(pose.s == spike.s()[1]);
        CHECK(pose.ey == Approx(-2.0).epsilon(1e-13));
    }
}

TEST_CASE("equally near segments: the lowest one counts") {
    const Track track = courses::square();
    check(track, {5.0, 5.0, 0.0, 5.0, 5.0, 0.0});       // all four
    check(track, {8.0, 5.0, 0.0, 15.0, 2.0, -pi / 2});  // the second alone
    // On the diagonal between the third and the fourth side. The heading at s = 28 is
    // 135 + 0.8 * 90 = 207 degrees.
    check(track, {2.0, 8.0, 0.0, 28.0, 2.0, (360.0 - 207.0) * pi / 180.0});
}

TEST_CASE("the other winding turns the sides and the arclength about") {
    const std::vector<double> x = {0, 0, 10, 10}, y = {0, 10, 10, 0}, width(4, 1.0);
    const Track track = Track::from_points(x, y, width, width);
    check(track, {5.0, 1.0, pi, 35.0, -1.0, 0.0});
    check(track, {1.0, 5.0, pi / 2, 5.0, -1.0, 0.0});
    check(track, {-1.0, 5.0, pi / 2, 5.0, 1.0, 0.0});
    check(track, {-1.0, -1.0, pi, 0.0, std::sqrt(2.0), pi / 4});
}

TEST_CASE("on a circle ey is the distance to the polygon and s the angle's") {
    const std::size_t n = 360;
    const double radius = 12.0;
    for (const bool clockwise : {false, true}) {
        const Track track = courses::circle(n, radius, clockwise);
        const double sense = clockwise ? -1.0 : 1.0;
        const double step = 2.0 * pi / static_cast<double>(n);
        const double chord = 2.0 * radius * std::sin(step / 2.0);
        CHECK(track.length() == Approx(chord * static_cast<double>(n)).epsilon(1e-13));
        for (const double r : {1.0, 11.0, 11.9, 12.5, 20.0}) {
            for (const std::size_t i : {0u, 1u, 100u, 358u, 359u}) {
                // Abeam of the middle of segment i, where the heading is the chord's.
                const double angle = (static_cast<double>(i) + 0.5) * step;
                const FrenetPose pose = track.to_frenet(
                    r * std::cos(angle), sense * r * std::sin(angle), sense * (angle + 2.0));
                const double inside = radius * std::cos(step / 2.0) - r;
                CHECK(pose.s == Approx((static_cast<double>(i) + 0.5) * chord).epsilon(1e-12));
                CHECK(pose.ey == Approx(sense * inside).epsilon(1e-12));
                CHECK(pose.epsi == Approx(sense * (2.0 - pi / 2)).epsilon(1e-12));
            }
        }
    }
}

TEST_CASE("s wraps at the seam and stays below the length") {
    const Track track = courses::circle(200, 10.0);
    double before = track.to_frenet(10.0, -1e-2, 0.0).s;
    CHECK(before > track.length() - 0.02);
    for (double y = -1e-2; y < 0.0; y *= 0.5) {
        const FrenetPose pose = track.to_frenet(9.9, y, 0.0);
        CHECK(pose.s < track.length());
        // Inside the bend, 0.1 m from the knot, s jumps over the knot by 0.2 m times the sine of
        // half the turn. At distances of a rounding error from the knot's normal either side is
        // right.
        CHECK((pose.s > track.length() - 0.02 || (y > -1e-12 && pose.s < 0.0016)));
        if (y > -1e-300) {
            break;
        }
    }
    CHECK(track.to_frenet(10.5, 0.0, 0.0).s == 0.0);
    CHECK(track.to_frenet(9.9, 1e-2, 0.0).s < 0.02);

    // In binary32 a value just below the length may round to it or above.
    const std::vector<float> x = {10.0f}, psi = {0.0f};
    std::vector<float> s(1), ey(1), epsi(1);
    for (float y = -1e-2f; y < -1e-30f; y *= 0.5f) {
        const std::vector<float> column = {y};
        track.to_frenet(x, column, psi, s, ey, epsi);
        CHECK(static_cast<double>(s[0]) < track.length());
        CHECK(s[0] >= 0.0f);
    }
}

TEST_CASE("wrap and at take any finite arclength") {
    const Track track = courses::square();
    CHECK(track.wrap(0.0) == 0.0);
    CHECK(track.wrap(40.0) == 0.0);
    CHECK(track.wrap(-1.0) == 39.0);
    CHECK(track.wrap(-80.0) == 0.0);
    CHECK(track.wrap(1e6 + 3.0) == 3.0);
    CHECK(track.wrap(-1e-300) < 40.0);
    CHECK(std::isnan(track.wrap(std::numeric_limits<double>::infinity())));
    CHECK(std::isnan(track.at(std::numeric_limits<double>::quiet_NaN()).x));
    CHECK(track.at(55.0).x == 10.0);
    CHECK(track.at(55.0).y == 5.0);
    CHECK(track.at(55.0).heading == Approx(pi / 2).epsilon(1e-15));
}

TEST_CASE("cartesian to frenet and back is exact where the foot is inside a segment") {
    for (const Track& track : {courses::clover(900), courses::circle(64, 12.0),
                               courses::figure_eight(300), courses::jagged(40)}) {
        Columns<double> poses = random_poses<double>(track, 4000);
        poses.transform(track, 0, poses.x.size());
        std::size_t inside = 0;
        for (std::size_t i = 0; i < poses.x.size(); ++i) {
            const auto segment = static_cast<std::size_t>(poses.segment[i]);
            const PlanarPose back = track.to_cartesian(poses.s[i], poses.ey[i], poses.epsi[i]);
            const double scale = std::abs(poses.x[i]) + std::abs(poses.y[i]) + track.length();
            CHECK(std::abs(std::remainder(back.psi - poses.psi[i], 2.0 * pi)) < 1e-13);
            if (poses.s[i] != track.s()[segment]) {
                ++inside;
                CHECK(std::abs(back.x - poses.x[i]) < 1e-14 * scale);
                CHECK(std::abs(back.y - poses.y[i]) < 1e-14 * scale);
            }
        }
        CHECK(inside > 1000);
    }
}

TEST_CASE("frenet to cartesian and back is exact where the point's foot is its own") {
    const Track track = courses::clover(900);
    std::mt19937 random(11);
    std::uniform_real_distribution<double> s(0.0, track.length()), ey(-0.8, 0.8), epsi(-pi, pi);
    std::size_t own = 0;
    for (int i = 0; i < 4000; ++i) {
        const FrenetPose pose = {s(random), ey(random), epsi(random)};
        const PlanarPose planar = track.to_cartesian(pose.s, pose.ey, pose.epsi);
        const FrenetPose back = track.to_frenet(planar.x, planar.y, planar.psi);
        // Inside a bend another segment may be nearer, never farther.
        CHECK(std::abs(back.ey) <= std::abs(pose.ey) + 1e-12);
        if (std::abs(back.ey) > std::abs(pose.ey) - 1e-12) {
            ++own;
            CHECK(back.ey == Approx(pose.ey).margin(1e-12));
            CHECK(std::abs(std::remainder(back.s - pose.s, track.length())) <
                  1e-12 * track.length());
            CHECK(std::abs(std::remainder(back.epsi - pose.epsi, 2.0 * pi)) < 1e-11);
        }
    }
    CHECK(own > 3500);
}

TEST_CASE("headings are wrapped, whatever the yaw") {
    const Track track = courses::square();
    for (int turns = -1000; turns <= 1000; turns += 125) {
        const double yaw = 0.25 + 2.0 * pi * turns;
        CHECK(track.to_frenet(5.0, 1.0, yaw).epsi == Approx(0.25).epsilon(1e-11));
    }
    CHECK(std::abs(track.to_frenet(5.0, 1.0, pi).epsi) <= pi);
    CHECK(std::abs(track.to_frenet(5.0, 1.0, -pi).epsi) <= pi);
    CHECK(std::abs(track.to_frenet(5.0, 1.0, 1e14).epsi) <= pi);
    CHECK(std::isnan(track.to_frenet(5.0, 1.0, 1e16).epsi));
}

TEMPLATE_TEST_CASE("an entry's bits depend neither on its place nor on the batch", "", float,
                   double) {
    const Track track = courses::clover(700);
    const std::size_t n = 331;
    Columns<TestType> whole = random_poses<TestType>(track, n);
    whole.x[5] = std::numeric_limits<TestType>::quiet_NaN();
    Columns<TestType> parts = whole;
    whole.transform(track, 0, n);
    for (std::size_t first = 0, count = 1; first < n; first += count, count += 7) {
        parts.transform(track, first, std::min(count, n - first));
    }
    CHECK(same_bits(whole.s, parts.s));
    CHECK(same_bits(whole.ey, parts.ey));
    CHECK(same_bits(whole.epsi, parts.epsi));
    CHECK(same_bits(whole.heading, parts.heading));
    CHECK(same_bits(whole.curvature, parts.curvature));
    CHECK(same_bits(whole.right, parts.right));
    CHECK(same_bits(whole.left, parts.left));
    CHECK(whole.segment == parts.segment);
    for (std::size_t i = 0; i < n; ++i) {
        const FrenetPose pose =
            track.to_frenet(static_cast<double>(whole.x[i]), static_cast<double>(whole.y[i]),
                            static_cast<double>(whole.psi[i]));
        if (i != 5) {
            CHECK(whole.s[i] == static_cast<TestType>(pose.s));
            CHECK(whole.ey[i] == static_cast<TestType>(pose.ey));
            CHECK(whole.epsi[i] == static_cast<TestType>(pose.epsi));
        }
    }
}

TEST_CASE("positions that are no numbers give NaN and leave their neighbours alone") {
    const Track track = courses::square();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinity = std::numeric_limits<double>::infinity();
    Columns<double> poses(7);
    poses.x = {5.0, nan, 5.0, infinity, -infinity, 1e200, 5.0};
    poses.y = {1.0, 1.0, nan, 1.0, infinity, 1.0, 1.0};
    poses.psi = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, nan};
    poses.transform(track, 0, 7);
    for (const std::size_t i : {1u, 2u, 3u, 4u, 5u}) {
        CHECK(std::isnan(poses.s[i]));
        CHECK(std::isnan(poses.ey[i]));
        CHECK(std::isnan(poses.epsi[i]));
        CHECK(std::isnan(poses.heading[i]));
        CHECK(std::isnan(poses.curvature[i]));
        CHECK(std::isnan(poses.right[i]));
        CHECK(std::isnan(poses.left[i]));
        CHECK(poses.segment[i] == -1);
    }
    for (const std::size_t i : {0u, 6u}) {
        CHECK(poses.s[i] == 5.0);
        CHECK(poses.ey[i] == 1.0);
        CHECK(poses.segment[i] == 0);
    }
    CHECK(poses.epsi[0] == 0.0);
    CHECK(std::isnan(poses.epsi[6]));
    CHECK(std::isnan(track.to_cartesian(nan, 0.0, 0.0).x));
    CHECK(std::isnan(track.to_cartesian(infinity, 0.0, 0.0).psi));
}

TEST_CASE("columns of different size are refused before anything is written") {
    const Track track = courses::square();
    const std::vector<double> three(3, 5.0), two(2, 5.0);
    std::vector<double> s(3, -7.0), ey(3, -7.0), epsi(3, -7.0), short_column(2, -7.0);
    CHECK_THROWS_AS(track.to_frenet(three, two, three, s, ey, epsi), lanewise::Error);
    CHECK_THROWS_AS(track.to_frenet(three, three, three, s, ey, short_column), lanewise::Error);
    CHECK_THROWS_AS(track.to_frenet(three, three, three, s, ey, epsi,
                                    FrenetExtras<double>{.curvature = short_column}),
                    lanewise::Error);
    CHECK_THROWS_AS(track.to_cartesian(three, three, two, s, ey, epsi), lanewise::Error);
    CHECK_THROWS_AS(track.widths_at(three, s, short_column), lanewise::Error);
    CHECK(s == std::vector<double>(3, -7.0));
    CHECK(short_column == std::vector<double>(2, -7.0));
}
