#include "cars.hpp"

#include <catch2/catch.hpp>

#include <cmath>

// Zeros have a sign, and it is part of the bits.

using namespace lanewise;
using namespace lanewise::test;

TEST_CASE("a wheel that its brake stops in the air has the same zero on all targets",
          "[vehicle_kernel][bits]") {
    for (const kernels::KernelTable* table : supported_tables())
        for (const double spin : {3.0, -3.0}) {
            CAPTURE(name_of(*table), spin);
            std::vector<Car> cars(20, make_car(4));
            for (Car& car : cars)
                for (Car::Wheel& w : car.wheels) {
                    w.touching[0] = 0;
                    w.spin[0] = spin;
                    w.brake_torque[0] = 1e4;
                }
            std::vector<Car> narrow = cars;
            solve<double>(*table, cars, Part::tires, 0.01);
            solve<float>(*table, narrow, Part::tires, 0.01);
            for (const std::vector<Car>* all : {&cars, &narrow})
                for (const Car& car : *all)
                    for (const Car::Wheel& w : car.wheels) {
                        CHECK(w.spin[0] == 0);
                        CHECK(std::signbit(w.spin[0]) == (spin < 0));
                    }
        }
}

TEST_CASE("a neighbour that slips leaves the zero of a slip ratio alone",
          "[vehicle_kernel][bits]") {
    for (const kernels::KernelTable* table : supported_tables()) {
        CAPTURE(name_of(*table));
        // The one is locked and stops exactly, so that minus its speed is -0; the other spins.
        Car stopping = make_car(1), slipping = make_car(1);
        assign(stopping.body.velocity, {1e-3, 0, 0});
        stopping.wheels[0].suspension_force[0] = slipping.wheels[0].suspension_force[0] = 1000;
        stopping.wheels[0].brake_torque[0] = 1e6;
        slipping.wheels[0].drive_torque[0] = 2000;
        std::vector<Car> alone{stopping}, together{stopping, slipping};
        solve<double>(*table, alone, Part::tires, 0.01);
        solve<double>(*table, together, Part::tires, 0.01);
        REQUIRE(alone[0].wheels[0].slip_ratio[0] == 0);
        REQUIRE(alone[0].wheels[0].forward_force[0] < 0);
        REQUIRE(together[1].wheels[0].slip_ratio[0] > 0);
        CHECK(hash_of(alone[0]) == hash_of(together[0]));
    }
}
