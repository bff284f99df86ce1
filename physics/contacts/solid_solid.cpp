#include <lanewise/physics/contacts/feature.hpp>
#include <lanewise/physics/contacts/pairs.hpp>
#include <lanewise/physics/contacts/preference.hpp>
#include <lanewise/physics/contacts/reduce.hpp>
#include <lanewise/physics/contacts/solid_view.hpp>

#include <cmath>
#include <limits>
#include <span>

namespace lanewise::detail {

namespace {

constexpr double k_none = -std::numeric_limits<double>::infinity();

struct FaceAxis {
    double separation = k_none;
    std::uint32_t face = 0;
};

/// The face of `solid` that leaves the other one farthest outside; stops above `margin`.
FaceAxis best_face(const SolidView& solid, const SolidView& other, double margin) noexcept {
    FaceAxis best;
    for (std::uint32_t f = 0; f < solid.faces.size(); ++f) {
        const PolyhedronFace& face = solid.faces[f];
        double least = std::numeric_limits<double>::infinity();
        for (const Vec3& vertex : other.vertices) {
            const double height = dot(face.normal, vertex);
            least = height < least ? height : least;
        }
        if (least - face.offset > best.separation) best = {least - face.offset, f};
        if (best.separation > margin) break;
    }
    return best;
}

struct EdgeAxis {
    double separation = k_none;
    Vec3 normal;
    std::uint32_t a = 0;
    std::uint32_t b = 0;
};

/// The pair of edges with the largest separation across both. Only pairs that span a face of the
/// Minkowski difference count: those whose arcs on the Gauss map cross (D. Gregorius, "The
/// separating axis test between convex polyhedra", 2013).
EdgeAxis best_edges(const SolidView& a, const SolidView& b, double margin,
                    std::vector<double>& along) {
    EdgeAxis best;
    along.resize(b.faces.size());
    for (std::uint32_t i = 0; i < a.edges.size(); ++i) {
        const PolyhedronEdge& of_a = a.edges[i];
        const Vec3& tail = a.vertices[of_a.tail];
        const Vec3 u = a.vertices[of_a.head] - tail;
        const Vec3& left = a.faces[of_a.left].normal;
        const Vec3& right = a.faces[of_a.right].normal;
        const double uu = norm_squared(u);
        for (std::size_t f = 0; f < along.size(); ++f) along[f] = dot(u, b.faces[f].normal);
        for (std::uint32_t k = 0; k < b.edges.size(); ++k) {
            const PolyhedronEdge& of_b = b.edges[k];
            const double on_left = along[of_b.left];
            if (!(on_left * along[of_b.right] < 0)) continue;
            const Vec3 v = b.vertices[of_b.head] - b.vertices[of_b.tail];
            const double from_left = dot(left, v);
            const double from_right = dot(right, v);
            if (!(from_left * from_right < 0 && on_left * from_right < 0)) continue;
            const Vec3 axis = cross(u, v);
            const double square = norm_squared(axis);
            if (!(square > k_parallel_edges * k_parallel_edges * (uu * norm_squared(v)))) continue;
            const double size = std::sqrt(square);
            const Vec3 normal = axis / (dot(axis, left + right) < 0 ? -size : size);
            const double separation = dot(normal, b.vertices[of_b.tail] - tail);
            if (separation > best.separation) best = {separation, normal, i, k};
            if (best.separation > margin) return best;
        }
    }
    return best;
}

/// Both solids in the frame of the first.
class SolidPair {
public:
    SolidPair(const SolidView& a, const SolidView& b, double margin, ContactBuffers& buffers)
        : a_(a), b_(b), margin_(margin), buffers_(buffers) {}

    /// Leaves the points in the buffers; none if the solids are apart.
    void run() {
        buffers_.contacts.clear();
        of_a_ = best_face(a_, b_, margin_);
        if (of_a_.separation > margin_) return;
        of_b_ = best_face(b_, a_, margin_);
        if (of_b_.separation > margin_) return;
        const bool is_second = second_face_wins(of_b_.separation, of_a_.separation);
        const FaceAxis& face = is_second ? of_b_ : of_a_;
        const EdgeAxis edge = best_edges(a_, b_, margin_, buffers_.along);
        if (edge.separation > margin_) return;
        if (edge.separation > least_edge_separation(face.separation)) {
            cross_edges(edge);
            return;
        }
        const SolidView& reference = is_second ? b_ : a_;
        const SolidView& other = is_second ? a_ : b_;
        const Vec3 outward = reference.faces[face.face].normal;
        normal_ = is_second ? -outward : outward;
        clip_on_face(reference, face.face, other, is_second, margin_, buffers_);
        if (!buffers_.contacts.empty()) return;
        // Nothing of the other solid lies over the face: the edges are nearer than the preference
        // for faces tells. Else the deepest corner, since overlapping solids touch.
        if (edge.separation > k_none && edge.separation >= face.separation) {
            cross_edges(edge);
        } else if (face.separation <= 0) {
            const std::uint32_t corner = deepest_vertex(other, outward);
            buffers_.contacts.push_back(
                {other.vertices[corner] - (0.5 * face.separation) * outward, -face.separation,
                 corner_and_face(corner, 2 * face.face + (is_second ? 1 : 0))});
        }
    }

    [[nodiscard]] const Vec3& normal() const noexcept { return normal_; }

private:
    void cross_edges(const EdgeAxis& edge) {
        normal_ = edge.normal;
        buffers_.contacts.push_back(
            {between_edges(a_, edge.a, b_, edge.b), -edge.separation, edge_names(edge.a, edge.b)});
    }

    SolidView a_;
    SolidView b_;
    double margin_;
    ContactBuffers& buffers_;
    FaceAxis of_a_;
    FaceAxis of_b_;
    Vec3 normal_;
};

}  // namespace

void collide_solids(const PlacedSolid& a, const PlacedSolid& b, double margin,
                    ContactBuffers& buffers, Manifolds& out) {
    const Mat3 turn = transposed(a.rotation) * b.rotation;
    const Vec3 offset = transposed_times(a.rotation, b.pose.translation - a.pose.translation);
    const SolidView second = placed_view(*b.shape->polyhedron(), turn, offset, buffers);
    SolidPair pair(view_of(*a.shape->polyhedron()), second, margin, buffers);
    pair.run();
    const std::size_t count = reduce_patch(buffers.contacts, pair.normal());
    if (count == 0) return;
    ContactManifold manifold;
    manifold.normal = a.rotation * pair.normal();
    fill(manifold, std::span(buffers.contacts).first(count));
    for (std::size_t i = 0; i < count; ++i)
        manifold.points[i].point = a.pose.translation + a.rotation * manifold.points[i].point;
    out.push_back(manifold);
}

}  // namespace lanewise::detail
