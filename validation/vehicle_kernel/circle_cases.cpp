#include "cars.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

// Coulomb's law for every wheel of cars of which nothing is special.

using namespace lanewise;
using namespace lanewise::test;

namespace {

constexpr double k_h = 0.01;  // [s]

std::vector<Car> random_cars(std::size_t wheels, Random& random) {
    std::vector<Car> cars;
    for (int k = 0; k < 200; ++k) cars.push_back(random_car(wheels, random));
    return cars;
}

/// Does `check(car before, car after)` for many cars on all targets.
template <class Check>
void for_solved_cars(std::uint64_t seed, const Check& check) {
    Random random(seed);
    for (const std::size_t wheels : {1u, 3u, 4u, 7u, 16u}) {
        const std::vector<Car> start = random_cars(wheels, random);
        for (const kernels::KernelTable* table : supported_tables()) {
            CAPTURE(name_of(*table), wheels);
            std::vector<Car> cars = start;
            solve<double>(*table, cars, Part::tires, k_h);
            for (std::size_t k = 0; k < cars.size(); ++k) check(start[k], cars[k]);
        }
    }
}

}  // namespace

TEST_CASE("a tire's force lies in the ground and in its friction circle", "[vehicle_kernel]") {
    double beyond = 0, off_ground = 0, wrong_limit = 0;
    int on_circle = 0, inside = 0;
    for_solved_cars(81, [&](const Car& start, const Car& car) {
        for (std::size_t i = 0; i < car.wheels.size(); ++i) {
            const Car::Wheel& w = car.wheels[i];
            const double limit = w.limit[0], force = norm(vec(w.tire_force));
            const double grip = start.wheels[i].grip[0] * start.wheels[i].friction[0];
            wrong_limit = std::max(wrong_limit, std::fabs(limit - grip * w.load[0]) / (1 + limit));
            if (limit == 0) {
                CHECK(force == 0);
                continue;
            }
            beyond = std::max(beyond, force / limit - 1);
            off_ground =
                std::max(off_ground, std::fabs(dot(vec(w.tire_force), vec(w.normal))) / limit);
            ++(force >= (1 - 1e-12) * limit ? on_circle : inside);
        }
    });
    CHECK(beyond <= 1e-14);
    CHECK(off_ground <= 1e-15);
    CHECK(wrong_limit <= 1e-15);
    // Both kinds were seen.
    CHECK(on_circle > 1000);
    CHECK(inside > 1000);
}

TEST_CASE("a wheel that is not locked pushes along as drive and brake allow", "[vehicle_kernel]") {
    double beyond = 0, across_beyond = 0;
    for_solved_cars(82, [&](const Car& start, const Car& car) {
        for (std::size_t i = 0; i < car.wheels.size(); ++i) {
            const Car::Wheel &was = start.wheels[i], &w = car.wheels[i];
            const double brake = was.brake_torque[0] / was.radius[0];
            const bool could_lock = was.abs_enabled[0] == 0 && brake > w.limit[0];
            if (was.touching[0] == 0 || could_lock) continue;
            // What is left of an earlier wheelspin drives too.
            const double kept = was.inertia[0] * std::fabs(was.extra_spin[0]) / k_h;
            if (was.airborne[0] > 0) continue;
            const double most = (std::fabs(was.drive_torque[0]) + kept) / was.radius[0] + brake;
            beyond = std::max(beyond, std::fabs(w.forward_force[0]) / (1 + most) - 1);
            const double side = was.cornering[0] * std::fabs(w.slip_angle[0]);
            across_beyond = std::max(across_beyond, std::fabs(w.lateral_force[0]) / (1 + side) - 1);
        }
    });
    CHECK(beyond <= 1e-13);
    CHECK(across_beyond <= 1e-13);
}
