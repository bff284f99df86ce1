#include <lanewise/physics/geometry/carla_frame.hpp>
#include <lanewise/physics/vehicle/lanes.hpp>
#include <lanewise/physics/vehicle/update_scratch.hpp>

namespace lanewise::detail {
void scatter_vehicle(VehicleData& data, std::uint32_t vehicle, double h) {
    Vehicle& v = data.vehicles[vehicle];
    WorldData& world = *data.scratch->worlds[v.world];
    const std::size_t place = v.body.index, at = v.lane % k_lanes;
    if (!world.traits[place].is_dynamic()) return;
    const kernels::VehicleBlock<double>& block = data.bins[v.bin].blocks[v.lane / k_lanes];
    world.load[place].force += load(block.force, at);
    world.load[place].torque += load(block.torque, at);
    // Most vehicles are upright: their roll needs no angle.
    const bool is_upright = block.up[2][at] > 0.9;
    if (is_upright && v.rollover.stage == 0) return;
    const double roll = carla_from_rotation(world.pose[place].rotation).roll;
    const double factor = run_rollover(roll, h, v.rollover);
    if (factor != 1) world.motion[place].spin = factor * world.motion[place].spin;
}

void push_grounds(VehicleData& data, std::uint32_t vehicle) {
    const Vehicle& v = data.vehicles[vehicle];
    const VehicleBin& bin = data.bins[v.bin];
    WorldData& world = *data.scratch->worlds[v.world];
    const std::size_t n = bin.wheel_count, at = v.lane % k_lanes;
    for (std::size_t i = 0; i < n; ++i) {
        const kernels::WheelBlock<double>& wheel = bin.wheel(v.lane, i);
        if (!(wheel.support_group[at] >= 0)) continue;
        BodyLoad& load_of = world.load[bin.notes[v.lane * n + i].ground.index];
        const Vec3 tire = load(wheel.tire_force, at);
        const Vec3 spring = wheel.suspension_force[at] * load(wheel.normal, at);
        const Vec3 arm = load(wheel.support_arm, at);
        load_of.force -= tire + spring;
        load_of.torque -= cross(arm, tire) + cross(arm + load(wheel.force_offset, at), spring);
    }
}

}  // namespace lanewise::detail
