#pragma once

#include <lanewise/physics/scene/scene.hpp>
#include <lanewise/physics/scene/tick_reader.hpp>

#include <filesystem>

namespace lanewise::scene {

/// All of a vehicle but its name, which the caller has read. Files of physics are found from
/// `folder`.
SceneVehicle read_vehicle(const json::Field& field, const TickReader& when,
                          const std::filesystem::path& folder);

}  // namespace lanewise::scene
