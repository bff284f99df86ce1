#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanewise::program {

/// Of texts in the program's pictures.
inline constexpr std::string_view k_ink = "#e6e9ef";
inline constexpr std::string_view k_faint = "#9aa3b2";

struct SvgPoint {
    double x = 0.0, y = 0.0;  ///< in the picture, y downwards [px]
};

struct Colour {
    std::uint8_t red = 0, green = 0, blue = 0;
    [[nodiscard]] std::string text() const;
};

/// A line through points as path data in tenths of a pixel, each point relative to the one before:
/// the shortest notation. Rounding does not add up.
class SvgPath {
public:
    void move_to(SvgPoint p);
    void line_to(SvgPoint p);
    void close() { data_ += 'z'; }
    [[nodiscard]] const std::string& data() const { return data_; }
    [[nodiscard]] bool empty() const { return data_.empty(); }

    /// Path data counts in this many units for a pixel.
    static constexpr int units = 10;

private:
    void add(char command, long x, long y);
    long x_ = 0, y_ = 0;
    char last_ = 0;
    std::string data_;
};

/// Builds an SVG picture element by element.
class SvgWriter {
public:
    SvgWriter(double width, double height, Colour background);

    /// Style attributes apply to all paths up to end_paths(); lengths in them are in SvgPath units.
    void begin_paths(std::string_view attributes);
    void path(const SvgPath& path, std::string_view attributes = {});
    void end_paths();
    void text(SvgPoint at, double size, std::string_view text, std::string_view attributes = {});
    void rectangle(SvgPoint corner, double width, double height, std::string_view attributes);
    void line(SvgPoint from, SvgPoint to, std::string_view attributes);
    /// The whole document; call it once.
    std::string finish();

private:
    std::string out_;
};

/// The text with the characters that XML reserves replaced, and without control characters.
std::string xml_text(std::string_view text);

}  // namespace lanewise::program
