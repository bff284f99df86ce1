#pragma once

#include <lanewise/kernels/export.hpp>
#include <lanewise/physics/collision/physics_material.hpp>
#include <lanewise/physics/collision/shape.hpp>
#include <lanewise/physics/continuous/sweep.hpp>
#include <lanewise/physics/geometry/matrix3.hpp>
#include <lanewise/physics/geometry/quaternion.hpp>
#include <lanewise/physics/geometry/rigid_transform.hpp>
#include <lanewise/physics/geometry/vector3.hpp>
#include <lanewise/physics/rays/mesh_index.hpp>

#include <cstdint>
#include <limits>
#include <memory>
#include <span>

namespace lanewise {

/// A ball or a capsule with its mass and motion. SI units, world frame.
struct SweptBody {
    SweptRound round;          ///< its centre is the centre of mass
    Vec3 velocity;             ///< m/s
    Vec3 spin;                 ///< rad/s
    double mass = 1;           ///< kg
    Mat3 inverse_inertia;      ///< 1/(kg m^2), world axes; zero for a body that never turns
    PhysicsMaterial material;  ///< of its surface
    std::uint32_t number = 0;  ///< the caller's, for the list of impacts
    Quat turn;                 ///< out: by how much it turned, world frame, see `advance`

    friend constexpr bool operator==(const SweptBody&, const SweptBody&) noexcept = default;
};

/// Something that stands still.
struct SweptObstacle {
    const Shape* shape = nullptr;      ///< of any kind
    RigidTransform placed;             ///< shape's frame to world: body's pose times shape's local
    const MeshIndex* index = nullptr;  ///< of a mesh's triangles; null for solids
    std::uint32_t number = 0;          ///< the caller's, for the list of impacts
};

struct SweptSettings {
    /// Slower approaches do not bounce, m/s.
    double bounce_threshold = 1;
    /// Impacts that one body may have within a step, 1 to 1024.
    std::uint32_t impact_limit = 16;
};

/// One push of a body at something else.
struct SweptImpact {
    double time = 0;             ///< s since the step's begin
    double impulse = 0;          ///< N s along the normal, > 0; friction is not in it
    Vec3 point;                  ///< m, between the surfaces
    Vec3 normal;                 ///< unit, towards `body`
    std::uint32_t body = 0;      ///< number of the body that is pushed along the normal
    std::uint32_t other = 0;     ///< number of the obstacle or of the other body
    bool other_moves = false;    ///< true: `other` is a SweptBody, pushed against the normal
    std::uint32_t item = 0;      ///< triangle of a mesh, face of a box or hull, else 0
    std::uint32_t material = 0;  ///< number for the obstacle's Shape::material

    friend constexpr bool operator==(const SweptImpact&, const SweptImpact&) noexcept = default;
};

enum class SweptStatus : std::uint8_t {
    done,
    impact_limit,  ///< a body had more impacts than allowed; nothing was changed
};

namespace detail {
struct SweptFlights;
}

/// Moves bodies through a step, from impact to impact. Between impacts they fly straight at their
/// velocity and turn at their spin; no force acts. Holds the memory that it needs from call to
/// call; one for each thread.
class LANEWISE_API SweptMotion {
public:
    SweptMotion();
    SweptMotion(const SweptMotion&) = delete;
    SweptMotion& operator=(const SweptMotion&) = delete;
    ~SweptMotion();

    /// Advances positions, velocities and spins by `step` seconds. The bodies hit the obstacles and
    /// one another: pass together those that may meet; alone, a body moves by the same bits.
    ///
    /// At an impact with the surface velocity u of the body relative to the other, the normal n and
    /// the mixed material, J_n = -(1 + e) (v.n) m where e counts if v.n <= -bounce_threshold; then
    /// friction with K = 1/m + (r x t).W(r x t) and the inverse inertia W of the step's begin stops
    /// the slip, or pushes by mu J_n against it if that is less. Afterwards v.n is e |v.n| to
    /// rounding. A body that lies on several surfaces without bouncing gets impulses from all of
    /// them at once: the least that keep it from going through any. Between two bodies the masses
    /// add up as usual.
    ///
    /// Events happen in the order of time, then of the first body concerned, an obstacle before
    /// another body; equal hits in the order of obstacles, then of triangles. A body that starts up
    /// to half a radius deep in a surface is swept with a radius reduced by that depth, so that it
    /// does not trip over the edges of what it lies on.
    ///
    /// `turn` is the product of rotation_from_vector(spin * duration) over the pieces of the path,
    /// the first piece on the right: new pose = turn * pose. Callers that turn a body otherwise
    /// need it only if there was an impact that changed the spin.
    ///
    /// The arguments are not checked, see swept_checks.hpp.
    [[nodiscard]] SweptStatus advance(std::span<SweptBody> bodies,
                                      std::span<const SweptObstacle> obstacles, double step,
                                      const SweptSettings& settings = {});

    /// What happened, in the order of time; empty after a failure. Valid until the next `advance`.
    [[nodiscard]] std::span<const SweptImpact> impacts() const noexcept;

    /// Index of the body whose impacts were too many, for the message of a failure.
    [[nodiscard]] std::size_t failed_body() const noexcept;

private:
    std::unique_ptr<detail::SweptFlights> flights_;
};

}  // namespace lanewise
