/// Records as JSON: what is written reads back to the same bits.

#include <lanewise/physics/vehicle/records/fields.hpp>
#include <lanewise/physics/vehicle/records/json.hpp>
#include <lanewise/units/literals.hpp>

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <random>
#include <string>
#include <string_view>

using namespace lanewise;
using namespace lanewise::literals;

namespace {

/// A record in which no number is its default; every one is valid in every range above 0.
class Numbers {
public:
    double next() {
        return std::ldexp(0.5 + unit_(random_) / 2, -1 - static_cast<int>(random_() % 9));
    }

private:
    std::mt19937 random_{42};
    std::uniform_real_distribution<double> unit_{0, 1};
};

void fill(Numbers&, bool& value) {
    value = !value;
}
void fill(Numbers&, std::int32_t& value) {
    value += 3;
}
void fill(Numbers& numbers, double& value) {
    value = numbers.next();
}
template <units::Unit U>
void fill(Numbers& numbers, Quantity<U>& value) {
    value = Quantity<U>::from_value(numbers.next());
}
template <CarlaEnum E>
void fill(Numbers&, E& value) {
    value = static_cast<E>(enum_size<E> - 1);
}
void fill(Numbers&, BodyId& value) {
    value = {7, 2};
}
template <class Q>
void fill(Numbers& numbers, Vector3<Q>& value) {
    fill(numbers, value.x);
    fill(numbers, value.y);
    fill(numbers, value.z);
}
template <class X, class Y>
void fill(Numbers& numbers, std::vector<CurvePoint<X, Y>>& keys) {
    keys.resize(5);
    double x = -2;
    for (auto& key : keys) {
        fill(numbers, key.x);
        fill(numbers, key.y);
        x += to_si(key.x) / to_si(key.x) + numbers.next();
        if constexpr (std::is_same_v<X, double>)
            key.x = x;
        else
            key.x = X::from_value(x);
    }
}
template <records::Described Record>
void fill(Numbers& numbers, Record& record);
template <class T>
void fill(Numbers& numbers, std::vector<T>& list) {
    list.resize(3);
    for (T& element : list) fill(numbers, element);
}
template <records::Described Record>
void fill(Numbers& numbers, Record& record) {
    records::for_each_field<Record>([&](const auto& info) {
        auto& member = record.*info.member;
        const auto before = member;
        fill(numbers, member);
        INFO(info.name);
        CHECK_FALSE(member == before);
    });
}

template <class Record, class Read>
void check_round_trip(const Read& read) {
    Numbers numbers;
    Record record;
    fill(numbers, record);
    if constexpr (std::is_same_v<Record, VehiclePhysicsControl>) {
        record.idle_rpm = record.max_rpm / 3;
        record.change_down_rpm = record.change_up_rpm / 7;
    }
    CHECK_NOTHROW(require_valid(record));
    const std::string text = to_json_text(record);
    CHECK(read(text, "record.json") == record);
    CHECK(to_json_text(read(text, "record.json")) == text);
    // Every key is there, in CARLA's order.
    std::size_t last = 0;
    records::for_each_field<Record>([&](const auto& info) {
        const std::size_t at = text.find("\n  \"" + std::string(info.name) + "\": ");
        INFO(info.name);
        CHECK(at != std::string::npos);
        CHECK(at >= last);
        last = at;
    });
}

}  // namespace

TEST_CASE("every field of every record survives JSON", "[vehicle_records]") {
    check_round_trip<VehiclePhysicsControl>(vehicle_physics_from_json);
    check_round_trip<WheelPhysicsControl>(wheel_physics_from_json);
    check_round_trip<VehicleControl>(vehicle_control_from_json);
    check_round_trip<VehicleAckermannControl>(ackermann_control_from_json);
    check_round_trip<AckermannControllerSettings>(ackermann_settings_from_json);
    check_round_trip<VehicleTelemetryData>(vehicle_telemetry_from_json);
    check_round_trip<WheelTelemetryData>(wheel_telemetry_from_json);
}

TEST_CASE("any finite number survives JSON with its bits", "[vehicle_records]") {
    const auto survives = [](double number) {
        const VehicleAckermannControl control{.speed = number * units::metres_per_second};
        const double back = ackermann_control_from_json(to_json_text(control)).speed.value();
        return back == number && std::signbit(back) == std::signbit(number);
    };
    for (const double number : {0.0,
                                -0.0,
                                1.0 / 3,
                                0.1,
                                5e-324,
                                -5e-324,
                                2.2250738585072014e-308,
                                1.7976931348623157e308,
                                9007199254740993.0,
                                1e15,
                                1e16,
                                -1e17,
                                9.2233720368547758e18,
                                1.8446744073709552e19,
                                -9.2233720368547758e18,
                                3.6893488147419103e19,
                                1e21,
                                1e22,
                                1e23,
                                123456789012345680.0,
                                -299792458.0})
        CHECK(survives(number));
    std::mt19937_64 random(3);
    int failures = 0;
    for (int i = 0; i < 20000; ++i) {
        const std::uint64_t bits = random();
        double number = 0;
        static_assert(sizeof bits == sizeof number);
        std::memcpy(&number, &bits, sizeof number);
        if (std::isfinite(number) && !survives(number)) ++failures;
    }
    CHECK(failures == 0);
}

TEST_CASE("keys that are not given take the defaults", "[vehicle_records]") {
    CHECK(vehicle_control_from_json("{}") == VehicleControl{});
    CHECK(ackermann_settings_from_json("{}") == AckermannControllerSettings{});
    CHECK(wheel_physics_from_json("{}") == WheelPhysicsControl{});
    CHECK(vehicle_physics_from_json(R"({"mass": 1200, "wheels": [{}, {"wheel_radius": 33.5}]})") ==
          VehiclePhysicsControl{.mass = 1200_kg, .wheels = {{}, {.wheel_radius = 33.5_cm}}});
}

TEST_CASE("numbers are in CARLA's units", "[vehicle_records]") {
    const VehiclePhysicsControl physics = vehicle_physics_from_json(R"({
        "torque_curve": [[0, 100], [4000, 210.5]], "max_rpm": 6000, "rev_down_rate": 300,
        "center_of_mass": [0.1, 0, -0.2], "chassis_width": 170,
        "steering_curve": [[0, 1], [36, 0.25]],
        "wheels": [{"offset": [140, -80, 30], "cornering_stiffness": 1200,
                    "slip_threshold": 15, "spring_rate": 300, "spring_preload": 20}]})");
    CHECK(physics.torque_curve[1] == CurvePoint<RevolutionsPerMinute, Torque>{4000_rpm, 210.5_N_m});
    CHECK(physics.max_rpm == 6000_rpm);
    CHECK(physics.rev_down_rate == 300_rpm_per_s);
    CHECK(physics.center_of_mass == Vector3<Length>{0.1_m, 0_m, -0.2_m});
    CHECK(physics.chassis_width == 170_cm);
    CHECK(to_si(physics.steering_curve[1]).x == 10);
    const WheelPhysicsControl& wheel = physics.wheels[0];
    CHECK(to_si(wheel.offset) == Vector3<double>{1.4, -0.8, 0.3});
    CHECK(wheel.cornering_stiffness == 1200_N_per_deg);
    CHECK(to_si(wheel.slip_threshold) == 0.15);
    CHECK(to_si(wheel.spring_rate) == 30000);
    CHECK(to_si(wheel.spring_preload) == 20);
}

TEST_CASE("enumerations by CARLA's number or name", "[vehicle_records]") {
    CHECK(wheel_physics_from_json(R"({"axle_type": 2, "sweep_type": "ComplexSweep"})") ==
          WheelPhysicsControl{.axle_type = AxleType::rear, .sweep_type = SweepType::complex_sweep});
    CHECK_THAT(to_json_text(WheelPhysicsControl{.axle_type = AxleType::front}),
               Catch::Contains("\"axle_type\": \"Front\","));
}

TEST_CASE("the text of a control", "[vehicle_records]") {
    CHECK(to_json_text(VehicleControl{.throttle = 0.25, .reverse = true, .gear = -1}) ==
          "{\n"
          "  \"throttle\": 0.25,\n"
          "  \"steer\": 0,\n"
          "  \"brake\": 0,\n"
          "  \"hand_brake\": false,\n"
          "  \"reverse\": true,\n"
          "  \"manual_gear_shift\": false,\n"
          "  \"gear\": -1\n"
          "}\n");
    const std::string text = to_json_text(VehicleTelemetryData{.wheels = {{}, {}}});
    CHECK_THAT(text, Catch::Contains("  \"wheels\": [\n    {\n      \"lat_slip\": 0,\n"));
    CHECK_THAT(text, Catch::Contains("\n    },\n    {\n"));
    CHECK_THAT(text, Catch::EndsWith("\n    }\n  ]\n}\n"));
    CHECK_THAT(text, Catch::Contains("\"contact_body\": null,"));
}

TEST_CASE("a set-up in a file", "[vehicle_records]") {
    const std::string path = "vehicle_records_test.json";
    const VehiclePhysicsControl physics{.mass = 900_kg, .wheels = {{}, {}, {}}};
    std::ofstream(path) << to_json_text(physics);
    CHECK(load_vehicle_physics(path) == physics);
    std::ofstream(path) << R"({"wheels": [{}, {"wheel_radius": -3}]})";
    CHECK_THROWS_WITH(load_vehicle_physics(path),
                      path + ": wheels[1].wheel_radius = -3 cm: must be finite and > 0");
    std::remove(path.c_str());
    CHECK_THROWS_WITH(load_vehicle_physics(path),
                      path + " = no such file: must be a readable file");
}
