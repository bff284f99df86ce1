#include "scene.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <cstring>

namespace lanewise::test {

namespace {

/// Right before a forbidden page; an empty list has no memory to copy.
template <class T>
T* put(GuardedColumn<T>& memory, const std::vector<T>& list) {
    return list.empty() ? nullptr : memory.put(list, Place::last);
}

}  // namespace

Tangents tangents_of(const Vec3& normal) {
    const Vec3 axis = std::fabs(normal.z) > 0.8 ? Vec3{1, 0, 0} : Vec3{0, 0, 1};
    const Vec3 across = cross(normal, axis);
    const Vec3 first = across / norm(across);
    return {first, cross(normal, first)};
}

ContactScene::ContactScene() : settings{} {
    settings.velocity_passes = 8;
    settings.push_passes = 4;
    settings.timestep = 1.0 / 60;
    settings.restitution_threshold = 0.5;
    settings.slop = 0.005;
    settings.push_factor = 0.2;
    settings.push_speed = 3;
}

std::uint32_t ContactScene::add_fixed(const Vec3& velocity, const Vec3& spin) {
    kernels::SolverBody body{};
    assign(body.velocity, velocity);
    assign(body.spin, spin);
    bodies.push_back(body);
    return static_cast<std::uint32_t>(bodies.size() - 1);
}

std::uint32_t ContactScene::add_body(double mass, const Mat3& inertia, const Vec3& velocity,
                                     const Vec3& spin) {
    const std::uint32_t number = add_fixed(velocity, spin);
    kernels::SolverBody& body = bodies[number];
    body.inverse_mass = 1 / mass;
    const Mat3 inverse = inverse_symmetric(inertia);
    const double elements[] = {inverse.x.x, inverse.y.y, inverse.z.z,
                               inverse.x.y, inverse.x.z, inverse.y.z};
    std::memcpy(body.inverse_inertia, elements, sizeof elements);
    return number;
}

std::uint32_t ContactScene::add_manifold(std::uint32_t a, std::uint32_t b, const Vec3& normal,
                                         const Vec3& offset, double friction, double restitution) {
    kernels::SolverManifold manifold{};
    // Nothing may depend on points that are not there.
    std::memset(manifold.points, 0xff, sizeof manifold.points);
    assign(manifold.normal, normal);
    assign(manifold.offset, offset);
    manifold.friction = friction;
    manifold.restitution = restitution;
    manifolds.push_back(manifold);
    pairs.push_back({a, b, 0});
    return static_cast<std::uint32_t>(manifolds.size() - 1);
}

void ContactScene::add_point(std::uint32_t manifold, const Vec3& arm, double depth) {
    kernels::SolverManifold::Point& point = manifolds[manifold].points[pairs[manifold].count++];
    point = {};
    assign(point.arm, arm);
    point.depth = depth;
}

void ContactScene::set_gravity(const Vec3& gravity) {
    for (kernels::SolverBody& body : bodies)
        if (body.inverse_mass > 0) assign(body.kick_v, gravity * settings.timestep);
}

std::vector<std::uint8_t> ContactScene::moves() const {
    std::vector<std::uint8_t> moves;
    for (const kernels::SolverBody& body : bodies)
        moves.push_back(body.inverse_mass > 0 || trace(inverse_inertia_of(body)) > 0);
    return moves;
}

void ContactScene::solve(const kernels::KernelTable& table) {
    ContactColouring colouring;
    colouring.colour(pairs, moves());
    solve(table, {colouring.order().begin(), colouring.order().end()},
          {colouring.colours().begin(), colouring.colours().end()});
}

void ContactScene::solve(const kernels::KernelTable& table, const std::vector<std::uint32_t>& order,
                         const std::vector<kernels::SolverColour>& colours) {
    GuardedColumn<kernels::SolverBody> body_memory(bodies.size());
    GuardedColumn<kernels::SolverManifold> manifold_memory(manifolds.size());
    GuardedColumn<kernels::SolverPair> pair_memory(pairs.size());
    GuardedColumn<std::uint32_t> order_memory(order.size());
    GuardedColumn<kernels::SolverColour> colour_memory(colours.size());
    kernels::ContactSolve call = settings;
    call.bodies = put(body_memory, bodies);
    call.body_count = bodies.size();
    call.manifolds = put(manifold_memory, manifolds);
    call.manifold_count = manifolds.size();
    call.pairs = put(pair_memory, pairs);
    call.order = put(order_memory, order);
    call.colours = put(colour_memory, colours);
    call.colour_count = colours.size();
    const std::size_t bytes = table.contacts.scratch(call);
    REQUIRE(bytes % 64 == 0);
    GuardedMemory scratch(bytes);
    std::memset(scratch.begin(), 0xff, static_cast<std::size_t>(scratch.end() - scratch.begin()));
    call.scratch = scratch.end() - bytes;
    table.contacts.solve(call);
    bodies = body_memory.copy();
    manifolds = manifold_memory.copy();
}

std::uint64_t hash_of(const ContactScene& scene) {
    Hash hash;
    for (const kernels::SolverBody& body : scene.bodies)
        for (const auto& part : {body.velocity, body.spin, body.push_v, body.push_w})
            for (int c = 0; c < 3; ++c) hash.add(part[c]);
    for (std::size_t i = 0; i < scene.manifolds.size(); ++i)
        for (std::uint32_t p = 0; p < scene.pairs[i].count; ++p) {
            const kernels::SolverManifold::Point& point = scene.manifolds[i].points[p];
            hash.add(point.normal_impulse);
            hash.add(point.tangent_impulse[0]);
            hash.add(point.tangent_impulse[1]);
            hash.add(point.total);
        }
    return hash.value();
}

namespace {

Vec3 in_cube(Random& random, double half) {
    const double x = random.between(-half, half), y = random.between(-half, half);
    return {x, y, random.between(-half, half)};
}

/// Positive definite, with moments of about `size`.
Mat3 random_inertia(Random& random, double size) {
    const Vec3 a = in_cube(random, 0.3), b = in_cube(random, 0.3);
    return size * (Mat3::identity() + outer(a, a) + outer(b, b));
}

}  // namespace

ContactScene random_scene(std::size_t body_count, std::size_t manifold_count, std::uint64_t seed) {
    ContactScene scene;
    Random random(seed);
    for (std::size_t i = 0; i < body_count; ++i) {
        const Vec3 v = in_cube(random, 3), w = in_cube(random, 2);
        const double mass = random.between(0.5, 4);
        if (i % 7 == 0)
            scene.add_fixed(i % 2 == 0 ? Vec3{} : v, i % 2 == 0 ? Vec3{} : w);
        else
            scene.add_body(mass, random_inertia(random, 0.3 * mass), v, w);
        kernels::SolverBody& body = scene.bodies.back();
        if (i % 7 == 0) continue;
        if (i % 11 == 1) std::memset(body.inverse_inertia, 0, sizeof body.inverse_inertia);
        if (i % 13 == 2) body.inverse_mass = 0;
        assign(body.kick_v, in_cube(random, 0.2));
        assign(body.kick_w, in_cube(random, 0.05));
    }
    while (scene.manifolds.size() < manifold_count) {
        const std::size_t a = random.below(body_count), b = random.below(body_count);
        if (a == b || (a % 7 == 0 && b % 7 == 0)) continue;
        Vec3 n = in_cube(random, 1);
        while (norm_squared(n) < 0.01 || norm_squared(n) > 1) n = in_cube(random, 1);
        const double restitution = random.below(3) == 0 ? random.between(0, 1) : 0;
        // Compilers evaluate arguments in orders of their own; numbers are drawn one by one.
        const Vec3 offset = in_cube(random, 1);
        const double friction = random.between(0, 1);
        const std::uint32_t m =
            scene.add_manifold(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b),
                               n / norm(n), offset, friction, restitution);
        const std::size_t count = 1 + random.below(4);
        for (std::size_t p = 0; p < count; ++p) {
            const Vec3 arm = in_cube(random, 0.5);
            scene.add_point(m, arm, random.between(-0.01, 0.03));
            kernels::SolverManifold::Point& point = scene.manifolds[m].points[p];
            point.normal_impulse = random.between(0, 0.3);
            point.tangent_impulse[0] = random.between(-0.1, 0.1);
            point.tangent_impulse[1] = random.between(-0.1, 0.1);
        }
    }
    return scene;
}

}  // namespace lanewise::test
