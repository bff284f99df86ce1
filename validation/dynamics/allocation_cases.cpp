// A step of a world that has seen such steps takes no memory from the heap. Alone in its
// executable, for it replaces operator new.

#include "worlds.hpp"

#include <catch2/catch.hpp>

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<long> allocations{0};

[[gnu::noinline]] void* counted(std::size_t size, std::size_t alignment) {
    allocations.fetch_add(1, std::memory_order_relaxed);
    const std::size_t whole = (size + alignment - 1) / alignment * alignment;
    void* memory = std::aligned_alloc(alignment, whole == 0 ? alignment : whole);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}

// Out of line: compilers that see `free` in operator delete take it for a mistake.
[[gnu::noinline]] void give_back(void* memory) noexcept {
    std::free(memory);
}

}  // namespace

void* operator new(std::size_t size) {
    return counted(size, alignof(std::max_align_t));
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    return counted(size, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    allocations.fetch_add(1);
    return std::malloc(size > 0 ? size : 1);
}
void operator delete(void* memory) noexcept {
    give_back(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    give_back(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
    give_back(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    give_back(memory);
}

namespace lanewise::test {
namespace {

/// Allocations of `steps` steps.
long allocations_of(PhysicsWorld& world, int steps) {
    const long before = allocations.load();
    advance(world, steps);
    return allocations.load() - before;
}

}  // namespace

TEST_CASE("steps do not allocate", "[dynamics][allocation]") {
    PhysicsWorld world;
    world.add_static_mesh(flat_ground(40, 0.25));
    world.add_body(fixed(Shape::box({1, 1, 0.2}), at(3, 0, 0)));
    add_heap(world, 40, 2);
    add_pyramid(world, 6, 0.25, {3, 3, 0});
    const long first = allocations_of(world, 1);
    CHECK(first > 0);
    // Lists grow as long as the heap falls together.
    advance(world, 900);
    CHECK(world.contact_count() > 100);
    CHECK(allocations_of(world, 300) == 0);
}

TEST_CASE("changes and single rays do not allocate", "[dynamics][allocation]") {
    PhysicsWorld world;
    world.add_static_mesh(flat_ground(40, 0.25));
    const BodyId id = add_heap(world, 10, 2).front();
    advance(world, 300);
    const Ray ray{{0.1, 0.2, 10}, {0, 0, -1}};
    const auto use = [&] {
        Body body = world.body(id);
        body.add_force({1, 2, 3});
        body.apply_impulse({0, 0, 1e-9});
        body.set_gravity_scale(1);
        static_cast<void>(world.raycast(ray));
        static_cast<void>(world.state_hash());
        world.step(k_step);
    };
    use();
    const long before = allocations.load();
    for (int i = 0; i < 100; ++i) use();
    CHECK(allocations.load() == before);
}

}  // namespace lanewise::test
