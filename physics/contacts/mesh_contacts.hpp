#pragma once

#include <lanewise/physics/contacts/buffers.hpp>
#include <lanewise/physics/contacts/narrow_phase.hpp>

#include <array>
#include <cstdint>

namespace lanewise::detail {

/// What the contacts of one mesh with one solid are found from.
struct MeshPair {
    const PlacedSolid& mesh;
    const PlacedSolid& solid;
    const TriangleMesh& surface;
    Vec3 centre;  ///< of the solid's frame, in the mesh's
    double margin;
    ContactBuffers& buffers;

    /// Corners in the mesh's axes, from the solid's centre.
    [[nodiscard]] std::array<Vec3, 3> corners(std::uint32_t triangle) const noexcept {
        const auto c = surface.corners(triangle);
        return {c[0] - centre, c[1] - centre, c[2] - centre};
    }
    void add(std::uint32_t triangle, std::uint32_t local, const Vec3& point, double depth,
             const Vec3& normal, bool is_sharp) const {
        buffers.points.push_back({{point, depth, std::uint64_t(triangle) << 32 | local},
                                  normal,
                                  surface.material(triangle),
                                  is_sharp});
    }
};

// Contacts of single triangles, appended to `buffers.points`. Points are relative to the solid's
// centre, normals lead from the mesh to the solid. The first two write them in the mesh's axes,
// the third in the solid's.

void touch_sphere(const MeshPair& pair, std::uint32_t triangle);
/// `half`: from the capsule's centre to the end of its segment, in the mesh's axes.
void touch_capsule(const MeshPair& pair, std::uint32_t triangle, const Vec3& half);
/// `turn`: the mesh's axes seen from the solid.
void touch_polyhedron(const MeshPair& pair, std::uint32_t triangle, const Mat3& turn);

}  // namespace lanewise::detail
