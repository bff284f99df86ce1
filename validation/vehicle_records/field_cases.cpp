/// The fields of every record against the tables of CARLA's records: names, order, defaults and,
/// with them, units. The records' text forms list the fields, so the text forms are tested too.

#include <lanewise/physics/vehicle/records/fields.hpp>
#include <lanewise/units/literals.hpp>

#include <catch2/catch.hpp>
#include <functional>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

using namespace lanewise;
using namespace lanewise::literals;

namespace {

using Table = std::vector<std::pair<std::string, std::string>>;

/// Name and value of every field of `Record(name=value, ...)`.
Table fields_of(const std::string& text, std::string_view record) {
    REQUIRE(text.starts_with(std::string(record) + "("));
    REQUIRE(text.ends_with(")"));
    Table fields;
    std::string field;
    int depth = 0;
    for (const char c : text.substr(record.size() + 1)) {
        depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
        const bool is_end = depth < 0 || (depth == 0 && c == ',');
        if (!is_end) {
            field += c;
            continue;
        }
        const std::size_t start = field.find_first_not_of(' ');
        const std::size_t equals = field.find('=');
        fields.emplace_back(field.substr(start, equals - start), field.substr(equals + 1));
        field.clear();
    }
    return fields;
}

template <class Record>
void check_table(std::string_view name, const Table& expected) {
    CHECK(records::Description<Record>::name == name);
    const Table fields = fields_of(to_text(Record{}), name);
    REQUIRE(fields.size() == expected.size());
    for (std::size_t i = 0; i < fields.size(); ++i) {
        CAPTURE(i);
        CHECK(fields[i].first == expected[i].first);
        CHECK(fields[i].second == expected[i].second);
    }
    std::ostringstream stream;
    stream << Record{};
    CHECK(stream.str() == to_text(Record{}));
}

/// The members in the order of their addresses are the fields in the order of the description.
template <class Record>
void check_order() {
    const Record record;
    const void* last = nullptr;
    records::for_each_field<Record>([&](const auto& info) {
        INFO(info.name);
        const void* place = &(record.*info.member);
        CHECK(std::less<>()(last, place));
        last = place;
    });
}

}  // namespace

TEST_CASE("WheelPhysicsControl has CARLA's 38 fields", "[vehicle_records]") {
    check_table<WheelPhysicsControl>("WheelPhysicsControl",
                                     {{"axle_type", "Undefined"},
                                      {"offset", "(0, 0, 0) cm"},
                                      {"wheel_radius", "30 cm"},
                                      {"wheel_width", "30 cm"},
                                      {"wheel_mass", "30 kg"},
                                      {"cornering_stiffness", "1000 N/deg"},
                                      {"friction_force_multiplier", "3"},
                                      {"side_slip_modifier", "1"},
                                      {"slip_threshold", "20 cm/s"},
                                      {"skid_threshold", "20 cm/s"},
                                      {"max_steer_angle", "70 deg"},
                                      {"affected_by_steering", "true"},
                                      {"affected_by_brake", "true"},
                                      {"affected_by_handbrake", "true"},
                                      {"affected_by_engine", "true"},
                                      {"abs_enabled", "false"},
                                      {"traction_control_enabled", "false"},
                                      {"max_wheelspin_rotation", "30 rad/s"},
                                      {"external_torque_combine_method", "None"},
                                      {"lateral_slip_graph", "[]"},
                                      {"suspension_axis", "(0, 0, -1)"},
                                      {"suspension_force_offset", "(0, 0, 0) cm"},
                                      {"suspension_max_raise", "10 cm"},
                                      {"suspension_max_drop", "10 cm"},
                                      {"suspension_damping_ratio", "0.5"},
                                      {"wheel_load_ratio", "0.5"},
                                      {"spring_rate", "250 N/cm"},
                                      {"spring_preload", "50 N"},
                                      {"suspension_smoothing", "0"},
                                      {"rollbar_scaling", "0.15"},
                                      {"sweep_shape", "Raycast"},
                                      {"sweep_type", "SimpleSweep"},
                                      {"max_brake_torque", "1500 N m"},
                                      {"max_hand_brake_torque", "3000 N m"},
                                      {"wheel_index", "-1"},
                                      {"location", "(0, 0, 0) m"},
                                      {"old_location", "(0, 0, 0) m"},
                                      {"velocity", "(0, 0, 0) m/s"}});
    check_order<WheelPhysicsControl>();
    // Neither a number more nor one less would bind.
    const auto [a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18,
                a19, a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35,
                a36, a37, a38] = WheelPhysicsControl{};
    CHECK(a26 == 0.5);
    static_assert(std::is_same_v<decltype(WheelPhysicsControl::lateral_slip_graph),
                                 std::vector<CurvePoint<Ratio, Ratio>>>);
}

TEST_CASE("VehiclePhysicsControl has CARLA's 30 fields", "[vehicle_records]") {
    check_table<VehiclePhysicsControl>(
        "VehiclePhysicsControl",
        {{"torque_curve", "[(0 rpm, 500 N m), (5000 rpm, 500 N m)]"},
         {"max_torque", "300 N m"},
         {"max_rpm", "5000 rpm"},
         {"idle_rpm", "1 rpm"},
         {"brake_effect", "1 N m"},
         {"rev_up_moi", "1 kg m^2"},
         {"rev_down_rate", "600 rpm/s"},
         {"differential_type", "Undefined"},
         {"front_rear_split", "0.5"},
         {"use_automatic_gears", "true"},
         {"gear_change_time", "0.5 s"},
         {"final_ratio", "4"},
         {"forward_gear_ratios", "[2.85, 2.02, 1.35, 1, 2.85, 2.02, 1.35, 1]"},
         {"reverse_gear_ratios", "[2.86, 2.86]"},
         {"change_up_rpm", "4500 rpm"},
         {"change_down_rpm", "2000 rpm"},
         {"transmission_efficiency", "0.9"},
         {"mass", "1000 kg"},
         {"drag_coefficient", "0.3"},
         {"center_of_mass", "(0, 0, 0) m"},
         {"chassis_width", "180 cm"},
         {"chassis_height", "140 cm"},
         {"downforce_coefficient", "0.3"},
         {"drag_area", "0 m^2"},
         {"inertia_tensor_scale", "(1, 1, 1)"},
         {"sleep_threshold", "10"},
         {"sleep_slope_limit", "0.866"},
         {"steering_curve", "[(0 km/h, 1), (10 km/h, 0.5)]"},
         {"wheels", "[]"},
         {"use_sweep_wheel_collision", "false"}});
    check_order<VehiclePhysicsControl>();
    const auto [a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18,
                a19, a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30] =
        VehiclePhysicsControl{};
    CHECK(a27 == 0.866);
}

TEST_CASE("V1: the default set-up in SI", "[vehicle_records]") {
    const VehiclePhysicsControl physics{.wheels = {{}}};
    const WheelPhysicsControl& wheel = physics.wheels[0];
    CHECK(to_si(physics.max_torque) == 300);
    CHECK(physics.max_rpm == 5000_rpm);
    CHECK(physics.idle_rpm == 1_rpm);
    CHECK(physics.forward_gear_ratios.size() == 8);
    CHECK(physics.reverse_gear_ratios.size() == 2);
    CHECK(physics.final_ratio == 4);
    CHECK(to_si(physics.mass) == 1000);
    CHECK(to_si(physics.chassis_width) == 1.8);
    CHECK(to_si(wheel.wheel_radius) == 0.3);
    CHECK(to_si(wheel.spring_rate) == 25000);
    CHECK(to_si(wheel.spring_preload) == 50);
    CHECK(wheel.max_steer_angle == 70_deg);
    CHECK(to_si(wheel.max_brake_torque) == 1500);
    CHECK(to_si(wheel.max_hand_brake_torque) == 3000);
    CHECK(to_si(wheel.suspension_max_drop) == 0.1);
    CHECK(physics.use_automatic_gears);
    CHECK(physics.differential_type == DifferentialType::undefined);
    CHECK(wheel.sweep_shape == SweepShape::raycast);
}

TEST_CASE("V2: frontal area", "[vehicle_records]") {
    VehiclePhysicsControl physics;
    CHECK(to_si(frontal_area(physics)) == Approx(1.8 * 1.4).epsilon(1e-15));
    physics.drag_area = 2_m2;
    CHECK(to_si(frontal_area(physics)) == 2);
}

TEST_CASE("V7: VehicleControl lists CARLA's seven fields", "[vehicle_records]") {
    check_table<VehicleControl>("VehicleControl", {{"throttle", "0"},
                                                   {"steer", "0"},
                                                   {"brake", "0"},
                                                   {"hand_brake", "false"},
                                                   {"reverse", "false"},
                                                   {"manual_gear_shift", "false"},
                                                   {"gear", "0"}});
    check_order<VehicleControl>();
    const auto [a1, a2, a3, a4, a5, a6, a7] = VehicleControl{};
    CHECK(a7 == 0);
    CHECK(to_text(VehicleControl{.throttle = 0.5, .steer = -0.25, .reverse = true, .gear = -1}) ==
          "VehicleControl(throttle=0.5, steer=-0.25, brake=0, hand_brake=false, reverse=true, "
          "manual_gear_shift=false, gear=-1)");
}

TEST_CASE("the Ackermann records have five and six fields", "[vehicle_records]") {
    check_table<VehicleAckermannControl>("VehicleAckermannControl", {{"steer", "0 rad"},
                                                                     {"steer_speed", "0 rad/s"},
                                                                     {"speed", "0 m/s"},
                                                                     {"acceleration", "0 m/s^2"},
                                                                     {"jerk", "0 m/s^3"}});
    check_order<VehicleAckermannControl>();
    const auto [a1, a2, a3, a4, a5] = VehicleAckermannControl{};
    CHECK(a5 == Jerk{});

    check_table<AckermannControllerSettings>("AckermannControllerSettings", {{"speed_kp", "0"},
                                                                             {"speed_ki", "0"},
                                                                             {"speed_kd", "0"},
                                                                             {"accel_kp", "0"},
                                                                             {"accel_ki", "0"},
                                                                             {"accel_kd", "0"}});
    check_order<AckermannControllerSettings>();
    const auto [b1, b2, b3, b4, b5, b6] = AckermannControllerSettings{};
    CHECK(b6 == 0);
}

TEST_CASE("VehicleTelemetryData has CARLA's seven fields", "[vehicle_records]") {
    check_table<VehicleTelemetryData>("VehicleTelemetryData", {{"speed", "0 m/s"},
                                                               {"steer", "0"},
                                                               {"throttle", "0"},
                                                               {"brake", "0"},
                                                               {"engine_rpm", "0 rpm"},
                                                               {"gear", "0"},
                                                               {"wheels", "[]"}});
    check_order<VehicleTelemetryData>();
    const auto [a1, a2, a3, a4, a5, a6, a7] = VehicleTelemetryData{};
    CHECK(a7.empty());
}

TEST_CASE("WheelTelemetryData has CARLA's three fields and seventeen more", "[vehicle_records]") {
    check_table<WheelTelemetryData>("WheelTelemetryData", {{"lat_slip", "0 deg"},
                                                           {"long_slip", "0"},
                                                           {"omega", "0 rad/s"},
                                                           {"tire_load", "0 N"},
                                                           {"friction_limit", "0 N"},
                                                           {"normal_force", "0 N"},
                                                           {"long_force", "0 N"},
                                                           {"lat_force", "0 N"},
                                                           {"drive_torque", "0 N m"},
                                                           {"brake_torque", "0 N m"},
                                                           {"steer_angle", "0 deg"},
                                                           {"suspension_compression", "0 m"},
                                                           {"suspension_force", "0 N"},
                                                           {"in_contact", "false"},
                                                           {"contact_point", "(0, 0, 0) m"},
                                                           {"contact_normal", "(0, 0, 0)"},
                                                           {"contact_body", "none"},
                                                           {"slipping", "false"},
                                                           {"skidding", "false"},
                                                           {"locked", "false"}});
    check_order<WheelTelemetryData>();
    const auto [a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18,
                a19, a20] = WheelTelemetryData{};
    CHECK(a17 == BodyId{});
    CHECK_THAT(to_text(WheelTelemetryData{.contact_body = {3, 1}}),
               Catch::Contains("contact_body=3 of generation 1, "));
}

TEST_CASE("enumerations have CARLA's numbers and names", "[vehicle_records]") {
    const auto check = [](auto value, std::size_t number, const char* name) {
        CHECK(carla_number(value) == number);
        CHECK(to_text(value) == name);
    };
    check(AxleType::undefined, 0, "Undefined");
    check(AxleType::front, 1, "Front");
    check(AxleType::rear, 2, "Rear");
    check(DifferentialType::undefined, 0, "Undefined");
    check(DifferentialType::all_wheel_drive, 1, "AllWheelDrive");
    check(DifferentialType::front_wheel_drive, 2, "FrontWheelDrive");
    check(DifferentialType::rear_wheel_drive, 3, "RearWheelDrive");
    check(SweepShape::raycast, 0, "Raycast");
    check(SweepShape::spherecast, 1, "Spherecast");
    check(SweepShape::shapecast, 2, "Shapecast");
    check(SweepType::simple_sweep, 0, "SimpleSweep");
    check(SweepType::complex_sweep, 1, "ComplexSweep");
    check(TorqueCombineMethod::none, 0, "None");
    check(TorqueCombineMethod::override_torque, 1, "Override");
    check(TorqueCombineMethod::additive, 2, "Additive");
    check(VehicleFailureState::none, 0, "None");
    check(VehicleFailureState::rollover, 1, "Rollover");
    check(VehicleFailureState::engine, 2, "Engine");
    check(VehicleFailureState::tire_puncture, 3, "TirePuncture");
    check(VehicleControlType::vehicle_control, 0, "VehicleControl");
    check(VehicleControlType::ackermann_control, 1, "AckermannControl");
    check(VehicleWheelLocation::front_left, 0, "FL");
    check(VehicleWheelLocation::front_right, 1, "FR");
    check(VehicleWheelLocation::back_left, 2, "BL");
    check(VehicleWheelLocation::back_right, 3, "BR");
    check(VehicleWheelLocation::middle_left, 4, "ML");
    check(VehicleWheelLocation::middle_right, 5, "MR");
    CHECK(carla_number(VehicleWheelLocation::front) == 0);
    CHECK(carla_number(VehicleWheelLocation::back) == 1);
    check(VehicleDoor::front_left, 0, "FL");
    check(VehicleDoor::rear_right, 3, "RR");
    check(VehicleDoor::hood, 4, "Hood");
    check(VehicleDoor::trunk, 5, "Trunk");
    check(VehicleDoor::all, 6, "All");
}

TEST_CASE("equality is exact, field by field", "[vehicle_records]") {
    const VehiclePhysicsControl physics{.wheels = {{}, {}}};
    VehiclePhysicsControl other = physics;
    CHECK(other == physics);
    other.wheels[1].wheel_radius = (30 + 4e-15) * units::centimetres;
    CHECK_FALSE(other == physics);
    CHECK_FALSE(VehicleControl{.gear = 1} == VehicleControl{});
    CHECK_FALSE(VehicleAckermannControl{.jerk = 1_m_per_s3} == VehicleAckermannControl{});
    CHECK_FALSE(fresh_ackermann_settings == AckermannControllerSettings{});
    CHECK_FALSE(WheelTelemetryData{.locked = true} == WheelTelemetryData{});
    CHECK_FALSE(VehicleTelemetryData{.wheels = {{}}} == VehicleTelemetryData{});
}
