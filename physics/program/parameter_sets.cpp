#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/program/csv_file.hpp>
#include <lanewise/physics/program/parameter_sets.hpp>

#include <fmt/format.h>

namespace lanewise::program {

ParameterSets built_in_sets() {
    ParameterSets sets;
    for (const std::string_view name : single_track::preset_names())
        sets.emplace(name, single_track::preset(name));
    sets.emplace("cr_ford_escort", single_track::ford_escort());
    sets.emplace("cr_bmw320i", single_track::bmw_320i());
    sets.emplace("cr_vw_vanagon", single_track::vw_vanagon());
    return sets;
}

void add_sets(ParameterSets& sets, const std::string& path) {
    const CsvFile file(path);
    const std::size_t name = file.require("params");
    std::vector<std::size_t> columns;
    for (const ParameterColumn& c : k_parameter_columns) columns.push_back(file.require(c.name));
    for (std::size_t row = 0; row < file.rows(); ++row) {
        SingleTrackParameters set;
        for (std::size_t c = 0; c < columns.size(); ++c)
            set.*k_parameter_columns[c].field = file.number(row, columns[c]);
        try {
            validate(set, file.text(row, name));
        } catch (const Error& error) {
            refuse(file.place(row), fmt::format("{} {}", error.field(), error.value()),
                   error.rule());
        }
        sets.insert_or_assign(std::string(file.text(row, name)), set);
    }
}

}  // namespace lanewise::program
