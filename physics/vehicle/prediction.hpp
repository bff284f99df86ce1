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

/// Of a dynamic body.
inline Prediction predict(const WorldData& world, std::size_t place, double h) noexcept {
    const BodyTraits& traits = world.traits[place];
    const BodyMotion& motion = world.motion[place];
    const BodyLoad& load = world.load[place];
    Prediction p;
    p.inverse_mass = world.mass[place].inverse_mass;
    p.inverse_inertia = world.world_inverse_inertia(place);
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
