// The state of a world: equal calls give equal bits, snapshots go back to them, refused calls
// leave them. Case numbers are those of the log of field reports.

#include "worlds.hpp"

#include <lanewise/kernels/backend.hpp>

#include <catch2/catch.hpp>

#include <cstring>
#include <memory>
#include <optional>

namespace lanewise::test {
namespace {

using Bytes = std::vector<std::byte>;

/// A heap, a pyramid, a kinematic pusher and a slope, all in contact after a second.
void fill(PhysicsWorld& world, std::uint64_t seed = 1, int heap = 20) {
    add_floor(world);
    add_heap(world, heap, seed);
    add_pyramid(world, 4, 0.25, {5, 0, 0});
    BodyOptions pusher = cube(0.5, 1, {2, 0, 0.5});
    pusher.kind = BodyKind::kinematic;
    pusher.linear_velocity = {0.5, 0, 0};
    world.add_body(pusher);
}

PhysicsWorld filled(std::uint64_t seed = 1, int heap = 20) {
    PhysicsWorld world;
    fill(world, seed, heap);
    return world;
}

/// Pose and motion of bodies, word for word.
std::vector<double> words_of(const PhysicsWorld& world, const std::vector<BodyId>& ids) {
    std::vector<double> words;
    for (const BodyId id : ids) {
        const BodyView body = world.body(id);
        const auto& [q, p] = body.pose();
        for (const double x : {q.x, q.y, q.z, q.w}) words.push_back(x);
        for (const Vec3& v : {p, body.linear_velocity(), body.angular_velocity()})
            for (std::size_t axis = 0; axis < 3; ++axis) words.push_back(v[axis]);
    }
    return words;
}

bool same_words(const std::vector<double>& a, const std::vector<double>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

std::string restore_refused(PhysicsWorld& world, std::span<const std::byte> bytes) {
    return refused([&] { world.restore(bytes); });
}

}  // namespace

// B01.
TEST_CASE("equal calls give equal bits", "[dynamics][state]") {
    PhysicsWorld a = filled(), b = filled();
    CHECK((a.snapshot() == b.snapshot()));
    for (int i = 0; i < 300; ++i) {
        a.step(k_step);
        b.step(k_step);
        REQUIRE(a.state_hash() == b.state_hash());
    }
    CHECK((a.snapshot() == b.snapshot()));
    CHECK(a.contact_count() > 30);
    b.body(b.bodies()[5]).apply_impulse({1e-12, 0, 0});
    CHECK(a.state_hash() != b.state_hash());
}

TEST_CASE("every backend gives the same bits", "[dynamics][state]") {
    std::optional<PhysicsWorld> expected;
    for (const BackendInfo& info : available_backends()) {
        set_backend(std::string(info.name) + ":" + std::string(info.target));
        PhysicsWorld world = filled();
        advance(world, 60);
        if (!expected) expected = world;
        CAPTURE(info.name, info.target);
        if (info.fused) CHECK((world.snapshot() == expected->snapshot()));
        // Without hardware fma kernels round differently: the same physics, other bits.
        for (const BodyId id : world.bodies())
            CHECK(difference(position(world, id), position(*expected, id)) < 1e-9);
    }
    set_backend("auto");
}

TEST_CASE("what the heap went through does not matter", "[dynamics][state]") {
    const auto run = [] {
        auto world = std::make_unique<PhysicsWorld>();
        fill(*world);
        advance(*world, 120);
        return world->snapshot();
    };
    const Bytes first = run();
    // Memory full of other numbers, given back in another order.
    std::vector<std::unique_ptr<std::vector<double>>> dirt;
    for (std::size_t i = 1; i < 400; ++i)
        dirt.push_back(std::make_unique<std::vector<double>>(37 * i, -1e300));
    for (std::size_t i = 0; i < dirt.size(); i += 2) dirt[i].reset();
    CHECK((run() == first));
    // A world that was larger before and has grown small.
    PhysicsWorld used = filled(7, 60);
    advance(used, 60);
    used = PhysicsWorld();
    fill(used);
    advance(used, 120);
    CHECK((used.snapshot() == first));
}

TEST_CASE("other worlds do not matter", "[dynamics][state]") {
    PhysicsWorld alone = filled(), beside = filled(), other = filled(9, 50);
    for (int i = 0; i < 120; ++i) {
        alone.step(k_step);
        other.step(k_step);
        beside.step(k_step);
        if (i % 3 == 0) other.step(0.005);
        REQUIRE(alone.state_hash() == beside.state_hash());
    }
}

TEST_CASE("bodies far away do not matter", "[dynamics][state]") {
    PhysicsWorld alone, crowded;
    const auto add_some = [](PhysicsWorld& world, double x, std::uint64_t seed) {
        add_floor(world, {}, at(x, 0, 0));
        return add_heap(world, 15, seed, {x, 0, 0});
    };
    const auto mine = add_some(alone, 0, 1);
    const auto before = add_some(crowded, 1000, 2);
    const auto same = add_some(crowded, 0, 1);
    add_some(crowded, -1000, 3);
    for (int i = 0; i < 200; ++i) {
        alone.step(k_step);
        crowded.step(k_step);
        if (i == 50) crowded.add_body(ball(1, 5, {500, 500, 1}));
        if (i == 100) crowded.remove(before[3]);
        if (i == 120) add_some(crowded, 2000, 4);
        REQUIRE(same_words(words_of(alone, mine), words_of(crowded, same)));
    }
}

// B06: every tick of a heap.
TEST_CASE("back to every tick", "[dynamics][state]") {
    PhysicsWorld world = filled(), fresh = filled();
    std::vector<Bytes> saved;
    for (int i = 0; i < 150; ++i) {
        saved.push_back(world.snapshot());
        world.step(k_step);
    }
    saved.push_back(world.snapshot());
    for (std::size_t i = 0; i + 1 < saved.size(); ++i) {
        // From the last to the first, so that nothing fits by chance.
        const std::size_t from = saved.size() - 2 - i;
        fresh.restore(saved[from]);
        REQUIRE((fresh.snapshot() == saved[from]));
        fresh.step(k_step);
        REQUIRE((fresh.snapshot() == saved[from + 1]));
    }
    world.restore(saved[40]);
    world.restore(saved[40]);
    advance(world, 110);
    CHECK((world.snapshot() == saved.back()));
}

TEST_CASE("a snapshot holds everything", "[dynamics][state]") {
    const auto make = [] {
        PhysicsWorld world;
        fill(world);
        return world;
    };
    PhysicsWorld world = make();
    advance(world, 40);
    const std::vector<BodyId> ids = world.bodies();
    world.set_options({.gravity = {1, 0, -5},
                       .velocity_iterations = 6,
                       .position_iterations = 2,
                       .contact_margin = 0.03,
                       .slop = 0.004,
                       .push_factor = 0.3,
                       .push_speed = 2,
                       .restitution_threshold = 0.5,
                       .impact_limit = 8});
    Body body = world.body(ids[3]);
    body.set_mass(3);
    body.set_inertia(Mat3::symmetric(0.3, 0.4, 0.5, 0.05, 0, 0.01));
    body.set_centre_of_mass({0.01, 0.02, 0.03});
    body.set_linear_damping(0.1);
    body.set_angular_damping(0.2);
    body.set_gravity_scale(0.9);
    body.set_material({0.2, 0.4});
    body.add_force({1, 2, 3});
    body.add_torque({0.1, 0.2, 0.3});
    world.body(ids[5]).lock_axis(1);
    world.body(ids[6]).set_collides(false);
    world.body(ids[7]).set_kind(BodyKind::static_body);
    world.body(ids[9]).set_continuous(true);
    const auto events = std::vector(world.events().begin(), world.events().end());
    const Bytes bytes = world.snapshot();

    PhysicsWorld other = make();
    advance(other, 3);
    other.restore(bytes);
    CHECK((other.snapshot() == bytes));
    CHECK(other.options() == world.options());
    CHECK((std::vector(other.events().begin(), other.events().end()) == events));
    CHECK(other.contact_count() == world.contact_count());
    CHECK(other.body(ids[3]).force() == Vec3{1, 2, 3});
    CHECK(other.body(ids[3]).inverse_inertia() == world.body(ids[3]).inverse_inertia());
    CHECK(other.body(ids[9]).is_continuous());
    const Ray ray{{0.1, 0.1, 20}, {0, 0, -1}};
    CHECK(other.raycast(ray) == world.raycast(ray));
    for (int i = 0; i < 60; ++i) {
        world.step(k_step);
        other.step(k_step);
        REQUIRE((other.snapshot() == world.snapshot()));
    }
    other.body(ids[7]).set_kind(BodyKind::dynamic);
    CHECK(other.body(ids[7]).mass() > 0);
}

TEST_CASE("snapshots that are refused", "[dynamics][state]") {
    PhysicsWorld world = filled();
    advance(world, 30);
    const Bytes good = world.snapshot();
    advance(world, 5);
    const Bytes now = world.snapshot();
    const auto check_refused = [&](std::span<const std::byte> bytes) {
        CHECK_FALSE(restore_refused(world, bytes).empty());
        CHECK((world.snapshot() == now));
    };
    check_refused({});
    for (const std::size_t size : {std::size_t{7}, std::size_t{8}, std::size_t{16},
                                   std::size_t{100}, good.size() / 2, good.size() - 1})
        check_refused(std::span(good).first(size));
    Bytes longer = good;
    longer.push_back(std::byte{0});
    check_refused(longer);
    Random random(4);
    for (int i = 0; i < 100; ++i) {
        Bytes broken = good;
        broken[random.below(static_cast<std::uint32_t>(good.size()))] ^= std::byte{0x10};
        check_refused(broken);
    }
    check_refused(PhysicsWorld().snapshot());
    check_refused(filled(2).snapshot());
    check_refused(filled(1, 21).snapshot());
    world.restore(good);
    CHECK((world.snapshot() == good));
}

TEST_CASE("a snapshot from before a removal and after", "[dynamics][state]") {
    PhysicsWorld world = filled();
    const BodyId victim = world.bodies()[4];
    advance(world, 60);
    const Bytes with = world.snapshot();
    world.remove(victim);
    const Bytes without = world.snapshot();
    advance(world, 10);
    const Bytes later = world.snapshot();
    world.restore(with);
    CHECK(world.contains(victim));
    CHECK((world.snapshot() == with));
    world.restore(without);
    CHECK_FALSE(world.contains(victim));
    advance(world, 10);
    CHECK((world.snapshot() == later));
    // Another shape in the place.
    world.add_body(ball(0.123, 1, {0, 0, 30}));
    CHECK_FALSE(restore_refused(world, with).empty());
}

TEST_CASE("a copy is a fork", "[dynamics][state]") {
    PhysicsWorld world = filled();
    advance(world, 60);
    PhysicsWorld fork = world;
    PhysicsWorld assigned;
    assigned = world;
    CHECK((fork.snapshot() == world.snapshot()));
    const Bytes at_fork = world.snapshot();
    fork.body(fork.bodies()[3]).apply_impulse({5, 0, 5});
    advance(fork, 30);
    CHECK((world.snapshot() == at_fork));
    advance(world, 30);
    advance(assigned, 30);
    CHECK((assigned.snapshot() == world.snapshot()));
    CHECK((fork.snapshot() != world.snapshot()));

    PhysicsWorld& self = assigned;
    assigned = self;
    CHECK((assigned.snapshot() == world.snapshot()));
    const Bytes bytes = fork.snapshot();
    PhysicsWorld moved = std::move(fork);
    CHECK((moved.snapshot() == bytes));
    assigned = std::move(moved);
    CHECK((assigned.snapshot() == bytes));
    advance(assigned, 1);
}

TEST_CASE("a body's view follows an assignment", "[dynamics][state]") {
    PhysicsWorld world = filled();
    const BodyId id = world.bodies()[2];
    const Body body = world.body(id);
    PhysicsWorld later = world;
    advance(later, 10);
    world = later;
    CHECK(body.pose() == later.body(id).pose());
    CHECK(body.id() == id);
}

// A step that fails names the body and changes nothing, forces that wait among it.
TEST_CASE("a step out of the range of binary64", "[dynamics][state]") {
    for (const bool by_force : {false, true}) {
        PhysicsWorld world = filled();
        const BodyId id = world.bodies()[6];
        advance(world, 40);
        world.body(id).set_pose(at(0, 0, 100));
        if (by_force)
            for (int i = 0; i < 2; ++i) world.body(id).add_force({0, 8e307, 0});
        else
            world.body(id).set_linear_velocity({0, 0, 1e308});
        world.body(world.bodies()[2]).add_force({1, 2, 3});
        const double h = by_force ? 100 : 1000;
        const Bytes before = world.snapshot();
        const auto events = std::vector(world.events().begin(), world.events().end());
        CHECK(refused([&] { world.step(h); }) ==
              "PhysicsWorld.bodies[" + std::to_string(id.index) + "]");
        CHECK((world.snapshot() == before));
        CHECK((std::vector(world.events().begin(), world.events().end()) == events));
        CHECK(world.body(world.bodies()[2]).force() == Vec3{1, 2, 3});

        // Without the culprit it goes on as if nothing had been.
        PhysicsWorld twin = filled();
        twin.restore(before);
        for (PhysicsWorld* w : {&world, &twin}) {
            w->remove(id);
            advance(*w, 20);
        }
        CHECK((world.snapshot() == twin.snapshot()));
    }
}

// B13: a refused push is as if it had not been tried.
TEST_CASE("a refused push changes no other body", "[dynamics][state]") {
    PhysicsWorld world = filled(), twin = filled();
    const std::vector<BodyId> ids = world.bodies();
    for (int i = 0; i < 100; ++i) {
        Body body = world.body(ids[static_cast<std::size_t>(i) % ids.size()]);
        CHECK_FALSE(refused([&] { body.add_force({0, k_nan, 0}); }).empty());
        CHECK_FALSE(refused([&] { body.apply_impulse({0, 0, -k_infinity}); }).empty());
        world.step(k_step);
        twin.step(k_step);
        REQUIRE(world.state_hash() == twin.state_hash());
    }
}

// B64: at rest far from the origin.
TEST_CASE("a box rests far from the origin", "[dynamics][state]") {
    const double far[] = {0, 1e4, 1e6, 1e7};
    // Positions are rounded to 1.9e-9 m at 1e7 m.
    const double allowed[] = {0, 1e-10, 1e-8, 1e-7};
    Vec3 near;
    for (std::size_t i = 0; i < 4; ++i) {
        PhysicsWorld world;
        add_floor(world, {}, at(far[i], -far[i], 0));
        const BodyId id = world.add_body(cuboid({2, 1, 0.5}, 1000, {far[i], -far[i], 0.5}));
        advance(world, 120);
        CAPTURE(far[i]);
        const Vec3 moved = position(world, id) - Vec3{far[i], -far[i], 0.5};
        if (i == 0) near = moved;
        CHECK(norm(moved - near) <= allowed[i]);
        // The first step has no impulses of a last one to begin with.
        CHECK(norm(moved) < 1e-6);
        CHECK(fastest(world) < 1e-12);
    }
}

// B64: a path far out is the path at the origin, but for the rounding of positions.
TEST_CASE("a fall far from the origin", "[dynamics][state]") {
    const auto run = [](double far) {
        PhysicsWorld world;
        add_floor(world, {}, at(far, 0, 0));
        BodyOptions options = cuboid({0.5, 0.25, 0.125}, 10, {far, 0, 1});
        options.linear_velocity = {3, 0, 0};
        const BodyId id = world.add_body(options);
        advance(world, 90);
        return position(world, id) - Vec3{far, 0, 0};
    };
    const Vec3 near = run(0);
    CHECK(norm(run(1024) - near) < 1e-9);
    CHECK(norm(run(1048576) - near) < 1e-6);
}

}  // namespace lanewise::test
