#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/dynamics/body.hpp>
#include <lanewise/physics/dynamics/world_data.hpp>

#include <fmt/format.h>

namespace lanewise {

std::size_t BodyView::slot() const {
    const std::size_t place = id_.index;
    if (place >= world_->places() || !world_->traits[place].is_alive ||
        world_->generation[place] != id_.generation)
        refuse("BodyId", fmt::format("{} (generation {})", id_.index, id_.generation),
               "must name a body of this world");
    return place;
}

BodyKind BodyView::kind() const {
    return world_->traits[slot()].kind;
}
const Shape& BodyView::shape() const {
    return world_->shape[slot()];
}
bool BodyView::collides() const {
    return world_->traits[slot()].collides;
}
bool BodyView::is_continuous() const {
    return world_->traits[slot()].continuous;
}
const RigidTransform& BodyView::pose() const {
    return world_->pose[slot()];
}
const Vec3& BodyView::linear_velocity() const {
    return world_->motion[slot()].velocity;
}
const Vec3& BodyView::angular_velocity() const {
    return world_->motion[slot()].spin;
}
Vec3 BodyView::velocity_at(const Vec3& point) const {
    const std::size_t place = slot();
    const detail::BodyMotion& m = world_->motion[place];
    return m.velocity + cross(m.spin, point - world_->world_centre(place));
}
const Vec3& BodyView::force() const {
    return world_->load[slot()].force;
}
const Vec3& BodyView::torque() const {
    return world_->load[slot()].torque;
}

double BodyView::mass() const {
    const std::size_t place = slot();
    return world_->traits[place].is_dynamic() ? world_->mass[place].mass : 0;
}
double BodyView::inverse_mass() const {
    return world_->inverse_mass(slot());
}
const Vec3& BodyView::centre_of_mass() const {
    return world_->mass[slot()].centre;
}
Vec3 BodyView::world_centre_of_mass() const {
    return world_->world_centre(slot());
}
Mat3 BodyView::inverse_inertia() const {
    const std::size_t place = slot();
    return world_->traits[place].is_dynamic() ? world_->mass[place].inverse_inertia : Mat3{};
}
Mat3 BodyView::world_inverse_inertia() const {
    return world_->world_inverse_inertia(slot());
}
double BodyView::linear_damping() const {
    return world_->traits[slot()].linear_damping;
}
double BodyView::angular_damping() const {
    return world_->traits[slot()].angular_damping;
}
double BodyView::gravity_scale() const {
    return world_->traits[slot()].gravity_scale;
}

Vec3 BodyView::linear_momentum() const {
    return mass() * linear_velocity();
}
Vec3 BodyView::angular_momentum() const {
    const std::size_t place = slot();
    if (!world_->traits[place].is_dynamic()) return {};
    const Mat3 inertia = inverse(world_->mass[place].inverse_inertia);
    if (!is_finite(inertia)) return {};
    const Quat& q = world_->pose[place].rotation;
    return rotate(q, inertia * rotate_back(q, world_->motion[place].spin));
}
double BodyView::kinetic_energy() const {
    return 0.5 * (dot(linear_momentum(), linear_velocity()) +
                  dot(angular_momentum(), angular_velocity()));
}

Bounds BodyView::bounds() const {
    const std::size_t place = slot();
    if (world_->shape[place].kind() == ShapeKind::mesh)
        refuse("BodyView.bounds", "mesh", "must be a solid");
    return world_->shape[place].bounds(world_->pose[place]);
}

}  // namespace lanewise
