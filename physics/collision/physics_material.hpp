#pragma once

#include <lanewise/kernels/export.hpp>

#include <cmath>
#include <string_view>

namespace lanewise {

/// How a surface rubs and bounces.
struct PhysicsMaterial {
    double friction = 0.6;   ///< Coulomb coefficient, finite and >= 0
    double restitution = 0;  ///< share of the approach speed given back, 0 to 1

    friend constexpr bool operator==(const PhysicsMaterial&,
                                     const PhysicsMaterial&) noexcept = default;
};

/// Refuses a friction that is not finite and >= 0 and a restitution outside [0, 1]; `owner` opens
/// the field's name.
LANEWISE_API void require_valid(const PhysicsMaterial& material,
                                std::string_view owner = "PhysicsMaterial");

/// The material of a contact: friction sqrt(f1 f2), restitution max(e1, e2).
inline PhysicsMaterial mixed(const PhysicsMaterial& a, const PhysicsMaterial& b) noexcept {
    return {std::sqrt(a.friction * b.friction),
            a.restitution > b.restitution ? a.restitution : b.restitution};
}

}  // namespace lanewise
