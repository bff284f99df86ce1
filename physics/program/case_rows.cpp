#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/program/case_rows.hpp>
#include <lanewise/physics/program/choices.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace lanewise::program {
namespace {

/// The columns of a file that cases are read from.
class CaseReader {
public:
    CaseReader(const CsvFile& file, const ParameterSets& sets, SingleTrackModel model)
        : file_(file),
          sets_(sets),
          params_(file.find("params")),
          steer_mode_(file.require("steer_mode")),
          long_mode_(file.require("long_mode")),
          dt_(file.require("dt")),
          u0_(file.require("u0")),
          u1_(file.require("u1")) {
        for (const ParameterColumn& c : k_parameter_columns)
            parameters_.push_back(file.find(c.name));
        using S = SingleTrackState;
        for (const auto& [name, field] :
             {std::pair("x0", &S::x), std::pair("y0", &S::y), std::pair("delta0", &S::delta),
              std::pair("v0", &S::v), std::pair("psi0", &S::psi)})
            state_.push_back({file.require(name), field});
        if (model == SingleTrackModel::ks) return;
        state_.push_back({file.require("omega0"), &S::psi_dot});
        state_.push_back({file.require("beta0"), &S::beta});
    }

    [[nodiscard]] CaseRow read(std::size_t row) const {
        CaseRow c;
        c.car = car(row);
        c.steering = word(row, steer_mode_, k_steering);
        c.longitudinal = word(row, long_mode_, k_longitudinal);
        c.timestep = file_.number(row, dt_);
        if (!(c.timestep > 0.0)) refuse(file_.place(row), file_.shown(row, dt_), "must be > 0");
        c.action = {file_.number(row, u0_), file_.number(row, u1_)};
        for (const auto& [column, field] : state_) c.start.*field = file_.number(row, column);
        return c;
    }

private:
    [[nodiscard]] SingleTrackParameters car(std::size_t row) const {
        SingleTrackParameters set;
        const bool named = params_ && !file_.text(row, *params_).empty();
        if (named) {
            const auto found = sets_.find(file_.text(row, *params_));
            if (found == sets_.end()) {
                std::vector<std::string_view> known;
                for (const auto& [name, unused] : sets_) known.push_back(name);
                refuse(file_.place(row), file_.shown(row, *params_),
                       fmt::format("must be one of {}", fmt::join(known, ", ")));
            }
            set = found->second;
        }
        for (std::size_t i = 0; i < parameters_.size(); ++i) {
            const auto& [name, field] = k_parameter_columns[i];
            if (parameters_[i] && !file_.text(row, *parameters_[i]).empty())
                set.*field = file_.number(row, *parameters_[i]);
            else if (!named && name != "width" && name != "length")
                refuse(file_.place(row), fmt::format("no params and no {}", name),
                       "must name a set in params or give every parameter");
        }
        try {
            validate(set, "params");
        } catch (const Error& error) {
            refuse(file_.place(row), fmt::format("{} {}", error.field(), error.value()),
                   error.rule());
        }
        return set;
    }

    template <class Enum, std::size_t n>
    Enum word(std::size_t row, std::size_t column, const Choice<Enum> (&choices)[n]) const {
        const Enum* value = find_choice(choices, file_.text(row, column));
        if (value == nullptr)
            refuse(file_.place(row), file_.shown(row, column),
                   fmt::format("must be one of {}", fmt::join(words(choices), ", ")));
        return *value;
    }

    const CsvFile& file_;
    const ParameterSets& sets_;
    std::optional<std::size_t> params_;
    std::size_t steer_mode_, long_mode_, dt_, u0_, u1_;
    std::vector<std::optional<std::size_t>> parameters_;  // as k_parameter_columns
    std::vector<std::pair<std::size_t, double SingleTrackState::*>> state_;
};

}  // namespace

std::vector<CaseRow> read_cases(const CsvFile& file, const ParameterSets& sets,
                                SingleTrackModel model) {
    const CaseReader reader(file, sets, model);
    if (file.rows() == 0) refuse(file.path(), "no rows", "must have at least one under the header");
    std::vector<CaseRow> cases;
    cases.reserve(file.rows());
    for (std::size_t row = 0; row < file.rows(); ++row) cases.push_back(reader.read(row));
    return cases;
}

bool is_result_column(std::string_view name) {
    for (const std::string_view start : {"f_", "margin_", "e64_", "e32_"})
        if (name.starts_with(start)) return true;
    const std::size_t n = name.rfind("_n");
    return n != std::string_view::npos && n + 2 < name.size() &&
           std::all_of(name.begin() + static_cast<std::ptrdiff_t>(n + 2), name.end(),
                       [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace lanewise::program
