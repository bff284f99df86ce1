#include <lanewise/physics/contacts/feature.hpp>
#include <lanewise/physics/contacts/nearest.hpp>
#include <lanewise/physics/contacts/preference.hpp>
#include <lanewise/physics/contacts/solid_view.hpp>

#include <cstddef>
#include <utility>

namespace lanewise::detail {

SolidView placed_view(const Polyhedron& solid, const Mat3& turn, const Vec3& offset,
                      ContactBuffers& buffers) {
    buffers.vertices.clear();
    for (const Vec3& vertex : solid.vertices) buffers.vertices.push_back(turn * vertex + offset);
    buffers.faces.clear();
    for (PolyhedronFace face : solid.faces) {
        face.normal = turn * face.normal;
        face.offset += dot(face.normal, offset);
        buffers.faces.push_back(face);
    }
    SolidView view = view_of(solid);
    view.vertices = buffers.vertices;
    view.faces = buffers.faces;
    return view;
}

std::uint32_t deepest_vertex(const SolidView& solid, const Vec3& normal) noexcept {
    std::uint32_t best = 0;
    double least = dot(normal, solid.vertices[0]);
    for (std::uint32_t i = 1; i < solid.vertices.size(); ++i) {
        const double height = dot(normal, solid.vertices[i]);
        if (height < least) {
            least = height;
            best = i;
        }
    }
    return best;
}

Vec3 between_edges(const SolidView& a, std::uint32_t edge_a, const SolidView& b,
                   std::uint32_t edge_b) noexcept {
    const Vec3& p = a.vertices[a.edges[edge_a].tail];
    const Vec3& q = b.vertices[b.edges[edge_b].tail];
    const Vec3 u = a.vertices[a.edges[edge_a].head] - p;
    const Vec3 v = b.vertices[b.edges[edge_b].head] - q;
    const auto [s, t] = nearest_of_segments(p, u, q, v);
    return 0.5 * ((p + s * u) + (q + t * v));
}

namespace {

/// Of the faces at the vertex that is deepest below the plane, the one that is most opposed to it.
std::uint32_t incident_face(const SolidView& solid, const Vec3& normal) noexcept {
    if (solid.faces.size() == 1) return 0;
    const std::uint32_t vertex = deepest_vertex(solid, normal);
    std::uint32_t best = Polyhedron::no_face;
    double least = 0;
    for (const PolyhedronEdge& edge : solid.edges) {
        if (edge.tail != vertex && edge.head != vertex) continue;
        for (const std::uint32_t face : {edge.left, edge.right}) {
            const double along = dot(normal, solid.faces[face].normal);
            if (best != Polyhedron::no_face && !(along < least || (along == least && face < best)))
                continue;
            least = along;
            best = face;
        }
    }
    return best;
}

/// Cuts by dot(outward, p) <= offset. A corner inside the slack stays where it is and is not
/// doubled by a crossing; the polygon then goes on along the side.
void clip_by_side(const Vec3& outward, double offset, std::uint32_t side,
                  std::vector<ClipCorner>& polygon, std::vector<ClipCorner>& clipped) {
    bool is_cut = false;
    for (const ClipCorner& corner : polygon)
        is_cut |= dot(outward, corner.point) - offset > k_clip_slack;
    if (!is_cut) return;
    clipped.clear();
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const ClipCorner& from = polygon[i];
        const ClipCorner& to = polygon[i + 1 < polygon.size() ? i + 1 : 0];
        const double before = dot(outward, from.point) - offset;
        const double after = dot(outward, to.point) - offset;
        const bool leaves = before <= k_clip_slack && after > k_clip_slack;
        if (before <= k_clip_slack) {
            clipped.push_back(from);
            if (leaves && before >= 0) clipped.back().edge = side;
        }
        if (leaves ? before < 0 : before > k_clip_slack && after < 0) {
            const Vec3 at = from.point + (before / (before - after)) * (to.point - from.point);
            clipped.push_back({at,
                               leaves ? corner_name(from.edge, side) : corner_name(side, from.edge),
                               leaves ? side : from.edge});
        }
    }
    std::swap(polygon, clipped);
}

}  // namespace

void clip_on_face(const SolidView& reference, std::uint32_t face, const SolidView& other,
                  bool is_second, double margin, ContactBuffers& buffers) {
    const PolyhedronFace& plane = reference.faces[face];
    const std::uint32_t opposite = incident_face(other, plane.normal);
    const PolyhedronFace& incident = other.faces[opposite];
    // Each side adds a corner at most. Both have room for all, since they change places.
    buffers.polygon.clear();
    buffers.polygon.reserve(incident.count + plane.count);
    buffers.clipped.reserve(incident.count + plane.count);
    for (std::uint32_t k = 0; k < incident.count; ++k) {
        const std::uint32_t in = 2 * (k == 0 ? incident.count - 1 : k - 1);
        buffers.polygon.push_back(
            {other.vertices[other.loops[incident.first + k]], corner_name(in, 2 * k), 2 * k});
    }
    for (std::uint32_t k = 0; k < plane.count && !buffers.polygon.empty(); ++k) {
        const Vec3& from = reference.vertices[reference.loops[plane.first + k]];
        const Vec3& to = reference.vertices[reference.loops[plane.first + (k + 1) % plane.count]];
        const Vec3 outward = cross(to - from, plane.normal);
        const Vec3 unit = outward / norm(outward);
        clip_by_side(unit, dot(unit, from), 2 * k + 1, buffers.polygon, buffers.clipped);
    }
    const std::uint64_t faces = face_names(is_second, face, opposite);
    buffers.contacts.clear();
    for (const ClipCorner& corner : buffers.polygon) {
        const double height = dot(plane.normal, corner.point) - plane.offset;
        if (height > margin) continue;
        buffers.contacts.push_back(
            {corner.point - (0.5 * height) * plane.normal, -height, faces | corner.name});
    }
}

}  // namespace lanewise::detail
