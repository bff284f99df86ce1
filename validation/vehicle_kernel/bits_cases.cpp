#include "cars.hpp"

#include <catch2/catch.hpp>

#include <limits>

using namespace lanewise;
using namespace lanewise::test;

namespace {

/// Every fourth one stands on ground that rests: the signs of zeros are bits, too.
std::vector<Car> random_cars(std::size_t wheels, std::size_t count, std::uint64_t seed) {
    Random random(seed);
    std::vector<Car> cars;
    for (std::size_t k = 0; k < count; ++k) {
        cars.push_back(random_car(wheels, random));
        if (k % 4 != 0) continue;
        Car& car = cars.back();
        for (Columns3* c : {&car.body.velocity, &car.body.spin, &car.body.kick_v, &car.body.kick_w})
            assign(*c, {});
        for (Car::Wheel& w : car.wheels) {
            for (Columns3* c : {&w.support_velocity, &w.support_spin, &w.support_kick_v,
                                &w.support_kick_w, &w.tire_force})
                assign(*c, {});
            w.suspension_force[0] = w.compression[0] = w.spring_preload[0] = 0;
            w.spin[0] = w.extra_spin[0] = w.drive_torque[0] = 0;
        }
    }
    return cars;
}

template <class T>
std::uint64_t hash_of_steps(const kernels::KernelTable& table, Part part) {
    Hash hash;
    for (const std::size_t wheels : {1u, 2u, 3u, 4u, 6u}) {
        std::vector<Car> cars = random_cars(wheels, 150, 40 + wheels);
        for (int step = 0; step < 3; ++step) solve<T>(table, cars, part, 0.01);
        for (const Car& car : cars) hash.add(static_cast<double>(hash_of(car) >> 11));
    }
    return hash.value();
}

}  // namespace

// One constant for all targets with fma, for g++ and clang and all optimisation levels.
TEST_CASE("vehicles have the same bits on all targets with fma", "[vehicle_kernel][bits]") {
    for (const kernels::KernelTable* table : supported_tables()) {
        if (!table->fused) continue;
        CAPTURE(name_of(*table));
        CHECK(hash_of_steps<double>(*table, Part::update) == 0xd0376f0e8960df77);
        CHECK(hash_of_steps<double>(*table, Part::tires) == 0x139f7c0bd05d9c2);
        CHECK(hash_of_steps<float>(*table, Part::tires) == 0xbd09fcc0df0b0dd1);
    }
}

TEST_CASE("a vehicle's bits do not depend on its lane or its neighbours",
          "[vehicle_kernel][bits]") {
    for (const kernels::KernelTable* table : supported_tables())
        for (const std::size_t wheels : {2u, 4u}) {
            const std::vector<Car> start = random_cars(wheels, 7, 51);
            std::vector<std::uint64_t> expected;
            for (Car car : start) {
                solve(*table, car, Part::update, 0.02);
                expected.push_back(hash_of(car));
            }
            for (const std::size_t lane : {0u, 1u, 7u, 8u, 13u, 31u, 47u, 70u}) {
                CAPTURE(name_of(*table), wheels, lane);
                std::vector<Car> cars = start;
                solve<double>(*table, cars, Part::update, 0.02, 8, lane);
                for (std::size_t k = 0; k < cars.size(); ++k)
                    CHECK(hash_of(cars[k]) == expected[k]);
            }
            // Others around it, one of them broken.
            std::vector<Car> cars = random_cars(wheels, 100, 52);
            for (std::size_t k = 0; k < start.size(); ++k) cars[13 * k] = start[k];
            cars[14].body.velocity[0][0] = std::numeric_limits<double>::quiet_NaN();
            cars[40].wheels[1].normal[2][0] = std::numeric_limits<double>::infinity();
            solve<double>(*table, cars, Part::update, 0.02);
            for (std::size_t k = 0; k < start.size(); ++k) {
                CAPTURE(name_of(*table), wheels, k);
                CHECK(hash_of(cars[13 * k]) == expected[k]);
            }
        }
}

TEST_CASE("a vehicle in the air has the same bits among others that are not",
          "[vehicle_kernel][bits]") {
    for (const kernels::KernelTable* table : supported_tables()) {
        CAPTURE(name_of(*table));
        std::vector<Car> cars = random_cars(4, 40, 53);
        for (std::size_t k = 0; k < cars.size(); k += 3)
            for (Car::Wheel& w : cars[k].wheels) w.touching[0] = 0;
        std::vector<Car> alone = cars;
        for (const Part part : {Part::update, Part::tires}) {
            solve<double>(*table, cars, part, 0.01);
            for (std::size_t k = 0; k < cars.size(); ++k) {
                solve(*table, alone[k], part, 0.01);
                CHECK(hash_of(alone[k]) == hash_of(cars[k]));
            }
        }
    }
}

TEST_CASE("an empty call is a call", "[vehicle_kernel]") {
    for (const kernels::KernelTable* table : supported_tables()) {
        std::vector<Car> none;
        solve<double>(*table, none, Part::update, 0.01);
        solve<float>(*table, none, Part::tires, 0.01);
        CHECK(none.empty());
    }
}
