#pragma once

#include <lanewise/kernels/export.hpp>
#include <lanewise/physics/collision/mass_properties.hpp>
#include <lanewise/physics/collision/physics_material.hpp>
#include <lanewise/physics/collision/polyhedron.hpp>
#include <lanewise/physics/collision/triangle_mesh.hpp>
#include <lanewise/physics/geometry/bounds.hpp>
#include <lanewise/physics/geometry/rigid_transform.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace lanewise {

enum class ShapeKind : std::uint8_t { sphere, box, capsule, hull, mesh };

/// What a body collides with: a solid or a static mesh, placed in the body's frame, and its
/// material. A value; hulls and meshes are shared, not copied.
///
/// Every function that takes sizes refuses what is not finite and > 0 (a capsule's half length may
/// be 0), and local transforms that are not finite or whose rotation is not a unit quaternion
/// within 1e-5 in its squared norm; it is normalized.
class LANEWISE_API Shape {
public:
    [[nodiscard]] static Shape sphere(double radius, const RigidTransform& local = {},
                                      const PhysicsMaterial& material = {});
    [[nodiscard]] static Shape box(const Vec3& half_extents, const RigidTransform& local = {},
                                   const PhysicsMaterial& material = {});
    /// Along the local z axis: the segment from -half_length to +half_length, swept by a ball.
    [[nodiscard]] static Shape capsule(double radius, double half_length,
                                       const RigidTransform& local = {},
                                       const PhysicsMaterial& material = {});
    /// The convex hull of points; see convex_hull for what is refused.
    [[nodiscard]] static Shape hull(std::span<const Vec3> points, const RigidTransform& local = {},
                                    const PhysicsMaterial& material = {});
    /// A polyhedron of convex_hull, shared by many bodies.
    [[nodiscard]] static Shape hull(std::shared_ptr<const Polyhedron> solid,
                                    const RigidTransform& local = {},
                                    const PhysicsMaterial& material = {});
    /// A static mesh of one material, or of as many as its triangles name.
    [[nodiscard]] static Shape mesh(std::shared_ptr<const TriangleMesh> mesh,
                                    const RigidTransform& local = {},
                                    std::vector<PhysicsMaterial> materials = {PhysicsMaterial{}});

    [[nodiscard]] ShapeKind kind() const noexcept { return kind_; }
    /// Shape's frame to body's frame.
    [[nodiscard]] const RigidTransform& local() const noexcept { return local_; }

    /// Radius of a sphere or a capsule, m; 0 for the others.
    [[nodiscard]] double radius() const noexcept { return radius_; }
    /// Half length of a capsule's segment, m; 0 for the others.
    [[nodiscard]] double half_length() const noexcept { return half_length_; }
    /// Half sizes of a box, m; 0 for the others.
    [[nodiscard]] const Vec3& half_extents() const noexcept { return half_extents_; }
    /// Faces and edges of a box or a hull in the shape's frame; null for the others.
    [[nodiscard]] const std::shared_ptr<const Polyhedron>& polyhedron() const noexcept {
        return polyhedron_;
    }
    /// The mesh; null for the others.
    [[nodiscard]] const std::shared_ptr<const TriangleMesh>& mesh() const noexcept { return mesh_; }

    /// Material `number`: 0 for solids, a triangle's material number for meshes. A mesh of one
    /// material has it for every number.
    [[nodiscard]] const PhysicsMaterial& material(std::uint32_t number = 0) const noexcept {
        return materials_[number < materials_.size() ? number : 0];
    }
    [[nodiscard]] std::span<const PhysicsMaterial> materials() const noexcept { return materials_; }
    void set_material(const PhysicsMaterial& material, std::uint32_t number = 0);
    void set_local(const RigidTransform& local);

    /// Volume of a solid, m^3. Refuses a mesh.
    [[nodiscard]] double volume() const;
    /// Mass properties of the homogeneous solid in the body's frame. Refuses a mesh, and what
    /// mass_properties.hpp refuses.
    [[nodiscard]] MassProperties mass_properties(double mass) const;
    /// World bounds with the body at `pose`, without margin.
    [[nodiscard]] Bounds bounds(const RigidTransform& pose = {}) const noexcept;

private:
    Shape(ShapeKind kind, const RigidTransform& local, std::vector<PhysicsMaterial> materials);

    ShapeKind kind_;
    double radius_ = 0;
    double half_length_ = 0;
    Vec3 half_extents_;
    RigidTransform local_;
    std::shared_ptr<const Polyhedron> polyhedron_;
    std::shared_ptr<const TriangleMesh> mesh_;
    std::vector<PhysicsMaterial> materials_;
};

}  // namespace lanewise
