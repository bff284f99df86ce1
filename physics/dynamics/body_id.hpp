#pragma once

#include <compare>
#include <cstdint>
#include <limits>

namespace lanewise {

/// Names a body of a world. A place that is used again after a removal gets another generation, so
/// the id of a removed body is refused. Copies and restored worlds keep the ids.
struct BodyId {
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    std::uint32_t index = none;
    std::uint32_t generation = 0;

    friend constexpr auto operator<=>(const BodyId&, const BodyId&) noexcept = default;
};

/// What moves a body: nothing, its own velocity, or forces and contacts.
enum class BodyKind : std::uint8_t { static_body, kinematic, dynamic };

}  // namespace lanewise
