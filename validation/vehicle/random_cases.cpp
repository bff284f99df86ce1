// Vehicles of random numbers, driven at random.

#include <catch2/catch.hpp>

#include "random_cars.hpp"

namespace lanewise::vehicle_cases {
namespace {

TEST_CASE("Random vehicles stay finite and inside the friction circle, and brakes give nothing") {
    CHECK(faults_of(0, 400, 5) == "");
}

}  // namespace
}  // namespace lanewise::vehicle_cases
