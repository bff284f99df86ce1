#include <lanewise/physics/contacts/buffers.hpp>
#include <lanewise/physics/contacts/narrow_phase.hpp>
#include <lanewise/physics/contacts/pairs.hpp>

#include <cmath>

namespace lanewise {

namespace {

/// Kinds in the order in which the pair functions take them: the earlier one first.
enum class Role { mesh, box, hull, capsule, sphere };

Role role_of(const PlacedSolid& solid) noexcept {
    switch (solid.shape->kind()) {
        case ShapeKind::mesh:
            return Role::mesh;
        case ShapeKind::box:
            return Role::box;
        case ShapeKind::hull:
            return Role::hull;
        case ShapeKind::capsule:
            return Role::capsule;
        case ShapeKind::sphere:
            break;
    }
    return Role::sphere;
}

/// With the role of the first not after that of the second.
void collide_in_order(const PlacedSolid& a, Role first, const PlacedSolid& b, Role second,
                      double margin, detail::ContactBuffers& buffers,
                      std::vector<ContactManifold>& out) {
    if (first == Role::mesh) {
        if (second != Role::mesh) detail::collide_mesh_and_solid(a, b, margin, buffers, out);
    } else if (first >= Role::capsule) {
        detail::collide_rounds(a, b, margin, out);
    } else if (second == Role::sphere) {
        detail::collide_solid_and_sphere(a, b, margin, out);
    } else if (second == Role::capsule) {
        detail::collide_solid_and_capsule(a, b, margin, out);
    } else if (second == Role::box) {
        detail::collide_boxes(a, b, margin, buffers, out);
    } else {
        detail::collide_solids(a, b, margin, buffers, out);
    }
}

double deepest(const ContactManifold& manifold) noexcept {
    double depth = manifold.points[0].depth;
    for (const ContactPoint& point : manifold.contacts()) depth = std::fmax(depth, point.depth);
    return depth;
}

/// Where the second shape's surface is at a contact.
Vec3 still_surface(const ContactManifold& manifold, const ContactPoint& point) noexcept {
    return point.point - (0.5 * point.depth) * manifold.normal;
}

}  // namespace

PlacedSolid place(const Shape& shape, const RigidTransform& body_pose,
                  const MeshIndex* index) noexcept {
    const bool is_centred = shape.local() == RigidTransform{};
    PlacedSolid placed{&shape, index, is_centred ? body_pose : body_pose * shape.local(), {}};
    placed.rotation = to_matrix(placed.pose.rotation);
    return placed;
}

ContactScratch::ContactScratch() : buffers_(std::make_unique<detail::ContactBuffers>()) {}
ContactScratch::~ContactScratch() = default;

void collide(const PlacedSolid& a, const PlacedSolid& b, double margin, ContactScratch& scratch,
             std::vector<ContactManifold>& out) {
    const Role of_a = role_of(a);
    const Role of_b = role_of(b);
    const std::size_t first = out.size();
    if (of_a <= of_b) {
        collide_in_order(a, of_a, b, of_b, margin, scratch.buffers(), out);
    } else {
        collide_in_order(b, of_b, a, of_a, margin, scratch.buffers(), out);
        for (std::size_t i = first; i < out.size(); ++i) out[i] = flipped(out[i]);
    }
}

bool is_seam(const ContactManifold& side, const ContactManifold& support,
             double tolerance) noexcept {
    const double lean = dot(side.normal, support.normal);
    if (!(lean > -0.5 && lean < 1 - 1e-6)) return false;
    // Of two that lean over one another the deeper one carries the body.
    if (lean >= 0.5 && !(deepest(side) < deepest(support))) return false;
    const Vec3 ground = still_surface(support, support.points[0]);
    for (const ContactPoint& point : side.contacts())
        if (!(std::fabs(dot(support.normal, still_surface(side, point) - ground)) <= tolerance))
            return false;
    return true;
}

}  // namespace lanewise
