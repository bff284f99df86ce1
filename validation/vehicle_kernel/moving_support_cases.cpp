#include "cars.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

// The M cases of the mechanics: wheels on grounds of all kinds, contacts set by hand. In binary64
// they hold to rounding.

using namespace lanewise;
using namespace lanewise::test;

namespace {

constexpr double k_h = 0.01;  // [s]
constexpr double k_car_mass = 1000, k_ground_mass = 200;

enum class Ground { fixed, kinematic, dynamic };

/// Contacts at the centres of mass; a spring of 1e6 N and a brake of 1e6 N m on each wheel.
Car make_fixture(std::size_t wheels) {
    Car car = make_car(wheels);
    for (Car::Wheel& w : car.wheels) {
        assign(w.contact, {});
        w.suspension_force[0] = 1e6;
        w.brake_torque[0] = 1e6;
    }
    return car;
}

/// A box of half lengths 4, 4 and 0.2 m.
void set_dynamic(Car& car, std::size_t wheel, int group) {
    const double flat = k_ground_mass / 3 * (4 * 4 + 0.2 * 0.2), about_z = k_ground_mass / 3 * 32;
    car.set_ground(wheel, group, k_ground_mass, Mat3::diagonal({flat, flat, about_z}));
}

std::vector<const kernels::KernelTable*> tables() {
    return supported_tables();
}

}  // namespace

TEST_CASE("M2: a locked wheel takes the relative speed away", "[vehicle_kernel][mechanics]") {
    for (const kernels::KernelTable* table : tables())
        for (const double speed : {2.0, -2.0})
            for (const Ground ground : {Ground::fixed, Ground::kinematic, Ground::dynamic}) {
                CAPTURE(name_of(*table), speed, static_cast<int>(ground));
                Car car = make_fixture(1);
                assign(car.body.velocity, {speed, 0, 0});
                if (ground == Ground::dynamic) set_dynamic(car, 0, 0);
                solve(*table, car, Part::tires, k_h);
                const double ground_answer = ground == Ground::dynamic ? 1 / k_ground_mass : 0;
                const double impulse = -speed / (1 / k_car_mass + ground_answer);
                const Car::Wheel& w = car.wheels[0];
                CHECK(w.tire_force[0][0] * k_h == Approx(impulse).epsilon(1e-13));
                CHECK(car.body.force[0][0] == w.tire_force[0][0]);
                CHECK(std::fabs(w.tire_force[1][0]) <= 1e-9);
                CHECK(w.spin[0] == 0);
                const double car_speed = speed + car.body.force[0][0] * k_h / k_car_mass;
                const double ground_speed = -w.tire_force[0][0] * k_h * ground_answer;
                CHECK(std::fabs(car_speed - ground_speed) <= 1e-13);
                const double before = 0.5 * k_car_mass * speed * speed;
                const double after = 0.5 * k_car_mass * car_speed * car_speed +
                                     0.5 * k_ground_mass * ground_speed * ground_speed;
                CHECK(after <= before);
            }
}

TEST_CASE("M3: four wheels on one body and on four", "[vehicle_kernel][mechanics]") {
    for (const kernels::KernelTable* table : tables())
        for (const bool shared : {true, false}) {
            CAPTURE(name_of(*table), shared);
            Car car = make_fixture(4);
            assign(car.body.velocity, {2, 0, 0});
            for (std::size_t i = 0; i < 4; ++i)
                set_dynamic(car, i, shared ? 0 : static_cast<int>(i));
            // All rows are the same: the sum is right after one pass, the shares after some.
            solve(*table, car, Part::tires, k_h, 100);
            const double bodies = shared ? 1 : 4;
            const double common =
                2 * k_car_mass / (k_car_mass + bodies * k_ground_mass);  // 5/3, 10/9
            CHECK(2 + car.body.force[0][0] * k_h / k_car_mass == Approx(common).epsilon(1e-12));
            double pushed = 0;
            for (const Car::Wheel& w : car.wheels) {
                pushed -= w.tire_force[0][0] * k_h;
                if (!shared)
                    CHECK(-w.tire_force[0][0] * k_h / k_ground_mass ==
                          Approx(common).epsilon(1e-12));
            }
            if (shared) CHECK(pushed / k_ground_mass == Approx(common).epsilon(1e-12));
            CHECK(k_car_mass * 2 + car.body.force[0][0] * k_h + pushed ==
                  Approx(2000).epsilon(1e-13));
        }
}

TEST_CASE("M5: rolling and slip angle are relative to a ground that turns",
          "[vehicle_kernel][mechanics]") {
    for (const kernels::KernelTable* table : tables()) {
        CAPTURE(name_of(*table));
        Car car = make_fixture(1);
        Car::Wheel& w = car.wheels[0];
        assign(car.body.velocity, {5, 1, 0});
        assign(w.support_spin, {0, 0, 2});
        assign(w.support_arm, {0, -1, 0});  // the ground's centre is at y = 1
        w.brake_torque[0] = 0;
        solve(*table, car, Part::tires, k_h);
        CHECK(w.spin[0] * w.radius[0] == Approx(3).epsilon(1e-14));
        CHECK(w.slip_angle[0] == Approx(std::atan2(1, 3)).epsilon(1e-15));
        CHECK(w.slip_ratio[0] == 0);
        CHECK(w.slipping[0] == 0);
        CHECK(w.forward_force[0] == 0);
    }
}

TEST_CASE("M7: a ground that moves along makes no force, the still air does",
          "[vehicle_kernel][mechanics]") {
    for (const kernels::KernelTable* table : tables())
        for (const double drag : {0.0, 0.3}) {
            CAPTURE(name_of(*table), drag);
            Car car = make_fixture(1);
            Car::Wheel& w = car.wheels[0];
            assign(car.body.velocity, {10, 0, 0});
            assign(w.support_velocity, {10, 0, 0});
            car.body.drag[0] = 0.5 * 1.225 * 2.52 * drag;
            solve(*table, car, Part::update, k_h);
            CHECK(std::fabs(w.tire_force[0][0]) <= 1e-12);
            CHECK(std::fabs(car.body.force[0][0] + (drag > 0 ? 46.305 : 0)) <= 1e-12);
            CHECK(w.spin[0] == 0);
        }
}

TEST_CASE("M8: drive beyond the grip, with and without traction control",
          "[vehicle_kernel][mechanics]") {
    for (const kernels::KernelTable* table : tables())
        for (const double torque : {900.0, -900.0})
            for (const bool controlled : {true, false})
                for (const bool dynamic : {true, false}) {
                    CAPTURE(name_of(*table), torque, controlled, dynamic);
                    Car car = make_fixture(1);
                    Car::Wheel& w = car.wheels[0];
                    w.suspension_force[0] = 100;
                    w.brake_torque[0] = 0;
                    w.drive_torque[0] = torque;
                    w.traction_control[0] = controlled;
                    if (dynamic) set_dynamic(car, 0, 0);
                    solve(*table, car, Part::tires, k_h);
                    const double sign = torque > 0 ? 1 : -1;
                    CHECK(w.forward_force[0] == Approx(100 * sign).epsilon(1e-14));
                    const double speed =
                        sign * k_h * 100 * (1 / k_car_mass + (dynamic ? 1 / k_ground_mass : 0));
                    if (controlled) {
                        CHECK(w.spin[0] * w.radius[0] == Approx(speed).epsilon(1e-13));
                        CHECK(w.slip_ratio[0] == 0);
                        CHECK(w.slipping[0] == 0);
                    } else {
                        // What the grip does not take turns the wheel: (T - J r / h) h / I.
                        const double extra =
                            (torque - 100 * sign * w.radius[0]) * k_h / w.inertia[0];
                        CHECK(w.spin[0] == Approx(speed / w.radius[0] + extra).epsilon(1e-13));
                        CHECK(w.slip_ratio[0] * sign > 0);
                        CHECK(w.slipping[0] == 1);
                    }
                }
}

TEST_CASE("a uniform motion of everything changes no tire force", "[vehicle_kernel][mechanics]") {
    Random random(31);
    const Vec3 along{7, -4, 2};
    for (const kernels::KernelTable* table : tables()) {
        CAPTURE(name_of(*table));
        double worst = 0;
        for (int trial = 0; trial < 200; ++trial) {
            Car car = random_car(4, random), moved = car;
            assign(moved.body.velocity, vec(moved.body.velocity) + along);
            for (Car::Wheel& w : moved.wheels)
                assign(w.support_velocity, vec(w.support_velocity) + along);
            solve(*table, car, Part::tires, k_h);
            solve(*table, moved, Part::tires, k_h);
            for (std::size_t i = 0; i < 4; ++i) {
                const Vec3 difference =
                    vec(car.wheels[i].tire_force) - vec(moved.wheels[i].tire_force);
                worst = std::max(worst, norm(difference) / (1 + car.wheels[i].limit[0]));
            }
        }
        CHECK(worst <= 1e-11);
    }
}

namespace {

/// Energy of chassis and dynamic grounds after impulses.
double energy(const Car& car, double h) {
    struct Body {
        Vec3 v, w;
        double mass;
        Mat3 inverse_inertia;
        [[nodiscard]] double energy() const {
            // w . I w by solving I^-1 L = w.
            const Mat3& m = inverse_inertia;
            const double d = determinant(m);
            const Vec3 l{dot(w, cross(m.y, m.z)) / d, dot(m.x, cross(w, m.z)) / d,
                         dot(m.x, cross(m.y, w)) / d};
            return 0.5 * mass * norm_squared(v) + 0.5 * dot(w, l);
        }
    };
    const Mat3 inverse = matrix(car.body.inverse_inertia);
    double sum = Body{vec(car.body.velocity) + h * car.body.inverse_mass[0] * vec(car.body.force),
                      vec(car.body.spin) + inverse * (h * vec(car.body.torque)),
                      1 / car.body.inverse_mass[0], inverse}
                     .energy();
    for (std::size_t i = 0; i < car.wheels.size(); ++i) {
        const Car::Wheel& first = car.wheels[i];
        if (first.support_group[0] != static_cast<double>(i)) continue;
        Body ground{vec(first.support_velocity), vec(first.support_spin),
                    1 / first.support_inverse_mass[0], matrix(first.support_inverse_inertia)};
        for (const Car::Wheel& w : car.wheels) {
            if (w.support_group[0] != static_cast<double>(i)) continue;
            ground.v -= h * first.support_inverse_mass[0] * vec(w.tire_force);
            ground.w -= ground.inverse_inertia * (h * cross(vec(w.support_arm), vec(w.tire_force)));
        }
        sum += ground.energy();
    }
    return sum;
}

}  // namespace

TEST_CASE("brakes and side forces add no energy to a closed system",
          "[vehicle_kernel][mechanics]") {
    Random random(32);
    for (const kernels::KernelTable* table : tables()) {
        CAPTURE(name_of(*table));
        double worst = 0;
        for (int trial = 0; trial < 500; ++trial) {
            Car car = random_car(4, random);
            assign(car.body.kick_v, {});
            assign(car.body.kick_w, {});
            for (std::size_t i = 0; i < 4; ++i) {
                Car::Wheel& w = car.wheels[i];
                w.suspension_force[0] = w.drive_torque[0] = 0;
                w.extra_spin[0] = w.airborne[0] = 0;
                w.load_ratio[0] = 0;
                assign(w.support_kick_v, {});
                assign(w.support_kick_w, {});
                if (w.support_group[0] >= 0) continue;
                assign(w.support_velocity, {});
                assign(w.support_spin, {});
            }
            Car before = car;
            assign(before.body.force, {});
            for (Car::Wheel& w : before.wheels) assign(w.tire_force, {});
            solve(*table, car, Part::tires, k_h);
            const double e = energy(before, k_h);
            worst = std::max(worst, (energy(car, k_h) - e) / e);
        }
        CHECK(worst <= 1e-12);
    }
}
