#include <catch2/catch.hpp>
#include <lanewise/physics/racing/random.hpp>

#include <set>

using lanewise::EpisodeDraw;
using lanewise::philox4x32;
using lanewise::random_words;
using lanewise::unit_interval;

using Words = std::array<std::uint32_t, 4>;

// The known answers that come with the generator's publication (Random123, kat_vectors).
static_assert(philox4x32({0, 0, 0, 0}, {0, 0}) ==
              Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
static_assert(philox4x32({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
                         {0xffffffff, 0xffffffff}) ==
              Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
static_assert(philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
                         {0xa4093822, 0x299f31d0}) ==
              Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});

TEST_CASE("Philox gives its known answers at run time", "[random]") {
    Words counter = {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344};
    std::array<std::uint32_t, 2> key = {0xa4093822, 0x299f31d0};
    CHECK(philox4x32(counter, key) == Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("Every part of a draw changes its words", "[random]") {
    std::set<Words> seen;
    for (const std::uint64_t seed : {0ull, 1ull, 1ull << 32, 1ull << 63})
        for (const std::uint32_t environment : {0u, 1u, 0xffffffffu})
            for (const std::uint64_t episode : {0ull, 1ull, 1ull << 32})
                for (const std::uint32_t stream : {0u, 1u})
                    seen.insert(random_words({seed, environment, episode, stream}));
    CHECK(seen.size() == 4 * 3 * 3 * 2);
    CHECK(
        random_words(
            {.seed = 0x0000000200000001, .environment = 3, .episode = 0x500000004, .stream = 6}) ==
        philox4x32({3, 4, 5, 6}, {1, 2}));
}

TEST_CASE("Numbers of the unit interval are multiples of 2^-53 below 1", "[random]") {
    CHECK(unit_interval(0, 0) == 0.0);
    CHECK(unit_interval(0, 0x7ff) == 0.0);
    CHECK(unit_interval(0, 0x800) == 0x1p-53);
    CHECK(unit_interval(0x80000000, 0) == 0.5);
    CHECK(unit_interval(0xffffffff, 0xffffffff) == 1.0 - 0x1p-53);
}
