#include <lanewise/physics/json/json_field.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lanewise::json {

std::string Field::path() const {
    if (owner_ == nullptr) return {};
    const bool in_list = std::holds_alternative<JsonValue::List>(owner_->value_.data);
    return in_list ? element_path(owner_->path(), number_) : member_path(owner_->path(), key_);
}

void Field::refuse(std::string_view rule) const {
    lanewise::refuse(name(), shown(value_), rule);
}

bool Field::boolean() const {
    const bool* flag = std::get_if<bool>(&value_.data);
    if (flag == nullptr) refuse("must be true or false");
    return *flag;
}

double Field::number() const {
    const double* number = std::get_if<double>(&value_.data);
    if (number == nullptr) refuse("must be a number");
    return *number;
}

double Field::positive() const {
    if (!(number() > 0)) refuse("must be > 0");
    return number();
}

double Field::not_negative() const {
    if (!(number() >= 0)) refuse("must be >= 0");
    return number();
}

std::int64_t Field::whole(std::int64_t low, std::int64_t high) const {
    const double* number = std::get_if<double>(&value_.data);
    constexpr double k_most = 9007199254740992.0;
    if (number == nullptr || !(std::fabs(*number) <= k_most) || *number != std::floor(*number) ||
        *number < static_cast<double>(low) || *number > static_cast<double>(high))
        refuse(fmt::format("must be a whole number between {} and {}", low, high));
    return static_cast<std::int64_t>(*number);
}

const std::string& Field::text() const {
    const std::string* text = std::get_if<std::string>(&value_.data);
    if (text == nullptr) refuse("must be a text");
    return *text;
}

Vec3 Field::vector() const {
    require_size(3);
    return {element(0).number(), element(1).number(), element(2).number()};
}

void Field::require_size(std::size_t size) const {
    if (list().size() != size) refuse(fmt::format("must be a list of {}", size));
}

const JsonValue::List& Field::list() const {
    const auto* list = std::get_if<JsonValue::List>(&value_.data);
    if (list == nullptr) refuse("must be a list");
    return *list;
}

const JsonValue::Members& Field::members() const {
    const auto* members = std::get_if<JsonValue::Members>(&value_.data);
    if (members == nullptr) refuse("must be an object");
    return *members;
}

Record::Record(const Field& field, std::initializer_list<std::string_view> known,
               std::span<const std::string_view> also_known)
    : field_(field) {
    std::vector<std::string_view> all(known);
    all.insert(all.end(), also_known.begin(), also_known.end());
    field.for_each_member([&](const std::string& key, const Field& member) {
        if (std::find(all.begin(), all.end(), key) == all.end())
            member.refuse(fmt::format("unknown key; known are {}", fmt::join(all, ", ")));
    });
}

std::optional<Field> Record::find(std::string_view key) const {
    for (const auto& [name, value] : field_.members())
        if (name == key) return Field(field_, name, value);
    return std::nullopt;
}

Field Record::require(const Field& field, std::string_view key) {
    for (const auto& [name, value] : field.members())
        if (name == key) return {field, name, value};
    lanewise::refuse(located(field.file_, member_path(field.path(), key)), "missing",
                     "must be given");
}

void Record::refuse_both(std::string_view a, std::string_view b) const {
    if (find(a) && find(b)) find(b)->refuse(fmt::format("must not be given beside {}", a));
}

}  // namespace lanewise::json
