#pragma once

#include <lanewise/kernels/export.hpp>
#include <lanewise/physics/dynamics/body.hpp>
#include <lanewise/physics/dynamics/body_options.hpp>
#include <lanewise/physics/dynamics/collision_event.hpp>
#include <lanewise/physics/dynamics/world_options.hpp>
#include <lanewise/physics/rays/ray.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace lanewise {

namespace detail {
struct WorldAccess;
}

/// Where a ray meets a world.
struct WorldHit {
    BodyId body;                                                ///< index `none`: nothing was hit
    Vec3 point;                                                 ///< m
    Vec3 normal;                                                ///< unit, outward
    double distance = std::numeric_limits<double>::infinity();  ///< m
    PhysicsMaterial material;                                   ///< of the surface
    std::uint32_t triangle = RayHit::none;                      ///< of a mesh

    [[nodiscard]] constexpr explicit operator bool() const noexcept {
        return body.index != BodyId::none;
    }
    friend constexpr bool operator==(const WorldHit&, const WorldHit&) noexcept = default;
};

/// Bodies that a ray passes through.
struct RayFilter {
    BodyId ignore{};  ///< none by default
};

/// A contact of the last step, as the solver left it.
struct WorldContact {
    BodyId a, b;
    Vec3 point;                 ///< m, at the start of the step
    Vec3 normal;                ///< unit, from a to b
    double depth = 0;           ///< m, at the start of the step; < 0: a gap
    double normal_impulse = 0;  ///< N s, of the whole step
};

/// Rigid bodies, their contacts, and rays. Frame: x forward, y right, z up (left-handed as CARLA's;
/// the algebra does not care); SI units; binary64.
///
/// A step: forces change velocities; moving shapes are paired; contact points are found; sequential
/// impulses with Coulomb friction in a cone; restitution; push of overlapping bodies; motion.
/// Equal calls give equal bits, whatever other worlds and threads do. A copy is a fork: it goes on
/// by itself with the same bits. Not to be changed and read by several threads at once; several
/// threads may read.
class LANEWISE_API PhysicsWorld {
public:
    PhysicsWorld();
    /// @throws Error for what require_valid(WorldOptions) refuses.
    explicit PhysicsWorld(const WorldOptions& options);
    PhysicsWorld(const PhysicsWorld& other);
    PhysicsWorld(PhysicsWorld&& other) noexcept;
    PhysicsWorld& operator=(const PhysicsWorld& other);
    PhysicsWorld& operator=(PhysicsWorld&& other) noexcept;
    ~PhysicsWorld();

    [[nodiscard]] const WorldOptions& options() const noexcept;
    void set_options(const WorldOptions& options);

    /// @throws Error for what require_valid(BodyOptions) refuses.
    BodyId add_body(const BodyOptions& options);
    /// A static mesh at the origin or at a pose.
    BodyId add_static_mesh(std::shared_ptr<const TriangleMesh> mesh,
                           const PhysicsMaterial& material = {}, const RigidTransform& pose = {});
    void remove(BodyId id);
    [[nodiscard]] bool contains(BodyId id) const noexcept;
    /// Number of bodies.
    [[nodiscard]] std::size_t size() const noexcept;
    /// All bodies, ascending.
    [[nodiscard]] std::vector<BodyId> bodies() const;
    /// @throws Error for ids of removed or unknown bodies.
    [[nodiscard]] Body body(BodyId id);
    [[nodiscard]] BodyView body(BodyId id) const;

    /// Advances by h seconds. Refuses h that is not finite and > 0. When a state leaves the range
    /// of binary64 the step is refused with the body's name; the world is as before, pending forces
    /// included.
    void step(double h);
    /// The same for many worlds at once: faster than one after the other when they are small, with
    /// the same bits. A world named twice is refused. Worlds whose step fails keep their state; the
    /// first failure is thrown after all others have stepped.
    /// @param max_threads 0: all of the machine
    static void step(std::span<PhysicsWorld* const> worlds, double h, int max_threads = 0);

    /// Of the last step, by (body, other).
    [[nodiscard]] std::span<const CollisionEvent> events() const noexcept;
    /// Contact points of the last step, those with a gap included.
    [[nodiscard]] std::size_t contact_count() const noexcept;
    [[nodiscard]] std::vector<WorldContact> contacts() const;

    /// The nearest body on a ray; meshes are hit from their front, solids where the ray enters.
    /// Ties go to the body with the lower index.
    /// @throws Error for what require_valid(Ray) refuses.
    [[nodiscard]] WorldHit raycast(const Ray& ray, const RayFilter& filter = {}) const;
    /// Hit i is the one of ray i; nothing is written when something is refused.
    void raycast(std::span<const Ray> rays, std::span<WorldHit> hits,
                 const RayFilter& filter = {}) const;

    /// Everything that decides how the world goes on, contacts' memory included, in bytes. Meshes
    /// and hulls are not in it: a world to restore into must have the same bodies' shapes.
    [[nodiscard]] std::vector<std::byte> snapshot() const;
    /// @throws Error for bytes that are not a snapshot of a world with these shapes; the world
    ///         keeps its state then.
    void restore(std::span<const std::byte> bytes);
    /// Of the state of all bodies; equal for equal bits.
    [[nodiscard]] std::uint64_t state_hash() const noexcept;

private:
    friend struct detail::WorldAccess;
    std::unique_ptr<detail::WorldData> data_;
};

}  // namespace lanewise
