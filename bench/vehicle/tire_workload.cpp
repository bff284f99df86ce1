#include "vehicle/tire_workload.hpp"

#include <numbers>

#include "thread_clock.hpp"

namespace lanewise::bench {
namespace {

constexpr int k_wheels = 4;
constexpr auto k_lanes = static_cast<std::size_t>(kernels::k_vehicle_lanes);

/// Inverse moments of inertia of a box, kg m2 and half lengths in m.
template <class T>
void set_box(T (&inverse)[6][kernels::k_vehicle_lanes], std::size_t lane, double mass, double x,
             double y, double z) {
    inverse[0][lane] = static_cast<T>(3 / (mass * (y * y + z * z)));
    inverse[1][lane] = static_cast<T>(3 / (mass * (x * x + z * z)));
    inverse[2][lane] = static_cast<T>(3 / (mass * (x * x + y * y)));
}

template <class T>
void put(T (&columns)[3][kernels::k_vehicle_lanes], std::size_t lane, double x, double y,
         double z) {
    columns[0][lane] = static_cast<T>(x);
    columns[1][lane] = static_cast<T>(y);
    columns[2][lane] = static_cast<T>(z);
}

template <class T>
void set_chassis(kernels::VehicleBlock<T>& block, std::size_t lane) {
    block.mass[lane] = 1000;
    block.inverse_mass[lane] = T(1) / 1000;
    set_box(block.inverse_inertia, lane, 1000, 2, 1, 0.5);
    put(block.velocity, lane, 5, 1, 0);
    put(block.up, lane, 0, 0, 1);
    put(block.forward, lane, 1, 0, 0);
}

template <class T>
void set_wheel(kernels::WheelBlock<T>& w, std::size_t lane, int i, TireGround ground) {
    w.radius[lane] = T(0.3);
    w.inertia[lane] = T(0.5 * 30 * 0.3 * 0.3);
    w.cornering[lane] = T(1000 * 180 / std::numbers::pi);
    w.grip[lane] = 1;
    w.side_slip_modifier[lane] = 1;
    w.load_ratio[lane] = 1;
    w.slip_threshold[lane] = w.skid_threshold[lane] = T(0.2);
    w.max_wheelspin[lane] = 30;
    w.brake_torque[lane] = 100;
    w.suspension_force[lane] = 3000;
    w.friction[lane] = 1;
    w.touching[lane] = 1;
    const double x = i < 2 ? 1 : -1, y = i % 2 == 0 ? -1 : 1;
    put(w.heading, lane, 1, 0, 0);
    put(w.axis, lane, 0, 0, -1);
    put(w.contact, lane, x, y, 0);
    put(w.normal, lane, 0, 0, 1);
    w.support_group[lane] = -1;
    if (ground == TireGround::fixed) return;
    w.support_group[lane] = static_cast<T>(ground == TireGround::shared ? 0 : i);
    w.support_free[lane] = 1;
    w.support_inverse_mass[lane] = T(1) / 200;
    set_box(w.support_inverse_inertia, lane, 200, 4, 4, 0.2);
    put(w.support_velocity, lane, 2, 0, 0);
    put(w.support_arm, lane, x, y, 0.2);
}

}  // namespace

const char* name_of(TireGround ground) {
    switch (ground) {
        case TireGround::fixed:
            return "static";
        case TireGround::shared:
            return "shared";
        case TireGround::separate:
            return "four";
    }
    return "?";
}

template <class T>
TireBatch<T>::TireBatch(std::size_t vehicles, TireGround ground)
    : size_(vehicles),
      blocks_((vehicles + k_lanes - 1) / k_lanes),
      wheels_(blocks_.size() * k_wheels) {
    for (std::size_t v = 0; v < blocks_.size() * k_lanes; ++v) {
        const std::size_t block = v / k_lanes, lane = v % k_lanes;
        for (int i = 0; i < k_wheels; ++i) {
            kernels::WheelBlock<T>& w = wheels_[block * k_wheels + static_cast<std::size_t>(i)];
            w.radius[lane] = w.inertia[lane] = 1;
            w.support_group[lane] = -1;
            if (v < vehicles) set_wheel(w, lane, i, ground);
        }
        blocks_[block].mass[lane] = 1;
        if (v < vehicles) set_chassis(blocks_[block], lane);
    }
}

template <class T>
void TireBatch<T>::solve(const kernels::KernelTable& table) {
    kernels::VehicleCall<T> call{};
    call.blocks = blocks_.data();
    call.wheels = wheels_.data();
    call.block_count = blocks_.size();
    call.wheel_count = k_wheels;
    call.passes = 8;
    call.timestep = 0.01;
    if constexpr (sizeof(T) == sizeof(float))
        table.vehicle.solve_tires_f32(call);
    else
        table.vehicle.solve_tires_f64(call);
    for (const kernels::VehicleBlock<T>& block : blocks_)
        for (std::size_t lane = 0; lane < k_lanes; ++lane) sums_[lane] += block.force[0][lane];
    for (const kernels::WheelBlock<T>& w : wheels_)
        for (std::size_t lane = 0; lane < k_lanes; ++lane) sums_[lane] += w.spin[lane];
}

template <class T>
double TireBatch<T>::checksum() const {
    double sum = 0;
    for (const T s : sums_) sum += static_cast<double>(s);
    return sum;
}

template <class T>
double seconds_per_solve(TireBatch<T>& batch, const kernels::KernelTable& table,
                         std::size_t warm_up, std::size_t solves) {
    const auto calls_for = [&](std::size_t wanted) {
        return (wanted + batch.size() - 1) / batch.size();
    };
    for (std::size_t i = 0; i < calls_for(warm_up); ++i) batch.solve(table);
    const std::size_t calls = calls_for(solves);
    const double start = thread_seconds();
    for (std::size_t i = 0; i < calls; ++i) batch.solve(table);
    return (thread_seconds() - start) / static_cast<double>(calls * batch.size());
}

template class TireBatch<float>;
template class TireBatch<double>;
template double seconds_per_solve(TireBatch<float>&, const kernels::KernelTable&, std::size_t,
                                  std::size_t);
template double seconds_per_solve(TireBatch<double>&, const kernels::KernelTable&, std::size_t,
                                  std::size_t);

}  // namespace lanewise::bench
