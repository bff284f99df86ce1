#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/geometry/vector3.hpp>
#include <lanewise/physics/vehicle/records/curve.hpp>
#include <lanewise/physics/vehicle/records/fields.hpp>
#include <lanewise/units/text.hpp>

#include <fmt/format.h>

#include <string>

namespace lanewise {
namespace {

using records::Rule;

/// Where a value stands. The text is made when something is refused; checks cost no strings.
struct Path {
    const Path* owner;
    std::string_view key;    ///< a member, or empty for
    std::size_t number = 0;  ///< an element

    [[nodiscard]] std::string text() const {
        if (owner == nullptr) return std::string(key);
        return key.empty() ? fmt::format("{}[{}]", owner->text(), number)
                           : fmt::format("{}.{}", owner->text(), key);
    }
};

template <class T>
void refuse(const Path& path, const T& value, std::string_view rule) {
    lanewise::refuse(path.text(), to_text(value), rule);
}

template <class Record>
void check_record(const Path& path, const Record& record);

// What a value of each type must be.

void check(const Path&, bool, const Rule&) {}

void check(const Path&, BodyId, const Rule&) {}

template <detail::Scalar S>
void check(const Path& path, S value, const Rule& rule) {
    double number;
    if constexpr (std::is_arithmetic_v<S>)
        number = value;
    else
        number = value.value();
    if (!rule.allows(number)) refuse(path, value, rule.text);
}

template <CarlaEnum E>
void check(const Path& path, E value, const Rule&) {
    if (!is_valid(value)) require_valid(value, path.text());
}

template <class Q>
void check(const Path& path, const Vector3<Q>& vector, const Rule& rule) {
    check(Path{&path, "x"}, vector.x, rule);
    check(Path{&path, "y"}, vector.y, rule);
    check(Path{&path, "z"}, vector.z, rule);
}

template <class X, class Y>
void check(const Path& path, const CurvePoint<X, Y>& key, const Rule& rule) {
    check(Path{&path, "x"}, key.x, rule);
    check(Path{&path, "y"}, key.y, rule);
}

template <records::Described Record>
void check(const Path& path, const Record& record, const Rule&) {
    check_record(path, record);
}

template <class T>
void check_order(const Path&, const std::vector<T>&) {}

template <class X, class Y>
void check_order(const Path& path, const std::vector<CurvePoint<X, Y>>& keys) {
    for (std::size_t i = 1; i < keys.size(); ++i) {
        const Path key{&path, "", i};
        if (!(keys[i].x > keys[i - 1].x))
            refuse(Path{&key, "x"}, keys[i].x,
                   fmt::format("must be > {}, the x before", to_text(keys[i - 1].x)));
    }
}

template <class T>
void check(const Path& path, const std::vector<T>& list, const Rule& rule) {
    for (std::size_t i = 0; i < list.size(); ++i) check(Path{&path, "", i}, list[i], rule);
    check_order(path, list);
}

template <class T>
void check_size(const Path&, const T&, std::size_t) {}

template <class T>
void check_size(const Path& path, const std::vector<T>& list, std::size_t least) {
    if (list.size() < least)
        lanewise::refuse(
            path.text(), fmt::format("{} elements", list.size()),
            fmt::format("must have at least {} element{}", least, least == 1 ? "" : "s"));
}

// The rules between fields.

template <class Record>
void check_whole(const Path&, const Record&) {}

void check_whole(const Path& path, const WheelPhysicsControl& wheel) {
    const double length = norm(wheel.suspension_axis);
    if (!(length > shortest_direction && length < records::k_infinity))
        refuse(Path{&path, "suspension_axis"}, wheel.suspension_axis,
               fmt::format("must have a finite length > {}", shortest_direction));
}

void check_whole(const Path& path, const VehiclePhysicsControl& physics) {
    if (!(to_si(peak(physics.torque_curve)) > 0))
        lanewise::refuse(Path{&path, "torque_curve"}.text(),
                         to_text(peak(physics.torque_curve)) + " at most",
                         "must have a torque > 0");
    if (!(physics.idle_rpm <= physics.max_rpm))
        refuse(Path{&path, "idle_rpm"}, physics.idle_rpm,
               fmt::format("must be <= {}, the max_rpm", to_text(physics.max_rpm)));
    if (!(physics.change_up_rpm > physics.change_down_rpm))
        refuse(Path{&path, "change_up_rpm"}, physics.change_up_rpm,
               fmt::format("must be > {}, the change_down_rpm", to_text(physics.change_down_rpm)));
}

/// Every field by its own rule, then the whole.
template <class Record>
void check_record(const Path& path, const Record& record) {
    records::for_each_field<Record>([&](const auto& info) {
        const Path name{&path, info.name};
        check_size(name, record.*info.member, info.least);
        check(name, record.*info.member, info.rule);
    });
    check_whole(path, record);
}

}  // namespace

void require_valid(const WheelPhysicsControl& wheel, std::string_view owner) {
    check_record(Path{nullptr, owner}, wheel);
}

void require_valid(const VehiclePhysicsControl& physics, std::string_view owner) {
    check_record(Path{nullptr, owner}, physics);
}

void require_valid(const VehicleControl& control, std::string_view owner) {
    check_record(Path{nullptr, owner}, control);
}

void require_valid(const VehicleAckermannControl& control, std::string_view owner) {
    check_record(Path{nullptr, owner}, control);
}

void require_valid(const AckermannControllerSettings& settings, std::string_view owner) {
    check_record(Path{nullptr, owner}, settings);
}

void require_valid(const WheelTelemetryData& wheel, std::string_view owner) {
    check_record(Path{nullptr, owner}, wheel);
}

void require_valid(const VehicleTelemetryData& telemetry, std::string_view owner) {
    check_record(Path{nullptr, owner}, telemetry);
}

Area frontal_area(const VehiclePhysicsControl& physics) {
    return to_si(physics.drag_area) > 0 ? physics.drag_area
                                        : physics.chassis_width * physics.chassis_height;
}

}  // namespace lanewise
