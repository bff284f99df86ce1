#pragma once

#include <lanewise/physics/geometry/matrix3.hpp>
#include <lanewise/physics/geometry/quaternion.hpp>

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

/// Turns through h seconds. A top with two equal moments moves exactly: at L / I_side about its
/// angular momentum and at (1 / I_own - 1 / I_side) L_own about its own axis. Others are moved by
/// the exact turns about their principal axes in the order 1, 2, 3, 2, 1 with h/2, h/2, h, h/2,
/// h/2, in as many parts as keep each below a quarter of a radian (64 at most); a symmetric
/// splitting of the kinetic energy: second order, angular momentum to rounding; see E. Hairer, C.
/// Lubich, G. Wanner, Geometric Numerical Integration, VII.5.3.
void turn(const FreeRotation& body, double h, Quat& rotation, Vec3& spin) noexcept;

}  // namespace lanewise::detail
