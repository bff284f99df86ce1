#pragma once

#include <string>
#include <vector>

namespace lanewise::program {

/// A table in plain text: the first column is flush left, the others flush right.
class TextTable {
public:
    using Row = std::vector<std::string>;

    explicit TextTable(Row header) : rows_{std::move(header)} {}
    void add(Row row) { rows_.push_back(std::move(row)); }
    [[nodiscard]] std::string text() const;

private:
    std::vector<Row> rows_;
};

/// Two columns without a header: names, then values flush left.
class FactList {
public:
    void add(std::string name, std::string value);
    [[nodiscard]] std::string text() const;

private:
    std::vector<std::pair<std::string, std::string>> facts_;
};

/// "12 345 678": groups of three digits.
std::string with_groups(unsigned long long number);
/// "123 M", "4.56 G": three significant digits and a prefix of thousands.
std::string with_prefix(double number);

}  // namespace lanewise::program
