#include "reference.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace lanewise::test::reference {

namespace {

struct Motion {
    Vec3 v, w;
};

/// A contact point.
struct Contact {
    std::uint32_t a, b, manifold, point;
    Vec3 arm_a, arm_b;
    std::array<Vec3, 3> axis;  ///< normal and tangents
    double friction, restitution, bias, push_speed;
    double approach;  ///< separation speed after the kick
    double kick;      ///< what the kick adds to it
    std::array<double, 3> impulse;
    double total = 0, push_impulse = 0;
};

struct Solver {
    const ContactScene& scene;
    std::vector<Contact> contacts;
    std::vector<Motion> motion, push;

    [[nodiscard]] static Vec3 speed(const std::vector<Motion>& m, const Contact& c) {
        return m[c.b].v + cross(m[c.b].w, c.arm_b) - m[c.a].v - cross(m[c.a].w, c.arm_a);
    }
    void apply(std::vector<Motion>& m, const Contact& c, const Vec3& impulse) const {
        const kernels::SolverBody &a = scene.bodies[c.a], &b = scene.bodies[c.b];
        m[c.a].v -= a.inverse_mass * impulse;
        m[c.a].w -= inverse_inertia_of(a) * cross(c.arm_a, impulse);
        m[c.b].v += b.inverse_mass * impulse;
        m[c.b].w += inverse_inertia_of(b) * cross(c.arm_b, impulse);
    }
    /// Speed at the point from an impulse there: what the point matrix does.
    [[nodiscard]] Vec3 response(const Contact& c, const Vec3& impulse) const {
        const kernels::SolverBody &a = scene.bodies[c.a], &b = scene.bodies[c.b];
        return (a.inverse_mass + b.inverse_mass) * impulse +
               cross(inverse_inertia_of(a) * cross(c.arm_a, impulse), c.arm_a) +
               cross(inverse_inertia_of(b) * cross(c.arm_b, impulse), c.arm_b);
    }
    /// Both tangents weigh what the heavier one of them does.
    [[nodiscard]] double mass(const Contact& c, std::size_t row) const {
        const auto k = [&](std::size_t r) { return dot(c.axis[r], response(c, c.axis[r])); };
        const double most = row == 0 ? k(0) : std::max(k(1), k(2));
        return most > 0 ? 1 / most : 0;
    }

    /// A normal and a friction impulse that together replace the present ones.
    void solve_point(Contact& c, double bias) {
        const Vec3 u = speed(motion, c);
        std::array<double, 3> next{};
        next[0] = std::max(c.impulse[0] + mass(c, 0) * (bias - dot(c.axis[0], u)), 0.0);
        const Vec3 turn = response(c, (next[0] - c.impulse[0]) * c.axis[0]);
        for (std::size_t row = 1; row < 3; ++row)
            next[row] = c.impulse[row] - mass(c, row) * dot(c.axis[row], u + turn);
        const double length = std::hypot(next[1], next[2]), most = c.friction * next[0];
        if (length > most)
            for (std::size_t row = 1; row < 3; ++row) next[row] *= most / length;
        Vec3 sum;
        for (std::size_t row = 0; row < 3; ++row) sum += (next[row] - c.impulse[row]) * c.axis[row];
        apply(motion, c, sum);
        c.impulse = next;
    }
};

Contact make_contact(const ContactScene& scene, std::uint32_t m, std::uint32_t p) {
    const kernels::SolverManifold& manifold = scene.manifolds[m];
    const kernels::SolverManifold::Point& point = manifold.points[p];
    const kernels::ContactSolve& set = scene.settings;
    Contact c{};
    c.a = scene.pairs[m].a;
    c.b = scene.pairs[m].b;
    c.manifold = m;
    c.point = p;
    c.arm_a = vec(point.arm);
    c.arm_b = c.arm_a + vec(manifold.offset);
    const Tangents t = tangents_of(vec(manifold.normal));
    c.axis = {vec(manifold.normal), t.first, t.second};
    c.friction = manifold.friction;
    c.restitution = manifold.restitution;
    c.bias = point.depth < 0 ? point.depth / set.timestep : 0;
    if (point.depth > set.slop)
        c.push_speed =
            std::min(set.push_factor * (point.depth - set.slop) / set.timestep, set.push_speed);
    c.impulse = {point.normal_impulse, point.tangent_impulse[0], point.tangent_impulse[1]};
    return c;
}

/// Bodies that move and touch a marked body, the marked ones included.
std::vector<bool> widened(const Solver& solver, const std::vector<bool>& marked) {
    const std::vector<std::uint8_t> moves = solver.scene.moves();
    std::vector<bool> wider = marked;
    for (const Contact& c : solver.contacts) {
        if (!marked[c.a] && !marked[c.b]) continue;
        if (moves[c.a] != 0) wider[c.a] = true;
        if (moves[c.b] != 0) wider[c.b] = true;
    }
    return wider;
}

/// Stops what approaches fast, then lets it bounce; both near the impacts only.
void solve_impacts(Solver& solver) {
    const kernels::ContactSolve& set = solver.scene.settings;
    const std::vector<std::uint8_t> moves = solver.scene.moves();
    constexpr double strike_speed = 0.1;
    const auto strikes = [&](const Contact& c) {
        return c.approach - c.kick < c.bias - strike_speed;
    };
    const auto is_fast = [&](const Contact& c) {
        return c.approach <= -set.restitution_threshold && c.approach < c.bias;
    };
    std::vector<bool> marked(moves.size());
    for (const Contact& c : solver.contacts)
        for (const std::uint32_t body : {c.a, c.b})
            if (strikes(c) && moves[body] != 0) marked[body] = true;
    const std::vector<bool> wider = widened(solver, marked);
    std::vector<Contact> near;
    for (const Contact& c : solver.contacts)
        if (wider[c.a] || wider[c.b]) near.push_back(c);

    for (Contact& c : near) c.impulse = {};
    for (int pass = 0; pass < set.velocity_passes; ++pass)
        for (Contact& c : near) solver.solve_point(c, c.bias);
    for (Contact& c : near) {
        if (c.restitution <= 0) continue;
        const double speed = -c.restitution * (c.approach - c.kick) - c.kick;
        c.total = c.impulse[0];
        const bool bounces = is_fast(c) && speed > 0 && c.total > 0;
        if (bounces) c.bias = speed;
        c.impulse = {bounces ? c.restitution * c.total : 0, 0, 0};
        solver.apply(solver.motion, c, c.impulse[0] * c.axis[0]);
    }
    for (int pass = 0; pass < set.velocity_passes; ++pass)
        for (Contact& c : near) solver.solve_point(c, c.bias);
    for (const Contact& c : near)
        for (Contact& other : solver.contacts)
            if (other.manifold == c.manifold && other.point == c.point)
                other.total = c.total + c.impulse[0];
}

}  // namespace

void solve(ContactScene& scene, const std::vector<std::uint32_t>& order) {
    const kernels::ContactSolve& set = scene.settings;
    Solver solver{scene, {}, {}, std::vector<Motion>(scene.bodies.size())};
    for (const std::uint32_t m : order)
        for (std::uint32_t p = 0; p < scene.pairs[m].count; ++p)
            solver.contacts.push_back(make_contact(scene, m, p));
    for (const kernels::SolverBody& body : scene.bodies)
        solver.motion.push_back(
            {vec(body.velocity) + vec(body.kick_v), vec(body.spin) + vec(body.kick_w)});
    for (Contact& c : solver.contacts) c.approach = dot(c.axis[0], Solver::speed(solver.motion, c));
    for (std::size_t i = 0; i < scene.bodies.size(); ++i)
        solver.motion[i] = {vec(scene.bodies[i].velocity), vec(scene.bodies[i].spin)};
    for (Contact& c : solver.contacts)
        c.kick = c.approach - dot(c.axis[0], Solver::speed(solver.motion, c));

    solve_impacts(solver);
    for (int pass = 0; pass < set.velocity_passes; ++pass) {
        for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
            solver.motion[i].v += vec(scene.bodies[i].kick_v) / set.velocity_passes;
            solver.motion[i].w += vec(scene.bodies[i].kick_w) / set.velocity_passes;
        }
        for (const Contact& c : solver.contacts)
            for (std::size_t row = 0; row < 3; ++row)
                solver.apply(solver.motion, c, c.impulse[row] * c.axis[row]);
        for (Contact& c : solver.contacts) {
            solver.solve_point(c, c.bias);
            c.total += c.impulse[0];
        }
    }
    for (const Contact& c : solver.contacts) {
        kernels::SolverManifold::Point& point = scene.manifolds[c.manifold].points[c.point];
        point.normal_impulse = c.impulse[0];
        point.tangent_impulse[0] = c.impulse[1];
        point.tangent_impulse[1] = c.impulse[2];
    }

    for (int pass = 0; pass < set.push_passes; ++pass)
        for (Contact& c : solver.contacts) {
            if (c.push_speed <= 0) continue;
            const double lacking = c.push_speed - dot(c.axis[0], Solver::speed(solver.push, c));
            const double after = std::max(c.push_impulse + solver.mass(c, 0) * lacking, 0.0);
            solver.apply(solver.push, c, (after - c.push_impulse) * c.axis[0]);
            c.push_impulse = after;
        }
    for (const Contact& c : solver.contacts)
        scene.manifolds[c.manifold].points[c.point].total = c.total;
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
        assign(scene.bodies[i].velocity, solver.motion[i].v);
        assign(scene.bodies[i].spin, solver.motion[i].w);
        assign(scene.bodies[i].push_v, solver.push[i].v);
        assign(scene.bodies[i].push_w, solver.push[i].w);
    }
}

}  // namespace lanewise::test::reference
