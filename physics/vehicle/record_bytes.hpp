#pragma once

#include <lanewise/physics/state_bytes.hpp>
#include <lanewise/physics/vehicle/records/fields.hpp>

#include <tuple>
#include <type_traits>
#include <vector>

namespace lanewise::detail {

template <class T>
concept DescribedRecord = requires {
    records::Description<T>::fields;
};

/// CARLA's records as bytes, field by field in their order, so that padding stays out.
template <DescribedRecord Record>
void put_record(ByteWriter& out, const Record& record);
template <DescribedRecord Record>
void take_record(ByteReader& in, Record& record);

template <class T>
void put_field(ByteWriter& out, const T& value) {
    if constexpr (DescribedRecord<T>)
        put_record(out, value);
    else
        out.put(value);
}
template <class T>
void put_field(ByteWriter& out, const std::vector<T>& values) {
    out.put<std::uint64_t>(values.size());
    for (const T& value : values) put_field(out, value);
}

template <class T>
void take_field(ByteReader& in, T& value) {
    if constexpr (DescribedRecord<T>)
        take_record(in, value);
    else if constexpr (std::is_same_v<T, bool>)
        value = in.take<std::uint8_t>() != 0;
    else
        value = in.take<T>();
}
template <class T>
void take_field(ByteReader& in, std::vector<T>& values) {
    const auto size = in.take<std::uint64_t>();
    values.clear();
    for (std::uint64_t i = 0; i < size && !in.is_short(); ++i)
        take_field(in, values.emplace_back());
}

template <DescribedRecord Record>
void put_record(ByteWriter& out, const Record& record) {
    std::apply([&](const auto&... field) { (put_field(out, record.*field.member), ...); },
               records::Description<Record>::fields);
}
template <DescribedRecord Record>
void take_record(ByteReader& in, Record& record) {
    std::apply([&](const auto&... field) { (take_field(in, record.*field.member), ...); },
               records::Description<Record>::fields);
}

}  // namespace lanewise::detail
