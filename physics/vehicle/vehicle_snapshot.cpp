#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/vehicle/lanes.hpp>
#include <lanewise/physics/vehicle/record_bytes.hpp>
#include <lanewise/physics/vehicle/vehicle_data.hpp>
#include <lanewise/physics/vehicle/vehicle_system.hpp>

#include <fmt/format.h>

#include <cstring>

namespace lanewise {
namespace {

using detail::Vehicle;
using detail::VehicleBin;
using detail::VehicleData;
using detail::VehicleDescription;
using detail::VehicleState;

constexpr std::uint64_t k_magic = 0x31484556574cu;  // "LWVEH1"
constexpr std::size_t k_header = 2 * sizeof(std::uint64_t);

[[noreturn]] void refuse_bytes(const char* rule) {
    refuse("snapshot", "other bytes", rule);
}

/// Columns of a lane: which lane it is does not show.
template <class Block>
void put_lane(ByteWriter& out, const Block& block, std::size_t at) {
    detail::each_column(block, at, [&](const double& number) { out.put(number); });
}
template <class Block>
void take_lane(ByteReader& in, Block& block, std::size_t at) {
    detail::each_column(block, at, [&](double& number) { number = in.take<double>(); });
}

/// All but the number of its world.
void put_vehicle(ByteWriter& out, const VehicleState& state, std::size_t place) {
    const Vehicle& v = state.vehicles[place];
    const VehicleDescription& description = *state.descriptions[place];
    detail::put_record(out, description.physics);
    out.put(description.box.location);
    out.put(description.box.extent);
    out.put(v.body);
    detail::put_record(out, v.control);
    detail::put_record(out, v.applied);
    for (const bool flag :
         {v.last_reverse, v.is_ackermann, v.powertrain.is_automatic, v.rollover.is_counting})
        out.put(static_cast<std::uint8_t>(flag));
    out.put(v.controller);
    out.put(v.powertrain.engine_speed);
    out.put(v.powertrain.shift_time);
    out.put(v.powertrain.gear);
    out.put(v.powertrain.target_gear);
    out.put(v.rollover.time_left);
    out.put(v.rollover.stage);
    out.put(v.rollover.failure);
    const VehicleBin& bin = state.bins[v.bin];
    const std::size_t at = v.lane % detail::k_lanes;
    put_lane(out, bin.blocks[v.lane / detail::k_lanes], at);
    for (std::size_t i = 0; i < bin.wheel_count; ++i) {
        put_lane(out, bin.wheel(v.lane, i), at);
        const detail::WheelNote& note = bin.notes[v.lane * bin.wheel_count + i];
        out.put(note.ground);
        out.put(static_cast<std::uint8_t>(note.is_on_mover));
        out.put(note.steer);
        out.put(note.contact);
    }
}

bool take_flag(ByteReader& in) {
    return in.take<std::uint8_t>() != 0;
}

/// Adds the vehicle to the state, in a free lane.
void take_vehicle(ByteReader& in, VehicleState& state, std::size_t place) {
    Vehicle& v = state.vehicles[place];
    VehiclePhysicsControl physics;
    BoundingBox box;
    detail::take_record(in, physics);
    box.location = in.take<Vector3<Length>>();
    box.extent = in.take<Vector3<Length>>();
    if (in.is_short()) refuse_bytes("must be complete");
    const std::size_t wheels = physics.wheels.size();
    state.descriptions[place] =
        detail::describe(state, std::move(physics), box, "snapshot.vehicle");
    v.is_alive = true;
    v.body = in.take<BodyId>();
    detail::take_record(in, v.control);
    detail::take_record(in, v.applied);
    v.last_reverse = take_flag(in);
    v.is_ackermann = take_flag(in);
    v.powertrain.is_automatic = take_flag(in);
    v.rollover.is_counting = take_flag(in);
    v.controller = in.take<AckermannController>();
    v.powertrain.engine_speed = in.take<double>();
    v.powertrain.shift_time = in.take<double>();
    v.powertrain.gear = in.take<std::int32_t>();
    v.powertrain.target_gear = in.take<std::int32_t>();
    v.rollover.time_left = in.take<double>();
    v.rollover.stage = in.take<std::int32_t>();
    v.rollover.failure = in.take<VehicleFailureState>();
    detail::take_free_lane(state, wheels, static_cast<std::uint32_t>(place), v);
    VehicleBin& bin = state.bins[v.bin];
    const std::size_t at = v.lane % detail::k_lanes;
    take_lane(in, bin.blocks[v.lane / detail::k_lanes], at);
    for (std::size_t i = 0; i < bin.wheel_count; ++i) {
        take_lane(in, bin.wheel(v.lane, i), at);
        detail::WheelNote& note = bin.notes[v.lane * bin.wheel_count + i];
        note.ground = in.take<BodyId>();
        note.is_on_mover = take_flag(in);
        note.steer = in.take<double>();
        note.contact = in.take<Vec3>();
    }
    ++state.alive;
}

std::uint64_t hash_of(std::span<const std::byte> bytes) {
    StateHash hash;
    hash.add(bytes.data(), bytes.size());
    return hash.value();
}

}  // namespace

std::vector<std::byte> VehicleSystem::snapshot() const {
    const VehicleState& state = *data_;
    ByteWriter out;
    out.put(k_magic);
    out.put(std::uint64_t{0});
    out.put<std::uint64_t>(state.vehicles.size());
    for (std::size_t place = 0; place < state.vehicles.size(); ++place) {
        out.put(state.vehicles[place].generation);
        out.put(static_cast<std::uint8_t>(state.vehicles[place].is_alive));
        if (!state.vehicles[place].is_alive) continue;
        put_vehicle(out, state, place);
        out.put(state.vehicles[place].world);
    }
    out.put(std::span<const std::uint32_t>(state.free_places));
    const std::uint64_t content = hash_of(std::span(out.bytes()).subspan(k_header));
    std::memcpy(out.bytes().data() + sizeof k_magic, &content, sizeof content);
    return std::move(out.bytes());
}

void VehicleSystem::restore(std::span<const std::byte> bytes) {
    ByteReader in(bytes);
    if (in.take<std::uint64_t>() != k_magic)
        refuse_bytes("must be the snapshot of a VehicleSystem of this version");
    const auto content = in.take<std::uint64_t>();
    if (bytes.size() < k_header || hash_of(bytes.subspan(k_header)) != content)
        refuse_bytes("must be complete and unchanged");
    VehicleState state;
    const auto places = in.take<std::uint64_t>();
    for (std::uint64_t place = 0; place < places && !in.is_short(); ++place) {
        state.vehicles.emplace_back().generation = in.take<std::uint32_t>();
        state.descriptions.emplace_back();
        if (!take_flag(in)) continue;
        take_vehicle(in, state, static_cast<std::size_t>(place));
        state.vehicles.back().world = in.take<std::uint32_t>();
    }
    state.free_places = in.take_list<std::uint32_t>();
    if (!in.is_done() || state.free_places.size() + state.alive != state.vehicles.size())
        refuse_bytes("must be complete");
    static_cast<VehicleState&>(*data_) = std::move(state);
}

std::uint64_t VehicleSystem::state_hash() const {
    StateHash hash;
    for (const VehicleId id : vehicles()) hash.add(state_hash(id));
    return hash.value();
}

std::uint64_t VehicleSystem::state_hash(VehicleId id) const {
    ByteWriter out;
    put_vehicle(out, *data_, detail::place_of(*data_, id));
    return hash_of(out.bytes());
}

}  // namespace lanewise
