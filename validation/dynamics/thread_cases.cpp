// Many worlds in one call, on any number of threads: each gets the bits it has alone.

#include "worlds.hpp"

#include <catch2/catch.hpp>

#include <tbb/global_control.h>

#include <algorithm>
#include <thread>

namespace lanewise::test {
namespace {

using Bytes = std::vector<std::byte>;

constexpr int k_steps = 60;

/// Worlds of many sizes, from empty to some hundred bodies, and of two sorts of options.
std::vector<PhysicsWorld> worlds(std::size_t count) {
    std::vector<PhysicsWorld> list(count);
    for (std::size_t i = 0; i < count; ++i) {
        if (i % 5 == 4) list[i].set_options({.velocity_iterations = 6, .slop = 0.002});
        if (i % 7 == 6) list[i].set_options({.gravity = {0, 1, -5}});
        if (i % 9 == 8) continue;
        add_floor(list[i]);
        add_heap(list[i], static_cast<int>(3 + 11 * i % 30), i);
        if (i % 6 == 3) add_pyramid(list[i], 9, 0.2, {4, 0, 0});
    }
    return list;
}

std::vector<PhysicsWorld*> pointers(std::vector<PhysicsWorld>& list) {
    std::vector<PhysicsWorld*> all;
    for (PhysicsWorld& world : list) all.push_back(&world);
    return all;
}

std::vector<Bytes> snapshots(const std::vector<PhysicsWorld>& list) {
    std::vector<Bytes> all;
    for (const PhysicsWorld& world : list) all.push_back(world.snapshot());
    return all;
}

std::vector<Bytes> stepped_alone(std::size_t count) {
    auto list = worlds(count);
    for (PhysicsWorld& world : list) advance(world, k_steps);
    return snapshots(list);
}

}  // namespace

// B01, B74.
TEST_CASE("worlds on 1 to 16 threads", "[dynamics][threads]") {
    const tbb::global_control sixteen(tbb::global_control::max_allowed_parallelism, 16);
    constexpr std::size_t n = 40;
    const auto expected = stepped_alone(n);
    for (const int threads : {1, 2, 4, 8, 16, 0}) {
        auto list = worlds(n);
        const auto all = pointers(list);
        for (int i = 0; i < k_steps; ++i) PhysicsWorld::step(all, k_step, threads);
        CHECK((snapshots(list) == expected));
    }
}

TEST_CASE("neither order nor company of worlds matters", "[dynamics][threads]") {
    constexpr std::size_t n = 20;
    const auto expected = stepped_alone(n);
    auto list = worlds(n);
    auto all = pointers(list);
    Random random(12);
    for (int i = 0; i < k_steps; ++i) {
        for (std::size_t k = n - 1; k > 0; --k)
            std::swap(all[k], all[random.below(static_cast<std::uint32_t>(k + 1))]);
        const std::size_t cut = random.below(static_cast<std::uint32_t>(n));
        PhysicsWorld::step(std::span(all).first(cut), k_step, 2);
        PhysicsWorld::step(std::span(all).subspan(cut), k_step, 3);
    }
    CHECK((snapshots(list) == expected));
}

TEST_CASE("a world that fails leaves the others alone", "[dynamics][threads]") {
    constexpr std::size_t n = 12;
    for (const int threads : {1, 4}) {
        auto list = worlds(n), twins = worlds(n);
        const auto all = pointers(list);
        for (int i = 0; i < 20; ++i) PhysicsWorld::step(all, k_step, threads);
        for (PhysicsWorld& twin : twins) advance(twin, 20);
        // The failing velocity leaves every place a world can have in a task.
        const std::vector<std::size_t> failing{3, 7};
        for (const std::size_t i : failing) {
            const BodyId id = list[i].bodies()[i == 3 ? 2 : 1];
            list[i].body(id).set_linear_velocity({1e308, 0, 0});
            list[i].body(id).add_force({1, 0, 0});
            twins[i].restore(list[i].snapshot());
        }
        CHECK(refused([&] { PhysicsWorld::step(all, 1000, threads); }) == "PhysicsWorld.bodies[2]");
        for (std::size_t i = 0; i < n; ++i)
            if (std::find(failing.begin(), failing.end(), i) == failing.end()) twins[i].step(1000);
        CHECK((snapshots(list) == snapshots(twins)));
    }
}

TEST_CASE("lists of worlds that are refused", "[dynamics][threads]") {
    auto list = worlds(3);
    auto all = pointers(list);
    const auto before = snapshots(list);
    const auto refused_step = [&](std::span<PhysicsWorld* const> some, double h) {
        return refused([&] { PhysicsWorld::step(some, h); });
    };
    CHECK(refused_step(all, 0) == "PhysicsWorld.step.h");
    CHECK(refused_step(all, k_nan) == "PhysicsWorld.step.h");
    all.push_back(&list[0]);
    CHECK(refused_step(all, k_step) == "worlds");
    all.back() = nullptr;
    CHECK(refused_step(all, k_step) == "worlds");
    CHECK((snapshots(list) == before));
    CHECK(refused_step({}, k_step).empty());
}

TEST_CASE("worlds stepped by several threads at once", "[dynamics][threads]") {
    constexpr std::size_t n = 8;
    const auto expected = stepped_alone(n);
    auto list = worlds(n);
    std::vector<std::thread> drivers;
    for (PhysicsWorld& world : list) drivers.emplace_back([&world] { advance(world, k_steps); });
    for (std::thread& driver : drivers) driver.join();
    CHECK((snapshots(list) == expected));
}

TEST_CASE("several threads read one world", "[dynamics][threads]") {
    auto list = worlds(4);
    const PhysicsWorld& world = list[3];
    advance(list[3], 30);
    const Ray down{{0.1, 0.1, 30}, {0, 0, -1}};
    const PhysicsWorld copy = world;
    const WorldHit expected = copy.raycast(down);
    std::vector<WorldHit> hits(8);
    std::vector<std::uint64_t> hashes(8);
    std::vector<std::thread> readers;
    for (std::size_t i = 0; i < hits.size(); ++i)
        readers.emplace_back([&, i] {
            hits[i] = world.raycast(down);
            hashes[i] = world.state_hash();
        });
    for (std::thread& reader : readers) reader.join();
    for (std::size_t i = 0; i < hits.size(); ++i) {
        CHECK(hits[i] == expected);
        CHECK(hashes[i] == copy.state_hash());
    }
}

}  // namespace lanewise::test
