#pragma once

#include <lanewise/physics/geometry/matrix3.hpp>
#include <lanewise/physics/geometry/quaternion.hpp>

namespace lanewise::detail {

/// How a body turns without torque.
struct FreeRotation {
    /// Symmetric, positive definite and not isotropic: a top, which keeps its angular momentum and
    /// not its angular velocity. All others turn at constant angular velocity.
    bool is_top = false;
    Quat axes;             ///< principal axes to body's frame
    Vec3 inverse_moments;  ///< 1/(kg m2)
};

FreeRotation free_rotation(const Mat3& inverse_inertia) noexcept;

/// Turns through h seconds. A top is moved by the exact turns about its principal axes in the order
/// 1, 2, 3, 2, 1 with h/2, h/2, h, h/2, h/2 (a symmetric splitting of the kinetic energy: second
/// order, angular momentum to rounding); see E. Hairer, C. Lubich, G. Wanner, Geometric Numerical
/// Integration, VII.5.3.
void turn(const FreeRotation& body, double h, Quat& rotation, Vec3& spin) noexcept;

}  // namespace lanewise::detail
