#include <lanewise/physics/collision/mesh_edges.hpp>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace lanewise::detail {

namespace {

/// A number for each vertex that equal positions share: the lowest of their vertex numbers.
std::vector<std::uint32_t> positions_of(std::span<const Vec3> vertices) {
    std::vector<std::uint32_t> order(vertices.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
        const Vec3& a = vertices[i];
        const Vec3& b = vertices[j];
        return std::tie(a.x, a.y, a.z, i) < std::tie(b.x, b.y, b.z, j);
    });
    std::vector<std::uint32_t> position(vertices.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        const bool again = i > 0 && vertices[order[i]] == vertices[order[i - 1]];
        position[order[i]] = again ? position[order[i - 1]] : order[i];
    }
    return position;
}

/// One side of one triangle.
struct Side {
    std::uint32_t low;  ///< positions of the ends
    std::uint32_t high;
    bool downward;  ///< passed from high to low
    std::uint8_t edge;
    std::uint32_t triangle;

    friend bool operator<(const Side& a, const Side& b) noexcept {
        return std::tie(a.low, a.high, a.triangle, a.edge) <
               std::tie(b.low, b.high, b.triangle, b.edge);
    }
};

/// How far a neighbour is turned about the common edge from a triangle's own plane, through the
/// free space in front of it: sine and cosine of the angle, which is 180 degrees when flat.
struct Opening {
    double sine;
    double cosine;

    /// Less than a turn of `b`, where no turn at all counts as a full one: a triangle on the back
    /// of another bounds nothing in front of it.
    [[nodiscard]] bool narrower_than(const Opening& b) const noexcept {
        return std::tuple(half(), along()) < std::tuple(b.half(), b.along());
    }

private:
    /// 0 for (0, 180] degrees, 1 for (180, 360].
    [[nodiscard]] int half() const noexcept {
        return sine > 0 || (sine == 0 && cosine < 0) ? 0 : 1;
    }
    /// Grows with the angle within a half.
    [[nodiscard]] double along() const noexcept { return half() == 0 ? -cosine : cosine; }
};

class EdgeFinder {
public:
    EdgeFinder(std::span<const Vec3> vertices, std::span<const TriangleMesh::Triangle> triangles,
               std::span<const Vec3> normals)
        : vertices_(vertices), triangles_(triangles), normals_(normals) {}

    [[nodiscard]] Opening opening(const Side& own, const Side& other) const noexcept {
        const TriangleMesh::Triangle& t = triangles_[own.triangle];
        const Vec3 side = vertices_[t[(own.edge + 1u) % 3]] - vertices_[t[own.edge]];
        const Vec3 along = side / norm(side);
        const Vec3& n = normals_[own.triangle];
        const Vec3& m = normals_[other.triangle];
        // In the plane across the edge: own triangle towards n x along, the other, which passes the
        // edge backwards, towards -(m x along).
        const double cosine = -dot(n, m);
        const double sine = dot(along, cross(m, n));
        // A rounded zero must not decide between nothing and a full turn.
        return {std::fabs(sine) < TriangleMesh::flat_sine ? 0 : sine, cosine};
    }

    [[nodiscard]] static MeshEdge kind(const Opening& o) noexcept {
        // Folded back on itself, a sheet ends in a ridge.
        if (o.sine == 0) return o.cosine < 0 ? MeshEdge::flat : MeshEdge::convex;
        return o.sine > 0 ? MeshEdge::concave : MeshEdge::convex;
    }

private:
    std::span<const Vec3> vertices_;
    std::span<const TriangleMesh::Triangle> triangles_;
    std::span<const Vec3> normals_;
};

}  // namespace

void find_mesh_edges(std::span<const Vec3> vertices,
                     std::span<const TriangleMesh::Triangle> triangles,
                     std::span<const Vec3> normals, std::vector<std::array<MeshEdge, 3>>& edges,
                     std::vector<std::array<std::uint32_t, 3>>& neighbours) {
    const std::vector<std::uint32_t> position = positions_of(vertices);
    std::vector<Side> sides;
    sides.reserve(3 * triangles.size());
    for (std::uint32_t t = 0; t < triangles.size(); ++t)
        for (std::uint8_t e = 0; e < 3; ++e) {
            const std::uint32_t a = position[triangles[t][e]];
            const std::uint32_t b = position[triangles[t][(e + 1u) % 3]];
            sides.push_back({std::min(a, b), std::max(a, b), a > b, e, t});
        }
    std::sort(sides.begin(), sides.end());

    constexpr auto none = TriangleMesh::no_neighbour;
    edges.assign(triangles.size(), {MeshEdge::open, MeshEdge::open, MeshEdge::open});
    neighbours.assign(triangles.size(), {none, none, none});
    const EdgeFinder finder(vertices, triangles, normals);
    for (std::size_t begin = 0, end; begin < sides.size(); begin = end) {
        for (end = begin + 1; end < sides.size() && sides[end].low == sides[begin].low &&
                              sides[end].high == sides[begin].high;)
            ++end;
        for (std::size_t i = begin; i < end; ++i) {
            const Side& own = sides[i];
            const Side* best = nullptr;
            Opening narrowest{};
            for (std::size_t k = begin; k < end; ++k) {
                if (sides[k].downward == own.downward) continue;
                const Opening o = finder.opening(own, sides[k]);
                if (best != nullptr && !o.narrower_than(narrowest)) continue;
                best = &sides[k];
                narrowest = o;
            }
            if (best == nullptr) continue;
            neighbours[own.triangle][own.edge] = best->triangle;
            edges[own.triangle][own.edge] = EdgeFinder::kind(narrowest);
        }
    }
}

}  // namespace lanewise::detail
