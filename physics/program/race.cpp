#include <lanewise/physics/program/heat.hpp>
#include <lanewise/physics/program/race.hpp>

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>

namespace lanewise::program {
namespace {

/// Agents of a heat: whole cache lines and vectors, about 256 KB in binary32.
constexpr std::uint64_t k_largest_heat = 1024;
constexpr std::uint64_t k_smallest_heat = 64;
/// Control steps that a heat takes at a time: the next ones find it in the cache.
constexpr std::uint64_t k_steps_at_once = 200;

std::uint64_t heat_size(const RaceOptions& options) {
    const std::uint64_t parts = 4 * static_cast<std::uint64_t>(options.threads);
    const std::uint64_t fair = (options.field.agents + parts - 1) / parts;
    const std::uint64_t wanted = std::clamp(fair, k_smallest_heat, k_largest_heat);
    // Cars of one race stay together.
    const std::uint64_t unit =
        std::max<std::uint64_t>(k_smallest_heat, options.field.cars_per_race);
    const std::uint64_t rounded = (wanted + unit - 1) / unit * unit;
    return rounded / options.field.cars_per_race * options.field.cars_per_race;
}

/// The farthest that a driver looks: faster cars look no farther.
double farthest_look(const RaceOptions& options) {
    const DriverHabits habits = habits_for(options.field.car, options.field.interval);
    return habits.look_base + 1.2 * habits.look_time * options.field.car.v_max;
}

}  // namespace

template <class Real>
RaceResult run_race(const Track& track, const Route& route, const std::vector<double>& speed,
                    const RaceOptions& options, const std::function<void(double)>& progress) {
    const RouteMap<Real> map(route, speed, farthest_look(options));
    const auto threads = static_cast<std::size_t>(options.threads);
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    tbb::task_arena arena(options.threads);

    const std::uint64_t agents = options.field.agents, size = heat_size(options);
    std::vector<std::unique_ptr<Heat<Real>>> heats((agents + size - 1) / size);
    const auto for_each_heat = [&](const auto& body) {
        arena.execute([&] { tbb::parallel_for(std::size_t{0}, heats.size(), body); });
    };
    for_each_heat([&](std::size_t h) {
        const std::uint64_t first = h * size;
        heats[h] = std::make_unique<Heat<Real>>(track, map, options, first,
                                                std::min(size, agents - first));
    });

    RaceResult result;
    const std::uint64_t chunks = (options.steps + k_steps_at_once - 1) / k_steps_at_once;
    std::atomic<std::uint64_t> done{0};
    std::mutex reporting;
    const auto start = std::chrono::steady_clock::now();
    for_each_heat([&](std::size_t h) {
        for (std::uint64_t c = 0; c < chunks; ++c) {
            const std::uint64_t from = c * k_steps_at_once;
            heats[h]->run(std::min(k_steps_at_once, options.steps - from), c + 1 == chunks);
            const std::uint64_t now = ++done;
            if (const std::unique_lock lock(reporting, std::try_to_lock); lock)
                progress(static_cast<double>(now) / static_cast<double>(chunks * heats.size()));
        }
    });
    result.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();

    StateHash hash;
    for (const auto& heat : heats) heat->add_to(result, hash);
    result.state_hash = hash.value();
    return result;
}

template RaceResult run_race<float>(const Track&, const Route&, const std::vector<double>&,
                                    const RaceOptions&, const std::function<void(double)>&);
template RaceResult run_race<double>(const Track&, const Route&, const std::vector<double>&,
                                     const RaceOptions&, const std::function<void(double)>&);

}  // namespace lanewise::program
