#pragma once

/// `using namespace lanewise::literals;` gives `33.5_cm`, `4500_rpm`, `250.0_N_per_cm`.

#include <lanewise/units/carla_units.hpp>

namespace lanewise::literals {

// clang-format off
// A literal is one line per unit: `30.5_cm` and `30_cm`.
#define LANEWISE_UNIT_LITERAL(suffix, Type)                                                        \
    constexpr Type operator""_##suffix(long double number) {                                       \
        return Type::from_value(static_cast<double>(number));                                      \
    }                                                                                              \
    constexpr Type operator""_##suffix(unsigned long long number) {                                \
        return Type::from_value(static_cast<double>(number));                                      \
    }

LANEWISE_UNIT_LITERAL(m, Length)
LANEWISE_UNIT_LITERAL(cm, Centimetres)
LANEWISE_UNIT_LITERAL(m2, Area)
LANEWISE_UNIT_LITERAL(m3, Volume)
LANEWISE_UNIT_LITERAL(kg, Mass)
LANEWISE_UNIT_LITERAL(kg_per_m3, Density)
LANEWISE_UNIT_LITERAL(s, Duration)
LANEWISE_UNIT_LITERAL(ms, Milliseconds)
LANEWISE_UNIT_LITERAL(Hz, Frequency)
LANEWISE_UNIT_LITERAL(m_per_s, Velocity)
LANEWISE_UNIT_LITERAL(cm_per_s, CentimetresPerSecond)
LANEWISE_UNIT_LITERAL(km_per_h, KilometresPerHour)
LANEWISE_UNIT_LITERAL(mph, MilesPerHour)
LANEWISE_UNIT_LITERAL(m_per_s2, Acceleration)
LANEWISE_UNIT_LITERAL(m_per_s3, Jerk)
LANEWISE_UNIT_LITERAL(rad, Angle)
LANEWISE_UNIT_LITERAL(deg, Degrees)
LANEWISE_UNIT_LITERAL(rad_per_s, AngularVelocity)
LANEWISE_UNIT_LITERAL(deg_per_s, DegreesPerSecond)
LANEWISE_UNIT_LITERAL(rpm, RevolutionsPerMinute)
LANEWISE_UNIT_LITERAL(rad_per_s2, AngularAcceleration)
LANEWISE_UNIT_LITERAL(rpm_per_s, RevolutionsPerMinutePerSecond)
LANEWISE_UNIT_LITERAL(N, Force)
LANEWISE_UNIT_LITERAL(N_m, Torque)
LANEWISE_UNIT_LITERAL(J, Energy)
LANEWISE_UNIT_LITERAL(W, Power)
LANEWISE_UNIT_LITERAL(N_s, Momentum)
LANEWISE_UNIT_LITERAL(kg_m_per_s, Momentum)
LANEWISE_UNIT_LITERAL(N_m_s, AngularMomentum)
LANEWISE_UNIT_LITERAL(kg_m2, MomentOfInertia)
LANEWISE_UNIT_LITERAL(N_per_m, Stiffness)
LANEWISE_UNIT_LITERAL(N_per_cm, NewtonsPerCentimetre)
LANEWISE_UNIT_LITERAL(N_s_per_m, DampingRate)
LANEWISE_UNIT_LITERAL(N_per_rad, CorneringStiffness)
LANEWISE_UNIT_LITERAL(N_per_deg, NewtonsPerDegree)

#undef LANEWISE_UNIT_LITERAL
// clang-format on

}  // namespace lanewise::literals
