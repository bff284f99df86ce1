#pragma once

/// What every case of must_not_compile.cases sees: records in the manner of CARLA's, and functions
/// that take raw or typed arguments.

#include <lanewise/units/units.hpp>
#include <vector>

using namespace lanewise;
using namespace lanewise::literals;

struct Wheel {
    Centimetres wheel_radius;
    Mass wheel_mass;
    NewtonsPerDegree cornering_stiffness;
    CentimetresPerSecond slip_threshold;
    Degrees max_steer_angle;
    AngularVelocity max_wheelspin_rotation;
    NewtonsPerCentimetre spring_rate;
    Force spring_preload;
    Torque max_brake_torque;
    Vector3<Centimetres> offset;
};

struct Vehicle {
    Torque max_torque;
    RevolutionsPerMinute max_rpm;
    RevolutionsPerMinutePerSecond rev_down_rate;
    MomentOfInertia rev_up_moi;
    Duration gear_change_time;
    Mass mass;
    Area drag_area;
    Vector3<Length> center_of_mass;
    std::vector<CurvePoint<RevolutionsPerMinute, Torque>> torque_curve;
    std::vector<CurvePoint<KilometresPerHour, Ratio>> steering_curve;
};

struct Ackermann {
    Angle steer;
    AngularVelocity steer_speed;
    Velocity speed;
    Acceleration acceleration;
    Jerk jerk;
};

struct WheelState {
    Degrees lat_slip;
    Ratio long_slip = 0;
};

void kernel(double raw);
void tick(Duration step);
