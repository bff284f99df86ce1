#include "cars.hpp"

#include <lanewise/physics/geometry/quaternion.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

// Springs over many steps: a chassis that the test itself moves over flat ground.

using namespace lanewise;
using namespace lanewise::test;

namespace {

constexpr double k_mass = 1000, k_gravity = 9.8;
constexpr double k_rate = 25000, k_travel = 0.2;
constexpr double k_length =
    0.4;  ///< of a suspension and its wheel from mount to ground at full drop
constexpr Vec3 k_moments{400, 1500, 1700};

/// The chassis; wheels are mounted at the height of its centre of mass.
class Chassis {
public:
    Car car;
    Vec3 position, velocity, spin;
    Quat rotation;
    Vec3 gravity{0, 0, -k_gravity};

    Chassis(std::size_t wheels, double damping_ratio, double height)
        : car(make_car(wheels)), position{0, 0, height} {
        for (Car::Wheel& w : car.wheels) {
            mounts_.push_back({w.contact[0][0], w.contact[1][0], 0});
            w.spring_rate[0] = k_rate;
            w.damping[0] =
                2 * damping_ratio * std::sqrt(k_rate * k_mass / static_cast<double>(wheels));
            w.travel[0] = k_travel;
        }
    }

    void step(const kernels::KernelTable& table, double h, int passes = 8) {
        const Mat3 axes = to_matrix(rotation);
        const Mat3 inverse = axes *
                             Mat3::diagonal({1 / k_moments.x, 1 / k_moments.y, 1 / k_moments.z}) *
                             transposed(axes);
        assign(car.body.velocity, velocity);
        assign(car.body.spin, spin);
        assign(car.body.gravity, gravity);
        assign(car.body.kick_v, h * gravity);
        assign(car.body.inverse_inertia, inverse);
        assign(car.body.up, axes.z);
        assign(car.body.forward, axes.x);
        for (std::size_t i = 0; i < mounts_.size(); ++i) {
            Car::Wheel& w = car.wheels[i];
            const Vec3 arm = axes * mounts_[i];
            const double distance = (position.z + arm.z) / axes.z.z;
            w.touching[0] = distance < k_length ? 1 : 0;
            w.compression[0] = std::max(0.0, k_length - distance);
            assign(w.contact, arm - distance * axes.z);
            assign(w.axis, -axes.z);
            assign(w.heading, axes.x);
        }
        solve(table, car, Part::update, h, passes);
        velocity += h * gravity + (h / k_mass) * vec(car.body.force);
        spin += inverse * (h * vec(car.body.torque));
        position += h * velocity;
        rotation = normalized(rotation_from_vector(h * spin) * rotation);
    }

    /// Of motion along z, height, springs and stops.
    [[nodiscard]] double energy() const {
        const double x = std::max(0.0, k_length - position.z);
        const double beyond = std::max(0.0, x - k_travel);
        const auto n = static_cast<double>(mounts_.size());
        return 0.5 * k_mass * velocity.z * velocity.z + k_mass * k_gravity * position.z +
               n * (0.5 * k_rate * x * x + 0.5 * 20 * k_rate * beyond * beyond);
    }

private:
    std::vector<Vec3> mounts_;
};

const kernels::KernelTable& table() {
    return *supported_tables().front();
}

}  // namespace

TEST_CASE("a drop loses energy in every step on the springs, at any damping and step",
          "[vehicle_kernel][springs]") {
    for (const double ratio : {0.1, 1.0, 5.0, 20.0})
        for (const double h : {1. / 240, 1. / 60, 1. / 30, 1. / 20})
            for (const double drop : {0.1, 1.0}) {
                CAPTURE(ratio, h, drop);
                Chassis chassis(4, ratio, k_length + drop);
                double peak = chassis.position.z, before = peak, worst = 0;
                bool rises = false;
                for (double t = 0; t < 4; t += h) {
                    const bool on_springs = chassis.position.z < k_length;
                    const double energy = chassis.energy();
                    chassis.step(table(), h);
                    if (on_springs) worst = std::max(worst, chassis.energy() / energy - 1);
                    const bool now_rises = chassis.position.z > before;
                    if (rises && !now_rises) {
                        CHECK(before <= peak + 1e-12);
                        peak = before;
                    }
                    rises = now_rises;
                    before = chassis.position.z;
                }
                CHECK(worst <= 1e-12);
            }
}

TEST_CASE("the springs carry k x whatever the step", "[vehicle_kernel][springs]") {
    const double rest = k_mass * k_gravity / 4 / k_rate;
    for (const double ratio : {0.1, 1.0, 5.0, 20.0})
        for (const double h : {1. / 240, 1. / 20}) {
            CAPTURE(ratio, h);
            Chassis chassis(4, ratio, k_length - rest);
            for (int step = 0; step < 100; ++step) chassis.step(table(), h);
            // The place of rest is a fixed point.
            CHECK(std::fabs(chassis.position.z - (k_length - rest)) <= 1e-14);
            CHECK(norm(chassis.velocity) <= 1e-14);
            for (const Car::Wheel& w : chassis.car.wheels)
                CHECK(w.suspension_force[0] == Approx(k_rate * rest).epsilon(1e-13));
        }
}

namespace {

struct Standing {
    double speed = 0, drift = 0;  ///< after 10 s, and in 10 s more
    double load = 0, spring = 0;  ///< relative errors: of the sum, of k x + preload
};

Standing stand(std::size_t wheels, double slope, double direction, double h, int passes) {
    constexpr double degree = std::numbers::pi / 180;
    Chassis chassis(wheels, 0.5, k_length - 0.09);
    chassis.gravity = k_gravity * Vec3{std::sin(slope * degree) * std::cos(direction * degree),
                                       std::sin(slope * degree) * std::sin(direction * degree),
                                       -std::cos(slope * degree)};
    for (Car::Wheel& w : chassis.car.wheels) {
        w.brake_torque[0] = 1500;
        w.spring_preload[0] = 50;
    }
    for (double t = 0; t < 10; t += h) chassis.step(table(), h, passes);
    const Vec3 place = chassis.position;
    for (double t = 0; t < 10; t += h) chassis.step(table(), h, passes);
    Standing result;
    result.speed = std::max(norm(chassis.velocity), norm(chassis.spin));
    result.drift = norm(chassis.position - place);
    double load = 0;
    for (const Car::Wheel& w : chassis.car.wheels) {
        load += w.suspension_force[0];
        const double force = k_rate * w.compression[0] + 50;
        result.spring = std::max(result.spring, std::fabs(w.suspension_force[0] / force - 1));
    }
    result.load = std::fabs(load / (k_mass * k_gravity * std::cos(slope * degree)) - 1);
    return result;
}

}  // namespace

TEST_CASE("a braked car stands still on any slope that it can hold", "[vehicle_kernel][springs]") {
    for (const std::size_t wheels : {3u, 4u})
        for (const double slope : {0.0, 5.0, 30.0})
            for (const double direction : {0.0, 90.0, 215.0})
                for (const double h : {1. / 60, 1. / 20}) {
                    CAPTURE(wheels, slope, direction, h);
                    // What eight passes from nothing leave of the speeds; on the flat it is
                    // nothing.
                    const Standing eight = stand(wheels, slope, direction, h, 8);
                    const double left = slope == 0 ? 1e-12 : 2e-7;
                    CHECK(eight.speed <= left);
                    CHECK(eight.drift <= 10 * left);
                    CHECK(eight.spring <= 1e-8);
                    CHECK(eight.load <= 1e-8);
                    if (slope != 30) continue;
                    const Standing converged = stand(wheels, slope, direction, h, 60);
                    CHECK(converged.speed <= 1e-12);
                    CHECK(converged.drift <= 1e-11);
                    CHECK(converged.spring <= 1e-12);
                    CHECK(converged.load <= 1e-12);
                }
}
