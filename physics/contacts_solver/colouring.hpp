#pragma once

#include <lanewise/kernels/contacts/arguments.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace lanewise {

/// Order of a step's manifolds for the contact solver: by colours, within which no two manifolds
/// share a body that moves. It follows from the list of pairs alone. Keeps its memory from step to
/// step.
class ContactColouring {
public:
    /// Colours at most; manifolds that find none free are solved one by one after the others.
    static constexpr std::size_t most_colours = 64;

    /// Gives each pair in turn the lowest colour that is free at both bodies. A colour is sorted by
    /// number of points, most first, otherwise in the order of the list.
    /// @param pairs in an order that is the same from run to run, such as by (lower body, higher
    ///              body)
    /// @param moves for each body, 0 where no impulse moves it: such bodies have no colours
    void colour(std::span<const kernels::SolverPair> pairs, std::span<const std::uint8_t> moves);

    /// Numbers of the pairs, colour by colour.
    [[nodiscard]] std::span<const std::uint32_t> order() const noexcept { return order_; }
    /// Ranges of `order`; none is empty.
    [[nodiscard]] std::span<const kernels::SolverColour> colours() const noexcept {
        return colours_;
    }

private:
    std::vector<std::uint64_t> used_;   ///< colours of each body, a bit each
    std::vector<std::uint8_t> colour_;  ///< of each pair
    std::vector<std::uint32_t> order_;
    std::vector<kernels::SolverColour> colours_;
};

}  // namespace lanewise
