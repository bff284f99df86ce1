#pragma once

#include <lanewise/physics/collision/physics_material.hpp>
#include <lanewise/physics/continuous/resting_cone.hpp>
#include <lanewise/physics/continuous/round_sweep.hpp>
#include <lanewise/physics/continuous/swept_motion.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace lanewise::detail {

/// A surface that a body lies on since an impact without bounce.
struct RestingContact {
    std::uint32_t obstacle;  ///< index in the list
    std::uint32_t item;
    Vec3 normal;
    Vec3 arm;  ///< from the centre of mass to the contact
    PhysicsMaterial material;
    std::uint32_t material_number;
    std::size_t impact;  ///< its last entry in the list of impacts
};

/// A body on its way through the step.
struct SweptFlight {
    SweptBody body;
    double time = 0;  ///< s since the step's begin, where `body` is now
    Vec3 travel;      ///< to the step's end at the present velocity

    double hit_time = 0;  ///< s; infinite: flies on to the end
    std::uint32_t obstacle = 0;
    SweepHit hit;

    std::uint32_t impacts = 0;
    std::uint32_t resting_count = 0;
    std::array<RestingContact, k_most_resting> resting;

    /// On to `when`, at the present velocity.
    void fly_to(double when) noexcept;
    void fly_by(const Vec3& distance, double when) noexcept;

    [[nodiscard]] Vec3 surface_velocity(const Vec3& arm) const noexcept {
        return body.velocity + cross(body.spin, arm);
    }
    /// How fast a unit impulse at `arm` along the unit vector `direction` makes the contact move
    /// that way.
    [[nodiscard]] double mobility(const Vec3& arm, const Vec3& direction) const noexcept {
        const Vec3 moment = cross(arm, direction);
        return 1 / body.mass + dot(moment, body.inverse_inertia * moment);
    }
    void push(const Vec3& arm, const Vec3& impulse) noexcept {
        body.velocity += impulse / body.mass;
        body.spin += body.inverse_inertia * cross(arm, impulse);
    }
    /// The same for an impulse through the centre of mass along `direction`, as far as the surfaces
    /// that the body rests on let it go.
    [[nodiscard]] double free_mobility(const Vec3& direction) const noexcept;
};

/// The normals of the surfaces that a flight rests on.
struct RestingNormals {
    explicit RestingNormals(const SweptFlight& flight) noexcept;

    std::array<Vec3, k_most_resting> normals;
    std::size_t count = 0;
};

/// Share of the approach speed that comes back.
inline double bounce_speed(double approach, double restitution,
                           const SweptSettings& settings) noexcept {
    return approach >= settings.bounce_threshold ? restitution * approach : 0;
}

/// Makes dot(velocity, normal) equal to `speed` to rounding by its most important component.
void set_normal_speed(Vec3& velocity, const Vec3& normal, double speed) noexcept;

/// Friction at a fixed surface after the normal impulse `pressed`.
void rub(SweptFlight& flight, const Vec3& normal, const Vec3& arm, double friction,
         double pressed) noexcept;

}  // namespace lanewise::detail
