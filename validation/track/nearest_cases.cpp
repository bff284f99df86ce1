#include "courses.hpp"

#include <catch2/catch.hpp>
#include <lanewise/physics/track/generated_track.hpp>

using lanewise::FrenetPose;
using lanewise::Track;
using lanewise::TrackPoint;

namespace {

/// |ey| must be the distance that a search of all segments finds, and the point at s that far away.
void check_nearest(const Track& track, double x, double y) {
    const double expected = courses::distance(track, x, y);
    const FrenetPose pose = track.to_frenet(x, y, 0.0);
    const TrackPoint foot = track.at(pose.s);
    const double tolerance = 1e-12 * (track.length() + std::abs(x) + std::abs(y));
    const double to_foot = std::sqrt((x - foot.x) * (x - foot.x) + (y - foot.y) * (y - foot.y));
    if (!(std::abs(std::abs(pose.ey) - expected) <= tolerance &&
          std::abs(to_foot - expected) <= tolerance)) {
        CAPTURE(track.size(), x, y, pose.s, pose.ey, to_foot, expected);
        FAIL_CHECK("not the nearest point");
    }
}

void check_track(const Track& track, int samples) {
    std::mt19937 random(5);
    const lanewise::TrackBounds b = track.bounds();
    const double extent = std::max(b.x_max - b.x_min, b.y_max - b.y_min);
    const double centre_x = 0.5 * (b.x_min + b.x_max);
    const double centre_y = 0.5 * (b.y_min + b.y_max);
    std::uniform_real_distribution<double> around(-0.5, 0.5), s(0.0, track.length());
    for (int i = 0; i < samples; ++i) {
        for (const double reach : {1.0, 1.3, 4.0, 1e3}) {
            check_nearest(track, centre_x + reach * extent * around(random),
                          centre_y + reach * extent * around(random));
        }
        // Near the line, and on the line itself.
        const TrackPoint point = track.at(s(random));
        for (const double reach : {0.0, 1e-9, 1e-2, 2.0, 6.0}) {
            check_nearest(track, point.x + reach * around(random),
                          point.y + reach * around(random));
        }
    }
    // Knots, middles of segments, and their surroundings to the last bit.
    for (std::size_t i = 0; i < track.size(); i += std::max<std::size_t>(track.size() / 100, 1)) {
        const double x = track.x()[i];
        const double y = track.y()[i];
        check_nearest(track, x, y);
        check_nearest(track, std::nextafter(x, 1e9), std::nextafter(y, -1e9));
        check_nearest(track, x + 0.3, y);
        check_nearest(track, x, y - 0.3);
    }
    SUCCEED();
}

}  // namespace

TEST_CASE("the nearest point is that of a search of all segments") {
    check_track(courses::square(), 500);
    check_track(courses::circle(3, 10.0), 300);
    check_track(courses::circle(5, 0.01), 300);
    check_track(courses::circle(400, 15.0), 200);
    check_track(courses::circle(37, 1e5), 200);
    check_track(courses::clover(500), 300);
    check_track(courses::clover(1700), 100);
    check_track(courses::figure_eight(64), 300);
    check_track(courses::figure_eight(900), 100);
    check_track(courses::jagged(12), 300);
    check_track(courses::jagged(150), 300);
    check_track(lanewise::generated_track(), 200);
}

TEST_CASE("the nearest point is exact where segments are short against the width") {
    check_track(courses::circle(20000, 15.0), 10);
    check_track(courses::clover(12000), 20);
    check_track(courses::figure_eight(30000), 10);
    check_track(courses::jagged(9000), 20);
    check_track(lanewise::generated_track({.spacing = 0.02}), 20);
}

TEST_CASE("about the centre of a circle any segment may be the nearest") {
    for (const std::size_t n : {7u, 300u, 5000u}) {
        const Track track = courses::circle(n, 10.0);
        for (double r = 1.0; r > 1e-15; r *= 0.1) {
            for (double angle = 0.1; angle < 6.0; angle += 1.0) {
                check_nearest(track, r * std::cos(angle), r * std::sin(angle));
            }
        }
        check_nearest(track, 0.0, 0.0);
    }
}

TEST_CASE("a line that goes there and back is a track") {
    const std::vector<double> x = {0, 10, 20, 10}, y = {0, 0, 0, 0}, width(4, 1.0);
    const Track track = Track::from_points(x, y, width, width);
    CHECK(track.length() == 40.0);
    check_nearest(track, 5.0, 1.0);
    check_nearest(track, 25.0, 1.0);
    CHECK(track.to_frenet(5.0, 1.0, 0.0).s == 5.0);  // the way there is the lower segment
    CHECK(track.to_frenet(5.0, 1.0, 0.0).ey == 1.0);
    CHECK(std::abs(track.to_frenet(25.0, 0.0, 0.0).ey) == 5.0);
    // Where it turns about, the chord between the neighbours is none: the way out counts.
    CHECK(track.heading()[0] == 0.0);
    CHECK(track.heading()[2] == Approx(courses::pi).epsilon(1e-15));
}

TEST_CASE("segments of very different length share a track") {
    std::vector<double> x, y;
    for (int i = 0; i < 200; ++i) {  // half a metre in millimetre steps, then two long sides
        x.push_back(0.0025 * i);
        y.push_back(1e-4 * (i % 2));
    }
    x.insert(x.end(), {200.0, 100.0});
    y.insert(y.end(), {0.0, 150.0});
    const std::vector<double> width(x.size(), 1.0);
    check_track(Track::from_points(x, y, width, width), 300);
}
