#pragma once

#include <lanewise/kernels/export.hpp>
#include <lanewise/physics/collision/polyhedron.hpp>
#include <lanewise/physics/geometry/matrix3.hpp>
#include <lanewise/physics/geometry/rigid_transform.hpp>

namespace lanewise {

/// Mass, centre of mass and inertia of a solid, in the axes of its frame.
struct MassProperties {
    double mass = 0;  ///< kg
    Vec3 centre;      ///< m, from the frame's origin
    Mat3 inertia;     ///< kg m^2 about the centre, symmetric to the bit
};

/// Volumes in m^3.
LANEWISE_API double sphere_volume(double radius) noexcept;
LANEWISE_API double box_volume(const Vec3& half_extents) noexcept;
LANEWISE_API double capsule_volume(double radius, double half_length) noexcept;
LANEWISE_API double polyhedron_volume(const Polyhedron& solid) noexcept;

/// Homogeneous solids. All refuse a mass that is not finite and > 0 and results out of range; the
/// sizes are those that Shape accepts.
///
/// Sphere: I = 2/5 m r^2.
LANEWISE_API MassProperties sphere_mass(double mass, double radius);
/// Box: I_xx = m (h_y^2 + h_z^2) / 3 with half sizes h, and so on.
LANEWISE_API MassProperties box_mass(double mass, const Vec3& half_extents);
/// Capsule along z, whose axis segment reaches from -half_length to +half_length: a cylinder and
/// two half spheres, L = 2 half_length, masses m_c : m_s = L : 4 r / 3; I_zz = m_c r^2 / 2 + 2/5
/// m_s r^2, I_xx = I_yy = m_c (r^2 / 4 + L^2 / 12) + m_s (2/5 r^2 + L^2 / 4 + 3/8 L r).
LANEWISE_API MassProperties capsule_mass(double mass, double radius, double half_length);
/// Any closed polyhedron, by signed tetrahedra from a point inside: volume det / 6, first moment
/// det / 24 (a + b + c), second moments det / 120 (s s^T + a a^T + b b^T + c c^T) with s = a + b +
/// c.
LANEWISE_API MassProperties polyhedron_mass(double mass, const Polyhedron& solid);

/// The same solid placed by `pose` in another frame.
LANEWISE_API MassProperties moved(const MassProperties& solid, const RigidTransform& pose) noexcept;

/// Inertia about another point of the same frame: I + m (d^2 - d d^T), d = point - centre.
LANEWISE_API Mat3 inertia_about(const MassProperties& solid, const Vec3& point) noexcept;

/// Two solids of one frame as one body.
LANEWISE_API MassProperties combined(const MassProperties& a, const MassProperties& b) noexcept;

}  // namespace lanewise
