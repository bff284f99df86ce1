// Random sweeps against distances in extended precision.

#include "reference.hpp"

#include <catch2/catch.hpp>

using namespace lanewise;
using test::Random;
using test::Wide;

namespace {

struct Trial {
    SweptRound moving;
    Vec3 travel;
    std::array<Vec3, 3> corners;
};

Vec3 front_of(const std::array<Vec3, 3>& c) {
    return cross(c[1] - c[0], c[2] - c[0]);
}

/// Coordinates on a coarse grid make edges, axes and travels parallel and square to one another.
Vec3 snapped(const Vec3& v) {
    return {std::round(4 * v.x) / 4, std::round(4 * v.y) / 4, std::round(4 * v.z) / 4};
}

Trial random_trial(Random& random, bool capsule, bool on_grid) {
    const auto place = [&](double half) {
        const Vec3 v = random.in_cube(half);
        return on_grid ? snapped(v) : v;
    };
    Trial t;
    do {
        t.corners = {place(2), place(2), place(2)};
    } while (norm(front_of(t.corners)) < 0.1);
    t.moving.radius = random.between(0.05, 0.8);
    t.moving.centre = place(3);
    if (capsule) t.moving.half_axis = place(1);
    // Most start in front and fly somewhere near.
    const Vec3 front = front_of(t.corners);
    if (dot(front, t.moving.centre - t.corners[0]) < 0 && random.below(8) > 0)
        std::swap(t.corners[0], t.corners[1]);
    const Vec3 middle = (t.corners[0] + t.corners[1] + t.corners[2]) / 3;
    const Vec3 aim = middle + place(1.5);
    t.travel = random.between(0.5, 2) * (aim - t.moving.centre);
    if (on_grid) t.travel = snapped(t.travel);
    return t;
}

/// The part of the axis in front of the triangle's plane; false when there is none.
bool front_part(const Trial& t, Wide& start, Wide& along) {
    const Wide n =
        test::wide_cross(Wide(t.corners[1]) - t.corners[0], Wide(t.corners[2]) - t.corners[0]);
    start = Wide(t.moving.centre) - t.moving.half_axis;
    along = 2 * Wide(t.moving.half_axis);
    const long double a = n * (start - t.corners[0]), b = n * (start + along - t.corners[0]);
    if (a < 0 && b < 0) return false;
    if (a < 0) {
        start = start + (a / (a - b)) * along;
        along = (b / (b - a)) * along;
    } else if (b < 0) {
        along = (a / (a - b)) * along;
    }
    return true;
}

struct Tally {
    int hits = 0, misses = 0, unsure = 0;
    int features[5] = {};
    long double worst_gap = 0, worst_point = 0, worst_axis = 0, worst_normal = 0;
};

void judge(const Trial& t, Tally& tally) {
    const SweepHit hit = sweep(t.moving, t.travel, t.corners);
    Wide start = t.moving.centre, along = t.moving.centre;
    if (!front_part(t, start, along)) {
        REQUIRE_FALSE(hit);
        ++tally.misses;
        return;
    }
    const auto distance = [&](long double time) {
        return test::distance_to_triangle(start + time * Wide(t.travel), along, t.corners);
    };
    const long double r = t.moving.radius;
    const test::FirstTouch touch = test::first_touch(distance, r);
    constexpr long double unsure = 1e-12L;
    // An axis on the triangle itself has no nearest direction.
    if (distance(0) < unsure || std::fabs(touch.least - r) < unsure ||
        std::fabs(distance(0) - r) < unsure) {
        ++tally.unsure;
        return;
    }
    CAPTURE(double(touch.least - r), double(touch.least_at), double(distance(0) - r), hit.fraction);
    REQUIRE(static_cast<bool>(hit) ==
            (touch.least < r && (distance(0) > r || touch.least < distance(0) - unsure)));
    if (!hit) {
        ++tally.misses;
        return;
    }
    ++tally.hits;
    ++tally.features[static_cast<int>(hit.feature)];
    tally.worst_normal = std::max<long double>(tally.worst_normal, std::fabs(norm(hit.normal) - 1));
    tally.worst_point =
        std::max(tally.worst_point, test::distance_to_triangle(hit.point, t.corners));
    if (distance(0) < r) {
        REQUIRE(hit.fraction == 0);
        return;
    }
    // Before the least distance there is one time only at which the distance is r.
    REQUIRE(hit.fraction <= touch.least_at);
    tally.worst_gap = std::max(tally.worst_gap, std::fabs(distance(hit.fraction) - r));
    const Wide axis_point = Wide(hit.point) + r * Wide(hit.normal);
    const Wide here = start + static_cast<long double>(hit.fraction) * Wide(t.travel);
    tally.worst_axis =
        std::max(tally.worst_axis, test::distance_to_segment(axis_point, here, here + along));
}

}  // namespace

TEST_CASE("sweeps of balls touch when extended precision says so") {
    const bool on_grid = GENERATE(false, true);
    Random random(on_grid ? 11 : 12);
    Tally tally;
    for (int i = 0; i < 2500; ++i) judge(random_trial(random, false, on_grid), tally);
    CAPTURE(on_grid, tally.unsure);
    CHECK(tally.hits > 500);
    CHECK(tally.misses > 500);
    CHECK(tally.unsure < (on_grid ? 400 : 5));
    for (const int kind : {0, 1, 2}) CHECK(tally.features[kind] > 50);
    CHECK(tally.worst_gap < 2e-15L);
    CHECK(tally.worst_point < 2e-15L);
    CHECK(tally.worst_axis < 2e-15L);
    CHECK(tally.worst_normal < 4e-16L);
}

TEST_CASE("sweeps of capsules touch when extended precision says so") {
    const bool on_grid = GENERATE(false, true);
    Random random(on_grid ? 21 : 22);
    Tally tally;
    for (int i = 0; i < 400; ++i) judge(random_trial(random, true, on_grid), tally);
    CAPTURE(on_grid, tally.unsure);
    CHECK(tally.hits > 100);
    CHECK(tally.misses > 100);
    for (const int kind : {0, 1, 2, 3, 4}) CHECK(tally.features[kind] > 5);
    CHECK(tally.worst_gap < 2e-15L);
    CHECK(tally.worst_point < 2e-15L);
    CHECK(tally.worst_axis < 2e-15L);
    CHECK(tally.worst_normal < 4e-16L);
}
