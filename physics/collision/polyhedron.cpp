#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/collision/polyhedron.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

namespace lanewise {

namespace {

using Loop = std::vector<std::uint32_t>;

/// One side of an edge, as the loop of a face passes it.
struct Side {
    std::uint32_t low;
    std::uint32_t high;
    bool downward;  ///< passed from high to low
    std::uint32_t face;
    std::uint32_t position;  ///< in the common list of loops

    [[nodiscard]] auto key() const noexcept { return std::pair(low, high); }
    friend bool operator<(const Side& a, const Side& b) noexcept {
        return std::tuple(a.low, a.high, a.downward, a.face) <
               std::tuple(b.low, b.high, b.downward, b.face);
    }
};

void sort_loops(std::vector<Loop>& loops) {
    for (Loop& loop : loops)
        std::rotate(loop.begin(), std::min_element(loop.begin(), loop.end()), loop.end());
    std::sort(loops.begin(), loops.end());
}

PolyhedronFace plane_of(const std::vector<Vec3>& vertices, const Loop& loop) {
    // Scaled first: the area of a small face must not underflow when it is squared.
    const Vec3 area = newell_normal(vertices, loop);
    const double scale = largest_component(absolute(area));
    if (!(scale > 0 && std::isfinite(scale)))
        refuse("Polyhedron.faces", "a face without area", "must span an area");
    const Vec3 normal = (area / scale) / norm(area / scale);
    double offset = -std::numeric_limits<double>::infinity();
    for (const std::uint32_t corner : loop)
        offset = std::max(offset, dot(normal, vertices[corner]));
    return {normal, offset, 0, static_cast<std::uint32_t>(loop.size())};
}

/// Joins the sides to edges. A lone triangle is the one open solid.
void join_edges(Polyhedron& solid, std::vector<Side> sides, bool open) {
    std::sort(sides.begin(), sides.end());
    for (std::size_t i = 0; i < sides.size();) {
        const Side& first = sides[i];
        const auto number = static_cast<std::uint32_t>(solid.edges.size());
        const bool paired = i + 1 < sides.size() && sides[i + 1].key() == first.key() &&
                            sides[i + 1].downward != first.downward &&
                            !(i + 2 < sides.size() && sides[i + 2].key() == first.key());
        if (!paired && !open)
            refuse("Polyhedron.edges", "faces that do not meet in pairs", "must close the solid");
        PolyhedronEdge edge{first.low, first.high, Polyhedron::no_face, Polyhedron::no_face};
        for (std::size_t k = i; k < i + (paired ? 2 : 1); ++k) {
            (sides[k].downward ? edge.right : edge.left) = sides[k].face;
            solid.loop_edges[sides[k].position] = number;
        }
        solid.edges.push_back(edge);
        i += paired ? 2 : 1;
    }
}

Polyhedron joined(std::vector<Vec3> vertices, std::vector<Loop> loops, bool open) {
    sort_loops(loops);
    Polyhedron solid;
    solid.vertices = std::move(vertices);
    std::vector<Side> sides;
    for (const Loop& loop : loops) {
        PolyhedronFace face = plane_of(solid.vertices, loop);
        face.first = static_cast<std::uint32_t>(solid.loops.size());
        for (std::size_t i = 0; i < loop.size(); ++i) {
            const std::uint32_t a = loop[i];
            const std::uint32_t b = loop[(i + 1) % loop.size()];
            sides.push_back({std::min(a, b), std::max(a, b), a > b,
                             static_cast<std::uint32_t>(solid.faces.size()),
                             static_cast<std::uint32_t>(solid.loops.size())});
            solid.loops.push_back(a);
        }
        solid.faces.push_back(face);
    }
    solid.loop_edges.resize(solid.loops.size());
    join_edges(solid, std::move(sides), open);
    // Summed about the first vertex, so that far solids lose nothing.
    Vec3 sum;
    for (const Vec3& v : solid.vertices) sum += v - solid.vertices.front();
    solid.centre = solid.vertices.front() + sum / static_cast<double>(solid.vertices.size());
    return solid;
}

}  // namespace

Polyhedron box_polyhedron(const Vec3& h) {
    std::vector<Vec3> corners;
    for (int i = 0; i < 8; ++i)
        corners.push_back({i & 4 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 1 ? h.z : -h.z});
    return joined(
        std::move(corners),
        {{0, 1, 3, 2}, {4, 6, 7, 5}, {0, 4, 5, 1}, {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3}},
        false);
}

Polyhedron triangle_polyhedron(const Vec3& a, const Vec3& b, const Vec3& c) {
    return joined({a, b, c}, {{0, 1, 2}}, true);
}

Polyhedron polyhedron_from_loops(std::vector<Vec3> vertices,
                                 std::vector<std::vector<std::uint32_t>> loops) {
    for (const Loop& loop : loops) {
        if (loop.size() < 3) refuse("Polyhedron.loops", "a loop of < 3 corners", "must have 3");
        for (const std::uint32_t corner : loop)
            if (corner >= vertices.size())
                refuse("Polyhedron.loops", corner, "must be the number of a vertex");
    }
    if (loops.size() < 4) refuse("Polyhedron.loops", "< 4 faces", "must close a solid");
    return joined(std::move(vertices), std::move(loops), false);
}

std::uint32_t support_vertex(const Polyhedron& solid, const Vec3& direction) noexcept {
    std::uint32_t best = 0;
    double most = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < solid.vertices.size(); ++i) {
        const double along = dot(direction, solid.vertices[i]);
        if (along > most) {
            most = along;
            best = static_cast<std::uint32_t>(i);
        }
    }
    return best;
}

double plane_distance(const Polyhedron& solid, const Vec3& point) noexcept {
    double most = -std::numeric_limits<double>::infinity();
    for (const PolyhedronFace& face : solid.faces)
        most = std::max(most, dot(face.normal, point) - face.offset);
    return most;
}

Vec3 newell_normal(std::span<const Vec3> vertices, std::span<const std::uint32_t> loop) noexcept {
    const Vec3& base = vertices[loop[0]];
    Vec3 sum;
    for (std::size_t i = 1; i + 1 < loop.size(); ++i)
        sum += cross(vertices[loop[i]] - base, vertices[loop[i + 1]] - base);
    return sum;
}

}  // namespace lanewise
