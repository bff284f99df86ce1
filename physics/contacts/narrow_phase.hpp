#pragma once

#include <lanewise/kernels/export.hpp>
#include <lanewise/physics/collision/shape.hpp>
#include <lanewise/physics/contacts/contact.hpp>
#include <lanewise/physics/geometry/matrix3.hpp>
#include <lanewise/physics/geometry/rigid_transform.hpp>
#include <lanewise/physics/rays/mesh_index.hpp>

#include <cstddef>
#include <memory>
#include <vector>

namespace lanewise {

namespace detail {
struct ContactBuffers;
}

/// Widest gap that is still a contact, m.
inline constexpr double contact_margin = 0.02;
/// Manifolds that one pair with a mesh can have: the deepest are kept.
inline constexpr std::size_t most_manifolds = 16;

/// A shape where it is in the world: what the narrow phase reads. Made once a body and step.
struct PlacedSolid {
    const Shape* shape;      ///< lives as long as this
    const MeshIndex* index;  ///< of a mesh; null for solids
    RigidTransform pose;     ///< shape's frame to world: the body's pose times Shape::local
    Mat3 rotation;           ///< of the pose
};

/// Puts a shape on a body. A mesh needs its index.
LANEWISE_API PlacedSolid place(const Shape& shape, const RigidTransform& body_pose,
                               const MeshIndex* index = nullptr) noexcept;

/// Memory that `collide` uses again from call to call: it allocates nothing once it has seen pairs
/// as large. One a thread.
class LANEWISE_API ContactScratch {
public:
    ContactScratch();
    ContactScratch(const ContactScratch&) = delete;
    ContactScratch& operator=(const ContactScratch&) = delete;
    ~ContactScratch();

    [[nodiscard]] detail::ContactBuffers& buffers() noexcept { return *buffers_; }

private:
    std::unique_ptr<detail::ContactBuffers> buffers_;
};

/// Appends the manifolds of two placed shapes, normals from `a` to `b`, points midway between the
/// surfaces. Gaps up to `margin` (m, not negative) count as contacts of negative depth. Two solids
/// have one manifold at most, a solid and a mesh up to `most_manifolds`, two meshes none.
///
/// Triangles of a mesh are solid from their front and do not touch a shape whose centre (a
/// polyhedron's mean corner) is behind them. Normals do not lean over inner edges: a normal that no
/// part of the surface about the contact can have is the triangle's own.
///
/// A function of its arguments alone. It works relative to one of the shapes, so that results far
/// from the origin are those at the origin; poses must be finite and rotations unit.
LANEWISE_API void collide(const PlacedSolid& a, const PlacedSolid& b, double margin,
                          ContactScratch& scratch, std::vector<ContactManifold>& out);

/// True if the contact `side` is one with the hidden side or edge of a seam: all its points lie
/// within `tolerance` (m) of the surface that `support` touches, and its normal leans over that
/// surface or along it. Both are contacts of one body, which comes first in both, with things that
/// do not move. Where floors of two bodies are flush, a body that crosses
/// from one to the other must not feel the end of the next floor: drop `side`; what lies in the
/// plane of a support keeps a convex body off by the support already. Steps lower than `tolerance`
/// are crossed the same way.
LANEWISE_API bool is_seam(const ContactManifold& side, const ContactManifold& support,
                          double tolerance = 0.01) noexcept;

}  // namespace lanewise
