#include "races.hpp"

#include <catch2/catch.hpp>
#include <lanewise/physics/racing/collisions.hpp>

#include <algorithm>
#include <array>

using namespace races;
using lanewise::find_touching;
using lanewise::OrientedRectangle;
using lanewise::RectangleColumns;
using lanewise::touching;

namespace {

using Corner = std::array<long double, 2>;

std::array<Corner, 4> corners(const OrientedRectangle& r) {
    const long double c = std::cos(static_cast<long double>(r.psi));
    const long double s = std::sin(static_cast<long double>(r.psi));
    std::array<Corner, 4> all;
    const int sign[4][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    for (std::size_t k = 0; k < 4; ++k) {
        const long double along = sign[k][0] * r.half_length, across = sign[k][1] * r.half_width;
        all[k] = {r.x + along * c - across * s, r.y + along * s + across * c};
    }
    return all;
}

/// The widest gap between the shadows of both on the normal of any side; negative when they meet.
long double gap(const OrientedRectangle& a, const OrientedRectangle& b) {
    const auto of_a = corners(a), of_b = corners(b);
    long double widest = -1e30L;
    for (const auto& owner : {of_a, of_b})
        for (std::size_t k = 0; k < 4; ++k) {
            const Corner &p = owner[k], &q = owner[(k + 1) % 4];
            const long double size = std::hypot(q[0] - p[0], q[1] - p[1]);
            const Corner normal = {(q[1] - p[1]) / size, (p[0] - q[0]) / size};
            long double low[2] = {1e30L, 1e30L}, high[2] = {-1e30L, -1e30L};
            for (const auto& [shape, i] : {std::pair(of_a, 0), {of_b, 1}})
                for (const Corner& corner : shape) {
                    const long double at = normal[0] * corner[0] + normal[1] * corner[1];
                    low[i] = std::min(low[i], at);
                    high[i] = std::max(high[i], at);
                }
            widest = std::max({widest, low[0] - high[1], low[1] - high[0]});
        }
    return widest;
}

OrientedRectangle random_rectangle(std::mt19937& bits, double area) {
    std::uniform_real_distribution<double> at(0.0, area), turn(-pi, pi), side(0.05, 0.5);
    return {at(bits), at(bits), turn(bits), side(bits), side(bits)};
}

}  // namespace

TEST_CASE("Rectangles that touch collide", "[rectangles]") {
    const OrientedRectangle car{0.0, 0.0, 0.0, 2.0, 1.0};
    struct Case {
        OrientedRectangle other;
        bool touches;
    };
    const double ulp = 0x1p-50;
    const double diagonal = std::sqrt(0.5);
    for (const Case& c : {
             Case{{4.0, 0.0, 0.0, 2.0, 1.0}, true},               // side to side
             {{4.0 + ulp, 0.0, 0.0, 2.0, 1.0}, false},            //
             {{0.0, 2.0, 0.0, 2.0, 1.0}, true},                   //
             {{0.0, -2.0 - ulp, 0.0, 2.0, 1.0}, false},           //
             {{4.0, 2.0, 0.0, 2.0, 1.0}, true},                   // corner to corner
             {{-4.0, 2.0, 0.0, 2.0, 1.0}, true},                  //
             {{4.0 + ulp, 2.0, 0.0, 2.0, 1.0}, false},            //
             {{3.9, 1.9, 0.0, 2.0, 1.0}, true},                   //
             {{2.0 + 0.999999, 0.0, 0.5 * pi, 2.0, 1.0}, true},   // crosswise
             {{2.0 + 1.000001, 0.0, 0.5 * pi, 2.0, 1.0}, false},  //
             {{2.0 + 2.0 * diagonal - 1e-9, 0.0, 0.25 * pi, 1.0, 1.0}, true},
             {{2.0 + 2.0 * diagonal + 1e-9, 0.0, 0.25 * pi, 1.0, 1.0}, false},
             {{2.0 + diagonal - 1e-9, 1.0 + diagonal - 1e-9, 0.25 * pi, 1.0, 1.0}, true},
             {{2.0 + diagonal + 1e-9, 1.0 + diagonal + 1e-9, 0.25 * pi, 1.0, 1.0}, false},
             {{0.0, 0.0, 1.0, 0.1, 0.1}, true},           // inside
             {{0.0, 0.0, 0.0, 2.0, 1.0}, true},           // the same
             {{2.05, 1.05, -0.25 * pi, 2.0, 0.1}, true},  // across the corner
             {{2.2, 1.2, -0.25 * pi, 2.0, 0.1}, false},   // beyond it, circles meeting
         }) {
        CAPTURE(c.other.x, c.other.y, c.other.psi);
        CHECK(touching(car, c.other) == c.touches);
        CHECK(touching(c.other, car) == c.touches);
    }
    const double nan = std::nan("");
    CHECK_FALSE(touching(car, {nan, 0.0, 0.0, 2.0, 1.0}));
    CHECK_FALSE(touching(car, {0.0, 0.0, nan, 2.0, 1.0}));
    CHECK_FALSE(touching(car, {HUGE_VAL, 0.0, 0.0, 2.0, 1.0}));
}

TEST_CASE("Random rectangles agree with their corners' shadows", "[rectangles]") {
    std::mt19937 bits(5);
    int touches = 0;
    for (int k = 0; k < 100'000; ++k) {
        const OrientedRectangle a = random_rectangle(bits, 1.0), b = random_rectangle(bits, 1.0);
        const long double distance = gap(a, b);
        if (std::abs(distance) < 1e-15L) continue;
        REQUIRE(touching(a, b) == (distance < 0));
        REQUIRE(touching(b, a) == (distance < 0));
        touches += distance < 0;
    }
    CHECK(touches > 20'000);
    CHECK(touches < 80'000);
}

TEMPLATE_TEST_CASE("Many rectangles agree with all pairs", "[rectangles]", float, double) {
    std::mt19937 bits(11);
    for (const std::size_t n : {1u, 2u, 7u, 12u, 13u, 60u, 4096u}) {
        // About one in two touches another.
        const double area = 1.2 * std::sqrt(static_cast<double>(n));
        std::vector<TestType> x, y, psi, half_length, half_width;
        std::vector<OrientedRectangle> all;
        const bool shared = n % 2 == 0;
        for (std::size_t i = 0; i < n; ++i) {
            OrientedRectangle r = random_rectangle(bits, area);
            if (shared) r.half_length = 0.29, r.half_width = 0.155;
            x.push_back(static_cast<TestType>(r.x - 0.5 * area));
            y.push_back(static_cast<TestType>(r.y));
            psi.push_back(static_cast<TestType>(r.psi));
            half_length.push_back(static_cast<TestType>(r.half_length));
            half_width.push_back(static_cast<TestType>(r.half_width));
            const auto wide = [](const auto& column) { return static_cast<double>(column.back()); };
            all.push_back({wide(x), wide(y), wide(psi), wide(half_length), wide(half_width)});
        }
        if (shared) half_length.resize(1), half_width.resize(1);
        std::vector<std::uint8_t> touched(n);
        find_touching<TestType>({x, y, psi, half_length, half_width}, touched);

        std::vector<long double> nearest(n, 1.0L);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = i + 1; j < n; ++j) {
                if (std::hypot(all[i].x - all[j].x, all[i].y - all[j].y) > 1.5) continue;
                const long double distance = gap(all[i], all[j]);
                nearest[i] = std::min(nearest[i], distance);
                nearest[j] = std::min(nearest[j], distance);
            }
        const long double doubt = std::is_same_v<TestType, float> ? 2e-5L : 1e-13L;
        std::size_t doubtful = 0, hit = 0;
        for (std::size_t i = 0; i < n; ++i) {
            doubtful += std::abs(nearest[i]) < doubt;
            hit += touched[i];
            if (std::abs(nearest[i]) >= doubt) REQUIRE(touched[i] == (nearest[i] < 0));
        }
        CAPTURE(n, doubtful, hit);
        CHECK(doubtful <= n / 500);
        if (n > 1000) CHECK(hit > n / 4);
        if (n > 1000) CHECK(hit < n * 3 / 4);

        // A pair has the same bits wherever it is looked for.
        if (n != 60) continue;
        std::vector<std::uint8_t> by_pairs(n);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = i + 1; j < n; ++j) {
                const std::array<TestType, 2> px = {x[i], x[j]}, py = {y[i], y[j]},
                                              turn = {psi[i], psi[j]};
                std::array<std::uint8_t, 2> both = {};
                find_touching<TestType>({px, py, turn, half_length, half_width}, both);
                by_pairs[i] |= both[0];
                by_pairs[j] |= both[1];
            }
        CHECK(by_pairs == touched);
    }
}

TEST_CASE("Heaps, far places and bad numbers do not confuse the grid", "[rectangles]") {
    const std::size_t n = 4096;
    std::vector<double> x(n, 3.0), y(n, -2.0), psi(n, 0.3);
    const std::vector<double> half_length = {0.29}, half_width = {0.155};
    const auto find = [&] {
        std::vector<std::uint8_t> touched(n);
        find_touching<double>({x, y, psi, half_length, half_width}, touched);
        return touched;
    };
    CHECK(find() == std::vector<std::uint8_t>(n, 1));

    for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<double>(i);
    CHECK(find() == std::vector<std::uint8_t>(n, 0));

    x[0] = std::nan("");
    x[1] = HUGE_VAL;
    x[2] = 1e300;
    x[3] = 1e300;
    x[4] = -1e300;
    x[5] = x[6];
    psi[6] = HUGE_VAL;
    x[7] = x[8];
    std::vector<std::uint8_t> expected(n, 0);
    for (const std::size_t i : {2u, 3u, 7u, 8u}) expected[i] = 1;
    CHECK(find() == expected);
}

TEST_CASE("Flags that are set stay", "[rectangles]") {
    const std::vector<float> x = {0, 10, 10.1f}, y(3), psi(3), half_length = {0.3f},
                             half_width = {0.1f};
    std::vector<std::uint8_t> touched = {1, 0, 0};
    find_touching<float>({x, y, psi, half_length, half_width}, touched);
    CHECK(touched == std::vector<std::uint8_t>{1, 1, 1});
}

TEST_CASE("4096 agents in one environment collide as all pairs say", "[rectangles]") {
    const std::size_t n = 4096;
    lanewise::SingleTrackEnv env(
        circle(150.0, 1000, 10.0),
        {.agents = n, .edge_collisions = false, .observe_others = false, .auto_reset = false});
    std::mt19937 bits(2);
    std::uniform_real_distribution<double> angle(0.0, 2.0 * pi), radius(145.0, 155.0),
        turn(-pi, pi);
    std::vector<SingleTrackState> states;
    for (std::size_t i = 0; i < n; ++i) {
        const double a = angle(bits), r = radius(bits);
        states.push_back({.x = r * std::cos(a), .y = r * std::sin(a), .psi = turn(bits)});
    }
    place(env, states);
    CHECK(std::ranges::count(env.collisions(), 0) == static_cast<long>(n));
    coast(env);
    const auto z = env.state();
    std::size_t hit = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const auto at = [&](std::size_t k) {
            return OrientedRectangle{static_cast<double>(z.x[k]), static_cast<double>(z.y[k]),
                                     static_cast<double>(z.psi[k]), 0.29, 0.155};
        };
        long double nearest = 1.0L;
        for (std::size_t j = 0; j < n; ++j)
            if (j != i && std::hypot(z.x[i] - z.x[j], z.y[i] - z.y[j]) < 0.7f)
                nearest = std::min(nearest, gap(at(i), at(j)));
        hit += env.collisions()[i];
        if (std::abs(nearest) > 1e-4L)
            REQUIRE(env.collisions()[i] ==
                    (nearest < 0 ? lanewise::single_track_collision::agent : 0));
    }
    CHECK(hit > 500);
    CHECK(hit < 3500);
}
