#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/dynamics/body_checks.hpp>
#include <lanewise/physics/dynamics/body_options.hpp>

#include <limits>
#include <string>

namespace lanewise {

namespace detail {

void require_finite_vector(std::string_view field, const Vec3& v) {
    if (is_finite(v)) return;
    for (std::size_t axis = 0; axis < 3; ++axis)
        require_finite(std::string(field) + "." + "xyz"[axis], v[axis]);
}

void require_pose(std::string_view field, const RigidTransform& pose) {
    const double square = norm_squared(pose.rotation);
    const bool is_unit = square >= 1 - 1e-5 && square <= 1 + 1e-5;
    if (is_finite(pose.translation) && is_unit) return;
    require_finite_vector(std::string(field) + ".translation", pose.translation);
    refuse(std::string(field) + ".rotation", square, "must have a squared norm of 1 within 1e-5");
}

RigidTransform normalized_pose(const RigidTransform& pose) noexcept {
    const bool is_unit = norm_squared(pose.rotation) == 1;
    return is_unit ? pose : RigidTransform{normalized(pose.rotation), pose.translation};
}

void require_inertia(std::string_view field, const Mat3& inertia) {
    if (!is_finite(inertia)) refuse(field, trace(inertia), "must be finite");
    if (!is_symmetric(inertia)) refuse(field, "not symmetric", "must be symmetric");
    if (!is_positive_definite(inertia))
        refuse(field, determinant(inertia), "must be positive definite");
    if (!is_finite(inverse_symmetric(inertia)))
        refuse(field, determinant(inertia), "must have a finite inverse");
}

void require_mass(std::string_view field, double mass) {
    require_positive(field, mass);
    if (!(1 / mass <= std::numeric_limits<double>::max()))
        refuse(field, mass, "must have a finite inverse");
}

}  // namespace detail

void require_valid(const BodyOptions& o, std::string_view owner) {
    const std::string name(owner);
    const auto kind = static_cast<int>(o.kind);
    if (kind > static_cast<int>(BodyKind::dynamic))
        refuse(name + ".kind", kind, "must be static_body, kinematic or dynamic");
    detail::require_pose(name + ".pose", o.pose);
    detail::require_finite_vector(name + ".linear_velocity", o.linear_velocity);
    detail::require_finite_vector(name + ".angular_velocity", o.angular_velocity);
    if (o.kind == BodyKind::static_body &&
        (o.linear_velocity != Vec3{} || o.angular_velocity != Vec3{}))
        refuse(name + ".linear_velocity", norm(o.linear_velocity), "must be 0 for a static body");
    require_not_negative(name + ".linear_damping", o.linear_damping);
    require_not_negative(name + ".angular_damping", o.angular_damping);
    require_finite(name + ".gravity_scale", o.gravity_scale);
    const bool is_mesh = o.shape.kind() == ShapeKind::mesh;
    if (o.index != nullptr && (!is_mesh || o.index->shared_mesh() != o.shape.mesh()))
        refuse(name + ".index", "of another shape", "must be the index of the shape's mesh");
    if (o.kind != BodyKind::dynamic) return;
    if (is_mesh) refuse(name + ".kind", "dynamic", "must be static_body or kinematic for a mesh");
    detail::require_mass(name + ".mass", o.mass);
    if (o.centre_of_mass)
        detail::require_finite_vector(name + ".centre_of_mass", *o.centre_of_mass);
    if (o.inertia) detail::require_inertia(name + ".inertia", *o.inertia);
}

}  // namespace lanewise
