#include <lanewise/physics/contacts/nearest.hpp>
#include <lanewise/physics/contacts/signed_distance.hpp>

#include <cstddef>
#include <limits>

namespace lanewise {

namespace {

struct NearestFeature {
    double distance_squared = std::numeric_limits<double>::infinity();
    Vec3 point;
    SignedDistance::Feature feature = SignedDistance::Feature::face;
    std::uint32_t number = 0;
};

/// Takes the edge from loop position `i` of a face if it is nearer.
void try_edge(const Polyhedron& solid, std::uint32_t i, const Vec3& point, NearestFeature& best) {
    const PolyhedronEdge& edge = solid.edges[solid.loop_edges[i]];
    const Vec3& tail = solid.vertices[edge.tail];
    const Vec3& head = solid.vertices[edge.head];
    const double s = detail::nearest_on_segment(point, tail, head);
    const Vec3 nearest = s <= 0 ? tail : s >= 1 ? head : tail + s * (head - tail);
    const double distance_squared = norm_squared(point - nearest);
    if (!(distance_squared < best.distance_squared)) return;
    const bool inside = s > 0 && s < 1;
    best = {distance_squared, nearest,
            inside ? SignedDistance::Feature::edge : SignedDistance::Feature::corner,
            inside   ? solid.loop_edges[i]
            : s <= 0 ? edge.tail
                     : edge.head};
}

}  // namespace

SignedDistance signed_distance(const Polyhedron& solid, const Vec3& point) noexcept {
    std::uint32_t farthest = 0;
    double most = -std::numeric_limits<double>::infinity();
    for (std::uint32_t f = 0; f < solid.faces.size(); ++f) {
        const double height = dot(solid.faces[f].normal, point) - solid.faces[f].offset;
        if (height > most) {
            most = height;
            farthest = f;
        }
    }
    const auto over_face = [&](std::uint32_t f, double height) {
        const Vec3& normal = solid.faces[f].normal;
        return SignedDistance{height, normal, point - height * normal,
                              SignedDistance::Feature::face, f};
    };
    if (most <= 0) return over_face(farthest, most);

    // From the faces that see the point, to the one it stands over, or else to their edges.
    NearestFeature best;
    for (std::uint32_t f = 0; f < solid.faces.size(); ++f) {
        const PolyhedronFace& face = solid.faces[f];
        const double height = dot(face.normal, point) - face.offset;
        if (!(height > 0)) continue;
        bool is_over = true;
        for (std::uint32_t k = 0; k < face.count; ++k) {
            const Vec3& from = solid.vertices[solid.loops[face.first + k]];
            const Vec3& to = solid.vertices[solid.loops[face.first + (k + 1) % face.count]];
            if (dot(cross(to - from, face.normal), point - from) <= 0) continue;
            is_over = false;
            try_edge(solid, face.first + k, point, best);
        }
        if (is_over) return over_face(f, height);
    }
    const Vec3 away = point - best.point;
    const double distance = norm(away);
    return {distance, unit_or(away, solid.faces[farthest].normal), best.point, best.feature,
            best.number};
}

}  // namespace lanewise
