// An update that has seen such an update takes no memory from the heap.

#include "../contacts/touching.hpp"
#include "../continuous/allocations.hpp"

#include <catch2/catch.hpp>

#include "fleet.hpp"

namespace lanewise::vehicle_cases {
namespace {

TEST_CASE("Updates take no memory, on plates that move either") {
    Fleet fleet({0, 1, 2}, 8);
    fleet.run(40);
    long taken = 0;
    for (int i = 0; i < 60; ++i) {
        const long before = test::allocations();
        fleet.vehicles().update(fleet.pointers(), k_step, 1);
        taken += test::allocations() - before;
        PhysicsWorld::step(fleet.pointers(), k_step, 1);
    }
    CHECK(taken == 0);
}

TEST_CASE("Updates on meshes take no memory") {
    PhysicsWorld world;
    PhysicsWorld* const worlds[] = {&world};
    // Two tiles: rays are sorted by the meshes that they are near.
    for (const double x : {-50.0, 50.0})
        world.add_static_mesh(test::flat_ground(50, 2), {}, placed(x, 0, 0));
    VehicleSystem cars;
    std::vector<VehicleId> ids;
    for (int i = 0; i < 40; ++i)
        ids.push_back(cars.add_vehicle(worlds, 0, placed(6 * (i % 10) - 27, 5 * (i / 10), 0.1),
                                       car_box(), car_physics()));
    for (const VehicleId id : ids) cars.apply_vehicle_control(id, {.throttle = 0.3, .steer = 0.4});
    const auto updates = [&](int count) {
        long taken = 0;
        for (int i = 0; i < count; ++i) {
            const long before = test::allocations();
            cars.update(worlds, k_step, 1);
            taken += test::allocations() - before;
            world.step(k_step);
        }
        return taken;
    };
    updates(30);
    CHECK(updates(60) == 0);
    for (const VehicleId id : ids)
        for (const WheelTelemetryData& wheel : cars.telemetry(worlds, id).wheels)
            CHECK(wheel.in_contact);
}

}  // namespace
}  // namespace lanewise::vehicle_cases
