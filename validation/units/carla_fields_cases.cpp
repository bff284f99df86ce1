/// A type for every scalar field of CARLA's records that has a unit: the default in CARLA's number
/// and unit, and what it is in SI.

#include <lanewise/units/literals.hpp>
#include <lanewise/units/text.hpp>

#include <catch2/catch.hpp>
#include <numbers>
#include <string>
#include <string_view>
#include <vector>

using namespace lanewise;
using namespace lanewise::literals;

namespace {

constexpr double pi = std::numbers::pi;

struct Field {
    std::string_view name;
    std::string carla;
    double si;
};

template <class Q>
Field field(std::string_view name, Q value) {
    return {name, to_text(value), to_si(value)};
}

}  // namespace

TEST_CASE("VehiclePhysicsControl", "[units]") {
    struct {
        std::vector<CurvePoint<RevolutionsPerMinute, Torque>> torque_curve{{0_rpm, 500_N_m},
                                                                           {5000_rpm, 500_N_m}};
        Torque max_torque = 300_N_m;
        RevolutionsPerMinute max_rpm = 5000_rpm;
        RevolutionsPerMinute idle_rpm = 1_rpm;
        Torque brake_effect = 1_N_m;
        MomentOfInertia rev_up_moi = 1_kg_m2;
        RevolutionsPerMinutePerSecond rev_down_rate = 600_rpm_per_s;
        Ratio front_rear_split = 0.5;
        Duration gear_change_time = 0.5_s;
        Ratio final_ratio = 4;
        RevolutionsPerMinute change_up_rpm = 4500_rpm;
        RevolutionsPerMinute change_down_rpm = 2000_rpm;
        Mass mass = 1000_kg;
        Ratio drag_coefficient = 0.3;
        Vector3<Length> center_of_mass;
        Centimetres chassis_width = 180_cm;
        Centimetres chassis_height = 140_cm;
        Area drag_area = 0_m2;
        Vector3<Ratio> inertia_tensor_scale{1, 1, 1};
        std::vector<CurvePoint<KilometresPerHour, Ratio>> steering_curve{{0_km_per_h, 1},
                                                                         {10_km_per_h, 0.5}};
    } const p;

    CHECK(to_si(p.torque_curve[1]).x == Approx(5000 * pi / 30).epsilon(1e-15));
    CHECK(to_si(p.torque_curve[1]).y == 500);
    CHECK(to_text(p.torque_curve[1]) == "(5000 rpm, 500 N m)");
    CHECK(to_si(p.max_torque) == 300);
    CHECK(to_si(p.max_rpm) == Approx(523.5987755982989).epsilon(1e-15));
    CHECK(to_si(p.idle_rpm) == pi / 30);
    CHECK(to_si(p.brake_effect) == 1);
    CHECK(to_si(p.rev_up_moi) == 1);
    CHECK(to_si(p.rev_down_rate) == Approx(20 * pi).epsilon(1e-15));
    CHECK(to_si(p.gear_change_time) == 0.5);
    CHECK(to_si(p.change_up_rpm) == Approx(150 * pi).epsilon(1e-15));
    CHECK(to_si(p.change_down_rpm) == Approx(2000 * pi / 30).epsilon(1e-15));
    CHECK(to_si(p.mass) == 1000);
    CHECK(to_si(p.center_of_mass) == Vector3{0.0, 0.0, 0.0});
    CHECK(to_si(p.chassis_width) == 1.8);
    CHECK(to_si(p.chassis_height) == 1.4);
    // An unset drag area stands for the front of the chassis.
    CHECK(p.drag_area + p.chassis_width * p.chassis_height == 2.52_m2);
    CHECK(to_si(p.inertia_tensor_scale) == Vector3{1.0, 1.0, 1.0});
    CHECK(to_si(p.steering_curve[1]).x == Approx(10 / 3.6).epsilon(1e-15));
    CHECK(to_si(p.steering_curve[1]).y == 0.5);
}

TEST_CASE("WheelPhysicsControl", "[units]") {
    struct {
        Vector3<Centimetres> offset;
        Centimetres wheel_radius = 30_cm;
        Centimetres wheel_width = 30_cm;
        Mass wheel_mass = 30_kg;
        NewtonsPerDegree cornering_stiffness = 1000_N_per_deg;
        Ratio friction_force_multiplier = 3;
        CentimetresPerSecond slip_threshold = 20_cm_per_s;
        CentimetresPerSecond skid_threshold = 20_cm_per_s;
        Degrees max_steer_angle = 70_deg;
        AngularVelocity max_wheelspin_rotation = 30_rad_per_s;
        Vector3<Ratio> suspension_axis{0, 0, -1};
        Vector3<Centimetres> suspension_force_offset;
        Centimetres suspension_max_raise = 10_cm;
        Centimetres suspension_max_drop = 10_cm;
        Ratio suspension_damping_ratio = 0.5;
        NewtonsPerCentimetre spring_rate = 250_N_per_cm;
        Force spring_preload = 50_N;
        Ratio rollbar_scaling = 0.15;
        Torque max_brake_torque = 1500_N_m;
        Torque max_hand_brake_torque = 3000_N_m;
        Vector3<Length> location;
        Vector3<Length> old_location;
        Vector3<Velocity> velocity;
    } const w;

    CHECK(to_si(w.offset) == Vector3{0.0, 0.0, 0.0});
    CHECK(to_si(w.wheel_radius) == 0.3);
    CHECK(to_si(w.wheel_width) == 0.3);
    CHECK(to_si(w.wheel_mass) == 30);
    CHECK(to_si(w.cornering_stiffness) == Approx(57'295.77951308232).epsilon(1e-15));
    CHECK(to_si(w.slip_threshold) == 0.2);
    CHECK(to_si(w.skid_threshold) == 0.2);
    CHECK(to_si(w.max_steer_angle) == Approx(70 * pi / 180).epsilon(1e-15));
    CHECK(to_si(w.max_wheelspin_rotation) == 30);
    CHECK(to_si(w.suspension_force_offset) == Vector3{0.0, 0.0, 0.0});
    CHECK(to_si(w.suspension_max_raise) == 0.1);
    CHECK(to_si(w.suspension_max_drop) == 0.1);
    CHECK(to_si(w.spring_rate) == 25'000);
    CHECK(to_si(w.spring_preload) == 50);
    CHECK(to_si(w.max_brake_torque) == 1500);
    CHECK(to_si(w.max_hand_brake_torque) == 3000);
    CHECK(w.velocity == Vector3<Velocity>{});
    // Four springs at their drop limit carry the default car; at rest one is pressed in by 0.096 m.
    CHECK(4 * (w.spring_rate * w.suspension_max_drop) == 10'000_N);
    CHECK((1000_kg * 9.8_m_per_s2 / 4 - w.spring_preload) / Stiffness{w.spring_rate} == 0.096_m);
}

TEST_CASE("controls, telemetry and sensors", "[units]") {
    const std::vector<Field> fields{
        field("VehicleControl.throttle", Ratio{1}),
        field("VehicleAckermannControl.steer", Angle{90_deg}),
        field("VehicleAckermannControl.steer_speed", AngularVelocity{90_deg_per_s}),
        field("VehicleAckermannControl.speed", Velocity{36_km_per_h}),
        field("VehicleAckermannControl.acceleration", 3_m_per_s2),
        field("VehicleAckermannControl.jerk", 2_m_per_s3),
        field("VehicleTelemetryData.speed", 12.5_m_per_s),
        field("VehicleTelemetryData.engine_rpm", 30_rpm),
        field("WheelTelemetryData.lat_slip", 180_deg),
        field("WheelTelemetryData.long_slip", Ratio{0.1}),
        field("WheelTelemetryData.omega", 40_rad_per_s),
        field("WalkerControl.speed", 1.4_m_per_s),
        field("Rotation.yaw", 90_deg),
        field("EpisodeSettings.fixed_delta_seconds", 0.05_s),
        field("EpisodeSettings.max_substep_delta_time", Duration{10_ms}),
        field("EpisodeSettings.tile_stream_distance", 3000_m),
        field("EpisodeSettings.actor_active_distance", 2000_m),
        field("ActorSnapshot.angular_velocity", 180_deg_per_s),
        field("IMU.gyroscope", 0.5_rad_per_s),
        field("IMU.compass", 1.5_rad),
        field("GNSS.latitude", 90_deg),
        field("GNSS.altitude", 100_m),
        field("Rollover.flag_time", 5_s),
        field("WalkerParameters.mass", 75_kg),
        field("steering curve of the engine", 1_mph),
    };
    const std::vector<Field> expected{
        {"VehicleControl.throttle", "1", 1},
        {"VehicleAckermannControl.steer", "1.5707963267948966 rad", pi / 2},
        {"VehicleAckermannControl.steer_speed", "1.5707963267948966 rad/s", pi / 2},
        {"VehicleAckermannControl.speed", "10 m/s", 10},
        {"VehicleAckermannControl.acceleration", "3 m/s^2", 3},
        {"VehicleAckermannControl.jerk", "2 m/s^3", 2},
        {"VehicleTelemetryData.speed", "12.5 m/s", 12.5},
        {"VehicleTelemetryData.engine_rpm", "30 rpm", pi},
        {"WheelTelemetryData.lat_slip", "180 deg", pi},
        {"WheelTelemetryData.long_slip", "0.1", 0.1},
        {"WheelTelemetryData.omega", "40 rad/s", 40},
        {"WalkerControl.speed", "1.4 m/s", 1.4},
        {"Rotation.yaw", "90 deg", pi / 2},
        {"EpisodeSettings.fixed_delta_seconds", "0.05 s", 0.05},
        {"EpisodeSettings.max_substep_delta_time", "0.01 s", 0.01},
        {"EpisodeSettings.tile_stream_distance", "3000 m", 3000},
        {"EpisodeSettings.actor_active_distance", "2000 m", 2000},
        {"ActorSnapshot.angular_velocity", "180 deg/s", pi},
        {"IMU.gyroscope", "0.5 rad/s", 0.5},
        {"IMU.compass", "1.5 rad", 1.5},
        {"GNSS.latitude", "90 deg", pi / 2},
        {"GNSS.altitude", "100 m", 100},
        {"Rollover.flag_time", "5 s", 5},
        {"WalkerParameters.mass", "75 kg", 75},
        {"steering curve of the engine", "1 mph", 0.44704},
    };
    REQUIRE(fields.size() == expected.size());
    for (std::size_t i = 0; i < fields.size(); ++i) {
        CAPTURE(fields[i].name);
        CHECK(fields[i].name == expected[i].name);
        CHECK(fields[i].carla == expected[i].carla);
        CHECK(fields[i].si == expected[i].si);
    }
}

TEST_CASE("vector fields of events and snapshots", "[units]") {
    struct {
        Vector3<Momentum> normal_impulse{1_N_s, 2_kg_m_per_s, 3_N_s};
        Vector3<DegreesPerSecond> angular_velocity{180_deg_per_s, 0_deg_per_s, 90_deg_per_s};
        Vector3<Acceleration> acceleration{0_m_per_s2, 0_m_per_s2, 9.81_m_per_s2};
        Vector3<Torque> external_torque{1_N_m, 2_N_m, 3_N_m};
        Vector3<AngularMomentum> angular_impulse{1_N_m_s, 2_N_m_s, 3_N_m_s};
        Vector3<Length> extent{2.25_m, 90_cm, 0.7_m};
    } const e;
    CHECK(to_text(e.normal_impulse) == "(1, 2, 3) N s");
    CHECK(to_si(e.angular_velocity) == Vector3{pi, 0.0, pi / 2});
    CHECK(to_si(e.acceleration) == Vector3{0.0, 0.0, 9.81});
    CHECK(to_text(e.external_torque) == "(1, 2, 3) N m");
    CHECK(to_text(e.angular_impulse) == "(1, 2, 3) N m s");
    CHECK(to_si(e.extent) == Vector3{2.25, 0.9, 0.7});
}
