#pragma once

#include <lanewise/physics/continuous/nearest.hpp>
#include <lanewise/physics/continuous/sweep.hpp>

#include <cmath>
#include <cstdint>
#include <limits>

namespace lanewise::detail {

/// Errors of sums of a few rounded products stay below this share of the terms' sizes.
inline constexpr double k_sweep_rounding = 32 * std::numeric_limits<double>::epsilon();

/// True if `velocity` goes against the normal by more than rounding. `scale` bounds the components
/// of the terms that made up the velocity.
inline bool approaches(const Vec3& velocity, const Vec3& normal, const Vec3& scale) noexcept {
    return dot(velocity, normal) < -k_sweep_rounding * dot(scale, absolute(normal));
}

/// One motion against many things in turn; keeps the earliest hit, of equal ones the first.
class RoundSweep {
public:
    /// Only hits before `limit` or, when it is more than 1, up to the travel's end count. `scale`
    /// is as for `approaches`.
    RoundSweep(const SweptRound& moving, const Vec3& travel, const Vec3& scale,
               double limit) noexcept;
    RoundSweep(const SweptRound& moving, const Vec3& travel) noexcept
        : RoundSweep(moving, travel, absolute(travel), std::numeric_limits<double>::infinity()) {}

    void meet(const FrontTriangle& triangle, std::uint32_t item) noexcept;
    void meet(const Polyhedron& solid) noexcept;
    /// One face of a solid, as a fan of triangles.
    void meet_face(const Polyhedron& solid, std::uint32_t face) noexcept;
    void meet(const TriangleMesh& mesh, std::uint32_t triangle) noexcept {
        meet(FrontTriangle{mesh.corners(triangle), mesh.normals()[triangle]}, triangle);
    }
    void meet(const SweptRound& still) noexcept;

    /// Its fraction stays at `limit` when nothing was hit before.
    [[nodiscard]] const SweepHit& hit() const noexcept { return hit_; }
    [[nodiscard]] bool has_hit() const noexcept { return found_; }

    /// Where the start was nearest to the surface of anything met that it could touch: the distance
    /// of the axis, the points and the unit normal towards the axis. Well beyond the radius
    /// or infinite when nothing is near.
    [[nodiscard]] const NearestPoints& start() const noexcept { return start_; }
    [[nodiscard]] const Vec3& start_normal() const noexcept { return start_normal_; }

    /// The box that the motion passes, grown by more than rounding.
    [[nodiscard]] Bounds path_bounds() const noexcept;

private:
    /// Notes where the start is nearest; true if it touches there, which decides the hit.
    bool start_touches(const NearestPoints& nearest, const Vec3& fallback) noexcept;
    [[nodiscard]] bool approaches_feature(const Vec3& normal, SweepFeature feature) const noexcept;
    void offer(double fraction, const Vec3& normal, const Vec3& point,
               SweepFeature feature) noexcept;
    [[nodiscard]] bool passes_by(const FrontTriangle& triangle) const noexcept;
    void meet_plane(const Vec3& end, const FrontTriangle& triangle) noexcept;
    void meet_vertex(const Segment& axis, const Vec3& vertex) noexcept;
    void meet_edge(const Segment& axis, const Segment& edge) noexcept;
    void meet_crossing(const Segment& axis, const Segment& edge) noexcept;
    void meet_nearly_parallel(const Segment& axis, const Segment& edge) noexcept;

    Segment axis_;
    bool is_ball_;
    Vec3 travel_;
    Vec3 scale_;
    double half_length_;
    double radius_;      ///< at which the axis touches the thing being met
    double own_radius_;  ///< of what moves
    double speed_;       ///< length of the scale
    double reach_;       ///< largest coordinate of the motion
    double rounding_;    ///< error of distances to the thing being met
    std::uint32_t item_ = 0;
    bool found_ = false;
    SweepHit hit_;
    NearestPoints start_{std::numeric_limits<double>::infinity(), {}, {}, SweepFeature::face};
    Vec3 start_normal_;
};

}  // namespace lanewise::detail
