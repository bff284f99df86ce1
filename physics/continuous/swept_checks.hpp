#pragma once

#include <lanewise/kernels/export.hpp>
#include <lanewise/physics/collision/triangle_mesh.hpp>
#include <lanewise/physics/continuous/swept_motion.hpp>

#include <cstdint>
#include <string_view>
#include <vector>

/// \file
/// What the continuous motion accepts. All functions throw lanewise::Error and change nothing;
/// `owner` opens the field's name. Call them for everything that takes part before anything moves.

namespace lanewise {

/// The range in which positions, distances and fractions are exact enough in binary64.
struct SweptLimits {
    static constexpr double least_radius = 1e-4;            ///< m
    static constexpr double most_radius = 1e4;              ///< m
    static constexpr double most_half_length = 1e4;         ///< m, of a capsule
    static constexpr double most_coordinate = 1e6;          ///< m
    static constexpr double most_coordinate_radii = 65536;  ///< coordinates, in radii
    static constexpr double most_reach_radii = 0x1p20;    ///< reach and triangle extents, in radii
    static constexpr double thinnest_triangle = 0x1p-20;  ///< |cross| / longest edge^2
    static constexpr double rotation_slack = 1e-5;        ///< of a quaternion's squared norm from 1
    static constexpr std::uint32_t most_impacts = 1024;
};

/// Refuses thresholds that are not finite and >= 0 and impact limits outside 1 to 1024.
LANEWISE_API void require_sweepable(const SweptSettings& settings,
                                    std::string_view owner = "SweptSettings");

/// How far a body can get within a step, from its centre, m: its own size, and the distance at the
/// speed that it has when all its energy is in its translation; impacts only take energy away.
/// Infinite or NaN when that cannot be said.
[[nodiscard]] LANEWISE_API double reach_of(const SweptBody& body, double step) noexcept;

/// Refuses a step that is not finite and > 0; what is not finite; radii, half lengths, coordinates
/// and reaches outside SweptLimits; a mass <= 0; an inverse inertia that is not exactly symmetric
/// and either positive definite or zero; a capsule with another inverse inertia than zero (it would
/// turn); a spin of what cannot turn; a bad material.
LANEWISE_API void require_sweepable(const SweptBody& body, double step,
                                    std::string_view owner = "SweptBody");

/// Refuses triangles thinner than SweptLimits::thinnest_triangle and degenerate ones, even though
/// the mesh dropped them; all of the mesh, which makes it a check for once per mesh.
LANEWISE_API void require_sweepable(const TriangleMesh& mesh,
                                    std::string_view owner = "TriangleMesh");

/// Refuses a missing shape, a mesh without the index of its triangles, and a pose that is not
/// finite, whose rotation is not a unit quaternion or whose coordinates are outside SweptLimits.
/// The rotation must be a unit to rounding for exact results: normalize it.
LANEWISE_API void require_sweepable(const SweptObstacle& obstacle,
                                    std::string_view owner = "SweptObstacle");

/// Refuses triangles of a mesh within the body's reach, and faces of a solid, that are longer than
/// SweptLimits::most_reach_radii of the body's radii. Both must have been accepted. `scratch` is
/// overwritten.
LANEWISE_API void require_sweepable_near(const SweptBody& body, double step,
                                         const SweptObstacle& obstacle,
                                         std::vector<std::uint32_t>& scratch,
                                         std::string_view owner = "SweptObstacle");

}  // namespace lanewise
