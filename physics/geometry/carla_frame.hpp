#pragma once

#include <lanewise/physics/geometry/matrix3.hpp>
#include <lanewise/physics/geometry/quaternion.hpp>
#include <lanewise/physics/geometry/trigonometry.hpp>

#include <cmath>

/// \file
/// The signs of CARLA's angles, here and nowhere else.
///
/// CARLA's axes are x forward, y right, z up. A picture of them is left-handed, the algebra is not
/// touched by that: cross products and v = w x r have their usual formulas, and a positive w_z
/// turns forward towards right. All numbers in the library are in these axes.

namespace lanewise {

/// Angles in degrees, in the order of CARLA's record. Yaw is applied last, roll first.
struct PitchYawRoll {
    double pitch = 0;
    double yaw = 0;
    double roll = 0;

    friend constexpr bool operator==(const PitchYawRoll&, const PitchYawRoll&) noexcept = default;
};

/// Which way positive pitch and roll turn. Positive yaw turns the nose right in both.
enum class AngleSigns {
    /// The game engine's rotator, and LibCarla before May 2026 and after that change was taken
    /// back:
    /// +pitch nose up, +roll right side down; R = Rz(yaw) Ry(-pitch) Rx(-roll). The library's own.
    engine,
    /// LibCarla's geometry of May 2026: +pitch nose down, +roll right side up;
    /// R = Rz(yaw) Ry(pitch) Rx(roll).
    libcarla_2026,
};

/// Sign of the right-hand turn about y (pitch) and x (roll) that a positive angle makes.
constexpr double pitch_and_roll_sign(AngleSigns signs) noexcept {
    return signs == AngleSigns::engine ? -1 : 1;
}

/// The same attitude in the other convention; its own inverse.
constexpr PitchYawRoll with_other_signs(const PitchYawRoll& a) noexcept {
    return {-a.pitch, a.yaw, -a.roll};
}

/// An angle in degrees brought into [-180, 180), as CARLA keeps them.
inline double wrapped_degrees(double degrees) noexcept {
    const double within = std::fmod(degrees, 360);
    return within >= 180 ? within - 360 : within < -180 ? within + 360 : within;
}

/// The rotation that takes the frame of a thing with these angles to the world.
inline Quat rotation_from_carla(const PitchYawRoll& angles,
                                AngleSigns signs = AngleSigns::engine) noexcept {
    const double sign = pitch_and_roll_sign(signs);
    const SinCos p = sin_cos_degrees(0.5 * sign * angles.pitch);
    const SinCos y = sin_cos_degrees(0.5 * angles.yaw);
    const SinCos r = sin_cos_degrees(0.5 * sign * angles.roll);
    return Quat{0, 0, y.sin, y.cos} * Quat{0, p.sin, 0, p.cos} * Quat{r.sin, 0, 0, r.cos};
}

/// The matrix of the same rotation; its columns are the forward, right and up vectors.
inline Mat3 matrix_from_carla(const PitchYawRoll& angles,
                              AngleSigns signs = AngleSigns::engine) noexcept {
    const double sign = pitch_and_roll_sign(signs);
    const SinCos p = sin_cos_degrees(sign * angles.pitch);
    const SinCos y = sin_cos_degrees(angles.yaw);
    const SinCos r = sin_cos_degrees(sign * angles.roll);
    return Mat3{{y.cos, y.sin, 0}, {-y.sin, y.cos, 0}, {0, 0, 1}} *
           Mat3{{p.cos, 0, -p.sin}, {0, 1, 0}, {p.sin, 0, p.cos}} *
           Mat3{{1, 0, 0}, {0, r.cos, r.sin}, {0, -r.sin, r.cos}};
}

/// The angles of a rotation matrix: pitch in [-90, 90], yaw and roll in [-180, 180). Straight up or
/// down, where yaw and roll turn about one axis, roll is 0.
inline PitchYawRoll carla_from_matrix(const Mat3& m,
                                      AngleSigns signs = AngleSigns::engine) noexcept {
    const double sign = pitch_and_roll_sign(signs);
    const Vec3 forward = m.x;
    const double level = std::sqrt(forward.x * forward.x + forward.y * forward.y);
    const double pitch = arc_tangent_degrees(-sign * forward.z, level);
    // Below this the forward vector's heading is nothing but rounding.
    constexpr double shortest_heading = 1e-14;
    if (!(level > shortest_heading))
        return {pitch, wrapped_degrees(arc_tangent_degrees(-m.y.x, m.y.y)), 0};
    // Roll is measured after undoing the yaw just found: near the vertical both are uncertain, yet
    // together they still make up the given rotation.
    const double c = forward.x / level;
    const double s = forward.y / level;
    const double right_right = c * m.y.y - s * m.y.x;
    const double up_right = c * m.z.y - s * m.z.x;
    return {pitch, wrapped_degrees(arc_tangent_degrees(forward.y, forward.x)),
            wrapped_degrees(arc_tangent_degrees(-sign * up_right, right_right))};
}

/// The angles of a unit quaternion; see carla_from_matrix.
inline PitchYawRoll carla_from_rotation(const Quat& q,
                                        AngleSigns signs = AngleSigns::engine) noexcept {
    return carla_from_matrix(to_matrix(q), signs);
}

}  // namespace lanewise
