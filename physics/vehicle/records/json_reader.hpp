#pragma once

#include <lanewise/physics/json/json_field.hpp>
#include <lanewise/physics/vehicle/records/fields.hpp>
#include <lanewise/units/curve.hpp>
#include <lanewise/units/vector3.hpp>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace lanewise::records {

// A value from the field where it stands, in CARLA's unit; refuses another type with the path.

inline void read(const json::Field& field, bool& value) {
    value = field.boolean();
}

inline void read(const json::Field& field, double& value) {
    value = field.number();
}

inline void read(const json::Field& field, std::int32_t& value) {
    using Limits = std::numeric_limits<std::int32_t>;
    value = static_cast<std::int32_t>(field.whole(Limits::min(), Limits::max()));
}

template <units::Unit U>
void read(const json::Field& field, Quantity<U>& value) {
    value = Quantity<U>::from_value(field.number());
}

template <CarlaEnum E>
void read(const json::Field& field, E& value) {
    constexpr auto& names = detail::EnumNames<E>::list;
    if (!field.is_text()) {
        value = static_cast<E>(field.whole(0, std::int64_t{enum_size<E>} - 1));
        return;
    }
    const auto at = std::find(names.begin(), names.end(), field.text());
    if (at == names.end()) {
        std::string all;
        for (const std::string_view name : names) all.append(all.empty() ? "" : ", ").append(name);
        field.refuse("must be one of " + all);
    }
    value = static_cast<E>(at - names.begin());
}

inline void read(const json::Field& field, BodyId& value) {
    value = {};
    if (std::holds_alternative<std::monostate>(field.value().data)) return;
    constexpr std::int64_t most = std::numeric_limits<std::uint32_t>::max();
    field.require_size(2);
    value.index = static_cast<std::uint32_t>(field.element(0).whole(0, most));
    value.generation = static_cast<std::uint32_t>(field.element(1).whole(0, most));
}

template <class Q>
void read(const json::Field& field, Vector3<Q>& value) {
    field.require_size(3);
    read(field.element(0), value.x);
    read(field.element(1), value.y);
    read(field.element(2), value.z);
}

template <class X, class Y>
void read(const json::Field& field, CurvePoint<X, Y>& value) {
    field.require_size(2);
    read(field.element(0), value.x);
    read(field.element(1), value.y);
}

/// `others`: keys that the caller reads.
template <Described Record>
void read(const json::Field& field, Record& record,
          std::initializer_list<std::string_view> others = {});

template <class T>
void read(const json::Field& field, std::vector<T>& list) {
    list.clear();
    field.for_each_element([&](const json::Field& element) { read(element, list.emplace_back()); });
}

template <Described Record>
void read(const json::Field& field, Record& record,
          std::initializer_list<std::string_view> others) {
    const json::Record members(field, others, field_names<Record>);
    for_each_field<Record>([&](const auto& info) {
        if (const auto member = members.find(info.name)) read(*member, record.*info.member);
    });
}

/// The record in the field, with the defaults of what is not given there; `others` are keys that
/// the caller reads.
/// @throws Error with the path of the key for unknown keys, other types and what the record's
///         require_valid() refuses.
template <Described Record>
[[nodiscard]] Record read_record(const json::Field& field,
                                 std::initializer_list<std::string_view> others = {}) {
    Record record;
    read(field, record, others);
    const std::string opening = field.name() + (field.path().empty() ? ": " : ".");
    json::in_place_of(opening, [&] { require_valid(record, Description<Record>::name); });
    return record;
}

}  // namespace lanewise::records
