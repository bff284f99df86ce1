#pragma once

/// Text with the unit: `30 cm`, `(1.2, 0, 0.5) m`. Numbers have the fewest digits that read back to
/// the same binary64 value.

#include <lanewise/units/curve.hpp>
#include <lanewise/units/vector3.hpp>

#include <array>
#include <charconv>
#include <initializer_list>
#include <ostream>
#include <string>

namespace lanewise {

namespace detail {

inline std::string in_brackets(std::initializer_list<std::string> parts) {
    std::string text;
    for (const std::string& part : parts) {
        text.append(text.empty() ? "(" : ", ").append(part);
    }
    return text.append(")");
}

}  // namespace detail

[[nodiscard]] inline std::string to_text(double number) {
    std::array<char, 32> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    return {digits.data(), end};
}

/// Number and symbol, in the quantity's own unit.
template <units::Unit U>
requires(!U::symbol.empty()) [[nodiscard]] std::string to_text(Quantity<U> quantity) {
    return to_text(quantity.value()).append(" ").append(U::symbol);
}

[[nodiscard]] inline std::string to_text(const Vector3<double>& a) {
    return detail::in_brackets({to_text(a.x), to_text(a.y), to_text(a.z)});
}

template <units::Unit U>
requires(!U::symbol.empty()) [[nodiscard]] std::string to_text(const Vector3<Quantity<U>>& a) {
    return to_text(Vector3{a.x.value(), a.y.value(), a.z.value()}).append(" ").append(U::symbol);
}

template <class X, class Y>
[[nodiscard]] std::string to_text(const CurvePoint<X, Y>& point) {
    return detail::in_brackets({to_text(point.x), to_text(point.y)});
}

template <units::Unit U>
requires(!U::symbol.empty()) std::ostream& operator<<(std::ostream& out, Quantity<U> quantity) {
    return out << to_text(quantity);
}

template <class Q>
std::ostream& operator<<(std::ostream& out, const Vector3<Q>& a) {
    return out << to_text(a);
}

template <class X, class Y>
std::ostream& operator<<(std::ostream& out, const CurvePoint<X, Y>& point) {
    return out << to_text(point);
}

}  // namespace lanewise
