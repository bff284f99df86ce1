#include <lanewise/physics/contacts_solver/colouring.hpp>

#include <array>
#include <bit>
#include <cassert>

namespace lanewise {

namespace {

constexpr std::uint32_t k_most_points = 4;
constexpr std::size_t k_buckets = (ContactColouring::most_colours + 1) * k_most_points;

/// Colours follow each other, in each the pairs with most points come first. The manifolds without
/// a colour stay as they are in the list.
std::size_t bucket(std::uint8_t colour, std::uint32_t count) {
    const bool has_colour = colour < ContactColouring::most_colours;
    return colour * k_most_points + (has_colour ? k_most_points - count : 0);
}

}  // namespace

void ContactColouring::colour(std::span<const kernels::SolverPair> pairs,
                              std::span<const std::uint8_t> moves) {
    used_.assign(moves.size(), 0);
    colour_.resize(pairs.size());
    order_.resize(pairs.size());
    colours_.clear();
    std::array<std::uint32_t, k_buckets> start = {};

    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const kernels::SolverPair& pair = pairs[i];
        assert(pair.a < moves.size() && pair.b < moves.size() && pair.a != pair.b);
        assert(pair.count >= 1 && pair.count <= k_most_points);
        const bool a_moves = moves[pair.a] != 0, b_moves = moves[pair.b] != 0;
        const std::uint64_t taken = (a_moves ? used_[pair.a] : 0) | (b_moves ? used_[pair.b] : 0);
        const int colour = std::countr_one(taken);
        if (static_cast<std::size_t>(colour) < most_colours) {
            if (a_moves) used_[pair.a] |= std::uint64_t(1) << colour;
            if (b_moves) used_[pair.b] |= std::uint64_t(1) << colour;
        }
        colour_[i] = static_cast<std::uint8_t>(colour);
        ++start[bucket(colour_[i], pair.count)];
    }

    std::uint32_t at = 0;
    for (std::size_t c = 0; c <= most_colours; ++c) {
        const std::uint32_t first = at;
        for (std::size_t b = c * k_most_points; b < (c + 1) * k_most_points; ++b) {
            const std::uint32_t size = start[b];
            start[b] = at;
            at += size;
        }
        if (at > first) colours_.push_back({first, at, c == most_colours});
    }
    for (std::size_t i = 0; i < pairs.size(); ++i)
        order_[start[bucket(colour_[i], pairs[i].count)]++] = static_cast<std::uint32_t>(i);
}

}  // namespace lanewise
