#include "courses.hpp"

#include <catch2/catch.hpp>
#include <lanewise/kernels/error.hpp>

#include <limits>

using courses::pi;
using lanewise::Track;
using lanewise::TrackPoint;

TEST_CASE("a circle's curvature is one over its radius, signed by the turn") {
    for (const bool clockwise : {false, true}) {
        const std::size_t n = 500;
        const double radius = 8.0;
        const double sense = clockwise ? -1.0 : 1.0;
        const Track track = courses::circle(n, radius, clockwise);
        const double step = 2.0 * pi / static_cast<double>(n);
        const double chord = 2.0 * radius * std::sin(step / 2.0);
        for (std::size_t i = 0; i < n; ++i) {
            // Headings turn by `step` a chord; the chord falls short of the arc by step^2 / 24.
            CHECK(track.curvature()[i] == Approx(sense * step / chord).epsilon(1e-11));
            CHECK(track.curvature()[i] == Approx(sense / radius).epsilon(step * step / 23.0));
            CHECK(std::abs(std::remainder(
                      track.heading()[i] - sense * (pi / 2 + step * static_cast<double>(i)),
                      2.0 * pi)) < 1e-13);
        }
        CHECK(track.at(0.37 * track.length()).curvature ==
              Approx(sense * step / chord).epsilon(1e-11));
    }
}

TEST_CASE("a straight has no curvature, and it is linear between knots") {
    std::vector<double> x, y;
    for (int i = 0; i < 50; ++i) {
        x.push_back(i);
        y.push_back(0.0);
    }
    x.push_back(25.0);
    y.push_back(30.0);
    const std::vector<double> width(x.size(), 1.0);
    const Track track = Track::from_points(x, y, width, width);
    for (std::size_t i = 2; i < 48; ++i) {
        CHECK(track.curvature()[i] == 0.0);
        CHECK(track.heading()[i] == 0.0);
    }
    const double at_knot = track.curvature()[48];
    // The neighbours' headings are 0 and that of the chord from knot 48 to the apex.
    CHECK(at_knot == Approx(std::atan2(30.0, 25.0 - 48.0) / 2.0).epsilon(1e-14));
    CHECK(track.at(47.25).curvature == Approx(0.25 * at_knot).epsilon(1e-14));
    CHECK(track.at(47.75).curvature == Approx(0.75 * at_knot).epsilon(1e-14));
}

TEST_CASE("widths are linear between knots, across the seam too") {
    const std::vector<double> x = {0, 10, 10, 0}, y = {0, 0, 10, 10};
    const std::vector<double> right = {1.0, 2.0, 0.0, 3.0}, left = {4.0, 1.0, 1.5, 2.0};
    const Track track = Track::from_points(x, y, right, left);
    CHECK(track.widths_at(0.0).right == 1.0);
    CHECK(track.widths_at(2.5).right == 1.25);
    CHECK(track.widths_at(2.5).left == 3.25);
    CHECK(track.widths_at(15.0).right == 1.0);
    CHECK(track.widths_at(35.0).right == 2.0);
    CHECK(track.widths_at(35.0 - 80.0).left == 3.0);
    CHECK(track.at(37.5).widths.left == 3.5);

    const std::vector<float> s = {2.5f, 35.0f, std::numeric_limits<float>::infinity()};
    std::vector<float> right_column(3), left_column(3);
    track.widths_at(s, right_column, left_column);
    CHECK(right_column[0] == 1.25f);
    CHECK(left_column[1] == 3.0f);
    CHECK(std::isnan(right_column[2]));

    CHECK(track.is_inside(2.5, 3.25));
    CHECK(track.is_inside(2.5, -1.25));
    CHECK_FALSE(track.is_inside(2.5, 3.2500001));
    CHECK_FALSE(track.is_inside(2.5, -1.2500001));
    CHECK_FALSE(track.is_inside(2.5, std::numeric_limits<double>::quiet_NaN()));
    CHECK_FALSE(track.is_inside(std::numeric_limits<double>::quiet_NaN(), 0.0));
}

TEST_CASE("extras of a transform are those of the arclength") {
    const std::vector<double> x = {0, 10, 10, 0}, y = {0, 0, 10, 10};
    const std::vector<double> right = {1.0, 2.0, 0.0, 3.0}, left = {4.0, 1.0, 1.5, 2.0};
    const Track track = Track::from_points(x, y, right, left);
    const std::vector<double> px = {2.5, 11.0, 0.5, -1.0}, py = {1.0, 11.0, 6.0, -1.0}, psi(4, 0.0);
    std::vector<double> s(4), ey(4), epsi(4), heading(4), curvature(4), right_at(4), left_at(4);
    std::vector<std::int32_t> segment(4);
    track.to_frenet(px, py, psi, s, ey, epsi, {heading, curvature, right_at, left_at, segment});
    for (std::size_t i = 0; i < 4; ++i) {
        const TrackPoint point = track.at(s[i]);
        CHECK(heading[i] == point.heading);
        CHECK(curvature[i] == point.curvature);
        CHECK(right_at[i] == point.widths.right);
        CHECK(left_at[i] == point.widths.left);
    }
    CHECK(segment == std::vector<std::int32_t>{0, 2, 3, 0});
}

TEST_CASE("arclengths and bounds are those of the polygon") {
    const Track track = courses::square();
    CHECK(std::vector<double>(track.s().begin(), track.s().end()) ==
          std::vector<double>{0.0, 10.0, 20.0, 30.0});
    CHECK(track.bounds().x_min == 0.0);
    CHECK(track.bounds().y_max == 10.0);
    CHECK(track.speed().empty());
}

TEST_CASE("knots at very uneven distances are found by their arclength") {
    std::vector<double> x, y;
    for (int i = 0; i < 300; ++i) {
        x.push_back(1e-6 * i);
        y.push_back(0.0);
    }
    x.insert(x.end(), {100.0, 50.0});
    y.insert(y.end(), {0.0, 80.0});
    const std::vector<double> width(x.size(), 1.0);
    const Track track = Track::from_points(x, y, width, width);
    for (std::size_t i = 0; i < track.size(); ++i) {
        CHECK(track.at(track.s()[i]).x == x[i]);
        CHECK(track.at(track.s()[i]).y == y[i]);
    }
    CHECK(track.at(2.5e-6).x == Approx(2.5e-6).epsilon(1e-13));
}

TEST_CASE("points that make no track are refused by name") {
    struct Refused {
        std::vector<double> x, y, right, left;
        const char* field;
    };
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinity = std::numeric_limits<double>::infinity();
    const Refused table[] = {
        {{}, {}, {}, {}, "Track"},
        {{0, 1}, {0, 0}, {1, 1}, {1, 1}, "Track"},
        {{0, 1, 0}, {0, 0, 0}, {1, 1, 1}, {1, 1, 1}, "Track"},
        {{0, 1, 0, 1}, {0, 0, 0, 0}, {1, 1, 1, 1}, {1, 1, 1, 1}, "Track"},
        {{0, 1, 1}, {0, 0, 1}, {1, 1}, {1, 1, 1}, "Track.right"},
        {{0, 1, 1}, {0, 0}, {1, 1, 1}, {1, 1, 1}, "Track.y"},
        {{0, 1, nan}, {0, 0, 1}, {1, 1, 1}, {1, 1, 1}, "Track.x[2]"},
        {{0, 1, 1}, {0, infinity, 1}, {1, 1, 1}, {1, 1, 1}, "Track.y[1]"},
        {{0, 1e8, 1}, {0, 0, 1}, {1, 1, 1}, {1, 1, 1}, "Track.x[1]"},
        {{0, 1, 1}, {0, 0, 1}, {1, -0.1, 1}, {1, 1, 1}, "Track.right[1]"},
        {{0, 1, 1}, {0, 0, 1}, {1, 1, 1}, {nan, 1, 1}, "Track.left[0]"},
        {{0, 1, 1, 1}, {0, 0, 0, 1}, {1, 1, 1, 1}, {1, 1, 1, 1}, "Track[2]"},
        {{0, 1, 1, 0, 0}, {0, 0, 1, 0, 0}, {1, 1, 1, 1, 1}, {1, 1, 1, 1, 1}, "Track[4]"},
    };
    for (const Refused& refused : table) {
        CAPTURE(refused.field);
        try {
            (void)Track::from_points(refused.x, refused.y, refused.right, refused.left);
            FAIL_CHECK("accepted");
        } catch (const lanewise::Error& error) {
            CHECK(error.field() == refused.field);
        }
    }
}

TEST_CASE("a closing point that repeats the first is dropped") {
    const std::vector<double> x = {0, 1, 1, 0}, y = {0, 0, 1, 0}, width(4, 1.0);
    const Track track = Track::from_points(x, y, width, width);
    CHECK(track.size() == 3);
    CHECK(track.length() == Approx(2.0 + std::sqrt(2.0)).epsilon(1e-15));
}
