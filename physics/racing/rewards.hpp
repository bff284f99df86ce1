#pragma once

#include <lanewise/kernels/export.hpp>

#include <string>
#include <string_view>

namespace lanewise {

/// The terms that make up a reward, each summed for its own agent.
struct RewardTerms {
    bool time = false;      ///< minus the duration of the control step [s]
    bool progress = false;  ///< signed progress along the centre line [m]
    bool alive = false;     ///< -1 in every step that leaves the agent with a collision flag

    bool operator==(const RewardTerms&) const = default;
};

/// Reads names joined by `+`, such as "progress+alive". @throws Error, naming `field`, for an empty
/// text, an unknown name or one that comes twice.
[[nodiscard]] LANEWISE_API RewardTerms parse_rewards(std::string_view text,
                                                     std::string_view field = "rewards");

/// The names of the terms in the order time, progress, alive, joined by `+`.
[[nodiscard]] LANEWISE_API std::string to_string(const RewardTerms& terms);

}  // namespace lanewise
