#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace lanewise::json {

struct JsonMember;

/// A value of a JSON text. Objects keep the order of their keys; numbers are finite.
struct JsonValue {
    using List = std::vector<JsonValue>;
    using Members = std::vector<JsonMember>;

    std::variant<std::monostate, bool, double, std::string, List, Members> data;
};

struct JsonMember {
    std::string key;
    JsonValue value;
};

/// Reads a JSON text (RFC 8259, UTF-8); `name` stands for its file in errors.
/// @throws Error with `name:line` as field for what is not JSON, numbers out of the range of
///         binary64 among it, and `name: path.to.key` for keys that an object has twice and for
///         values within more than 16 others.
JsonValue parse_json(std::string_view text, const std::string& name);

/// A text as an error shows it: in quotes, short, and without what a terminal might act on.
std::string in_quotes(std::string_view text);
/// A text without what a terminal might act on.
std::string printable(std::string_view text);
/// A value as an error shows it.
std::string shown(const JsonValue& value);

/// The path of what stands in the value at `path`: `key`, `path.key` or `path[2]`.
std::string member_path(const std::string& path, std::string_view key);
std::string element_path(const std::string& path, std::size_t number);
/// A path with its file, as the field of an error: `file: path`, or `file` for the whole of it.
std::string located(const std::string& file, const std::string& path);

}  // namespace lanewise::json
