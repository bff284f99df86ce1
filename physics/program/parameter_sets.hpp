#pragma once

#include <lanewise/physics/single_track/parameters.hpp>

#include <map>
#include <string>
#include <string_view>

namespace lanewise::program {

/// Names of the parameters, as columns carry them, and where they are in the record.
struct ParameterColumn {
    std::string_view name;
    double SingleTrackParameters::*field;
};
inline constexpr ParameterColumn k_parameter_columns[] = {
    {"mu", &SingleTrackParameters::mu},
    {"C_Sf", &SingleTrackParameters::C_Sf},
    {"C_Sr", &SingleTrackParameters::C_Sr},
    {"lf", &SingleTrackParameters::lf},
    {"lr", &SingleTrackParameters::lr},
    {"h", &SingleTrackParameters::h},
    {"m", &SingleTrackParameters::m},
    {"I", &SingleTrackParameters::I},
    {"s_min", &SingleTrackParameters::s_min},
    {"s_max", &SingleTrackParameters::s_max},
    {"sv_min", &SingleTrackParameters::sv_min},
    {"sv_max", &SingleTrackParameters::sv_max},
    {"v_switch", &SingleTrackParameters::v_switch},
    {"a_max", &SingleTrackParameters::a_max},
    {"v_min", &SingleTrackParameters::v_min},
    {"v_max", &SingleTrackParameters::v_max},
    {"width", &SingleTrackParameters::width},
    {"length", &SingleTrackParameters::length},
};

using ParameterSets = std::map<std::string, SingleTrackParameters, std::less<>>;

/// The library's sets, the CommonRoad ones also with a leading `cr_`.
ParameterSets built_in_sets();

/// Adds the sets of a file to others, in place of those of the same name: a column `params` with
/// the name, and one column for each parameter. @throws Error with `path:line` as field.
void add_sets(ParameterSets& sets, const std::string& path);

}  // namespace lanewise::program
