#pragma once

#include <lanewise/physics/collision/triangle_mesh.hpp>

#include <cstdint>

namespace lanewise::detail {

// Where a mesh may push: a contact normal at an edge or a corner must be one that the surface
// about it has. If it leans farther, the surface rises above the contact there, and the triangle
// beyond makes the contact. None points behind the triangle. All take the mesh's frame.

/// True if, across edge `edge` of a triangle, `normal` leans from the triangle's normal towards the
/// neighbour's and not farther.
bool leans_over_edge(const TriangleMesh& mesh, std::uint32_t triangle, std::uint32_t edge,
                     const Vec3& normal) noexcept;

/// True if every triangle round corner `corner` of a triangle stays below the plane through it
/// across `normal`.
bool stands_on_corner(const TriangleMesh& mesh, std::uint32_t triangle, std::uint32_t corner,
                      const Vec3& normal) noexcept;

}  // namespace lanewise::detail
