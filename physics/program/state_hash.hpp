#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace lanewise::program {

/// FNV-1a over the bits of numbers, in order. All NaN count as one: which sign a NaN gets depends
/// on the order in which the compiler puts the operands, and no result depends on it.
class StateHash {
public:
    template <class Real>
    void add(Real number) {
        using Bits = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;
        const auto bits =
            std::bit_cast<Bits>(number == number ? number : std::numeric_limits<Real>::quiet_NaN());
        for (unsigned shift = 0; shift < 8 * sizeof(Bits); shift += 8)
            hash_ = (hash_ ^ ((bits >> shift) & 0xff)) * 0x100000001b3u;
    }
    [[nodiscard]] std::uint64_t value() const { return hash_; }

private:
    std::uint64_t hash_ = 0xcbf29ce484222325u;
};

}  // namespace lanewise::program
