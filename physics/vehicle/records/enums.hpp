#pragma once

#include <lanewise/kernels/error.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>

namespace lanewise {

enum class AxleType : std::uint8_t { undefined, front, rear };

/// Which wheels the engine drives. `undefined`: every wheel with `affected_by_engine`, in equal
/// shares; otherwise the wheels of the axles.
enum class DifferentialType : std::uint8_t {
    undefined,
    all_wheel_drive,
    front_wheel_drive,
    rear_wheel_drive,
};

/// Kept for the records; every shape casts one ray.
enum class SweepShape : std::uint8_t { raycast, spherecast, shapecast };
/// Kept for the records.
enum class SweepType : std::uint8_t { simple_sweep, complex_sweep };
/// Kept for the records.
enum class TorqueCombineMethod : std::uint8_t { none, override_torque, additive };

/// Only `rollover` is ever reported, as in the original.
enum class VehicleFailureState : std::uint8_t { none, rollover, engine, tire_puncture };

/// Which control a vehicle obeys.
enum class VehicleControlType : std::uint8_t { vehicle_control, ackermann_control };

/// Index into the list of wheels: two wheels per axle from the front, left before right. The first
/// four are the record's, the last two the game plugin's. A bike has `front` and `back`.
enum class VehicleWheelLocation : std::uint8_t {
    front_left,
    front_right,
    back_left,
    back_right,
    middle_left,
    middle_right,
    front = 0,
    back = 1,
};

/// Kept for the interface; doors are no bodies.
enum class VehicleDoor : std::uint8_t {
    front_left,
    front_right,
    rear_left,
    rear_right,
    hood,
    trunk,
    all,
};

namespace detail {

/// CARLA's name of each value, in order.
template <class E>
struct EnumNames;
template <>
struct EnumNames<AxleType> {
    static constexpr std::array<std::string_view, 3> list{"Undefined", "Front", "Rear"};
};
template <>
struct EnumNames<DifferentialType> {
    static constexpr std::array<std::string_view, 4> list{"Undefined", "AllWheelDrive",
                                                          "FrontWheelDrive", "RearWheelDrive"};
};
template <>
struct EnumNames<SweepShape> {
    static constexpr std::array<std::string_view, 3> list{"Raycast", "Spherecast", "Shapecast"};
};
template <>
struct EnumNames<SweepType> {
    static constexpr std::array<std::string_view, 2> list{"SimpleSweep", "ComplexSweep"};
};
template <>
struct EnumNames<TorqueCombineMethod> {
    static constexpr std::array<std::string_view, 3> list{"None", "Override", "Additive"};
};
template <>
struct EnumNames<VehicleFailureState> {
    static constexpr std::array<std::string_view, 4> list{"None", "Rollover", "Engine",
                                                          "TirePuncture"};
};
template <>
struct EnumNames<VehicleControlType> {
    static constexpr std::array<std::string_view, 2> list{"VehicleControl", "AckermannControl"};
};
template <>
struct EnumNames<VehicleWheelLocation> {
    static constexpr std::array<std::string_view, 6> list{"FL", "FR", "BL", "BR", "ML", "MR"};
};
template <>
struct EnumNames<VehicleDoor> {
    static constexpr std::array<std::string_view, 7> list{"FL",   "FR",    "RL", "RR",
                                                          "Hood", "Trunk", "All"};
};

}  // namespace detail

/// An enumeration of CARLA's records.
template <class E>
concept CarlaEnum = requires {
    detail::EnumNames<E>::list.size();
};

/// Number of values; they count from 0.
template <CarlaEnum E>
inline constexpr std::size_t enum_size = detail::EnumNames<E>::list.size();

/// CARLA's number of the value.
template <CarlaEnum E>
[[nodiscard]] constexpr std::size_t carla_number(E value) noexcept {
    return static_cast<std::size_t>(value);
}

/// False for a number that was cast into the enumeration and has no name in it.
template <CarlaEnum E>
[[nodiscard]] constexpr bool is_valid(E value) noexcept {
    return carla_number(value) < enum_size<E>;
}

/// CARLA's name of the value, or the bare number of one that is not valid.
template <CarlaEnum E>
[[nodiscard]] std::string to_text(E value) {
    return is_valid(value) ? std::string(detail::EnumNames<E>::list[carla_number(value)])
                           : std::to_string(carla_number(value));
}

template <CarlaEnum E>
std::ostream& operator<<(std::ostream& out, E value) {
    return out << to_text(value);
}

/// Refuses a value without a name.
template <CarlaEnum E>
void require_valid(E value, std::string_view field) {
    if (!is_valid(value))
        refuse(field, to_text(value), "must be between 0 and " + std::to_string(enum_size<E> - 1));
}

}  // namespace lanewise
