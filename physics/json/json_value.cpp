#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/json/json_value.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <unordered_set>
#include <utility>

namespace lanewise::json {
namespace {

constexpr std::size_t k_deepest = 16;
constexpr std::size_t k_shown_characters = 40;

/// What the parser says, without its own name, the place and the text that it read.
std::string reason_of(std::string_view message) {
    for (const std::string_view opening : {"] ", ": ", " - "}) {
        if (opening == ": " && !message.starts_with("parse error")) continue;
        const std::size_t at = message.find(opening);
        if (at != std::string_view::npos) message.remove_prefix(at + opening.size());
    }
    message = message.substr(0, message.find(" parsing '"));
    constexpr std::string_view read = "; last read: '", expected = "'; expected ";
    const std::size_t from = message.find(read);
    if (from == std::string_view::npos) return std::string(message);
    const std::size_t to = message.rfind(expected);
    std::string reason(message.substr(0, from));
    if (to != std::string_view::npos && to > from) reason += message.substr(to + 1);
    return reason;
}

/// Number of the line of a byte, from 1.
std::ptrdiff_t line_at(std::string_view text, std::size_t byte) {
    const std::string_view before = text.substr(0, std::min(byte, text.size()));
    return 1 + std::count(before.begin(), before.end(), '\n');
}

/// Builds the value while the text is parsed.
class Builder final : public nlohmann::json_sax<nlohmann::json> {
public:
    Builder(std::string_view text, const std::string& name) : text_(text), name_(name) {}

    [[nodiscard]] JsonValue result() && { return std::move(root_); }

    bool null() override { return put(std::monostate{}); }
    bool boolean(bool value) override { return put(value); }
    bool number_integer(number_integer_t value) override { return put(static_cast<double>(value)); }
    bool number_unsigned(number_unsigned_t value) override {
        return put(static_cast<double>(value));
    }
    bool number_float(number_float_t value, const string_t&) override { return put(value); }
    bool string(string_t& value) override { return put(std::move(value)); }
    bool binary(binary_t&) override { return false; }
    bool start_object(std::size_t) override { return open(JsonValue::Members{}); }
    bool start_array(std::size_t) override { return open(JsonValue::List{}); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(string_t& key) override {
        Level& level = levels_.back();
        if (!level.keys.insert(key).second)
            refuse(located(name_, member_path(path(), key)), "given twice", "must be given once");
        level.key = std::move(key);
        return true;
    }

    bool parse_error(std::size_t position, const std::string& token,
                     const nlohmann::detail::exception& error) override {
        // The offending character is the last one read.
        const std::size_t at = position > 0 ? position - 1 : 0;
        refuse(fmt::format("{}:{}", name_, line_at(text_, at)), in_quotes(token),
               "must be JSON: " + printable(reason_of(error.what())));
    }

private:
    struct Level {
        JsonValue* value;
        std::string key;
        std::unordered_set<std::string> keys;
    };

    [[nodiscard]] std::string path() const {
        std::string path;
        for (std::size_t i = 0; i + 1 < levels_.size(); ++i) {
            const Level& level = levels_[i];
            const auto* list = std::get_if<JsonValue::List>(&level.value->data);
            path = list != nullptr ? element_path(path, list->size() - 1)
                                   : member_path(path, level.key);
        }
        return path;
    }

    /// Where the next value goes.
    JsonValue& place() {
        if (levels_.empty()) return root_;
        Level& level = levels_.back();
        if (auto* list = std::get_if<JsonValue::List>(&level.value->data))
            return list->emplace_back();
        auto& members = std::get<JsonValue::Members>(level.value->data);
        members.push_back({level.key, {}});
        return members.back().value;
    }

    template <class Data>
    bool put(Data&& data) {
        place().data = std::forward<Data>(data);
        return true;
    }

    template <class Data>
    bool open(Data&& data) {
        if (levels_.size() == k_deepest)
            refuse(located(name_, path()), "too deep",
                   fmt::format("must have at most {} levels", k_deepest));
        JsonValue& value = place();
        value.data = std::forward<Data>(data);
        levels_.push_back({&value, {}, {}});
        return true;
    }

    bool close() {
        levels_.pop_back();
        return true;
    }

    std::string_view text_;
    const std::string& name_;
    JsonValue root_;
    std::vector<Level> levels_;
};

/// A value inside a short list.
std::string shown_scalar(const JsonValue& value) {
    if (const auto* flag = std::get_if<bool>(&value.data)) return *flag ? "true" : "false";
    if (const auto* number = std::get_if<double>(&value.data)) return fmt::format("{}", *number);
    if (const auto* text = std::get_if<std::string>(&value.data)) return in_quotes(*text);
    if (std::holds_alternative<std::monostate>(value.data)) return "null";
    return std::holds_alternative<JsonValue::List>(value.data) ? "[..]" : "{..}";
}

}  // namespace

JsonValue parse_json(std::string_view text, const std::string& name) {
    // The parser would take it for the end of the text.
    const std::size_t null_byte = text.find('\0');
    if (null_byte != std::string_view::npos)
        refuse(fmt::format("{}:{}", name, line_at(text, null_byte)), "a byte of 0",
               "must be JSON in UTF-8");
    Builder builder(text, name);
    nlohmann::json::sax_parse(text.begin(), text.end(), &builder);
    return std::move(builder).result();
}

std::string printable(std::string_view text) {
    std::string clean(text);
    for (char& c : clean)
        if (!(c >= ' ' && c <= '~')) c = '?';
    return clean;
}

std::string in_quotes(std::string_view text) {
    const bool is_long = text.size() > k_shown_characters;
    return fmt::format("'{}{}'", printable(text.substr(0, k_shown_characters)),
                       is_long ? "..." : "");
}

std::string shown(const JsonValue& value) {
    constexpr std::size_t k_shown_elements = 4;
    if (std::holds_alternative<JsonValue::Members>(value.data)) return "an object";
    const auto* list = std::get_if<JsonValue::List>(&value.data);
    if (list == nullptr) return shown_scalar(value);
    if (list->size() > k_shown_elements) return fmt::format("a list of {}", list->size());
    std::string text;
    for (const JsonValue& element : *list)
        text += (text.empty() ? "" : ", ") + shown_scalar(element);
    return "[" + text + "]";
}

std::string member_path(const std::string& path, std::string_view key) {
    const bool is_long = key.size() > k_shown_characters;
    return fmt::format("{}{}{}{}", path, path.empty() ? "" : ".",
                       printable(key.substr(0, k_shown_characters)), is_long ? "..." : "");
}

std::string element_path(const std::string& path, std::size_t number) {
    return fmt::format("{}[{}]", path, number);
}

std::string located(const std::string& file, const std::string& path) {
    return path.empty() ? file : fmt::format("{}: {}", file, path);
}

}  // namespace lanewise::json
