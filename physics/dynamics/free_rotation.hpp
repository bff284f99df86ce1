#pragma once

#include <lanewise/physics/geometry/matrix3.hpp>
#include <lanewise/physics/geometry/quaternion.hpp>
#include <lanewise/physics/geometry/trigonometry.hpp>

namespace lanewise::detail {

/// How a body turns without torque.
struct FreeRotation {
    /// Symmetric, positive definite and not isotropic: a top, which keeps its angular momentum and
    /// not its angular velocity. All others turn at constant angular velocity.
    bool is_top = false;
    int own_axis = -1;     ///< of a top with two equal moments: the axis of the third
    Quat axes;             ///< principal axes to body's frame
    Vec3 inverse_moments;  ///< 1/(kg m2)
};

FreeRotation free_rotation(const Mat3& inverse_inertia) noexcept;

inline constexpr double k_quarter_radian_squared = 0.0625;

/// sin(a) / a and cos(a) from a^2 up to an eighth of a radian, squared: Taylor sums, of which what
/// they leave out is below 3e-17.
inline SincCos sums_of_step(double s) noexcept {
    return {1 + s * (-1.0 / 6 + s * (1.0 / 120 + s * (-1.0 / 5040 + s * (1.0 / 362880)))),
            1 + s * (-0.5 +
                     s * (1.0 / 24 + s * (-1.0 / 720 + s * (1.0 / 40320 - s * (1.0 / 3628800)))))};
}

/// The turn by a vector as rotation_from_vector makes it, to rounding; fast where a step usually
/// is.
inline Quat rotation_of_step(const Vec3& turn) noexcept {
    const double square = norm_squared(turn);
    if (!(square <= k_quarter_radian_squared)) return rotation_from_vector(turn);
    const SincCos half = sums_of_step(0.25 * square);
    const double scale = 0.5 * half.sinc;
    return {scale * turn.x, scale * turn.y, scale * turn.z, half.cos};
}

/// A product of unit quaternions is one to a few roundings, where one step of Newton's method for
/// the root is exact to rounding.
inline Quat renormalized(const Quat& q) noexcept {
    const double scale = 1.5 - 0.5 * norm_squared(q);
    return {q.x * scale, q.y * scale, q.z * scale, q.w * scale};
}

void turn_top(const FreeRotation& body, double h, Quat& rotation, Vec3& spin) noexcept;

/// Turns through h seconds. A top with two equal moments moves exactly: at L / I_side about its
/// angular momentum and at (1 / I_own - 1 / I_side) L_own about its own axis. Others are moved by
/// the exact turns about their principal axes in the order 1, 2, 3, 2, 1 with h/2, h/2, h, h/2,
/// h/2, in as many parts as keep each below a quarter of a radian (64 at most); a symmetric
/// splitting of the kinetic energy: second order, angular momentum to rounding; see E. Hairer, C.
/// Lubich, G. Wanner, Geometric Numerical Integration, VII.5.3.
inline void turn(const FreeRotation& body, double h, Quat& rotation, Vec3& spin) noexcept {
    if (body.is_top)
        turn_top(body, h, rotation, spin);
    else if (spin != Vec3{})
        rotation = renormalized(rotation_of_step(spin * h) * rotation);
}

}  // namespace lanewise::detail
