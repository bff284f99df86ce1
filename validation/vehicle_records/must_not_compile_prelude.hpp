#pragma once

/// What every case of must_not_compile.cases sees.

#include <lanewise/physics/vehicle/records/ackermann_controller.hpp>
#include <lanewise/physics/vehicle/records/curve.hpp>
#include <lanewise/physics/vehicle/records/telemetry.hpp>
#include <lanewise/physics/vehicle/records/vehicle_physics_control.hpp>
#include <lanewise/units/units.hpp>

using namespace lanewise;
using namespace lanewise::literals;
