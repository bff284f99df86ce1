#include <lanewise/physics/dynamics/free_rotation.hpp>
#include <lanewise/physics/geometry/trigonometry.hpp>

#include <cmath>

namespace lanewise::detail {
namespace {

/// Sine and cosine, fast where a step usually is.
SinCos sine_and_cosine(double angle) noexcept {
    const double square = angle * angle;
    if (!(4 * square <= k_quarter_radian_squared)) return sin_cos(angle);
    const SincCos s = sums_of_step(square);
    return {s.sinc * angle, s.cos};
}

/// Turns the body about its principal axis 0, 1 or 2 at the rate that its angular momentum (in
/// principal axes) gives, for the time t.
template <std::size_t axis>
void turn_about(double inverse_moment, double t, Quat& q, Vec3& momentum) noexcept {
    const SinCos half = sine_and_cosine(0.5 * (inverse_moment * momentum[axis] * t));
    Quat step{0, 0, 0, half.cos};
    (axis == 0 ? step.x : axis == 1 ? step.y : step.z) = half.sin;
    q = q * step;
    const double sine = 2 * half.sin * half.cos;
    const double cosine = 1 - 2 * half.sin * half.sin;
    double& j = momentum[(axis + 1) % 3];
    double& k = momentum[(axis + 2) % 3];
    const double turned = j * cosine + k * sine;
    k = k * cosine - j * sine;
    j = turned;
}

/// One symmetric composition of turns about the three axes.
void turn_in_parts(const Vec3& d, double h, Quat& q, Vec3& momentum) noexcept {
    turn_about<0>(d.x, 0.5 * h, q, momentum);
    turn_about<1>(d.y, 0.5 * h, q, momentum);
    turn_about<2>(d.z, h, q, momentum);
    turn_about<1>(d.y, 0.5 * h, q, momentum);
    turn_about<0>(d.x, 0.5 * h, q, momentum);
}

}  // namespace

FreeRotation free_rotation(const Mat3& a) noexcept {
    FreeRotation body;
    const bool is_isotropic = a == Mat3::diagonal({a.x.x, a.x.x, a.x.x});
    if (is_isotropic || !is_symmetric(a) || !is_positive_definite(a)) return body;
    const PrincipalAxes principal = principal_axes(a);
    const Vec3& moments = principal.moments;
    if (!(moments.x > 0) || !is_finite(1 / moments.x * moments)) return body;
    body.is_top = true;
    body.axes = rotation_from_matrix(principal.axes);
    body.inverse_moments = moments;
    const auto equal = [](double x, double y) { return std::fabs(x - y) <= 1e-14 * (x + y); };
    body.own_axis = equal(moments.x, moments.y) ? 2 : equal(moments.y, moments.z) ? 0 : -1;
    return body;
}

void turn_top(const FreeRotation& body, double h, Quat& rotation, Vec3& spin) noexcept {
    Quat q = rotation * body.axes;
    const Vec3 w = rotate_back(q, spin);
    const Vec3& d = body.inverse_moments;
    Vec3 momentum{w.x / d.x, w.y / d.y, w.z / d.z};
    if ((w.x == 0 && w.y == 0) || (w.x == 0 && w.z == 0) || (w.y == 0 && w.z == 0)) {
        rotation = renormalized(rotation_from_vector(spin * h) * rotation);
        return;
    }
    const Vec3 world = rotate(q, momentum);
    if (body.own_axis >= 0) {
        const auto own = static_cast<std::size_t>(body.own_axis);
        const double side = d[(own + 1) % 3];
        Vec3 about_own;
        about_own[own] = (d[own] - side) * momentum[own] * h;
        q = rotation_from_vector(side * h * world) * q * rotation_from_vector(about_own);
    } else {
        constexpr double most_turn = 0.25, most_parts = 64;
        const double parts =
            std::fmin(std::fmax(std::ceil(norm(spin) * h * (1 / most_turn)), 1.0), most_parts);
        for (double part = 0; part < parts; ++part) turn_in_parts(d, h / parts, q, momentum);
    }
    rotation = renormalized(q * conjugate(body.axes));
    // The momentum of the world is what stays; that of the body only told where to turn.
    q = rotation * body.axes;
    spin = rotate(q, multiplied(d, rotate_back(q, world)));
}

}  // namespace lanewise::detail
