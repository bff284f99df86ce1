// Figures of rigid bodies and rays: the chosen backend and Debian's engines in one thread each.

#include <fmt/format.h>

#include <lanewise/physics/rays/mesh_index.hpp>

#include <algorithm>
#include <cmath>

#include "check/figure.hpp"
#include "check/heap_count.hpp"
#include "rigid/engines.hpp"
#include "rigid/ray_rates.hpp"
#include "thread_clock.hpp"

namespace lanewise::bench {
namespace {

using enum Figure::Bound;

constexpr double k_sample = 0.02;  // [s]

template <class Value>
Value median(std::vector<Value> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

double seconds_of(RigidScene& scene, int steps) {
    const double start = thread_seconds();
    scene.step(steps);
    return thread_seconds() - start;
}

std::string described(const char* who, const Quality& q) {
    return fmt::format("{}: drift {:.2g} mm, overlap {:.2g} mm, {} points", who, 1e3 * q.drift,
                       1e3 * q.penetration, q.contacts);
}

/// Both engines run the whole scene side by side, some steps each in turn.
void report_scene(const Report& report, const Scene& scene, double target) {
    Figure figure{fmt::format("{}, times Bullet", scene.name), 0, target};
    figure.is_measured = k_bullet.is_built();
    std::vector<double> ratios;
    for (int run = 0; figure.is_measured && run < 5; ++run) {
        const auto ours = k_lanewise.make(scene), theirs = k_bullet.make(scene);
        ours->step(scene.warm_steps);
        theirs->step(scene.warm_steps);
        constexpr int turn = 10;
        double our_seconds = 0, their_seconds = 0;
        for (int step = 0; step < scene.timed_steps; step += turn) {
            our_seconds += seconds_of(*ours, turn);
            their_seconds += seconds_of(*theirs, turn);
        }
        ratios.push_back(their_seconds / our_seconds);
        figure.note = fmt::format(
            "{:.3g} us a body step; {}; {}",
            1e6 * our_seconds / (scene.timed_steps * static_cast<double>(scene.movers())),
            described("ours", ours->quality()), described("Bullet", theirs->quality()));
    }
    if (figure.is_measured) figure.measured = median(ratios);
    report(figure);
}

void report_rays(const Report& report, const RaySet& set, const RayEngine& ours,
                 const RayEngine& theirs, const char* times, double target) {
    Figure figure{fmt::format("rays {}, {}, times {}", set.order, ours.name, times), 0, target};
    if (!theirs.is_built()) {
        figure.is_measured = false;
    } else {
        RayRun us(ours, set), them(theirs, set);
        std::vector<double> rates;
        figure.measured = median_ratio(
            [&] {
                rates.push_back(1e-6 / us.seconds_per_ray(k_sample));
                return 1e-6 / rates.back();
            },
            [&] { return them.seconds_per_ray(k_sample); });
        figure.note = fmt::format("{:.3g} M/s", median(rates));
    }
    report(figure);
}

/// Ratios of speeds mean something only between engines that find the same.
void report_agreement(const Report& report) {
    RayRun ours(k_lanewise_mesh_batch, random_rays());
    const std::vector<float> found = ours.all_distances();
    report({"rays that miss, of 1048576",
            static_cast<double>(std::ranges::count_if(found, [](float d) { return d > 1; })), 0,
            at_most});
    Figure figure{"rays, largest difference of a distance [m]", 0, 1e-4, at_most};
    if (!k_embree_single.is_built()) {
        figure.is_measured = false;
    } else {
        const std::vector<float> expected = RayRun(k_embree_single, random_rays()).all_distances();
        double worst = 0;
        for (std::size_t i = 0; i < found.size(); ++i) {
            const double difference = std::abs(static_cast<double>(found[i]) - expected[i]);
            if (!(difference <= worst)) worst = difference;
        }
        figure.measured = worst;
    }
    report(figure);
}

double free_microseconds() {
    const Scene scene = free_bodies();
    const auto world = k_lanewise.make(scene);
    world->step(10);
    std::vector<double> samples;
    constexpr int steps = 100;
    for (int i = 0; i < 11; ++i) samples.push_back(seconds_of(*world, steps) / steps);
    return 1e6 * median(samples) / static_cast<double>(scene.movers());
}

double line_over_grid() {
    const auto grid = k_lanewise.make(statics_on_grid());
    const auto line = k_lanewise.make(statics_on_line());
    grid->step(10);
    line->step(10);
    constexpr int steps = 50;
    return median_ratio([&] { return seconds_of(*grid, steps); },
                        [&] { return seconds_of(*line, steps); });
}

double index_milliseconds() {
    std::vector<Vec3> vertices;
    for (const auto& [x, y, z] : ground_mesh().vertices) vertices.push_back({x, y, z});
    const auto mesh =
        std::make_shared<const TriangleMesh>(std::move(vertices), ground_mesh().triangles);
    std::vector<double> samples;
    for (int i = 0; i < 11; ++i) {
        const double start = thread_seconds();
        const MeshIndex index(mesh);
        samples.push_back(thread_seconds() - start);
    }
    return 1e3 * median(samples);
}

double allocations_of_step(const Scene& scene) {
    const auto world = k_lanewise.make(scene);
    world->step(30);
    constexpr int steps = 20;
    const std::size_t before = heap_allocations();
    world->step(steps);
    return static_cast<double>(heap_allocations() - before) / steps;
}

}  // namespace

void measure_rigid(const Report& report) {
    report_scene(report, pyramid(), 5);
    report_scene(report, spheres(), 2.5);
    report_scene(report, many_worlds(), 6);

    report_agreement(report);
    const RaySet &random = random_rays(), &sorted = sorted_rays();
    const RayEngine &single = k_lanewise_world_single, &batch = k_lanewise_world_batch;
    report_rays(report, random, single, k_bullet_world_single, "Bullet", 3);
    report_rays(report, sorted, single, k_bullet_world_single, "Bullet", 4);
    report_rays(report, random, batch, k_bullet_world_single, "Bullet", 10);
    report_rays(report, sorted, batch, k_bullet_world_single, "Bullet", 12);
    const RayEngine& mesh = k_lanewise_mesh_batch;
    report_rays(report, random, mesh, k_embree_packets, "Embree x 16", 2);
    report_rays(report, sorted, mesh, k_embree_packets, "Embree x 16", 0.75);

    report({"free bodies, us a body step", free_microseconds(), 0.04, at_most});
    report({"10000 statics on a line, times on a grid", line_over_grid(), 1.2, at_most});
    report({"index of 131072 triangles, ms", index_milliseconds(), 12, at_most});
    report({"allocations in a step of pyramid", allocations_of_step(pyramid()), 0, at_most});
    report({"allocations in a step of worlds", allocations_of_step(many_worlds()), 0, at_most});
}

}  // namespace lanewise::bench
