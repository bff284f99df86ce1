#include <lanewise/physics/json/json_value.hpp>
#include <lanewise/physics/json/text_file.hpp>
#include <lanewise/physics/vehicle/records/json.hpp>
#include <lanewise/physics/vehicle/records/json_reader.hpp>
#include <lanewise/units/text.hpp>

#include <fmt/format.h>

#include <cmath>
#include <string>

namespace lanewise {
namespace {

template <class Record>
Record record_from_json(std::string_view text, const std::string& name) {
    const json::JsonValue value = json::parse_json(text, name);
    return records::read_record<Record>(json::Field(name, value));
}

// JSON of a value; `indent` spaces stand before its first line.

std::string json_of(bool value, int) {
    return value ? "true" : "false";
}

std::string json_of(std::int32_t value, int) {
    return std::to_string(value);
}

std::string json_of(double value, int) {
    // A reader of JSON may take "-0" for an integer, which has no such zero.
    return value == 0 && std::signbit(value) ? "-0.0" : to_text(value);
}

template <units::Unit U>
std::string json_of(Quantity<U> value, int) {
    return json_of(value.value(), 0);
}

template <CarlaEnum E>
std::string json_of(E value, int) {
    return fmt::format("\"{}\"", to_text(value));
}

std::string json_of(BodyId id, int) {
    return id == BodyId{} ? "null" : fmt::format("[{}, {}]", id.index, id.generation);
}

template <class Q>
std::string json_of(const Vector3<Q>& v, int) {
    return fmt::format("[{}, {}, {}]", json_of(v.x, 0), json_of(v.y, 0), json_of(v.z, 0));
}

template <class X, class Y>
std::string json_of(const CurvePoint<X, Y>& key, int) {
    return fmt::format("[{}, {}]", json_of(key.x, 0), json_of(key.y, 0));
}

template <records::Described Record>
std::string json_of(const Record& record, int indent);

/// A list of records has a line for each, other lists stand in one.
template <class T>
std::string json_of(const std::vector<T>& list, int indent) {
    constexpr bool is_tall = records::Described<T>;
    const std::string line = is_tall ? fmt::format("\n{:{}}", "", indent + 2) : "";
    std::string text;
    for (const T& element : list) {
        if (!text.empty()) text += is_tall ? "," : ", ";
        text += line + json_of(element, indent + 2);
    }
    if (is_tall && !text.empty()) text += fmt::format("\n{:{}}", "", indent);
    return "[" + text + "]";
}

template <records::Described Record>
std::string json_of(const Record& record, int indent) {
    std::string text;
    records::for_each_field<Record>([&](const auto& info) {
        text += fmt::format("{}\n{:{}}\"{}\": {}", text.empty() ? "" : ",", "", indent + 2,
                            info.name, json_of(record.*info.member, indent + 2));
    });
    return fmt::format("{{{}\n{:{}}}}", text, "", indent);
}

template <class Record>
std::string record_json(const Record& record) {
    require_valid(record, records::Description<Record>::name);
    return json_of(record, 0) + "\n";
}

}  // namespace

VehiclePhysicsControl vehicle_physics_from_json(std::string_view text, const std::string& name) {
    return record_from_json<VehiclePhysicsControl>(text, name);
}

WheelPhysicsControl wheel_physics_from_json(std::string_view text, const std::string& name) {
    return record_from_json<WheelPhysicsControl>(text, name);
}

VehicleControl vehicle_control_from_json(std::string_view text, const std::string& name) {
    return record_from_json<VehicleControl>(text, name);
}

VehicleAckermannControl ackermann_control_from_json(std::string_view text,
                                                    const std::string& name) {
    return record_from_json<VehicleAckermannControl>(text, name);
}

AckermannControllerSettings ackermann_settings_from_json(std::string_view text,
                                                         const std::string& name) {
    return record_from_json<AckermannControllerSettings>(text, name);
}

VehicleTelemetryData vehicle_telemetry_from_json(std::string_view text, const std::string& name) {
    return record_from_json<VehicleTelemetryData>(text, name);
}

WheelTelemetryData wheel_telemetry_from_json(std::string_view text, const std::string& name) {
    return record_from_json<WheelTelemetryData>(text, name);
}

VehiclePhysicsControl load_vehicle_physics(const std::string& path) {
    return vehicle_physics_from_json(json::read_text(path), path);
}

std::string to_json_text(const VehiclePhysicsControl& physics) {
    return record_json(physics);
}

std::string to_json_text(const WheelPhysicsControl& wheel) {
    return record_json(wheel);
}

std::string to_json_text(const VehicleControl& control) {
    return record_json(control);
}

std::string to_json_text(const VehicleAckermannControl& control) {
    return record_json(control);
}

std::string to_json_text(const AckermannControllerSettings& settings) {
    return record_json(settings);
}

std::string to_json_text(const VehicleTelemetryData& telemetry) {
    return record_json(telemetry);
}

std::string to_json_text(const WheelTelemetryData& wheel) {
    return record_json(wheel);
}

}  // namespace lanewise
