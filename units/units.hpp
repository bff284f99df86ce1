#pragma once

/// All of units/ except boost_quantity.hpp.

#include <lanewise/units/angle.hpp>
#include <lanewise/units/carla_units.hpp>
#include <lanewise/units/convert.hpp>
#include <lanewise/units/curve.hpp>
#include <lanewise/units/literals.hpp>
#include <lanewise/units/quantity.hpp>
#include <lanewise/units/si.hpp>
#include <lanewise/units/text.hpp>
#include <lanewise/units/vector3.hpp>
