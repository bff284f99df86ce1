#include <lanewise/physics/geometry/quaternion.hpp>
#include <lanewise/physics/geometry/trigonometry.hpp>

namespace lanewise {

Quat rotation_from_matrix(const Mat3& r) noexcept {
    // Four times the squares of x, y, z, w. The largest is at least 1, so its root divides safely.
    const double diagonal = trace(r);
    const double xx = 1 + 2 * r.x.x - diagonal;
    const double yy = 1 + 2 * r.y.y - diagonal;
    const double zz = 1 + 2 * r.z.z - diagonal;
    const double ww = 1 + diagonal;
    const double wx = r.y.z - r.z.y, wy = r.z.x - r.x.z, wz = r.x.y - r.y.x;
    const double xy = r.x.y + r.y.x, xz = r.x.z + r.z.x, yz = r.y.z + r.z.y;
    Quat q;
    if (ww >= xx && ww >= yy && ww >= zz)
        q = {wx, wy, wz, ww};
    else if (xx >= yy && xx >= zz)
        q = {xx, xy, xz, wx};
    else if (yy >= zz)
        q = {xy, yy, yz, wy};
    else
        q = {xz, yz, zz, wz};
    return normalized(q);
}

Quat rotation_from_vector(const Vec3& turn) noexcept {
    const double square = norm_squared(turn);
    // A quarter turn a step covers every body in practice and needs neither root nor division.
    constexpr double quarter_turn_squared = 2.4674011002723395;
    if (square <= quarter_turn_squared) {
        const SincCos half = sinc_cos_of_square(0.25 * square);
        const double scale = 0.5 * half.sinc;
        return {scale * turn.x, scale * turn.y, scale * turn.z, half.cos};
    }
    const double angle = std::sqrt(square);
    const SinCos half = sin_cos(0.5 * angle);
    const double scale = half.sin / angle;
    return {scale * turn.x, scale * turn.y, scale * turn.z, half.cos};
}

Vec3 vector_from_rotation(const Quat& q) noexcept {
    const Vec3 axis = q.w < 0 ? Vec3{-q.x, -q.y, -q.z} : Vec3{q.x, q.y, q.z};
    const double sine = norm(axis);
    // Below, the angle is twice the sine to rounding, and sine^2 would lose bits to underflow.
    if (sine < 1e-9) return 2 * axis;
    return axis * (2 * arc_tangent(sine, std::fabs(q.w)) / sine);
}

}  // namespace lanewise
