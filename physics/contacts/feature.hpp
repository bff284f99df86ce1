#pragma once

#include <cstdint>

namespace lanewise::detail {

// Feature numbers of polyhedra: two bits for the kind, 15 for each of two faces, and a corner's
// name of 32 bits that tells the points of one pair apart. Names are those of the edges that meet
// in the corner: even for edges of the incident face, odd for sides of the reference face.

constexpr std::uint32_t corner_name(std::uint32_t edge_in, std::uint32_t edge_out) noexcept {
    return edge_in << 16 | (edge_out & 0xffff);
}

/// The part of a face contact's features that all its points share; the rest is a corner's name.
constexpr std::uint64_t face_names(bool is_second, std::uint32_t reference,
                                   std::uint32_t incident) noexcept {
    return std::uint64_t(is_second ? 1 : 0) << 62 | std::uint64_t(reference & 0x7fff) << 47 |
           std::uint64_t(incident & 0x7fff) << 32;
}
/// Of two edges.
constexpr std::uint64_t edge_names(std::uint32_t a, std::uint32_t b) noexcept {
    return std::uint64_t(2) << 62 | std::uint64_t(a & 0x3fffffff) << 32 | b;
}
/// Of a corner within a face's prism.
constexpr std::uint64_t corner_and_face(std::uint32_t corner, std::uint32_t face) noexcept {
    return std::uint64_t(3) << 62 | std::uint64_t(face & 0x3fffffff) << 32 | corner;
}

}  // namespace lanewise::detail
