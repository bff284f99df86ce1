#pragma once

#include <lanewise/physics/contacts/contact.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace lanewise::detail {

/// Points of one patch nearer to each other than this, along its plane, are one, m.
inline constexpr double weld_distance = 1e-4;

/// Moves at most four of a patch's points to the front and returns their number: the deepest, the
/// farthest from it, the one that spans the largest triangle with both, and the one that adds most
/// area to that triangle. Points on one line keep both ends and the deepest. Equal candidates: the
/// first, except that of equally deep points one at the patch's border is the deepest.
std::size_t reduce_patch(std::span<ContactPoint> points, const Vec3& normal) noexcept;

/// Puts a patch of at most four points into a manifold.
inline void fill(ContactManifold& manifold, std::span<const ContactPoint> points) noexcept {
    for (std::size_t i = 0; i < points.size(); ++i) manifold.points[i] = points[i];
    manifold.count = static_cast<std::uint32_t>(points.size());
}

}  // namespace lanewise::detail
