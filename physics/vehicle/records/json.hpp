#pragma once

#include <lanewise/kernels/export.hpp>
#include <lanewise/physics/vehicle/records/telemetry.hpp>
#include <lanewise/physics/vehicle/records/vehicle_control.hpp>
#include <lanewise/physics/vehicle/records/vehicle_physics_control.hpp>

#include <string>
#include <string_view>

/// \file
/// The records as JSON: objects with CARLA's names, bare numbers in CARLA's units (the units of
/// the records' members), vectors as `[x, y, z]`, curves as `[[x, y], ...]`, enumerations by
/// CARLA's name or number, a body as `[index, generation]` or `null` for none.
///
/// A key that is not given takes the record's default; for every wheel of a list, a wheel's.
/// Unknown and repeated keys, values of another type and what require_valid() refuses are refused
/// with the path of the key: `sedan.json: wheels[2].wheel_radius = -3 cm: must be finite and > 0`.

namespace lanewise {

/// Reads a record from a JSON text; `name` stands for its file in errors.
/// @throws Error with `name:line` as field for what is not JSON, with `name: path.to.key` for
///         what the record refuses.
[[nodiscard]] LANEWISE_API VehiclePhysicsControl
vehicle_physics_from_json(std::string_view text, const std::string& name = "JSON text");
[[nodiscard]] LANEWISE_API WheelPhysicsControl
wheel_physics_from_json(std::string_view text, const std::string& name = "JSON text");
[[nodiscard]] LANEWISE_API VehicleControl
vehicle_control_from_json(std::string_view text, const std::string& name = "JSON text");
[[nodiscard]] LANEWISE_API VehicleAckermannControl
ackermann_control_from_json(std::string_view text, const std::string& name = "JSON text");
[[nodiscard]] LANEWISE_API AckermannControllerSettings
ackermann_settings_from_json(std::string_view text, const std::string& name = "JSON text");
[[nodiscard]] LANEWISE_API VehicleTelemetryData
vehicle_telemetry_from_json(std::string_view text, const std::string& name = "JSON text");
[[nodiscard]] LANEWISE_API WheelTelemetryData
wheel_telemetry_from_json(std::string_view text, const std::string& name = "JSON text");

/// Reads a vehicle's set-up from a file. @throws Error as above, and for an unreadable file.
[[nodiscard]] LANEWISE_API VehiclePhysicsControl load_vehicle_physics(const std::string& path);

/// Every field of the record, in CARLA's order; reads back to an equal record.
/// @throws Error for what require_valid() refuses: it could not be read back.
[[nodiscard]] LANEWISE_API std::string to_json_text(const VehiclePhysicsControl& physics);
[[nodiscard]] LANEWISE_API std::string to_json_text(const WheelPhysicsControl& wheel);
[[nodiscard]] LANEWISE_API std::string to_json_text(const VehicleControl& control);
[[nodiscard]] LANEWISE_API std::string to_json_text(const VehicleAckermannControl& control);
[[nodiscard]] LANEWISE_API std::string to_json_text(const AckermannControllerSettings& settings);
[[nodiscard]] LANEWISE_API std::string to_json_text(const VehicleTelemetryData& telemetry);
[[nodiscard]] LANEWISE_API std::string to_json_text(const WheelTelemetryData& wheel);

}  // namespace lanewise
