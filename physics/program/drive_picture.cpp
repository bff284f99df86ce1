#include <lanewise/physics/program/drive_picture.hpp>

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>

namespace lanewise::program {
namespace {

/// CARLA's y points to the right; pictures of tracks have it upwards.
Track mirrored(const Track& line) {
    std::vector<double> y;
    for (const double number : line.y()) y.push_back(-number);
    return Track::from_points(line.x(), y, line.left(), line.right());
}

std::vector<SampledPath> mirrored(const std::vector<DrivenPath>& paths) {
    std::vector<SampledPath> out;
    for (const DrivenPath& path : paths) {
        SampledPath& one = out.emplace_back();
        one.agent = path.vehicle;
        for (const DrivePoint& p : path.points) {
            PathPoint point{};
            point.x = p.x;
            point.y = -p.y;
            point.v = p.speed;
            one.points.push_back(point);
        }
    }
    return out;
}

template <class Read>
PlotSeries series(std::string name, const DrivenPath& path, const Read& read) {
    PlotSeries out{std::move(name), {}};
    for (const DrivePoint& point : path.points) out.values.push_back(read(point));
    return out;
}

/// One line for each wheel.
template <class Read>
Plot wheel_plot(std::string title, const DrivenPath& path, const Read& read) {
    constexpr std::array<std::string_view, 6> names = {"FL", "FR", "RL", "RR", "R2L", "R2R"};
    Plot plot{std::move(title), {}};
    const std::size_t wheels = path.wheel_count;
    for (std::size_t w = 0; w < std::min(wheels, names.size()); ++w) {
        PlotSeries& line = plot.series.emplace_back(
            PlotSeries{std::string(wheels == 3 && w == 2 ? "R" : names[w]), {}});
        for (std::size_t i = w; i < path.wheels.size(); i += wheels)
            line.values.push_back(read(path.wheels[i]));
    }
    return plot;
}

PlotPanel telemetry_of(const DrivenPath& path, double seconds) {
    PlotPanel panel;
    panel.title =
        fmt::format("Telemetry of vehicle {}, a {}, against time [s]", path.vehicle, path.name);
    panel.seconds = seconds;
    panel.plots = {
        {"Speed [m/s]", {series("", path, [](const DrivePoint& p) { return p.speed; })}},
        {"Pedals and steering",
         {series("throttle", path, [](const DrivePoint& p) { return p.throttle; }),
          series("brake", path, [](const DrivePoint& p) { return p.brake; }),
          series("steer", path, [](const DrivePoint& p) { return p.steer; })}},
        {"Engine [1000 rpm] and gear",
         {series("engine", path, [](const DrivePoint& p) { return p.engine_rpm * 1e-3f; }),
          series("gear", path, [](const DrivePoint& p) { return static_cast<float>(p.gear); })}},
        wheel_plot("Tire load [kN]", path, [](const DriveWheelPoint& w) { return w.load * 1e-3f; }),
        wheel_plot("Slip angle [deg]", path, [](const DriveWheelPoint& w) { return w.lat_slip; }),
        wheel_plot("Suspension compression [mm]", path,
                   [](const DriveWheelPoint& w) { return w.compression * 1e3f; })};
    return panel;
}

}  // namespace

std::string drive_picture(const RoadCourse& course, const DriveResult& result, double seconds,
                          const RacePictureText& text) {
    const PlotPanel plots =
        result.paths.empty() ? PlotPanel{} : telemetry_of(result.paths.front(), seconds);
    return race_picture(mirrored(course.line), mirrored(result.paths), text, plots);
}

}  // namespace lanewise::program
