#include <lanewise/physics/vehicle/lanes.hpp>

#include <algorithm>

namespace lanewise::detail {

void clear_lane(VehicleBin& bin, std::size_t lane) {
    const std::size_t at = lane % k_lanes;
    const auto clear = [](double& number) { number = 0; };
    kernels::VehicleBlock<double>& block = bin.blocks[lane / k_lanes];
    each_column(block, at, clear);
    block.mass[at] = 1;
    for (std::size_t i = 0; i < bin.wheel_count; ++i) {
        kernels::WheelBlock<double>& wheel = bin.wheel(lane, i);
        each_column(wheel, at, clear);
        wheel.radius[at] = 1;
        wheel.inertia[at] = 1;
        wheel.normal[2][at] = 1;
        wheel.axis[2][at] = -1;
        wheel.heading[0][at] = 1;
        wheel.support_group[at] = -1;
        wheel.airborne[at] = 1;
        bin.notes[lane * bin.wheel_count + i] = {};
    }
}

void take_free_lane(VehicleState& state, std::size_t wheels, std::uint32_t owner, Vehicle& v) {
    std::size_t b = 0;
    while (b < state.bins.size() && state.bins[b].wheel_count != wheels) ++b;
    if (b == state.bins.size()) state.bins.emplace_back().wheel_count = wheels;
    VehicleBin& bin = state.bins[b];
    const auto lane = static_cast<std::size_t>(std::ranges::find(bin.owners, VehicleBin::nobody) -
                                               bin.owners.begin());
    if (lane == bin.owners.size()) {
        bin.blocks.emplace_back();
        bin.wheels.resize(bin.wheels.size() + wheels);
        bin.owners.resize(lane + k_lanes, VehicleBin::nobody);
        bin.notes.resize((lane + k_lanes) * wheels);
        for (std::size_t i = 0; i < k_lanes; ++i) clear_lane(bin, lane + i);
    }
    bin.owners[lane] = owner;
    v.bin = static_cast<std::uint32_t>(b);
    v.lane = static_cast<std::uint32_t>(lane);
}

}  // namespace lanewise::detail
