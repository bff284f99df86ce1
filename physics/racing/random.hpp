#pragma once

#include <array>
#include <cstdint>

namespace lanewise {

/// Four words of the Philox4x32-10 generator: a pure function of counter and key, so that numbers
/// depend on what they are for and not on how many were drawn before.
///
/// Source: Salmon et al., Parallel Random Numbers: As Easy as 1, 2, 3 (2011).
[[nodiscard]] constexpr std::array<std::uint32_t, 4> philox4x32(
    std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key) noexcept {
    constexpr std::uint64_t first = 0xD2511F53, second = 0xCD9E8D57;
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t a = first * counter[0];
        const std::uint64_t b = second * counter[2];
        counter = {static_cast<std::uint32_t>(b >> 32) ^ counter[1] ^ key[0],
                   static_cast<std::uint32_t>(b),
                   static_cast<std::uint32_t>(a >> 32) ^ counter[3] ^ key[1],
                   static_cast<std::uint32_t>(a)};
        key = {key[0] + 0x9E3779B9u, key[1] + 0xBB67AE85u};
    }
    return counter;
}

/// What the random numbers of an episode are for; the stream keeps uses apart.
struct EpisodeDraw {
    std::uint64_t seed = 0;
    std::uint32_t environment = 0;
    std::uint64_t episode = 0;
    std::uint32_t stream = 0;  ///< 0: the spawn
};

/// The words of one draw.
[[nodiscard]] constexpr std::array<std::uint32_t, 4> random_words(
    const EpisodeDraw& draw) noexcept {
    const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
    return philox4x32({draw.environment, low(draw.episode), low(draw.episode >> 32), draw.stream},
                      {low(draw.seed), low(draw.seed >> 32)});
}

/// A multiple of 2^-53 in [0, 1) from two words.
[[nodiscard]] constexpr double unit_interval(std::uint32_t high, std::uint32_t low) noexcept {
    const std::uint64_t bits = (static_cast<std::uint64_t>(high) << 32 | low) >> 11;
    return static_cast<double>(bits) * 0x1p-53;
}

}  // namespace lanewise
