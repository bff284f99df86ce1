#include <lanewise/physics/program/text_table.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lanewise::program {

std::string TextTable::text() const {
    std::vector<std::size_t> widths;
    for (const Row& row : rows_) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
    }
    std::string out;
    const auto add_row = [&](const Row& row) {
        std::string line;
        for (std::size_t c = 0; c < row.size(); ++c)
            line += c == 0 ? fmt::format("{:<{}}", row[c], widths[c])
                           : fmt::format("  {:>{}}", row[c], widths[c]);
        line.resize(line.find_last_not_of(' ') + 1);
        out += line + "\n";
    };
    add_row(rows_.front());
    std::size_t total = 0;
    for (const std::size_t width : widths) total += width + 2;
    out += std::string(total - 2, '-') + "\n";
    std::for_each(rows_.begin() + 1, rows_.end(), add_row);
    return out;
}

void FactList::add(std::string name, std::string value) {
    facts_.emplace_back(std::move(name), std::move(value));
}

std::string FactList::text() const {
    std::size_t width = 0;
    for (const auto& [name, value] : facts_) width = std::max(width, name.size());
    std::string out;
    for (const auto& [name, value] : facts_) out += fmt::format("{:<{}}  {}\n", name, width, value);
    return out;
}

std::string with_groups(unsigned long long number) {
    const std::string digits = fmt::format("{}", number);
    std::string text;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0) text += ' ';
        text += digits[i];
    }
    return text;
}

std::string with_prefix(double number) {
    constexpr const char* prefixes[] = {"", " k", " M", " G", " T"};
    std::size_t p = 0;
    // 999.5 would print as 1000 of the smaller prefix.
    for (; p + 1 < std::size(prefixes) && number >= 999.5; ++p) number /= 1000.0;
    const int decimals = number >= 99.95 ? 0 : number >= 9.995 ? 1 : 2;
    return fmt::format("{:.{}f}{}", number, decimals, prefixes[p]);
}

}  // namespace lanewise::program
