#pragma once

#include <cstddef>

namespace lanewise::kernels {

/// The numbers of a parameter set that the equations use, in the order of the columns.
/// Products that the equations of `physics/single_track` repeat are formed once, in binary64.
enum Coefficient : int {
    k_s_min,         // [rad]
    k_s_max,         // [rad]
    k_sv_min,        // [rad/s]
    k_sv_max,        // [rad/s]
    k_v_min,         // [m/s]
    k_v_max,         // [m/s]
    k_v_switch,      // [m/s]
    k_a_max,         // [m/s2]
    k_a_switch,      // a_max v_switch [m2/s3]
    k_inverse_base,  // 1 / L [1/m]
    k_rear_share,    // l_r / L
    k_lf,            // [m]
    k_lr,            // [m]
    k_front_grip,    // C_Sf g l_r [m2/s2]
    k_front_shift,   // C_Sf h [m]
    k_rear_grip,     // C_Sr g l_f [m2/s2]
    k_rear_shift,    // C_Sr h [m]
    k_front_yaw,     // mu m l_f / (I L) [1/m2]
    k_rear_yaw,      // mu m l_r / (I L) [1/m2]
    k_slip_gain,     // mu / L [1/m]
    k_coefficient_count
};

enum class Model : int { ks, st, st_smooth };
enum class Integrator : int { euler, rk4 };

/// Bits of the status byte of an agent; once set they stay until the caller clears them.
enum Status : unsigned char {
    k_status_not_finite = 1,
    k_status_reverse_unstable = 2,
};

inline constexpr int k_state_count = 7;  // x y delta v psi psi_dot beta

/// One call over `count` agents. All columns are `count` long; nothing else is touched.
template <class T>
struct SingleTrackArguments {
    T* state[k_state_count];
    const T* steering;      // u_0
    const T* longitudinal;  // u_1
    /// Coefficient columns; with `shared` each points at one number.
    const T* coefficient[k_coefficient_count];
    bool shared;
    unsigned char* status;
    std::size_t count;
    int micro_steps;
    Model model;
    Integrator integrator;
    T timestep;           // [s]
    T sixth_of_timestep;  // timestep / 6, rounded once
    /// Command conversion (u - weight * state) * gain: weight 0 and gain 1 for rates, 1 and
    /// 1 / timestep for a steering angle or a velocity.
    T steering_weight, steering_gain;
    T longitudinal_weight, longitudinal_gain;
    /// The right-hand side sees max(v, lowest_speed); -inf for the description's plain v.
    T lowest_speed;
};

/// Derivative at a state: outputs 7 columns (ks writes zeros into the last two).
template <class T>
struct SingleTrackDerivativeArguments {
    SingleTrackArguments<T> at;
    T* derivative[k_state_count];
};

}  // namespace lanewise::kernels
