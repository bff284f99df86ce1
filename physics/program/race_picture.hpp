#pragma once

#include <lanewise/physics/program/plot_panel.hpp>
#include <lanewise/physics/program/race.hpp>
#include <lanewise/physics/track/track.hpp>

#include <string>

namespace lanewise::program {

struct RacePictureText {
    std::string title;
    std::string subtitle[2];  ///< two lines
};

/// A picture of the track with the last round of each sampled path, coloured by speed, as SVG, and
/// plots under it, if there are any.
std::string race_picture(const Track& track, const std::vector<SampledPath>& paths,
                         const RacePictureText& text, const PlotPanel& plots = {});

}  // namespace lanewise::program
