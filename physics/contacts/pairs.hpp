#pragma once

#include <lanewise/physics/contacts/narrow_phase.hpp>

#include <cstdint>
#include <vector>

namespace lanewise::detail {

struct ContactBuffers;

using Manifolds = std::vector<ContactManifold>;

// Pairs of the narrow phase. Normals point from the first argument to the second.

/// Spheres and capsules.
void collide_rounds(const PlacedSolid& a, const PlacedSolid& b, double margin, Manifolds& out);
/// A box or a hull and a sphere or a capsule.
void collide_solid_and_sphere(const PlacedSolid& solid, const PlacedSolid& sphere, double margin,
                              Manifolds& out);
void collide_solid_and_capsule(const PlacedSolid& solid, const PlacedSolid& capsule, double margin,
                               Manifolds& out);
void collide_boxes(const PlacedSolid& a, const PlacedSolid& b, double margin,
                   ContactBuffers& buffers, Manifolds& out);
/// Any two polyhedra.
void collide_solids(const PlacedSolid& a, const PlacedSolid& b, double margin,
                    ContactBuffers& buffers, Manifolds& out);
/// A mesh and a sphere, a capsule, a box or a hull.
void collide_mesh_and_solid(const PlacedSolid& mesh, const PlacedSolid& solid, double margin,
                            ContactBuffers& buffers, Manifolds& out);

}  // namespace lanewise::detail
