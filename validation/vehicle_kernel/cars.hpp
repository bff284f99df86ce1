#pragma once

#include "../kernels/every_backend.hpp"

#include <lanewise/physics/geometry/matrix3.hpp>
#include <lanewise/physics/geometry/vector3.hpp>

#include <cstdint>
#include <vector>

namespace lanewise::test {

using Columns3 = double[3][kernels::k_vehicle_lanes];
using Columns6 = double[6][kernels::k_vehicle_lanes];

/// Lane 0 of columns.
inline Vec3 vec(const Columns3& c) {
    return {c[0][0], c[1][0], c[2][0]};
}
inline void assign(Columns3& c, const Vec3& v) {
    c[0][0] = v.x;
    c[1][0] = v.y;
    c[2][0] = v.z;
}
inline Mat3 matrix(const Columns6& c) {
    return Mat3::symmetric(c[0][0], c[1][0], c[2][0], c[3][0], c[4][0], c[5][0]);
}
inline void assign(Columns6& c, const Mat3& m) {
    c[0][0] = m.x.x;
    c[1][0] = m.y.y;
    c[2][0] = m.z.z;
    c[3][0] = m.x.y;
    c[4][0] = m.x.z;
    c[5][0] = m.y.z;
}

/// One vehicle: lane 0 of blocks of its own; there is nothing in the other lanes.
struct Car {
    using Body = kernels::VehicleBlock<double>;
    using Wheel = kernels::WheelBlock<double>;

    Body body{};
    std::vector<Wheel> wheels;

    void set_ground(std::size_t wheel, int group, double mass, const Mat3& inertia);
};

/// 1000 kg without gravity or air on wheels of 0.3 m and 30 kg, at rest, all contacts 0.3 m below
/// the centre of mass on static ground of friction 1, the load all from the springs, 25 000 N/m,
/// damped at a ratio of 0.5, and compressed by the 0.098 m that carry the weight.
Car make_car(std::size_t wheels);

/// Nothing in it is special: turned, tilted, driven, braked, on grounds of all kinds, in the air or
/// half so.
Car random_car(std::size_t wheels, Random& random);

/// What a vehicle looks like that is not there.
Car make_nothing(std::size_t wheels);

enum class Part { update, tires };

/// All cars at once, the first in lane `first_lane`, what is left of the blocks filled with
/// nothing; in memory between forbidden pages. All cars have equally many wheels.
template <class T>
void solve(const kernels::KernelTable& table, std::vector<Car>& cars, Part part, double h,
           int passes = 8, std::size_t first_lane = 0);

/// One car in its own blocks.
void solve(const kernels::KernelTable& table, Car& car, Part part, double h, int passes = 8);

/// All bits of a car.
std::uint64_t hash_of(const Car& car);

}  // namespace lanewise::test
