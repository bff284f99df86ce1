#pragma once

#include <lanewise/physics/collision/polyhedron.hpp>
#include <lanewise/physics/contacts/buffers.hpp>
#include <lanewise/physics/geometry/matrix3.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lanewise::detail {

/// A convex solid, or a lone triangle, in the frame that two solids are compared in.
struct SolidView {
    std::span<const Vec3> vertices;
    std::span<const PolyhedronFace> faces;
    std::span<const PolyhedronEdge> edges;
    std::span<const std::uint32_t> loops;
    std::span<const std::uint32_t> loop_edges;
};

inline SolidView view_of(const Polyhedron& solid) noexcept {
    return {solid.vertices, solid.faces, solid.edges, solid.loops, solid.loop_edges};
}

/// The same solid turned and moved; it lives in the buffers.
SolidView placed_view(const Polyhedron& solid, const Mat3& turn, const Vec3& offset,
                      ContactBuffers& buffers);

/// Finds the contact points of a face of one solid with the other and puts them into
/// `buffers.contacts`: the other's most opposed face at its deepest corner, cut by the sides of
/// `face`; points up to `margin` above it, moved half way to it; their features are those of
/// feature.hpp.
void clip_on_face(const SolidView& reference, std::uint32_t face, const SolidView& other,
                  bool is_second, double margin, ContactBuffers& buffers);

/// The vertex that is deepest below a plane of this normal; the lowest number on ties.
std::uint32_t deepest_vertex(const SolidView& solid, const Vec3& normal) noexcept;

/// Where two edges that face each other are nearest: midway between both.
Vec3 between_edges(const SolidView& a, std::uint32_t edge_a, const SolidView& b,
                   std::uint32_t edge_b) noexcept;

}  // namespace lanewise::detail
