#pragma once

#include <lanewise/kernels/export.hpp>
#include <lanewise/physics/geometry/vector3.hpp>

#include <string_view>

namespace lanewise {

/// Settings of a world. The defaults are those of the specification; SI units.
struct WorldOptions {
    Vec3 gravity{0, 0, -9.8};  ///< m/s2
    /// Passes of the contact solver; each takes its share of the step's forces. 0: contacts do
    /// nothing. At most 1000.
    int velocity_iterations = 10;
    int position_iterations = 4;       ///< passes that push overlapping bodies apart, at most 1000
    double contact_margin = 0.02;      ///< m, the largest gap that makes a contact, at most 1
    double slop = 0.005;               ///< m, overlap that is left alone
    double push_factor = 0.2;          ///< share of the other overlap that a step removes, 0 to 1
    double push_speed = 3;             ///< m/s, at most this fast
    double restitution_threshold = 1;  ///< m/s; slower hits do not bounce
    /// Sweeps all dynamic bodies: balls, and capsules that do not turn. Everything else that moves
    /// and collides is refused by the step.
    bool continuous = false;
    int impact_limit = 16;  ///< of one swept body in a step, 1 to 1024

    friend bool operator==(const WorldOptions&, const WorldOptions&) noexcept = default;
};

/// Refuses what the members rule out, NaN among it; `owner` opens the field's name.
LANEWISE_API void require_valid(const WorldOptions& options,
                                std::string_view owner = "WorldOptions");

}  // namespace lanewise
