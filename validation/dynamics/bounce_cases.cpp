// Impacts: restitution, impulses, events. Case numbers are those of the table of mechanics cases
// and of the log of field reports.

#include "worlds.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

namespace lanewise::test {
namespace {

PhysicsMaterial springy(double restitution) {
    return {0.6, restitution};
}

/// Sum of the impulses that events give to a body.
Vec3 impulse_on(const PhysicsWorld& world, BodyId id) {
    Vec3 sum;
    for (const CollisionEvent& event : world.events())
        if (event.body == id) sum += event.normal_impulse;
    return sum;
}

/// Highest centre of each flight between bounces of a ball, and when.
std::vector<double> peaks_of(PhysicsWorld& world, BodyId id, int bounces, double h) {
    std::vector<double> peaks;
    double before = velocity(world, id).z;
    while (static_cast<int>(peaks.size()) < bounces) {
        const double z = position(world, id).z;
        world.step(h);
        const double v = velocity(world, id).z;
        // The peak between two steps.
        if (before > 0 && v <= 0) peaks.push_back(z + before * before / (2 * k_g));
        before = v;
    }
    return peaks;
}

}  // namespace

// W19, W20.
TEST_CASE("two balls head on", "[dynamics][impacts]") {
    constexpr double m1 = 1, m2 = 3, v1 = 4, v2 = -2;
    for (const double e : {0.0, 0.3, 1.0}) {
        PhysicsWorld world(no_gravity());
        const BodyId a = world.add_body(ball(0.5, m1, {-0.6, 0, 0}, {v1, 0, 0}, springy(e)));
        const BodyId b = world.add_body(ball(0.5, m2, {0.6, 0, 0}, {v2, 0, 0}, springy(e)));
        advance(world, 30);
        const double centre = (m1 * v1 + m2 * v2) / (m1 + m2);
        CAPTURE(e);
        CHECK(std::fabs(velocity(world, a).x - (centre - e * m2 * (v1 - v2) / (m1 + m2))) < 1e-14);
        CHECK(std::fabs(velocity(world, b).x - (centre + e * m1 * (v1 - v2) / (m1 + m2))) < 1e-14);
        const Totals sum = totals(world);
        CHECK(std::fabs(sum.momentum.x + 2) < 1e-14);
        // 14 J before; the share 1 - e^2 of the energy of approach is lost.
        const double approach = 0.5 * m1 * m2 / (m1 + m2) * (v1 - v2) * (v1 - v2);
        CHECK(std::fabs(sum.kinetic - (14 - (1 - e * e) * approach)) < 1e-13);
    }
}

// W22.
TEST_CASE("events of an impact", "[dynamics][impacts]") {
    PhysicsWorld world(no_gravity());
    const BodyId a = world.add_body(ball(0.5, 1, {-0.505, 0, 0}, {4, 0, 0}, springy(1)));
    const BodyId b = world.add_body(ball(0.5, 3, {0.505, 0, 0}, {-2, 0, 0}, springy(1)));
    world.step(k_step);
    REQUIRE(world.events().size() == 2);
    CHECK(world.events()[0].body == a);
    CHECK(world.events()[0].other == b);
    CHECK(world.events()[1].body == b);
    CHECK(world.events()[1].other == a);
    // (1 + e) m1 m2 / (m1 + m2) (v1 - v2)
    CHECK(difference(world.events()[0].normal_impulse, {-9, 0, 0}) < 1e-13);
    CHECK(world.events()[1].normal_impulse == -world.events()[0].normal_impulse);
    CHECK(world.contact_count() == 1);
    const std::vector<WorldContact> contacts = world.contacts();
    REQUIRE(contacts.size() == 1);
    CHECK(contacts[0].a == a);
    CHECK(contacts[0].b == b);
    CHECK(contacts[0].normal == Vec3{1, 0, 0});
    CHECK(std::fabs(contacts[0].depth + 0.01) < 1e-15);
    CHECK(difference(contacts[0].point, {}) < 1e-15);
    CHECK(std::fabs(contacts[0].normal_impulse - 9) < 1e-13);
    world.step(k_step);
    CHECK(world.events().empty());
}

// W24, by the rules of a step in the test: forces, bounce of what is within the margin with e times
// the speed before the forces, push of what overlaps, motion.
TEST_CASE("a ball dropped on a floor", "[dynamics][impacts]") {
    constexpr double e = 0.5, r = 0.25, fall = 2;
    for (const double h : {1.0 / 60, 1.0 / 240, 1.0 / 960}) {
        PhysicsWorld world;
        const WorldOptions& o = world.options();
        add_floor(world, springy(e));
        const BodyId id = world.add_body(ball(r, 3, {0, 0, fall + r}));
        double z = fall + r, v = 0, peak = 0;
        bool has_bounced = false;
        const int steps = static_cast<int>(1.2 / h);
        for (int i = 0; i < steps; ++i) {
            world.step(h);
            const double gap = z - r;
            double push = 0;
            v -= k_g * h;
            if (gap <= o.contact_margin) {
                const bool bounces = v <= -o.restitution_threshold && v < -std::max(gap, 0.0) / h;
                has_bounced = has_bounced || bounces;
                v = bounces ? -e * (v + k_g * h) : std::max(v, -std::max(gap, 0.0) / h);
                push = std::min(o.push_factor * std::max(-gap - o.slop, 0.0) / h, o.push_speed);
            }
            z += (v + push) * h;
            if (has_bounced) peak = std::max(peak, z - r);
            CHECK(std::fabs(position(world, id).z - z) < 1e-12);
            CHECK(std::fabs(velocity(world, id).z - v) < 1e-12);
        }
        // e^2 of the height, but for where in its step the ball is caught: within v h of the floor
        // on both sides, g h of its speed, and half a step of the peak.
        const double impact = std::sqrt(2 * k_g * fall);
        CAPTURE(h, peak);
        CHECK(std::fabs(peak - e * e * fall) < impact * h * (1 + e * e + 0.5 * e));
        if (h == 1.0 / 60) CHECK(std::fabs(peak - e * e * fall) < 0.03);
    }
}

// B58.
TEST_CASE("perfect bounces do not grow", "[dynamics][impacts]") {
    constexpr double h = 1.0 / 240;
    PhysicsWorld world;
    add_floor(world, springy(1));
    const BodyId id = world.add_body(ball(0.5, 1, {0, 0, 1.5}));
    const std::vector<double> peaks = peaks_of(world, id, 20, h);
    // Symplectic Euler steps keep v^2 / 2 + g z - g h v / 2, and so does a turn of the velocity
    // before the step's kick. The peak between two steps is that of the parabola through them.
    for (const double peak : peaks) CHECK(std::fabs(peak - 1.5) < k_g * h * h);
    CHECK(std::fabs(peaks.back() - peaks.front()) < 1e-9);
    CHECK(norm(spin(world, id)) < 1e-12);
}

// B58: the threshold of 1 m/s.
TEST_CASE("slow hits do not bounce", "[dynamics][impacts]") {
    for (const double v : {0.9, 1.1}) {
        PhysicsWorld world(no_gravity());
        add_floor(world, springy(1));
        const BodyId id = world.add_body(ball(0.5, 1, {0, 0, 0.6}, {0, 0, -v}));
        advance(world, 60);
        if (v < 1) {
            CHECK(std::fabs(velocity(world, id).z) < 1e-14);
            CHECK(std::fabs(position(world, id).z - 0.5) < 1e-14);
        } else {
            CHECK(std::fabs(velocity(world, id).z - v) < 1e-14);
        }
    }
}

// B62.
TEST_CASE("impulses against a wall", "[dynamics][impacts]") {
    for (const auto& [e, friction] :
         {std::pair(0.0, 0.0), std::pair(1.0, 0.0), std::pair(0.0, 0.6), std::pair(1.0, 0.6)}) {
        PhysicsWorld world(no_gravity());
        const BodyId wall =
            world.add_body(fixed(Shape::box({0.5, 5, 5}, {}, {friction, e}), at(3, 0, 0)));
        BodyOptions options = cuboid({1, 0.5, 0.5}, 1000, {});
        options.linear_velocity = {5, 0, 0};
        const BodyId id = world.add_body(options);
        Vec3 sum;
        int ticks_with_events = 0;
        for (int i = 0; i < 60; ++i) {
            world.step(k_step);
            sum += impulse_on(world, id);
            ticks_with_events += world.events().empty() ? 0 : 1;
            for (const CollisionEvent& event : world.events()) {
                CHECK((event.body == id || event.body == wall));
                CHECK((event.body == id ? event.normal_impulse.x < 0 : event.normal_impulse.x > 0));
            }
        }
        CAPTURE(e, friction, ticks_with_events);
        const double allowed = friction > 0 ? 1e-3 : 1e-6;
        CHECK(difference(sum, {-(1 + e) * 5000, 0, 0}) < allowed * 5000);
        CHECK(std::fabs(velocity(world, id).x + e * 5) < allowed * 5);
        CHECK(norm(spin(world, id)) < allowed * 5);
        CHECK(ticks_with_events <= 2);
        CHECK(world.events().empty());
    }
}

// B62: two equal boxes, one at rest.
TEST_CASE("impulses between equal boxes", "[dynamics][impacts]") {
    PhysicsWorld world(no_gravity());
    BodyOptions options = cuboid({1, 0.5, 0.5}, 1000, {});
    options.linear_velocity = {5, 0, 0};
    const BodyId a = world.add_body(options);
    const BodyId b = world.add_body(cuboid({1, 0.5, 0.5}, 1000, {3, 0, 0}));
    Vec3 on_a, on_b;
    for (int i = 0; i < 60; ++i) {
        world.step(k_step);
        on_a += impulse_on(world, a);
        on_b += impulse_on(world, b);
    }
    CHECK(difference(on_a, {-2500, 0, 0}) < 1e-3);
    CHECK(on_b == -on_a);
    CHECK(std::fabs(velocity(world, a).x - 2.5) < 1e-6);
    CHECK(std::fabs(velocity(world, b).x - 2.5) < 1e-6);
}

// What a floor gives to a resting body through a step: its weight times the step.
TEST_CASE("the impulse of a support is the weight", "[dynamics][impacts]") {
    PhysicsWorld world;
    add_floor(world);
    const BodyId id = world.add_body(cube(0.5, 4, {0, 0, 0.5}));
    advance(world, 30);
    CHECK(difference(impulse_on(world, id), {0, 0, 4 * k_g * k_step}) < 1e-10);
    double total = 0;
    for (const WorldContact& contact : world.contacts()) total += contact.normal_impulse;
    CHECK(std::fabs(total - 4 * k_g * k_step) < 1e-10);
    CHECK(world.contact_count() == 4);
    CHECK(world.events().size() == 2);
}

// Both bodies of a pair get an event, with opposite impulses.
TEST_CASE("events are listed by body and other", "[dynamics][impacts]") {
    PhysicsWorld world;
    add_floor(world);
    add_heap(world, 20, 3);
    for (int i = 0; i < 120; ++i) {
        world.step(k_step);
        const auto events = world.events();
        const auto before = [](const CollisionEvent& x, const CollisionEvent& y) {
            return std::pair(x.body, x.other) < std::pair(y.body, y.other);
        };
        CHECK(std::is_sorted(events.begin(), events.end(), before));
        for (const CollisionEvent& event : events) {
            const auto mirror = std::find_if(events.begin(), events.end(), [&](const auto& other) {
                return other.body == event.other && other.other == event.body;
            });
            REQUIRE(mirror != events.end());
            CHECK(mirror->normal_impulse == -event.normal_impulse);
        }
    }
    CHECK_FALSE(world.events().empty());
}

// B61: every hit of the front of a car on a standing figure is told, left as right.
TEST_CASE("a figure struck at every offset", "[dynamics][impacts]") {
    struct Strike {
        Vec3 on_figure, on_car;
        int events = 0;
    };
    const auto strike = [](double offset) {
        PhysicsWorld world(no_gravity());
        BodyOptions car = cuboid({2.3, 1, 0.6}, 1000, {0, 0, 0.9});
        car.linear_velocity = {10, 0, 0};
        const BodyId car_id = world.add_body(car);
        BodyOptions figure{
            .shape = Shape::capsule(0.25, 0.65), .pose = at(3, offset, 0.9), .mass = 75};
        const BodyId figure_id = world.add_body(figure);
        Strike s;
        for (int i = 0; i < 30; ++i) {
            world.step(k_step);
            s.events += static_cast<int>(world.events().size());
            if (s.on_figure != Vec3{}) continue;
            s.on_figure = impulse_on(world, figure_id);
            s.on_car = impulse_on(world, car_id);
        }
        return s;
    };
    for (int i = 0; i <= 9; ++i) {
        const Strike left = strike(-0.1 * i), right = strike(0.1 * i);
        CAPTURE(i);
        CHECK(left.events >= 2);
        CHECK(left.events == right.events);
        CHECK(norm(left.on_figure) > 100);
        CHECK(left.on_figure == -left.on_car);
        CHECK(difference(left.on_figure, multiplied(right.on_figure, {1, -1, 1})) < 1e-9);
    }
}

// B61: the struck car is told as well when it is hit from behind.
TEST_CASE("a rear-end hit", "[dynamics][impacts]") {
    PhysicsWorld world;
    add_floor(world, {0, 0});
    BodyOptions car = cuboid({2.3, 1, 0.75}, 1000, {0, 0, 0.75});
    const BodyId struck = world.add_body(car);
    car.pose.translation.x = -6;
    car.linear_velocity = {10, 0, 0};
    const BodyId striking = world.add_body(car);
    bool told_struck = false, told_striking = false;
    for (int i = 0; i < 30; ++i) {
        world.step(k_step);
        for (const CollisionEvent& event : world.events()) {
            told_struck = told_struck || (event.body == struck && event.other == striking &&
                                          event.normal_impulse.x > 0);
            told_striking = told_striking || (event.body == striking && event.other == struck &&
                                              event.normal_impulse.x < 0);
        }
    }
    CHECK(told_struck);
    CHECK(told_striking);
    CHECK(std::fabs(velocity(world, struck).x - 5) < 1e-3 * 5);
}

// A spinning ball without bounce on a rough floor: sliding friction acts until the ball rolls, and
// 2/7 of the rim's speed becomes speed of the centre.
TEST_CASE("friction makes a spinning ball roll", "[dynamics][impacts]") {
    PhysicsWorld world;
    add_floor(world);
    constexpr double r = 0.5, w = 10;
    BodyOptions options = ball(r, 2, {0, 0, r});
    options.angular_velocity = {0, w, 0};
    const BodyId id = world.add_body(options);
    advance(world, 120);
    CHECK(std::fabs(velocity(world, id).x - 2.0 / 7 * r * w) < 1e-9);
    CHECK(std::fabs(spin(world, id).y * r - velocity(world, id).x) < 1e-9);
}

}  // namespace lanewise::test
