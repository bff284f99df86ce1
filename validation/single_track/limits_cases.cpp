// Control constraints, case by case: each expectation is the value that the description lists.

#include "agents.hpp"

#include <cmath>
#include <limits>

namespace lanewise::test {
namespace {

const SingleTrackParameters k_car;  // steering +-0.4189, +-3.2; v -5..20; v_switch 7.319; a 9.51

/// [delta', v'] of the small car.
std::array<double, 2> rates(double delta, double v, double u0, double u1,
                            const SingleTrackOptions& options = {}) {
    const auto f = single_track_derivative(k_car, options, {.delta = delta, .v = v}, {u0, u1});
    return {f[2], f[3]};
}

}  // namespace

TEST_CASE("steering velocity: the five cases", "[single_track][limits]") {
    const double next = std::nextafter(0.4189, 0.0);
    with_every_backend([&](const BackendInfo&) {
        for (const SingleTrackModel model : k_models) {
            const SingleTrackOptions o = {.model = model};
            const auto u = [&](double delta, double wish) {
                return rates(delta, 3, wish, 0, o)[0];
            };
            // At or beyond a bound nothing goes farther out ...
            CHECK(u(-0.4189, -1) == 0);
            CHECK(u(-0.4189, 0) == 0);
            CHECK(u(-0.45, -9) == 0);
            CHECK(u(0.4189, 1) == 0);
            CHECK(u(0.4189, 0) == 0);
            CHECK(u(0.45, 9) == 0);
            // ... and everything comes back in, at no more than the rate limit.
            CHECK(u(-0.4189, 1) == 1);
            CHECK(u(-0.4189, 9) == 3.2);
            CHECK(u(0.4189, -1) == -1);
            CHECK(u(0.45, -9) == -3.2);
            // Just inside, the full rate is still allowed.
            CHECK(u(next, 9) == 3.2);
            CHECK(u(-next, -9) == -3.2);
            // Between the limits the wish itself.
            CHECK(u(0, 3.2) == 3.2);
            CHECK(u(0, -3.2) == -3.2);
            CHECK(u(0, 1.25) == 1.25);
            CHECK(u(0, 1e300) == 3.2);
            CHECK(u(0, -1e300) == -3.2);
        }
    });
}

TEST_CASE("acceleration: the five cases and the power limit", "[single_track][limits]") {
    with_every_backend([&](const BackendInfo&) {
        for (const SingleTrackModel model : k_models) {
            const SingleTrackOptions o = {.model = model};
            const auto a = [&](double v, double wish) { return rates(0, v, 0, wish, o)[1]; };
            CHECK(a(-5, -1) == 0);
            CHECK(a(-5, 0) == 0);
            CHECK(a(-6, -1) == 0);
            CHECK(a(-5, 1) == 1);
            CHECK(a(-6, 99) == 9.51);
            CHECK(a(20, 1) == 0);
            CHECK(a(20, 0) == 0);
            CHECK(a(21, 99) == 0);
            CHECK(a(20, -1) == -1);
            CHECK(a(21, -99) == -9.51);
            CHECK(a(3, 9.51) == 9.51);
            CHECK(a(3, 99) == 9.51);
            CHECK(a(3, -99) == -9.51);
            CHECK(a(3, 2.5) == 2.5);
            // At v_switch itself the limit is still a_max; beyond, a_max v_switch / v.
            CHECK(a(7.319, 99) == 9.51);
            CHECK(a(14.638, 99) == Approx(4.755).epsilon(2e-16).margin(0));
            CHECK(a(14.638, 4) == 4);
            CHECK(a(10, 99) == Approx(9.51 * 7.319 / 10).epsilon(4e-16).margin(0));
            // Braking is never reduced, and the limit looks at v, not at |v|.
            CHECK(a(14.638, -99) == -9.51);
            CHECK(a(-4.9, 99) == 9.51);
            CHECK(a(-4.9, -99) == -9.51);
        }
    });
}

TEST_CASE("commands of angle and velocity become rates with the micro-step",
          "[single_track][limits]") {
    for (const int ratio : {1, 10}) {
        const SingleTrackOptions o = {.model = SingleTrackModel::ks,
                                      .steering = SteeringAction::steeringangle,
                                      .longitudinal = LongitudinalAction::velocity,
                                      .timestep = 0.01_s,
                                      .timestep_ratio = ratio};
        // (0.12 - 0.1) / 0.01 and (3.05 - 3) / 0.01: the ratio does not enter.
        CHECK(rates(0.1, 3, 0.12, 3.05, o)[0] == Approx(2).epsilon(1e-14));
        CHECK(rates(0.1, 3, 0.12, 3.05, o)[1] == Approx(5).epsilon(1e-13));
        // An unreachable wish is limited after the conversion.
        CHECK(rates(0.1, 3, 0.4, 9, o)[0] == 3.2);
        CHECK(rates(0.1, 3, 0.4, 9, o)[1] == 9.51);
        CHECK(rates(0.1, 3, -0.4, -4, o)[0] == -3.2);
        CHECK(rates(0.1, 3, -0.4, -4, o)[1] == -9.51);
        // No wish at all: the commanded state is the state.
        CHECK(rates(0.1, 3, 0.1, 3, o)[0] == 0);
        CHECK(rates(0.1, 3, 0.1, 3, o)[1] == 0);
    }
}

// B48: from standstill both directions use the same limit.
TEST_CASE("velocity commands from standstill", "[single_track][limits]") {
    for (const SingleTrackModel model : k_models)
        for (const Integrator integrator : k_integrators) {
            SingleTrackOptions o = {.model = model,
                                    .integrator = integrator,
                                    .longitudinal = LongitudinalAction::velocity,
                                    .timestep = 0.01_s};
            CHECK(rates(0, 0, 0, 2, o)[1] == 9.51);
            CHECK(rates(0, 0, 0, -2, o)[1] == -9.51);
            // v_min, v_max: 0 outwards, not inwards.
            CHECK(rates(0, -5, 0, -6, o)[1] == 0);
            CHECK(rates(0, -5, 0, -4, o)[1] == 9.51);
            CHECK(rates(0, 20, 0, 21, o)[1] == 0);
            CHECK(rates(0, 20, 0, 19, o)[1] == -9.51);
            CHECK(rates(0, 14.638, 0, 19, o)[1] == Approx(4.755).epsilon(2e-16).margin(0));
            with_every_backend([&](const BackendInfo&) {
                SingleTrackBatch64 batch(k_car, 2, o);
                const double wish[] = {2, -2}, straight[] = {0, 0};
                batch.step(straight, wish);
                CHECK(batch.state().v[0] == Approx(0.0951).epsilon(4e-16).margin(0));
                CHECK(batch.state().v[1] == Approx(-0.0951).epsilon(4e-16).margin(0));
            });
        }
}

// x' = (c - x) / dt: Euler arrives in one micro-step, one step of RK4 leaves
// 1 - 1 + 1/2 - 1/6 + 1/24 = 0.375 of the way, because each stage converts anew.
TEST_CASE("an attainable target: Euler arrives, RK4 leaves 0.375", "[single_track][limits]") {
    for (const Integrator integrator : k_integrators) {
        SingleTrackBatch64 batch(k_car, 1,
                                 {.model = SingleTrackModel::ks,
                                  .integrator = integrator,
                                  .steering = SteeringAction::steeringangle,
                                  .longitudinal = LongitudinalAction::velocity,
                                  .timestep = 0.01_s});
        batch.reset(0, {.delta = 0.1, .v = 3});
        const double angle[] = {0.11}, speed[] = {3.04};
        batch.step(angle, speed);
        const double left = integrator == Integrator::euler ? 0 : 0.375;
        CHECK(batch.state_of(0).delta == Approx(0.11 - 0.01 * left).epsilon(4e-16).margin(0));
        CHECK(batch.state_of(0).v == Approx(3.04 - 0.04 * left).epsilon(4e-16).margin(0));
    }
}

TEST_CASE("nothing clamps the state: a bound is passed by less than one step",
          "[single_track][limits]") {
    for (const Integrator integrator : k_integrators) {
        SingleTrackBatch64 batch(k_car, 2,
                                 {.model = SingleTrackModel::ks, .integrator = integrator});
        batch.reset(0, {.delta = 0.4, .v = 19.99});
        batch.reset(1, {.delta = -0.4, .v = -4.99});
        const double out[] = {3.2, -3.2}, faster[] = {9.51, -9.51};
        for (int i = 0; i < 5; ++i) batch.step(out, faster);
        const Seven parked[] = {as_seven(batch.state_of(0)), as_seven(batch.state_of(1))};
        if (integrator == Integrator::euler) {
            // 0.4 + 0.032 is past the bound of 0.4189; the rate is 0 from there on.
            CHECK(parked[0][2] == Approx(0.432).epsilon(1e-15).margin(0));
            CHECK(parked[1][2] == Approx(-0.432).epsilon(1e-15).margin(0));
            CHECK(parked[1][3] == Approx(-4.99 - 0.0951).epsilon(1e-15).margin(0));
        }
        for (const Seven& z : parked) {
            CHECK(std::abs(z[2]) > 0.4189);
            CHECK(std::abs(z[2]) <= 0.4189 + 0.032);
        }
        CHECK(parked[0][3] > 20);
        CHECK(parked[0][3] <= 20 + 0.0951);
        CHECK(parked[1][3] < -5);
        CHECK(parked[1][3] >= -5 - 0.0951);
        batch.step(out, faster);
        CHECK(batch.state_of(0).delta == parked[0][2]);
        CHECK(batch.state_of(0).v == parked[0][3]);
        CHECK(batch.state_of(1).delta == parked[1][2]);
        CHECK(batch.state_of(1).v == parked[1][3]);
    }
}

TEST_CASE("a command that is infinite acts as the limit, NaN spoils its own agent",
          "[single_track][limits]") {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    with_every_backend([&](const BackendInfo&) {
        SingleTrackBatch64 batch(k_car, 3, {.model = SingleTrackModel::ks});
        for (std::size_t i = 0; i < 3; ++i) batch.reset(i, {.v = 3});
        const double steer[] = {infinity, 9, std::nan("")}, drive[] = {-infinity, -99, 1};
        batch.step(steer, drive);
        CHECK(bits_of(batch, 0) == bits_of(batch, 1));
        CHECK(batch.status()[0] == 0);
        CHECK(std::isnan(batch.state_of(2).delta));
        CHECK(batch.status()[2] == single_track_status::not_finite);
    });
}

}  // namespace lanewise::test
