#pragma once

#include <lanewise/physics/collision/triangle_mesh.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lanewise::detail {

/// Finds the neighbour beyond each edge of each triangle and how the two meet; see TriangleMesh.
void find_mesh_edges(std::span<const Vec3> vertices,
                     std::span<const TriangleMesh::Triangle> triangles,
                     std::span<const Vec3> normals, std::vector<std::array<MeshEdge, 3>>& edges,
                     std::vector<std::array<std::uint32_t, 3>>& neighbours);

}  // namespace lanewise::detail
