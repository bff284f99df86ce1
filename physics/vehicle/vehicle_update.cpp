#include <lanewise/kernels/backend_choice.hpp>
#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/dynamics/world_access.hpp>
#include <lanewise/physics/parallel.hpp>
#include <lanewise/physics/vehicle/lanes.hpp>
#include <lanewise/physics/vehicle/update_scratch.hpp>
#include <lanewise/physics/vehicle/vehicle_system.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lanewise {
namespace {

using detail::each_column;
using detail::k_lanes;
using detail::UpdateScratch;
using detail::UpdateTask;
using detail::Vehicle;
using detail::VehicleBin;
using detail::VehicleData;

/// Of a task: enough rays at once for the meshes, few enough columns for the fast cache.
constexpr std::uint32_t k_blocks_a_task = 4;
constexpr int k_tire_passes = 8;

void require_worlds(VehicleSystem::Worlds worlds, UpdateScratch& s) {
    if (std::ranges::equal(worlds, s.checked_worlds)) return;
    for (std::size_t i = 0; i < worlds.size(); ++i)
        if (worlds[i] == nullptr) refuse(fmt::format("worlds[{}]", i), "null", "must be a world");
    s.sorted_worlds.assign(worlds.begin(), worlds.end());
    std::ranges::sort(s.sorted_worlds);
    if (std::ranges::adjacent_find(s.sorted_worlds) != s.sorted_worlds.end())
        refuse("worlds", "the same world twice", "must be different worlds");
    s.checked_worlds.assign(worlds.begin(), worlds.end());
}

void require_update(const VehicleData& data, VehicleSystem::Worlds worlds, double h) {
    require_positive("VehicleSystem.update.h", h);
    require_worlds(worlds, *data.scratch);
    for (std::size_t i = 0; i < data.vehicles.size(); ++i) {
        const Vehicle& v = data.vehicles[i];
        if (!v.is_alive) continue;
        if (v.world >= worlds.size())
            refuse("worlds", fmt::format("{} of them", worlds.size()),
                   fmt::format("must name world {} of vehicle {}", v.world, i));
        if (!worlds[v.world]->contains(v.body))
            refuse(fmt::format("vehicle {}", i), "without a chassis",
                   "must be removed by VehicleSystem::remove");
    }
}

void list_tasks(const VehicleData& data, UpdateScratch& s) {
    s.tasks.clear();
    for (std::uint32_t b = 0; b < data.bins.size(); ++b) {
        const auto blocks = static_cast<std::uint32_t>(data.bins[b].blocks.size());
        for (std::uint32_t begin = 0; begin < blocks; begin += k_blocks_a_task)
            s.tasks.push_back({b, begin, std::min(begin + k_blocks_a_task, blocks)});
    }
    if (s.memories.size() < s.tasks.size()) s.memories.resize(s.tasks.size());
}

void run_kernel(VehicleBin& bin, const UpdateTask& task, double h) {
    kernels::VehicleCall<double> call{};
    call.blocks = bin.blocks.data() + task.begin;
    call.wheels = bin.wheels.data() + task.begin * bin.wheel_count;
    call.block_count = task.end - task.begin;
    call.wheel_count = static_cast<int>(bin.wheel_count);
    call.passes = k_tire_passes;
    call.timestep = h;
    kernels::chosen_table().vehicle.update(call);
}

/// Copies one lane of all columns.
template <class Block>
void copy_lane(const Block& from, std::size_t from_lane, Block& to, std::size_t to_lane) {
    const auto* source = reinterpret_cast<const double*>(&from) + from_lane;
    each_column(to, to_lane, [&](double& number) {
        number = *source;
        source += k_lanes;
    });
}

void copy_vehicle(const VehicleBin& from, std::size_t from_lane, VehicleBin& to,
                  std::size_t to_lane) {
    copy_lane(from.blocks[from_lane / k_lanes], from_lane % k_lanes, to.blocks[to_lane / k_lanes],
              to_lane % k_lanes);
    for (std::size_t i = 0; i < from.wheel_count; ++i)
        copy_lane(from.wheel(from_lane, i), from_lane % k_lanes, to.wheel(to_lane, i),
                  to_lane % k_lanes);
}

/// Vehicles that share dynamic ground push it one after the other, in the order of their chassis,
/// so that each one sees what the others do to it. Finds out who waits, and for which round.
void find_rounds(const VehicleData& data, UpdateScratch& s) {
    s.uses.clear();
    s.waiting.clear();
    for (std::size_t t = 0; t < s.tasks.size(); ++t) {
        if (!s.memories[t].has_giving_ground) continue;
        const VehicleBin& bin = data.bins[s.tasks[t].bin];
        for (const std::uint32_t lane : s.memories[t].lanes)
            for (std::size_t i = 0; i < bin.wheel_count; ++i) {
                if (!(bin.wheel(lane, i).support_group[lane % k_lanes] >= 0)) continue;
                const std::uint32_t owner = bin.owners[lane];
                const Vehicle& v = data.vehicles[owner];
                s.uses.push_back({v.world, bin.notes[lane * bin.wheel_count + i].ground.index,
                                  v.body.index, owner});
            }
    }
    std::ranges::sort(s.uses);
    s.uses.erase(std::unique(s.uses.begin(), s.uses.end()), s.uses.end());
    // The round of a vehicle is one more than the latest of those before it on the same ground.
    s.rounds.assign(data.vehicles.size(), 0);
    for (bool changes = true; changes;) {
        changes = false;
        for (std::size_t i = 1; i < s.uses.size(); ++i) {
            const detail::GroundUse &before = s.uses[i - 1], &use = s.uses[i];
            if (before.world != use.world || before.place != use.place) continue;
            const std::uint32_t least = s.rounds[before.vehicle] + 1;
            if (s.rounds[use.vehicle] >= least) continue;
            s.rounds[use.vehicle] = least;
            changes = true;
        }
    }
    s.leaders.clear();
    for (const detail::GroundUse& use : s.uses)
        if (s.rounds[use.vehicle] > 0)
            s.waiting.push_back({s.rounds[use.vehicle], use.vehicle});
        else
            s.leaders.push_back(use.vehicle);
    const auto make_unique = [](auto& list) {
        std::ranges::sort(list);
        list.erase(std::unique(list.begin(), list.end()), list.end());
    };
    make_unique(s.leaders);
    make_unique(s.waiting);
}

bool waits(const UpdateScratch& s, std::uint32_t vehicle) {
    return !s.waiting.empty() && s.rounds[vehicle] > 0;
}

/// Lanes of waiting vehicles take no step with the others.
void keep_waiting(VehicleData& data) {
    UpdateScratch& s = *data.scratch;
    if (s.kept.size() < s.waiting.size()) s.kept.resize(s.waiting.size());
    for (std::size_t k = 0; k < s.waiting.size(); ++k) {
        const Vehicle& v = data.vehicles[s.waiting[k].vehicle];
        VehicleBin& kept = s.kept[k];
        kept.wheel_count = data.bins[v.bin].wheel_count;
        kept.blocks.resize(1);
        kept.wheels.resize(kept.wheel_count);
        for (std::size_t lane = 0; lane < k_lanes; ++lane)
            copy_vehicle(data.bins[v.bin], v.lane, kept, lane);
    }
}

/// One vehicle after the other; this is rare, so that its lanes are not filled.
void run_waiting(VehicleData& data, double h) {
    UpdateScratch& s = *data.scratch;
    for (const std::uint32_t vehicle : s.leaders) detail::push_grounds(data, vehicle);
    for (std::size_t k = 0; k < s.waiting.size(); ++k) {
        const std::uint32_t vehicle = s.waiting[k].vehicle;
        const Vehicle& v = data.vehicles[vehicle];
        VehicleBin& bin = data.bins[v.bin];
        copy_vehicle(s.kept[k], 0, bin, v.lane);
        detail::gather_grounds(data, vehicle, h);
        copy_vehicle(bin, v.lane, s.kept[k], 0);
        run_kernel(s.kept[k], {v.bin, 0, 1}, h);
        copy_vehicle(s.kept[k], 0, bin, v.lane);
        detail::scatter_vehicle(data, vehicle, h);
        detail::push_grounds(data, vehicle);
    }
}

}  // namespace

void VehicleSystem::update(Worlds worlds, double h, int max_threads) {
    VehicleData& data = *data_;
    if (data.scratch == nullptr) data.scratch = std::make_unique<UpdateScratch>();
    require_update(data, worlds, h);
    if (data.alive == 0) return;
    UpdateScratch& s = *data.scratch;
    s.worlds.clear();
    for (PhysicsWorld* world : worlds) s.worlds.push_back(&detail::WorldAccess::data(*world));
    if (s.grounds.size() < worlds.size()) s.grounds.resize(worlds.size());
    parallel_parts(worlds.size(), 16, max_threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            s.grounds[i].look_at(*s.worlds[i]);
            s.worlds[i]->is_loaded = true;
        }
    });
    list_tasks(data, s);
    const auto each_task = [&](const auto& run) {
        parallel_parts(s.tasks.size(), 1, max_threads, [&](std::size_t begin, std::size_t end) {
            for (std::size_t t = begin; t < end; ++t) run(s.tasks[t], s.memories[t]);
        });
    };
    // No load of a world changes before all of them are gathered.
    each_task([&](const UpdateTask& task, detail::TaskMemory& memory) {
        detail::prepare_vehicles(data, task, h, memory);
        detail::gather_vehicles(data, task, h, memory);
        if (!memory.has_giving_ground) run_kernel(data.bins[task.bin], task, h);
    });
    const bool has_giving_ground =
        std::any_of(s.memories.begin(), s.memories.begin() + static_cast<long>(s.tasks.size()),
                    [](const detail::TaskMemory& memory) { return memory.has_giving_ground; });
    s.waiting.clear();
    if (has_giving_ground) {
        find_rounds(data, s);
        keep_waiting(data);
        each_task([&](const UpdateTask& task, const detail::TaskMemory& memory) {
            if (memory.has_giving_ground) run_kernel(data.bins[task.bin], task, h);
        });
    }
    each_task([&](const UpdateTask& task, const detail::TaskMemory& memory) {
        const VehicleBin& bin = data.bins[task.bin];
        for (const std::uint32_t lane : memory.lanes)
            if (!waits(s, bin.owners[lane])) detail::scatter_vehicle(data, bin.owners[lane], h);
    });
    if (has_giving_ground) run_waiting(data, h);
}

}  // namespace lanewise
