#include <lanewise/physics/scene/tick_reader.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lanewise::scene {

std::int64_t TickReader::tick_at(const json::Field& field) const {
    constexpr double k_slack = 1e-9;
    const double given = field.not_negative() / dt;
    const double nearest = std::round(given);
    const bool is_start = std::fabs(given - nearest) <= k_slack * std::max(1.0, given);
    const double found = is_start ? nearest : std::ceil(given);
    return found < k_most_ticks ? static_cast<std::int64_t>(found) : k_most_ticks;
}

std::int64_t TickReader::in_scene(const json::Field& field, std::int64_t tick) const {
    if (tick >= ticks)
        field.refuse(fmt::format("must be before the end, {} ticks of {} s", ticks, dt));
    return tick;
}

std::int64_t TickReader::start(const json::Record& record) const {
    record.refuse_both("tick", "time");
    if (const auto given = record.find("tick")) return in_scene(*given, tick(*given));
    if (const auto time = record.find("time")) return in_scene(*time, tick_at(*time));
    return 0;
}

}  // namespace lanewise::scene
