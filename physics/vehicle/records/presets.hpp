#pragma once

#include <lanewise/physics/vehicle/records/vehicle_physics_control.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace lanewise {

/// A vehicle that is ready to be added to a world. At rest on level ground its origin is on the
/// ground, in the middle between the axles; wheels are FL, FR, BL, BR and further rear ones.
struct VehiclePreset {
    std::string name{};
    VehiclePhysicsControl physics{};
    Vector3<Length> box_centre{};  ///< of the bounding box, in the vehicle's frame
    Vector3<Length> box_half_extents{};
    std::string source{};  ///< the model that the figures follow

    friend bool operator==(const VehiclePreset&, const VehiclePreset&) = default;
};

/// A published model each. Sizes, mass, tires, engine and gears follow its maker's data; what
/// makers seldom publish is plausible for the kind: heights of the centre of mass, weight on the
/// axles, cornering stiffness, brakes, drag. Springs give ride frequencies of 1.3 to 1.5 Hz.
namespace presets {

[[nodiscard]] LANEWISE_API VehiclePreset sedan();          ///< rear-wheel drive, eight gears
[[nodiscard]] LANEWISE_API VehiclePreset suv();            ///< all-wheel drive, eight gears
[[nodiscard]] LANEWISE_API VehiclePreset van();            ///< rear-wheel drive, six gears
[[nodiscard]] LANEWISE_API VehiclePreset light_truck();    ///< rear-wheel drive, ten gears
[[nodiscard]] LANEWISE_API VehiclePreset bus();            ///< six wheels, twins on the rear axle
[[nodiscard]] LANEWISE_API VehiclePreset three_wheeler();  ///< two wheels in front, one driven

/// All of them, in the order above.
[[nodiscard]] LANEWISE_API std::vector<VehiclePreset> all();
/// The one of that name. @throws Error naming those there are.
[[nodiscard]] LANEWISE_API VehiclePreset by_name(std::string_view name);

}  // namespace presets

}  // namespace lanewise
