#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/dynamics/world_options.hpp>

#include <string>

namespace lanewise {

void require_valid(const WorldOptions& o, std::string_view owner) {
    const std::string name(owner);
    for (std::size_t axis = 0; axis < 3; ++axis)
        require_finite(name + ".gravity." + "xyz"[axis], o.gravity[axis]);
    require_between(name + ".velocity_iterations", o.velocity_iterations, 0, 1000);
    require_between(name + ".position_iterations", o.position_iterations, 0, 1000);
    require_between(name + ".contact_margin", o.contact_margin, 0, 1);
    require_not_negative(name + ".slop", o.slop);
    require_between(name + ".push_factor", o.push_factor, 0, 1);
    require_not_negative(name + ".push_speed", o.push_speed);
    require_not_negative(name + ".restitution_threshold", o.restitution_threshold);
    require_between(name + ".impact_limit", o.impact_limit, 1, 1024);
}

}  // namespace lanewise
