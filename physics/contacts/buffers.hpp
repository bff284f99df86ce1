#pragma once

#include <lanewise/physics/collision/polyhedron.hpp>
#include <lanewise/physics/contacts/contact.hpp>

#include <cstdint>
#include <vector>

namespace lanewise::detail {

/// A corner of a polygon while it is clipped. Names tell corners apart and stay the same from step
/// to step: that of an edge of the incident face is even, that of a side of the reference face odd,
/// and a corner is named by the two edges that met there when it appeared.
struct ClipCorner {
    Vec3 point;
    std::uint32_t name;
    std::uint32_t edge;  ///< name of the edge from here to the next corner
};

/// A contact of one triangle, before those of all triangles are put together.
struct PatchPoint {
    ContactPoint contact;
    Vec3 normal;  ///< from the mesh to the solid
    std::uint32_t material;
    bool is_sharp;  ///< of an edge or a corner of the triangle
};

/// Points of one mesh and solid with one normal and one material.
struct Patch {
    Vec3 normal;
    std::uint32_t material;
    std::uint32_t count;
    std::uint32_t first;  ///< of its points in the list ordered by patch
    double depth;         ///< of its deepest point
};

/// What ContactScratch holds.
struct ContactBuffers {
    // Of the second solid, seen from the first.
    std::vector<Vec3> vertices;
    std::vector<PolyhedronFace> faces;
    // Of one face against one edge of the other solid.
    std::vector<double> along;

    std::vector<ClipCorner> polygon;
    std::vector<ClipCorner> clipped;
    std::vector<ContactPoint> contacts;

    std::vector<std::uint32_t> triangles;
    std::vector<PatchPoint> points;
    std::vector<std::uint32_t> patch_of_point;
    std::vector<Patch> patches;
};

}  // namespace lanewise::detail
