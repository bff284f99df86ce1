#include "reference.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

using namespace lanewise;
using namespace lanewise::test;

namespace {

/// Largest difference of results, in units of what they are made of: forces of the largest force
/// among the car's, speeds of 30 m/s, ratios of one.
struct Difference {
    double springs = 0, forces = 0, spins = 0, slips = 0;
    int flags = 0;

    void compare(const Car& x, const Car& y) {
        double size = 1;
        for (const Car::Wheel& w : y.wheels)
            size = std::max({size, w.suspension_force[0], w.limit[0]});
        for (std::size_t i = 0; i < x.wheels.size(); ++i) {
            const Car::Wheel &a = x.wheels[i], &b = y.wheels[i];
            add(springs, a.suspension_force[0] - b.suspension_force[0], size);
            add(forces, a.load[0] - b.load[0], size);
            add(forces, a.limit[0] - b.limit[0], size);
            add(forces, a.forward_force[0] - b.forward_force[0], size);
            add(forces, a.lateral_force[0] - b.lateral_force[0], size);
            add(forces, norm(vec(a.tire_force) - vec(b.tire_force)), size);
            add(spins, (a.spin[0] - b.spin[0]) * b.radius[0], 30);
            add(spins, (a.extra_spin[0] - b.extra_spin[0]) * b.radius[0], 30);
            add(slips, a.slip_angle[0] - b.slip_angle[0], 1);
            add(slips, a.slip_ratio[0] - b.slip_ratio[0], 1 + std::fabs(b.slip_ratio[0]));
            flags += a.slipping[0] != b.slipping[0];
            flags += a.skidding[0] != b.skidding[0];
            flags += a.locked[0] != b.locked[0];
            flags += a.airborne[0] != b.airborne[0];
        }
        add(forces, norm(vec(x.body.force) - vec(y.body.force)), size);
        add(forces, norm(vec(x.body.torque) - vec(y.body.torque)), size);
    }

private:
    /// A NaN is a difference.
    static void add(double& most, double difference, double size) {
        const double d = std::fabs(difference) / size;
        if (!(d <= most) && !std::isnan(most)) most = d;
    }
};

void check(std::size_t wheels, Part part, double h, int passes, std::uint64_t seed,
           std::size_t count, double tolerance) {
    Random random(seed);
    std::vector<Car> start;
    for (std::size_t k = 0; k < count; ++k) start.push_back(random_car(wheels, random));
    std::vector<Car> expected = start;
    for (Car& car : expected)
        part == Part::update ? reference::update(car, h, passes)
                             : reference::solve_tires(car, h, passes);
    for (const kernels::KernelTable* table : supported_tables()) {
        CAPTURE(name_of(*table), wheels, h, passes);
        std::vector<Car> cars = start;
        solve<double>(*table, cars, part, h, passes);
        Difference worst;
        for (std::size_t k = 0; k < count; ++k) worst.compare(cars[k], expected[k]);
        CHECK(worst.springs <= tolerance);
        CHECK(worst.forces <= tolerance);
        CHECK(worst.spins <= tolerance);
        CHECK(worst.slips <= tolerance);
        CHECK(worst.flags == 0);
    }
}

}  // namespace

TEST_CASE("tires do what the scalar reference does", "[vehicle_kernel]") {
    std::uint64_t seed = 1;
    for (const std::size_t wheels : {1u, 2u, 3u, 4u, 6u, 16u})
        for (const int passes : {0, 1, 8})
            check(wheels, Part::tires, 0.01, passes, seed++, 150, 1e-11);
}

TEST_CASE("an update does what the scalar reference does", "[vehicle_kernel]") {
    std::uint64_t seed = 100;
    for (const std::size_t wheels : {1u, 2u, 3u, 4u, 6u})
        for (const double h : {1. / 240, 1. / 60, 1. / 20})
            check(wheels, Part::update, h, 8, seed++, 150, 1e-11);
}

TEST_CASE("binary32 tires do what binary64 tires do", "[vehicle_kernel]") {
    Random random(7);
    std::vector<Car> start;
    for (int k = 0; k < 500; ++k) start.push_back(random_car(4, random));
    for (const kernels::KernelTable* table : supported_tables()) {
        CAPTURE(name_of(*table));
        std::vector<Car> narrow = start, wide = start;
        solve<float>(*table, narrow, Part::tires, 0.01);
        solve<double>(*table, wide, Part::tires, 0.01);
        std::vector<double> errors;
        for (std::size_t k = 0; k < start.size(); ++k) {
            Difference d;
            d.compare(narrow[k], wide[k]);
            errors.push_back(std::max({d.forces, d.spins}));
        }
        std::ranges::sort(errors);
        // Light grounds of 2 kg need not have converged after eight passes.
        CHECK(errors[errors.size() / 2] <= 2e-6);
        CHECK(errors[errors.size() * 95 / 100] <= 1e-4);
        CHECK(errors.back() <= 1e-2);
    }
}
