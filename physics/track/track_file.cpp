#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/track/track.hpp>
#include <lanewise/physics/track/track_data.hpp>

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

namespace lanewise {

namespace {

constexpr std::uintmax_t largest_file = 256u << 20;
constexpr std::size_t longest_line = 4096;
constexpr std::size_t most_columns = 7;

enum class TrackFormat { centerline, raceline, either };

/// A refused value as it is shown: short, and without what a terminal might act on.
std::string quote(std::string_view text) {
    constexpr std::size_t shown = 40;
    std::string quoted = "'";
    for (const char c : text.substr(0, shown)) {
        quoted += c >= ' ' && c <= '~' ? c : '?';
    }
    quoted += text.size() > shown ? "...'" : "'";
    return quoted;
}

std::string_view trim(std::string_view text) {
    constexpr std::string_view blank = " \t\r";
    const std::size_t first = text.find_first_not_of(blank);
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

std::string read_whole_file(const std::string& path) {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) {
        refuse(path, "no such file", "must be a readable file");
    }
    if (!std::filesystem::is_regular_file(status)) {
        refuse(path, std::filesystem::is_directory(status) ? "a directory" : "not a regular file",
               "must be a readable file");
    }
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    if (!error && size > largest_file) {
        refuse(path, fmt::format("{} bytes", size),
               fmt::format("must have at most {} bytes", largest_file));
    }
    std::ifstream stream(path, std::ios::binary);
    std::string text(error ? 0 : static_cast<std::size_t>(size), '\0');
    if (error || !stream || !stream.read(text.data(), static_cast<std::streamsize>(size))) {
        refuse(path, "cannot be read", "must be a readable file");
    }
    return text;
}

/// Reads the lines of one file into columns.
class TrackReader {
public:
    TrackReader(const std::string& path, TrackFormat format, double half_width)
        : path_(path), format_(format), half_width_(half_width) {}

    Track read();

private:
    void read_line(std::string_view line);
    void read_fields(std::string_view line);
    [[nodiscard]] double read_number(std::string_view field) const;
    [[nodiscard]] std::string here() const { return at_line(line_number_); }
    [[nodiscard]] std::string at_line(std::size_t line) const {
        return fmt::format("{}:{}", path_, line);
    }
    void add_point();

    const std::string& path_;
    TrackFormat format_;
    double half_width_;
    std::size_t line_number_ = 0;
    std::array<double, most_columns> numbers_{};
    TrackColumns columns_;
    std::vector<std::size_t> lines_;  // of the points
};

Track TrackReader::read() {
    const std::string text = read_whole_file(path_);
    std::string_view rest = text;
    if (rest.starts_with("\xEF\xBB\xBF")) {
        rest.remove_prefix(3);
    }
    while (!rest.empty()) {
        ++line_number_;
        const std::size_t end = rest.find('\n');
        read_line(rest.substr(0, end));
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
    const auto name = [this](std::size_t point, const char*) { return at_line(lines_[point]); };
    return make_track(std::move(columns_), name, at_line(std::max<std::size_t>(line_number_, 1)));
}

void TrackReader::read_line(std::string_view line) {
    if (line.size() > longest_line) {
        refuse(here(), quote(line),
               fmt::format("a line must have at most {} characters", longest_line));
    }
    const std::string_view data = trim(line.substr(0, line.find('#')));
    if (data.empty()) {
        return;
    }
    if (format_ == TrackFormat::either) {
        format_ = data.find(';') != std::string_view::npos ? TrackFormat::raceline
                                                           : TrackFormat::centerline;
    }
    read_fields(data);
    if (lines_.size() > Track::max_points) {
        refuse(here(), fmt::format("point {}", lines_.size() + 1),
               fmt::format("a track must have at most {} points", Track::max_points));
    }
    add_point();
}

void TrackReader::read_fields(std::string_view line) {
    const bool is_centerline = format_ == TrackFormat::centerline;
    const char separator = is_centerline ? ',' : ';';
    const std::size_t wanted = is_centerline ? 4 : 7;
    const auto separators =
        static_cast<std::size_t>(std::count(line.begin(), line.end(), separator));
    if (separators + 1 != wanted) {
        refuse(here(), quote(line),
               is_centerline ? "must be 4 numbers with commas between: x, y, right, left"
                             : "must be 7 numbers with semicolons between: "
                               "s; x; y; psi; kappa; vx; ax");
    }
    for (std::size_t i = 0; i < wanted; ++i) {
        const std::size_t end = line.find(separator);
        numbers_[i] = read_number(trim(line.substr(0, end)));
        line.remove_prefix(end == std::string_view::npos ? line.size() : end + 1);
    }
}

double TrackReader::read_number(std::string_view field) const {
    std::string_view digits = field;
    if (digits.size() > 1 && digits[0] == '+' && digits[1] != '-') {
        digits.remove_prefix(1);  // from_chars knows no plus sign
    }
    double number = 0.0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error == std::errc::invalid_argument || end != digits.data() + digits.size()) {
        refuse(here(), quote(field), "must be a number");
    }
    if (error != std::errc{} || !std::isfinite(number)) {
        refuse(here(), quote(field), "must be a finite number");
    }
    return number;
}

void TrackReader::add_point() {
    lines_.push_back(line_number_);
    const bool is_centerline = format_ == TrackFormat::centerline;
    columns_.x.push_back(numbers_[is_centerline ? 0 : 1]);
    columns_.y.push_back(numbers_[is_centerline ? 1 : 2]);
    columns_.right.push_back(is_centerline ? numbers_[2] : half_width_);
    columns_.left.push_back(is_centerline ? numbers_[3] : half_width_);
    if (!is_centerline) {
        columns_.speed.push_back(numbers_[5]);
    }
}

}  // namespace

Track Track::load_centerline(const std::string& path) {
    return TrackReader(path, TrackFormat::centerline, 0.0).read();
}

Track Track::load_raceline(const std::string& path, double half_width) {
    require_positive("Track.load_raceline.half_width", half_width);
    return TrackReader(path, TrackFormat::raceline, half_width).read();
}

Track Track::load(const std::string& path, double half_width) {
    require_positive("Track.load.half_width", half_width);
    return TrackReader(path, TrackFormat::either, half_width).read();
}

}  // namespace lanewise
