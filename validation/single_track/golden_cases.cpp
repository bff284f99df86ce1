// The golden data by the rules that came with it: every row, both precisions, every backend,
// through the public interface.

#include "agents.hpp"
#include "golden_file.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <tuple>
#include <type_traits>
#include <utility>

namespace lanewise::test {
namespace {

constexpr int k_steps[] = {1, 10, 100};

struct GoldenFile {
    const char* name;
    SingleTrackModel model;
    Integrator integrator;
    bool clip_speed;
};
constexpr GoldenFile k_files[] = {
    {"dev/ks_euler.csv", SingleTrackModel::ks, Integrator::euler, false},
    {"dev/ks_rk4.csv", SingleTrackModel::ks, Integrator::rk4, false},
    {"dev/st_euler.csv", SingleTrackModel::st, Integrator::euler, false},
    {"dev/st_rk4.csv", SingleTrackModel::st, Integrator::rk4, false},
    {"dev/st_smooth_euler.csv", SingleTrackModel::st_smooth, Integrator::euler, false},
    {"dev/st_smooth_rk4.csv", SingleTrackModel::st_smooth, Integrator::rk4, false},
    {"upstream_clip/st_euler.csv", SingleTrackModel::st, Integrator::euler, true},
    {"upstream_clip/st_rk4.csv", SingleTrackModel::st, Integrator::rk4, true},
    {"upstream_clip/st_smooth_euler.csv", SingleTrackModel::st_smooth, Integrator::euler, true},
    {"upstream_clip/st_smooth_rk4.csv", SingleTrackModel::st_smooth, Integrator::rk4, true},
};

/// What one row must meet after 1, 10 and 100 micro-steps; no tolerance: too ill-conditioned.
struct Rules {
    double derivative;
    std::array<double, 3> end;
};
constexpr double k_unusable = -1;

template <class Real>
Rules rules_for(const GoldenRow& row) {
    if constexpr (std::is_same_v<Real, double>) {
        const auto later = [&](std::size_t i) {
            const bool usable = row.margin[i] > 1e-9 && row.e64[i + 1] < 1e-9;
            // A car that diverges in reverse has slipped by thousands of turns: x, y and psi know
            // that angle to its own relative precision only.
            const double slip =
                64 * std::numeric_limits<double>::epsilon() * std::abs(row.end[i][6]);
            return usable ? std::max({1e-12, 20 * row.e64[i + 1], slip}) : k_unusable;
        };
        return {1e-12, {1e-12, later(1), later(2)}};
    } else {
        const auto later = [&](std::size_t i) {
            const bool usable = row.margin[i] > 1e-3 && row.e32[i + 1] < 1e-3;
            return usable ? std::max(1e-5, 20 * row.e32[i + 1]) : k_unusable;
        };
        return {std::max(2e-6, 10 * row.e32[0]),
                {std::max(2e-6, 10 * row.e32[1]), later(1), later(2)}};
    }
}

/// Largest component of |found - expected| / max(1, |expected|); NaN counts as infinite.
double deviation(const Seven& found, const Seven& expected, bool is_state) {
    double worst = 0;
    for (std::size_t c = 0; c < 7; ++c) {
        double d = found[c] - expected[c];
        if (is_state && c == 4) d = std::remainder(d, 2 * k_pi);
        d = std::abs(d) / std::max(1.0, std::abs(expected[c]));
        worst = d >= 0 ? std::max(worst, d) : std::numeric_limits<double>::infinity();
    }
    return worst;
}

/// Rows that one batch can hold.
using Settings = std::tuple<SteeringAction, LongitudinalAction, double>;
std::map<Settings, std::vector<GoldenRow>> by_settings(const std::vector<GoldenRow>& rows) {
    std::map<Settings, std::vector<GoldenRow>> groups;
    for (const GoldenRow& row : rows)
        groups[{row.steering, row.longitudinal, row.dt}].push_back(row);
    return groups;
}
std::map<std::string, std::vector<GoldenRow>> by_parameters(const std::vector<GoldenRow>& rows) {
    std::map<std::string, std::vector<GoldenRow>> groups;
    for (const GoldenRow& row : rows) groups[row.parameters].push_back(row);
    return groups;
}

SingleTrackOptions options_of(const GoldenFile& file, const GoldenRow& row) {
    return {.model = file.model,
            .integrator = file.integrator,
            .steering = row.steering,
            .longitudinal = row.longitudinal,
            .timestep = Duration::from_value(row.dt),
            .clip_speed = file.clip_speed};
}

template <class Real>
void place(BasicSingleTrackBatch<Real>& batch, const std::vector<GoldenRow>& rows) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
        set_state(batch, i, rows[i].start);
        batch.steering()[i] = static_cast<Real>(rows[i].action[0]);
        batch.longitudinal()[i] = static_cast<Real>(rows[i].action[1]);
    }
}

/// Largest deviations over a file, and the rows that a tolerance fits.
struct Summary {
    std::array<double, 4> worst{};  // derivative, then after 1, 10 and 100 micro-steps
    std::array<int, 3> usable{};
    int rows = 0;

    [[nodiscard]] std::string text() const {
        std::ostringstream out;
        out << rows << " rows, worst: derivative " << worst[0] << ", 1 step " << worst[1]
            << ", 10 steps " << worst[2] << " (" << usable[1] << " rows), 100 steps " << worst[3]
            << " (" << usable[2] << " rows)";
        return out.str();
    }
};

/// What holds in a row that no tolerance fits: the limits of v' and delta', the range of yaw, and
/// no number that is not finite without its flag.
template <class Real>
void check_invariants(const GoldenRow& row, const SingleTrackParameters& p, const Seven& z,
                      std::uint8_t status, int steps) {
    const double slack = 1 + 1e3 * static_cast<double>(std::numeric_limits<Real>::epsilon());
    const double time = steps * row.dt * slack;
    CHECK(std::abs(z[3] - row.start[3]) <= time * p.a_max + 1e-5);
    CHECK(z[2] - row.start[2] <= time * p.sv_max + 1e-5);
    CHECK(z[2] - row.start[2] >= time * p.sv_min - 1e-5);
    const bool finite =
        std::all_of(z.begin(), z.end(), [](double number) { return std::isfinite(number); });
    CHECK(finite == ((status & single_track_status::not_finite) == 0));
}

template <class Real>
void check_states(const GoldenFile& file, const std::vector<GoldenRow>& rows, Summary& summary) {
    std::vector<SingleTrackParameters> sets;
    for (const GoldenRow& row : rows) sets.push_back(golden_parameters().at(row.parameters));
    const SingleTrackOptions options = options_of(file, rows.front());
    BasicSingleTrackBatch<Real> batch(sets, options);
    place(batch, rows);
    int done = 0;
    for (std::size_t part = 0; part < 3; ++part) {
        for (; done < k_steps[part]; ++done) batch.step();
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const GoldenRow& row = rows[i];
            INFO(row.name << " (" << row.tag << ") after " << done << " steps");
            const Seven z = as_seven(batch.state_of(i));
            const std::uint8_t status = batch.status()[i];
            if (!(status & single_track_status::not_finite))
                CHECK(std::abs(z[4]) <= static_cast<double>(static_cast<Real>(k_pi)));
            const double tolerance = rules_for<Real>(row).end[part];
            if (tolerance == k_unusable) {
                check_invariants<Real>(row, sets[i], z, status, done);
                continue;
            }
            Seven expected = row.end[part];
            if (file.model == SingleTrackModel::ks) {
                CHECK(z[5] == static_cast<double>(static_cast<Real>(row.start[5])));
                CHECK(z[6] == static_cast<double>(static_cast<Real>(row.start[6])));
                expected[5] = z[5];
                expected[6] = z[6];
            }
            const double found = deviation(z, expected, true);
            if (!(found <= tolerance)) {
                CAPTURE(z, expected);
                CHECK(found <= tolerance);
            }
            ++summary.usable[part];
            summary.worst[part + 1] = std::max(summary.worst[part + 1], found);
        }
    }

    // Batches of one shared set each give the same bits.
    for (const auto& [name, members] : by_parameters(rows)) {
        BasicSingleTrackBatch<Real> same(golden_parameters().at(name), members.size(), options);
        place(same, members);
        for (int step = 0; step < done; ++step) same.step();
        std::size_t member = 0;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (rows[i].parameters != name) continue;
            INFO(rows[i].name << " with a shared set");
            CHECK(bits_of(batch, i) == bits_of(same, member++));
        }
    }
}

template <class Real>
void check_derivatives(const GoldenFile& file, const std::vector<GoldenRow>& rows,
                       Summary& summary) {
    for (const auto& [name, members] : by_parameters(rows)) {
        const std::size_t n = members.size();
        Agents<Real> at(n), rate(n);
        std::vector<Real> steering(n), longitudinal(n);
        for (std::size_t i = 0; i < n; ++i) {
            at.set(i, members[i].start);
            steering[i] = static_cast<Real>(members[i].action[0]);
            longitudinal[i] = static_cast<Real>(members[i].action[1]);
        }
        const SingleTrackOptions options = options_of(file, members.front());
        const SingleTrackParameters& set = golden_parameters().at(name);
        single_track_derivative<Real>(set, options, std::as_const(at).view(), steering,
                                      longitudinal, rate.view());
        for (std::size_t i = 0; i < n; ++i) {
            const GoldenRow& row = members[i];
            const double found = deviation(rate.get(i), row.derivative, false);
            const double tolerance = rules_for<Real>(row).derivative;
            if (!(found <= tolerance)) {
                INFO(row.name << " (" << row.tag << ") derivative");
                CAPTURE(rate.get(i), row.derivative);
                CHECK(found <= tolerance);
            }
            ++summary.rows;
            summary.worst[0] = std::max(summary.worst[0], found);
            if constexpr (std::is_same_v<Real, double>) {
                const auto one =
                    single_track_derivative(set, options, as_state(row.start), row.action);
                const std::size_t states = file.model == SingleTrackModel::ks ? 5 : 7;
                REQUIRE(one.size() == states + 2);
                for (std::size_t c = 0; c < states; ++c) CHECK(one[c] == rate.column[c][i]);
                CHECK(one[states] == 0);
                CHECK(one[states + 1] == 0);
            }
        }
    }
}

template <class Real>
void check_file(const GoldenFile& file, std::size_t expected_rows) {
    const auto rows = golden_rows(file.name);
    REQUIRE(rows.size() == expected_rows);
    with_every_backend([&](const BackendInfo& b) {
        Summary summary;
        for (const auto& [settings, members] : by_settings(rows)) {
            check_derivatives<Real>(file, members, summary);
            check_states<Real>(file, members, summary);
        }
        CHECK(summary.rows == static_cast<int>(rows.size()));
        SUCCEED(file.name << " " << b.name << ":" << b.target << " " << summary.text());
    });
}

}  // namespace

TEMPLATE_TEST_CASE("golden data: the description's equations", "[single_track][golden]", double,
                   float) {
    for (std::size_t i = 0; i < 6; ++i) DYNAMIC_SECTION(k_files[i].name) {
            check_file<TestType>(k_files[i], 223);
        }
}

TEMPLATE_TEST_CASE("golden data: the clip of the JAX gym", "[single_track][golden]", double,
                   float) {
    for (std::size_t i = 6; i < 10; ++i) DYNAMIC_SECTION(k_files[i].name) {
            check_file<TestType>(k_files[i], 106);
        }
}

TEST_CASE("the named parameter sets are those of the golden data", "[single_track][golden]") {
    const std::pair<const char*, const char*> names[] = {{"f1tenth", "f1tenth"},
                                                         {"f1fifth", "f1fifth"},
                                                         {"fullscale", "fullscale"},
                                                         {"ford_escort", "cr_ford_escort"},
                                                         {"bmw_320i", "cr_bmw320i"}};
    for (const auto& [ours, golden] : names) {
        const SingleTrackParameters a = single_track::preset(ours);
        const SingleTrackParameters& b = golden_parameters().at(golden);
        INFO(ours);
        // Products of unit factors may differ in the last place.
        const auto close = [](double x, double y) {
            return x == Approx(y).epsilon(4e-16).margin(0);
        };
        CHECK(close(a.mu, b.mu));
        CHECK(close(a.C_Sf, b.C_Sf));
        CHECK(close(a.C_Sr, b.C_Sr));
        CHECK(close(a.lf, b.lf));
        CHECK(close(a.lr, b.lr));
        CHECK(close(a.h, b.h));
        CHECK(close(a.m, b.m));
        CHECK(close(a.I, b.I));
        CHECK(a.s_min == b.s_min);
        CHECK(a.s_max == b.s_max);
        CHECK(a.sv_min == b.sv_min);
        CHECK(a.sv_max == b.sv_max);
        CHECK(a.v_switch == b.v_switch);
        CHECK(a.a_max == b.a_max);
        CHECK(a.v_min == b.v_min);
        CHECK(a.v_max == b.v_max);
        CHECK(a.width == b.width);
        CHECK(a.length == b.length);
    }
    CHECK(single_track::f1tenth() == SingleTrackParameters{});
    CHECK(single_track::preset_names().size() == 6);
}

// CommonRoad publishes these states and derivatives with its vehicle models (BMW 320i, steering
// velocity 0.15 rad/s, acceleration 0.63 g). Last digits printed: 1e-16; components below 16.4.
TEST_CASE("CommonRoad's published derivatives of the BMW 320i", "[single_track][golden]") {
    const SingleTrackParameters bmw = single_track::bmw_320i();
    const std::array<double, 2> action = {0.15, 0.63 * 9.81};
    with_every_backend([&](const BackendInfo&) {
        const std::vector<double> ks =
            single_track_derivative(bmw, {.model = SingleTrackModel::ks},
                                    {3.9579422297936526, 0.0391650102771405, 0.0378491427211811,
                                     16.3546957860883566, 0.0294717351052816},
                                    action);
        const double expected_ks[] = {16.3475935934250209, 0.4819314886013121, 0.15,
                                      5.1464424102339752, 0.2401426578627629};
        for (std::size_t i = 0; i < 5; ++i)
            CHECK(std::abs(ks[i] - expected_ks[i]) <= 4e-16 * std::max(1.0, expected_ks[i]));

        const std::vector<double> st = single_track_derivative(
            bmw, {.model = SingleTrackModel::st},
            {2.0233348142065677, 0.0041907137716636, 0.0197545248559617, 15.7216236334290116,
             0.0025857914776859, 0.0529001056654038, 0.0033012170610298},
            action);
        const double expected_st[] = {15.7213512030862397, 0.0925527979719355, 0.15,
                                      5.3536773276413925,  0.0529001056654038, 0.6435589397748606,
                                      0.0313297971641291};
        for (std::size_t i = 0; i < 7; ++i)
            CHECK(std::abs(st[i] - expected_st[i]) <= 8e-16 * std::max(1.0, expected_st[i]));
    });
}

}  // namespace lanewise::test
