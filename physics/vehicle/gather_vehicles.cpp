#include <lanewise/physics/vehicle/lanes.hpp>
#include <lanewise/physics/vehicle/prediction.hpp>
#include <lanewise/physics/vehicle/update_scratch.hpp>

#include <algorithm>
#include <cmath>

namespace lanewise::detail {
namespace {

/// Whether something else than wheels touches the body: it does not give way under a wheel then.
bool is_held(const WorldData& world, std::uint32_t place) noexcept {
    return std::ranges::any_of(world.contacts, [place](const ManifoldRecord& record) {
        return record.a == place || record.b == place;
    });
}

void gather_motion(const WorldData& world, std::uint32_t place, double h, const Vec3& point,
                   std::size_t at, kernels::WheelBlock<double>& wheel) noexcept {
    const BodyTraits& traits = world.traits[place];
    store(wheel.support_velocity, at, world.motion[place].velocity);
    store(wheel.support_spin, at, world.motion[place].spin);
    Prediction p;
    if (traits.is_dynamic()) p = predict(world, place, h);
    store(wheel.support_kick_v, at, p.kick_v);
    store(wheel.support_kick_w, at, p.kick_w);
    wheel.support_inverse_mass[at] = p.inverse_mass;
    store(wheel.support_inverse_inertia, at, p.inverse_inertia);
    store(wheel.support_arm, at, point - world.world_centre(place));
}

/// The motion of what wheel i stands on. @returns whether it gives way.
bool gather_ground(const WorldData& world, std::size_t lane, std::size_t i, const RayHit& hit,
                   double h, VehicleBin& bin) noexcept {
    const std::size_t at = lane % k_lanes, n = bin.wheel_count;
    kernels::WheelBlock<double>& wheel = bin.wheel(lane, i);
    WheelNote* notes = &bin.notes[lane * n];
    const std::uint32_t place = hit.shape;
    const bool is_on_mover = hit && world.traits[place].kind != BodyKind::static_body;
    if (!is_on_mover) {
        // Most wheels stand on what never moves: their columns are zero already.
        if (!notes[i].is_on_mover) return false;
        notes[i].is_on_mover = false;
        store(wheel.support_velocity, at, {});
        store(wheel.support_spin, at, {});
        store(wheel.support_kick_v, at, {});
        store(wheel.support_kick_w, at, {});
        wheel.support_group[at] = -1;
        wheel.support_free[at] = 0;
        return false;
    }
    notes[i].is_on_mover = true;
    gather_motion(world, place, h, hit.point, at, wheel);
    wheel.support_group[at] = -1;
    wheel.support_free[at] = 0;
    if (!world.traits[place].is_dynamic()) return false;
    std::size_t first = 0;
    while (notes[first].ground != notes[i].ground) ++first;
    wheel.support_group[at] = static_cast<double>(first);
    wheel.support_free[at] = is_held(world, place) ? 0 : 1;
    return true;
}

/// Vehicles of one world that follow each other cast their rays together.
void cast_rays(VehicleData& data, const VehicleBin& bin, TaskMemory& memory) {
    const std::size_t n = bin.wheel_count;
    const auto world_of = [&](std::size_t k) {
        return data.vehicles[bin.owners[memory.lanes[k]]].world;
    };
    for (std::size_t begin = 0, end = 0; begin < memory.lanes.size(); begin = end) {
        const std::uint32_t world = world_of(begin);
        while (end < memory.lanes.size() && world_of(end) == world) ++end;
        data.scratch->grounds[world].cast(
            std::span(memory.rays).subspan(begin * n, (end - begin) * n), n,
            std::span(memory.own_places).subspan(begin, end - begin), memory.cast,
            std::span(memory.hits).subspan(begin * n, (end - begin) * n));
    }
}

}  // namespace

void gather_vehicles(VehicleData& data, const UpdateTask& task, double h, TaskMemory& memory) {
    VehicleBin& bin = data.bins[task.bin];
    const std::size_t n = bin.wheel_count;
    cast_rays(data, bin, memory);
    for (std::size_t k = 0; k < memory.lanes.size(); ++k) {
        const std::size_t lane = memory.lanes[k], at = lane % k_lanes;
        const std::uint32_t owner = bin.owners[lane];
        const Vehicle& v = data.vehicles[owner];
        const VehicleSetUp& set_up = data.descriptions[owner]->set_up;
        const WorldData& world = *data.scratch->worlds[v.world];
        const Vec3 centre = world.world_centre(v.body.index);
        for (std::size_t i = 0; i < n; ++i) {
            const RayHit& hit = memory.hits[k * n + i];
            kernels::WheelBlock<double>& wheel = bin.wheel(lane, i);
            WheelNote& note = bin.notes[lane * n + i];
            wheel.touching[at] = hit ? 1 : 0;
            note.ground = hit ? world.id(hit.shape) : BodyId{};
            note.contact = hit.point;
            if (hit) {
                wheel.compression[at] = std::max(0.0, set_up.wheels[i].full_drop - hit.distance);
                store(wheel.contact, at, hit.point - centre);
                store(wheel.normal, at, hit.normal);
                wheel.friction[at] = world.shape[hit.shape].material(hit.material).friction;
            } else {
                wheel.compression[at] = 0;
            }
            if (gather_ground(world, lane, i, hit, h, bin)) memory.has_giving_ground = true;
        }
    }
}

void gather_grounds(VehicleData& data, std::uint32_t vehicle, double h) {
    const Vehicle& v = data.vehicles[vehicle];
    VehicleBin& bin = data.bins[v.bin];
    const WorldData& world = *data.scratch->worlds[v.world];
    for (std::size_t i = 0; i < bin.wheel_count; ++i) {
        const WheelNote& note = bin.notes[v.lane * bin.wheel_count + i];
        kernels::WheelBlock<double>& wheel = bin.wheel(v.lane, i);
        if (wheel.support_group[v.lane % k_lanes] >= 0)
            gather_motion(world, note.ground.index, h, note.contact, v.lane % k_lanes, wheel);
    }
}

}  // namespace lanewise::detail
