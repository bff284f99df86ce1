#pragma once

/// Where radians come and go. An angle is a dimension here, so a spin times a radius is no speed
/// and a force times an arm is no torque until one of these functions says so.

#include <lanewise/units/si.hpp>
#include <lanewise/units/vector3.hpp>

namespace lanewise {

/// v = w r, the speed of a point on the rim.
[[nodiscard]] constexpr Velocity rim_speed(AngularVelocity spin, Length radius) {
    return spin * radius / units::radians;
}

/// w = v / r, the spin of a wheel that rolls without slip.
[[nodiscard]] constexpr AngularVelocity rolling_spin(Velocity speed, Length radius) {
    return speed / radius * units::radians;
}

/// T = F r, for a force square to its arm.
[[nodiscard]] constexpr Torque moment(Force force, Length arm) {
    return force * arm / units::radians;
}

/// F = T / r, the force at the rim that a torque about the axle makes.
[[nodiscard]] constexpr Force rim_force(Torque torque, Length radius) {
    return torque * units::radians / radius;
}

/// I = m k^2, with the radius of gyration k.
[[nodiscard]] constexpr MomentOfInertia inertia(Mass mass, Length radius_of_gyration) {
    return mass * radius_of_gyration * radius_of_gyration / units::radians / units::radians;
}

/// s = a r, the length of an arc.
[[nodiscard]] constexpr Length arc_length(Angle angle, Length radius) {
    return angle * radius / units::radians;
}

/// T = r x F.
[[nodiscard]] constexpr Vector3<Torque> moment(const Vector3<Force>& force,
                                               const Vector3<Length>& arm) {
    return cross(arm, force) / units::radians;
}

/// v = w x r, of a point at `arm` from the centre of the turn.
[[nodiscard]] constexpr Vector3<Velocity> point_velocity(const Vector3<AngularVelocity>& spin,
                                                         const Vector3<Length>& arm) {
    return cross(spin, arm) / units::radians;
}

}  // namespace lanewise
