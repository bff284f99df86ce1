#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/collision/convex_hull.hpp>
#include <lanewise/physics/collision/shape.hpp>

#include <cmath>
#include <string>
#include <utility>

namespace lanewise {

void require_valid(const PhysicsMaterial& material, std::string_view owner) {
    require_not_negative(std::string(owner) + ".friction", material.friction);
    require_between(std::string(owner) + ".restitution", material.restitution, 0, 1);
}

namespace {

RigidTransform checked_local(const RigidTransform& local) {
    require_finite("Shape.local.translation.x", local.translation.x);
    require_finite("Shape.local.translation.y", local.translation.y);
    require_finite("Shape.local.translation.z", local.translation.z);
    const double square = norm_squared(local.rotation);
    if (!(std::fabs(square - 1) <= 1e-5))
        refuse("Shape.local.rotation", square, "must have a squared norm of 1 within 1e-5");
    // Unit to rounding already: keep the bits, so that a copy of a shape is the same shape.
    const bool is_unit = std::fabs(square - 1) <= 1e-15;
    return {is_unit ? local.rotation : normalized(local.rotation), local.translation};
}

Bounds box_bounds(const RigidTransform& pose, const Vec3& h) noexcept {
    const Mat3 r = to_matrix(pose.rotation);
    const Vec3 reach = absolute(r.x) * h.x + absolute(r.y) * h.y + absolute(r.z) * h.z;
    return {pose.translation - reach, pose.translation + reach};
}

Bounds points_bounds(const RigidTransform& pose, std::span<const Vec3> points) noexcept {
    Bounds box;
    for (const Vec3& p : points) box = enlarged(box, transform_point(pose, p));
    return box;
}

}  // namespace

Shape::Shape(ShapeKind kind, const RigidTransform& local, std::vector<PhysicsMaterial> materials)
    : kind_(kind), local_(checked_local(local)), materials_(std::move(materials)) {
    for (const PhysicsMaterial& material : materials_) require_valid(material);
}

Shape Shape::sphere(double radius, const RigidTransform& local, const PhysicsMaterial& material) {
    require_positive("Shape.radius", radius);
    Shape shape(ShapeKind::sphere, local, {material});
    shape.radius_ = radius;
    return shape;
}

Shape Shape::box(const Vec3& half_extents, const RigidTransform& local,
                 const PhysicsMaterial& material) {
    require_positive("Shape.half_extents.x", half_extents.x);
    require_positive("Shape.half_extents.y", half_extents.y);
    require_positive("Shape.half_extents.z", half_extents.z);
    Shape shape(ShapeKind::box, local, {material});
    shape.half_extents_ = half_extents;
    shape.polyhedron_ = std::make_shared<const Polyhedron>(box_polyhedron(half_extents));
    return shape;
}

Shape Shape::capsule(double radius, double half_length, const RigidTransform& local,
                     const PhysicsMaterial& material) {
    require_positive("Shape.radius", radius);
    require_not_negative("Shape.half_length", half_length);
    Shape shape(ShapeKind::capsule, local, {material});
    shape.radius_ = radius;
    shape.half_length_ = half_length;
    return shape;
}

Shape Shape::hull(std::span<const Vec3> points, const RigidTransform& local,
                  const PhysicsMaterial& material) {
    return hull(std::make_shared<const Polyhedron>(convex_hull(points)), local, material);
}

Shape Shape::hull(std::shared_ptr<const Polyhedron> solid, const RigidTransform& local,
                  const PhysicsMaterial& material) {
    if (solid == nullptr || solid->faces.size() < 4)
        refuse("Shape.polyhedron", "no closed solid", "must have at least 4 faces");
    Shape shape(ShapeKind::hull, local, {material});
    shape.polyhedron_ = std::move(solid);
    return shape;
}

Shape Shape::mesh(std::shared_ptr<const TriangleMesh> mesh, const RigidTransform& local,
                  std::vector<PhysicsMaterial> materials) {
    if (mesh == nullptr) refuse("Shape.mesh", "null", "must be a mesh");
    if (materials.size() != 1 && materials.size() < mesh->material_count())
        refuse("Shape.materials", std::to_string(materials.size()) + " materials",
               "must be 1 or as many as the mesh names, " + std::to_string(mesh->material_count()));
    Shape shape(ShapeKind::mesh, local, std::move(materials));
    shape.mesh_ = std::move(mesh);
    return shape;
}

void Shape::set_material(const PhysicsMaterial& material, std::uint32_t number) {
    if (number >= materials_.size())
        refuse("Shape.materials", number, "must be the number of one of the shape's materials");
    require_valid(material);
    materials_[number] = material;
}

void Shape::set_local(const RigidTransform& local) {
    local_ = checked_local(local);
}

double Shape::volume() const {
    switch (kind_) {
        case ShapeKind::sphere:
            return sphere_volume(radius_);
        case ShapeKind::box:
            return box_volume(half_extents_);
        case ShapeKind::capsule:
            return capsule_volume(radius_, half_length_);
        case ShapeKind::hull:
            return polyhedron_volume(*polyhedron_);
        case ShapeKind::mesh:
            break;
    }
    refuse("Shape.kind", "mesh", "must be a solid to have a volume");
}

MassProperties Shape::mass_properties(double mass) const {
    switch (kind_) {
        case ShapeKind::sphere:
            return moved(sphere_mass(mass, radius_), local_);
        case ShapeKind::box:
            return moved(box_mass(mass, half_extents_), local_);
        case ShapeKind::capsule:
            return moved(capsule_mass(mass, radius_, half_length_), local_);
        case ShapeKind::hull:
            return moved(polyhedron_mass(mass, *polyhedron_), local_);
        case ShapeKind::mesh:
            break;
    }
    refuse("Shape.kind", "mesh", "must be a solid to have a mass");
}

Bounds Shape::bounds(const RigidTransform& pose) const noexcept {
    const RigidTransform placed = pose * local_;
    switch (kind_) {
        case ShapeKind::sphere:
            return grown({placed.translation, placed.translation}, radius_);
        case ShapeKind::box:
            return box_bounds(placed, half_extents_);
        case ShapeKind::capsule:
            return grown(box_bounds(placed, {0, 0, half_length_}), radius_);
        case ShapeKind::hull:
            return points_bounds(placed, polyhedron_->vertices);
        case ShapeKind::mesh:
            return points_bounds(placed, mesh_->vertices());
    }
    return {};
}

}  // namespace lanewise
