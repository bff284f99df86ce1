#include <lanewise/physics/single_track/kernel_call.hpp>
#include <lanewise/units/convert.hpp>

#include <limits>

namespace lanewise::single_track {

template <class T>
std::array<T, kernels::k_coefficient_count> coefficients(const SingleTrackParameters& p) {
    using namespace kernels;
    const double base = p.lf + p.lr;
    const double yaw = p.mu * p.m / (p.I * base);
    std::array<double, k_coefficient_count> c{};
    c[k_s_min] = p.s_min;
    c[k_s_max] = p.s_max;
    c[k_sv_min] = p.sv_min;
    c[k_sv_max] = p.sv_max;
    c[k_v_min] = p.v_min;
    c[k_v_max] = p.v_max;
    c[k_v_switch] = p.v_switch;
    c[k_a_max] = p.a_max;
    c[k_a_switch] = p.a_max * p.v_switch;
    c[k_inverse_base] = 1.0 / base;
    c[k_rear_share] = p.lr / base;
    c[k_lf] = p.lf;
    c[k_lr] = p.lr;
    c[k_front_grip] = p.C_Sf * gravity * p.lr;
    c[k_front_shift] = p.C_Sf * p.h;
    c[k_rear_grip] = p.C_Sr * gravity * p.lf;
    c[k_rear_shift] = p.C_Sr * p.h;
    c[k_front_yaw] = yaw * p.lf;
    c[k_rear_yaw] = yaw * p.lr;
    c[k_slip_gain] = p.mu / base;
    std::array<T, k_coefficient_count> rounded{};
    for (std::size_t i = 0; i < c.size(); ++i) rounded[i] = static_cast<T>(c[i]);
    return rounded;
}

template <class T>
kernels::SingleTrackArguments<T> kernel_call(const SingleTrackOptions& options) {
    const double timestep = to_si(options.timestep);
    const bool angle = options.steering == SteeringAction::steeringangle;
    const bool velocity = options.longitudinal == LongitudinalAction::velocity;
    const T per_timestep = static_cast<T>(1.0 / timestep);
    kernels::SingleTrackArguments<T> call{};
    call.micro_steps = options.timestep_ratio;
    call.model = static_cast<kernels::Model>(options.model);
    call.integrator = static_cast<kernels::Integrator>(options.integrator);
    call.timestep = static_cast<T>(timestep);
    call.sixth_of_timestep = static_cast<T>(timestep / 6.0);
    call.steering_weight = angle ? T(1) : T(0);
    call.steering_gain = angle ? per_timestep : T(1);
    call.longitudinal_weight = velocity ? T(1) : T(0);
    call.longitudinal_gain = velocity ? per_timestep : T(1);
    call.lowest_speed = options.clip_speed && options.model != SingleTrackModel::ks
                            ? T(0.001)
                            : -std::numeric_limits<T>::infinity();
    return call;
}

template std::array<float, kernels::k_coefficient_count> coefficients(const SingleTrackParameters&);
template std::array<double, kernels::k_coefficient_count> coefficients(
    const SingleTrackParameters&);
template kernels::SingleTrackArguments<float> kernel_call(const SingleTrackOptions&);
template kernels::SingleTrackArguments<double> kernel_call(const SingleTrackOptions&);

}  // namespace lanewise::single_track
