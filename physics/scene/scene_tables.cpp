#include <lanewise/physics/scene/scene_tables.hpp>
#include <lanewise/physics/vehicle/records/fields.hpp>
#include <lanewise/units/quantity.hpp>

#include <fmt/format.h>

#include <iterator>
#include <string_view>

namespace lanewise::scene {
namespace {

void add(std::string& text, const Vec3& v) {
    fmt::format_to(std::back_inserter(text), ",{},{},{}", v.x, v.y, v.z);
}

void add_start(std::string& text, double time, std::int64_t tick) {
    fmt::format_to(std::back_inserter(text), "{},{}", time, tick);
}

// The columns of a wheel's telemetry are the record's fields, in CARLA's units.

void add_names(std::string& text, std::string_view name, const auto&) {
    text.append(",").append(name);
}
template <class Q>
void add_names(std::string& text, std::string_view name, const Vector3<Q>&) {
    for (const char* axis : {"_x", "_y", "_z"}) text.append(",").append(name).append(axis);
}

void add_value(std::string& text, const SceneRun&, bool flag) {
    text += flag ? ",1" : ",0";
}
void add_value(std::string& text, const SceneRun&, double number) {
    fmt::format_to(std::back_inserter(text), ",{}", number);
}
template <units::Unit U>
void add_value(std::string& text, const SceneRun& run, Quantity<U> quantity) {
    add_value(text, run, quantity.value());
}
template <class Q>
void add_value(std::string& text, const SceneRun& run, const Vector3<Q>& v) {
    for (const Q& component : {v.x, v.y, v.z}) add_value(text, run, component);
}
void add_value(std::string& text, const SceneRun& run, BodyId body) {
    text += ",";
    if (body != BodyId{}) text += run.name(body);
}

}  // namespace

std::string telemetry_header() {
    std::string text = "time,tick,vehicle,speed,engine_rpm,gear,throttle,brake,steer,wheel";
    const WheelTelemetryData wheel;
    records::for_each_field<WheelTelemetryData>(
        [&](const auto& info) { add_names(text, info.name, wheel.*info.member); });
    return text + "\n";
}

void add_telemetry(std::string& text, const SceneRun& run) {
    for (std::size_t i = 0; i < run.scene().vehicles.size(); ++i) {
        const VehicleTelemetryData vehicle = run.telemetry(i);
        for (std::size_t number = 0; number < vehicle.wheels.size(); ++number) {
            const WheelTelemetryData& wheel = vehicle.wheels[number];
            add_start(text, run.time(), run.ticks());
            fmt::format_to(std::back_inserter(text), ",{},{},{},{},{},{},{},{}",
                           run.scene().vehicles[i].name, vehicle.speed.value(),
                           vehicle.engine_rpm.value(), vehicle.gear, vehicle.throttle,
                           vehicle.brake, vehicle.steer, number);
            records::for_each_field<WheelTelemetryData>(
                [&](const auto& info) { add_value(text, run, wheel.*info.member); });
            text += '\n';
        }
    }
}

void add_states(std::string& text, const SceneRun& run) {
    for (std::size_t i = 0; i < run.body_count(); ++i) {
        const BodyView body = run.body(i);
        add_start(text, run.time(), run.ticks());
        text += "," + run.name(i);
        const RigidTransform& pose = body.pose();
        add(text, pose.translation);
        add(text, {pose.rotation.x, pose.rotation.y, pose.rotation.z});
        fmt::format_to(std::back_inserter(text), ",{}", pose.rotation.w);
        add(text, body.linear_velocity());
        add(text, body.angular_velocity());
        text += '\n';
    }
}

void add_events(std::string& text, const SceneRun& run) {
    const int substeps = run.scene().substeps;
    for (const SceneEvent& e : run.events()) {
        const double share = static_cast<double>(e.substep) / substeps;
        const double time = (static_cast<double>(run.ticks() - 1) + share) * run.scene().dt;
        add_start(text, time, run.ticks());
        fmt::format_to(std::back_inserter(text), ",{},{},{}", e.substep, run.name(e.event.body),
                       run.name(e.event.other));
        add(text, e.event.normal_impulse);
        text += '\n';
    }
}

void add_hit(std::string& text, const SceneRun& run, const SceneRay& ray, const WorldHit& hit) {
    add_start(text, run.time(), run.ticks());
    text += "," + ray.name;
    if (!hit) {
        text += ",,,,,,,,,,,\n";
        return;
    }
    fmt::format_to(std::back_inserter(text), ",{},{}", run.name(hit.body), hit.distance);
    add(text, hit.point);
    add(text, hit.normal);
    fmt::format_to(std::back_inserter(text), ",{},{},", hit.material.friction,
                   hit.material.restitution);
    if (hit.triangle != RayHit::none) text += std::to_string(hit.triangle);
    text += '\n';
}

}  // namespace lanewise::scene
