#include "golden_file.hpp"

#include <fstream>
#include <limits>
#include <sstream>
#include <stdexcept>

namespace lanewise::test {
namespace {

/// A table with a header line; cells are found by column name.
class Table {
public:
    explicit Table(const std::string& file) : in_(LANEWISE_SINGLE_TRACK_DATA "/" + file) {
        std::string line;
        if (!std::getline(in_, line)) throw std::runtime_error("cannot read " + file);
        const auto names = split(line);
        for (std::size_t i = 0; i < names.size(); ++i) column_[names[i]] = i;
    }
    bool next() {
        std::string line;
        if (!std::getline(in_, line)) return false;
        cells_ = split(line);
        if (cells_.size() != column_.size()) throw std::runtime_error("row of another width");
        return true;
    }
    const std::string& text(const std::string& name) const { return cells_[column_.at(name)]; }
    /// An empty cell is 0.
    double number(const std::string& name) const {
        const std::string& cell = text(name);
        if (cell.empty()) return 0;
        if (cell == "inf") return std::numeric_limits<double>::infinity();
        std::size_t used = 0;
        const double value = std::stod(cell, &used);
        if (used != cell.size()) throw std::runtime_error("not a number: " + cell);
        return value;
    }

private:
    static std::vector<std::string> split(const std::string& line) {
        std::vector<std::string> cells(1);
        for (const char c : line) {
            if (c == ',')
                cells.emplace_back();
            else if (c != '\r')
                cells.back() += c;
        }
        return cells;
    }

    std::ifstream in_;
    std::map<std::string, std::size_t> column_;
    std::vector<std::string> cells_;
};

std::array<double, 7> seven(const Table& t, const std::string& before, const std::string& after) {
    const auto at = [&](const char* name) { return t.number(before + name + after); };
    return {at("x"), at("y"), at("delta"), at("v"), at("psi"), at("omega"), at("beta")};
}

}  // namespace

std::vector<GoldenRow> golden_rows(const std::string& file) {
    std::vector<GoldenRow> rows;
    for (Table t(file); t.next();) {
        const auto four = [&](const std::string& name) {
            return std::array{t.number(name + "_f"), t.number(name + "_n1"),
                              t.number(name + "_n10"), t.number(name + "_n100")};
        };
        rows.push_back({t.text("case"),
                        t.text("tag"),
                        t.text("params"),
                        t.text("steer_mode") == "steeringangle" ? SteeringAction::steeringangle
                                                                : SteeringAction::steeringvelocity,
                        t.text("long_mode") == "velocity" ? LongitudinalAction::velocity
                                                          : LongitudinalAction::acceleration,
                        t.number("dt"),
                        {t.number("u0"), t.number("u1")},
                        seven(t, "", "0"),
                        seven(t, "f_", ""),
                        {seven(t, "", "_n1"), seven(t, "", "_n10"), seven(t, "", "_n100")},
                        {t.number("margin_n1"), t.number("margin_n10"), t.number("margin_n100")},
                        four("e64"),
                        four("e32")});
    }
    return rows;
}

const std::map<std::string, SingleTrackParameters>& golden_parameters() {
    static const auto sets = [] {
        std::map<std::string, SingleTrackParameters> all;
        for (Table t("params.csv"); t.next();) {
            const auto n = [&](const char* name) { return t.number(name); };
            all[t.text("params")] = {.mu = n("mu"),
                                     .C_Sf = n("C_Sf"),
                                     .C_Sr = n("C_Sr"),
                                     .lf = n("lf"),
                                     .lr = n("lr"),
                                     .h = n("h"),
                                     .m = n("m"),
                                     .I = n("I"),
                                     .s_min = n("s_min"),
                                     .s_max = n("s_max"),
                                     .sv_min = n("sv_min"),
                                     .sv_max = n("sv_max"),
                                     .v_switch = n("v_switch"),
                                     .a_max = n("a_max"),
                                     .v_min = n("v_min"),
                                     .v_max = n("v_max"),
                                     .width = n("width"),
                                     .length = n("length")};
        }
        return all;
    }();
    return sets;
}

}  // namespace lanewise::test
