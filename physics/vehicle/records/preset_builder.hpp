#pragma once

#include <lanewise/physics/vehicle/records/presets.hpp>

#include <string>

namespace lanewise::presets {

struct Axle {
    Length track{};         ///< of the outer wheels; 0 for a single wheel in the middle
    Length twin_spacing{};  ///< from the outer wheel inwards to its twin; 0 for none
    Centimetres radius{};   ///< of the free tire
    Centimetres width{};
    Mass wheel_mass{};
    NewtonsPerDegree cornering{};  ///< of one tire
    Degrees steer{};               ///< at full lock; 0 for an axle that does not steer
    Frequency ride{};              ///< of the body on this axle's springs
    Torque brake{};                ///< of one wheel, as the one below
    Torque hand_brake{};
};

struct Figures {
    Length length{};
    Length width{};
    Length height{};
    Length wheelbase{};
    Length front_overhang{};
    Length mass_height{};  ///< of the centre of mass above the ground
    Ratio front_share{};   ///< of the weight on the front axle
    Ratio grip{};          ///< times the ground's friction; the vehicle slides before it tips
    Axle front{};
    Axle rear{};
};

/// Adds body and wheels to an engine and its gears.
VehiclePreset built(std::string name, std::string source, VehiclePhysicsControl physics,
                    const Figures& figures);

}  // namespace lanewise::presets
