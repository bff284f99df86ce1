// Fast balls and capsules in the continuous mode of a world. Case numbers are those of the table of
// mechanics cases.

#include "swept_worlds.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <memory>

namespace lanewise::test {

// C1.
TEST_CASE("a fast ball stops on the floor", "[dynamics][swept]") {
    Flight discrete(false);
    const BodyId through = discrete.add(ball(k_radius, 1, {0, 0, 0.15}, {0, 0, -30}, k_smooth));
    discrete.world.step(k_short);
    CHECK(std::fabs(position(discrete.world, through).z + 0.15) < 1e-15);
    CHECK(discrete.world.contact_count() == 0);
    CHECK(discrete.world.events().empty());

    Flight flight;
    PhysicsWorld& world = flight.world;
    const BodyId id = flight.add(ball(k_radius, 1, {0, 0, 0.15}, {0, 0, -30}, k_smooth));
    world.step(k_short);
    CHECK(std::fabs(position(world, id).z - k_radius) < 1e-15);
    CHECK(velocity(world, id) == Vec3{});
    REQUIRE(world.events().size() == 2);
    CHECK(world.events()[0] == CollisionEvent{id, flight.floor, {0, 0, 30}});
    CHECK(world.events()[1] == CollisionEvent{flight.floor, id, {0, 0, -30}});
    REQUIRE(world.contact_count() == 1);
    const WorldContact contact = world.contacts()[0];
    CHECK(contact.a == flight.floor);
    CHECK(contact.b == id);
    CHECK(contact.normal == Vec3{0, 0, 1});
    CHECK(contact.normal_impulse == 30);
    CHECK(norm(contact.point) < 1e-15);
    const Vec3 rest = position(world, id);
    advance(world, 3, k_short);
    CHECK(position(world, id) == rest);
    CHECK(velocity(world, id) == Vec3{});
    CHECK(world.events().empty());
}

// C2.
TEST_CASE("balls of all sizes, speeds and steps on a plane", "[dynamics][swept]") {
    for (const double r : {0.01, 0.1, 1.0, 10.0})
        for (const double v : {3.0, 30.0, 300.0, 3000.0})
            for (const double h : {0.001, 0.01, 0.1})
                for (const double e : {0.0, 0.3, 1.0}) {
                    const double travel = v * h, gap = std::max(0.03, 0.25 * travel);
                    Flight flight;
                    const BodyId id = flight.add(ball(r, 1, {0, 0, r + gap}, {0, 0, -v}, {0, e}));
                    flight.world.step(h);
                    const bool hits = travel >= gap;
                    const double z = hits ? r + e * (travel - gap) : r + gap - travel;
                    INFO("r " << r << ", v " << v << ", h " << h << ", e " << e);
                    CHECK(std::fabs(position(flight.world, id).z - z) <= 4e-16 * (r + travel));
                    CHECK(std::fabs(velocity(flight.world, id).z - (hits ? e * v : -v)) <=
                          4e-16 * v);
                    CHECK(speed(flight.world, id) <= v);
                    CHECK(flight.world.events().size() == (hits ? 2 : 0));
                }
}

// C6.
TEST_CASE("to and fro between floor and ceiling", "[dynamics][swept]") {
    Flight flight;
    PhysicsWorld& world = flight.world;
    const BodyId ceiling = add_floor(world, k_smooth, {Quat{1, 0, 0, 0}, {0, 0, 1}});
    const BodyId id = flight.add(ball(k_radius, 1, {0, 0, 0.5}, {0, 0, -300}, {0, 1}));
    world.step(k_short);
    // 0.4 m down, 0.8 up, 0.8 down, 0.8 up and 0.2 down make 3 m.
    CHECK(std::fabs(position(world, id).z - 0.7) < 1e-15);
    CHECK(velocity(world, id) == Vec3{0, 0, -300});
    CHECK(world.contact_count() == 4);
    REQUIRE(world.events().size() == 8);
    for (std::size_t i = 0; i < 4; ++i) {
        const BodyId wall = i % 2 == 0 ? flight.floor : ceiling;
        const Vec3 impulse{0, 0, i % 2 == 0 ? 600.0 : -600.0};
        CHECK(world.events()[2 * i] == CollisionEvent{id, wall, impulse});
        CHECK(world.events()[2 * i + 1] == CollisionEvent{wall, id, -impulse});
    }
}

// C8.
TEST_CASE("slow balls move as in the discrete mode", "[dynamics][swept]") {
    for (const double z : {0.09, 0.1, 0.115, 1.0})
        for (const double v : {-0.1, 0.0, 0.1}) {
            INFO("z " << z << ", v " << v);
            Flight swept, discrete(false);
            for (Flight* flight : {&swept, &discrete})
                flight->add(ball(k_radius, 1, {0, 0, z}, {0.05, 0, v}));
            for (int i = 0; i < 10; ++i) {
                swept.world.step(k_short);
                discrete.world.step(k_short);
                REQUIRE(swept.world.state_hash() == discrete.world.state_hash());
                REQUIRE(swept.world.contact_count() == discrete.world.contact_count());
            }
        }
}

// C9.
TEST_CASE("a ball that starts behind a surface passes it", "[dynamics][swept]") {
    for (const auto& [z, v] : std::vector<std::pair<double, double>>{
             {-0.15, 30}, {-0.15, -30}, {-0.05, 30}, {-0.05, -30}, {-0.05, 0}}) {
        Flight flight;
        const BodyId id = flight.add(ball(k_radius, 1, {0, 0, z}, {0, 0, v}, k_smooth));
        flight.world.step(k_short);
        CHECK(position(flight.world, id) == Vec3{0, 0, z + v * k_short});
        CHECK(velocity(flight.world, id) == Vec3{0, 0, v});
        CHECK(flight.world.contact_count() == 0);
    }
}

// C10.
TEST_CASE("no contact while off, as before when on again", "[dynamics][swept]") {
    Flight flight;
    PhysicsWorld& world = flight.world;
    const BodyId id = flight.add(ball(k_radius, 1, {0, 0, 0.15}, {0, 0, -30}, k_smooth));
    const auto start = world.snapshot();
    const auto end_of_step = [&] {
        world.step(k_short);
        const double z = position(world, id).z;
        CHECK(world.contact_count() == (z < 0 ? 0 : 1));
        return z;
    };
    const double stopped = end_of_step();
    CHECK(std::fabs(stopped - k_radius) < 1e-15);
    for (const BodyId off : {id, flight.floor}) {
        world.restore(start);
        world.body(off).set_collides(false);
        CHECK(std::fabs(end_of_step() + 0.15) < 1e-15);
        world.body(id).set_pose(at(0, 0, 0.15));
        world.body(off).set_collides(true);
        CHECK(end_of_step() == stopped);
    }
    world.restore(start);
    world.body(id).set_kind(BodyKind::kinematic);
    CHECK(refused([&] {
              flight.add(ball(1, 1, {9, 0, 9})), world.step(k_short);
          }) == "PhysicsWorld.bodies[1].kind");
    world.body(id).set_collides(false);
    world.step(k_short);
    CHECK(velocity(world, id).z == -30);
    // One that stands still is an obstacle.
    world.body(id).set_kind(BodyKind::static_body);
    world.body(id).set_collides(true);
    world.body(id).set_pose(at(0, 0, 0.15));
    const BodyId other = flight.add(ball(k_radius, 1, {0, 0, 0.5}, {0, 0, -100}, k_smooth));
    world.step(k_short);
    CHECK(std::fabs(position(world, other).z - (0.15 + 2 * k_radius)) < 1e-15);
    world.remove(other);
    world.body(id).set_kind(BodyKind::dynamic);
    world.body(id).set_linear_velocity({0, 0, -30});
    CHECK(end_of_step() == stopped);
}

// C14.
TEST_CASE("an empty world, free flight, arrival at the end, a slow hit", "[dynamics][swept]") {
    PhysicsWorld empty(swept_options());
    empty.step(k_short);
    CHECK(empty.contact_count() == 0);

    Flight free;
    const BodyId up = free.add(ball(k_radius, 1, {0, 0, 10}, {0, 0, 2}));
    free.world.step(k_short);
    CHECK(position(free.world, up).z == 10.02);

    Flight arriving;
    const BodyId at_end = arriving.add(ball(0.125, 1, {0, 0, 0.625}, {0, 0, -1}, k_smooth));
    arriving.world.step(0.5);
    CHECK(position(arriving.world, at_end).z == 0.125);
    CHECK(velocity(arriving.world, at_end) == Vec3{});
    CHECK(arriving.world.contact_count() == 1);

    // Below and at the threshold of 1 m/s.
    for (const auto& [v, after] : std::vector<std::pair<double, double>>{{0.5, 0}, {1, 1}}) {
        Flight slow;
        const BodyId id = slow.add(ball(k_radius, 1, {0, 0, 0.125}, {0, 0, -v}, {0, 1}));
        slow.world.step(0.1);
        CHECK(velocity(slow.world, id) == Vec3{0, 0, after});
        const double z = k_radius + after * (0.1 - 0.025 / v);
        CHECK(std::fabs(position(slow.world, id).z - z) < 1e-16);
    }
}

// C17.
TEST_CASE("a bounce is at the surface, not at the margin", "[dynamics][swept]") {
    Flight flight;
    const BodyId id = flight.add(ball(k_radius, 1, {0, 0, 0.115}, {0, 0, -30}, {0, 1}));
    flight.world.step(k_short);
    CHECK(std::fabs(position(flight.world, id).z - (k_radius + 0.3 - 0.015)) < 1e-15);
    CHECK(velocity(flight.world, id).z == 30);
    CHECK(flight.world.contact_count() == 1);
}

// C27, C30.
TEST_CASE("capsules that do not turn", "[dynamics][swept]") {
    const double half = 0.2;
    const auto flown = [&](const Quat& turned, double z, double v) {
        Flight flight;
        const BodyId id = flight.add(capsule(half, {turned, {0, 0, z}}, {0, 0, v}));
        flight.world.body(id).set_inverse_inertia({});
        flight.world.step(k_short);
        CHECK(flight.world.body(id).pose().rotation == turned);
        CHECK(std::fabs(velocity(flight.world, id).z - (v > 0 ? v : 0)) < 1e-14);
        CHECK(flight.world.contact_count() == (v > 0 ? 0 : 1));
        return position(flight.world, id).z;
    };
    const Quat lying{0, M_SQRT1_2, 0, M_SQRT1_2};
    CHECK(std::fabs(flown({}, 0.5, -30) - (half + k_radius)) < 1e-15);
    CHECK(std::fabs(flown(lying, 0.4, -50) - k_radius) < 1e-15);
    CHECK(flown({}, -0.5, 100) == 0.5);
}

// C31.
TEST_CASE("a ball glances off an edge of a mesh", "[dynamics][swept]") {
    // After 1 m the centre is at (0.5, 0, 0.125); r = 5/32 touches x = 13/32 there, with the normal
    // (3, 0, 4) / 5.
    const double x = 0.40625;
    PhysicsWorld world(swept_options());
    world.add_static_mesh(one_triangle({x, -4, 0}, {x, 4, 0}, {x - 3, 0, 0}), k_smooth);
    const BodyId id = world.add_body(ball(0.15625, 1, {0.5, 0, 1.125}, {0, 0, -200}, k_smooth));
    world.step(k_short);
    const Vec3 normal{0.6, 0, 0.8}, along = Vec3{0, 0, -200} + 160 * normal;
    CHECK(difference(along, {96, 0, -72}) < 1e-13);
    // As exact as the normal is after 2 m of travel in relation to the radius.
    CHECK(difference(velocity(world, id), along) < 1e-12);
    CHECK(difference(position(world, id), Vec3{0.5, 0, 0.125} + 0.005 * along) < 1e-14);
    REQUIRE(world.events().size() == 2);
    CHECK(difference(world.events()[0].normal_impulse, 160 * normal) < 1e-12);
}

// X12.
TEST_CASE("two balls head on exchange their velocities", "[dynamics][swept]") {
    PhysicsWorld world(swept_options());
    const BodyId a = world.add_body(ball(k_radius, 1, {}, {300, 0, 0}, {0, 1}));
    const BodyId b = world.add_body(ball(k_radius, 1, {1, 0, 0}, {-300, 0, 0}, {0, 1}));
    world.step(k_short);
    CHECK(velocity(world, a) == Vec3{-300, 0, 0});
    CHECK(velocity(world, b) == Vec3{300, 0, 0});
    // They meet after 0.4 m each.
    CHECK(difference(position(world, a), {0.4 - 2.6, 0, 0}) < 1e-15);
    CHECK(difference(position(world, b), {0.6 + 2.6, 0, 0}) < 1e-15);
    REQUIRE(world.events().size() == 2);
    CHECK(world.events()[0] == CollisionEvent{a, b, {-600, 0, 0}});
    CHECK(world.events()[1] == CollisionEvent{b, a, {600, 0, 0}});
}

TEST_CASE("who is thrown out of its own reach meets what is there", "[dynamics][swept]") {
    // The heavy ball throws the light one at twice its speed, beyond where either could have come
    // alone: v2 = 2 m1 / (m1 + m2) v1, then light against light exchange.
    PhysicsWorld world(swept_options());
    const double heavy_mass = 1023, v = 300;
    const BodyId heavy = world.add_body(ball(k_radius, heavy_mass, {}, {v, 0, 0}, {0, 1}));
    const BodyId light = world.add_body(ball(k_radius, 1, {0.5, 0, 0}, {}, {0, 1}));
    const BodyId far = world.add_body(ball(k_radius, 1, {4, 0, 0}, {}, {0, 1}));
    const BodyId farther = world.add_body(ball(k_radius, 1, {4.5, 0, 0}, {}, {0, 1}));
    world.step(k_short);
    const double thrown = 2 * heavy_mass / (heavy_mass + 1) * v;
    CHECK(std::fabs(velocity(world, heavy).x - (heavy_mass - 1) / (heavy_mass + 1) * v) < 1e-12);
    CHECK(std::fabs(velocity(world, farther).x - thrown) < 1e-12);
    CHECK(std::fabs(velocity(world, far).x) < 1e-12);
    CHECK(std::fabs(velocity(world, light).x) < 1e-12);
    const double first = 0.3 / v, second = first + 3.3 / thrown, third = second + 0.3 / thrown;
    CHECK(std::fabs(position(world, light).x - 3.8) < 1e-14);
    CHECK(std::fabs(position(world, far).x - 4.3) < 1e-14);
    CHECK(std::fabs(position(world, farther).x - (4.5 + (k_short - third) * thrown)) < 1e-13);
    REQUIRE(world.events().size() == 6);
    CHECK(world.events()[0].body == heavy);
    CHECK(world.events()[2].body == light);
    CHECK(world.events()[4].body == far);
}

}  // namespace lanewise::test
