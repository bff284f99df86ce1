#include <lanewise/physics/program/field.hpp>
#include <lanewise/physics/racing/random.hpp>

#include <cmath>

namespace lanewise::program {
namespace {

/// What a random number is for.
enum Draw : std::uint32_t {
    k_friction,
    k_front,
    k_rear,
    k_height,
    k_mass,
    k_inertia,
    k_drive,
    k_top_speed,
    k_look,
    k_pace,
    k_shift,
    k_caution,
    k_place,
    k_side
};

/// A number in [-1, 1).
double draw(std::uint64_t seed, std::uint64_t agent, Draw what) {
    const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
    const auto words =
        philox4x32({low(agent), low(agent >> 32), what, 0}, {low(seed), low(seed >> 32)});
    return 2.0 * unit_interval(words[0], words[1]) - 1.0;
}

/// Slowest pace of a driver, in shares of the profile's speed.
constexpr double k_slowest = 0.92;
/// Most of the way that a driver stays back from the route towards the centre line.
constexpr double k_most_caution = 0.5;

}  // namespace

Entrant entrant(const Field& field, const Track& track, std::uint64_t agent) {
    const auto vary = [&](double value, Draw what) {
        return value * (1.0 + field.spread * draw(field.seed, agent, what));
    };
    Entrant e;
    e.car = field.car;
    e.car.mu = vary(e.car.mu, k_friction);
    e.car.C_Sf = vary(e.car.C_Sf, k_front);
    e.car.C_Sr = vary(e.car.C_Sr, k_rear);
    e.car.h = vary(e.car.h, k_height);
    e.car.m = vary(e.car.m, k_mass);
    e.car.I = vary(e.car.I, k_inertia);
    e.car.a_max = vary(e.car.a_max, k_drive);
    e.car.v_max = vary(e.car.v_max, k_top_speed);

    e.habits = habits_for(e.car, field.interval);
    if (field.kinematic) {
        e.habits.yaw_damping = 0.0;
        e.habits.balance = {};
    }
    e.habits.look_time = vary(e.habits.look_time, k_look);
    const double skill = 0.5 * (1.0 + draw(field.seed, agent, k_pace));
    e.habits.pace = (k_slowest + (1.0 - k_slowest) * skill) * std::sqrt(e.car.mu / field.car.mu);
    e.habits.caution = k_most_caution * 0.5 * (1.0 + draw(field.seed, agent, k_caution));
    e.habits.shift = field.shift * draw(field.seed, agent, k_shift);

    const std::uint64_t race = agent / field.cars_per_race;
    const auto row = static_cast<double>(agent % field.cars_per_race);
    const double place = 0.5 * (1.0 + draw(field.seed, race, k_place)) * track.length();
    const double side = field.shift * draw(field.seed, agent, k_side);
    const PlanarPose pose = track.to_cartesian(place - row * field.gap, side, 0.0);
    e.start = {.x = pose.x, .y = pose.y, .psi = pose.psi};
    return e;
}

}  // namespace lanewise::program
