#pragma once

#include <lanewise/units/quantity.hpp>

#include <cmath>

namespace lanewise {

/// Three components of one quantity, `Vector3<Length>`, or plain numbers, `Vector3<double>`.
/// Frame: CARLA's, x forward, y right, z up.
template <class Q>
struct Vector3 {
    Q x{};
    Q y{};
    Q z{};

    /// Component by component, under the rule of Quantity: SI takes any unit of its dimension.
    template <class R>
    requires(!std::same_as<Q, R> && std::convertible_to<Q, R>) constexpr operator Vector3<R>()
        const {
        return {x, y, z};
    }

    friend constexpr bool operator==(const Vector3&, const Vector3&) = default;

    friend constexpr Vector3 operator-(const Vector3& a) { return {-a.x, -a.y, -a.z}; }
    friend constexpr Vector3 operator+(const Vector3& a, const Vector3& b) {
        return {a.x + b.x, a.y + b.y, a.z + b.z};
    }
    friend constexpr Vector3 operator-(const Vector3& a, const Vector3& b) {
        return {a.x - b.x, a.y - b.y, a.z - b.z};
    }
    constexpr Vector3& operator+=(const Vector3& other) { return *this = *this + other; }
    constexpr Vector3& operator-=(const Vector3& other) { return *this = *this - other; }
    constexpr Vector3& operator*=(double ratio) { return *this = *this * ratio; }
    constexpr Vector3& operator/=(double ratio) { return *this = *this / ratio; }
};

template <class Q>
Vector3(Q, Q, Q) -> Vector3<Q>;

namespace detail {

template <class T>
inline constexpr bool is_scalar = std::is_arithmetic_v<T>;
template <units::Unit U>
inline constexpr bool is_scalar<Quantity<U>> = true;

template <class T>
concept Scalar = is_scalar<T>;

}  // namespace detail

/// Scaling by a number or by a quantity: `direction * 12_m_per_s` is a Vector3<Velocity>.
template <class Q, detail::Scalar S>
[[nodiscard]] constexpr auto operator*(const Vector3<Q>& a, S s) {
    return Vector3<decltype(a.x * s)>{a.x * s, a.y * s, a.z * s};
}
template <class Q, detail::Scalar S>
[[nodiscard]] constexpr auto operator*(S s, const Vector3<Q>& a) {
    return a * s;
}
template <class Q, detail::Scalar S>
[[nodiscard]] constexpr auto operator/(const Vector3<Q>& a, S s) {
    return Vector3<decltype(a.x / s)>{a.x / s, a.y / s, a.z / s};
}

/// `dot(force, way)` is an energy.
template <class A, class B>
[[nodiscard]] constexpr auto dot(const Vector3<A>& a, const Vector3<B>& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/// The usual formula in components, in CARLA's left-handed frame too. For a moment or the velocity
/// of a point use angle.hpp, which minds the radian.
template <class A, class B>
[[nodiscard]] constexpr auto cross(const Vector3<A>& a, const Vector3<B>& b) {
    return Vector3{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// The length of the vector, in the unit of its components.
[[nodiscard]] inline double norm(const Vector3<double>& a) {
    return std::sqrt(a.x * a.x + a.y * a.y + a.z * a.z);
}
template <units::Unit U>
[[nodiscard]] Quantity<U> norm(const Vector3<Quantity<U>>& a) {
    return Quantity<U>::from_value(norm(Vector3{a.x.value(), a.y.value(), a.z.value()}));
}

/// The raw numbers in SI.
template <class Q>
[[nodiscard]] constexpr Vector3<double> to_si(const Vector3<Q>& a) {
    return {to_si(a.x), to_si(a.y), to_si(a.z)};
}

/// The vector whose raw numbers in SI are given: `from_si<Length>(v)` is a Vector3<Length>.
template <class Q>
[[nodiscard]] constexpr Vector3<Q> from_si(const Vector3<double>& a) {
    return {from_si<Q>(a.x), from_si<Q>(a.y), from_si<Q>(a.z)};
}

/// The same vector in the unit of Q.
template <class Q, units::Unit U>
[[nodiscard]] constexpr Vector3<Q> unit_cast(const Vector3<Quantity<U>>& a) {
    return {unit_cast<Q>(a.x), unit_cast<Q>(a.y), unit_cast<Q>(a.z)};
}

}  // namespace lanewise
