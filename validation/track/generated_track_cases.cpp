#include "courses.hpp"

#include <catch2/catch.hpp>
#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/track/generated_track.hpp>

#include <limits>

using lanewise::generated_track;
using lanewise::Track;

TEST_CASE("the generated track is a course as described") {
    const Track track = generated_track();
    CHECK(track.length() > 300.0);
    CHECK(track.length() < 500.0);
    CHECK(track.right()[0] == 1.1);
    double sharpest = 0.0;
    double twice_area = 0.0;
    double clearance = 1e9;
    double steepest = 0.0;
    double straight = 0.0;
    for (std::size_t i = 0; i < track.size(); ++i) {
        const std::size_t j = (i + 1) % track.size();
        const double end = j == 0 ? track.length() : track.s()[j];
        CHECK(end - track.s()[i] == Approx(0.4).epsilon(0.02));
        sharpest = std::max(sharpest, std::abs(track.curvature()[i]));
        steepest = std::max(steepest, std::abs(track.curvature()[j] - track.curvature()[i]) / 0.4);
        straight += std::abs(track.curvature()[i]) < 1e-3 ? 0.4 : 0.0;
        twice_area += track.x()[i] * track.y()[j] - track.x()[j] * track.y()[i];
        for (std::size_t k = 0; k < track.size(); ++k) {
            if (std::abs(std::remainder(track.s()[k] - track.s()[i], track.length())) > 15.0) {
                clearance = std::min(clearance, std::hypot(track.x()[k] - track.x()[i],
                                                           track.y()[k] - track.y()[i]));
            }
        }
    }
    CHECK(sharpest < 1.0 / 2.0);
    CHECK(steepest < 0.3);
    CHECK(twice_area > 0.0);  // counter-clockwise
    CHECK(clearance > 4.0);
    CHECK(straight > 100.0);
    CHECK(track.to_frenet(track.x()[0], track.y()[0], 0.0).epsi == Approx(0.0).margin(1e-12));
}

TEST_CASE("the generated track keeps its shape at any spacing") {
    const Track coarse = generated_track({.spacing = 0.5, .half_width = 1.3});
    const Track fine = generated_track({.spacing = 0.05, .half_width = 1.3});
    CHECK(coarse.left()[3] == 1.3);
    CHECK(fine.length() == Approx(coarse.length()).epsilon(2e-3));
    for (std::size_t i = 0; i < coarse.size(); ++i) {
        CHECK(courses::distance(fine, coarse.x()[i], coarse.y()[i]) < 1e-3);
    }
}

TEST_CASE("generated tracks of senseless size are refused") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const double spacing : {0.0, -1.0, 1.5, nan}) {
        CHECK_THROWS_AS(generated_track({.spacing = spacing}), lanewise::Error);
    }
    for (const double half_width : {0.0, -1.0, 2.0, nan}) {
        CHECK_THROWS_AS(generated_track({.half_width = half_width}), lanewise::Error);
    }
}
