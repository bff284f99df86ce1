#include "cars.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

using namespace lanewise;
using namespace lanewise::test;

namespace {

Vec3 mirrored(const Vec3& v) {
    return {v.x, -v.y, v.z};
}
/// Of spins, torques and other axial vectors.
Vec3 mirrored_axial(const Vec3& v) {
    return {-v.x, v.y, -v.z};
}

void mirror(Columns3& c) {
    assign(c, mirrored(vec(c)));
}
void mirror_axial(Columns3& c) {
    assign(c, mirrored_axial(vec(c)));
}

/// Left and right exchanged, in a frame whose y axis points across.
Car mirrored(Car car) {
    for (Columns3* c : {&car.body.velocity, &car.body.kick_v, &car.body.gravity, &car.body.up,
                        &car.body.forward, &car.body.force})
        mirror(*c);
    for (Columns3* c : {&car.body.spin, &car.body.kick_w, &car.body.torque}) mirror_axial(*c);
    for (Car::Wheel& w : car.wheels) {
        for (Columns3* c : {&w.heading, &w.axis, &w.contact, &w.force_offset, &w.normal,
                            &w.support_velocity, &w.support_arm, &w.tire_force})
            mirror(*c);
        mirror_axial(w.support_spin);
        w.lateral_force[0] = -w.lateral_force[0];
        w.slip_angle[0] = -w.slip_angle[0];
    }
    for (std::size_t i = 0; i + 1 < car.wheels.size(); i += 2)
        std::swap(car.wheels[i], car.wheels[i + 1]);
    return car;
}

/// A car that differs left and right in all that may differ.
Car lopsided_car(Random& random, double violence) {
    Car car = make_car(4);
    assign(car.body.gravity, {0, 0, -9.8});
    assign(car.body.kick_v, {0, 0, -0.098});
    assign(car.body.velocity,
           {random.between(2, 20), violence * random.between(-1, 1), random.between(-0.3, 0.3)});
    assign(car.body.spin, {random.between(-0.1, 0.1), random.between(-0.1, 0.1),
                           violence * random.between(-0.3, 0.3)});
    for (Car::Wheel& w : car.wheels) {
        const double steer = random.between(-0.3, 0.3) * violence;
        assign(w.heading, {std::cos(steer), std::sin(steer), 0});
        w.compression[0] = random.between(0, 0.2);
        w.suspension_force[0] = random.between(500, 5000);
        w.brake_torque[0] = violence * random.between(0, 2000);
        w.drive_torque[0] = violence * random.between(-500, 500);
        w.roll_bar[0] = 20000;
    }
    return car;
}

double asymmetry(const kernels::KernelTable& table, double violence, int passes) {
    Random random(61);
    double worst = 0;
    for (int trial = 0; trial < 200; ++trial) {
        Car car = lopsided_car(random, violence), other = mirrored(car);
        solve(table, car, Part::update, 0.01, passes);
        solve(table, other, Part::update, 0.01, passes);
        other = mirrored(other);
        const double weight = 9800;
        worst = std::max({worst, norm(vec(car.body.force) - vec(other.body.force)) / weight,
                          norm(vec(car.body.torque) - vec(other.body.torque)) / weight});
        for (std::size_t i = 0; i < 4; ++i)
            worst = std::max(worst, std::fabs(car.wheels[i].suspension_force[0] -
                                              other.wheels[i].suspension_force[0]) /
                                        weight);
    }
    return worst;
}

}  // namespace

TEST_CASE("a mirrored car does the mirrored thing", "[vehicle_kernel][symmetry]") {
    for (const kernels::KernelTable* table : supported_tables()) {
        CAPTURE(name_of(*table));
        // Eight passes in the order of the wheels favour none of them as far as they converge.
        CHECK(asymmetry(*table, 0.1, 8) <= 1e-9);
        CHECK(asymmetry(*table, 1, 8) <= 1e-6);
        CHECK(asymmetry(*table, 1, 60) <= 1e-12);
    }
}
