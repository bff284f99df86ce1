#include <lanewise/physics/contacts/mesh_contacts.hpp>
#include <lanewise/physics/contacts/pairs.hpp>
#include <lanewise/physics/contacts/reduce.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <span>
#include <vector>

namespace lanewise::detail {

namespace {

/// Cosine between normals of one patch.
constexpr double k_same_normal = 1 - 1e-6;
/// Points within this distance of a face's plane lie on it, m.
constexpr double k_same_plane = 1e-5;

/// Bounds of a solid about the origin of its frame, along the mesh's axes; `turn` takes the solid's
/// axes to these.
Bounds bounds_along(const Shape& shape, const Mat3& turn) noexcept {
    Vec3 reach;
    switch (shape.kind()) {
        case ShapeKind::sphere:
        case ShapeKind::capsule:
            reach = shape.half_length() * absolute(turn.z) +
                    Vec3{shape.radius(), shape.radius(), shape.radius()};
            break;
        case ShapeKind::box: {
            const Vec3& h = shape.half_extents();
            reach = h.x * absolute(turn.x) + h.y * absolute(turn.y) + h.z * absolute(turn.z);
            break;
        }
        case ShapeKind::hull: {
            Bounds bounds;
            for (const Vec3& vertex : shape.polyhedron()->vertices)
                bounds = enlarged(bounds, turn * vertex);
            return bounds;
        }
        case ShapeKind::mesh:
            break;
    }
    return {-reach, reach};
}

/// True if the ball about `centre` that touches the mesh at `at` stands over a triangle in whose
/// plane `at` lies.
bool stands_over(const MeshPair& pair, std::uint32_t triangle, const Vec3& centre,
                 const Vec3& at) noexcept {
    const Vec3& normal = pair.surface.normals()[triangle];
    const auto corners = pair.corners(triangle);
    if (!(std::fabs(dot(normal, at - corners[0])) < k_same_plane)) return false;
    if (!(dot(normal, centre - corners[0]) >= 0)) return false;
    for (std::size_t k = 0; k < 3; ++k) {
        const Vec3 side = corners[k < 2 ? k + 1 : 0] - corners[k];
        if (dot(cross(side, normal), centre - corners[k]) > 0) return false;
    }
    return true;
}

/// Where triangles meet without shared corners, adjacency does not tell that an edge is flush with
/// a face beyond it. A round shape over that face does not touch the edge.
void drop_flush_edges(const MeshPair& pair) {
    const double radius = pair.solid.shape->radius();
    std::erase_if(pair.buffers.points, [&](const PatchPoint& point) {
        if (!point.is_sharp) return false;
        const double depth = point.contact.depth;
        const Vec3 at = point.contact.point + (0.5 * depth) * point.normal;
        const Vec3 centre = at + (radius - depth) * point.normal;
        return std::any_of(
            pair.buffers.triangles.begin(), pair.buffers.triangles.end(),
            [&](std::uint32_t triangle) { return stands_over(pair, triangle, centre, at); });
    });
}

/// Sorts the points into patches: `buffers.contacts` has those of one patch after another.
void gather_patches(ContactBuffers& buffers) {
    buffers.patches.clear();
    buffers.patch_of_point.clear();
    for (const PatchPoint& point : buffers.points) {
        std::uint32_t number = 0;
        for (; number < buffers.patches.size(); ++number) {
            const Patch& patch = buffers.patches[number];
            if (patch.material == point.material && dot(patch.normal, point.normal) > k_same_normal)
                break;
        }
        if (number == buffers.patches.size())
            buffers.patches.push_back({point.normal, point.material, 0, 0, point.contact.depth});
        Patch& patch = buffers.patches[number];
        ++patch.count;
        patch.depth = std::max(patch.depth, point.contact.depth);
        buffers.patch_of_point.push_back(number);
    }
    std::uint32_t first = 0;
    for (Patch& patch : buffers.patches) {
        patch.first = first;
        first += patch.count;
        patch.count = 0;
    }
    buffers.contacts.resize(buffers.points.size());
    for (std::size_t i = 0; i < buffers.points.size(); ++i) {
        Patch& patch = buffers.patches[buffers.patch_of_point[i]];
        buffers.contacts[patch.first + patch.count++] = buffers.points[i].contact;
    }
}

/// Keeps the deepest patches, in their order.
void keep_deepest(std::vector<Patch>& patches) {
    if (patches.size() <= most_manifolds) return;
    std::sort(patches.begin(), patches.end(), [](const Patch& a, const Patch& b) {
        return a.depth > b.depth || (a.depth == b.depth && a.first < b.first);
    });
    patches.resize(most_manifolds);
    std::sort(patches.begin(), patches.end(),
              [](const Patch& a, const Patch& b) { return a.first < b.first; });
}

}  // namespace

void collide_mesh_and_solid(const PlacedSolid& mesh, const PlacedSolid& solid, double margin,
                            ContactBuffers& buffers, Manifolds& out) {
    assert(mesh.index != nullptr && &mesh.index->mesh() == mesh.shape->mesh().get());
    const MeshPair pair{
        mesh,
        solid,
        *mesh.shape->mesh(),
        transposed_times(mesh.rotation, solid.pose.translation - mesh.pose.translation),
        margin,
        buffers};
    const Mat3 turn = transposed(mesh.rotation) * solid.rotation;
    const Bounds bounds = bounds_along(*solid.shape, turn);
    buffers.triangles.clear();
    mesh.index->find(grown({pair.centre + bounds.low, pair.centre + bounds.high}, margin),
                     buffers.triangles);
    buffers.points.clear();
    const ShapeKind kind = solid.shape->kind();
    const Vec3 half = solid.shape->half_length() * turn.z;
    const bool is_round = kind == ShapeKind::sphere || kind == ShapeKind::capsule;
    const bool is_ball = is_round && !(solid.shape->half_length() > 0);
    const Mat3 back = transposed(turn);
    for (const std::uint32_t triangle : buffers.triangles) {
        if (is_ball)
            touch_sphere(pair, triangle);
        else if (is_round)
            touch_capsule(pair, triangle, half);
        else
            touch_polyhedron(pair, triangle, back);
    }
    if (buffers.points.empty()) return;
    if (is_round) drop_flush_edges(pair);
    gather_patches(buffers);
    keep_deepest(buffers.patches);

    const Mat3& axes = is_round ? mesh.rotation : solid.rotation;
    for (const Patch& patch : buffers.patches) {
        const std::span<ContactPoint> points =
            std::span(buffers.contacts).subspan(patch.first, patch.count);
        const std::size_t count = reduce_patch(points, patch.normal);
        out.emplace_back();
        ContactManifold& manifold = out.back();
        manifold.normal = axes * patch.normal;
        manifold.material_a = patch.material;
        fill(manifold, points.first(count));
        for (std::size_t i = 0; i < count; ++i)
            manifold.points[i].point = solid.pose.translation + axes * manifold.points[i].point;
    }
}

}  // namespace lanewise::detail
