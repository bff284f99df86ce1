#include "scene.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <bit>
#include <set>

using namespace lanewise;
using namespace lanewise::test;

namespace {

/// Checks what every colouring promises.
void check(const ContactColouring& colouring, const std::vector<kernels::SolverPair>& pairs,
           const std::vector<std::uint8_t>& moves) {
    const auto order = colouring.order();
    const std::set<std::uint32_t> different(order.begin(), order.end());
    REQUIRE(order.size() == pairs.size());
    REQUIRE(different.size() == pairs.size());
    CHECK((pairs.empty() || *different.rbegin() == pairs.size() - 1));
    std::uint32_t next = 0;
    for (const kernels::SolverColour& colour : colouring.colours()) {
        CHECK(colour.first == next);
        CHECK(colour.last > colour.first);
        next = colour.last;
        CHECK((!colour.one_by_one || colour.last == pairs.size()));
        std::set<std::uint32_t> bodies;
        for (std::uint32_t i = colour.first; i < colour.last && !colour.one_by_one; ++i) {
            const kernels::SolverPair& pair = pairs[order[i]];
            for (const std::uint32_t body : {pair.a, pair.b})
                if (moves[body] != 0) CHECK(bodies.insert(body).second);
            if (i > colour.first) {
                const kernels::SolverPair& before = pairs[order[i - 1]];
                CHECK(before.count >= pair.count);
                CHECK((before.count > pair.count || order[i - 1] < order[i]));
            }
        }
    }
    CHECK(next == pairs.size());
}

}  // namespace

TEST_CASE("no two manifolds of a colour share a moving body", "[contact_solver][colouring]") {
    ContactColouring colouring;
    for (const std::size_t manifolds : {0u, 1u, 50u, 1000u}) {
        const ContactScene scene = random_scene(100, manifolds, 61);
        colouring.colour(scene.pairs, scene.moves());
        check(colouring, scene.pairs, scene.moves());
        // The list alone decides, not what was coloured before.
        ContactColouring fresh;
        fresh.colour(scene.pairs, scene.moves());
        CHECK(std::ranges::equal(fresh.order(), colouring.order()));
        CHECK(fresh.colours().size() == colouring.colours().size());
    }
}

TEST_CASE("bodies that do not move need no colours", "[contact_solver][colouring]") {
    std::vector<kernels::SolverPair> pairs;
    for (std::uint32_t i = 1; i <= 500; ++i) pairs.push_back({0, i, 4});
    std::vector<std::uint8_t> moves(501, 1);
    moves[0] = 0;
    ContactColouring colouring;
    colouring.colour(pairs, moves);
    CHECK(colouring.colours().size() == 1);
    check(colouring, pairs, moves);
}

TEST_CASE("each pair takes the lowest free colour", "[contact_solver][colouring]") {
    // A chain of three links and a side branch: 0-1 and 2-3 first, then 1-2, then 1-4.
    const std::vector<kernels::SolverPair> pairs = {{0, 1, 1}, {1, 2, 1}, {1, 4, 1}, {2, 3, 1}};
    ContactColouring colouring;
    colouring.colour(pairs, std::vector<std::uint8_t>(5, 1));
    CHECK(std::vector<std::uint32_t>(colouring.order().begin(), colouring.order().end()) ==
          std::vector<std::uint32_t>{0, 3, 1, 2});
    CHECK(colouring.colours().size() == 3);
}

TEST_CASE("what finds no colour comes last, one by one", "[contact_solver][colouring]") {
    std::vector<kernels::SolverPair> pairs;
    for (std::uint32_t i = 1; i <= 100; ++i) pairs.push_back({0, i, 1 + i % 4});
    const std::vector<std::uint8_t> moves(101, 1);
    ContactColouring colouring;
    colouring.colour(pairs, moves);
    check(colouring, pairs, moves);
    REQUIRE(colouring.colours().size() == 65);
    CHECK(colouring.colours().back().one_by_one);
    for (std::uint32_t i = 64; i < 100; ++i) CHECK(colouring.order()[i] == i);
}
