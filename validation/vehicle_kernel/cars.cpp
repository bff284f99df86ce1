#include "cars.hpp"

#include "../kernels/guarded_memory.hpp"

#include <cstring>
#include <numbers>

namespace lanewise::test {
namespace {

constexpr auto k_lanes = static_cast<std::size_t>(kernels::k_vehicle_lanes);

/// A block's columns one after the other.
template <class Block>
constexpr std::size_t k_columns = sizeof(Block) / (k_lanes * sizeof(double));

template <class T, class Narrow, class Wide>
void to_lane(const Wide& from, Narrow& to, std::size_t lane) {
    static_assert(sizeof(Narrow) / sizeof(T) == sizeof(Wide) / sizeof(double));
    const auto* source = reinterpret_cast<const double*>(&from);
    auto* target = reinterpret_cast<T*>(&to);
    for (std::size_t c = 0; c < k_columns<Wide>; ++c)
        target[c * k_lanes + lane] = static_cast<T>(source[c * k_lanes]);
}
template <class T, class Narrow, class Wide>
void from_lane(const Narrow& from, std::size_t lane, Wide& to) {
    const auto* source = reinterpret_cast<const T*>(&from);
    auto* target = reinterpret_cast<double*>(&to);
    for (std::size_t c = 0; c < k_columns<Wide>; ++c)
        target[c * k_lanes] = static_cast<double>(source[c * k_lanes + lane]);
}

Vec3 random_vector(Random& random, double size) {
    return {random.between(-size, size), random.between(-size, size), random.between(-size, size)};
}
Vec3 random_direction(Random& random, const Vec3& about, double spread) {
    return unit_or(about + random_vector(random, spread), {1, 0, 0});
}

/// An inertia tensor's inverse that no axis of the world is special to.
Mat3 random_inverse(Random& random, double mass, double size) {
    const Vec3 a = random_direction(random, {1, 0, 0}, 0.4);
    const Vec3 b = unit_or(cross({0, 0, 1}, a), {0, 1, 0}), c = cross(a, b);
    const Mat3 axes{a, b, c};
    const double scale = 1 / (mass * size * size);
    return axes *
           Mat3::diagonal({scale * random.between(1, 4), scale * random.between(1, 3), scale}) *
           transposed(axes);
}

void set_random_ground(Car& car, std::size_t i, const std::vector<int>& kinds, Random& random) {
    Car::Wheel& w = car.wheels[i];
    const int kind = kinds[i];
    if (kind == -2) {
        assign(w.support_velocity, random_vector(random, 3));
        assign(w.support_spin, random_vector(random, 0.5));
        assign(w.support_arm, random_vector(random, 2));
        return;
    }
    if (kind < 0) return;
    const auto first = static_cast<std::size_t>(kind);
    assign(w.support_arm, random_vector(random, 2));
    if (first != i) {
        const Car::Wheel& same = car.wheels[first];
        assign(w.support_velocity, vec(same.support_velocity));
        assign(w.support_spin, vec(same.support_spin));
        assign(w.support_kick_v, vec(same.support_kick_v));
        assign(w.support_kick_w, vec(same.support_kick_w));
        w.support_free[0] = same.support_free[0];
        w.support_inverse_mass[0] = same.support_inverse_mass[0];
        assign(w.support_inverse_inertia, matrix(same.support_inverse_inertia));
        // Points of one body: the arms differ as the contacts do.
        assign(w.support_arm, vec(same.support_arm) + vec(w.contact) - vec(same.contact));
    } else {
        const double mass = random.between(0, 1) < 0.3 ? 2 : random.between(100, 3000);
        assign(w.support_velocity, random_vector(random, 3));
        assign(w.support_spin, random_vector(random, 0.5));
        assign(w.support_kick_v, random_vector(random, 0.1));
        assign(w.support_kick_w, random_vector(random, 0.05));
        w.support_free[0] = random.below(2) == 0 ? 0 : 1;
        w.support_inverse_mass[0] = 1 / mass;
        assign(w.support_inverse_inertia, random_inverse(random, mass, 1.5));
    }
    w.support_group[0] = kind;
}

void run(const kernels::KernelTable& table, Part, const kernels::VehicleCall<float>& call) {
    table.vehicle.solve_tires_f32(call);
}
void run(const kernels::KernelTable& table, Part part, const kernels::VehicleCall<double>& call) {
    if (part == Part::tires)
        table.vehicle.solve_tires_f64(call);
    else
        table.vehicle.update(call);
}

void set_random_wheel(Car::Wheel& w, const Vec3& up, const Vec3& forward, Random& random) {
    const auto flag = [&] { return random.below(2) == 0 ? 0.0 : 1.0; };
    w.radius[0] = random.between(0.25, 0.5);
    w.inertia[0] = random.between(0.5, 4);
    w.spring_rate[0] = random.between(15000, 60000);
    w.spring_preload[0] = random.between(0, 200);
    w.damping[0] = random.between(0, 1) < 0.2 ? random.between(0, 2e5) : random.between(0, 6000);
    w.travel[0] = random.between(0.1, 0.25);
    w.cornering[0] = random.between(10000, 80000);
    w.grip[0] = random.between(0.5, 3);
    w.side_slip_modifier[0] = random.between(0.3, 1);
    w.load_ratio[0] = random.between(0, 1);
    w.slip_threshold[0] = random.between(0.05, 1);
    w.skid_threshold[0] = random.between(0.05, 1);
    w.max_wheelspin[0] = random.between(5, 40);
    w.traction_control[0] = flag();
    w.abs_enabled[0] = flag();
    w.drive_torque[0] = flag() * random.between(-3000, 3000);
    w.brake_torque[0] = flag() * random.between(0, 3000);
    const double steer = random.between(-0.6, 0.6);
    const Vec3 side = cross(up, forward);
    assign(w.heading, std::cos(steer) * forward + std::sin(steer) * side);
    assign(w.axis, random_direction(random, -up, 0.1));
    w.touching[0] = random.between(0, 1) < 0.15 ? 0 : 1;
    w.compression[0] = w.touching[0] * random.between(0, 0.3);
    assign(w.force_offset, random_vector(random, 0.1));
    assign(w.normal, random_direction(random, up, 0.2));
    w.friction[0] = random.between(0.1, 1.2);
    w.spin[0] = random.between(-60, 60);
    w.extra_spin[0] = flag() * random.between(-20, 20);
    w.airborne[0] = random.between(0, 1) < 0.2 ? 1 : 0;
    w.skidding[0] = flag();
    assign(w.tire_force, random_vector(random, 2000));
    w.suspension_force[0] = w.touching[0] * random.between(0, 8000);
    w.support_group[0] = -1;
}

}  // namespace

void Car::set_ground(std::size_t wheel, int group, double mass, const Mat3& inertia) {
    Wheel& w = wheels[wheel];
    w.support_group[0] = group;
    w.support_free[0] = 1;
    w.support_inverse_mass[0] = 1 / mass;
    assign(w.support_inverse_inertia,
           Mat3::diagonal({1 / inertia.x.x, 1 / inertia.y.y, 1 / inertia.z.z}));
}

Car make_nothing(std::size_t wheels) {
    Car car;
    car.wheels.resize(wheels);
    for (std::size_t lane = 0; lane < k_lanes; ++lane) {
        car.body.mass[lane] = 1;
        for (Car::Wheel& w : car.wheels) {
            w.radius[lane] = w.inertia[lane] = 1;
            w.support_group[lane] = -1;
        }
    }
    return car;
}

Car make_car(std::size_t wheels) {
    Car car = make_nothing(wheels);
    constexpr double mass = 1000;
    car.body.mass[0] = mass;
    car.body.inverse_mass[0] = 1 / mass;
    assign(car.body.inverse_inertia, Mat3::diagonal({1. / 400, 1. / 1500, 1. / 1700}));
    assign(car.body.up, {0, 0, 1});
    assign(car.body.forward, {1, 0, 0});
    for (std::size_t i = 0; i < wheels; ++i) {
        Car::Wheel& w = car.wheels[i];
        w.radius[0] = 0.3;
        w.inertia[0] = 0.5 * 30 * 0.3 * 0.3;
        w.spring_rate[0] = 25000;
        w.damping[0] = 2 * 0.5 * std::sqrt(25000 * mass / static_cast<double>(wheels));
        w.travel[0] = 0.2;
        w.cornering[0] = 1000 * 180 / std::numbers::pi;
        w.grip[0] = 1;
        w.side_slip_modifier[0] = 1;
        w.load_ratio[0] = 1;
        w.static_share[0] = mass / static_cast<double>(wheels);
        w.slip_threshold[0] = w.skid_threshold[0] = 0.2;
        w.max_wheelspin[0] = 30;
        w.touching[0] = 1;
        w.compression[0] = 0.098;
        w.friction[0] = 1;
        const auto rows = static_cast<double>((wheels + 1) / 2);
        const double row = static_cast<double>(i / 2);
        const double x = rows > 1 ? 1.4 - 2.8 * row / (rows - 1) : 0;
        const double y = i + 1 == wheels && wheels % 2 == 1 ? 0 : i % 2 == 0 ? -0.8 : 0.8;
        assign(w.contact, {x, y, -0.3});
        assign(w.heading, {1, 0, 0});
        assign(w.axis, {0, 0, -1});
        assign(w.normal, {0, 0, 1});
    }
    return car;
}

Car random_car(std::size_t wheels, Random& random) {
    Car car = make_nothing(wheels);
    const double mass = random.between(500, 3000);
    const Vec3 up = random_direction(random, {0, 0, 1}, 0.5);
    const Vec3 forward = unit_or(cross(random_vector(random, 1), up), {1, 0, 0});
    car.body.mass[0] = mass;
    car.body.inverse_mass[0] = 0.99 / mass;
    assign(car.body.inverse_inertia, random_inverse(random, mass, 1));
    assign(car.body.velocity, random_vector(random, random.below(2) == 0 ? 30 : 1));
    assign(car.body.spin, random_vector(random, 1));
    assign(car.body.gravity, {0.5, -0.3, -9.8});
    assign(car.body.kick_v, random_vector(random, 0.3));
    assign(car.body.kick_w, random_vector(random, 0.1));
    assign(car.body.up, up);
    assign(car.body.forward, forward);
    car.body.drag[0] = random.between(0, 2);
    car.body.downforce[0] = random.between(0, 2);
    const Vec3 side = cross(up, forward);
    std::vector<int> kinds;  // -1 static, -2 kinematic, else the first wheel on the same body
    const std::size_t mode = random.below(4);
    for (std::size_t i = 0; i < wheels; ++i) {
        Car::Wheel& w = car.wheels[i];
        set_random_wheel(w, up, forward, random);
        w.static_share[0] = mass / static_cast<double>(wheels);
        const double x = random.between(0.8, 1.8) * (2 * i < wheels ? 1 : -1);
        const double y = random.between(0.5, 1) * (i % 2 == 0 ? -1 : 1);
        assign(w.contact, x * forward + y * side - random.between(0.2, 0.8) * up);
        // Nothing moves, one body under all, one under each, or a mixture.
        const int own = static_cast<int>(i);
        kinds.push_back(mode == 0   ? -1
                        : mode == 1 ? 0
                        : mode == 2 ? own
                                    : static_cast<int>(random.below(i + 3)) - 2);
        if (const int kind = kinds.back(); kind >= 0)
            kinds.back() = kinds[static_cast<std::size_t>(kind)] == kind ? kind : own;
        set_random_ground(car, i, kinds, random);
    }
    for (std::size_t i = 0; i + 1 < wheels; i += 2)
        car.wheels[i].roll_bar[0] = car.wheels[i + 1].roll_bar[0] =
            random.below(2) == 0 ? 0 : random.between(0, 60000);
    return car;
}

template <class T>
void solve(const kernels::KernelTable& table, std::vector<Car>& cars, Part part, double h,
           int passes, std::size_t first_lane) {
    const std::size_t n = cars.empty() ? 4 : cars.front().wheels.size();
    const std::size_t blocks = (first_lane + cars.size() + k_lanes - 1) / k_lanes;
    using Block = kernels::VehicleBlock<T>;
    using Wheels = kernels::WheelBlock<T>;
    GuardedMemory block_memory(blocks * sizeof(Block)), wheel_memory(blocks * n * sizeof(Wheels));
    // Right before the forbidden page.
    auto* block = reinterpret_cast<Block*>(block_memory.end() - blocks * sizeof(Block));
    auto* wheel = reinterpret_cast<Wheels*>(wheel_memory.end() - blocks * n * sizeof(Wheels));
    const Car nothing = make_nothing(n);
    const auto car_of = [&](std::size_t lane) -> const Car& {
        const bool is_there = lane >= first_lane && lane < first_lane + cars.size();
        return is_there ? cars[lane - first_lane] : nothing;
    };
    for (std::size_t lane = 0; lane < blocks * k_lanes; ++lane) {
        const std::size_t b = lane / k_lanes;
        to_lane<T>(car_of(lane).body, block[b], lane % k_lanes);
        for (std::size_t i = 0; i < n; ++i)
            to_lane<T>(car_of(lane).wheels[i], wheel[b * n + i], lane % k_lanes);
    }
    run(table, part, kernels::VehicleCall<T>{block, wheel, blocks, static_cast<int>(n), passes, h});
    for (std::size_t k = 0; k < cars.size(); ++k) {
        const std::size_t lane = first_lane + k, b = lane / k_lanes;
        from_lane<T>(block[b], lane % k_lanes, cars[k].body);
        for (std::size_t i = 0; i < n; ++i)
            from_lane<T>(wheel[b * n + i], lane % k_lanes, cars[k].wheels[i]);
    }
}

template void solve<float>(const kernels::KernelTable&, std::vector<Car>&, Part, double, int,
                           std::size_t);
template void solve<double>(const kernels::KernelTable&, std::vector<Car>&, Part, double, int,
                            std::size_t);

void solve(const kernels::KernelTable& table, Car& car, Part part, double h, int passes) {
    run(table, part,
        kernels::VehicleCall<double>{&car.body, car.wheels.data(), 1,
                                     static_cast<int>(car.wheels.size()), passes, h});
}

std::uint64_t hash_of(const Car& car) {
    Hash hash;
    const auto add = [&](const auto& block) {
        const auto* column = reinterpret_cast<const double*>(&block);
        using Block = std::remove_cvref_t<decltype(block)>;
        for (std::size_t c = 0; c < k_columns<Block>; ++c) hash.add(column[c * k_lanes]);
    };
    add(car.body);
    for (const Car::Wheel& w : car.wheels) add(w);
    return hash.value();
}

}  // namespace lanewise::test
