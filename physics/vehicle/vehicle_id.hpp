#pragma once

#include <compare>
#include <cstdint>
#include <limits>

namespace lanewise {

/// Names a vehicle of a VehicleSystem. A place that is used again after a removal gets another
/// generation, so the id of a removed vehicle is refused. Copies and restored systems keep the ids.
struct VehicleId {
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    std::uint32_t index = none;
    std::uint32_t generation = 0;

    friend constexpr auto operator<=>(const VehicleId&, const VehicleId&) noexcept = default;
};

}  // namespace lanewise
