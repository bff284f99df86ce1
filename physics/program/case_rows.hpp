#pragma once

#include <lanewise/physics/program/csv_file.hpp>
#include <lanewise/physics/program/parameter_sets.hpp>
#include <lanewise/physics/single_track/model.hpp>

#include <array>
#include <vector>

namespace lanewise::program {

/// One case to integrate, as a row of a file gives it.
struct CaseRow {
    SingleTrackParameters car;
    SteeringAction steering = SteeringAction::steeringvelocity;
    LongitudinalAction longitudinal = LongitudinalAction::acceleration;
    double timestep = 0.0;              ///< [s]
    std::array<double, 2> action = {};  ///< u0, u1
    SingleTrackState start;
};

/// Reads all rows. The car is that of the column `params`, changed by the parameter columns that
/// are there and not empty; without a name, all parameters but width and length must be given.
/// ks needs no omega0 and beta0.
/// @throws Error with `path:line` as field.
std::vector<CaseRow> read_cases(const CsvFile& file, const ParameterSets& sets,
                                SingleTrackModel model);

/// Whether a column holds results (`f_*`, `*_n10`) or remarks about them (`margin_*`, `e64_*`,
/// `e32_*`) rather than a case.
bool is_result_column(std::string_view name);

}  // namespace lanewise::program
