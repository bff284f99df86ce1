#pragma once

#include <lanewise/kernels/export.hpp>
#include <lanewise/physics/collision/shape.hpp>
#include <lanewise/physics/dynamics/body_id.hpp>
#include <lanewise/physics/geometry/bounds.hpp>
#include <lanewise/physics/geometry/matrix3.hpp>
#include <lanewise/physics/geometry/rigid_transform.hpp>

namespace lanewise {

namespace detail {
struct WorldData;
}

/// A body of a world, to read. Made by PhysicsWorld::body; valid until the body is removed or the
/// world goes. SI units, world frame where nothing else is said.
class LANEWISE_API BodyView {
public:
    [[nodiscard]] BodyId id() const noexcept { return id_; }
    [[nodiscard]] BodyKind kind() const;
    [[nodiscard]] const Shape& shape() const;
    [[nodiscard]] bool collides() const;
    [[nodiscard]] bool is_continuous() const;

    /// Body's frame to world.
    [[nodiscard]] const RigidTransform& pose() const;
    /// Of the centre of mass, m/s.
    [[nodiscard]] const Vec3& linear_velocity() const;
    [[nodiscard]] const Vec3& angular_velocity() const;
    /// Of the point of the body that is at `point` now.
    [[nodiscard]] Vec3 velocity_at(const Vec3& point) const;
    /// Accumulated for the next step, N and N m about the centre of mass.
    [[nodiscard]] const Vec3& force() const;
    [[nodiscard]] const Vec3& torque() const;

    /// kg; 0 unless the body is dynamic, as are the inverses.
    [[nodiscard]] double mass() const;
    [[nodiscard]] double inverse_mass() const;
    /// Centre of mass in the body's frame and in the world.
    [[nodiscard]] const Vec3& centre_of_mass() const;
    [[nodiscard]] Vec3 world_centre_of_mass() const;
    /// Inverse inertia about the centre of mass, body's axes and world's axes.
    [[nodiscard]] Mat3 inverse_inertia() const;
    [[nodiscard]] Mat3 world_inverse_inertia() const;
    [[nodiscard]] double linear_damping() const;
    [[nodiscard]] double angular_damping() const;
    [[nodiscard]] double gravity_scale() const;

    /// m v, I w about the centre of mass, and m v^2 / 2 + w I w / 2. Zero unless dynamic; axes
    /// without response carry no angular momentum.
    [[nodiscard]] Vec3 linear_momentum() const;
    [[nodiscard]] Vec3 angular_momentum() const;
    [[nodiscard]] double kinetic_energy() const;

    /// Box around the shape, without margin. Refuses a mesh body.
    [[nodiscard]] Bounds bounds() const;

protected:
    friend class PhysicsWorld;
    BodyView(detail::WorldData* world, BodyId id) noexcept : world_(world), id_(id) {}
    /// The body's place; refuses a removed body.
    [[nodiscard]] std::size_t slot() const;

    detail::WorldData* world_;
    BodyId id_;
};

/// A body of a world, to read and to change. Every function refuses what is not finite, and changes
/// nothing then.
class LANEWISE_API Body : public BodyView {
public:
    /// Rotations must be unit quaternions within 1e-5 in their squared norm and are normalized.
    void set_pose(const RigidTransform& pose);
    /// Refused for static bodies.
    void set_linear_velocity(const Vec3& velocity);
    void set_angular_velocity(const Vec3& velocity);

    /// Forces act through the next step and are gone after it. Static and kinematic bodies take
    /// them and do not move.
    void add_force(const Vec3& force);
    void add_force_at(const Vec3& force, const Vec3& point);
    void add_torque(const Vec3& torque);
    /// Change the velocity at once; nothing happens to bodies that are not dynamic.
    void apply_impulse(const Vec3& impulse);
    void apply_impulse_at(const Vec3& impulse, const Vec3& point);
    void apply_angular_impulse(const Vec3& impulse);

    /// A static body stops; a kinematic one keeps its velocity. Mass, inertia and centre of mass
    /// come back when a body turns dynamic again; refused for bodies that were never dynamic.
    void set_kind(BodyKind kind);
    void set_collides(bool collides);
    void set_continuous(bool continuous);
    void set_gravity_scale(double scale);
    void set_linear_damping(double damping);
    void set_angular_damping(double damping);

    /// The following are refused while a body is not dynamic.
    /// Scales the inertia with the mass.
    void set_mass(double mass);
    void set_centre_of_mass(const Vec3& centre);
    /// kg m2 about the centre of mass, body's axes; symmetric, positive definite.
    void set_inertia(const Mat3& inertia);
    /// Any finite matrix: zero rows and columns lock axes. Unless it is symmetric and positive
    /// definite the body turns at constant world angular velocity.
    void set_inverse_inertia(const Mat3& inverse);
    /// No spin about this axis of the body (0, 1, 2) from now on. Undone by set_inertia.
    void lock_axis(int axis);

    /// Places the shape in the body's frame. A dynamic body gets the centre and inertia of the
    /// moved solid; refused for a body that was dynamic and is not now.
    void set_shape_pose(const RigidTransform& local);
    void set_material(const PhysicsMaterial& material, std::uint32_t number = 0);

private:
    friend class PhysicsWorld;
    Body(detail::WorldData* world, BodyId id) noexcept : BodyView(world, id) {}
};

}  // namespace lanewise
