#include <lanewise/kernels/error.hpp>

#include <fmt/format.h>

#include <cmath>

namespace lanewise {

Error::Error(std::string_view field, std::string_view value, std::string_view rule)
    : std::invalid_argument(fmt::format("{} = {}: {}", field, value, rule)),
      field_(field),
      value_(value),
      rule_(rule) {}

Error::Error(const Error&) = default;
Error::~Error() = default;

void refuse(std::string_view field, double value, std::string_view rule) {
    throw Error(field, fmt::format("{}", value), rule);
}

void refuse(std::string_view field, std::string_view value, std::string_view rule) {
    throw Error(field, value, rule);
}

void require_finite(std::string_view field, double value) {
    if (!std::isfinite(value)) refuse(field, value, "must be finite");
}

void require_positive(std::string_view field, double value) {
    if (!(std::isfinite(value) && value > 0)) refuse(field, value, "must be finite and > 0");
}

void require_not_negative(std::string_view field, double value) {
    if (!(std::isfinite(value) && value >= 0)) refuse(field, value, "must be finite and >= 0");
}

void require_between(std::string_view field, double value, double low, double high) {
    if (!(value >= low && value <= high))
        refuse(field, value, fmt::format("must be between {} and {}", low, high));
}

void require_size(std::string_view field, std::size_t size, std::size_t expected) {
    if (size != expected)
        throw Error(field, fmt::format("{} elements", size),
                    fmt::format("must have {} elements", expected));
}

}  // namespace lanewise
