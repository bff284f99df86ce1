/// What the records refuse: the message names the field, the value and the rule.

#include <lanewise/physics/vehicle/records/telemetry.hpp>
#include <lanewise/physics/vehicle/records/vehicle_control.hpp>
#include <lanewise/physics/vehicle/records/vehicle_physics_control.hpp>
#include <lanewise/units/literals.hpp>

#include <catch2/catch.hpp>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "../shapes/refused.hpp"

using namespace lanewise;
using namespace lanewise::literals;
using lanewise::test::refusal;

namespace {

constexpr double k_infinity = std::numeric_limits<double>::infinity();
constexpr double k_nan = std::numeric_limits<double>::quiet_NaN();

template <class Record>
struct BadRecord {
    std::function<void(Record&)> spoil;
    std::string message;
};

template <class Record>
void check_refused(const Record& good, const std::vector<BadRecord<Record>>& cases) {
    REQUIRE_NOTHROW(require_valid(good));
    for (const auto& [spoil, message] : cases) {
        Record bad = good;
        spoil(bad);
        CHECK(refusal([&] { require_valid(bad); }) == message);
    }
}

VehiclePhysicsControl car() {
    return {.wheels = {{}, {}, {}, {}}};
}

/// A bad number for every kind of rule, as the two ends and NaN.
template <class Q, class Record>
void check_number(Record good, Q Record::*member, const std::string& name, double low, double high,
                  const std::string& rule) {
    const auto spoil = [&](double number) {
        if constexpr (std::is_same_v<Q, double>)
            good.*member = number;
        else
            good.*member = Q::from_value(number);
        return refusal([&] { require_valid(good); });
    };
    INFO(name);
    CHECK_THAT(spoil(k_nan), Catch::StartsWith(name + " = nan") && Catch::EndsWith(": " + rule));
    for (const double number : {low, high})
        CHECK_THAT(spoil(number), Catch::StartsWith(name + " = ") && Catch::EndsWith(": " + rule));
}

}  // namespace

TEST_CASE("V3: enumerations end", "[vehicle_records]") {
    const auto check_size = [](auto last, int size) {
        using E = decltype(last);
        CHECK(is_valid(last));
        CHECK(enum_size<E> == static_cast<std::size_t>(size));
        CHECK_FALSE(is_valid(static_cast<E>(size)));
        CHECK_FALSE(is_valid(static_cast<E>(255)));
        CHECK(to_text(static_cast<E>(size)) == std::to_string(size));
        CHECK_NOTHROW(require_valid(last, "field"));
        CHECK(refusal([&] { require_valid(static_cast<E>(size), "field"); }) ==
              "field = " + std::to_string(size) + ": must be between 0 and " +
                  std::to_string(size - 1));
    };
    check_size(AxleType::rear, 3);
    check_size(DifferentialType::rear_wheel_drive, 4);
    check_size(SweepShape::shapecast, 3);
    check_size(SweepType::complex_sweep, 2);
    check_size(TorqueCombineMethod::additive, 3);
    check_size(VehicleFailureState::tire_puncture, 4);
    check_size(VehicleControlType::ackermann_control, 2);
    check_size(VehicleWheelLocation::middle_right, 6);
    check_size(VehicleDoor::all, 7);
}

TEST_CASE("V4: fourteen bad wheels", "[vehicle_records]") {
    using W = WheelPhysicsControl;
    const std::string w = "WheelPhysicsControl.";
    check_refused<W>(
        {},
        {{[](W& x) { x.axle_type = AxleType{3}; }, w + "axle_type = 3: must be between 0 and 2"},
         {[](W& x) { x.sweep_shape = SweepShape{3}; },
          w + "sweep_shape = 3: must be between 0 and 2"},
         {[](W& x) { x.sweep_type = SweepType{2}; }, w + "sweep_type = 2: must be between 0 and 1"},
         {[](W& x) { x.external_torque_combine_method = TorqueCombineMethod{3}; },
          w + "external_torque_combine_method = 3: must be between 0 and 2"},
         {[](W& x) { x.wheel_radius = 0_cm; }, w + "wheel_radius = 0 cm: must be finite and > 0"},
         {[](W& x) { x.wheel_width = -1_cm; }, w + "wheel_width = -1 cm: must be finite and > 0"},
         {[](W& x) { x.wheel_mass = 0_kg; }, w + "wheel_mass = 0 kg: must be finite and > 0"},
         {[](W& x) { x.side_slip_modifier = 2; },
          w + "side_slip_modifier = 2: must be between 0 and 1"},
         {[](W& x) { x.wheel_load_ratio = -0.1; },
          w + "wheel_load_ratio = -0.1: must be between 0 and 1"},
         {[](W& x) { x.rollbar_scaling = 1.5; },
          w + "rollbar_scaling = 1.5: must be between 0 and 1"},
         {[](W& x) { x.suspension_axis = {}; },
          w + "suspension_axis = (0, 0, 0): must have a finite length > 1e-12"},
         {[](W& x) { x.max_brake_torque = -1_N_m; },
          w + "max_brake_torque = -1 N m: must be finite and >= 0"},
         {[](W& x) { x.spring_rate = k_infinity * 1_N_per_cm; },
          w + "spring_rate = inf N/cm: must be finite and >= 0"},
         {[](W& x) {
              x.lateral_slip_graph = {{0, 1}, {2, 1}, {1, 1}};
          },
          w + "lateral_slip_graph[2].x = 1: must be > 2, the x before"}});
    CHECK_NOTHROW(require_valid(W{.lateral_slip_graph = {{0, 1}, {1, 0.5}}}));
}

TEST_CASE("every number of a wheel has its range", "[vehicle_records]") {
    using W = WheelPhysicsControl;
    const auto check = [](auto member, const std::string& name, double low, double high,
                          const std::string& rule) {
        check_number(W{}, member, "WheelPhysicsControl." + name, low, high, rule);
    };
    const std::string positive = "must be finite and > 0", not_negative = "must be finite and >= 0";
    const std::string share = "must be between 0 and 1";
    const double below = -std::numeric_limits<double>::denorm_min();
    const double above = 1 + std::numeric_limits<double>::epsilon();
    check(&W::wheel_radius, "wheel_radius", 0, k_infinity, positive);
    check(&W::wheel_width, "wheel_width", 0, k_infinity, positive);
    check(&W::wheel_mass, "wheel_mass", 0, k_infinity, positive);
    check(&W::cornering_stiffness, "cornering_stiffness", below, k_infinity, not_negative);
    check(&W::friction_force_multiplier, "friction_force_multiplier", below, k_infinity,
          not_negative);
    check(&W::side_slip_modifier, "side_slip_modifier", below, above, share);
    check(&W::slip_threshold, "slip_threshold", below, k_infinity, not_negative);
    check(&W::skid_threshold, "skid_threshold", below, k_infinity, not_negative);
    check(&W::max_steer_angle, "max_steer_angle", below, 90, "must be >= 0 and < 90 deg");
    check(&W::max_wheelspin_rotation, "max_wheelspin_rotation", below, k_infinity, not_negative);
    check(&W::suspension_max_raise, "suspension_max_raise", below, k_infinity, not_negative);
    check(&W::suspension_max_drop, "suspension_max_drop", below, k_infinity, not_negative);
    check(&W::suspension_damping_ratio, "suspension_damping_ratio", below, k_infinity,
          not_negative);
    check(&W::wheel_load_ratio, "wheel_load_ratio", below, above, share);
    check(&W::spring_rate, "spring_rate", below, k_infinity, not_negative);
    check(&W::spring_preload, "spring_preload", below, k_infinity, not_negative);
    check(&W::rollbar_scaling, "rollbar_scaling", below, above, share);
    check(&W::max_brake_torque, "max_brake_torque", below, k_infinity, not_negative);
    check(&W::max_hand_brake_torque, "max_hand_brake_torque", below, k_infinity, not_negative);

    const std::string w = "WheelPhysicsControl.";
    check_refused<W>(
        {},
        {{[](W& x) { x.offset.y = k_nan * 1_cm; }, w + "offset.y = nan cm: must be finite"},
         {[](W& x) { x.suspension_force_offset.z = k_infinity * 1_cm; },
          w + "suspension_force_offset.z = inf cm: must be finite"},
         {[](W& x) { x.suspension_axis.x = k_nan; }, w + "suspension_axis.x = nan: must be finite"},
         {[](W& x) {
              x.suspension_axis = {0, 1e300, 1e300};
          },
          w + "suspension_axis = (0, 1e+300, 1e+300): must have a finite length > 1e-12"},
         {[](W& x) { x.suspension_smoothing = 11; },
          w + "suspension_smoothing = 11: must be between 0 and 10"},
         {[](W& x) { x.suspension_smoothing = -1; },
          w + "suspension_smoothing = -1: must be between 0 and 10"},
         {[](W& x) {
              x.lateral_slip_graph = {{0, k_nan}};
          },
          w + "lateral_slip_graph[0].y = nan: must be finite"},
         {[](W& x) { x.velocity.x = k_nan * 1_m_per_s; },
          w + "velocity.x = nan m/s: must be finite"}});
}

TEST_CASE("V5: eighteen bad set-ups", "[vehicle_records]") {
    using V = VehiclePhysicsControl;
    const std::string v = "VehiclePhysicsControl.";
    const std::string positive = ": must be finite and > 0";
    check_refused<V>(
        car(),
        {{[](V& x) { x.wheels.clear(); }, v + "wheels = 0 elements: must have at least 1 element"},
         {[](V& x) { x.wheels[2].wheel_radius = -3_cm; },
          v + "wheels[2].wheel_radius = -3 cm" + positive},
         {[](V& x) { x.differential_type = DifferentialType{9}; },
          v + "differential_type = 9: must be between 0 and 3"},
         {[](V& x) { x.forward_gear_ratios.clear(); },
          v + "forward_gear_ratios = 0 elements: must have at least 1 element"},
         {[](V& x) {
              x.forward_gear_ratios = {3, -1};
          },
          v + "forward_gear_ratios[1] = -1" + positive},
         {[](V& x) { x.reverse_gear_ratios = {0}; }, v + "reverse_gear_ratios[0] = 0" + positive},
         {[](V& x) { x.final_ratio = 0; }, v + "final_ratio = 0" + positive},
         {[](V& x) { x.mass = k_nan * 1_kg; }, v + "mass = nan kg" + positive},
         {[](V& x) { x.max_rpm = 0_rpm; }, v + "max_rpm = 0 rpm" + positive},
         {[](V& x) { x.rev_up_moi = 0_kg_m2; }, v + "rev_up_moi = 0 kg m^2" + positive},
         {[](V& x) { x.front_rear_split = 1.5; },
          v + "front_rear_split = 1.5: must be between 0 and 1"},
         {[](V& x) { x.transmission_efficiency = -1; },
          v + "transmission_efficiency = -1: must be between 0 and 1"},
         {[](V& x) {
              x.torque_curve = {{10_rpm, 1_N_m}, {5_rpm, 1_N_m}};
          },
          v + "torque_curve[1].x = 5 rpm: must be > 10 rpm, the x before"},
         {[](V& x) {
              x.steering_curve = {{10_km_per_h, 1}, {10_km_per_h, 0.5}};
          },
          v + "steering_curve[1].x = 10 km/h: must be > 10 km/h, the x before"},
         {[](V& x) {
              x.torque_curve = {{0_rpm, 0_N_m}, {5000_rpm, 0_N_m}};
          },
          v + "torque_curve = 0 N m at most: must have a torque > 0"},
         {[](V& x) { x.inertia_tensor_scale.x = 0; }, v + "inertia_tensor_scale.x = 0" + positive},
         {[](V& x) { x.inertia_tensor_scale.y = 0; }, v + "inertia_tensor_scale.y = 0" + positive},
         {[](V& x) { x.inertia_tensor_scale.z = -1; },
          v + "inertia_tensor_scale.z = -1" + positive}});

    V no_reverse = car();
    no_reverse.reverse_gear_ratios.clear();
    CHECK_NOTHROW(require_valid(no_reverse));
}

TEST_CASE("every number of a vehicle has its range", "[vehicle_records]") {
    using V = VehiclePhysicsControl;
    const auto check = [](auto member, const std::string& name, double low, double high,
                          const std::string& rule) {
        check_number(car(), member, "VehiclePhysicsControl." + name, low, high, rule);
    };
    const std::string positive = "must be finite and > 0", not_negative = "must be finite and >= 0";
    const std::string share = "must be between 0 and 1", finite = "must be finite";
    const double below = -std::numeric_limits<double>::denorm_min();
    const double above = 1 + std::numeric_limits<double>::epsilon();
    check(&V::max_torque, "max_torque", below, k_infinity, not_negative);
    check(&V::max_rpm, "max_rpm", 0, k_infinity, positive);
    check(&V::idle_rpm, "idle_rpm", below, k_infinity, not_negative);
    check(&V::brake_effect, "brake_effect", below, k_infinity, not_negative);
    check(&V::rev_up_moi, "rev_up_moi", 0, k_infinity, positive);
    check(&V::rev_down_rate, "rev_down_rate", below, k_infinity, not_negative);
    check(&V::front_rear_split, "front_rear_split", below, above, share);
    check(&V::gear_change_time, "gear_change_time", below, k_infinity, not_negative);
    check(&V::final_ratio, "final_ratio", 0, k_infinity, positive);
    check(&V::change_up_rpm, "change_up_rpm", -k_infinity, k_infinity, finite);
    check(&V::change_down_rpm, "change_down_rpm", -k_infinity, k_infinity, finite);
    check(&V::transmission_efficiency, "transmission_efficiency", below, above, share);
    check(&V::mass, "mass", 0, k_infinity, positive);
    check(&V::drag_coefficient, "drag_coefficient", below, k_infinity, not_negative);
    check(&V::chassis_width, "chassis_width", below, k_infinity, not_negative);
    check(&V::chassis_height, "chassis_height", below, k_infinity, not_negative);
    check(&V::downforce_coefficient, "downforce_coefficient", below, k_infinity, not_negative);
    check(&V::drag_area, "drag_area", below, k_infinity, not_negative);
    check(&V::sleep_threshold, "sleep_threshold", below, k_infinity, not_negative);
    check(&V::sleep_slope_limit, "sleep_slope_limit", -k_infinity, k_infinity, finite);

    const std::string v = "VehiclePhysicsControl.";
    check_refused<V>(car(),
                     {{[](V& x) { x.center_of_mass.z = k_nan * 1_m; },
                       v + "center_of_mass.z = nan m: must be finite"},
                      {[](V& x) { x.idle_rpm = 5001_rpm; },
                       v + "idle_rpm = 5001 rpm: must be <= 5000 rpm, the max_rpm"},
                      {[](V& x) { x.change_up_rpm = 2000_rpm; },
                       v + "change_up_rpm = 2000 rpm: must be > 2000 rpm, the change_down_rpm"},
                      {[](V& x) { x.steering_curve.clear(); },
                       v + "steering_curve = 0 elements: must have at least 1 element"},
                      {[](V& x) { x.torque_curve.clear(); },
                       v + "torque_curve = 0 N m at most: must have a torque > 0"},
                      {[](V& x) { x.torque_curve[0].x = k_nan * 1_rpm; },
                       v + "torque_curve[0].x = nan rpm: must be finite"},
                      {[](V& x) { x.steering_curve[1].y = k_infinity; },
                       v + "steering_curve[1].y = inf: must be finite"},
                      {[](V& x) { x.wheels[3].sweep_type = SweepType{7}; },
                       v + "wheels[3].sweep_type = 7: must be between 0 and 1"}});
    CHECK_FALSE(refusal([] { require_valid(VehiclePhysicsControl{}); }).empty());
    CHECK(refusal([] {
              VehiclePhysicsControl bad = car();
              bad.mass = 0_kg;
              require_valid(bad, "vehicles[7]");
          }) == "vehicles[7].mass = 0 kg: must be finite and > 0");
}

TEST_CASE("V7: refused controls", "[vehicle_records]") {
    using C = VehicleControl;
    const std::string c = "VehicleControl.";
    check_refused<C>(
        {}, {{[](C& x) { x.throttle = 1.5; }, c + "throttle = 1.5: must be between 0 and 1"},
             {[](C& x) { x.throttle = k_nan; }, c + "throttle = nan: must be between 0 and 1"},
             {[](C& x) { x.steer = -2; }, c + "steer = -2: must be between -1 and 1"},
             {[](C& x) { x.steer = k_nan; }, c + "steer = nan: must be between -1 and 1"},
             {[](C& x) { x.brake = -0.5; }, c + "brake = -0.5: must be between 0 and 1"},
             {[](C& x) { x.brake = k_nan; }, c + "brake = nan: must be between 0 and 1"},
             {[](C& x) { x.gear = -3; }, c + "gear = -3: must be >= -1"}});
    CHECK_NOTHROW(require_valid(C{.throttle = 1, .steer = -1, .brake = 1, .gear = -1}));
    CHECK_NOTHROW(require_valid(C{.steer = 1, .gear = std::numeric_limits<int>::max()}));
}

TEST_CASE("refused Ackermann targets, gains and telemetry", "[vehicle_records]") {
    using A = VehicleAckermannControl;
    const auto target = [](auto member, const std::string& name) {
        check_number(A{}, member, "VehicleAckermannControl." + name, -k_infinity, k_infinity,
                     "must be finite");
    };
    target(&A::steer, "steer");
    target(&A::steer_speed, "steer_speed");
    target(&A::speed, "speed");
    target(&A::acceleration, "acceleration");
    target(&A::jerk, "jerk");

    using S = AckermannControllerSettings;
    const auto gain = [](auto member, const std::string& name) {
        check_number(S{}, member, "AckermannControllerSettings." + name, -k_infinity, k_infinity,
                     "must be finite");
    };
    gain(&S::speed_kp, "speed_kp");
    gain(&S::speed_ki, "speed_ki");
    gain(&S::speed_kd, "speed_kd");
    gain(&S::accel_kp, "accel_kp");
    gain(&S::accel_ki, "accel_ki");
    gain(&S::accel_kd, "accel_kd");
    CHECK_NOTHROW(require_valid(S{.speed_kp = -1}));

    VehicleTelemetryData telemetry{.wheels = {{}, {}}};
    REQUIRE_NOTHROW(require_valid(telemetry));
    telemetry.wheels[1].omega = k_nan * 1_rad_per_s;
    CHECK(refusal([&] { require_valid(telemetry); }) ==
          "VehicleTelemetryData.wheels[1].omega = nan rad/s: must be finite");
}
