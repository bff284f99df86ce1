#pragma once

#include <lanewise/physics/json/json_field.hpp>
#include <lanewise/physics/scene/scene.hpp>

#include <cstdint>

namespace lanewise::scene {

/// Reads when something happens: ticks, and times in seconds, of a scene of `ticks` ticks.
struct TickReader {
    double dt = 0;
    std::int64_t ticks = 0;

    static std::int64_t tick(const json::Field& field) { return field.whole(0, k_most_ticks); }
    /// The first tick that starts at a time or after it, to within 1e-9 of a tick: 0.3 s are tick 3
    /// of 0.1 s whatever rounding says.
    [[nodiscard]] std::int64_t tick_at(const json::Field& field) const;
    /// Refuses a tick that is not the scene's.
    [[nodiscard]] std::int64_t in_scene(const json::Field& field, std::int64_t tick) const;
    /// Of `tick` or `time` in the record; 0 without both.
    [[nodiscard]] std::int64_t start(const json::Record& record) const;
};

}  // namespace lanewise::scene
