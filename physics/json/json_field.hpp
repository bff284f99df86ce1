#pragma once

#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/geometry/matrix3.hpp>
#include <lanewise/physics/geometry/vector3.hpp>
#include <lanewise/physics/json/json_value.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lanewise::json {

/// A JSON value and where it stands. Every function refuses a value of another type or outside the
/// range, with the field's path. Refers to the value, and to the field that it stands in.
class Field {
public:
    /// The whole of a file.
    Field(const std::string& file, const JsonValue& value) : value_(value), file_(file) {}
    Field(const Field& owner, std::string_view key, const JsonValue& value)
        : value_(value), file_(owner.file_), owner_(&owner), key_(key) {}
    Field(const Field& owner, std::size_t number, const JsonValue& value)
        : value_(value), file_(owner.file_), owner_(&owner), number_(number) {}

    /// `file: path.to.this[2]`
    [[nodiscard]] std::string name() const { return located(file_, path()); }
    [[nodiscard]] std::string path() const;
    [[noreturn]] void refuse(std::string_view rule) const;

    [[nodiscard]] const JsonValue& value() const { return value_; }
    [[nodiscard]] bool is_text() const { return std::holds_alternative<std::string>(value_.data); }
    [[nodiscard]] bool boolean() const;
    [[nodiscard]] double number() const;
    [[nodiscard]] double positive() const;
    [[nodiscard]] double not_negative() const;
    /// A whole number; at most 2^53 from 0 in any case.
    [[nodiscard]] std::int64_t whole(std::int64_t low, std::int64_t high) const;
    [[nodiscard]] const std::string& text() const;
    [[nodiscard]] Vec3 vector() const;
    /// Number of elements of a list.
    [[nodiscard]] std::size_t size() const { return list().size(); }
    [[nodiscard]] Field element(std::size_t number) const {
        return {*this, number, list()[number]};
    }
    /// Refuses a list of another length.
    void require_size(std::size_t size) const;

    template <class Use>
    void for_each_element(const Use& use) const {
        const JsonValue::List& elements = list();
        for (std::size_t i = 0; i < elements.size(); ++i) use(Field(*this, i, elements[i]));
    }
    /// `use(key, field)` for each member of an object.
    template <class Use>
    void for_each_member(const Use& use) const {
        for (const auto& [key, value] : members()) use(key, Field(*this, key, value));
    }

private:
    friend class Record;
    [[nodiscard]] const JsonValue::List& list() const;
    [[nodiscard]] const JsonValue::Members& members() const;

    const JsonValue& value_;
    const std::string& file_;
    const Field* owner_ = nullptr;
    std::string_view key_;
    std::size_t number_ = 0;
};

/// An object with a fixed set of keys.
class Record {
public:
    /// Refuses another type and keys that are not among `known`. Refers to the field.
    Record(const Field& field, std::initializer_list<std::string_view> known,
           std::span<const std::string_view> also_known = {});

    [[nodiscard]] std::optional<Field> find(std::string_view key) const;
    /// Refuses an object without the key.
    [[nodiscard]] Field require(std::string_view key) const { return require(field_, key); }
    /// The same where the other keys are not known yet.
    [[nodiscard]] static Field require(const Field& field, std::string_view key);
    /// Refuses an object that has both keys.
    void refuse_both(std::string_view a, std::string_view b) const;
    [[nodiscard]] const Field& field() const { return field_; }

private:
    const Field& field_;
};

/// Calls `use` and gives its result; the field of an error of the library in it gets `opening` in
/// place of its owner: with `file: bodies[2].`, `Shape.radius` becomes `file: bodies[2].radius`.
template <class Use>
decltype(auto) in_place_of(const std::string& opening, const Use& use) {
    try {
        return use();
    } catch (const Error& error) {
        std::string_view name = error.field();
        const bool has_owner = !name.empty() && name.front() >= 'A' && name.front() <= 'Z';
        if (has_owner && name.find('.') != name.npos) name.remove_prefix(name.find('.') + 1);
        throw Error(opening + std::string(name), error.value(), error.rule());
    }
}

}  // namespace lanewise::json
