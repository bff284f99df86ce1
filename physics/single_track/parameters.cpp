#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/single_track/parameters.hpp>

#include <fmt/format.h>

#include <array>
#include <string>

namespace lanewise {

void validate(const SingleTrackParameters& p, std::string_view name) {
    const auto field = [name](std::string_view which) { return fmt::format("{}.{}", name, which); };
    const auto positive = [&](std::string_view which, double value) {
        require_positive(field(which), value);
    };
    const auto ordered = [&](std::string_view which, double value, std::string_view below,
                             double lower) {
        require_finite(field(which), value);
        if (!(value > lower))
            refuse(field(which), value, fmt::format("must be > {} = {}", below, lower));
    };
    constexpr double right_angle = 1.5707963267948966;
    positive("mu", p.mu);
    positive("C_Sf", p.C_Sf);
    positive("C_Sr", p.C_Sr);
    positive("lf", p.lf);
    positive("lr", p.lr);
    require_not_negative(field("h"), p.h);
    positive("m", p.m);
    positive("I", p.I);
    if (!(p.s_min > -right_angle && p.s_min < right_angle))
        refuse(field("s_min"), p.s_min, "must be between -pi/2 and pi/2");
    if (!(p.s_max > -right_angle && p.s_max < right_angle))
        refuse(field("s_max"), p.s_max, "must be between -pi/2 and pi/2");
    ordered("s_max", p.s_max, "s_min", p.s_min);
    require_finite(field("sv_min"), p.sv_min);
    if (!(p.sv_min < 0)) refuse(field("sv_min"), p.sv_min, "must be < 0");
    positive("sv_max", p.sv_max);
    positive("v_switch", p.v_switch);
    positive("a_max", p.a_max);
    require_finite(field("v_min"), p.v_min);
    ordered("v_max", p.v_max, "v_min", p.v_min);
    positive("width", p.width);
    positive("length", p.length);
}

namespace single_track {
namespace {

constexpr double foot = 0.3048;              // [m]
constexpr double pound = 4.4482216152605;    // pound-force [N]
constexpr double slug = pound / foot;        // [kg]
constexpr double slug_foot2 = pound * foot;  // [kg m2]
// CommonRoad gives the slope and the peak of the lateral force; the model wants their quotient.
constexpr double common_road_stiffness = 21.92 / 1.0489;  // [1/rad]

}  // namespace

SingleTrackParameters f1tenth() {
    return {};
}

SingleTrackParameters f1fifth() {
    return {.mu = 1.1,
            .C_Sf = 1.3507,
            .C_Sr = 1.3507,
            .lf = 0.2725,
            .lr = 0.2585,
            .h = 0.1825,
            .m = 15.32,
            .I = 0.64332,
            .width = 0.55,
            .length = 0.8};
}

SingleTrackParameters fullscale() {
    return {.lf = 0.88392,
            .lr = 1.50876,
            .m = 1225.8878467253344,
            .I = 1538.8533713561394,
            .s_min = -0.91,
            .s_max = 0.91,
            .sv_min = -0.4,
            .sv_max = 0.4,
            .v_switch = 4.755,
            .a_max = 11.5,
            .v_min = -13.9,
            .v_max = 45.8,
            .width = 1.674,
            .length = 4.298};
}

SingleTrackParameters ford_escort() {
    SingleTrackParameters p = fullscale();
    p.C_Sf = common_road_stiffness;
    p.C_Sr = common_road_stiffness;
    p.lf = foot * 2.9;
    p.lr = foot * 4.95;
    p.h = foot * 1.95;
    p.m = slug * 84;
    p.I = slug_foot2 * 1135;
    return p;
}

SingleTrackParameters bmw_320i() {
    SingleTrackParameters p = ford_escort();
    p.lf = foot * 3.793293;
    p.lr = foot * 4.667707;
    p.h = foot * 2.01355;
    p.m = slug * 74.91452;
    p.I = slug_foot2 * 1321.416;
    p.s_min = -1.066;
    p.s_max = 1.066;
    p.v_switch = 7.319;
    p.v_min = -13.6;
    p.v_max = 50.8;
    p.width = 1.610;
    p.length = 4.508;
    return p;
}

SingleTrackParameters vw_vanagon() {
    SingleTrackParameters p = ford_escort();
    p.lf = foot * 3.775563;
    p.lr = foot * 4.334437;
    p.h = foot * 2.639405;
    p.m = slug * 101.3367;
    p.I = slug_foot2 * 1824.078;
    p.s_min = -1.023;
    p.s_max = 1.023;
    p.v_switch = 7.824;
    p.v_min = -11.2;
    p.v_max = 41.7;
    p.width = 1.844;
    p.length = 4.569;
    return p;
}

std::span<const std::string_view> preset_names() {
    static constexpr std::array<std::string_view, 6> names = {
        "f1tenth", "f1fifth", "fullscale", "ford_escort", "bmw_320i", "vw_vanagon"};
    return names;
}

SingleTrackParameters preset(std::string_view name) {
    static constexpr std::array makers = {f1tenth,     f1fifth,  fullscale,
                                          ford_escort, bmw_320i, vw_vanagon};
    std::string known;
    for (std::size_t i = 0; i < makers.size(); ++i) {
        if (name == preset_names()[i]) return makers[i]();
        known += fmt::format("{}{}", i == 0 ? "" : ", ", preset_names()[i]);
    }
    refuse("preset", name, fmt::format("must be one of {}", known));
}

}  // namespace single_track
}  // namespace lanewise
