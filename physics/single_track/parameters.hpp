#pragma once

#include <lanewise/kernels/export.hpp>

#include <span>
#include <string_view>

namespace lanewise {

/// One vehicle of the single-track models, in SI units; angles in radians, forces on the tires in
/// units of their load. The default is the F1TENTH car.
///
/// Source: F1TENTH gym and CommonRoad's vehicle parameters.
struct SingleTrackParameters {
    double mu = 1.0489;       ///< friction coefficient of the road, > 0
    double C_Sf = 4.718;      ///< cornering stiffness coefficient of the front axle [1/rad], > 0
    double C_Sr = 5.4562;     ///< cornering stiffness coefficient of the rear axle [1/rad], > 0
    double lf = 0.15875;      ///< centre of gravity to front axle [m], > 0
    double lr = 0.17145;      ///< centre of gravity to rear axle [m], > 0
    double h = 0.074;         ///< height of the centre of gravity [m], >= 0
    double m = 3.74;          ///< mass [kg], > 0
    double I = 0.04712;       ///< moment of inertia about the vertical axis [kg m2], > 0
    double s_min = -0.4189;   ///< lowest steering angle [rad], > -pi/2
    double s_max = 0.4189;    ///< highest steering angle [rad], > s_min, < pi/2
    double sv_min = -3.2;     ///< lowest steering velocity [rad/s], < 0
    double sv_max = 3.2;      ///< highest steering velocity [rad/s], > 0
    double v_switch = 7.319;  ///< speed above which the acceleration falls off [m/s], > 0
    double a_max = 9.51;      ///< largest acceleration and braking [m/s2], > 0
    double v_min = -5.0;      ///< lowest speed [m/s]
    double v_max = 20.0;      ///< highest speed [m/s], > v_min
    double width = 0.31;      ///< of the body [m], > 0
    double length = 0.58;     ///< of the body, centred on the centre of gravity [m], > 0

    bool operator==(const SingleTrackParameters&) const = default;
};

/// Checks every field. @throws Error naming the first field that breaks its rule, with `name` as
/// the record's name.
LANEWISE_API void validate(const SingleTrackParameters& parameters,
                           std::string_view name = "SingleTrackParameters");

namespace single_track {

/// Gravity of the single-track equations [m/s2].
inline constexpr double gravity = 9.81;

/// 1/10 scale car, the default of the gym.
LANEWISE_API SingleTrackParameters f1tenth();
/// 1/5 scale car.
LANEWISE_API SingleTrackParameters f1fifth();
/// The gym's full-scale car: a Ford Escort with the small car's tires and height.
LANEWISE_API SingleTrackParameters fullscale();
/// CommonRoad vehicle 1.
LANEWISE_API SingleTrackParameters ford_escort();
/// CommonRoad vehicle 2.
LANEWISE_API SingleTrackParameters bmw_320i();
/// CommonRoad vehicle 3.
LANEWISE_API SingleTrackParameters vw_vanagon();

/// The names that preset() knows.
LANEWISE_API std::span<const std::string_view> preset_names();
/// The set of that name. @throws Error for an unknown one.
LANEWISE_API SingleTrackParameters preset(std::string_view name);

}  // namespace single_track
}  // namespace lanewise
