/// JSON that a record refuses, with the path of the key.

#include <lanewise/physics/vehicle/records/json.hpp>
#include <lanewise/units/literals.hpp>

#include <catch2/catch.hpp>
#include <limits>
#include <string>

#include "../shapes/refused.hpp"

using namespace lanewise;
using namespace lanewise::literals;
using lanewise::test::refusal;

namespace {

std::string of_vehicle(const std::string& text) {
    return refusal([&] { return vehicle_physics_from_json(text, "car.json"); });
}

std::string of_wheel(const std::string& member) {
    return of_vehicle("{\"wheels\": [{}, {" + member + "}]}");
}

}  // namespace

TEST_CASE("unknown and repeated keys", "[vehicle_records]") {
    CHECK_THAT(of_vehicle(R"({"mas": 3, "wheels": [{}]})"),
               Catch::StartsWith("car.json: mas = 3: unknown key; known are torque_curve, ") &&
                   Catch::EndsWith(", use_sweep_wheel_collision"));
    CHECK_THAT(of_wheel(R"("radius": 3)"),
               Catch::StartsWith("car.json: wheels[1].radius = 3: unknown key; known are "));
    CHECK(of_wheel(R"("wheel_mass": 3, "wheel_mass": 4)") ==
          "car.json: wheels[1].wheel_mass = given twice: must be given once");
}

TEST_CASE("values of another type", "[vehicle_records]") {
    CHECK(of_vehicle("[]") == "car.json = []: must be an object");
    CHECK(of_vehicle(R"({"mass": "1000 kg"})") == "car.json: mass = '1000 kg': must be a number");
    CHECK(of_vehicle(R"({"mass": true})") == "car.json: mass = true: must be a number");
    CHECK(of_vehicle(R"({"mass": null})") == "car.json: mass = null: must be a number");
    CHECK(of_vehicle(R"({"use_automatic_gears": 1})") ==
          "car.json: use_automatic_gears = 1: must be true or false");
    CHECK(of_vehicle(R"({"wheels": {}})") == "car.json: wheels = an object: must be a list");
    CHECK(of_vehicle(R"({"wheels": [4]})") == "car.json: wheels[0] = 4: must be an object");
    CHECK(of_vehicle(R"({"forward_gear_ratios": [1, "2"]})") ==
          "car.json: forward_gear_ratios[1] = '2': must be a number");
    CHECK(of_vehicle(R"({"torque_curve": [[0, 1], [2]]})") ==
          "car.json: torque_curve[1] = [2]: must be a list of 2");
    CHECK(of_vehicle(R"({"torque_curve": [[0, 1], [2, "a"]]})") ==
          "car.json: torque_curve[1][1] = 'a': must be a number");
    CHECK(of_vehicle(R"({"center_of_mass": [1, 2]})") ==
          "car.json: center_of_mass = [1, 2]: must be a list of 3");
    CHECK(of_vehicle(R"({"center_of_mass": {"x": 1}})") ==
          "car.json: center_of_mass = an object: must be a list");
    CHECK(of_wheel(R"("suspension_smoothing": 1.5)") ==
          "car.json: wheels[1].suspension_smoothing = 1.5: must be a whole number between "
          "-2147483648 and 2147483647");
    CHECK(refusal([] { return vehicle_control_from_json(R"({"gear": 3000000000})"); }) ==
          "JSON text: gear = 3000000000: must be a whole number between -2147483648 and "
          "2147483647");
    CHECK(refusal([] { return wheel_telemetry_from_json(R"({"contact_body": [1, -1]})"); }) ==
          "JSON text: contact_body[1] = -1: must be a whole number between 0 and 4294967295");
}

TEST_CASE("enumerations out of range", "[vehicle_records]") {
    CHECK(of_wheel(R"("axle_type": 3)") ==
          "car.json: wheels[1].axle_type = 3: must be a whole number between 0 and 2");
    CHECK(of_wheel(R"("axle_type": 256)") ==
          "car.json: wheels[1].axle_type = 256: must be a whole number between 0 and 2");
    CHECK(of_wheel(R"("axle_type": "front")") ==
          "car.json: wheels[1].axle_type = 'front': must be one of Undefined, Front, Rear");
    CHECK(of_vehicle(R"({"differential_type": -1})") ==
          "car.json: differential_type = -1: must be a whole number between 0 and 3");
}

TEST_CASE("values that the record refuses", "[vehicle_records]") {
    CHECK(of_vehicle("{}") == "car.json: wheels = 0 elements: must have at least 1 element");
    CHECK(of_wheel(R"("wheel_radius": -3)") ==
          "car.json: wheels[1].wheel_radius = -3 cm: must be finite and > 0");
    CHECK(of_vehicle(R"({"idle_rpm": 9000, "wheels": [{}]})") ==
          "car.json: idle_rpm = 9000 rpm: must be <= 5000 rpm, the max_rpm");
    CHECK(of_vehicle(R"({"torque_curve": [[5, 1], [5, 2]], "wheels": [{}]})") ==
          "car.json: torque_curve[1].x = 5 rpm: must be > 5 rpm, the x before");
    CHECK(refusal([] { return vehicle_control_from_json(R"({"throttle": 1.5})", "c"); }) ==
          "c: throttle = 1.5: must be between 0 and 1");
}

TEST_CASE("what is not JSON", "[vehicle_records]") {
    CHECK_THAT(of_vehicle("{\"mass\": 1,\n \"wheels\": [}"),
               Catch::StartsWith("car.json:2 = ") && Catch::Contains(": must be JSON: "));
    CHECK_THAT(of_vehicle("{\"mass\": NaN}"), Catch::StartsWith("car.json:1 = "));
    CHECK_THAT(of_vehicle("{\"mass\": 1e999}"), Catch::StartsWith("car.json:1 = "));
    CHECK_THAT(of_vehicle(""), Catch::StartsWith("car.json:1 = "));
}

TEST_CASE("what could not be read back is not written", "[vehicle_records]") {
    CHECK(refusal([] { return to_json_text(VehiclePhysicsControl{}); }) ==
          "VehiclePhysicsControl.wheels = 0 elements: must have at least 1 element");
    const double infinity = std::numeric_limits<double>::infinity();
    CHECK(refusal([&] {
              return to_json_text(VehicleAckermannControl{.speed = infinity * 1_m_per_s});
          }) == "VehicleAckermannControl.speed = inf m/s: must be finite");
}
