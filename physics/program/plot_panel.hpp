#pragma once

#include <lanewise/physics/program/svg_writer.hpp>

#include <string>
#include <vector>

namespace lanewise::program {

/// A line of a plot: values at equal steps of the horizontal axis.
struct PlotSeries {
    std::string name;  ///< empty: not in the legend
    std::vector<float> values;
};

/// A plot against time.
struct Plot {
    std::string title;  ///< with the unit
    std::vector<PlotSeries> series;
};

/// Plots side by side or one under the other, with one time axis.
struct PlotPanel {
    std::string title;
    double seconds = 0.0;  ///< what the horizontal axes span
    std::vector<Plot> plots;
};

/// Height that a panel takes at a width [px].
double panel_height(const PlotPanel& panel, double width);

/// Draws a panel into the rectangle of this width with its upper left corner at `corner`.
void draw_panel(SvgWriter& svg, const PlotPanel& panel, SvgPoint corner, double width);

}  // namespace lanewise::program
