#pragma once

namespace lanewise::bench {

/// The F1TENTH vehicle as the baselines see it; the step is that of the gym.
template <class T>
struct F1tenth {
    T friction = T(1.0489);         // mu
    T front_stiffness = T(4.718);   // C_Sf [1/rad]
    T rear_stiffness = T(5.4562);   // C_Sr [1/rad]
    T front_length = T(0.15875);    // l_f [m]
    T rear_length = T(0.17145);     // l_r [m]
    T height = T(0.074);            // h [m]
    T mass = T(3.74);               // m [kg]
    T yaw_inertia = T(0.04712);     // I [kg m2]
    T steering_min = T(-0.4189);    // [rad]
    T steering_max = T(0.4189);     // [rad]
    T steering_rate_min = T(-3.2);  // [rad/s]
    T steering_rate_max = T(3.2);   // [rad/s]
    T speed_min = T(-5);            // [m/s]
    T speed_max = T(20);            // [m/s]
    T speed_switch = T(7.319);      // of the power limit [m/s]
    T acceleration_max = T(9.51);   // [m/s2]
    T branch_speed = T(1.5);        // of the low-speed branch [m/s]
    T gravity = T(9.81);            // [m/s2]
    T timestep = T(0.01);           // [s]
};

/// Columns of agents: x y delta v psi psi_dot beta, then steering velocity and acceleration.
inline constexpr int k_column_count = 9;

}  // namespace lanewise::bench
