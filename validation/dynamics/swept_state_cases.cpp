// Order, repeats and copies of swept flights, and swept bodies among others. Case numbers are those
// of the table of mechanics cases.

#include "swept_worlds.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <memory>

namespace lanewise::test {
namespace {

/// A box of bouncing walls with an uneven floor, posts in it and fast balls and capsules;
/// some of them meet.
struct Flock {
    PhysicsWorld world;
    std::vector<BodyId> swept;

    explicit Flock(std::uint64_t seed = 1) {
        WorldOptions options;
        options.continuous = true;
        options.impact_limit = 200;
        world.set_options(options);
        Random random(seed);
        const PhysicsMaterial lively{0.3, 0.8};
        world.add_static_mesh(
            ground(20, 0.5, [](double x, double y) { return 0.1 * std::cos(3 * x) * y; }), lively);
        for (const double side : {-1.0, 1.0}) {
            world.add_body(fixed(Shape::box({1, 6, 5}, {}, lively), at(side * 6, 0, 4)));
            world.add_body(fixed(Shape::box({6, 1, 5}, {}, lively), at(0, side * 6, 4)));
        }
        world.add_body(fixed(Shape::box({6, 6, 1}, {}, lively), at(0, 0, 9)));
        // Not at one place and number in all of them.
        for (std::uint64_t post = 0; post < seed % 3; ++post)
            world.add_body(fixed(Shape::capsule(0.2 + 0.1 * random.between(0, 1), 2, {}, lively),
                                 {{}, Vec3{-0.8 + 1.6 * static_cast<double>(post), 0, 2}}));
        for (int i = 0; i < 24; ++i) {
            const double x = i % 5 - 2.2, y = i / 5 - 2.3;
            const Vec3 from{1.6 * x, 1.6 * y, random.between(1.5, 6)};
            if (i % 4 == 3) {
                swept.push_back(world.add_body(
                    capsule(0.2, {random.rotation(), from}, random.in_cube(100), lively)));
                world.body(swept.back()).set_inverse_inertia({});
            } else {
                swept.push_back(world.add_body(
                    ball(random.between(0.05, 0.3), 1, from, random.in_cube(150), lively)));
                world.body(swept.back()).set_angular_velocity(random.in_cube(20));
            }
        }
    }
    [[nodiscard]] bool holds_all() const {
        return std::ranges::all_of(swept, [&](BodyId id) {
            const Vec3 p = position(world, id);
            return std::fabs(p.x) < 5 && std::fabs(p.y) < 5 && p.z > -0.6 && p.z < 8;
        });
    }
};

bool same_events(const PhysicsWorld& a, const PhysicsWorld& b) {
    return std::ranges::equal(a.events(), b.events());
}

}  // namespace

// C13.
TEST_CASE("events in the order of time, of bodies, of surfaces", "[dynamics][swept]") {
    Flight flight;
    PhysicsWorld& world = flight.world;
    const BodyId same_floor = add_floor(world, {0, 1});
    const BodyId high = flight.add(ball(k_radius, 1, {0.3, 0.2, 1}, {0, 0, -200}, k_smooth));
    const BodyId low = flight.add(ball(k_radius, 1, {5.3, 0.2, 0.5}, {0, 0, -200}, k_smooth));
    const BodyId as_low = flight.add(ball(k_radius, 1, {7.3, 0.2, 0.5}, {0, 0, -200}, k_smooth));
    const auto start = world.snapshot();
    std::vector<CollisionEvent> first;
    for (int repeat = 0; repeat < 3; ++repeat) {
        world.restore(start);
        world.step(k_short);
        std::vector<CollisionEvent> events(world.events().begin(), world.events().end());
        REQUIRE(events.size() >= 6);
        for (const std::size_t i : {0u, 1u, 2u}) {
            const BodyId body = i == 0 ? low : i == 1 ? as_low : high;
            CHECK(events[2 * i] == CollisionEvent{body, flight.floor, {0, 0, 200}});
            CHECK(events[2 * i + 1] == CollisionEvent{flight.floor, body, {0, 0, -200}});
        }
        CHECK(std::ranges::none_of(events,
                                   [&](const CollisionEvent& e) { return e.other == same_floor; }));
        if (repeat == 0) first = events;
        CHECK((events == first));
    }
}

TEST_CASE("nothing leaves a box, energy only falls", "[dynamics][swept]") {
    Flock flock;
    double energy = totals(flock.world).energy();
    std::size_t impacts = 0;
    for (int i = 0; i < 200; ++i) {
        flock.world.step(k_short);
        impacts += flock.world.events().size() / 2;
        // A free step keeps it but for g h v_z / 2 a kilogram.
        const double after = totals(flock.world).energy();
        CHECK(after <= energy + 0.5 * k_g * k_short * k_g * k_short * 24 + 1e-9 * energy);
        energy = after;
        REQUIRE(flock.holds_all());
    }
    CHECK(impacts > 250);
}

TEST_CASE("copies and snapshots amid swept flights go on with the same bits", "[dynamics][swept]") {
    Flock flock, other(1);
    PhysicsWorld& world = flock.world;
    advance(world, 7, k_short);
    REQUIRE(world.events().size() > 4);
    PhysicsWorld copy = world;
    const auto middle = world.snapshot();
    other.world.restore(middle);
    CHECK((copy.snapshot() == middle));
    for (int i = 0; i < 40; ++i) {
        for (PhysicsWorld* w : {&world, &copy, &other.world}) w->step(k_short);
        REQUIRE(copy.state_hash() == world.state_hash());
        REQUIRE(other.world.state_hash() == world.state_hash());
        REQUIRE(same_events(copy, world));
        REQUIRE(same_events(other.world, world));
    }
    const auto end = world.snapshot();
    CHECK((copy.snapshot() == end));
    CHECK((other.world.snapshot() == end));
    world.restore(middle);
    copy = world;
    advance(copy, 40, k_short);
    CHECK((copy.snapshot() == end));
}

TEST_CASE("swept worlds step together as one by one", "[dynamics][swept]") {
    std::vector<std::unique_ptr<Flock>> alone, together;
    std::vector<PhysicsWorld*> list;
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        alone.push_back(std::make_unique<Flock>(seed));
        together.push_back(std::make_unique<Flock>(seed));
        list.push_back(&together.back()->world);
    }
    // One among them is refused and keeps its state; the others do not notice.
    PhysicsWorld bad(list[0]->options());
    const BodyId fast = bad.add_body(ball(k_radius, 1, {}, {1e9, 0, 0}));
    bad.body(fast).add_force({1, 2, 3});
    const auto before = bad.snapshot();
    list.insert(list.begin() + 3, &bad);
    for (int i = 0; i < 30; ++i) {
        CHECK(refused([&] { PhysicsWorld::step(list, k_short); }) ==
              "PhysicsWorld.bodies[0].reach");
        REQUIRE((bad.snapshot() == before));
        for (std::size_t k = 0; k < alone.size(); ++k) {
            alone[k]->world.step(k_short);
            REQUIRE((alone[k]->world.snapshot() == together[k]->world.snapshot()));
        }
    }
}

TEST_CASE("a swept ball far from others moves by the bits of one alone", "[dynamics][swept]") {
    Flock flock;
    const Vec3 from{100, 0, 0.7}, v{20, 10, -90};
    const auto add_stage = [&](PhysicsWorld& world) {
        world.add_static_mesh(flat_ground(4, 1), {0.4, 0.7}, at(100, 0, 0));
        return world.add_body(ball(0.1, 2, from, v, {0.4, 0.7}));
    };
    PhysicsWorld alone(flock.world.options());
    const BodyId a = add_stage(alone), b = add_stage(flock.world);
    for (int i = 0; i < 8; ++i) {
        alone.step(k_short);
        flock.world.step(k_short);
        CHECK(alone.body(a).pose() == flock.world.body(b).pose());
        CHECK(spin(alone, a) == spin(flock.world, b));
    }
    CHECK(norm(spin(alone, a)) > 1);
}

// C34: the index of a large mesh finds what a mesh of the few triangles about the path has.
TEST_CASE("changes while the continuous mode is warm", "[dynamics][swept]") {
    const std::array<Vec3, 5> starts{
        {{0.3, 0.2, 0.7}, {0, 0, 0.7}, {0.5, 0, 0.7}, {0.5, 0.5, 0.7}, {2.6, 1.5, 0.7}}};
    for (const Vec3& from : starts) {
        INFO("from " << from.x << ", " << from.y);
        PhysicsWorld large(swept_options()), small(swept_options());
        const auto rough = [](double x, double y) { return 0.0625 * (x * x - x * y); };
        large.add_static_mesh(ground(64, 0.5, rough), {0.3, 0.5});
        small.add_static_mesh(ground(16, 0.5, rough), {0.3, 0.5});
        std::array<BodyId, 2> ids, ghosts, later;
        const std::array<PhysicsWorld*, 2> worlds{&large, &small};
        const auto each = [&](const auto& use) {
            for (std::size_t i = 0; i < 2; ++i) use(*worlds[i], i);
        };
        const auto check_same = [&] {
            each([](PhysicsWorld& world, std::size_t) { world.step(k_short); });
            REQUIRE(large.body(ids[0]).pose() == small.body(ids[1]).pose());
            REQUIRE(velocity(large, ids[0]) == velocity(small, ids[1]));
            REQUIRE(spin(large, ids[0]) == spin(small, ids[1]));
            REQUIRE(same_events(large, small));
        };
        const auto throw_again = [&] {
            each([&](PhysicsWorld& world, std::size_t i) {
                world.body(ids[i]).set_pose({{}, from});
                world.body(ids[i]).set_linear_velocity({1, 2, -120});
            });
        };
        each([&](PhysicsWorld& world, std::size_t i) {
            ids[i] = world.add_body(ball(0.1, 1, from, {1, 2, -120}, {0.3, 0.5}));
            BodyOptions ghost = fixed(Shape::box({1, 1, 0.1}), at(from.x, from.y, 0.4));
            ghost.collides = false;
            ghosts[i] = world.add_body(ghost);
        });
        check_same();
        CHECK(large.events().size() >= 2);
        throw_again();
        each([&](PhysicsWorld& world, std::size_t i) {
            world.body(world.bodies()[0]).set_material({0.9, 1});
            world.body(ids[i]).add_force({3, -4, 5});
        });
        check_same();
        CHECK(norm(velocity(large, ids[0])) > 100);
        throw_again();
        each([&](PhysicsWorld& world, std::size_t i) {
            later[i] = world.add_static_mesh(flat_ground(8, 1), k_smooth, at(from.x, from.y, 0.45));
        });
        check_same();
        CHECK(large.events()[0].other == later[0]);
        throw_again();
        each([&](PhysicsWorld& world, std::size_t i) {
            world.body(later[i]).set_pose(at(0, 0, -3));
        });
        check_same();
        CHECK(large.events()[0].other.index == 0);
        throw_again();
        each([&](PhysicsWorld& world, std::size_t i) { world.body(ghosts[i]).set_collides(true); });
        check_same();
        CHECK(large.events()[0].other == ghosts[0]);
    }
}

// C34.
TEST_CASE("a snapshot of before a mesh was moved", "[dynamics][swept]") {
    Flight flight;
    PhysicsWorld& world = flight.world;
    const BodyId id = flight.add(ball(k_radius, 1, {0, 0, 0.8}, {0, 0, -100}, k_smooth));
    const auto low = world.snapshot();
    for (const double z : {0.0, 0.25, 0.5}) {
        world.body(flight.floor).set_pose(at(0, 0, z));
        world.step(k_short);
        CHECK(std::fabs(position(world, id).z - (z + k_radius)) < 1e-15);
        world.restore(low);
        CHECK(position(world, flight.floor) == Vec3{});
        world.step(k_short);
        CHECK(std::fabs(position(world, id).z - k_radius) < 1e-15);
        world.restore(low);
    }
}

TEST_CASE("swept balls beside boxes that are not", "[dynamics][swept]") {
    // BodyOptions::continuous of single bodies.
    PhysicsWorld world;
    add_floor(world, {0.6, 0});
    std::vector<BodyId> boxes;
    for (int i = 0; i < 3; ++i) boxes.push_back(world.add_body(cube(0.5, 10, {0, 0, 0.5 + i})));
    BodyOptions fast = ball(k_radius, 1, {5, 0, 1.7}, {0, 0, -200}, k_smooth);
    const BodyId discrete = world.add_body(fast);
    fast.pose.translation.x = 6;
    fast.continuous = true;
    const BodyId swept = world.add_body(fast);
    BodyOptions roller = ball(0.25, 4, {-4, 0, 0.25}, {6, 0, 0});
    roller.continuous = true;
    const BodyId rolling = world.add_body(roller);
    const auto before = world.snapshot();
    PhysicsWorld plain = world;
    plain.body(swept).set_continuous(false);
    plain.body(rolling).set_continuous(false);
    world.step(k_short);
    plain.step(k_short);
    CHECK(position(world, discrete).z < 0);
    CHECK(position(plain, swept).z < 0);
    CHECK(std::fabs(position(world, swept).z - k_radius) < 1e-15);
    for (const BodyId id : boxes) CHECK(world.body(id).pose() == plain.body(id).pose());
    CHECK(world.body(discrete).pose() == plain.body(discrete).pose());
    CHECK(world.body(rolling).pose() == plain.body(rolling).pose());
    advance(world, 120, k_short);
    // The roller came at the lowest box from -4 at 6 m/s and pushed it.
    CHECK(position(world, rolling).x < -0.7);
    CHECK(position(world, boxes[0]).x > 1e-4);
    CHECK(std::fabs(position(world, boxes[2]).z - 2.5) < 0.01);
    CHECK(std::fabs(position(world, swept).z - k_radius) < 0.006);
    // What is not round is refused when it is to be swept, and no sooner.
    world.restore(before);
    world.body(boxes[1]).set_continuous(true);
    const auto set = world.snapshot();
    CHECK(refused([&] { world.step(k_short); }) == "PhysicsWorld.bodies[2].shape");
    CHECK((world.snapshot() == set));
    world.body(boxes[1]).set_kind(BodyKind::kinematic);
    world.step(k_short);
    world.body(boxes[1]).set_kind(BodyKind::dynamic);
    world.body(boxes[1]).set_collides(false);
    world.step(k_short);
    world.body(boxes[1]).set_collides(true);
    CHECK(refused([&] { world.step(k_short); }) == "PhysicsWorld.bodies[2].shape");
}

TEST_CASE("a swept ball and a box that moves", "[dynamics][swept]") {
    // A moving body that is not swept is met in the discrete way: within the margin nothing gets
    // through.
    for (const BodyKind kind : {BodyKind::kinematic, BodyKind::dynamic}) {
        PhysicsWorld world(no_gravity());
        BodyOptions wall = cube(1, 1e6, {});
        wall.kind = kind;
        wall.linear_velocity = {0, 0, 0.5};
        const BodyId wall_id = world.add_body(wall);
        BodyOptions fast = ball(k_radius, 1, {0, 0, 1.115}, {0, 0, -30}, k_smooth);
        fast.continuous = true;
        const BodyId id = world.add_body(fast);
        advance(world, 3, k_short);
        CHECK(position(world, wall_id).z > 0.014);
        CHECK(position(world, id).z - position(world, wall_id).z > 1.095);
        CHECK(velocity(world, id).z > 0.49);
    }
}

TEST_CASE("swept balls come to rest side by side", "[dynamics][swept]") {
    WorldOptions options;
    options.continuous = true;
    PhysicsWorld world(options);
    add_floor(world);
    for (const double side : {-1.0, 1.0}) {
        world.add_body(fixed(Shape::box({0.5, 2, 2}), at(side * 1.1, 0, 1)));
        world.add_body(fixed(Shape::box({2, 0.5, 2}), at(0, side * 1.1, 1)));
    }
    Random random(4);
    std::vector<BodyId> ids;
    for (int i = 0; i < 9; ++i) {
        const Vec3 from{0.4 * (i % 3 - 1), 0.4 * (i / 3 - 1), 0.3};
        ids.push_back(world.add_body(ball(0.15, 1, from + random.in_cube(0.02), {0, 0, -2})));
        world.body(ids.back()).apply_impulse(random.in_cube(1));
    }
    advance(world, 400, k_short);
    for (const BodyId id : ids) {
        CHECK(std::fabs(position(world, id).z - 0.15) < 0.006);
        CHECK(std::max(std::fabs(position(world, id).x), std::fabs(position(world, id).y)) < 0.46);
        CHECK(std::fabs(velocity(world, id).z) < 1e-12);
    }
}

}  // namespace lanewise::test
