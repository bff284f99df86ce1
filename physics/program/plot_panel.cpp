#include <lanewise/physics/program/plot_panel.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace lanewise::program {
namespace {

constexpr std::string_view k_grid = "#2b313d";
constexpr std::array<std::string_view, 6> k_colours = {"#fcc846", "#4fb3ff", "#f0625a",
                                                       "#6fd38a", "#c08bff", "#e6e9ef"};

constexpr double k_title = 34.0;       // of the panel [px]
constexpr double k_plot_title = 22.0;  // [px]
constexpr double k_plot = 120.0;       // height of a plot's field [px]
constexpr double k_axis = 26.0;        // under it [px]
constexpr double k_left = 46.0;        // beside it, for the numbers [px]
constexpr double k_gap = 22.0;         // between plots [px]
constexpr double k_narrowest = 420.0;  // plot with its numbers [px]

std::size_t columns_in(const PlotPanel& panel, double width) {
    const auto room = static_cast<std::size_t>((width + k_gap) / (k_narrowest + k_gap));
    return std::clamp<std::size_t>(room, 1, std::max<std::size_t>(1, panel.plots.size()));
}

struct Range {
    double low, high;
};

/// Ends and step of an axis: 1, 2 or 5 times a power of ten, about four steps.
struct Axis {
    double low = 0.0, high = 1.0, step = 0.25;

    explicit Axis(Range range) {
        if (!(range.high > range.low)) {
            range.low -= 0.5;
            range.high += 0.5;
        }
        const double rough = (range.high - range.low) / 4.0;
        const double power = std::pow(10.0, std::floor(std::log10(rough)));
        const double share = rough / power;
        step = power * (share < 1.5 ? 1.0 : share < 3.5 ? 2.0 : share < 7.5 ? 5.0 : 10.0);
        low = std::floor(range.low / step) * step;
        high = std::ceil(range.high / step) * step;
    }
};

Range range_of(const Plot& plot) {
    Range range = {std::numeric_limits<double>::infinity(),
                   -std::numeric_limits<double>::infinity()};
    for (const PlotSeries& series : plot.series)
        for (const float value : series.values) {
            if (!std::isfinite(value)) continue;
            range.low = std::min(range.low, static_cast<double>(value));
            range.high = std::max(range.high, static_cast<double>(value));
        }
    if (range.low > range.high) return {0.0, 1.0};
    return range;
}

void draw_series(SvgWriter& svg, const PlotSeries& series, const Axis& axis, SvgPoint corner,
                 double width, std::string_view colour) {
    const std::size_t n = series.values.size();
    // More points than pixels make large files and no better picture.
    const std::size_t stride = std::max<std::size_t>(1, n / 800);
    SvgPath path;
    bool down = false;
    for (std::size_t i = 0; i < n; i += stride) {
        const double value = static_cast<double>(series.values[i]);
        if (!std::isfinite(value)) {
            down = false;
            continue;
        }
        const SvgPoint at = {corner.x + width * static_cast<double>(i) /
                                            static_cast<double>(std::max<std::size_t>(1, n - 1)),
                             corner.y + k_plot * (axis.high - value) / (axis.high - axis.low)};
        if (down)
            path.line_to(at);
        else
            path.move_to(at);
        down = true;
    }
    svg.begin_paths(
        fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"15\" "
                    "stroke-linejoin=\"round\"",
                    colour));
    svg.path(path);
    svg.end_paths();
}

void draw_plot(SvgWriter& svg, const Plot& plot, double seconds, SvgPoint corner, double width) {
    svg.text({corner.x, corner.y + 14.0}, 13.0, plot.title, fmt::format("fill=\"{}\"", k_ink));
    double name_end = corner.x + width;
    for (std::size_t i = plot.series.size(); i-- > 0;) {
        if (plot.series[i].name.empty()) continue;
        svg.text({name_end, corner.y + 14.0}, 12.0, plot.series[i].name,
                 fmt::format("fill=\"{}\" text-anchor=\"end\"", k_colours[i % k_colours.size()]));
        name_end -= 10.0 + 7.0 * static_cast<double>(plot.series[i].name.size());
    }
    const SvgPoint field = {corner.x + k_left, corner.y + k_plot_title};
    const double wide = width - k_left;
    const Axis axis(range_of(plot));
    const int steps = static_cast<int>(std::lround((axis.high - axis.low) / axis.step));
    for (int i = 0; i <= steps; ++i) {
        const double value = axis.low + axis.step * i;
        const double y = field.y + k_plot * (axis.high - value) / (axis.high - axis.low);
        svg.line({field.x, y}, {field.x + wide, y}, fmt::format("stroke=\"{}\"", k_grid));
        svg.text({field.x - 6.0, y + 4.0}, 11.0,
                 fmt::format("{:g}", std::abs(value) < 1e-9 * axis.step ? 0.0 : value),
                 fmt::format("fill=\"{}\" text-anchor=\"end\"", k_faint));
    }
    const Axis time({0.0, seconds});
    for (int i = 0; time.step * i <= seconds * (1.0 + 1e-9); ++i) {
        const double x = field.x + wide * time.step * i / seconds;
        svg.text({x, field.y + k_plot + 15.0}, 11.0, fmt::format("{:g}", time.step * i),
                 fmt::format("fill=\"{}\" text-anchor=\"middle\"", k_faint));
    }
    for (std::size_t i = 0; i < plot.series.size(); ++i)
        draw_series(svg, plot.series[i], axis, field, wide, k_colours[i % k_colours.size()]);
}

}  // namespace

double panel_height(const PlotPanel& panel, double width) {
    const std::size_t columns = columns_in(panel, width);
    const std::size_t rows = (panel.plots.size() + columns - 1) / columns;
    return k_title + static_cast<double>(rows) * (k_plot_title + k_plot + k_axis + k_gap);
}

void draw_panel(SvgWriter& svg, const PlotPanel& panel, SvgPoint corner, double width) {
    svg.text({corner.x, corner.y + 16.0}, 16.0, panel.title,
             fmt::format("fill=\"{}\" font-weight=\"bold\"", k_ink));
    const std::size_t columns = columns_in(panel, width);
    const double wide =
        (width - k_gap * static_cast<double>(columns - 1)) / static_cast<double>(columns);
    for (std::size_t i = 0; i < panel.plots.size(); ++i) {
        const auto column = static_cast<double>(i % columns);
        const auto row = static_cast<double>(i / columns);
        draw_plot(svg, panel.plots[i], panel.seconds,
                  {corner.x + column * (wide + k_gap),
                   corner.y + k_title + row * (k_plot_title + k_plot + k_axis + k_gap)},
                  wide);
    }
}

}  // namespace lanewise::program
