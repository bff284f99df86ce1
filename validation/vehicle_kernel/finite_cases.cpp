#include "cars.hpp"

#include <catch2/catch.hpp>

#include <cmath>

using namespace lanewise;
using namespace lanewise::test;

namespace {

/// Numbers that make quotients break; the last ones are too small for binary32.
constexpr double k_awkward[] = {0, -0.0, 1, -1, 1e-3, 30, -1e4, 1e-300, -1e-12, 1e-9};
constexpr std::size_t k_awkward_f32 = 7;

struct Awkward {
    Random& random;
    std::size_t count;

    double operator()() { return k_awkward[random.below(count)]; }
    void operator()(Columns3& c) { assign(c, {(*this)(), (*this)(), (*this)()}); }
};

bool is_finite(const Car& car) {
    double sum = 0;
    const auto add = [&](const auto& block) {
        const auto* numbers = reinterpret_cast<const double*>(&block);
        for (std::size_t i = 0; i < sizeof(block) / sizeof(double); i += kernels::k_vehicle_lanes)
            sum += 0 * numbers[i];
    };
    add(car.body);
    for (const Car::Wheel& w : car.wheels) add(w);
    return sum == 0;
}

std::vector<Car> awkward_cars(std::size_t count, std::uint64_t seed) {
    Random random(seed);
    Awkward awkward{random, count};
    std::vector<Car> cars;
    for (int k = 0; k < 600; ++k) {
        Car car = random_car(4, random);
        const auto sometimes = [&] { return random.below(3) == 0; };
        for (Columns3* c : {&car.body.velocity, &car.body.spin, &car.body.kick_v, &car.body.kick_w,
                            &car.body.gravity, &car.body.up, &car.body.forward})
            if (sometimes()) awkward(*c);
        if (sometimes()) car.body.inverse_mass[0] = 0;
        if (sometimes()) assign(car.body.inverse_inertia, Mat3{});
        for (Car::Wheel& w : car.wheels) {
            for (Columns3* c :
                 {&w.heading, &w.axis, &w.contact, &w.force_offset, &w.normal, &w.support_velocity,
                  &w.support_spin, &w.support_arm, &w.tire_force})
                if (sometimes()) awkward(*c);
            for (auto* c : {&w.spring_rate, &w.damping, &w.compression, &w.travel, &w.cornering,
                            &w.grip, &w.static_share, &w.suspension_force, &w.friction,
                            &w.max_wheelspin, &w.brake_torque, &w.drive_torque, &w.roll_bar})
                if (sometimes()) (*c)[0] = std::fabs(awkward());
            if (sometimes()) w.support_inverse_mass[0] = 0;
        }
        cars.push_back(car);
    }
    return cars;
}

template <class T>
std::size_t count_broken(const kernels::KernelTable& table, std::vector<Car> cars, Part part) {
    solve<T>(table, cars, part, 1. / 60);
    std::size_t broken = 0;
    for (const Car& car : cars) broken += !is_finite(car);
    return broken;
}

}  // namespace

TEST_CASE("what is finite stays finite", "[vehicle_kernel]") {
    const std::vector<Car> wide = awkward_cars(std::size(k_awkward), 71);
    const std::vector<Car> narrow = awkward_cars(k_awkward_f32, 72);
    for (const kernels::KernelTable* table : supported_tables()) {
        CAPTURE(name_of(*table));
        CHECK(count_broken<double>(*table, wide, Part::update) == 0);
        CHECK(count_broken<double>(*table, wide, Part::tires) == 0);
        CHECK(count_broken<float>(*table, narrow, Part::tires) == 0);
    }
}
