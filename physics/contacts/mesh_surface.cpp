#include <lanewise/physics/contacts/mesh_surface.hpp>

#include <array>

namespace lanewise::detail {

namespace {

/// Sine of the angle by which a normal may miss its range, rad: rounding of placed normals.
constexpr double k_lean_slack = 1e-6;

/// Triangles round one corner that are looked at in either direction.
constexpr int k_longest_fan = 64;

constexpr std::array<std::uint32_t, 3> k_next{1, 2, 0};
constexpr std::array<std::uint32_t, 3> k_last{2, 0, 1};

/// Other corners of a triangle stay below the plane through `at`.
bool is_below(const std::array<Vec3, 3>& corners, const Vec3& at, const Vec3& normal) noexcept {
    for (const Vec3& corner : corners) {
        const Vec3 side = corner - at;
        const double rise = dot(normal, side);
        if (rise > 0 && rise * rise > k_lean_slack * k_lean_slack * norm_squared(side))
            return false;
    }
    return true;
}

}  // namespace

bool leans_over_edge(const TriangleMesh& mesh, std::uint32_t triangle, std::uint32_t edge,
                     const Vec3& normal) noexcept {
    const auto corners = mesh.corners(triangle);
    const Vec3& own = mesh.normals()[triangle];
    const Vec3 side = corners[k_next[edge]] - corners[edge];
    const Vec3 across = cross(side, own) / norm(side);
    const double up = dot(normal, own);
    const double out = dot(normal, across);
    if (out < -k_lean_slack || up < -k_lean_slack) return false;
    const std::uint32_t beyond = mesh.neighbours(triangle)[edge];
    if (beyond == TriangleMesh::no_neighbour) return true;
    const Vec3& other = mesh.normals()[beyond];
    const double other_out = dot(other, across);
    const MeshEdge kind = mesh.edges(triangle)[edge];
    if (kind == MeshEdge::concave || (kind == MeshEdge::flat && other_out <= 0))
        return out <= k_lean_slack;
    // The sine of the angle beyond the neighbour's normal, in the plane across the edge.
    return out * dot(other, own) - up * other_out <= k_lean_slack;
}

bool stands_on_corner(const TriangleMesh& mesh, std::uint32_t triangle, std::uint32_t corner,
                      const Vec3& normal) noexcept {
    const Vec3 at = mesh.corners(triangle)[corner];
    if (dot(normal, mesh.normals()[triangle]) < -k_lean_slack ||
        !is_below(mesh.corners(triangle), at, normal))
        return false;
    // Out over the edge that ends here, then, if the fan is open, over the one that starts here.
    for (const bool ends_here : {true, false}) {
        std::uint32_t t = triangle;
        std::uint32_t own = corner;
        for (int steps = 0; steps < k_longest_fan; ++steps) {
            t = mesh.neighbours(t)[ends_here ? k_last[own] : own];
            if (t == triangle) return true;
            if (t == TriangleMesh::no_neighbour) break;
            const auto corners = mesh.corners(t);
            own = corners[0] == at ? 0 : corners[1] == at ? 1 : 2;
            if (!(corners[own] == at) || !is_below(corners, at, normal)) return false;
        }
    }
    return true;
}

}  // namespace lanewise::detail
