#pragma once

#include <lanewise/kernels/export.hpp>

#include <stdexcept>
#include <string>
#include <string_view>

namespace lanewise {

/// A refused input. The message reads `field = value: rule`, for example
/// `VehiclePhysicsControl.wheels[2].wheel_radius = -3 cm: must be finite and > 0`.
/// Whatever throws it has changed nothing.
class LANEWISE_API Error : public std::invalid_argument {
public:
    Error(std::string_view field, std::string_view value, std::string_view rule);
    Error(const Error&);
    ~Error() override;

    /// What was refused: a record's field, an argument, or `file:line` of an input file.
    [[nodiscard]] const std::string& field() const noexcept { return field_; }
    /// The refused value as text, with its unit where it has one.
    [[nodiscard]] const std::string& value() const noexcept { return value_; }
    /// The rule that the value breaks.
    [[nodiscard]] const std::string& rule() const noexcept { return rule_; }

private:
    std::string field_;
    std::string value_;
    std::string rule_;
};

/// Throws Error(field, value, rule) for a number; out of line, so that headers need no `throw`.
[[noreturn]] LANEWISE_API void refuse(std::string_view field, double value, std::string_view rule);
/// Throws Error(field, value, rule) for a value given as text.
[[noreturn]] LANEWISE_API void refuse(std::string_view field, std::string_view value,
                                      std::string_view rule);

/// Refuses NaN and infinities.
LANEWISE_API void require_finite(std::string_view field, double value);
/// Refuses all but finite values > 0.
LANEWISE_API void require_positive(std::string_view field, double value);
/// Refuses all but finite values >= 0.
LANEWISE_API void require_not_negative(std::string_view field, double value);
/// Refuses all but `low <= value <= high`.
LANEWISE_API void require_between(std::string_view field, double value, double low, double high);
/// Refuses a span or list whose size is not the expected one.
LANEWISE_API void require_size(std::string_view field, std::size_t size, std::size_t expected);

}  // namespace lanewise
