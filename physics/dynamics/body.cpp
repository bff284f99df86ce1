#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/dynamics/body.hpp>
#include <lanewise/physics/dynamics/body_checks.hpp>
#include <lanewise/physics/dynamics/world_data.hpp>

#include <fmt/format.h>

namespace lanewise {
namespace {

using detail::require_finite_vector;

/// Refuses a sum that left the range of binary64.
Vec3 checked_sum(const char* field, const Vec3& a, const Vec3& b) {
    const Vec3 sum = a + b;
    require_finite_vector(field, sum);
    return sum;
}

void require_dynamic(const detail::BodyTraits& traits, const char* field) {
    if (!traits.is_dynamic()) refuse(field, "not dynamic", "can be changed only on a dynamic body");
}

}  // namespace

void Body::set_pose(const RigidTransform& pose) {
    const std::size_t place = slot();
    detail::require_pose("Body.pose", pose);
    world_->pose[place] = detail::normalized_pose(pose);
    world_->changed(place);
}

void Body::set_linear_velocity(const Vec3& velocity) {
    const std::size_t place = slot();
    require_finite_vector("Body.linear_velocity", velocity);
    if (world_->traits[place].kind == BodyKind::static_body)
        refuse("Body.linear_velocity", norm(velocity), "cannot be set on a static body");
    world_->motion[place].velocity = velocity;
}

void Body::set_angular_velocity(const Vec3& velocity) {
    const std::size_t place = slot();
    require_finite_vector("Body.angular_velocity", velocity);
    if (world_->traits[place].kind == BodyKind::static_body)
        refuse("Body.angular_velocity", norm(velocity), "cannot be set on a static body");
    world_->motion[place].spin = velocity;
}

void Body::add_force(const Vec3& force) {
    const std::size_t place = slot();
    require_finite_vector("Body.force", force);
    Vec3& sum = world_->load[place].force;
    sum = checked_sum("Body.force", sum, force);
    world_->is_loaded = true;
}

void Body::add_force_at(const Vec3& force, const Vec3& point) {
    const std::size_t place = slot();
    require_finite_vector("Body.force", force);
    require_finite_vector("Body.point", point);
    detail::BodyLoad& load = world_->load[place];
    const Vec3 sum = checked_sum("Body.force", load.force, force);
    const Vec3 arm = point - world_->world_centre(place);
    load.torque = checked_sum("Body.torque", load.torque, cross(arm, force));
    load.force = sum;
    world_->is_loaded = true;
}

void Body::add_torque(const Vec3& torque) {
    const std::size_t place = slot();
    require_finite_vector("Body.torque", torque);
    Vec3& sum = world_->load[place].torque;
    sum = checked_sum("Body.torque", sum, torque);
    world_->is_loaded = true;
}

void Body::apply_impulse(const Vec3& impulse) {
    const std::size_t place = slot();
    require_finite_vector("Body.impulse", impulse);
    Vec3& v = world_->motion[place].velocity;
    v = checked_sum("Body.linear_velocity", v, world_->inverse_mass(place) * impulse);
}

void Body::apply_impulse_at(const Vec3& impulse, const Vec3& point) {
    const std::size_t place = slot();
    require_finite_vector("Body.impulse", impulse);
    require_finite_vector("Body.point", point);
    detail::BodyMotion& m = world_->motion[place];
    const Vec3 arm = point - world_->world_centre(place);
    const Vec3 turn = world_->world_inverse_inertia(place) * cross(arm, impulse);
    const Vec3 v =
        checked_sum("Body.linear_velocity", m.velocity, world_->inverse_mass(place) * impulse);
    m.spin = checked_sum("Body.angular_velocity", m.spin, turn);
    m.velocity = v;
}

void Body::apply_angular_impulse(const Vec3& impulse) {
    const std::size_t place = slot();
    require_finite_vector("Body.angular_impulse", impulse);
    Vec3& w = world_->motion[place].spin;
    w = checked_sum("Body.angular_velocity", w, world_->world_inverse_inertia(place) * impulse);
}

void Body::set_kind(BodyKind kind) {
    const std::size_t place = slot();
    detail::BodyTraits& traits = world_->traits[place];
    if (static_cast<int>(kind) > static_cast<int>(BodyKind::dynamic))
        refuse("Body.kind", static_cast<int>(kind), "must be static_body, kinematic or dynamic");
    if (kind == BodyKind::dynamic && !traits.born_dynamic)
        refuse("Body.kind", "dynamic", "must be static_body or kinematic for a body without mass");
    traits.kind = kind;
    if (kind == BodyKind::static_body) world_->motion[place] = {};
    world_->changed(place);
    world_->statics_changed = true;
}

void Body::set_collides(bool collides) {
    const std::size_t place = slot();
    world_->traits[place].collides = collides;
    world_->changed(place);
}

void Body::set_continuous(bool continuous) {
    world_->traits[slot()].continuous = continuous;
}

void Body::set_gravity_scale(double scale) {
    const std::size_t place = slot();
    require_finite("Body.gravity_scale", scale);
    world_->traits[place].gravity_scale = scale;
}

void Body::set_linear_damping(double damping) {
    const std::size_t place = slot();
    require_not_negative("Body.linear_damping", damping);
    world_->traits[place].linear_damping = damping;
}

void Body::set_angular_damping(double damping) {
    const std::size_t place = slot();
    require_not_negative("Body.angular_damping", damping);
    world_->traits[place].angular_damping = damping;
}

void Body::set_mass(double mass) {
    const std::size_t place = slot();
    require_dynamic(world_->traits[place], "Body.mass");
    detail::require_mass("Body.mass", mass);
    const detail::BodyMass& m = world_->mass[place];
    const Mat3 inverse_inertia = m.inverse_inertia * (m.mass / mass);
    if (!is_finite(inverse_inertia)) refuse("Body.mass", mass, "must leave the inertia finite");
    world_->set_mass(place, mass, m.centre, inverse_inertia);
}

void Body::set_centre_of_mass(const Vec3& centre) {
    const std::size_t place = slot();
    require_dynamic(world_->traits[place], "Body.centre_of_mass");
    require_finite_vector("Body.centre_of_mass", centre);
    world_->mass[place].centre = centre;
}

void Body::set_inertia(const Mat3& inertia) {
    const std::size_t place = slot();
    require_dynamic(world_->traits[place], "Body.inertia");
    detail::require_inertia("Body.inertia", inertia);
    const detail::BodyMass& m = world_->mass[place];
    world_->set_mass(place, m.mass, m.centre, inverse_symmetric(inertia));
}

void Body::set_inverse_inertia(const Mat3& inverse_inertia) {
    const std::size_t place = slot();
    require_dynamic(world_->traits[place], "Body.inverse_inertia");
    if (!is_finite(inverse_inertia))
        refuse("Body.inverse_inertia", trace(inverse_inertia), "must be finite");
    const detail::BodyMass& m = world_->mass[place];
    world_->set_mass(place, m.mass, m.centre, inverse_inertia);
}

void Body::lock_axis(int axis) {
    const std::size_t place = slot();
    require_dynamic(world_->traits[place], "Body.lock_axis");
    if (!(axis >= 0 && axis <= 2)) refuse("Body.lock_axis", axis, "must be 0, 1 or 2");
    const detail::BodyMass& m = world_->mass[place];
    Mat3 inverse_inertia = m.inverse_inertia;
    const auto locked = static_cast<std::size_t>(axis);
    for (std::size_t i = 0; i < 3; ++i) inverse_inertia(i, locked) = inverse_inertia(locked, i) = 0;
    world_->set_mass(place, m.mass, m.centre, inverse_inertia);
    // What is locked does not turn.
    const Quat& q = world_->pose[place].rotation;
    Vec3 spin = rotate_back(q, world_->motion[place].spin);
    spin[locked] = 0;
    world_->motion[place].spin = rotate(q, spin);
}

void Body::set_shape_pose(const RigidTransform& local) {
    const std::size_t place = slot();
    const detail::BodyTraits& traits = world_->traits[place];
    if (traits.born_dynamic && !traits.is_dynamic())
        refuse("Body.shape_pose", "not dynamic", "can be changed only while the body is dynamic");
    Shape moved = world_->shape[place];
    moved.set_local(local);
    if (traits.is_dynamic()) {
        const MassProperties m = moved.mass_properties(world_->mass[place].mass);
        detail::require_inertia("Body.inertia", m.inertia);
        world_->set_mass(place, m.mass, m.centre, inverse_symmetric(m.inertia));
    }
    world_->shape[place] = std::move(moved);
    world_->changed(place);
}

void Body::set_material(const PhysicsMaterial& material, std::uint32_t number) {
    const std::size_t place = slot();
    world_->shape[place].set_material(material, number);
    // Manifolds that follow keep the friction that they were found with.
    world_->forget_found(place);
}

}  // namespace lanewise
