#pragma once

#include <lanewise/physics/continuous/round_sweep.hpp>
#include <lanewise/physics/geometry/rigid_transform.hpp>

#include <limits>
#include <vector>

namespace lanewise::detail {

inline SweptRound moved_in(const SweptRound& round, const RigidTransform& placed) noexcept {
    return {transform_point_back(placed, round.centre),
            transform_direction_back(placed, round.half_axis), round.radius};
}

inline SweepHit moved_out(SweepHit hit, const RigidTransform& placed) noexcept {
    hit.normal = transform_direction(placed, hit.normal);
    hit.point = transform_point(placed, hit.point);
    return hit;
}

/// A sweep seen from the frame that `placed` takes to the one of its arguments.
inline RoundSweep sweep_in_frame(const SweptRound& moving, const Vec3& travel,
                                 const RigidTransform& placed) noexcept {
    const Vec3 inside = transform_direction_back(placed, travel);
    // A turned component is a sum of all three, and has their rounding.
    const double length = norm(travel);
    const Vec3 scale = placed.rotation == Quat{} ? absolute(inside) : Vec3{length, length, length};
    return {moved_in(moving, placed), inside, scale, std::numeric_limits<double>::infinity()};
}

/// Meets the triangles whose bounds the path's bounds touch, in ascending order.
inline void meet_near(RoundSweep& sweep, const MeshIndex& index,
                      std::vector<std::uint32_t>& scratch) {
    scratch.clear();
    index.find(sweep.path_bounds(), scratch);
    for (const std::uint32_t t : scratch) sweep.meet(index.mesh(), t);
}

}  // namespace lanewise::detail
