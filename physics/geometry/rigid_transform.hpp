#pragma once

#include <lanewise/physics/geometry/quaternion.hpp>
#include <lanewise/physics/geometry/vector3.hpp>

namespace lanewise {

/// A pose: first the rotation, then the translation (CARLA's order). It takes points of the
/// placed thing's frame to the frame that the owner names. The default leaves points where they
/// are.
struct RigidTransform {
    Quat rotation;     ///< unit
    Vec3 translation;  ///< m

    friend constexpr bool operator==(const RigidTransform&,
                                     const RigidTransform&) noexcept = default;
};

constexpr Vec3 transform_point(const RigidTransform& t, const Vec3& point) noexcept {
    return rotate(t.rotation, point) + t.translation;
}
constexpr Vec3 transform_direction(const RigidTransform& t, const Vec3& direction) noexcept {
    return rotate(t.rotation, direction);
}
constexpr Vec3 transform_point_back(const RigidTransform& t, const Vec3& point) noexcept {
    return rotate_back(t.rotation, point - t.translation);
}
constexpr Vec3 transform_direction_back(const RigidTransform& t, const Vec3& direction) noexcept {
    return rotate_back(t.rotation, direction);
}
/// `b` first, then `a`: a child's pose `b` in a parent of pose `a`.
constexpr RigidTransform operator*(const RigidTransform& a, const RigidTransform& b) noexcept {
    return {a.rotation * b.rotation, transform_point(a, b.translation)};
}
constexpr RigidTransform inverse(const RigidTransform& t) noexcept {
    const Quat back = conjugate(t.rotation);
    return {back, rotate(back, -t.translation)};
}
constexpr bool is_finite(const RigidTransform& t) noexcept {
    return is_finite(t.rotation) && is_finite(t.translation);
}

}  // namespace lanewise
