// Figures of vehicles: the tire solve in lanes, and whole cars beside Debian's Bullet, one thread.

#include <fmt/format.h>

#include <lanewise/kernels/backend_choice.hpp>

#include <algorithm>
#include <memory>
#include <vector>

#include "check/figure.hpp"
#include "thread_clock.hpp"
#include "vehicle/car_scene.hpp"
#include "vehicle/tire_workload.hpp"

namespace lanewise::bench {
namespace {

using enum Figure::Bound;

constexpr std::size_t k_vehicles = 1024;

/// Nanoseconds that one table takes for the tires of a vehicle.
template <class T>
double nanoseconds(TireBatch<T>& batch, const kernels::KernelTable& table) {
    constexpr double sample = 0.005;  // [s]
    const double start = thread_seconds();
    std::size_t solves = 0;
    double seconds = 0;
    do {
        batch.solve(table);
        solves += batch.size();
        seconds = thread_seconds() - start;
    } while (seconds < sample);
    return 1e9 * seconds / static_cast<double>(solves);
}

template <class T>
void report_tires(const Report& report, const char* precision, double least_ratio,
                  const double (&most)[3]) {
    const kernels::KernelTable& lanes = kernels::chosen_table();
    const kernels::KernelTable& scalar = kernels::find_table("scalar:fma");
    for (int g = 0; g < 3; ++g) {
        const TireGround ground = k_tire_grounds[g];
        TireBatch<T> one(k_vehicles, ground), other(k_vehicles, ground);
        std::vector<double> times;
        const double ratio = median_ratio(
            [&] {
                times.push_back(nanoseconds(one, lanes));
                return times.back();
            },
            [&] { return nanoseconds(other, scalar); });
        std::ranges::sort(times);
        const std::string name = fmt::format("tires {}, {}", precision, name_of(ground));
        report({name + ", times own scalar", ratio, least_ratio, at_least,
                fmt::format("{}:{}", lanes.backend, lanes.target)});
        report({name + " [ns]", times[times.size() / 2], most[g], at_most});
    }
}

double seconds_of(CarRun& run, int steps) {
    const double start = thread_seconds();
    run.step(steps);
    return thread_seconds() - start;
}

/// Microseconds a car and step, and what the cars came to.
double microseconds(const CarScene& scene, std::unique_ptr<CarRun> run, std::string& note,
                    const char* who) {
    run->step(k_rest_steps);
    run->drive();
    const double seconds = seconds_of(*run, k_drive_steps);
    const double us = 1e6 * seconds / (k_drive_steps * static_cast<double>(scene.cars));
    note += fmt::format("{} {:.3g} us, {:.3g} m/s, {:.0f} % of wheels touch; ", who, us,
                        run->mean_speed(), 100 * run->wheels_on_ground());
    return us;
}

void report_cars(const Report& report, const CarScene& scene, double target) {
    Figure figure{
        fmt::format("{} cars, {}, times Bullet", scene.cars, scene.on_mesh ? "mesh" : "flat"), 0,
        target};
#if LANEWISE_WITH_BULLET
    std::vector<double> ratios;
    for (int run = 0; run < 3; ++run) {
        figure.note.clear();
        const double ours = microseconds(scene, make_lanewise_cars(scene), figure.note, "ours");
        ratios.push_back(microseconds(scene, make_bullet_cars(scene), figure.note, "Bullet") /
                         ours);
    }
    std::ranges::sort(ratios);
    figure.measured = ratios[1];
#else
    figure.is_measured = false;
#endif
    report(figure);
}

void report_scaling(const Report& report) {
    std::string note;
    const auto cost = [&](std::size_t cars) {
        const CarScene scene{cars, false};
        return microseconds(scene, make_lanewise_cars(scene), note, "ours");
    };
    const double few = cost(1024);
    report({"16384 cars, flat, cost of one by that among 1024", cost(16384) / few, 1.4, at_most,
            note});
}

}  // namespace

void measure_vehicle(const Report& report) {
    report_tires<double>(report, "binary64", 8, {110, 130, 150});
    report_tires<float>(report, "binary32", 16, {55, 65, 75});
    report_cars(report, {1, true}, 1);
    report_cars(report, {1024, true}, 8);
    report_cars(report, {1024, false}, 15);
    report_scaling(report);
}

}  // namespace lanewise::bench
