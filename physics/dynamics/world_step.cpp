#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/dynamics/step_scratch.hpp>
#include <lanewise/physics/dynamics/world.hpp>
#include <lanewise/physics/dynamics/world_data.hpp>
#include <lanewise/physics/parallel.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lanewise {
namespace {

using detail::StepScratch;
using detail::WorldData;

/// Bodies of the worlds of a task: their contacts should stay in the fast cache.
constexpr std::size_t k_bodies_a_task = 512;

bool solve_alike(const WorldOptions& a, const WorldOptions& b) noexcept {
    return a.velocity_iterations == b.velocity_iterations &&
           a.position_iterations == b.position_iterations && a.slop == b.slop &&
           a.push_factor == b.push_factor && a.push_speed == b.push_speed &&
           a.restitution_threshold == b.restitution_threshold;
}

StepScratch& scratch_of(WorldData& world) {
    if (world.scratch == nullptr) world.scratch = std::make_unique<StepScratch>();
    return *world.scratch;
}

/// Asks for the first lines of a column.
template <class Column>
void fetch(const Column& column) noexcept {
    constexpr std::size_t line = 64, most = 8192;
    const auto* bytes = reinterpret_cast<const char*>(column.data());
    const std::size_t size = std::min(column.size() * sizeof(*column.data()), most);
    for (std::size_t i = 0; i < size; i += line) __builtin_prefetch(bytes + i);
}

/// Many small worlds are out of the fast cache when their turn comes: asking for what the next one
/// needs hides the wait.
void fetch_world(const WorldData& world) noexcept {
    fetch(world.traits);
    fetch(world.pose);
    fetch(world.motion);
    fetch(world.mass);
    fetch(world.shape);
    fetch(world.contacts);
    fetch(world.manifolds);
    // To be written.
    fetch(world.next_contacts);
    fetch(world.placed);
}

/// Failures are left in the first world's scratch.
void run_task(std::span<WorldData* const> worlds, double h) {
    WorldData& first = *worlds.front();
    StepScratch& task = scratch_of(first);
    task.parts.clear();
    task.failures.clear();
    task.bodies.clear();
    task.moves.clear();
    task.manifolds.clear();
    task.pairs.clear();
    for (std::size_t i = 0; i < worlds.size(); ++i) try {
            if (i + 1 < worlds.size()) fetch_world(*worlds[i + 1]);
            find_contacts(*worlds[i], h, task);
        } catch (...) {
            task.failures.push_back(std::current_exception());
        }
    solve_contacts(task, h, first.options);
    for (std::size_t i = 0; i < task.parts.size(); ++i) try {
            finish_step(task.parts[i], i, h, task);
        } catch (...) {
            task.failures.push_back(std::current_exception());
        }
}

void throw_first_failure(const StepScratch& task) {
    if (!task.failures.empty()) std::rethrow_exception(task.failures.front());
}

void require_step(double h) {
    require_positive("PhysicsWorld.step.h", h);
}

}  // namespace

void PhysicsWorld::step(double h) {
    require_step(h);
    WorldData* const self = data_.get();
    run_task(std::span(&self, 1), h);
    throw_first_failure(*self->scratch);
}

void PhysicsWorld::step(std::span<PhysicsWorld* const> worlds, double h, int max_threads) {
    require_step(h);
    for (const PhysicsWorld* world : worlds)
        if (world == nullptr) refuse("worlds", "null", "must be worlds");
    if (worlds.empty()) return;
    StepScratch& memory = scratch_of(*worlds.front()->data_);
    std::vector<WorldData*>& list = memory.worlds;
    list.clear();
    for (const PhysicsWorld* world : worlds) list.push_back(world->data_.get());
    std::vector<WorldData*>& sorted = memory.sorted;
    sorted.assign(list.begin(), list.end());
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
        refuse("worlds", "one world twice", "must be different worlds");

    std::vector<detail::StepTask>& tasks = memory.tasks;
    tasks.clear();
    std::size_t bodies = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const bool joins = !tasks.empty() && bodies < k_bodies_a_task &&
                           solve_alike(list[tasks.back().begin]->options, list[i]->options);
        if (!joins) {
            tasks.push_back({i, i});
            bodies = 0;
        }
        tasks.back().end = i + 1;
        bodies += list[i]->alive;
    }
    parallel_parts(tasks.size(), 1, max_threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t t = begin; t < end; ++t)
            run_task(std::span(list).subspan(tasks[t].begin, tasks[t].end - tasks[t].begin), h);
    });
    for (const detail::StepTask& task : tasks) throw_first_failure(*list[task.begin]->scratch);
}

}  // namespace lanewise
