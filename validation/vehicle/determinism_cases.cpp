// The same bits from the same calls: threads, backends, lanes, other worlds, copies, snapshots.

#include <catch2/catch.hpp>

#include <lanewise/kernels/backend.hpp>

#include <tbb/global_control.h>

#include <string>

#include "fleet.hpp"

namespace lanewise::vehicle_cases {
namespace {

std::vector<std::size_t> first_worlds(std::size_t count) {
    std::vector<std::size_t> numbers;
    for (std::size_t w = 0; w < count; ++w) numbers.push_back(w);
    return numbers;
}

TEST_CASE("Threads and backends give the same bits") {
    const tbb::global_control eight(tbb::global_control::max_allowed_parallelism, 8);
    Fleet one(first_worlds(5), 9);
    one.run(90);
    for (const int threads : {2, 3, 8}) {
        Fleet other(first_worlds(5), 9);
        other.run(90, threads);
        CHECK(other.hashes() == one.hashes());
    }
    const BackendInfo chosen = backend();
    for (const BackendInfo& b : available_backends()) {
        if (!b.supported || !b.fused) continue;
        set_backend(std::string(b.name) + ":" + std::string(b.target));
        Fleet other(first_worlds(5), 9);
        other.run(90);
        INFO(b.name << ":" << b.target);
        CHECK(other.hashes() == one.hashes());
    }
    set_backend(std::string(chosen.name) + ":" + std::string(chosen.target));
}

TEST_CASE("A world's bits do not depend on the other worlds") {
    const tbb::global_control eight(tbb::global_control::max_allowed_parallelism, 8);
    Fleet all(first_worlds(4), 7);
    all.run(80, 2);
    for (std::size_t w = 0; w < 4; ++w) {
        Fleet alone({w}, 7);
        alone.run(80);
        CHECK(alone.hash(0) == all.hash(w));
    }
    Fleet turned({3, 0, 2}, 7);
    turned.run(80);
    CHECK(turned.hashes() == std::vector{all.hash(3), all.hash(0), all.hash(2)});
}

TEST_CASE("Lanes, and vehicles that are no more, do not show in the bits") {
    Fleet plain({5}, 6);
    Fleet holed({5, 6}, 0);
    // Vehicles of another world take the first lanes; every second one goes again.
    std::vector<VehicleId> others;
    for (const VehiclePreset& kind : presets::all())
        for (int i = 0; i < 9; ++i)
            others.push_back(holed.vehicles().add_vehicle(
                holed.pointers(), 1, placed(20.0 * i, 30, 0.1),
                {kind.box_centre, kind.box_half_extents}, kind.physics));
    for (std::size_t i = 0; i < others.size(); i += 2)
        holed.vehicles().remove(holed.pointers(), others[i]);
    for (std::size_t i = 0; i < 6; ++i) holed.add(0, i);
    for (int i = 0; i < 70; ++i) {
        plain.step();
        holed.step();
        if (i == 30)
            for (std::size_t k = 1; k < others.size(); k += 4)
                holed.vehicles().remove(holed.pointers(), others[k]);
    }
    CHECK(holed.worlds()[0].state_hash() == plain.worlds()[0].state_hash());
    for (std::size_t i = 0; i < 6; ++i)
        CHECK(holed.vehicles().telemetry(holed.pointers(), holed.id(i)) ==
              plain.vehicles().telemetry(plain.pointers(), plain.id(i)));
}

TEST_CASE("A copy goes on with the same bits") {
    const tbb::global_control eight(tbb::global_control::max_allowed_parallelism, 8);
    Fleet fleet(first_worlds(2), 6);
    fleet.run(40);
    std::vector<PhysicsWorld> worlds = fleet.worlds();
    VehicleSystem vehicles = fleet.vehicles();
    std::vector<PhysicsWorld*> pointers;
    for (PhysicsWorld& world : worlds) pointers.push_back(&world);
    for (int i = 0; i < 60; ++i) {
        fleet.vehicles().update(fleet.pointers(), k_step, 2);
        PhysicsWorld::step(fleet.pointers(), k_step, 2);
        vehicles.update(pointers, k_step, 1);
        PhysicsWorld::step(pointers, k_step, 1);
    }
    for (std::size_t w = 0; w < 2; ++w)
        CHECK(worlds[w].state_hash() == fleet.worlds()[w].state_hash());
    CHECK(vehicles.state_hash() == fleet.vehicles().state_hash());
}

TEST_CASE("What is saved goes on with the same bits from any step") {
    const tbb::global_control eight(tbb::global_control::max_allowed_parallelism, 8);
    for (const int saved_at : {0, 1, 25, 61, 80}) {
        Fleet fleet(first_worlds(2), 7), other(first_worlds(2), 7);
        fleet.run(saved_at);
        const std::vector<std::byte> vehicles = fleet.vehicles().snapshot();
        std::vector<std::vector<std::byte>> worlds;
        for (const PhysicsWorld& world : fleet.worlds()) worlds.push_back(world.snapshot());
        const auto restore_into = [&](Fleet& target) {
            target.vehicles().restore(vehicles);
            for (std::size_t w = 0; w < worlds.size(); ++w) target.worlds()[w].restore(worlds[w]);
            target.set_steps(saved_at);
        };
        std::vector<std::vector<std::uint64_t>> trace;
        for (int i = 0; i < 30; ++i) {
            fleet.step();
            trace.push_back(fleet.hashes());
        }
        // Into the same system, into one with another past, and twice.
        other.run(13);
        for (Fleet* target : {&fleet, &other, &other}) {
            restore_into(*target);
            CHECK(target->vehicles().snapshot() == vehicles);
            bool is_same = true;
            for (const std::vector<std::uint64_t>& hashes : trace) {
                target->step(2);
                is_same = is_same && target->hashes() == hashes;
            }
            INFO("saved at " << saved_at);
            CHECK(is_same);
        }
    }
}

TEST_CASE("A snapshot brings back set-ups, removed vehicles and ids") {
    Fleet fleet({0}, 4);
    fleet.run(30);
    const VehiclePhysicsControl physics = fleet.vehicles().physics_control(fleet.id(1));
    const std::vector<std::byte> vehicles = fleet.vehicles().snapshot();
    const std::vector<std::byte> world = fleet.worlds()[0].snapshot();
    fleet.run(20);
    const std::vector<std::uint64_t> expected = fleet.hashes();

    fleet.vehicles().restore(vehicles);
    fleet.worlds()[0].restore(world);
    VehiclePhysicsControl heavy = physics;
    heavy.mass = 3 * physics.mass;
    fleet.vehicles().apply_physics_control(fleet.pointers(), fleet.id(1), heavy);
    fleet.run(3);
    fleet.vehicles().restore(vehicles);
    fleet.worlds()[0].restore(world);
    fleet.set_steps(30);
    CHECK(fleet.vehicles().physics_control(fleet.id(1)) == physics);
    fleet.run(20);
    CHECK(fleet.hashes() == expected);

    VehicleSystem empty;
    empty.restore(vehicles);
    CHECK(empty.vehicles() == fleet.vehicles().vehicles());
    CHECK(empty.snapshot() == vehicles);
}

TEST_CASE("Bytes that are no snapshot are refused, and nothing changes") {
    Fleet fleet({0}, 3);
    fleet.run(10);
    const std::vector<std::byte> good = fleet.vehicles().snapshot();
    const auto refuses = [&](const std::vector<std::byte>& bytes) {
        CHECK_THROWS_AS(fleet.vehicles().restore(bytes), Error);
        CHECK(fleet.vehicles().snapshot() == good);
    };
    refuses({});
    refuses(std::vector<std::byte>(good.begin(), good.end() - 1));
    refuses(std::vector<std::byte>(good.begin(), good.begin() + 12));
    refuses(fleet.worlds()[0].snapshot());
    for (const std::size_t at :
         {std::size_t{3}, std::size_t{9}, std::size_t{40}, good.size() / 2}) {
        std::vector<std::byte> bytes = good;
        bytes[at] ^= std::byte{1};
        refuses(bytes);
    }
}

}  // namespace
}  // namespace lanewise::vehicle_cases
