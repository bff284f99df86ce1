#include <lanewise/physics/program/race_picture.hpp>
#include <lanewise/physics/program/svg_writer.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace lanewise::program {
namespace {

constexpr Colour k_paper = {14, 17, 23};
constexpr Colour k_asphalt = {40, 45, 56};

constexpr double k_margin = 36.0;                       // around everything [px]
constexpr double k_header = 84.0;                       // title and subtitle [px]
constexpr double k_footer = 64.0;                       // legend [px]
constexpr double k_widest = 1280.0, k_highest = 900.0;  // of the track [px]
constexpr double k_narrowest = 760.0;                   // of the picture [px]

/// Slow to fast: dark violet, magenta, orange, pale yellow; lightness rises all the way.
Colour speed_colour(double share) {
    constexpr std::array<Colour, 7> stops = {{{84, 40, 168},
                                              {150, 42, 168},
                                              {206, 62, 128},
                                              {240, 98, 82},
                                              {252, 148, 58},
                                              {254, 200, 70},
                                              {250, 246, 152}}};
    const double at = std::clamp(share, 0.0, 1.0) * (stops.size() - 1);
    const auto i = std::min(static_cast<std::size_t>(at), stops.size() - 2);
    const double t = at - static_cast<double>(i);
    const auto mix = [t](std::uint8_t a, std::uint8_t b) {
        return static_cast<std::uint8_t>(std::lround(a + t * (b - a)));
    };
    return {mix(stops[i].red, stops[i + 1].red), mix(stops[i].green, stops[i + 1].green),
            mix(stops[i].blue, stops[i + 1].blue)};
}

/// Metres to pixels, y upwards to y downwards.
class View {
public:
    explicit View(const Track& track) {
        const TrackBounds b = track.bounds();
        double widest = 0.0;
        for (std::size_t i = 0; i < track.size(); ++i)
            widest = std::max({widest, track.left()[i], track.right()[i]});
        left_ = b.x_min - widest;
        top_ = b.y_max + widest;
        const double w = b.x_max - b.x_min + 2.0 * widest, h = b.y_max - b.y_min + 2.0 * widest;
        scale_ = std::min(k_widest / w, k_highest / h);
        width = std::max(w * scale_ + 2.0 * k_margin, k_narrowest);
        height = h * scale_ + 2.0 * k_margin + k_header + k_footer;
        shift_ = 0.5 * (width - w * scale_);
    }

    [[nodiscard]] SvgPoint at(double x, double y) const {
        return {shift_ + (x - left_) * scale_, k_margin + k_header + (top_ - y) * scale_};
    }
    [[nodiscard]] SvgPoint at(const PlanarPose& p) const { return at(p.x, p.y); }
    [[nodiscard]] double scale() const { return scale_; }

    double width = 0.0, height = 0.0;

private:
    double left_, top_, scale_, shift_;
};

/// The line at `side` widths to the left (1) or right (-1) of the centre line (0).
SvgPath along_track(const Track& track, const View& view, double side) {
    SvgPath path;
    for (std::size_t i = 0; i < track.size(); ++i) {
        const double offset = side * (side > 0.0 ? track.left()[i] : track.right()[i]);
        const double x = track.x()[i] - offset * std::sin(track.heading()[i]);
        const double y = track.y()[i] + offset * std::cos(track.heading()[i]);
        if (i == 0)
            path.move_to(view.at(x, y));
        else
            path.line_to(view.at(x, y));
    }
    path.close();
    return path;
}

/// First point of the last round of a path.
std::size_t last_round(const SampledPath& path, double length) {
    double driven = 0.0;
    std::size_t i = path.points.size();
    while (i > 1 && driven < length) {
        --i;
        const double dx = path.points[i].x - path.points[i - 1].x;
        const double dy = path.points[i].y - path.points[i - 1].y;
        driven += std::sqrt(dx * dx + dy * dy);
    }
    return i > 0 ? i - 1 : 0;
}

struct SpeedRange {
    double low = 0.0, high = 1.0;

    [[nodiscard]] double share(double v) const { return (v - low) / (high - low); }
};

SpeedRange speed_range(const std::vector<SampledPath>& paths, double length) {
    double low = 1e30, high = -1e30;
    for (const SampledPath& path : paths)
        for (std::size_t i = last_round(path, length); i < path.points.size(); ++i) {
            const double v = path.points[i].v;
            if (!std::isfinite(v)) continue;
            low = std::min(low, v);
            high = std::max(high, v);
        }
    if (low > high) return {};
    low = std::floor(low);
    return {low, std::max(std::ceil(high), low + 1.0)};
}

void draw_paths(SvgWriter& svg, const View& view, const std::vector<SampledPath>& paths,
                double length, const SpeedRange& range) {
    constexpr std::size_t colours = 40;
    std::array<SvgPath, colours> lines;
    for (const SampledPath& path : paths) {
        std::size_t last = colours;
        for (std::size_t i = last_round(path, length) + 1; i < path.points.size(); ++i) {
            const PathPoint &a = path.points[i - 1], &b = path.points[i];
            if (!std::isfinite(a.x + a.y + a.v + b.x + b.y + b.v)) break;
            const double share = std::clamp(range.share(0.5 * (a.v + b.v)), 0.0, 1.0);
            const auto colour = std::min(static_cast<std::size_t>(share * colours), colours - 1);
            if (colour != last) lines[colour].move_to(view.at(a.x, a.y));
            lines[colour].line_to(view.at(b.x, b.y));
            last = colour;
        }
    }
    // Wide enough to see, narrow enough to tell apart.
    const double width = std::clamp(0.06 * view.scale(), 0.5, 2.0) * SvgPath::units;
    svg.begin_paths(
        fmt::format("fill=\"none\" stroke-width=\"{:.1f}\" stroke-linecap=\"round\" "
                    "stroke-linejoin=\"round\" stroke-opacity=\"0.75\"",
                    width));
    for (std::size_t c = 0; c < colours; ++c) {
        const double middle = (static_cast<double>(c) + 0.5) / colours;
        svg.path(lines[c], fmt::format("stroke=\"{}\"", speed_colour(middle).text()));
    }
    svg.end_paths();
}

void draw_start(SvgWriter& svg, const Track& track, const View& view) {
    const TrackPoint at = track.at(0.0);
    const auto across = [&](double offset) {
        return view.at(at.x - offset * std::sin(at.heading), at.y + offset * std::cos(at.heading));
    };
    const SvgPoint left = across(at.widths.left), right = across(-at.widths.right);
    svg.line(left, right, "stroke=\"#ffffff\" stroke-width=\"3\"");
    // The word stands outside, on the right.
    const double dx = right.x - left.x, dy = right.y - left.y;
    const double size = std::max(1e-9, std::sqrt(dx * dx + dy * dy));
    const SvgPoint word = {right.x + 14.0 * dx / size, right.y + 14.0 * dy / size + 4.0};
    const std::string_view anchor = std::abs(dx) < std::abs(dy) ? "middle"
                                    : dx > 0.0                  ? "start"
                                                                : "end";
    svg.text(word, 13.0, "start", fmt::format("fill=\"{}\" text-anchor=\"{}\"", k_ink, anchor));
}

void draw_legend(SvgWriter& svg, const View& view, const SpeedRange& range) {
    constexpr int cells = 60;
    constexpr double width = 300.0, bar = 12.0;
    const SvgPoint corner = {k_margin, view.height - k_margin - 28.0};
    for (int i = 0; i < cells; ++i)
        svg.rectangle({corner.x + width * i / cells, corner.y}, width / cells + 0.5, bar,
                      fmt::format("fill=\"{}\"", speed_colour((i + 0.5) / cells).text()));
    for (int i = 0; i <= 4; ++i) {
        const double v = range.low + 0.25 * i * (range.high - range.low);
        svg.text({corner.x + 0.25 * i * width, corner.y + bar + 16.0}, 12.0,
                 fmt::format("{:.3g}", v),
                 fmt::format("fill=\"{}\" text-anchor=\"middle\"", k_faint));
    }
    svg.text({corner.x + width + 14.0, corner.y + bar - 1.0}, 13.0, "speed [m/s]",
             fmt::format("fill=\"{}\"", k_ink));
}

void draw_scale(SvgWriter& svg, const View& view) {
    // The largest of 1, 2, 5 times a power of ten that fits.
    constexpr double longest = 160.0;
    double metres = 1e-3;
    for (int i = 0; metres * (i % 3 == 1 ? 2.5 : 2.0) * view.scale() <= longest; ++i)
        metres *= i % 3 == 1 ? 2.5 : 2.0;
    const double size = metres * view.scale();
    const SvgPoint right = {view.width - k_margin, view.height - k_margin - 22.0};
    svg.line({right.x - size, right.y}, right,
             fmt::format("stroke=\"{}\" stroke-width=\"2\"", k_faint));
    svg.text({right.x - 0.5 * size, right.y + 16.0}, 12.0, fmt::format("{:g} m", metres),
             fmt::format("fill=\"{}\" text-anchor=\"middle\"", k_faint));
}

}  // namespace

std::string race_picture(const Track& track, const std::vector<SampledPath>& paths,
                         const RacePictureText& text, const PlotPanel& plots) {
    const View view(track);
    const double plot_width = view.width - 2.0 * k_margin;
    const double plot_height = plots.plots.empty() ? 0.0 : panel_height(plots, plot_width);
    SvgWriter svg(view.width, view.height + plot_height, k_paper);
    svg.text({k_margin, k_margin + 22.0}, 26.0, text.title,
             fmt::format("fill=\"{}\" font-weight=\"bold\"", k_ink));
    for (int line = 0; line < 2; ++line)
        svg.text({k_margin, k_margin + 46.0 + 20.0 * line}, 14.5, text.subtitle[line],
                 fmt::format("fill=\"{}\"", k_faint));

    const SvgPath left = along_track(track, view, 1.0), right = along_track(track, view, -1.0);
    // The surface is what lies between the edges, whichever way the track winds or crosses itself:
    // a wide stroke along the centre would need one width.
    svg.begin_paths("stroke-linejoin=\"round\"");
    SvgPath surface;
    const std::size_t n = track.size();
    for (std::size_t i = 0; i < n; ++i) {
        const auto corner = [&](std::size_t k, double offset) {
            return view.at(track.x()[k] - offset * std::sin(track.heading()[k]),
                           track.y()[k] + offset * std::cos(track.heading()[k]));
        };
        const std::size_t next = (i + 1) % n;
        surface.move_to(corner(i, track.left()[i]));
        surface.line_to(corner(i, -track.right()[i]));
        surface.line_to(corner(next, -track.right()[next]));
        surface.line_to(corner(next, track.left()[next]));
        surface.close();
    }
    svg.path(surface,
             fmt::format("fill=\"{0}\" stroke=\"{0}\" stroke-width=\"6\"", k_asphalt.text()));
    for (const SvgPath* edge : {&left, &right})
        svg.path(*edge, "fill=\"none\" stroke=\"#7d8798\" stroke-width=\"14\"");
    svg.path(along_track(track, view, 0.0),
             "fill=\"none\" stroke=\"#5d6676\" stroke-width=\"8\" stroke-dasharray=\"60 60\"");
    svg.end_paths();

    const SpeedRange range = speed_range(paths, track.length());
    draw_paths(svg, view, paths, track.length(), range);
    draw_start(svg, track, view);
    draw_legend(svg, view, range);
    draw_scale(svg, view);
    if (!plots.plots.empty()) draw_panel(svg, plots, {k_margin, view.height}, plot_width);
    return svg.finish();
}

}  // namespace lanewise::program
