#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/program/csv_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>

namespace lanewise::program {
namespace {

constexpr std::uintmax_t k_largest_file = std::uintmax_t{1} << 30;

std::string_view trim(std::string_view text) {
    constexpr std::string_view blank = " \t\r";
    const std::size_t first = text.find_first_not_of(blank);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

std::vector<std::string_view> split(std::string_view line) {
    std::vector<std::string_view> fields;
    for (;;) {
        const std::size_t comma = line.find(',');
        fields.push_back(trim(line.substr(0, comma)));
        if (comma == std::string_view::npos) return fields;
        line.remove_prefix(comma + 1);
    }
}

/// Short, and without what a terminal might act on.
std::string quote(std::string_view text) {
    constexpr std::size_t shown = 40;
    std::string quoted = "'";
    for (const char c : text.substr(0, shown)) quoted += c >= ' ' && c <= '~' ? c : '?';
    return quoted + (text.size() > shown ? "...'" : "'");
}

std::string read_whole(const std::string& path) {
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) refuse(path, "no such file", "must be a readable file");
    if (!std::filesystem::is_regular_file(status))
        refuse(path, "not a regular file", "must be a readable file");
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    if (error || size > k_largest_file)
        refuse(path, "too large", fmt::format("must have at most {} bytes", k_largest_file));
    std::ifstream stream(path, std::ios::binary);
    std::string text(static_cast<std::size_t>(size), '\0');
    if (!stream || !stream.read(text.data(), static_cast<std::streamsize>(size)))
        refuse(path, "cannot be read", "must be a readable file");
    return text;
}

}  // namespace

CsvFile::CsvFile(const std::string& path) : path_(path), content_(read_whole(path)) {
    std::string_view rest = content_;
    if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);
    for (std::size_t line = 1; !rest.empty(); ++line) {
        const std::size_t end = rest.find('\n');
        const std::string_view text = trim(rest.substr(0, end));
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
        if (text.empty() || text.front() == '#') continue;
        std::vector<std::string_view> fields = split(text);
        if (header_.empty()) {
            header_line_ = line;
            header_ = std::move(fields);
            std::vector<std::string_view> sorted = header_;
            std::sort(sorted.begin(), sorted.end());
            const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
            if (twice != sorted.end())
                refuse(fmt::format("{}:{}", path_, line), quote(*twice), "is a column twice");
            continue;
        }
        if (fields.size() != header_.size())
            refuse(fmt::format("{}:{}", path_, line), fmt::format("{} fields", fields.size()),
                   fmt::format("must have {} fields as the header has", header_.size()));
        rows_.push_back({line, std::move(fields)});
    }
    if (header_.empty()) refuse(path_, "no header", "must start with a line of column names");
}

std::optional<std::size_t> CsvFile::find(std::string_view column) const {
    const auto at = std::find(header_.begin(), header_.end(), column);
    if (at == header_.end()) return std::nullopt;
    return static_cast<std::size_t>(at - header_.begin());
}

std::size_t CsvFile::require(std::string_view column) const {
    const auto at = find(column);
    if (!at)
        refuse(fmt::format("{}:{}", path_, header_line_), fmt::format("no column '{}'", column),
               "is needed");
    return *at;
}

double CsvFile::number(std::size_t row, std::size_t column) const {
    std::string_view digits = text(row, column);
    // from_chars knows no plus sign.
    if (digits.size() > 1 && digits[0] == '+' && digits[1] != '-') digits.remove_prefix(1);
    double number = 0.0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc() || end != digits.data() + digits.size() || !std::isfinite(number))
        refuse(place(row), shown(row, column), "must be a finite number");
    return number;
}

std::string CsvFile::place(std::size_t row) const {
    return fmt::format("{}:{}", path_, rows_[row].line);
}

std::string CsvFile::shown(std::size_t row, std::size_t column) const {
    return fmt::format("{} {}", header_[column], quote(text(row, column)));
}

}  // namespace lanewise::program
