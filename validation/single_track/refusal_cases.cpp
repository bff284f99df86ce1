// Bad input of every kind to every public function: refused by an error that names field, value
// and rule, and nothing has changed.

#include "agents.hpp"

#include <lanewise/kernels/error.hpp>

#include <cmath>
#include <functional>
#include <limits>
#include <utility>

namespace lanewise::test {
namespace {

constexpr double k_nan = std::numeric_limits<double>::quiet_NaN();
constexpr double k_inf = std::numeric_limits<double>::infinity();

/// The field that a call refuses, "" when it refuses nothing. The message must be whole.
template <class Call>
std::string refused_field(Call&& call) {
    try {
        (void)std::forward<Call>(call)();
    } catch (const Error& e) {
        CHECK_FALSE(e.value().empty());
        CHECK_FALSE(e.rule().empty());
        CHECK(std::string(e.what()) == e.field() + " = " + e.value() + ": " + e.rule());
        return e.field();
    }
    return {};
}

struct BadParameter {
    const char* field;
    double SingleTrackParameters::*member;
    std::vector<double> values;
};

const std::vector<BadParameter>& bad_parameters() {
    using P = SingleTrackParameters;
    const std::vector<double> not_positive = {k_nan, k_inf, -k_inf, 0.0, -0.0, -1.0};
    static const std::vector<BadParameter> list = {
        {"mu", &P::mu, not_positive},
        {"C_Sf", &P::C_Sf, not_positive},
        {"C_Sr", &P::C_Sr, not_positive},
        {"lf", &P::lf, not_positive},
        {"lr", &P::lr, not_positive},
        {"h", &P::h, {k_nan, k_inf, -k_inf, -0.1}},
        {"m", &P::m, not_positive},
        {"I", &P::I, not_positive},
        {"s_min", &P::s_min, {k_nan, k_inf, -k_inf, -1.6, 1.6}},
        {"s_max", &P::s_max, {k_nan, k_inf, -k_inf, 1.6, -0.4189, -0.5}},
        {"sv_min", &P::sv_min, {k_nan, k_inf, -k_inf, 0.0, 1.0}},
        {"sv_max", &P::sv_max, not_positive},
        {"v_switch", &P::v_switch, not_positive},
        {"a_max", &P::a_max, not_positive},
        {"v_min", &P::v_min, {k_nan, k_inf, -k_inf}},
        {"v_max", &P::v_max, {k_nan, k_inf, -k_inf, -5.0, -6.0}},
        {"width", &P::width, not_positive},
        {"length", &P::length, not_positive},
    };
    return list;
}

struct BadOption {
    const char* field;
    std::function<void(SingleTrackOptions&)> spoil;
};

const std::vector<BadOption>& bad_options() {
    using O = SingleTrackOptions;
    const auto timestep = [](double seconds) {
        return [seconds](O& o) { o.timestep = Duration::from_value(seconds); };
    };
    const auto ratio = [](int n) { return [n](O& o) { o.timestep_ratio = n; }; };
    const auto threads = [](int n) { return [n](O& o) { o.max_threads = n; }; };
    constexpr int lowest = std::numeric_limits<int>::min();
    static const std::vector<BadOption> list = {
        {"model", [](O& o) { o.model = static_cast<SingleTrackModel>(7); }},
        {"model", [](O& o) { o.model = static_cast<SingleTrackModel>(-1); }},
        {"integrator", [](O& o) { o.integrator = static_cast<Integrator>(7); }},
        {"integrator", [](O& o) { o.integrator = static_cast<Integrator>(2); }},
        {"steering", [](O& o) { o.steering = static_cast<SteeringAction>(7); }},
        {"steering", [](O& o) { o.steering = static_cast<SteeringAction>(-7); }},
        {"longitudinal", [](O& o) { o.longitudinal = static_cast<LongitudinalAction>(7); }},
        {"longitudinal", [](O& o) { o.longitudinal = static_cast<LongitudinalAction>(2); }},
        {"timestep", timestep(k_nan)},
        {"timestep", timestep(k_inf)},
        {"timestep", timestep(-k_inf)},
        {"timestep", timestep(0.0)},
        {"timestep", timestep(-0.0)},
        {"timestep", timestep(-0.01)},
        {"timestep", timestep(1e9)},
        {"timestep", timestep(1e-300)},
        {"timestep_ratio", ratio(0)},
        {"timestep_ratio", ratio(-1)},
        {"timestep_ratio", ratio(lowest)},
        {"timestep_ratio", ratio(std::numeric_limits<int>::max())},
        {"max_threads", threads(-1)},
        {"max_threads", threads(lowest)},
    };
    return list;
}

/// Every function that takes a parameter set.
void check_refused(const SingleTrackParameters& p, const std::string& field) {
    CHECK(refused_field([&] {
              validate(p);
              return 0;
          }) == "SingleTrackParameters." + field);
    CHECK(refused_field([&] {
              validate(p, "car");
              return 0;
          }) == "car." + field);
    CHECK(refused_field([&] { return SingleTrackBatch(p, 3); }) ==
          "SingleTrackParameters." + field);
    CHECK(refused_field([&] { return SingleTrackBatch64(p, 3); }) ==
          "SingleTrackParameters." + field);
    const std::vector<SingleTrackParameters> sets = {{}, p, {}};
    CHECK(refused_field([&] { return SingleTrackBatch64(sets); }) == "parameters[1]." + field);
    CHECK(refused_field([&] {
              return single_track_derivative(p, {}, {}, {0, 0});
          }) == "SingleTrackParameters." + field);
    const Agents<float> at(2);
    Agents<float> rate(2);
    const std::vector<float> action(2);
    CHECK(refused_field([&] {
              single_track_derivative<float>(p, {}, at.view(), action, action, rate.view());
              return 0;
          }) == "SingleTrackParameters." + field);
}

/// Every function that takes options.
void check_refused(const SingleTrackOptions& o, const std::string& field) {
    const SingleTrackParameters car;
    CHECK(refused_field([&] {
              validate(o);
              return 0;
          }) == field);
    CHECK(refused_field([&] { return SingleTrackBatch(car, 3, o); }) == field);
    const std::vector<SingleTrackParameters> sets(2);
    CHECK(refused_field([&] { return SingleTrackBatch64(sets, o); }) == field);
    CHECK(refused_field([&] { return single_track_derivative(car, o, {}, {0, 0}); }) == field);
    const Agents<double> at(2);
    Agents<double> rate(2);
    const std::vector<double> action(2);
    CHECK(refused_field([&] {
              single_track_derivative<double>(car, o, at.view(), action, action, rate.view());
              return 0;
          }) == field);
}

}  // namespace

TEST_CASE("parameter sets: every field, every bad value", "[single_track][refusals]") {
    for (const BadParameter& bad : bad_parameters())
        for (const double value : bad.values) {
            SingleTrackParameters p;
            p.*bad.member = value;
            INFO(bad.field << " = " << value);
            check_refused(p, bad.field);
        }
    // Bounds that each are fine but not in order.
    SingleTrackParameters unsorted;
    unsorted.s_min = 0.2;
    unsorted.s_max = 0.1;
    check_refused(unsorted, "s_max");
    unsorted = {};
    unsorted.v_min = 30;
    check_refused(unsorted, "v_max");
    // The message of one, whole.
    SingleTrackParameters p;
    p.mu = -1;
    CHECK_THROWS_WITH(validate(p), "SingleTrackParameters.mu = -1: must be finite and > 0");
}

TEST_CASE("good parameter sets are not refused", "[single_track][refusals]") {
    for (const std::string_view name : single_track::preset_names())
        CHECK_NOTHROW(validate(single_track::preset(name)));
    SingleTrackParameters p;
    p.h = 0;
    p.s_min = 0.1;
    p.v_min = 0;
    CHECK_NOTHROW(validate(p));
}

TEST_CASE("options: every field, every bad value", "[single_track][refusals]") {
    for (const BadOption& bad : bad_options()) {
        SingleTrackOptions o;
        bad.spoil(o);
        INFO(bad.field);
        check_refused(o, std::string("SingleTrackOptions.") + bad.field);
    }
}

TEST_CASE("presets", "[single_track][refusals]") {
    for (const char* name : {"F1TENTH", "f1tenth ", "bmw", "-"})
        CHECK(refused_field([&] { return single_track::preset(name); }) == "preset");
}

TEST_CASE("numbers of agents", "[single_track][refusals]") {
    const SingleTrackParameters car;
    CHECK(refused_field([&] { return SingleTrackBatch(car, 0); }) == "agents");
    CHECK(refused_field([&] { return SingleTrackBatch64(car, 0); }) == "agents");
    CHECK(refused_field([&] {
              return SingleTrackBatch(std::span<const SingleTrackParameters>());
          }) == "parameters");
    auto batch = crowd<double>(3, {});
    for (const std::size_t agent : {std::size_t{3}, std::numeric_limits<std::size_t>::max()}) {
        CHECK(refused_field([&] { return batch.parameters(agent); }) == "agent");
        CHECK(refused_field([&] { return batch.state_of(agent); }) == "agent");
        CHECK(refused_field([&] {
                  batch.reset(agent, {});
                  return 0;
              }) == "agent");
    }
}

TEST_CASE("derivative of one agent: numbers that are not finite", "[single_track][refusals]") {
    const char* names[] = {"x", "y", "delta", "v", "psi", "psi_dot", "beta"};
    for (const double bad : {k_nan, k_inf, -k_inf}) {
        for (std::size_t c = 0; c < 7; ++c) {
            Seven z{};
            z[c] = bad;
            CHECK(refused_field([&] {
                      return single_track_derivative({}, {}, as_state(z), {0, 0});
                  }) == std::string("SingleTrackState.") + names[c]);
        }
        CHECK(refused_field([&] {
                  return single_track_derivative({}, {}, {}, {bad, 0});
              }) == "action[0]");
        CHECK(refused_field([&] {
                  return single_track_derivative({}, {}, {}, {0, bad});
              }) == "action[1]");
    }
}

TEMPLATE_TEST_CASE("derivative of columns: wrong sizes", "[single_track][refusals]", double,
                   float) {
    using Real = TestType;
    const char* names[] = {"x", "y", "delta", "v", "psi", "psi_dot", "beta"};
    const auto field = [](const Agents<Real>& at, Agents<Real>& rate,
                          const std::vector<Real>& steering,
                          const std::vector<Real>& longitudinal) {
        return refused_field([&] {
            single_track_derivative<Real>({}, {}, at.view(), steering, longitudinal, rate.view());
            return 0;
        });
    };
    const std::vector<Real> action(4);
    for (const std::size_t wrong : {0u, 3u, 5u}) {
        Agents<Real> at(4), rate(4);
        CHECK(field(at, rate, std::vector<Real>(wrong), action) == "steering");
        CHECK(field(at, rate, action, std::vector<Real>(wrong)) == "longitudinal");
        for (std::size_t c = 0; c < 7; ++c) {
            Agents<Real> odd(4);
            odd.column[c].assign(wrong, Real(1));
            // The other columns are measured by x.
            CHECK(field(odd, rate, action, action) ==
                  std::string("state.") + (c == 0 ? "y" : names[c]));
            CHECK(field(at, odd, action, action) == std::string("derivative.") + names[c]);
            CHECK(odd.column[c] == std::vector<Real>(wrong, Real(1)));
        }
    }
}

TEMPLATE_TEST_CASE("steps: wrong sizes and overlaps change nothing", "[single_track][refusals]",
                   double, float) {
    using Real = TestType;
    auto batch = crowd<Real>(6, {});
    const auto before = batch.snapshot();
    const auto steering = [&](std::span<const Real> u) {
        return refused_field([&] {
            batch.step(u, batch.longitudinal());
            return 0;
        });
    };
    const auto longitudinal = [&](std::span<const Real> u) {
        return refused_field([&] {
            batch.step(batch.steering(), u);
            return 0;
        });
    };
    const auto masked = [&](std::span<const Real> u, std::size_t active) {
        const std::vector<std::uint8_t> mask(active, 1);
        return refused_field([&] {
            batch.step(u, batch.longitudinal(), mask);
            return 0;
        });
    };
    for (const std::size_t wrong : {0u, 1u, 5u, 7u}) {
        const std::vector<Real> u(wrong);
        CHECK(steering(u) == "steering");
        CHECK(longitudinal(u) == "longitudinal");
        CHECK(masked(u, 6) == "steering");
        CHECK(masked(batch.steering(), wrong) == "active");
    }
    for (const auto& column : as_array(batch.state())) {
        CHECK(steering(column) == "steering");
        CHECK(longitudinal(column) == "longitudinal");
        CHECK(masked(column, 6) == "steering");
        // One element in common is enough.
        CHECK(steering(std::span<const Real>(column.data() + 5, 6)) == "steering");
    }
    CHECK(batch.snapshot() == before);
}

TEMPLATE_TEST_CASE("resets: wrong sizes and numbers change nothing", "[single_track][refusals]",
                   double, float) {
    using Real = TestType;
    const char* names[] = {"x", "y", "delta", "v", "psi", "psi_dot", "beta"};
    auto batch = crowd<Real>(6, {});
    batch.step();
    const auto before = batch.snapshot();
    const std::vector<std::uint8_t> everyone(6, 1);
    const auto masked = [&](const std::vector<std::uint8_t>& mask, const Agents<Real>& states) {
        return refused_field([&] {
            batch.reset(mask, states.view());
            return 0;
        });
    };
    for (const std::size_t wrong : {0u, 5u, 7u}) {
        CHECK(masked(std::vector<std::uint8_t>(wrong, 1), Agents<Real>(6)) == "mask");
        for (std::size_t c = 0; c < 7; ++c) {
            Agents<Real> odd(6);
            odd.column[c].resize(wrong);
            CHECK(masked(everyone, odd) == std::string("states.") + names[c]);
        }
    }
    for (const double bad : {k_nan, k_inf, -k_inf})
        for (std::size_t c = 0; c < 7; ++c) {
            Agents<Real> states(6);
            states.column[c][5] = static_cast<Real>(bad);
            CHECK(masked(everyone, states) == std::string("states.") + names[c] + "[5]");
            Seven z{};
            z[c] = bad;
            CHECK(refused_field([&] {
                      batch.reset(0, as_state(z));
                      return 0;
                  }) == std::string("SingleTrackState.") + names[c]);
        }
    if (std::is_same_v<Real, float>)
        CHECK(refused_field([&] {
                  batch.reset(0, {.x = 1e300});
                  return 0;
              }) == "SingleTrackState.x");
    CHECK(batch.snapshot() == before);
}

}  // namespace lanewise::test
