#pragma once

#include "../contacts/touching.hpp"
#include "../geometry/close.hpp"
#include "../shapes/refused.hpp"

#include <lanewise/physics/dynamics/world.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace lanewise::test {

inline constexpr double k_step = 1.0 / 60;  ///< s
inline constexpr double k_g = 9.8;          ///< m/s2
inline constexpr double k_nan = std::numeric_limits<double>::quiet_NaN();
inline constexpr double k_infinity = std::numeric_limits<double>::infinity();

/// refused_field for calls that return nothing.
template <class Call>
std::string refused(const Call& call) {
    return refused_field([&] {
        call();
        return 0;
    });
}

inline BodyOptions ball(double radius, double mass, const Vec3& centre, const Vec3& velocity = {},
                        const PhysicsMaterial& material = {}) {
    return {.shape = Shape::sphere(radius, {}, material),
            .pose = {{}, centre},
            .linear_velocity = velocity,
            .mass = mass};
}

inline BodyOptions cuboid(const Vec3& half, double mass, const Vec3& centre,
                          const PhysicsMaterial& material = {}) {
    return {.shape = Shape::box(half, {}, material), .pose = {{}, centre}, .mass = mass};
}
inline BodyOptions cube(double half, double mass, const Vec3& centre,
                        const PhysicsMaterial& material = {}) {
    return cuboid({half, half, half}, mass, centre, material);
}

inline BodyOptions fixed(Shape shape, const RigidTransform& pose = {}) {
    return {.shape = std::move(shape), .kind = BodyKind::static_body, .pose = pose};
}

/// A mesh of eight triangles, 100 m wide, in the plane z = 0.
inline BodyId add_floor(PhysicsWorld& world, const PhysicsMaterial& material = {},
                        const RigidTransform& pose = {}) {
    return world.add_static_mesh(flat_ground(2, 50), material, pose);
}

inline WorldOptions no_gravity() {
    return {.gravity = {}};
}

inline void advance(PhysicsWorld& world, int steps, double h = k_step) {
    for (int i = 0; i < steps; ++i) world.step(h);
}

inline Vec3 position(const PhysicsWorld& world, BodyId id) {
    return world.body(id).pose().translation;
}
inline Vec3 velocity(const PhysicsWorld& world, BodyId id) {
    return world.body(id).linear_velocity();
}
inline Vec3 spin(const PhysicsWorld& world, BodyId id) {
    return world.body(id).angular_velocity();
}
inline double speed(const PhysicsWorld& world, BodyId id) {
    return norm(velocity(world, id));
}

/// Sums over the dynamic bodies of a world; angular momentum about the origin.
struct Totals {
    Vec3 momentum, angular_momentum;
    double kinetic = 0, potential = 0;

    [[nodiscard]] double energy() const { return kinetic + potential; }
};

inline Totals totals(const PhysicsWorld& world) {
    Totals sum;
    for (const BodyId id : world.bodies()) {
        const BodyView body = world.body(id);
        if (body.kind() != BodyKind::dynamic) continue;
        const Vec3 centre = body.world_centre_of_mass();
        sum.momentum += body.linear_momentum();
        sum.angular_momentum += body.angular_momentum() + cross(centre, body.linear_momentum());
        sum.kinetic += body.kinetic_energy();
        sum.potential -= body.mass() * body.gravity_scale() * dot(world.options().gravity, centre);
    }
    return sum;
}

/// Fastest point speed of the bodies' centres and, taken at 1 m, of their spins.
inline double fastest(const PhysicsWorld& world) {
    double most = 0;
    for (const BodyId id : world.bodies())
        most = std::max({most, speed(world, id), norm(spin(world, id))});
    return most;
}

/// `steps` cubes of half size `half` a row at the bottom, one fewer in each row above, touching.
inline std::vector<BodyId> add_pyramid(PhysicsWorld& world, int steps, double half,
                                       const Vec3& corner = {}) {
    std::vector<BodyId> ids;
    for (int row = 0; row < steps; ++row)
        for (int i = 0; i + row < steps; ++i) {
            const Vec3 centre{(2 * i + row) * half * 1.05, 0, (2 * row + 1) * half};
            ids.push_back(world.add_body(cube(half, 1, corner + centre)));
        }
    return ids;
}

/// Balls, boxes, capsules and hulls that fall on a floor from up to 2 m, too slow to pass through a
/// mesh; every kind of contact.
inline std::vector<BodyId> add_heap(PhysicsWorld& world, int count, std::uint64_t seed,
                                    const Vec3& middle = {}) {
    Random random(seed);
    std::vector<BodyId> ids;
    const int side = static_cast<int>(std::ceil(std::sqrt(count / 3.0)));
    for (int i = 0; i < count; ++i) {
        const double r = random.between(0.2, 0.3);
        const std::vector<Vec3> corners{{r, 0, -r}, {-r, r, -r}, {-r, -r, -r}, {0, 0, r}};
        const Shape shape = i % 4 == 0   ? Shape::sphere(r)
                            : i % 4 == 1 ? Shape::box({r, 0.8 * r, 0.6 * r})
                            : i % 4 == 2 ? Shape::capsule(0.6 * r, r)
                                         : Shape::hull(corners);
        const int column = i % side, row = i / side % side, layer = i / (side * side);
        const Vec3 place =
            0.65 * Vec3{column - 0.5 * side, row - 0.5 * side, layer + 0.8} + random.in_cube(0.05);
        ids.push_back(world.add_body({.shape = shape,
                                      .pose = {random.rotation(), middle + place},
                                      .linear_velocity = random.in_cube(0.5),
                                      .angular_velocity = random.in_cube(3),
                                      .mass = random.between(0.5, 5)}));
    }
    return ids;
}

}  // namespace lanewise::test
