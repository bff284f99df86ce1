// Ids of bodies that come and go.

#include "worlds.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

namespace lanewise::test {

TEST_CASE("ids name bodies and nothing else", "[dynamics][ids]") {
    PhysicsWorld world;
    const BodyId a = world.add_body(ball(1, 1, {}));
    const BodyId b = world.add_body(ball(2, 2, {10, 0, 0}));
    CHECK(a != b);
    CHECK(a != BodyId{});
    CHECK(a.generation > 0);
    CHECK(world.size() == 2);
    CHECK(world.contains(a));
    CHECK_FALSE(world.contains(BodyId{}));
    CHECK_FALSE(world.contains({2, 1}));
    CHECK_FALSE(world.contains({a.index, a.generation + 1}));
    CHECK((world.bodies() == std::vector{a, b}));
    CHECK(world.body(b).id() == b);
    CHECK(world.body(b).mass() == 2);

    const Body body = world.body(a);
    world.remove(a);
    CHECK(world.size() == 1);
    CHECK_FALSE(world.contains(a));
    CHECK((world.bodies() == std::vector{b}));
    CHECK(refused_field([&] { return world.body(a); }) == "BodyId");
    CHECK(refused_field([&] { return body.mass(); }) == "BodyId");
    CHECK(refused_field([&] { return body.pose(); }) == "BodyId");
    CHECK(refused([&] { world.remove(a); }) == "BodyId");
    CHECK(refused([&] { world.remove({7, 1}); }) == "BodyId");
    CHECK(world.size() == 1);
}

TEST_CASE("a place is used again with another id", "[dynamics][ids]") {
    PhysicsWorld world;
    std::set<BodyId> given;
    std::vector<BodyId> now;
    Random random(3);
    std::uint32_t highest = 0;
    std::size_t most = 0;
    for (int i = 0; i < 3000; ++i) {
        if (now.empty() || (now.size() < 40 && random.below(2) == 0)) {
            const double mass = 1 + i;
            const BodyId id = world.add_body(ball(0.1, mass, {static_cast<double>(i), 0, 0}));
            CHECK(given.insert(id).second);
            CHECK(world.body(id).mass() == mass);
            CHECK(world.body(id).force() == Vec3{});
            now.push_back(id);
            highest = std::max(highest, id.index);
        } else {
            const std::size_t k = random.below(static_cast<std::uint32_t>(now.size()));
            world.body(now[k]).add_force({1, 2, 3});
            world.remove(now[k]);
            now.erase(now.begin() + static_cast<std::ptrdiff_t>(k));
        }
        most = std::max(most, now.size());
        CHECK(world.size() == now.size());
    }
    CHECK(highest < most);
    std::sort(now.begin(), now.end());
    CHECK((world.bodies() == now));
    for (const BodyId& id : given)
        CHECK(world.contains(id) == std::binary_search(now.begin(), now.end(), id));
}

TEST_CASE("a new body in an old place starts fresh", "[dynamics][ids]") {
    const auto settle = [](bool used_before) {
        PhysicsWorld world;
        add_floor(world);
        if (used_before) {
            const BodyId old = world.add_body(cube(0.5, 100, {0, 0, 0.5}));
            advance(world, 30);
            CHECK_FALSE(world.events().empty());
            world.body(old).add_force({1e6, 0, 0});
            world.remove(old);
            CHECK(world.events().empty());
            CHECK(world.contact_count() == 0);
        }
        const BodyId id = world.add_body(cube(0.5, 1, {0, 0, 0.5}));
        CHECK(id.index == 1);
        advance(world, 30);
        return std::pair(world.body(id).pose(), world.body(id).linear_velocity());
    };
    CHECK((settle(true) == settle(false)));
}

TEST_CASE("removal of a support", "[dynamics][ids]") {
    PhysicsWorld world;
    add_floor(world);
    const BodyId low = world.add_body(cube(0.5, 1, {0, 0, 0.5}));
    const BodyId high = world.add_body(cube(0.5, 1, {0, 0, 1.5}));
    const BodyId shelf = world.add_body(fixed(Shape::box({1, 1, 0.1}), at(10, 0, 2.9)));
    const BodyId on_shelf = world.add_body(cube(0.5, 1, {10, 0, 3.5}));
    advance(world, 30);
    world.remove(low);
    world.remove(shelf);
    for (const CollisionEvent& event : world.events())
        CHECK((world.contains(event.body) && world.contains(event.other)));
    for (const WorldContact& contact : world.contacts())
        CHECK((world.contains(contact.a) && world.contains(contact.b)));
    const double z = position(world, high).z, shelf_z = position(world, on_shelf).z;
    advance(world, 6);
    const double drop = k_g * k_step * k_step * 6 * 7 / 2;
    CHECK(std::fabs(position(world, high).z - (z - drop)) < 1e-9);
    CHECK(std::fabs(position(world, on_shelf).z - (shelf_z - drop)) < 1e-9);
    advance(world, 120);
    CHECK(std::fabs(position(world, high).z - 0.5) < world.options().slop + 1e-6);
    CHECK(std::fabs(position(world, on_shelf).z - 0.5) < world.options().slop + 1e-6);
}

TEST_CASE("a body of another world is not known", "[dynamics][ids]") {
    PhysicsWorld large, small;
    BodyId last;
    for (int i = 0; i < 5; ++i) last = large.add_body(ball(1, 1, {3.0 * i, 0, 0}));
    small.add_body(ball(1, 1, {}));
    CHECK_FALSE(small.contains(last));
    CHECK(refused_field([&] { return small.body(last); }) == "BodyId");
}

}  // namespace lanewise::test
