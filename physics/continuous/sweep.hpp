#pragma once

#include <lanewise/kernels/export.hpp>
#include <lanewise/physics/collision/polyhedron.hpp>
#include <lanewise/physics/collision/triangle_mesh.hpp>
#include <lanewise/physics/geometry/rigid_transform.hpp>
#include <lanewise/physics/geometry/vector3.hpp>
#include <lanewise/physics/rays/mesh_index.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

/// \file
/// When does something round that moves straight, without turning, first touch something that
/// stands still?
///
/// Lengths are metres, in one frame for all arguments of a call unless a pose says otherwise. The
/// functions check nothing: see swept_checks.hpp for the range in which they are exact to rounding.
///
/// Each point of the axis (of a ball: the centre) is the centre of a ball of its own, and a
/// triangle is solid for those that start in front of it or on its plane. A ball that starts behind
/// a triangle passes it, a capsule that starts astride is caught by its front part only.
///
/// A start in touch, overlapping or not, is a hit at fraction 0 if the motion approaches the
/// nearest point and none at all otherwise: two convex sets that do not approach never will. A path
/// that grazes an edge or a vertex, to rounding, does not hit it; one that ends in touch, to
/// rounding, does.

namespace lanewise {

/// A ball, or a capsule when its half axis is not zero.
struct SweptRound {
    Vec3 centre;        ///< m
    Vec3 half_axis;     ///< m, from the centre to one end of the capsule's segment
    double radius = 0;  ///< m, > 0

    friend constexpr bool operator==(const SweptRound&, const SweptRound&) noexcept = default;
};

/// Which parts meet.
enum class SweepFeature : std::uint8_t {
    face,         ///< ball or end of a capsule, and a face
    edge,         ///< ball or end of a capsule, and an edge (or another capsule's side)
    vertex,       ///< ball or end of a capsule, and a vertex (or another ball)
    side_edge,    ///< side of a capsule, and an edge (or another capsule's side)
    side_vertex,  ///< side of a capsule, and a vertex (or another ball)
};

/// The first touch of a sweep.
struct SweepHit {
    /// Share of the travel, in [0, 1]; infinite: nothing was hit.
    double fraction = std::numeric_limits<double>::infinity();
    Vec3 normal;  ///< unit, from what was hit to what moves
    Vec3 point;   ///< m, on the surface of what was hit
    SweepFeature feature = SweepFeature::face;
    std::uint32_t item = 0;  ///< number of the triangle in its list or mesh, of a solid's face

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return fraction <= 1; }
    friend constexpr bool operator==(const SweepHit&, const SweepHit&) noexcept = default;
};

/// Sweeps against a triangle that is solid from the side where (b - a) x (c - a) points. One
/// without a plane, as TriangleMesh drops them, is never hit.
[[nodiscard]] LANEWISE_API SweepHit sweep(const SweptRound& moving, const Vec3& travel,
                                          const std::array<Vec3, 3>& corners) noexcept;

/// The earliest hit of several triangles; of equal ones the first in the list.
[[nodiscard]] LANEWISE_API SweepHit sweep(const SweptRound& moving, const Vec3& travel,
                                          std::span<const std::array<Vec3, 3>> triangles) noexcept;

/// Sweeps against another ball or capsule, solid from all sides. When both move, `travel` is the
/// difference of their travels, and the point holds for `still` where it starts.
[[nodiscard]] LANEWISE_API SweepHit sweep(const SweptRound& moving, const Vec3& travel,
                                          const SweptRound& still) noexcept;

/// Sweeps against a box or a hull, `placed` its frame in that of `moving`: its faces as one-sided
/// polygons, so that what starts inside gets out freely.
[[nodiscard]] LANEWISE_API SweepHit sweep(const SweptRound& moving, const Vec3& travel,
                                          const Polyhedron& solid,
                                          const RigidTransform& placed = {}) noexcept;

/// Sweeps against the triangles of a mesh near the path. `scratch` is overwritten; its memory is
/// kept for the next call. Equal to `sweep_every_triangle` to the bit.
[[nodiscard]] LANEWISE_API SweepHit sweep(const SweptRound& moving, const Vec3& travel,
                                          const MeshIndex& index, const RigidTransform& placed,
                                          std::vector<std::uint32_t>& scratch);

/// Sweeps against all triangles of a mesh.
[[nodiscard]] LANEWISE_API SweepHit
sweep_every_triangle(const SweptRound& moving, const Vec3& travel, const TriangleMesh& mesh,
                     const RigidTransform& placed = {}) noexcept;

}  // namespace lanewise
