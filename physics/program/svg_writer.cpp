#include <lanewise/physics/program/svg_writer.hpp>

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace lanewise::program {

std::string Colour::text() const {
    return fmt::format("#{:02x}{:02x}{:02x}", red, green, blue);
}

void SvgPath::add(char command, long x, long y) {
    // A new command or a minus sign separates as well as a blank does.
    if (command != last_)
        data_ += command;
    else if (x >= 0)
        data_ += ' ';
    last_ = command;
    data_ += std::to_string(x);
    if (y >= 0) data_ += ' ';
    data_ += std::to_string(y);
}

void SvgPath::move_to(SvgPoint p) {
    x_ = std::lround(p.x * units);
    y_ = std::lround(p.y * units);
    last_ = 0;
    add('M', x_, y_);
}

void SvgPath::line_to(SvgPoint p) {
    const long x = std::lround(p.x * units), y = std::lround(p.y * units);
    if (x == x_ && y == y_) return;
    add('l', x - x_, y - y_);
    x_ = x;
    y_ = y;
}

SvgWriter::SvgWriter(double width, double height, Colour background) {
    out_ = fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
        "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"sans-serif\">\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"{2}\"/>\n",
        width, height, background.text());
}

void SvgWriter::begin_paths(std::string_view attributes) {
    out_ += fmt::format("<g transform=\"scale({})\" {}>\n", 1.0 / SvgPath::units, attributes);
}

void SvgWriter::path(const SvgPath& path, std::string_view attributes) {
    if (path.empty()) return;
    out_ += fmt::format("<path {} d=\"{}\"/>\n", attributes, path.data());
}

void SvgWriter::end_paths() {
    out_ += "</g>\n";
}

void SvgWriter::text(SvgPoint at, double size, std::string_view text, std::string_view attributes) {
    out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:.1f}\" {}>{}</text>\n", at.x,
                        at.y, size, attributes, xml_text(text));
}

void SvgWriter::rectangle(SvgPoint corner, double width, double height,
                          std::string_view attributes) {
    out_ += fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" {}/>\n",
                        corner.x, corner.y, width, height, attributes);
}

void SvgWriter::line(SvgPoint from, SvgPoint to, std::string_view attributes) {
    out_ += fmt::format("<line x1=\"{:.2f}\" y1=\"{:.2f}\" x2=\"{:.2f}\" y2=\"{:.2f}\" {}/>\n",
                        from.x, from.y, to.x, to.y, attributes);
}

std::string SvgWriter::finish() {
    out_ += "</svg>\n";
    return std::move(out_);
}

std::string xml_text(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            default:
                out += static_cast<unsigned char>(c) < ' ' ? '?' : c;
        }
    }
    return out;
}

}  // namespace lanewise::program
