#pragma once

#include <lanewise/physics/program/drive.hpp>
#include <lanewise/physics/program/race_picture.hpp>

#include <string>

namespace lanewise::program {

/// The course from above with the paths coloured by speed, and plots of the first sampled vehicle.
std::string drive_picture(const RoadCourse& course, const DriveResult& result, double seconds,
                          const RacePictureText& text);

}  // namespace lanewise::program
