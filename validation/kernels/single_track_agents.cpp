#include "single_track_agents.hpp"

#include <numeric>

namespace lanewise::test {

using namespace kernels;

std::array<double, k_coefficient_count> coefficients_of(const Car& car) {
    constexpr double g = 9.81;
    const double base = car.lf + car.lr;
    std::array<double, k_coefficient_count> c{};
    c[k_s_min] = -car.s_max;
    c[k_s_max] = car.s_max;
    c[k_sv_min] = -car.sv_max;
    c[k_sv_max] = car.sv_max;
    c[k_v_min] = car.v_min;
    c[k_v_max] = car.v_max;
    c[k_v_switch] = car.v_switch;
    c[k_a_max] = car.a_max;
    c[k_a_switch] = car.a_max * car.v_switch;
    c[k_inverse_base] = 1 / base;
    c[k_rear_share] = car.lr / base;
    c[k_lf] = car.lf;
    c[k_lr] = car.lr;
    c[k_front_grip] = car.front_stiffness * g * car.lr;
    c[k_front_shift] = car.front_stiffness * car.h;
    c[k_rear_grip] = car.rear_stiffness * g * car.lf;
    c[k_rear_shift] = car.rear_stiffness * car.h;
    c[k_front_yaw] = car.mu * car.mass * car.lf / (car.inertia * base);
    c[k_rear_yaw] = car.mu * car.mass * car.lr / (car.inertia * base);
    c[k_slip_gain] = car.mu / base;
    return c;
}

template <class T>
Agents<T> Agents<T>::pick(const std::vector<std::size_t>& which) const {
    Agents picked;
    picked.shared = shared;
    const auto take = [&](const auto& from, auto& to) {
        for (const std::size_t i : which) to.push_back(from[i]);
    };
    for (std::size_t c = 0; c < state.size(); ++c) take(state[c], picked.state[c]);
    take(steering, picked.steering);
    take(longitudinal, picked.longitudinal);
    take(status, picked.status);
    for (std::size_t c = 0; c < coefficient.size(); ++c) {
        if (shared)
            picked.coefficient[c] = coefficient[c];
        else
            take(coefficient[c], picked.coefficient[c]);
    }
    return picked;
}

template <class T>
Agents<T> Agents<T>::first(std::size_t n) const {
    std::vector<std::size_t> which(n);
    std::iota(which.begin(), which.end(), std::size_t(0));
    return pick(which);
}

template <class T>
SingleTrackArguments<T> Agents<T>::arguments(const Run& run) {
    SingleTrackArguments<T> call{};
    for (std::size_t c = 0; c < state.size(); ++c) call.state[c] = state[c].data();
    call.steering = steering.data();
    call.longitudinal = longitudinal.data();
    for (std::size_t c = 0; c < coefficient.size(); ++c)
        call.coefficient[c] = coefficient[c].data();
    call.shared = shared;
    call.status = status.data();
    call.count = size();
    call.micro_steps = run.micro_steps;
    call.model = run.model;
    call.integrator = run.integrator;
    call.timestep = static_cast<T>(run.timestep);
    call.sixth_of_timestep = static_cast<T>(run.timestep / 6);
    const bool convert = run.commands == Commands::converted;
    call.steering_weight = call.longitudinal_weight = convert ? T(1) : T(0);
    call.steering_gain = call.longitudinal_gain = convert ? static_cast<T>(1 / run.timestep) : T(1);
    call.lowest_speed = -std::numeric_limits<T>::infinity();
    return call;
}

template <class T>
void Agents<T>::step(const KernelTable& table, const Run& run) {
    single_track_of<T>(table).integrate(arguments(run));
}

template <class T>
Agents<T> random_agents(std::size_t n, double slow_share, bool shared, std::uint64_t seed) {
    Agents<T> agents;
    agents.shared = shared;
    Random random(seed);
    const auto push = [&](std::vector<T>& column, double low, double high) {
        column.push_back(static_cast<T>(random.between(low, high)));
    };
    for (std::size_t i = 0; i < n; ++i) {
        const bool slow = random.between(0, 1) < slow_share;
        push(agents.state[0], -20, 20);
        push(agents.state[1], -20, 20);
        push(agents.state[2], -0.4, 0.4);
        // Within the slow ones all of the smooth model's blend.
        push(agents.state[3], slow ? -0.4 : 2, slow ? 1.4 : 12);
        push(agents.state[4], -3.1, 3.1);
        push(agents.state[5], -0.4, 0.4);
        push(agents.state[6], -0.05, 0.05);
        push(agents.steering, -0.5, 0.5);
        push(agents.longitudinal, -10, 12);
        agents.status.push_back(0);
        if (shared && i > 0) continue;
        Car car;
        if (!shared) {
            car.mass *= random.between(0.8, 1.3);
            car.inertia *= random.between(0.8, 1.3);
            car.lf *= random.between(0.9, 1.1);
            car.mu *= random.between(0.7, 1);
            car.v_switch = random.between(4, 8);
        }
        const auto c = coefficients_of(car);
        for (std::size_t k = 0; k < c.size(); ++k)
            agents.coefficient[k].push_back(static_cast<T>(c[k]));
    }
    return agents;
}

template <class T>
void add(Hash& hash, const Agents<T>& agents) {
    for (const std::vector<T>& column : agents.state) hash.add(column);
}

template <class T>
std::size_t differing(const Agents<T>& a, const Agents<T>& b) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        bool same = a.status[i] == b.status[i];
        for (std::size_t c = 0; c < a.state.size(); ++c)
            same = same && bits_of(a.state[c][i]) == bits_of(b.state[c][i]);
        count += !same;
    }
    return count;
}

template struct Agents<float>;
template struct Agents<double>;
template Agents<float> random_agents<float>(std::size_t, double, bool, std::uint64_t);
template Agents<double> random_agents<double>(std::size_t, double, bool, std::uint64_t);
template void add<float>(Hash&, const Agents<float>&);
template void add<double>(Hash&, const Agents<double>&);
template std::size_t differing<float>(const Agents<float>&, const Agents<float>&);
template std::size_t differing<double>(const Agents<double>&, const Agents<double>&);

}  // namespace lanewise::test
