// Standstill, reverse and the step limit of the dynamic branch.

#include "agents.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <utility>
#include <vector>

namespace lanewise::test {
namespace {

const SingleTrackParameters k_car;

bool is_finite(const Seven& z) {
    return std::all_of(z.begin(), z.end(), [](double x) { return std::isfinite(x); });
}

using Complex = std::complex<double>;

/// Eigenvalues of the lateral pair (omega, beta) at speed v without acceleration, from the
/// equations of the dynamic branch.
std::array<Complex, 2> lateral_eigenvalues(const SingleTrackParameters& p, double v) {
    const double L = p.lf + p.lr, F = p.C_Sf * 9.81 * p.lr, R = p.C_Sr * 9.81 * p.lf;
    const double k = p.mu * p.m / (p.I * L);
    const double a = -k * (p.lf * p.lf * F + p.lr * p.lr * R) / v, b = k * (p.lr * R - p.lf * F);
    const double c = p.mu / (v * v * L) * (R * p.lr - F * p.lf) - 1, d = -p.mu / (v * L) * (R + F);
    const Complex root = std::sqrt(Complex((a - d) * (a - d) / 4 + b * c));
    return {(a + d) / 2 + root, (a + d) / 2 - root};
}

/// What one micro-step multiplies a mode with eigenvalue `s` by.
double growth(Integrator integrator, Complex s, double dt) {
    const Complex z = s * dt;
    if (integrator == Integrator::euler) return std::abs(1.0 + z);
    return std::abs(1.0 + z * (1.0 + z / 2.0 * (1.0 + z / 3.0 * (1.0 + z / 4.0))));
}

/// Spectral radius of one micro-step of the library on (omega, beta), which it maps linearly.
double spectral_radius(Integrator integrator, double v, double dt) {
    SingleTrackBatch64 batch(k_car, 2,
                             {.integrator = integrator, .timestep = Duration::from_value(dt)});
    batch.reset(0, {.v = v, .psi_dot = 1});
    batch.reset(1, {.v = v, .beta = 1});
    batch.step();
    const SingleTrackState first = batch.state_of(0), second = batch.state_of(1);
    const double trace = first.psi_dot + second.beta;
    const double det = first.psi_dot * second.beta - second.psi_dot * first.beta;
    const Complex root = std::sqrt(Complex(trace * trace / 4 - det));
    return std::max(std::abs(trace / 2 + root), std::abs(trace / 2 - root));
}

}  // namespace

// B42.
TEMPLATE_TEST_CASE("standstill is finite", "[single_track][stability]", double, float) {
    using Real = TestType;
    std::vector<Seven> start;
    for (const double v : {0.0, -0.0, 1e-300, -1e-300, 1e-40, 1e-12, -1e-12, 1e-6, -1e-6})
        for (const double omega : {0.0, 0.1, -0.1})
            for (const double beta : {0.0, -0.0, 0.1})
                for (const double delta : {0.0, -0.0, 0.2, -0.4189, 0.4189, 0.45})
                    start.push_back({0, 0, delta, v, 0.3, omega, beta});
    const std::size_t n = start.size();
    with_every_backend([&](const BackendInfo&) {
        for (const SingleTrackModel model : k_models)
            for (const double drive : {0.0, -0.0, 1.0, -1.0}) {
                const SingleTrackOptions options = {.model = model};
                Agents<Real> at(n), rate(n);
                const std::vector<Real> steering(n, Real(0.5));
                const std::vector<Real> longitudinal(n, static_cast<Real>(drive));
                for (std::size_t i = 0; i < n; ++i) at.set(i, start[i]);
                single_track_derivative<Real>(k_car, options, std::as_const(at).view(), steering,
                                              longitudinal, rate.view());
                const auto spoiled = [](const std::vector<Seven>& all) {
                    return std::find_if_not(all.begin(), all.end(), is_finite) - all.begin();
                };
                std::vector<Seven> found(n);
                for (std::size_t i = 0; i < n; ++i) found[i] = rate.get(i);
                CHECK(spoiled(found) == static_cast<std::ptrdiff_t>(n));
                for (const Integrator integrator : k_integrators) {
                    SingleTrackOptions o = options;
                    o.integrator = integrator;
                    BasicSingleTrackBatch<Real> batch(k_car, n, o);
                    for (std::size_t i = 0; i < n; ++i) set_state(batch, i, start[i]);
                    set_action(batch, 0.5, drive);
                    for (int step = 0; step < 5; ++step) batch.step();
                    for (std::size_t i = 0; i < n; ++i) found[i] = as_seven(batch.state_of(i));
                    CHECK(spoiled(found) == static_cast<std::ptrdiff_t>(n));
                    CHECK(std::count(batch.status().begin(), batch.status().end(), 0) ==
                          static_cast<std::ptrdiff_t>(n));
                }
            }
    });
}

// B42: beside agents that need the dynamic branch, whose 1 / v must not reach those at rest.
TEMPLATE_TEST_CASE("standing among moving agents", "[single_track][stability]", double, float) {
    using Real = TestType;
    constexpr std::size_t n = 67;
    const double still[] = {0.0, -0.0, 1e-300, 1e-40}, moving[] = {0.5, 0.6, 3.0, -0.5};
    with_every_backend([&](const BackendInfo&) {
        for (const SingleTrackModel model : k_models)
            for (const bool per_agent : {false, true}) {
                std::vector<SingleTrackParameters> sets(n);
                if (per_agent) sets.back() = single_track::f1fifth();
                BasicSingleTrackBatch<Real> alone(sets, {.model = model}), mixed = alone;
                for (std::size_t i = 0; i < n; ++i) {
                    const Seven z = {0, 0, 0.2, still[i % 4], 0.3, 0.1, 0.1};
                    set_state(alone, i, z);
                    set_state(mixed, i, z);
                    if (i % 3 == 1) mixed.state().v[i] = static_cast<Real>(moving[i % 4]);
                }
                for (int step = 0; step < 3; ++step) {
                    alone.step();
                    mixed.step();
                }
                for (std::size_t i = 0; i < n; ++i) {
                    INFO("agent " << i);
                    CHECK(is_finite(as_seven(mixed.state_of(i))));
                    if (i % 3 != 1) CHECK(bits_of(mixed, i) == bits_of(alone, i));
                }
            }
    });
}

// B42: weight 1 is the low-speed branch itself, not nearly, and weight 0 the dynamic one.
TEMPLATE_TEST_CASE("the blend ends in one branch alone", "[single_track][stability]", double,
                   float) {
    using Real = TestType;
    // The weight rounds to 1 up to 0.55 - ln(1999) / 100 = 0.47400 and to 0 from 0.62600 on; st
    // is the low-speed branch below 1.5 m/s. For the dynamic branch compare with the formula.
    with_every_backend([&](const BackendInfo&) {
        const double slow[] = {0, -0.0, 1e-300, 0.1, -0.2, 0.4, 0.46, 0.4739, -0.4739};
        const std::size_t n = std::size(slow);
        Agents<Real> at(n), blended(n), switched(n);
        const std::vector<Real> steering(n, Real(1)), longitudinal(n, Real(2));
        for (std::size_t i = 0; i < n; ++i) at.set(i, {1, 2, 0.2, slow[i], 0.5, 0.4, 0.1});
        const auto rates = [&](SingleTrackModel model, Agents<Real>& out) {
            single_track_derivative<Real>(k_car, {.model = model}, std::as_const(at).view(),
                                          steering, longitudinal, out.view());
        };
        rates(SingleTrackModel::st_smooth, blended);
        rates(SingleTrackModel::st, switched);
        CHECK(blended.column == switched.column);

        // Just inside the staircase the weight is 0.999 or 0.001, so the two differ.
        at.set(0, {1, 2, 0.2, 0.4742, 0.5, 0.4, 0.1});
        rates(SingleTrackModel::st_smooth, blended);
        rates(SingleTrackModel::st, switched);
        CHECK(blended.column[5][0] != switched.column[5][0]);
        at.set(0, {1, 2, 0.2, 0.6258, 0.5, 0.4, 0.1});
        at.set(1, {1, 2, 0.2, 0.6262, 0.5, 0.4, 0.1});
        rates(SingleTrackModel::st_smooth, blended);
        CHECK(blended.column[4][0] != Real(0.4));
        CHECK(blended.column[4][1] == Real(0.4));
    });
}

TEST_CASE("exactly 1.5 m/s is dynamic, forwards and backwards", "[single_track][stability]") {
    with_every_backend([&](const BackendInfo&) {
        for (const double v : {1.5, -1.5}) {
            const auto rate = [&](double at) {
                return single_track_derivative(k_car, {}, {.delta = 0.2, .v = at, .psi_dot = 0.123},
                                               {0, 0})[4];
            };
            CHECK(rate(v) == 0.123);
            CHECK(rate(std::nextafter(v, 0.0)) != 0.123);
            CHECK(rate(std::nextafter(v, 9 * v)) == 0.123);
        }
    });
}

// B41: the equations themselves, with the agent flagged and nobody else touched.
TEST_CASE("fast reverse at full lock diverges as the equations do, and is flagged",
          "[single_track][stability]") {
    with_every_backend([&](const BackendInfo&) {
        for (const Integrator integrator : k_integrators) {
            const SingleTrackOptions options = {.integrator = integrator,
                                                .steering = SteeringAction::steeringangle,
                                                .timestep = 0.01_s};
            const auto run = [&](bool reverse, int steps) {
                SingleTrackBatch64 batch(k_car, 9, options);
                std::vector<double> steering(9, 0.1), longitudinal(9, 0.5);
                for (std::size_t i = 0; i < 9; ++i)
                    batch.reset(i, {.v = 0.4 * static_cast<double>(i)});
                if (reverse) {
                    batch.reset(4, {.v = -5});
                    steering[4] = -0.4189;
                    longitudinal[4] = 0;
                }
                for (int step = 0; step < steps; ++step) batch.step(steering, longitudinal);
                return batch;
            };
            const SingleTrackBatch64 at_10 = run(true, 10), at_25 = run(true, 25);
            const SingleTrackBatch64 at_100 = run(true, 100), calm = run(false, 100);
            if (integrator == Integrator::euler) {
                CHECK(std::abs(at_10.state().psi_dot[4]) == Approx(8.43).epsilon(1e-3));
                CHECK(std::abs(at_25.state().psi_dot[4]) == Approx(215).epsilon(3e-3));
            } else {
                CHECK(std::abs(at_25.state().psi_dot[4]) > 100);
            }
            for (const SingleTrackBatch64* batch : {&at_10, &at_25, &at_100})
                CHECK((batch->status()[4] & single_track_status::reverse_unstable) != 0);
            const bool finite = is_finite(as_seven(at_100.state_of(4)));
            CHECK(finite == ((at_100.status()[4] & single_track_status::not_finite) == 0));
            for (std::size_t i = 0; i < 9; ++i) {
                if (i == 4) continue;
                CHECK(bits_of(at_100, i) == bits_of(calm, i));
                CHECK(calm.status()[i] == 0);
            }
        }
    });
}

TEMPLATE_TEST_CASE("the reverse flag: where the dynamic branch acts, not before",
                   "[single_track][stability]", double, float) {
    using Real = TestType;
    const auto flagged = [](SingleTrackModel model, double v, bool clip = false) {
        BasicSingleTrackBatch<Real> batch(k_car, 1, {.model = model, .clip_speed = clip});
        batch.reset(0, {.v = static_cast<double>(static_cast<Real>(v))});
        batch.step();
        return batch.status()[0] == single_track_status::reverse_unstable;
    };
    with_every_backend([&](const BackendInfo&) {
        CHECK_FALSE(flagged(SingleTrackModel::ks, -4.9));
        CHECK_FALSE(flagged(SingleTrackModel::st, -1.49));
        CHECK(flagged(SingleTrackModel::st, -1.5));
        CHECK(flagged(SingleTrackModel::st, -3));
        CHECK_FALSE(flagged(SingleTrackModel::st_smooth, -0.47));
        CHECK(flagged(SingleTrackModel::st_smooth, -0.4741));
        CHECK(flagged(SingleTrackModel::st_smooth, -3));
        CHECK_FALSE(flagged(SingleTrackModel::st, 3));
        // The clipped equations never see a negative speed.
        CHECK_FALSE(flagged(SingleTrackModel::st, -3, true));
        CHECK_FALSE(flagged(SingleTrackModel::st_smooth, -3, true));
    });
}

TEST_CASE("the clip of the JAX gym: creeping forward, braking without bound",
          "[single_track][stability]") {
    with_every_backend([&](const BackendInfo&) {
        for (const SingleTrackModel model : {SingleTrackModel::st, SingleTrackModel::st_smooth}) {
            SingleTrackBatch64 batch(
                k_car, 2, {.model = model, .integrator = Integrator::euler, .clip_speed = true});
            batch.reset(0, {.v = -4.95});
            set_action(batch, 0, -9.51);
            for (int i = 0; i < 100; ++i) batch.step();
            // v_min = -5 never stops it, and the position sees 1 mm/s.
            CHECK(batch.state_of(0).v == Approx(-4.95 - 9.51).epsilon(1e-13));
            CHECK(batch.state_of(0).x == Approx(0.001).epsilon(1e-12));
        }
        // ks has no clip.
        auto plain = crowd<double>(50, {.model = SingleTrackModel::ks});
        auto clipped = crowd<double>(50, {.model = SingleTrackModel::ks, .clip_speed = true});
        for (int i = 0; i < 10; ++i) {
            plain.step();
            clipped.step();
        }
        CHECK(bits_of(plain) == bits_of(clipped));
    });
}

// B47.
TEST_CASE("step limit of the lateral motion at 1.5 m/s", "[single_track][stability]") {
    const auto exact = [](Integrator integrator, double v, double dt) {
        const auto s = lateral_eigenvalues(k_car, v);
        return std::max(growth(integrator, s[0], dt), growth(integrator, s[1], dt));
    };
    with_every_backend([&](const BackendInfo&) {
        CHECK(spectral_radius(Integrator::euler, 1.5, 0.02) == Approx(0.49).margin(0.005));
        CHECK(spectral_radius(Integrator::euler, 1.5, 0.03) == Approx(1.24).margin(0.005));
        CHECK(spectral_radius(Integrator::rk4, 1.5, 0.03) == Approx(0.45).margin(0.005));
        CHECK(spectral_radius(Integrator::rk4, 1.5, 0.04) == Approx(1.35).margin(0.005));
        for (const Integrator integrator : k_integrators)
            for (const double v : {1.5, 3.0, 10.0, -1.6, -5.0})
                for (const double dt : {0.001, 0.01, 0.03})
                    CHECK(spectral_radius(integrator, v, dt) ==
                          Approx(exact(integrator, v, dt)).epsilon(1e-12));

        // The same seen as a motion: decay and growth of a slip of 0.05.
        const auto end = [&](Integrator integrator, double dt) {
            SingleTrackBatch64 batch(
                k_car, 1, {.integrator = integrator, .timestep = Duration::from_value(dt)});
            batch.reset(0, {.v = 1.5, .beta = 0.05});
            for (int i = 0; i < 30; ++i) batch.step();
            return std::abs(batch.state_of(0).beta) / 0.05;
        };
        CHECK(end(Integrator::euler, 0.02) < 1e-6);
        CHECK(end(Integrator::euler, 0.03) > 10);
        CHECK(end(Integrator::rk4, 0.03) < 1e-6);
        CHECK(end(Integrator::rk4, 0.04) > 10);
    });
}

// The limits that the README of the models states, by bisection of the growth per step.
TEST_CASE("the largest stable timestep", "[single_track][stability]") {
    const auto limit = [](const SingleTrackParameters& p, Integrator integrator, double v) {
        double low = 0, high = 1;
        for (int i = 0; i < 60; ++i) {
            const double dt = (low + high) / 2;
            const auto s = lateral_eigenvalues(p, v);
            const bool grows =
                std::max(growth(integrator, s[0], dt), growth(integrator, s[1], dt)) > 1;
            (grows ? high : low) = dt;
        }
        return low;
    };
    CHECK(limit(k_car, Integrator::euler, 0.63) == Approx(0.0111).margin(5e-5));
    CHECK(limit(k_car, Integrator::rk4, 0.63) == Approx(0.0154).margin(5e-5));
    CHECK(limit(k_car, Integrator::euler, 1.5) == Approx(0.0268).margin(5e-5));
    CHECK(limit(k_car, Integrator::rk4, 1.5) == Approx(0.0373).margin(5e-5));
    for (const std::string_view name : single_track::preset_names()) {
        // Every set is stable with 0.01 s wherever st is dynamic.
        INFO(name);
        CHECK(limit(single_track::preset(name), Integrator::euler, 1.5) > 0.01);
        CHECK(limit(single_track::preset(name), Integrator::rk4, 1.5) > 0.01);
    }
    // st_smooth with a CommonRoad car at its lowest dynamic speed is not.
    CHECK(limit(single_track::bmw_320i(), Integrator::rk4, 0.63) < 0.01);
    // In reverse no timestep helps: the motion itself grows.
    for (const double v : {-5.0, -1.6}) CHECK(lateral_eigenvalues(k_car, v)[0].real() > 0);
    CHECK(lateral_eigenvalues(k_car, -5)[0].real() == Approx(16.6).margin(0.05));
    CHECK(std::abs(lateral_eigenvalues(k_car, -5)[0].imag()) == Approx(3.3).margin(0.05));
    CHECK(lateral_eigenvalues(k_car, -1.6)[0].real() == Approx(69.9).margin(0.05));
    CHECK(lateral_eigenvalues(k_car, -1.6)[1].real() == Approx(33.6).margin(0.05));
}

}  // namespace lanewise::test
