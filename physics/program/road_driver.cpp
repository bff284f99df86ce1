#include <lanewise/physics/program/road_driver.hpp>
#include <lanewise/physics/program/speed_profile.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace lanewise::program {
namespace {

constexpr double k_drive = 1.5;         // what the profile asks of an engine [m/s2]
constexpr double k_brake = 1.8;         // and of the brakes [m/s2]
constexpr double k_standstill = 2.5;    // gap between cars at rest [m]
constexpr double k_look_base = 3.5;     // the driver looks this far ahead [m]
constexpr double k_look_time = 0.8;     // and this much farther per speed [s]
constexpr double k_passing_room = 3.6;  // cars farther apart than this sideways do not meet [m]
constexpr double k_finest = 2.5;        // wheelbase that sets the route's stations [m]

Route centre_line(const Track& line) {
    double widest = 0.0;
    for (std::size_t i = 0; i < line.size(); ++i)
        widest = std::max({widest, line.left()[i], line.right()[i]});
    return racing_line(line, widest, k_finest);
}

}  // namespace

RoadDrivers::RoadDrivers(const Track& line, std::vector<RoadHabits> habits, double lateral,
                         double v_max)
    : line_(line), route_(centre_line(line)), habits_(std::move(habits)) {
    SpeedLimits limits;
    limits.lateral = lateral;
    limits.drive = k_drive;
    limits.brake = k_brake;
    limits.v_switch = v_max;
    limits.v_max = v_max;
    limits.steering = 0.6;
    limits.wheelbase = k_finest;
    profile_ = speed_profile(route_, limits);
    ideal_lap_ = round_time(route_, profile_);
    const std::size_t n = habits_.size();
    for (std::vector<double>* column : {&x_, &y_, &yaw_, &s_, &ey_, &epsi_, &gap_, &lead_speed_})
        column->resize(n);
    order_.resize(n);
    std::iota(order_.begin(), order_.end(), std::uint32_t{0});
}

std::size_t RoadDrivers::station(double s) const {
    const auto i = static_cast<std::size_t>(line_.wrap(s) / route_.spacing);
    return i < route_.size() ? i : 0;
}

/// Distance and speed of the nearest car ahead in the same world that is in the way.
void RoadDrivers::find_gaps(std::span<const RoadState> states) {
    std::sort(order_.begin(), order_.end(), [this](std::uint32_t a, std::uint32_t b) {
        if (habits_[a].world != habits_[b].world) return habits_[a].world < habits_[b].world;
        if (s_[a] != s_[b]) return s_[a] < s_[b];
        return a < b;
    });
    for (std::size_t first = 0; first < order_.size();) {
        std::size_t end = first;
        while (end < order_.size() && habits_[order_[end]].world == habits_[order_[first]].world)
            ++end;
        const std::size_t cars = end - first;
        for (std::size_t k = 0; k < cars; ++k) {
            const std::uint32_t self = order_[first + k];
            gap_[self] = std::numeric_limits<double>::infinity();
            lead_speed_[self] = 0.0;
            constexpr std::size_t k_cars_seen = 4;
            for (std::size_t ahead = 1; ahead <= std::min(cars - 1, k_cars_seen); ++ahead) {
                const std::uint32_t other = order_[first + (k + ahead) % cars];
                if (!(std::abs(ey_[other] - ey_[self]) < k_passing_room)) continue;
                const double between = line_.wrap(s_[other] - s_[self]);
                gap_[self] = between - 0.5 * (habits_[other].length + habits_[self].length);
                lead_speed_[self] = std::max(0.0, states[other].speed);
                break;
            }
        }
        first = end;
    }
}

void RoadDrivers::drive(std::span<const RoadState> states, std::span<RoadTarget> targets) {
    const std::size_t n = habits_.size();
    for (std::size_t i = 0; i < n; ++i) {
        x_[i] = states[i].x;
        y_[i] = states[i].y;
        yaw_[i] = states[i].yaw;
    }
    line_.to_frenet(x_, y_, yaw_, s_, ey_, epsi_);
    find_gaps(states);
    for (std::size_t i = 0; i < n; ++i) {
        const RoadState& state = states[i];
        const RoadHabits& habit = habits_[i];
        const double v = std::max(0.0, state.speed);
        const std::size_t aim = station(s_[i] + k_look_base + k_look_time * v);
        const double dx = route_.x[aim] + habit.shift * route_.normal_x[aim] - state.x;
        const double dy = route_.y[aim] + habit.shift * route_.normal_y[aim] - state.y;
        const double ahead = dx * std::cos(state.yaw) + dy * std::sin(state.yaw);
        const double aside = dy * std::cos(state.yaw) - dx * std::sin(state.yaw);
        const double square = std::max(1.0, ahead * ahead + aside * aside);
        targets[i].steer = std::atan(2.0 * habit.wheelbase * aside / square);
        double speed = habit.pace * profile_[station(s_[i] + 0.4 * v)];
        // Behind another car: its speed, and the gap closed within the headway.
        const double room = gap_[i] - k_standstill - habit.headway * 0.5 * v;
        speed = std::min(speed, std::max(0.0, lead_speed_[i] + room / habit.headway));
        targets[i].speed = speed;
    }
}

}  // namespace lanewise::program
