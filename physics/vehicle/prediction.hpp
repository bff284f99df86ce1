#pragma once

#include <lanewise/physics/dynamics/world_data.hpp>

namespace lanewise::detail {

/// What gravity, pending loads and damping will do to a body within the step, and how it answers
/// impulses then: v' = (v + (s g + F / m) h) / (1 + d h), w' likewise.
struct Prediction {
    Vec3 kick_v, kick_w;
    double inverse_mass = 0;
    Mat3 inverse_inertia{};
};

/// A tensor of the body's axes about the world's; most have their axes along the body's.
inline Mat3 turned_tensor(const Mat3& t, const Mat3& axes) noexcept {
    const bool is_diagonal =
        t.x.y == 0 && t.x.z == 0 && t.y.x == 0 && t.y.z == 0 && t.z.x == 0 && t.z.y == 0;
    if (!is_diagonal) return axes * t * transposed(axes);
    const Vec3 a = t.x.x * axes.x, b = t.y.y * axes.y, c = t.z.z * axes.z;
    const auto element = [&](std::size_t i, std::size_t j) {
        return a[i] * axes.x[j] + b[i] * axes.y[j] + c[i] * axes.z[j];
    };
    return Mat3::symmetric(element(0, 0), element(1, 1), element(2, 2), element(0, 1),
                           element(0, 2), element(1, 2));
}

/// Of a dynamic body whose axes these are.
inline Prediction predict(const WorldData& world, std::size_t place, const Mat3& axes,
                          double h) noexcept {
    const BodyTraits& traits = world.traits[place];
    const BodyMotion& motion = world.motion[place];
    const BodyLoad& load = world.load[place];
    Prediction p;
    p.inverse_mass = world.mass[place].inverse_mass;
    p.inverse_inertia = turned_tensor(world.mass[place].inverse_inertia, axes);
    p.kick_v = h * (traits.gravity_scale * world.options.gravity + p.inverse_mass * load.force);
    p.kick_w = h * (p.inverse_inertia * load.torque);
    if (traits.linear_damping != 0) {
        const double slower = 1 / (1 + traits.linear_damping * h);
        p.kick_v = slower * (motion.velocity + p.kick_v) - motion.velocity;
        p.inverse_mass *= slower;
    }
    if (traits.angular_damping != 0) {
        const double slower = 1 / (1 + traits.angular_damping * h);
        p.kick_w = slower * (motion.spin + p.kick_w) - motion.spin;
        p.inverse_inertia = slower * p.inverse_inertia;
    }
    return p;
}

}  // namespace lanewise::detail
