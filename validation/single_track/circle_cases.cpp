// Closed forms: the circle of the kinematic model, the steady turn of the others, straight lines.

#include "agents.hpp"

#include <algorithm>
#include <cmath>

namespace lanewise::test {
namespace {

const SingleTrackParameters k_car;
const double k_base = k_car.lf + k_car.lr;

/// Distance of the end of a run to the end of the exact circle with curvature tan(delta) / L.
double circle_error(Integrator integrator, double dt, int steps, double v, double delta) {
    SingleTrackBatch64 batch(k_car, 1,
                             {.model = SingleTrackModel::ks,
                              .integrator = integrator,
                              .timestep = Duration::from_value(dt)});
    batch.reset(0, {.delta = delta, .v = v});
    for (int i = 0; i < steps; ++i) batch.step();
    const SingleTrackState z = batch.state_of(0);
    const double radius = k_base / std::tan(delta), angle = v / radius * dt * steps;
    return std::hypot(z.x - radius * std::sin(angle), z.y - radius * (1 - std::cos(angle)));
}

}  // namespace

// B43. The position of a turn at rate w has the known quadrature errors of a left-end rule
// (v w T dt / 2 to first order) and of Simpson's rule (v w^4 T dt^4 / 2880).
TEST_CASE("kinematic circle: orders one and four", "[single_track][circle]") {
    const double rate = 5 / k_base * std::tan(0.1);
    CHECK(k_base / std::tan(0.1) == Approx(3.291).epsilon(2e-4));
    CHECK(rate == Approx(1.5193).epsilon(4e-5));
    with_every_backend([&](const BackendInfo&) {
        const double euler[] = {circle_error(Integrator::euler, 0.04, 25, 5, 0.1),
                                circle_error(Integrator::euler, 0.02, 50, 5, 0.1),
                                circle_error(Integrator::euler, 0.01, 100, 5, 0.1)};
        CHECK(euler[0] == Approx(0.1377).margin(5e-5));
        CHECK(euler[1] == Approx(0.0689).margin(5e-5));
        CHECK(euler[2] == Approx(0.0344).margin(5e-5));
        CHECK(euler[0] / euler[1] == Approx(2).margin(0.002));
        CHECK(euler[1] / euler[2] == Approx(2).margin(0.001));
        const double rk4[] = {circle_error(Integrator::rk4, 0.04, 25, 5, 0.1),
                              circle_error(Integrator::rk4, 0.02, 50, 5, 0.1),
                              circle_error(Integrator::rk4, 0.01, 100, 5, 0.1)};
        CHECK(rk4[0] == Approx(2.15e-8).margin(5e-11));
        CHECK(rk4[1] == Approx(1.34e-9).margin(5e-12));
        CHECK(rk4[2] == Approx(8.4e-11).margin(5e-13));
        CHECK(rk4[0] / rk4[1] == Approx(16).margin(0.01));
        CHECK(rk4[1] / rk4[2] == Approx(16).margin(0.05));
        // The chord between the ends of an arc of angle w T and radius v / w is 2 v sin(w T / 2) /
        // w.
        const double chord = 2 * 5 * std::sin(rate / 2) / rate;
        CHECK(euler[2] == Approx(chord * rate * 0.01 / 2).epsilon(0.001));
        CHECK(rk4[0] == Approx(chord * std::pow(rate * 0.04, 4) / 2880).epsilon(0.001));
    });
}

TEST_CASE("kinematic circle closes after a full turn, both ways and backwards",
          "[single_track][circle]") {
    with_every_backend([&](const BackendInfo&) {
        for (const double delta : {0.2, -0.35})
            for (const double v : {4.0, -2.0}) {
                const double period = std::abs(2 * k_pi * k_base / (v * std::tan(delta)));
                const int steps = 400;
                SingleTrackBatch64 batch(k_car, 1,
                                         {.model = SingleTrackModel::ks,
                                          .timestep = Duration::from_value(period / steps)});
                batch.reset(0, {.x = 3, .y = -2, .delta = delta, .v = v, .psi = 1});
                double widest = 0;
                for (int i = 0; i < steps; ++i) {
                    batch.step();
                    const SingleTrackState z = batch.state_of(0);
                    widest = std::max(widest, std::hypot(z.x - 3, z.y + 2));
                }
                const SingleTrackState z = batch.state_of(0);
                // Rounding of 400 additions; Simpson's error cancels over a full turn.
                CHECK(z.x == Approx(3).margin(2e-13));
                CHECK(z.y == Approx(-2).margin(2e-13));
                CHECK(z.psi == Approx(1).margin(2e-13));
                CHECK(widest == Approx(2 * std::abs(k_base / std::tan(delta))).epsilon(1e-4));
            }
    });
}

// B44: the low-speed branch turns about the same point as the rear axle, seen from the centre of
// gravity, whose path must not kink where the branch changes.
TEST_CASE("low-speed turn of the switching model", "[single_track][circle]") {
    const double delta = 0.2, q = std::tan(delta) * k_car.lr / k_base;
    const double slip = std::atan(q);
    CHECK(slip == Approx(0.1049).margin(5e-5));
    const auto yaw_rate = [&](double v) { return v * std::cos(slip) * std::tan(delta) / k_base; };
    const auto rates = [&](double v) {
        return single_track_derivative(k_car, {}, {.delta = delta, .v = v, .beta = slip}, {0, 0});
    };
    CHECK(rates(1)[4] == Approx(yaw_rate(1)).epsilon(1e-15));
    CHECK(rates(1)[4] == Approx(0.6105).margin(5e-5));
    CHECK(1 / rates(1)[4] == Approx(1.638).margin(5e-4));
    CHECK(std::atan2(rates(1)[1], rates(1)[0]) == Approx(slip).epsilon(1e-15));
    CHECK(rates(std::nextafter(1.5, 0.0))[4] == Approx(0.9158).margin(5e-5));

    // One turn at 1 m/s is a circle of radius v / yaw rate about a point left of the course.
    with_every_backend([&](const BackendInfo&) {
        const double radius = 1 / yaw_rate(1), period = 2 * k_pi * radius;
        SingleTrackBatch64 batch(k_car, 1, {.timestep = Duration::from_value(period / 500)});
        batch.reset(0, {.delta = delta, .v = 1, .beta = slip});
        const double cx = -radius * std::sin(slip), cy = radius * std::cos(slip);
        for (int i = 0; i < 500; ++i) {
            batch.step();
            const SingleTrackState z = batch.state_of(0);
            CHECK(std::hypot(z.x - cx, z.y - cy) == Approx(radius).epsilon(1e-10));
        }
        CHECK(batch.state_of(0).x == Approx(0).margin(1e-12));
        CHECK(batch.state_of(0).y == Approx(0).margin(1e-12));
    });
}

TEST_CASE("steady turn of the dynamic branch at 1.5 m/s", "[single_track][circle]") {
    // psi'' = beta' = 0 at constant speed is linear in (omega, beta):
    //   (lr R - lf F) beta - (lf^2 F + lr^2 R) omega / v = -lf F delta
    //   -(R + F) beta + ((R lr - F lf) / v - v L / mu) omega = -F delta
    const double v = 1.5, delta = 0.2, lf = k_car.lf, lr = k_car.lr;
    const double F = k_car.C_Sf * 9.81 * lr, R = k_car.C_Sr * 9.81 * lf;
    const double a11 = lr * R - lf * F, a12 = -(lf * lf * F + lr * lr * R) / v;
    const double a21 = -(R + F), a22 = (R * lr - F * lf) / v - v * k_base / k_car.mu;
    const double det = a11 * a22 - a12 * a21;
    const double beta = (-lf * F * delta * a22 + F * delta * a12) / det;
    const double omega = (-a11 * F * delta + a21 * lf * F * delta) / det;
    CHECK(omega == Approx(0.8916).margin(5e-5));
    CHECK(beta == Approx(0.0781).margin(5e-5));
    with_every_backend([&](const BackendInfo&) {
        for (const SingleTrackModel model : {SingleTrackModel::st, SingleTrackModel::st_smooth}) {
            SingleTrackBatch64 batch(k_car, 1, {.model = model});
            batch.reset(0, {.delta = delta, .v = v});
            for (int i = 0; i < 300; ++i) batch.step();
            CHECK(batch.state_of(0).psi_dot == Approx(omega).epsilon(1e-13));
            CHECK(batch.state_of(0).beta == Approx(beta).epsilon(1e-13));
        }
    });
}

// B44: a ramp through 1.5 m/s.
TEST_CASE("the path does not kink where the model switches", "[single_track][circle]") {
    with_every_backend([&](const BackendInfo&) {
        for (const Integrator integrator : k_integrators) {
            const double delta = 0.2;
            const double slip = std::atan(std::tan(delta) * k_car.lr / k_base);
            const double yaw_rate = 1.4 * std::cos(slip) * std::tan(delta) / k_base;
            const double dt = 0.001;
            SingleTrackBatch64 batch(
                k_car, 1, {.integrator = integrator, .timestep = Duration::from_value(dt)});
            batch.reset(0, {.delta = delta, .v = 1.4, .psi_dot = yaw_rate, .beta = slip});
            set_action(batch, 0, 1);
            SingleTrackState last = batch.state_of(0);
            double last_rate = yaw_rate, widest_jump = 0;
            for (int i = 0; i < 200; ++i) {
                batch.step();
                const SingleTrackState z = batch.state_of(0);
                // No farther than the speed carries it.
                CHECK(std::hypot(z.x - last.x, z.y - last.y) <=
                      std::max(z.v, last.v) * dt * (1 + 1e-9));
                const double rate = (z.psi - last.psi) / dt;
                widest_jump = std::max(widest_jump, std::abs(rate - last_rate));
                last_rate = rate;
                last = z;
            }
            CHECK(last.v == Approx(1.6).epsilon(1e-13));
            CHECK(widest_jump <= 0.03);
        }
    });
}

// B49: ten steps of 0.1 s at 1 m/s2 from 5 m/s. Euler uses the speed at the start of each step:
// sum (5 + 0.1 i) 0.1 for i = 0..9 = 5.45; RK4 is exact for a parabola.
TEST_CASE("a straight line uses no stale speed", "[single_track][circle]") {
    with_every_backend([&](const BackendInfo&) {
        for (const SingleTrackModel model : k_models)
            for (const Integrator integrator : k_integrators) {
                const auto start = [&](int ratio) {
                    SingleTrackBatch64 batch(k_car, 1,
                                             {.model = model,
                                              .integrator = integrator,
                                              .timestep = 0.1_s,
                                              .timestep_ratio = ratio});
                    batch.reset(0, {.v = 5});
                    set_action(batch, 0, 1);
                    return batch;
                };
                SingleTrackBatch64 singly = start(1), at_once = start(10);
                for (int i = 0; i < 10; ++i) singly.step();
                at_once.step();
                CHECK(bits_of(singly) == bits_of(at_once));
                const double expected = integrator == Integrator::euler ? 5.45 : 5.5;
                CHECK(singly.state_of(0).x == Approx(expected).margin(1e-14));
                CHECK(singly.state_of(0).y == 0);
                // 0.1 is not a binary number: ten of them may round by a few last places.
                CHECK(singly.state_of(0).v == Approx(6).margin(2e-15));
                CHECK(singly.state_of(0).psi == 0);
            }
    });
}

TEST_CASE("yaw is wrapped after every micro-step", "[single_track][circle]") {
    with_every_backend([&](const BackendInfo&) {
        SingleTrackBatch64 batch(k_car, 4, {.model = SingleTrackModel::ks, .timestep = 0.02_s});
        const double start[] = {3.1, -3.1, 9.5, -1000};
        for (std::size_t i = 0; i < 4; ++i)
            batch.reset(i, {.delta = i % 2 == 0 ? 0.3 : -0.3, .v = 5, .psi = start[i]});
        const double rate = 5 / k_base * std::tan(0.3);
        for (int step = 1; step <= 100; ++step) {
            batch.step();
            for (std::size_t i = 0; i < 4; ++i) {
                const double psi = batch.state().psi[i];
                const double exact = start[i] + (i % 2 == 0 ? rate : -rate) * 0.02 * step;
                CHECK(std::abs(psi) <= k_pi);
                CHECK(std::remainder(psi - exact, 2 * k_pi) == Approx(0).margin(2e-13));
            }
        }
    });
}

}  // namespace lanewise::test
