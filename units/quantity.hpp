#pragma once

#include <lanewise/units/convert.hpp>

namespace lanewise {

/// A binary64 number with a unit. The dimensions are Boost.Units'; the class itself is a plain
/// double to the machine (trivially copyable, passed in a register), which
/// boost::units::quantity is not.
///
/// One rule for all conversions: a quantity in SI takes any unit of its dimension, a quantity in
/// any other unit takes only its own, unless the conversion is spelled (`Centimetres{0.3_m}`).
///
/// Sums and comparisons follow the same rule. Products and quotients come out in SI; where all
/// dimensions cancel they are a plain double.
template <units::Unit U>
class Quantity {
public:
    using unit = U;

    constexpr Quantity() = default;

    template <units::Unit V>
    requires(units::SameDimension<U, V> && !std::same_as<U, V>) constexpr explicit(!units::is_si<U>)
        Quantity(Quantity<V> other)
        : value_{unit_cast<Quantity>(other).value()} {}

    /// The quantity of `number` units: from_value is where a bare number gets this very unit.
    [[nodiscard]] static constexpr Quantity from_value(double number) {
        Quantity quantity;
        quantity.value_ = number;
        return quantity;
    }

    /// The number in this very unit (30 for 30 cm). to_si() gives the number in SI.
    [[nodiscard]] constexpr double value() const { return value_; }

    // Single comparisons and no <=>: `a > b` through a partial_ordering costs g++ extra branches.
    friend constexpr bool operator==(Quantity a, Quantity b) { return a.value_ == b.value_; }
    friend constexpr bool operator<(Quantity a, Quantity b) { return a.value_ < b.value_; }
    friend constexpr bool operator>(Quantity a, Quantity b) { return a.value_ > b.value_; }
    friend constexpr bool operator<=(Quantity a, Quantity b) { return a.value_ <= b.value_; }
    friend constexpr bool operator>=(Quantity a, Quantity b) { return a.value_ >= b.value_; }

    friend constexpr Quantity operator+(Quantity a) { return a; }
    friend constexpr Quantity operator-(Quantity a) { return from_value(-a.value_); }
    friend constexpr Quantity operator+(Quantity a, Quantity b) {
        return from_value(a.value_ + b.value_);
    }
    friend constexpr Quantity operator-(Quantity a, Quantity b) {
        return from_value(a.value_ - b.value_);
    }
    friend constexpr Quantity operator*(Quantity a, double ratio) {
        return from_value(a.value_ * ratio);
    }
    friend constexpr Quantity operator*(double ratio, Quantity a) {
        return from_value(ratio * a.value_);
    }
    friend constexpr Quantity operator/(Quantity a, double ratio) {
        return from_value(a.value_ / ratio);
    }

    constexpr Quantity& operator+=(Quantity other) { return *this = *this + other; }
    constexpr Quantity& operator-=(Quantity other) { return *this = *this - other; }
    constexpr Quantity& operator*=(double ratio) { return *this = *this * ratio; }
    constexpr Quantity& operator/=(double ratio) { return *this = *this / ratio; }

private:
    double value_ = 0;
};

namespace detail {

/// The type of a result in SI: plain double where Boost finds no dimension left.
template <class BoostUnit>
struct SiResult {
    using type = Quantity<
        typename units::SiUnitOf<typename boost::units::get_dimension<BoostUnit>::type>::type>;
};
template <>
struct SiResult<boost::units::si::dimensionless> {
    using type = double;
};

template <units::Unit U>
using BoostSi = typename units::SiUnit<U>::boost_unit;
template <units::Unit U, units::Unit V>
using Product = typename SiResult<
    typename boost::units::multiply_typeof_helper<BoostSi<U>, BoostSi<V>>::type>::type;
template <units::Unit U, units::Unit V>
using Quotient = typename SiResult<
    typename boost::units::divide_typeof_helper<BoostSi<U>, BoostSi<V>>::type>::type;

}  // namespace detail

template <units::Unit U, units::Unit V>
[[nodiscard]] constexpr detail::Product<U, V> operator*(Quantity<U> a, Quantity<V> b) {
    return from_si<detail::Product<U, V>>(to_si(a) * to_si(b));
}

template <units::Unit U, units::Unit V>
[[nodiscard]] constexpr detail::Quotient<U, V> operator/(Quantity<U> a, Quantity<V> b) {
    if constexpr (std::same_as<U, V>) {
        return a.value() / b.value();
    } else {
        return from_si<detail::Quotient<U, V>>(to_si(a) / to_si(b));
    }
}

template <units::Unit U>
[[nodiscard]] constexpr auto operator/(double ratio, Quantity<U> b) {
    using Inverse = typename detail::SiResult<typename boost::units::divide_typeof_helper<
        boost::units::si::dimensionless, detail::BoostSi<U>>::type>::type;
    return from_si<Inverse>(ratio / to_si(b));
}

/// The magnitude, in the same unit.
template <units::Unit U>
[[nodiscard]] constexpr Quantity<U> abs(Quantity<U> a) {
    return a.value() < 0 ? -a : a;
}

/// False for NaN and the infinities.
template <units::Unit U>
[[nodiscard]] constexpr bool is_finite(Quantity<U> a) {
    return a.value() - a.value() == 0;
}

}  // namespace lanewise
