#include <lanewise/physics/contacts/mesh_contacts.hpp>
#include <lanewise/physics/contacts/mesh_surface.hpp>
#include <lanewise/physics/contacts/nearest.hpp>

#include <cstddef>

namespace lanewise::detail {

namespace {

constexpr std::array<std::uint32_t, 3> k_next{1, 2, 0};

/// Features of one triangle: 0 its face, 1 to 3 its edges, 4 to 6 its corners; for capsules also
/// which part of the segment meets them: 0 one end, 1 the other, 2 between; and 0 to 7 for the ends
/// of the part that lies over the face.
constexpr std::uint32_t k_edge = 1;
constexpr std::uint32_t k_corner = 4;
constexpr std::uint32_t k_part = 8;

/// A triangle from the centre of a round shape.
class RoundTriangle {
public:
    RoundTriangle(const MeshPair& pair, std::uint32_t triangle)
        : pair_(pair),
          triangle_(triangle),
          corners_(pair.corners(triangle)),
          normal_(pair.surface.normals()[triangle]),
          radius_(pair.solid.shape->radius()) {}

    [[nodiscard]] double height(const Vec3& p) const noexcept {
        return dot(normal_, p - corners_[0]);
    }
    [[nodiscard]] double reach() const noexcept { return radius_ + pair_.margin; }

    /// Signed distance outside an edge, in the triangle's plane, times the edge's length.
    [[nodiscard]] double outside(std::uint32_t edge, const Vec3& p) const noexcept {
        return dot(cross(side(edge), normal_), p - corners_[edge]);
    }
    [[nodiscard]] Vec3 side(std::uint32_t edge) const noexcept {
        return corners_[k_next[edge]] - corners_[edge];
    }
    [[nodiscard]] const Vec3& corner(std::uint32_t i) const noexcept { return corners_[i]; }

    /// A ball at `p`, `height` over the face.
    void touch_face(const Vec3& p, double height, std::uint32_t local) const {
        if (height > reach()) return;
        pair_.add(triangle_, local, p - (0.5 * (height + radius_)) * normal_, radius_ - height,
                  normal_, false);
    }
    /// A ball at `p` nearest to `at` on an edge or a corner, if the surface allows that.
    void touch_edge(std::uint32_t edge, const Vec3& p, const Vec3& at, std::uint32_t local) const {
        touch(p, at, local + k_edge + edge, [&](const Vec3& away) {
            return leans_over_edge(pair_.surface, triangle_, edge, away);
        });
    }
    void touch_corner(std::uint32_t i, const Vec3& p, const Vec3& at, std::uint32_t local) const {
        touch(p, at, local + k_corner + i, [&](const Vec3& away) {
            return stands_on_corner(pair_.surface, triangle_, i, away);
        });
    }

private:
    template <class Allowed>
    void touch(const Vec3& p, const Vec3& at, std::uint32_t local, Allowed allowed) const {
        const Vec3 from = p - at;
        const double square = norm_squared(from);
        if (!(square <= reach() * reach())) return;
        const double distance = std::sqrt(square);
        const Vec3 away = distance > shortest_direction ? from / distance : normal_;
        if (!allowed(away)) return;
        pair_.add(triangle_, local, 0.5 * ((p - radius_ * away) + at), radius_ - distance, away,
                  true);
    }

    const MeshPair& pair_;
    std::uint32_t triangle_;
    std::array<Vec3, 3> corners_;
    Vec3 normal_;
    double radius_;
};

/// The ball at `p`, which lies in front of the triangle's plane, against edges and corners. Only
/// edges that see it; false if there are none.
bool touch_rim(const RoundTriangle& triangle, const Vec3& p, std::uint32_t local,
               bool with_corners) {
    double least = triangle.reach() * triangle.reach();
    std::uint32_t edge = 3;
    double along = 0;
    Vec3 at;
    bool is_outside = false;
    for (std::uint32_t k = 0; k < 3; ++k) {
        if (!(triangle.outside(k, p) > 0)) continue;
        is_outside = true;
        const Vec3& tail = triangle.corner(k);
        const Vec3& head = triangle.corner(k_next[k]);
        const double s = nearest_on_segment(p, tail, head);
        const Vec3 nearest = s <= 0 ? tail : s >= 1 ? head : tail + s * (head - tail);
        const double square = norm_squared(p - nearest);
        if (!(square <= least)) continue;
        least = square;
        edge = k;
        along = s;
        at = nearest;
    }
    if (edge == 3) return is_outside;
    if (along > 0 && along < 1)
        triangle.touch_edge(edge, p, at, local);
    else if (with_corners)
        triangle.touch_corner(along <= 0 ? edge : k_next[edge], p, at, local);
    return true;
}

}  // namespace

void touch_sphere(const MeshPair& pair, std::uint32_t triangle) {
    const RoundTriangle round(pair, triangle);
    const double height = round.height({});
    if (!(height >= 0 && height <= round.reach())) return;
    if (!touch_rim(round, {}, 0, true)) round.touch_face({}, height, 0);
}

void touch_capsule(const MeshPair& pair, std::uint32_t triangle, const Vec3& half) {
    const RoundTriangle round(pair, triangle);
    if (!(round.height({}) >= 0)) return;
    const std::array<Vec3, 2> ends{-half, half};
    const std::array<double, 2> heights{round.height(ends[0]), round.height(ends[1])};
    if (heights[0] > round.reach() && heights[1] > round.reach()) return;

    // The part of the segment over the face: both of its ends.
    double enter = 0, leave = 1;
    std::uint32_t enters_over = 0, leaves_over = 0;  // edges, from 1
    const Vec3 u = 2 * half;
    for (std::uint32_t k = 0; k < 3 && enter <= leave; ++k) {
        const double from = round.outside(k, ends[0]);
        const double to = round.outside(k, ends[1]);
        if (from > 0 && to > 0) {
            enter = 2;
        } else if (from > 0 && from / (from - to) > enter) {
            enter = from / (from - to);
            enters_over = k + 1;
        } else if (to > 0 && from / (from - to) < leave) {
            leave = from / (from - to);
            leaves_over = k + 1;
        }
    }
    if (enter <= leave) {
        const Vec3 first = enter <= 0 ? ends[0] : ends[0] + enter * u;
        const Vec3 last = leave >= 1 ? ends[1] : ends[0] + leave * u;
        const double of_first = round.height(first);
        const double of_last = round.height(last);
        // A part wholly behind the plane has come there beside the triangle, over a ridge.
        if (of_first >= 0 || of_last >= 0) {
            round.touch_face(first, of_first, enters_over);
            if (leave > enter) round.touch_face(last, of_last, k_part + leaves_over);
        }
    }

    // Ends over an edge, and the segment between its ends over edges and corners.
    for (std::size_t end = 0; end < 2; ++end)
        if (heights[end] >= 0)
            touch_rim(round, ends[end], static_cast<std::uint32_t>(2 + end) * k_part, false);
    for (std::uint32_t k = 0; k < 3; ++k) {
        const Vec3& corner = round.corner(k);
        const double on_segment = nearest_on_segment(corner, ends[0], ends[1]);
        const Vec3 nearest = ends[0] + on_segment * u;
        if (round.height(nearest) >= 0) round.touch_corner(k, nearest, corner, 4 * k_part);

        const MeshEdge kind = pair.surface.edges(triangle)[k];
        if (kind == MeshEdge::flat || kind == MeshEdge::concave) continue;
        const Vec3 side = round.side(k);
        const auto [s, t] = nearest_of_segments(ends[0], u, corner, side);
        if (!(s > 0 && s < 1 && t > 0 && t < 1)) continue;
        const Vec3 on_axis = ends[0] + s * u;
        if (round.height(on_axis) >= 0) round.touch_edge(k, on_axis, corner + t * side, 4 * k_part);
    }
}

}  // namespace lanewise::detail
