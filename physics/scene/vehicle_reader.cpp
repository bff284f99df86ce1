#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/scene/shape_reader.hpp>
#include <lanewise/physics/scene/vehicle_reader.hpp>
#include <lanewise/physics/vehicle/records/json.hpp>
#include <lanewise/physics/vehicle/records/json_reader.hpp>
#include <lanewise/physics/vehicle/records/presets.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace lanewise::scene {
namespace {

using json::Field;
using json::Record;

BoundingBox read_box(const Field& field) {
    const Record r(field, {"location", "extent"});
    BoundingBox box;
    records::read(r.require("location"), box.location);
    records::read(r.require("extent"), box.extent);
    require_valid(box, field.name());
    return box;
}

VehiclePreset preset(const Field& field) {
    try {
        return presets::by_name(field.text());
    } catch (const Error& error) {
        field.refuse(error.rule());
    }
}

VehiclePhysicsControl read_physics(const Field& field, const std::filesystem::path& folder) {
    if (!field.is_text()) return records::read_record<VehiclePhysicsControl>(field);
    const std::filesystem::path path = folder / field.text();
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error))
        field.refuse("must be a readable JSON file, found from the scene's folder");
    return load_vehicle_physics(path.string());
}

template <class Order>
void read_orders(const Field& list, const TickReader& when, std::map<std::int64_t, Order>& orders) {
    list.for_each_element([&](const Field& field) {
        const auto order = records::read_record<Order>(field, {"tick", "time"});
        const Record r(field, {"tick", "time"}, records::field_names<Order>);
        const std::int64_t tick = when.start(r);
        if (!orders.empty() && tick <= orders.rbegin()->first)
            field.refuse("must come later than the one before it");
        orders.emplace(tick, order);
    });
}

/// Both timelines in one.
std::vector<SceneOrder> read_timelines(const Record& r, const TickReader& when) {
    std::map<std::int64_t, VehicleControl> controls;
    std::map<std::int64_t, VehicleAckermannControl> targets;
    if (const auto list = r.find("controls")) read_orders(*list, when, controls);
    std::vector<SceneOrder> orders;
    for (const auto& [tick, control] : controls) orders.push_back({tick, control});
    if (const auto list = r.find("ackermann")) {
        read_orders(*list, when, targets);
        std::size_t number = 0;
        for (const auto& [tick, target] : targets) {
            if (controls.contains(tick))
                list->element(number).refuse("must not begin in the tick of one of controls");
            orders.push_back({tick, target});
            ++number;
        }
    }
    std::sort(orders.begin(), orders.end(),
              [](const SceneOrder& a, const SceneOrder& b) { return a.tick < b.tick; });
    return orders;
}

}  // namespace

SceneVehicle read_vehicle(const Field& field, const TickReader& when,
                          const std::filesystem::path& folder) {
    const Record r(field, {"name", "preset", "physics", "box", "location", "rotation", "quaternion",
                           "linear_velocity", "controls", "ackermann", "ackermann_settings"});
    SceneVehicle vehicle;
    r.refuse_both("preset", "physics");
    if (const auto name = r.find("preset")) {
        VehiclePreset given = preset(*name);
        vehicle.physics = std::move(given.physics);
        vehicle.box = {given.box_centre, given.box_half_extents};
    } else {
        vehicle.physics = read_physics(r.require("physics"), folder);
        static_cast<void>(r.require("box"));
    }
    if (const auto box = r.find("box")) vehicle.box = read_box(*box);
    vehicle.pose = read_pose(r);
    if (const auto velocity = r.find("linear_velocity"))
        vehicle.linear_velocity = velocity->vector();
    vehicle.orders = read_timelines(r, when);
    if (const auto settings = r.find("ackermann_settings"))
        vehicle.ackermann_settings = records::read_record<AckermannControllerSettings>(*settings);
    return vehicle;
}

}  // namespace lanewise::scene
