#include <lanewise/physics/contacts/feature.hpp>
#include <lanewise/physics/contacts/mesh_contacts.hpp>
#include <lanewise/physics/contacts/mesh_surface.hpp>
#include <lanewise/physics/contacts/preference.hpp>
#include <lanewise/physics/contacts/solid_view.hpp>

#include <cmath>
#include <cstddef>
#include <limits>

namespace lanewise::detail {

namespace {

constexpr std::array<std::uint32_t, 3> k_next{1, 2, 0};
constexpr std::array<std::uint32_t, 3> k_triangle_loop{0, 1, 2};
constexpr double k_none = -std::numeric_limits<double>::infinity();

/// How much deeper a contact may become when the triangle's own normal takes the place of one that
/// the surface does not have, m. Where it would be deeper, as on the top of a step beside whose
/// edge the solid stands, a neighbour makes the contact.
constexpr double k_deeper = 0.02;

/// A face of the solid lies on a ridge if its normal leans along it by less than this sine. A face
/// across the ridge meets its next length instead.
constexpr double k_most_along = 0.2;

/// Features of one triangle: what is the reference, the solid's face, a corner's name.
enum class Reference : std::uint32_t { triangle, solid, edges };

constexpr std::uint32_t local_name(Reference reference, std::uint32_t face,
                                   std::uint64_t feature) noexcept {
    const auto name = static_cast<std::uint32_t>(feature);
    return static_cast<std::uint32_t>(reference) << 30 | (face & 0x3f) << 24 |
           (name >> 16 & 0xfff) << 12 | (name & 0xfff);
}

/// A polyhedron and a triangle, in the polyhedron's frame. Normals lead from the triangle to the
/// solid.
class SolidOnTriangle {
public:
    SolidOnTriangle(const MeshPair& pair, std::uint32_t triangle, const Mat3& turn)
        : pair_(pair),
          triangle_(triangle),
          turn_(turn),
          solid_(*pair.solid.shape->polyhedron()),
          view_(view_of(solid_)) {
        const auto corners = pair.corners(triangle);
        for (std::size_t i = 0; i < 3; ++i) corners_[i] = turn * corners[i];
        face_.normal = turn * pair.surface.normals()[triangle];
        face_.offset = dot(face_.normal, corners_[0]);
        face_.first = 0;
        face_.count = 3;
    }

    void run() {
        if (dot(face_.normal, solid_.centre) < face_.offset) return;
        of_triangle_ =
            dot(face_.normal, view_.vertices[deepest_vertex(view_, face_.normal)]) - face_.offset;
        if (of_triangle_ > pair_.margin || !find_solid_face() || !find_edges()) return;

        const bool solid_face_wins = second_face_wins(of_solid_, of_triangle_);
        const double of_face = solid_face_wins ? of_solid_ : of_triangle_;
        if (of_edges_ > least_edge_separation(of_face)) {
            touch_edges(of_edges_) || touch_triangle(of_edges_);
        } else if (solid_face_wins) {
            touch_solid_face() || touch_triangle(of_solid_) || touch_edges(of_solid_);
        } else {
            touch_triangle(of_triangle_) || touch_edges(of_triangle_);
        }
    }

private:
    [[nodiscard]] SolidView triangle_view() const noexcept {
        return {corners_, {&face_, 1}, {}, k_triangle_loop, {}};
    }

    /// False if a face of the solid is clear of the triangle.
    bool find_solid_face() noexcept {
        for (std::uint32_t f = 0; f < solid_.faces.size(); ++f) {
            const PolyhedronFace& face = solid_.faces[f];
            const double a = dot(face.normal, corners_[0]);
            const double b = dot(face.normal, corners_[1]);
            const double c = dot(face.normal, corners_[2]);
            const double least = a < b ? (a < c ? a : c) : (b < c ? b : c);
            if (least - face.offset > of_solid_) {
                of_solid_ = least - face.offset;
                solid_face_ = f;
            }
        }
        return of_solid_ <= pair_.margin;
    }

    /// False if an axis across two edges keeps the solid clear of the triangle.
    bool find_edges() {
        std::vector<double>& along = pair_.buffers.along;
        along.resize(solid_.faces.size());
        for (std::uint32_t k = 0; k < 3; ++k) {
            const Vec3& from = corners_[k];
            const Vec3 v = corners_[k_next[k]] - from;
            const Vec3 inward = corners_[k_next[k_next[k]]] - from;
            const double vv = norm_squared(v);
            for (std::size_t f = 0; f < along.size(); ++f)
                along[f] = dot(v, solid_.faces[f].normal);
            for (std::uint32_t e = 0; e < solid_.edges.size(); ++e) {
                const PolyhedronEdge& edge = solid_.edges[e];
                if (!(along[edge.left] * along[edge.right] < 0)) continue;
                const Vec3& tail = solid_.vertices[edge.tail];
                const Vec3 u = solid_.vertices[edge.head] - tail;
                const Vec3 axis = cross(u, v);
                const double square = norm_squared(axis);
                if (!(square > k_parallel_edges * k_parallel_edges * (vv * norm_squared(u))))
                    continue;
                const Vec3 out = solid_.faces[edge.left].normal + solid_.faces[edge.right].normal;
                const double size = std::sqrt(square);
                const Vec3 normal = axis / (dot(axis, out) < 0 ? size : -size);
                // The triangle must end at this edge in that direction.
                if (dot(normal, inward) > 0) continue;
                const double separation = dot(normal, tail - from);
                if (separation > pair_.margin) return false;
                if (separation <= of_edges_) continue;
                of_edges_ = separation;
                edge_normal_ = normal;
                triangle_edge_ = k;
                solid_edge_ = e;
            }
        }
        return true;
    }

    [[nodiscard]] Vec3 in_mesh(const Vec3& direction) const noexcept {
        return transposed_times(turn_, direction);
    }

    // Each adds its contact if it can, and the surface has it. `separation` is the largest one.

    bool touch_edges(double separation) {
        if (of_edges_ < separation - k_deeper ||
            !leans_over_edge(pair_.surface, triangle_, triangle_edge_, in_mesh(edge_normal_)))
            return false;
        const std::array<PolyhedronEdge, 3> sides{{{0, 1, 0, 0}, {1, 2, 0, 0}, {2, 0, 0, 0}}};
        SolidView triangle = triangle_view();
        triangle.edges = sides;
        pair_.add(triangle_,
                  static_cast<std::uint32_t>(Reference::edges) << 30 | triangle_edge_ << 28 |
                      (solid_edge_ & 0xfffffff),
                  between_edges(triangle, triangle_edge_, view_, solid_edge_), -of_edges_,
                  edge_normal_, true);
        return true;
    }

    bool touch_triangle(double separation) {
        if (of_triangle_ < separation - k_deeper) return false;
        clip_on_face(triangle_view(), 0, view_, false, pair_.margin, pair_.buffers);
        for (const ContactPoint& contact : pair_.buffers.contacts)
            pair_.add(
                triangle_,
                local_name(Reference::triangle, static_cast<std::uint32_t>(contact.feature >> 32),
                           contact.feature),
                contact.point, contact.depth, face_.normal, false);
        return !pair_.buffers.contacts.empty();
    }

    bool touch_solid_face() {
        clip_on_face(view_, solid_face_, triangle_view(), true, pair_.margin, pair_.buffers);
        const ContactPoint* deepest = nullptr;
        for (const ContactPoint& contact : pair_.buffers.contacts)
            if (deepest == nullptr || contact.depth > deepest->depth) deepest = &contact;
        const Vec3 normal = -solid_.faces[solid_face_].normal;
        if (deepest == nullptr ||
            !surface_has(in_mesh(normal), static_cast<std::uint32_t>(deepest->feature)))
            return false;
        for (const ContactPoint& contact : pair_.buffers.contacts)
            pair_.add(triangle_, local_name(Reference::solid, solid_face_, contact.feature),
                      contact.point, contact.depth, normal, true);
        return true;
    }

    /// True if the surface has a normal at a corner of the cut triangle.
    [[nodiscard]] bool surface_has(const Vec3& normal, std::uint32_t name) const noexcept {
        // Names of the triangle's edges are even, 0 to 4.
        const std::uint32_t in = name >> 16;
        const std::uint32_t out = name & 0xffff;
        const bool in_edge = in % 2 == 0;
        const bool out_edge = out % 2 == 0;
        if (in_edge && out_edge && stands_on_corner(pair_.surface, triangle_, out / 2, normal))
            return true;
        return (in_edge && leans_over_ridge(in / 2, normal)) ||
               (out_edge && leans_over_ridge(out / 2, normal));
    }
    [[nodiscard]] bool leans_over_ridge(std::uint32_t edge, const Vec3& normal) const noexcept {
        const MeshEdge kind = pair_.surface.edges(triangle_)[edge];
        if (kind != MeshEdge::convex && kind != MeshEdge::open) return false;
        const auto corners = pair_.surface.corners(triangle_);
        const Vec3 side = corners[k_next[edge]] - corners[edge];
        return std::fabs(dot(normal, side)) < k_most_along * norm(side) &&
               leans_over_edge(pair_.surface, triangle_, edge, normal);
    }

    const MeshPair& pair_;
    std::uint32_t triangle_;
    const Mat3& turn_;
    const Polyhedron& solid_;
    SolidView view_;
    std::array<Vec3, 3> corners_;
    PolyhedronFace face_{};
    double of_triangle_ = k_none;
    double of_solid_ = k_none;
    std::uint32_t solid_face_ = 0;
    double of_edges_ = k_none;
    Vec3 edge_normal_;
    std::uint32_t triangle_edge_ = 0;
    std::uint32_t solid_edge_ = 0;
};

}  // namespace

void touch_polyhedron(const MeshPair& pair, std::uint32_t triangle, const Mat3& turn) {
    SolidOnTriangle(pair, triangle, turn).run();
}

}  // namespace lanewise::detail
