// Scenes of rigid bodies and rays in one thread, this library with every backend of this CPU and
// the engines of Debian beside it. Names: rigid/<scene>/<who> and rays/<order>/<who>.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <lanewise/kernels/backend.hpp>

#include "rigid/engines.hpp"
#include "rigid/ray_rates.hpp"
#include "run_benchmarks.hpp"
#include "thread_clock.hpp"

namespace lanewise::bench {
namespace {

/// Iterations go round the timed steps of the scene, each round with a fresh scene.
void run_scene(benchmark::State& state, SceneEngine engine, Scene (*make)(), std::string backend) {
    set_backend(backend);
    const Scene scene = make();
    constexpr int turn = 10;
    std::unique_ptr<RigidScene> stepped;
    int step = scene.timed_steps;
    for (auto _ : state) {
        if (step >= scene.timed_steps) {
            stepped = engine.make(scene);
            stepped->step(scene.warm_steps);
            step = 0;
        }
        const double start = thread_seconds();
        stepped->step(turn);
        state.SetIterationTime(thread_seconds() - start);
        step += turn;
    }
    state.SetItemsProcessed(state.iterations() * turn * static_cast<std::int64_t>(scene.movers()));
    const Quality quality = stepped->quality();
    state.counters["drift"] = quality.drift;
    state.counters["overlap"] = quality.penetration;
    state.counters["points"] = static_cast<double>(quality.contacts);
}

void run_rays(benchmark::State& state, RayEngine engine, const RaySet& (*make)(),
              std::string backend) {
    set_backend(backend);
    RayRun run(engine, make());
    run.all_distances();
    for (auto _ : state) state.SetIterationTime(run.cast_part());
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(RayRun::k_part));
}

/// Calls add(name, backend) for this library with each backend.
template <class Add>
void for_each_backend(const char* engine, const Add& add) {
    for (const BackendInfo& info : available_backends()) {
        const std::string backend = fmt::format("{}:{}", info.name, info.target);
        add(fmt::format("{}:{}", engine, backend), backend);
    }
}

void register_scenes() {
    struct Named {
        const char* name;
        Scene (*make)();
    };
    for (const Named scene :
         {Named{"pyramid", pyramid}, Named{"spheres", spheres}, Named{"worlds", many_worlds},
          Named{"free", free_bodies}, Named{"statics_on_grid", statics_on_grid},
          Named{"statics_on_line", statics_on_line}}) {
        const auto add = [&](const SceneEngine& engine, const std::string& who,
                             const std::string& backend) {
            benchmark::RegisterBenchmark(fmt::format("rigid/{}/{}", scene.name, who).c_str(),
                                         run_scene, engine, scene.make, backend)
                ->UseManualTime()
                ->MinTime(0.5)
                ->Unit(benchmark::kMillisecond);
        };
        for_each_backend(k_lanewise.name, [&](const std::string& who, const std::string& backend) {
            add(k_lanewise, who, backend);
        });
        if (k_bullet.is_built()) add(k_bullet, k_bullet.name, "auto");
    }
}

void register_rays() {
    struct Named {
        const char* name;
        const RaySet& (*make)();
    };
    for (const Named rays : {Named{"random", random_rays}, Named{"sorted", sorted_rays}}) {
        const auto add = [&](const RayEngine& engine, const std::string& who,
                             const std::string& backend) {
            benchmark::RegisterBenchmark(fmt::format("rays/{}/{}", rays.name, who).c_str(),
                                         run_rays, engine, rays.make, backend)
                ->UseManualTime()
                ->MinTime(0.2)
                ->Unit(benchmark::kMillisecond);
        };
        for (const RayEngine& engine : {k_lanewise_world_single, k_lanewise_world_batch,
                                        k_lanewise_mesh_single, k_lanewise_mesh_batch})
            for_each_backend(engine.name, [&](const std::string& who, const std::string& backend) {
                add(engine, who, backend);
            });
        for (const RayEngine& engine : {k_bullet_world_single, k_embree_single, k_embree_packets})
            if (engine.is_built()) add(engine, engine.name, "auto");
    }
}

}  // namespace
}  // namespace lanewise::bench

int main(int argc, char** argv) {
    lanewise::bench::register_scenes();
    lanewise::bench::register_rays();
    return lanewise::bench::run_benchmarks(argc, argv);
}
