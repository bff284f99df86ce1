#pragma once

#include <lanewise/kernels/export.hpp>
#include <lanewise/physics/geometry/matrix3.hpp>
#include <lanewise/physics/geometry/vector3.hpp>

#include <cmath>
#include <type_traits>

namespace lanewise {

/// A quaternion x i + y j + z k + w; with unit norm it is a rotation. The default does not turn.
struct Quat {
    double x = 0;
    double y = 0;
    double z = 0;
    double w = 1;

    friend constexpr bool operator==(const Quat&, const Quat&) noexcept = default;
};

static_assert(sizeof(Quat) == 32 && alignof(Quat) == alignof(double) &&
                  std::is_trivially_copyable_v<Quat>,
              "columns and snapshots copy rotations as four packed doubles");

/// The rotation that turns by `b` first and by `a` after.
constexpr Quat operator*(const Quat& a, const Quat& b) noexcept {
    return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
            a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}
/// The rotation back.
constexpr Quat conjugate(const Quat& q) noexcept {
    return {-q.x, -q.y, -q.z, q.w};
}
constexpr double norm_squared(const Quat& q) noexcept {
    return q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
}
inline Quat normalized(const Quat& q) noexcept {
    const double length = std::sqrt(norm_squared(q));
    return {q.x / length, q.y / length, q.z / length, q.w / length};
}
constexpr bool is_finite(const Quat& q) noexcept {
    return is_finite(Vec3{q.x, q.y, q.z}) && is_finite(Vec3{q.w, 0, 0});
}

/// `v` turned by the unit quaternion `q`.
constexpr Vec3 rotate(const Quat& q, const Vec3& v) noexcept {
    const Vec3 axis{q.x, q.y, q.z};
    const Vec3 t = 2 * cross(axis, v);
    return v + q.w * t + cross(axis, t);
}
/// `v` turned back.
constexpr Vec3 rotate_back(const Quat& q, const Vec3& v) noexcept {
    return rotate(conjugate(q), v);
}

/// The rotation matrix of a unit quaternion.
constexpr Mat3 to_matrix(const Quat& q) noexcept {
    const double xx = 2 * q.x * q.x, yy = 2 * q.y * q.y, zz = 2 * q.z * q.z;
    const double xy = 2 * q.x * q.y, xz = 2 * q.x * q.z, yz = 2 * q.y * q.z;
    const double wx = 2 * q.w * q.x, wy = 2 * q.w * q.y, wz = 2 * q.w * q.z;
    return {{1 - (yy + zz), xy + wz, xz - wy},
            {xy - wz, 1 - (xx + zz), yz + wx},
            {xz + wy, yz - wx, 1 - (xx + yy)}};
}

/// The unit quaternion of a rotation matrix; of the two signs, the one whose largest element is
/// positive.
LANEWISE_API Quat rotation_from_matrix(const Mat3& r) noexcept;

/// The turn by exactly |turn| radians about `turn` (exponential map): a step of length h at angular
/// velocity w is rotation_from_vector(w * h) * pose. A unit quaternion to rounding, with the same
/// bits on every compiler (see trigonometry.hpp). Components up to 1e150; beyond, or for NaN, the
/// result is not finite.
LANEWISE_API Quat rotation_from_vector(const Vec3& turn) noexcept;

/// The inverse of `rotation_from_vector`: the shortest turn, |turn| <= pi, of a unit quaternion.
LANEWISE_API Vec3 vector_from_rotation(const Quat& q) noexcept;

}  // namespace lanewise
