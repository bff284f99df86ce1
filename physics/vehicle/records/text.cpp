#include <lanewise/physics/vehicle/records/fields.hpp>
#include <lanewise/units/text.hpp>

#include <string>

namespace lanewise {
namespace {

// `to_text` of the library is for users' values; a bool and an id read differently in a record.

std::string shown(bool value) {
    return value ? "true" : "false";
}

std::string shown(std::int32_t value) {
    return std::to_string(value);
}

std::string shown(BodyId id) {
    if (id == BodyId{}) return "none";
    return std::to_string(id.index) + " of generation " + std::to_string(id.generation);
}

template <class T>
std::string shown(const T& value) {
    return to_text(value);
}

template <class T>
std::string shown(const std::vector<T>& list) {
    std::string text;
    for (const T& element : list) text.append(text.empty() ? "" : ", ").append(shown(element));
    return "[" + text + "]";
}

template <class Record>
std::string record_text(const Record& record) {
    std::string text;
    records::for_each_field<Record>([&](const auto& info) {
        text.append(text.empty() ? "" : ", ").append(info.name).append("=");
        text.append(shown(record.*info.member));
    });
    return std::string(records::Description<Record>::name) + "(" + text + ")";
}

}  // namespace

std::string to_text(const WheelPhysicsControl& wheel) {
    return record_text(wheel);
}

std::string to_text(const VehiclePhysicsControl& physics) {
    return record_text(physics);
}

std::string to_text(const VehicleControl& control) {
    return record_text(control);
}

std::string to_text(const VehicleAckermannControl& control) {
    return record_text(control);
}

std::string to_text(const AckermannControllerSettings& settings) {
    return record_text(settings);
}

std::string to_text(const WheelTelemetryData& wheel) {
    return record_text(wheel);
}

std::string to_text(const VehicleTelemetryData& telemetry) {
    return record_text(telemetry);
}

std::ostream& operator<<(std::ostream& out, const WheelPhysicsControl& wheel) {
    return out << to_text(wheel);
}

std::ostream& operator<<(std::ostream& out, const VehiclePhysicsControl& physics) {
    return out << to_text(physics);
}

std::ostream& operator<<(std::ostream& out, const VehicleControl& control) {
    return out << to_text(control);
}

std::ostream& operator<<(std::ostream& out, const VehicleAckermannControl& control) {
    return out << to_text(control);
}

std::ostream& operator<<(std::ostream& out, const AckermannControllerSettings& settings) {
    return out << to_text(settings);
}

std::ostream& operator<<(std::ostream& out, const WheelTelemetryData& wheel) {
    return out << to_text(wheel);
}

std::ostream& operator<<(std::ostream& out, const VehicleTelemetryData& telemetry) {
    return out << to_text(telemetry);
}

}  // namespace lanewise
