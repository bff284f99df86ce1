#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanewise::program {

/// A comma-separated file with a header line, read whole. Blank lines and lines that start with `#`
/// are skipped, as are white space around fields, CRLF line ends and a byte order mark; there are
/// no quotes.
class CsvFile {
public:
    /// @throws Error with `path` or `path:line` as field: not readable, no header, a column twice,
    ///         or a row of another number of fields.
    explicit CsvFile(const std::string& path);

    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] std::size_t rows() const { return rows_.size(); }
    [[nodiscard]] const std::vector<std::string_view>& header() const { return header_; }
    [[nodiscard]] std::optional<std::size_t> find(std::string_view column) const;
    /// @throws Error naming the header's line where there is no such column.
    [[nodiscard]] std::size_t require(std::string_view column) const;

    [[nodiscard]] std::string_view text(std::size_t row, std::size_t column) const {
        return rows_[row].fields[column];
    }
    /// @throws Error unless the field is a finite number.
    [[nodiscard]] double number(std::size_t row, std::size_t column) const;

    /// `path:line` of a row.
    [[nodiscard]] std::string place(std::size_t row) const;
    /// The column's name and the field, as an error shows them.
    [[nodiscard]] std::string shown(std::size_t row, std::size_t column) const;

private:
    struct Row {
        std::size_t line;
        std::vector<std::string_view> fields;
    };
    std::string path_;
    std::string content_;  // fields point into it
    std::size_t header_line_ = 1;
    std::vector<std::string_view> header_;
    std::vector<Row> rows_;
};

}  // namespace lanewise::program
