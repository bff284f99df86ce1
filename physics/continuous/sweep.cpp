#include <lanewise/physics/continuous/round_sweep.hpp>
#include <lanewise/physics/continuous/swept_frame.hpp>

#include <algorithm>
#include <cmath>

namespace lanewise {

namespace {

using detail::FrontTriangle;
using detail::RoundSweep;

/// False for a triangle without a plane, by TriangleMesh's rule.
bool find_front(const std::array<Vec3, 3>& c, FrontTriangle& triangle) noexcept {
    const Vec3 sides[3] = {c[1] - c[0], c[2] - c[1], c[0] - c[2]};
    const double squares[3] = {norm_squared(sides[0]), norm_squared(sides[1]),
                               norm_squared(sides[2])};
    // From the corner between the two shorter sides, the cross product cancels least.
    const std::size_t longest = static_cast<std::size_t>(
        std::max_element(std::begin(squares), std::end(squares)) - std::begin(squares));
    const Vec3 area = cross(sides[(longest + 1) % 3], sides[(longest + 2) % 3]);
    const double size = norm(area);
    if (!(size > TriangleMesh::thinnest_triangle * squares[longest])) return false;
    triangle = {c, area / size};
    return true;
}

SweepHit found(const RoundSweep& sweep) noexcept {
    return sweep.has_hit() ? sweep.hit() : SweepHit{};
}

SweepHit found(const RoundSweep& sweep, const RigidTransform& placed) noexcept {
    return sweep.has_hit() ? detail::moved_out(sweep.hit(), placed) : SweepHit{};
}

}  // namespace

SweepHit sweep(const SweptRound& moving, const Vec3& travel,
               std::span<const std::array<Vec3, 3>> triangles) noexcept {
    RoundSweep sweep(moving, travel);
    FrontTriangle triangle;
    for (std::size_t i = 0; i < triangles.size(); ++i)
        if (find_front(triangles[i], triangle)) sweep.meet(triangle, static_cast<std::uint32_t>(i));
    return found(sweep);
}

SweepHit sweep(const SweptRound& moving, const Vec3& travel,
               const std::array<Vec3, 3>& corners) noexcept {
    return sweep(moving, travel, std::span(&corners, 1));
}

SweepHit sweep(const SweptRound& moving, const Vec3& travel, const SweptRound& still) noexcept {
    RoundSweep sweep(moving, travel);
    sweep.meet(still);
    return found(sweep);
}

SweepHit sweep(const SweptRound& moving, const Vec3& travel, const Polyhedron& solid,
               const RigidTransform& placed) noexcept {
    RoundSweep sweep = detail::sweep_in_frame(moving, travel, placed);
    sweep.meet(solid);
    return found(sweep, placed);
}

SweepHit sweep(const SweptRound& moving, const Vec3& travel, const MeshIndex& index,
               const RigidTransform& placed, std::vector<std::uint32_t>& scratch) {
    RoundSweep sweep = detail::sweep_in_frame(moving, travel, placed);
    detail::meet_near(sweep, index, scratch);
    return found(sweep, placed);
}

SweepHit sweep_every_triangle(const SweptRound& moving, const Vec3& travel,
                              const TriangleMesh& mesh, const RigidTransform& placed) noexcept {
    RoundSweep sweep = detail::sweep_in_frame(moving, travel, placed);
    for (std::uint32_t t = 0; t < mesh.size(); ++t) sweep.meet(mesh, t);
    return found(sweep, placed);
}

}  // namespace lanewise
