#include <lanewise/physics/contacts/feature.hpp>
#include <lanewise/physics/contacts/pairs.hpp>
#include <lanewise/physics/contacts/preference.hpp>
#include <lanewise/physics/contacts/reduce.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace lanewise::detail {

namespace {

using Triple = std::array<double, 3>;

constexpr std::array<std::size_t, 3> k_next{1, 2, 0};
constexpr std::array<std::size_t, 3> k_last{2, 0, 1};

/// The largest separation along the axes of one box's faces.
struct FaceAxis {
    double separation;
    std::size_t axis;
};

constexpr FaceAxis largest(const Triple& s) noexcept {
    FaceAxis best{s[0], 0};
    if (s[1] > best.separation) best = {s[1], 1};
    if (s[2] > best.separation) best = {s[2], 2};
    return best;
}

struct EdgeAxis {
    double separation = -std::numeric_limits<double>::infinity();
    std::size_t a = 0;
    std::size_t b = 0;
};

/// Two boxes seen from the first. Axes: 15 separating ones (S. Gottschalk, M. Lin and D. Manocha,
/// "OBBTree", 1996).
struct BoxPair {
    Triple half_a;
    Triple half_b;
    std::array<Triple, 3> turn;  ///< [i][j]: axis i of a times axis j of b
    std::array<Triple, 3> size;  ///< the same, absolute
    Triple d_a;                  ///< from a's centre to b's along a's axes
    Triple d_b;                  ///< and along b's

    BoxPair(const PlacedSolid& a, const PlacedSolid& b) noexcept {
        const Vec3& ha = a.shape->half_extents();
        const Vec3& hb = b.shape->half_extents();
        half_a = {ha.x, ha.y, ha.z};
        half_b = {hb.x, hb.y, hb.z};
        const Vec3 d = b.pose.translation - a.pose.translation;
        const std::array<Vec3, 3> of_a{a.rotation.x, a.rotation.y, a.rotation.z};
        const std::array<Vec3, 3> of_b{b.rotation.x, b.rotation.y, b.rotation.z};
        for (std::size_t i = 0; i < 3; ++i) {
            d_a[i] = dot(d, of_a[i]);
            d_b[i] = dot(d, of_b[i]);
            for (std::size_t j = 0; j < 3; ++j) {
                turn[i][j] = dot(of_a[i], of_b[j]);
                size[i][j] = std::fabs(turn[i][j]);
            }
        }
    }

    [[nodiscard]] FaceAxis faces_of_a() const noexcept {
        Triple s;
        for (std::size_t i = 0; i < 3; ++i)
            s[i] = std::fabs(d_a[i]) -
                   (half_a[i] +
                    (half_b[0] * size[i][0] + half_b[1] * size[i][1] + half_b[2] * size[i][2]));
        return largest(s);
    }
    [[nodiscard]] FaceAxis faces_of_b() const noexcept {
        Triple s;
        for (std::size_t j = 0; j < 3; ++j)
            s[j] = std::fabs(d_b[j]) -
                   (half_b[j] +
                    (half_a[0] * size[0][j] + half_a[1] * size[1][j] + half_a[2] * size[2][j]));
        return largest(s);
    }

    /// The largest separation across two edges. Only separations above `least` are of interest.
    [[nodiscard]] EdgeAxis edges(double least) const noexcept {
        EdgeAxis best;
        // Before it is divided by the length of the cross product, which is at most 1.
        const double floor = least < 0 ? least : 0;
        for (std::size_t i = 0; i < 3; ++i) {
            const std::size_t i1 = k_next[i], i2 = k_last[i];
            for (std::size_t j = 0; j < 3; ++j) {
                const std::size_t j1 = k_next[j], j2 = k_last[j];
                const double apart = std::fabs(d_a[i2] * turn[i1][j] - d_a[i1] * turn[i2][j]) -
                                     ((half_a[i1] * size[i2][j] + half_a[i2] * size[i1][j]) +
                                      (half_b[j1] * size[i][j2] + half_b[j2] * size[i][j1]));
                if (apart < floor) [[likely]]
                    continue;
                const double square = turn[i1][j] * turn[i1][j] + turn[i2][j] * turn[i2][j];
                if (!(square > k_parallel_edges * k_parallel_edges)) continue;
                const double separation = apart / std::sqrt(square);
                if (separation > best.separation) best = {separation, i, j};
            }
        }
        return best;
    }
};

/// The other box from the one whose face is the reference.
struct ReferenceView {
    Triple half;
    Triple half_other;
    std::array<Triple, 3> turn;  ///< [own axis][axis of the other]
    Triple centre;               ///< of the other
};

ReferenceView seen_from_a(const BoxPair& pair) noexcept {
    return {pair.half_a, pair.half_b, pair.turn, pair.d_a};
}
ReferenceView seen_from_b(const BoxPair& pair) noexcept {
    ReferenceView view{pair.half_b, pair.half_a, {}, {}};
    for (std::size_t i = 0; i < 3; ++i) {
        view.centre[i] = -pair.d_b[i];
        for (std::size_t j = 0; j < 3; ++j) view.turn[i][j] = pair.turn[j][i];
    }
    return view;
}

/// A corner of the incident face over the reference face: across it along u and v, and above it.
struct FlatCorner {
    double u;
    double v;
    double height;
    std::uint32_t name;
    std::uint32_t edge;
};

/// A quad cut by four sides has at most eight corners.
struct FlatPolygon {
    std::array<FlatCorner, 8> corners;
    std::size_t count = 0;

    void add(const FlatCorner& corner) noexcept {
        if (count < corners.size()) corners[count++] = corner;
    }
};

/// Cuts by the side where `sign` times the coordinate is `half`; see clip_by_side in face_clip.cpp.
/// True if something is cut off: then `kept` is the rest.
template <double FlatCorner::*Axis>
bool cut(const FlatPolygon& polygon, double sign, double half, std::uint32_t side,
         FlatPolygon& kept) noexcept {
    bool is_cut = false;
    for (std::size_t i = 0; i < polygon.count; ++i)
        is_cut |= sign * polygon.corners[i].*Axis - half > k_clip_slack;
    if (!is_cut) return false;
    kept.count = 0;
    for (std::size_t i = 0; i < polygon.count; ++i) {
        const FlatCorner& from = polygon.corners[i];
        const FlatCorner& to = polygon.corners[i + 1 < polygon.count ? i + 1 : 0];
        const double before = sign * from.*Axis - half;
        const double after = sign * to.*Axis - half;
        const bool leaves = before <= k_clip_slack && after > k_clip_slack;
        if (before <= k_clip_slack) {
            kept.add(from);
            if (leaves && before >= 0) kept.corners[kept.count - 1].edge = side;
        }
        const bool crosses = leaves ? before < 0 : before > k_clip_slack && after < 0;
        if (!crosses) continue;
        const double share = before / (before - after);
        kept.add({from.u + share * (to.u - from.u), from.v + share * (to.v - from.v),
                  from.height + share * (to.height - from.height),
                  leaves ? corner_name(from.edge, side) : corner_name(side, from.edge),
                  leaves ? side : from.edge});
    }
    return true;
}

/// The face contact in the frame of the reference box `ref`; false if no point is near enough.
bool clip_faces(const ReferenceView& view, std::size_t axis, const PlacedSolid& ref, bool is_second,
                double margin, ContactManifold& manifold) noexcept {
    const std::size_t u = k_next[axis], v = k_last[axis];
    const double sign = view.centre[axis] < 0 ? -1 : 1;
    const Triple& along = view.turn[axis];
    // The most opposed face of the other box.
    std::size_t face = 0;
    if (std::fabs(along[1]) > std::fabs(along[face])) face = 1;
    if (std::fabs(along[2]) > std::fabs(along[face])) face = 2;
    const double face_sign = sign * along[face] > 0 ? -1 : 1;

    const std::size_t p = k_next[face], q = k_last[face];
    const double out = face_sign * view.half_other[face];
    const double hp = view.half_other[p], hq = view.half_other[q];
    const auto centre = [&](std::size_t k) { return view.centre[k] + out * view.turn[k][face]; };
    const double cu = centre(u), cv = centre(v);
    const double ch = sign * centre(axis) - view.half[axis];
    const double pu = hp * view.turn[u][p], pv = hp * view.turn[v][p], ph = sign * hp * along[p];
    const double qu = hq * view.turn[u][q], qv = hq * view.turn[v][q], qh = sign * hq * along[q];
    std::array<FlatPolygon, 2> polygons;
    FlatPolygon* polygon = &polygons[0];
    FlatPolygon* next = &polygons[1];
    polygon->count = 4;
    polygon->corners[0] = {cu + (pu + qu), cv + (pv + qv), ch + (ph + qh), corner_name(6, 0), 0};
    polygon->corners[1] = {cu - (pu - qu), cv - (pv - qv), ch - (ph - qh), corner_name(0, 2), 2};
    polygon->corners[2] = {cu - (pu + qu), cv - (pv + qv), ch - (ph + qh), corner_name(2, 4), 4};
    polygon->corners[3] = {cu + (pu - qu), cv + (pv - qv), ch + (ph - qh), corner_name(4, 6), 6};
    if (cut<&FlatCorner::u>(*polygon, 1, view.half[u], 1, *next)) std::swap(polygon, next);
    if (cut<&FlatCorner::v>(*polygon, 1, view.half[v], 3, *next)) std::swap(polygon, next);
    if (cut<&FlatCorner::u>(*polygon, -1, view.half[u], 5, *next)) std::swap(polygon, next);
    if (cut<&FlatCorner::v>(*polygon, -1, view.half[v], 7, *next)) std::swap(polygon, next);

    const std::array<Vec3, 3> axes{ref.rotation.x, ref.rotation.y, ref.rotation.z};
    const Vec3 normal = sign * axes[axis];
    const std::uint64_t faces =
        face_names(is_second, static_cast<std::uint32_t>(2 * axis + (sign < 0 ? 1 : 0)),
                   static_cast<std::uint32_t>(2 * face + (face_sign < 0 ? 1 : 0)));
    const auto contact = [&](const FlatCorner& corner) {
        return ContactPoint{
            ref.pose.translation + (corner.u * axes[u] + corner.v * axes[v] +
                                    (view.half[axis] + 0.5 * corner.height) * normal),
            -corner.height, faces | corner.name};
    };
    manifold.normal = is_second ? -normal : normal;
    std::size_t count = 0;
    for (std::size_t i = 0; i < polygon->count; ++i)
        if (polygon->corners[i].height <= margin) polygon->corners[count++] = polygon->corners[i];
    if (count <= ContactManifold::most_points) {
        for (std::size_t i = 0; i < count; ++i) manifold.points[i] = contact(polygon->corners[i]);
    } else {
        std::array<ContactPoint, 8> points;
        for (std::size_t i = 0; i < count; ++i) points[i] = contact(polygon->corners[i]);
        count = reduce_patch(std::span(points).first(count), normal);
        fill(manifold, std::span(points).first(count));
    }
    manifold.count = static_cast<std::uint32_t>(count);
    return count > 0;
}

/// The contact of the edges that face each other, in the frame of a.
void cross_edges(const BoxPair& pair, const EdgeAxis& edge, const PlacedSolid& a,
                 ContactManifold& manifold) noexcept {
    const std::size_t i = edge.a, j = edge.b;
    const std::size_t i1 = k_next[i], i2 = k_last[i];
    // Axis i of a is (1, 0, 0) in the order (i, i1, i2): the cross product is (0, -b2, b1).
    Triple n{};
    n[i1] = -pair.turn[i2][j];
    n[i2] = pair.turn[i1][j];
    const double size = std::sqrt(n[i1] * n[i1] + n[i2] * n[i2]);
    const double scale = n[i1] * pair.d_a[i1] + n[i2] * pair.d_a[i2] < 0 ? -1 / size : 1 / size;
    n[i1] *= scale;
    n[i2] *= scale;

    // Middles of both edges, and which of four parallel ones they are.
    std::uint32_t name = static_cast<std::uint32_t>(3 * i + j);
    Triple on_a{};
    for (const std::size_t k : {i1, i2}) {
        on_a[k] = n[k] < 0 ? -pair.half_a[k] : pair.half_a[k];
        name = 2 * name + (n[k] < 0 ? 1 : 0);
    }
    Triple on_b = pair.d_a;
    for (const std::size_t k : {k_next[j], k_last[j]}) {
        const double along = n[i1] * pair.turn[i1][k] + n[i2] * pair.turn[i2][k];
        const double reach = along > 0 ? -pair.half_b[k] : pair.half_b[k];
        for (std::size_t m = 0; m < 3; ++m) on_b[m] += reach * pair.turn[m][k];
        name = 2 * name + (along > 0 ? 1 : 0);
    }
    // Nearest points of the lines; both directions are unit.
    const double c = pair.turn[i][j];
    const double square = pair.turn[i1][j] * pair.turn[i1][j] + pair.turn[i2][j] * pair.turn[i2][j];
    Triple w;
    for (std::size_t m = 0; m < 3; ++m) w[m] = on_b[m] - on_a[m];
    const double wi = w[i];
    const double wj = w[0] * pair.turn[0][j] + w[1] * pair.turn[1][j] + w[2] * pair.turn[2][j];
    const auto within = [](double x, double half) {
        return x < -half ? -half : x > half ? half : x;
    };
    const double s = within((wi - c * wj) / square, pair.half_a[i]);
    const double t = within((c * wi - wj) / square, pair.half_b[j]);
    on_a[i] += s;
    for (std::size_t m = 0; m < 3; ++m) on_b[m] += t * pair.turn[m][j];
    const Vec3 middle{0.5 * (on_a[0] + on_b[0]), 0.5 * (on_a[1] + on_b[1]),
                      0.5 * (on_a[2] + on_b[2])};
    manifold.normal = a.rotation * Vec3{n[0], n[1], n[2]};
    manifold.points[0] = {a.pose.translation + a.rotation * middle, -edge.separation,
                          edge_names(0, name)};
    manifold.count = 1;
}

}  // namespace

void collide_boxes(const PlacedSolid& a, const PlacedSolid& b, double margin,
                   ContactBuffers& buffers, Manifolds& out) {
    const BoxPair pair(a, b);
    const FaceAxis of_a = pair.faces_of_a();
    if (of_a.separation > margin) return;
    const FaceAxis of_b = pair.faces_of_b();
    if (of_b.separation > margin) return;
    const bool is_second = second_face_wins(of_b.separation, of_a.separation);
    const FaceAxis& face = is_second ? of_b : of_a;
    const EdgeAxis edge = pair.edges(least_edge_separation(face.separation));
    if (edge.separation > margin) return;

    out.emplace_back();
    ContactManifold& manifold = out.back();
    if (edge.separation > least_edge_separation(face.separation)) {
        cross_edges(pair, edge, a, manifold);
    } else if (!clip_faces(is_second ? seen_from_b(pair) : seen_from_a(pair), face.axis,
                           is_second ? b : a, is_second, margin, manifold)) {
        // The faces do not lie over each other: edges do. If not, overlapping boxes touch still.
        if (edge.separation >= face.separation) {
            cross_edges(pair, edge, a, manifold);
        } else {
            out.pop_back();
            if (face.separation <= 0) collide_solids(a, b, margin, buffers, out);
        }
    }
}

}  // namespace lanewise::detail
