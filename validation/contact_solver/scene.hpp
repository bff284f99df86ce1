#pragma once

#include "../kernels/every_backend.hpp"
#include "../kernels/guarded_memory.hpp"

#include <lanewise/physics/contacts_solver/colouring.hpp>
#include <lanewise/physics/geometry/matrix3.hpp>
#include <lanewise/physics/geometry/vector3.hpp>

#include <cstdint>
#include <vector>

namespace lanewise::test {

inline Vec3 vec(const double (&a)[3]) {
    return {a[0], a[1], a[2]};
}
inline void assign(double (&a)[3], const Vec3& v) {
    a[0] = v.x;
    a[1] = v.y;
    a[2] = v.z;
}
inline Mat3 inverse_inertia_of(const kernels::SolverBody& body) {
    const double* i = body.inverse_inertia;
    return Mat3::symmetric(i[0], i[1], i[2], i[3], i[4], i[5]);
}

/// The two directions that the solver's friction uses, by its description: across the normal and
/// the z axis, or the x axis where |n_z| > 0.8.
struct Tangents {
    Vec3 first, second;
};
Tangents tangents_of(const Vec3& normal);

/// Bodies and manifolds of a step, and the solver's settings.
struct ContactScene {
    std::vector<kernels::SolverBody> bodies;
    std::vector<kernels::SolverManifold> manifolds;
    std::vector<kernels::SolverPair> pairs;
    kernels::ContactSolve settings;  ///< only the numbers count

    ContactScene();

    /// The returned numbers stay valid.
    std::uint32_t add_body(double mass, const Mat3& inertia, const Vec3& velocity = {},
                           const Vec3& spin = {});
    std::uint32_t add_fixed(const Vec3& velocity = {}, const Vec3& spin = {});
    /// A manifold without points.
    /// @param offset centre of mass of a minus that of b
    std::uint32_t add_manifold(std::uint32_t a, std::uint32_t b, const Vec3& normal,
                               const Vec3& offset, double friction, double restitution);
    void add_point(std::uint32_t manifold, const Vec3& arm, double depth);
    /// Sets the kick of all bodies that move to what gravity changes in a step.
    void set_gravity(const Vec3& gravity);

    [[nodiscard]] Vec3 velocity(std::uint32_t body) const { return vec(bodies[body].velocity); }
    [[nodiscard]] Vec3 spin(std::uint32_t body) const { return vec(bodies[body].spin); }
    [[nodiscard]] std::vector<std::uint8_t> moves() const;

    /// Colours and solves in memory between forbidden pages, the scratch memory full of NaN.
    void solve(const kernels::KernelTable& table);
    /// The same in a given order.
    void solve(const kernels::KernelTable& table, const std::vector<std::uint32_t>& order,
               const std::vector<kernels::SolverColour>& colours);
};

/// All bits that a solve may change.
std::uint64_t hash_of(const ContactScene& scene);

/// Bodies of all kinds and manifolds among random pairs of them, nothing degenerate.
ContactScene random_scene(std::size_t body_count, std::size_t manifold_count, std::uint64_t seed);

}  // namespace lanewise::test
