#pragma once

#include <lanewise/physics/geometry/matrix3.hpp>
#include <lanewise/physics/geometry/rigid_transform.hpp>

#include <string_view>

namespace lanewise::detail {

// What a body refuses, when it is added and when it is changed.

void require_finite_vector(std::string_view field, const Vec3& v);
void require_pose(std::string_view field, const RigidTransform& pose);
/// A pose that require_pose took, with a unit rotation.
RigidTransform normalized_pose(const RigidTransform& pose) noexcept;
void require_inertia(std::string_view field, const Mat3& inertia);
void require_mass(std::string_view field, double mass);

}  // namespace lanewise::detail
