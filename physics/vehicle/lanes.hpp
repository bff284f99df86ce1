#pragma once

#include <lanewise/physics/vehicle/vehicle_data.hpp>

#include <cstddef>
#include <type_traits>

// Single lanes of a bin's columns.

namespace lanewise::detail {

inline constexpr auto k_lanes = static_cast<std::size_t>(kernels::k_vehicle_lanes);

/// Calls visit(number) for the lane's number of every column of a block, in order.
template <class Block, class Visit>
void each_column(Block& block, std::size_t at, const Visit& visit) {
    static_assert(sizeof(Block) % (k_lanes * sizeof(double)) == 0);
    using Number = std::conditional_t<std::is_const_v<Block>, const double, double>;
    auto* numbers = reinterpret_cast<Number*>(&block);
    for (std::size_t i = at; i < sizeof(Block) / sizeof(double); i += k_lanes) visit(numbers[i]);
}

using Columns3 = double[3][kernels::k_vehicle_lanes];
using Columns6 = double[6][kernels::k_vehicle_lanes];

inline void store(Columns3& columns, std::size_t at, const Vec3& v) noexcept {
    columns[0][at] = v.x;
    columns[1][at] = v.y;
    columns[2][at] = v.z;
}
/// Of a symmetric matrix: xx, yy, zz, xy, xz, yz.
inline void store(Columns6& columns, std::size_t at, const Mat3& m) noexcept {
    columns[0][at] = m.x.x;
    columns[1][at] = m.y.y;
    columns[2][at] = m.z.z;
    columns[3][at] = m.y.x;
    columns[4][at] = m.z.x;
    columns[5][at] = m.z.y;
}
inline Vec3 load(const Columns3& columns, std::size_t at) noexcept {
    return {columns[0][at], columns[1][at], columns[2][at]};
}

/// A lane of nothing: finite in every kernel, without forces.
void clear_lane(VehicleBin& bin, std::size_t lane);

/// Gives a vehicle a cleared lane in the bin of its number of wheels.
void take_free_lane(VehicleState& state, std::size_t wheels, std::uint32_t owner, Vehicle& v);

}  // namespace lanewise::detail
