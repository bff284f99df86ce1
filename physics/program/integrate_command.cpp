#include <lanewise/kernels/backend.hpp>
#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/program/case_rows.hpp>
#include <lanewise/physics/program/choices.hpp>
#include <lanewise/physics/program/commands.hpp>
#include <lanewise/physics/program/output_file.hpp>
#include <lanewise/physics/program/progress_bar.hpp>
#include <lanewise/physics/single_track/batch.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace lanewise::program {
namespace {

struct IntegrateArguments {
    std::string input;
    std::string output;
    std::string params;
    std::string model = "st";
    std::string integrator = "rk4";
    std::string precision = "double";
    std::vector<int> micro_steps = {1, 10, 100};
    std::string backend;
    bool clip_speed = false;
    bool progress = false;
};

using Numbers = std::array<double, 7>;
constexpr std::array<const char*, 7> k_names = {"x", "y", "delta", "v", "psi", "omega", "beta"};

Numbers numbers(const SingleTrackState& s) {
    return {s.x, s.y, s.delta, s.v, s.psi, s.psi_dot, s.beta};
}

struct CaseResult {
    Numbers derivative;
    std::vector<Numbers> states;  // one for each of the wanted micro-steps
};

/// The derivative as the chosen backend computes it in Real.
template <class Real>
Numbers derivative(const CaseRow& row, const SingleTrackOptions& options) {
    std::array<Real, 7> in, out;
    const Numbers start = numbers(row.start);
    std::transform(start.begin(), start.end(), in.begin(),
                   [](double x) { return static_cast<Real>(x); });
    const Real steering = static_cast<Real>(row.action[0]);
    const Real longitudinal = static_cast<Real>(row.action[1]);
    const auto columns = [](auto& a) {
        using T = std::remove_reference_t<decltype(a[0])>;
        const auto c = [&a](std::size_t i) { return std::span<T>(&a[i], 1); };
        return SingleTrackColumns<T>{c(0), c(1), c(2), c(3), c(4), c(5), c(6)};
    };
    single_track_derivative<Real>(row.car, options, columns(std::as_const(in)),
                                  std::span(&steering, 1), std::span(&longitudinal, 1),
                                  columns(out));
    Numbers result;
    std::copy(out.begin(), out.end(), result.begin());
    return result;
}

class Integration {
public:
    Integration(const CsvFile& file, const std::vector<CaseRow>& rows, const IntegrateArguments& a)
        : file_(file), rows_(rows), a_(a), results_(rows.size()) {}

    template <class Real>
    std::vector<CaseResult> run() {
        // Rows with the same options share a batch; no number depends on the company.
        std::map<std::tuple<SteeringAction, LongitudinalAction, double>, std::vector<std::size_t>>
            groups;
        for (std::size_t i = 0; i < rows_.size(); ++i)
            groups[{rows_[i].steering, rows_[i].longitudinal, rows_[i].timestep}].push_back(i);
        ProgressBar bar(a_.progress);
        std::size_t done = 0;
        for (const auto& group : groups) {
            const std::vector<std::size_t>& members = group.second;
            run_group<Real>(members, [&](double share) {
                bar.show((static_cast<double>(done) + share * static_cast<double>(members.size())) /
                             static_cast<double>(rows_.size()),
                         "");
            });
            done += members.size();
        }
        return std::move(results_);
    }

private:
    [[nodiscard]] SingleTrackOptions options(const CaseRow& row) const {
        return {.model = *find_choice(k_models, a_.model),
                .integrator = *find_choice(k_integrators, a_.integrator),
                .steering = row.steering,
                .longitudinal = row.longitudinal,
                .timestep = Duration::from_value(row.timestep),
                .clip_speed = a_.clip_speed};
    }

    template <class Real, class Progress>
    void run_group(const std::vector<std::size_t>& members, const Progress& progress) {
        std::vector<SingleTrackParameters> cars;
        for (const std::size_t i : members) cars.push_back(rows_[i].car);
        const SingleTrackOptions o = options(rows_[members.front()]);
        BasicSingleTrackBatch<Real> batch(cars, o);
        for (std::size_t k = 0; k < members.size(); ++k) {
            const CaseRow& row = rows_[members[k]];
            try {
                batch.reset(k, row.start);
                results_[members[k]].derivative = derivative<Real>(row, o);
            } catch (const Error& error) {
                refuse(file_.place(members[k]), fmt::format("{} {}", error.field(), error.value()),
                       error.rule());
            }
            batch.steering()[k] = static_cast<Real>(row.action[0]);
            batch.longitudinal()[k] = static_cast<Real>(row.action[1]);
        }
        int step = 0;
        for (const int wanted : a_.micro_steps) {
            for (; step < wanted; ++step) {
                batch.step();
                progress(static_cast<double>(step) / a_.micro_steps.back());
            }
            for (std::size_t k = 0; k < members.size(); ++k)
                results_[members[k]].states.push_back(numbers(batch.state_of(k)));
        }
    }

    const CsvFile& file_;
    const std::vector<CaseRow>& rows_;
    const IntegrateArguments& a_;
    std::vector<CaseResult> results_;
};

void write(OutputFile& out, const CsvFile& file, const std::vector<CaseResult>& results,
           const IntegrateArguments& a) {
    std::vector<std::size_t> copied;
    for (std::size_t c = 0; c < file.header().size(); ++c)
        if (!is_result_column(file.header()[c])) copied.push_back(c);
    std::string text;
    for (const std::size_t c : copied) text += fmt::format("{},", file.header()[c]);
    for (const char* name : k_names) text += fmt::format("f_{},", name);
    for (const int n : a.micro_steps)
        for (const char* name : k_names) text += fmt::format("{}_n{},", name, n);
    text.back() = '\n';

    // The kinematic model has no yaw rate and no slip angle.
    const std::size_t components = a.model == "ks" ? 5 : 7;
    const auto add = [&](const Numbers& numbers) {
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            if (i < components) fmt::format_to(std::back_inserter(text), "{:.17g}", numbers[i]);
            text += ',';
        }
    };
    for (std::size_t row = 0; row < results.size(); ++row) {
        for (const std::size_t c : copied) {
            text += file.text(row, c);
            text += ',';
        }
        add(results[row].derivative);
        for (const Numbers& state : results[row].states) add(state);
        text.back() = '\n';
        out.write(text);
        text.clear();
    }
    out.close();
}

void run(IntegrateArguments a) {
    if (!a.backend.empty()) set_backend(a.backend);
    std::sort(a.micro_steps.begin(), a.micro_steps.end());
    a.micro_steps.erase(std::unique(a.micro_steps.begin(), a.micro_steps.end()),
                        a.micro_steps.end());
    ParameterSets sets = built_in_sets();
    if (!a.params.empty()) add_sets(sets, a.params);
    const CsvFile file(a.input);
    const std::vector<CaseRow> rows = read_cases(file, sets, *find_choice(k_models, a.model));
    OutputFile out(a.output);
    Integration integration(file, rows, a);
    const std::vector<CaseResult> results =
        a.precision == "single" ? integration.run<float>() : integration.run<double>();
    write(out, file, results, a);
    const BackendInfo used = backend();
    fmt::print("{} rows, {} {} in {} precision on {}:{}: {}\n", rows.size(), a.model, a.integrator,
               a.precision, used.name, used.target, out.path());
}

}  // namespace

void add_integrate_command(CLI::App& program) {
    const auto a = std::make_shared<IntegrateArguments>();
    CLI::App* command = program.add_subcommand(
        "integrate", "Integrates the cases of a CSV file and writes derivatives and states");
    command->footer(
        "FILE has a header line and the columns params (a parameter set by name) or one for each\n"
        "parameter (mu, C_Sf, C_Sr, lf, lr, h, m, I, s_min, s_max, sv_min, sv_max, v_switch, "
        "a_max,\n"
        "v_min, v_max; they also change a named set), steer_mode (steeringvelocity, "
        "steeringangle),\n"
        "long_mode (acceleration, velocity), dt [s], u0, u1, x0, y0, delta0, v0, psi0 and, unless\n"
        "the model is ks, omega0 and beta0. Other columns are copied. The output adds the "
        "derivative\n"
        "f_x .. f_beta at the start and the states x_n1 .. beta_n1 and so on, with 17 digits.");
    command->add_option("input", a->input, "Cases, one in a row")->type_name("FILE")->required();
    command->add_option("--output", a->output, "Cases with their results")
        ->type_name("FILE")
        ->required();
    command->add_option("--model", a->model, "Equations of motion")
        ->type_name("")
        ->check(CLI::IsMember(words(k_models)))
        ->capture_default_str();
    command->add_option("--integrator", a->integrator, "Of a micro-step")
        ->type_name("")
        ->check(CLI::IsMember(words(k_integrators)))
        ->capture_default_str();
    command
        ->add_option("--micro-steps", a->micro_steps,
                     "Numbers of micro-steps to write states after")
        ->type_name("N,N,...")
        ->delimiter(',')
        ->check(CLI::Range(1, 10'000'000))
        ->capture_default_str();
    command->add_option("--precision", a->precision, "Of all arithmetic")
        ->type_name("")
        ->check(CLI::IsMember({"single", "double"}))
        ->capture_default_str();
    command
        ->add_option("--params", a->params,
                     "More parameter sets: a file with the columns params, mu, C_Sf .. length")
        ->type_name("FILE");
    command->add_flag("--clip-speed", a->clip_speed,
                      "The equations of st and st_smooth see max(v, 0.001)");
    command
        ->add_option("--backend", a->backend, "As `lanewise info` lists them; default: the fastest")
        ->type_name("B");
    command->add_flag("--progress", a->progress, "Progress bar even where no terminal is");
    command->callback([a] { run(*a); });
}

}  // namespace lanewise::program
