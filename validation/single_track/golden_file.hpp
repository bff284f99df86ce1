#pragma once

#include <lanewise/physics/single_track/batch.hpp>

#include <array>
#include <map>
#include <string>
#include <vector>

namespace lanewise::test {

/// One row of a golden file: a state, an action held, and where an evaluation in 34 digits ends.
struct GoldenRow {
    std::string name, tag, parameters;
    SteeringAction steering;
    LongitudinalAction longitudinal;
    double dt;
    std::array<double, 2> action;
    std::array<double, 7> start;
    std::array<double, 7> derivative;
    std::array<std::array<double, 7>, 3> end;  // after 1, 10 and 100 micro-steps
    /// Smallest distance to a discontinuity met until then.
    std::array<double, 3> margin;
    /// Deviation of plain arithmetic: of the derivative, then after 1, 10 and 100 micro-steps.
    std::array<double, 4> e64, e32;
};

/// The rows of data/<file>. Throws std::runtime_error for a file that is not what it should be.
std::vector<GoldenRow> golden_rows(const std::string& file);

/// The sets of data/params.csv by name.
const std::map<std::string, SingleTrackParameters>& golden_parameters();

}  // namespace lanewise::test
