// The lane of one number: the readable definition of what a lane is.
//
// Included inside a backend's namespace, after LANEWISE_FN (always-inline, with the target's
// attribute) and LANEWISE_HARDWARE_FMA (0 or 1) are defined. A lane type V offers
//   V::Scalar, V::Mask, V::size       element type, comparison result, number of elements
//   V::load(p), V::broadcast(x), v.store(p)      no alignment needed
//   + - * /, unary -                  IEEE, each rounded once
//   fma(a, b, c)                      a b + c rounded once; without hardware fma rounded twice
//   fnma(a, b, c)                     c - a b, likewise
//   min(a, b), max(a, b)              a < b ? a : b and a > b ? a : b, so b where one is NaN
//   abs, sqrt                         exact and correctly rounded
//   lt le gt ge                       false where one is NaN
//   mask_and, mask_or, mask_not, all, any, select(mask, yes, no), bits(mask): bit i for element i
//   is_odd(t), flip_sign_by_bit1(t, x), scale_by_power(t, x): read the integer held in the low
//                                     bits of a number in [2^23, 2^24) or [2^52, 2^53)
//   transpose(rows)                   of binary64, V rows[V::size]: element i of row j and element
//                                     j of row i change places

template <class T>
struct IntegerOf;
template <>
struct IntegerOf<float> {
    using Type = int;
    using Bits = unsigned int;
};
template <>
struct IntegerOf<double> {
    using Type = long long;
    using Bits = unsigned long long;
};

/// 1.5 times 2^(number of mantissa bits): adding it rounds to an integer, half to even, and leaves
/// that integer in the low bits.
template <class T>
struct Magic;
template <>
struct Magic<float> {
    static constexpr float value = 12582912.0f;
    static constexpr int sign_shift = 30;
    static constexpr int exponent_shift = 23;
};
template <>
struct Magic<double> {
    static constexpr double value = 6755399441055744.0;
    static constexpr int sign_shift = 62;
    static constexpr int exponent_shift = 52;
};

template <class T>
struct ScalarLane {
    using Scalar = T;
    using Mask = bool;
    static constexpr int size = 1;
    T r;

    static LANEWISE_FN ScalarLane load(const T* p) { return {*p}; }
    static LANEWISE_FN ScalarLane broadcast(T x) { return {x}; }
    LANEWISE_FN void store(T* p) const { *p = r; }
};

template <class T>
LANEWISE_FN ScalarLane<T> operator+(ScalarLane<T> a, ScalarLane<T> b) {
    return {a.r + b.r};
}
template <class T>
LANEWISE_FN ScalarLane<T> operator-(ScalarLane<T> a, ScalarLane<T> b) {
    return {a.r - b.r};
}
template <class T>
LANEWISE_FN ScalarLane<T> operator*(ScalarLane<T> a, ScalarLane<T> b) {
    return {a.r * b.r};
}
template <class T>
LANEWISE_FN ScalarLane<T> operator/(ScalarLane<T> a, ScalarLane<T> b) {
    return {a.r / b.r};
}
template <class T>
LANEWISE_FN ScalarLane<T> operator-(ScalarLane<T> a) {
    return {-a.r};
}
#if LANEWISE_HARDWARE_FMA
LANEWISE_FN ScalarLane<float> fma(ScalarLane<float> a, ScalarLane<float> b, ScalarLane<float> c) {
    return {__builtin_fmaf(a.r, b.r, c.r)};
}
LANEWISE_FN ScalarLane<double> fma(ScalarLane<double> a, ScalarLane<double> b,
                                   ScalarLane<double> c) {
    return {__builtin_fma(a.r, b.r, c.r)};
}
template <class T>
LANEWISE_FN ScalarLane<T> fnma(ScalarLane<T> a, ScalarLane<T> b, ScalarLane<T> c) {
    return fma(-a, b, c);
}
#else
template <class T>
LANEWISE_FN ScalarLane<T> fma(ScalarLane<T> a, ScalarLane<T> b, ScalarLane<T> c) {
    return {a.r * b.r + c.r};
}
template <class T>
LANEWISE_FN ScalarLane<T> fnma(ScalarLane<T> a, ScalarLane<T> b, ScalarLane<T> c) {
    return {c.r - a.r * b.r};
}
#endif
template <class T>
LANEWISE_FN ScalarLane<T> min(ScalarLane<T> a, ScalarLane<T> b) {
    return {a.r < b.r ? a.r : b.r};
}
template <class T>
LANEWISE_FN ScalarLane<T> max(ScalarLane<T> a, ScalarLane<T> b) {
    return {a.r > b.r ? a.r : b.r};
}
LANEWISE_FN ScalarLane<float> abs(ScalarLane<float> a) {
    return {__builtin_fabsf(a.r)};
}
LANEWISE_FN ScalarLane<double> abs(ScalarLane<double> a) {
    return {__builtin_fabs(a.r)};
}
LANEWISE_FN ScalarLane<float> sqrt(ScalarLane<float> a) {
    return {__builtin_sqrtf(a.r)};
}
LANEWISE_FN ScalarLane<double> sqrt(ScalarLane<double> a) {
    return {__builtin_sqrt(a.r)};
}
template <class T>
LANEWISE_FN bool lt(ScalarLane<T> a, ScalarLane<T> b) {
    return a.r < b.r;
}
template <class T>
LANEWISE_FN bool le(ScalarLane<T> a, ScalarLane<T> b) {
    return a.r <= b.r;
}
template <class T>
LANEWISE_FN bool gt(ScalarLane<T> a, ScalarLane<T> b) {
    return a.r > b.r;
}
template <class T>
LANEWISE_FN bool ge(ScalarLane<T> a, ScalarLane<T> b) {
    return a.r >= b.r;
}
LANEWISE_FN bool all(bool m) {
    return m;
}
LANEWISE_FN bool any(bool m) {
    return m;
}
LANEWISE_FN bool mask_and(bool a, bool b) {
    return a && b;
}
LANEWISE_FN bool mask_or(bool a, bool b) {
    return a || b;
}
LANEWISE_FN bool mask_not(bool a) {
    return !a;
}
LANEWISE_FN unsigned long long bits(bool m) {
    return m ? 1 : 0;
}
template <class T>
LANEWISE_FN ScalarLane<T> select(bool m, ScalarLane<T> yes, ScalarLane<T> no) {
    return {m ? yes.r : no.r};
}
template <class T>
LANEWISE_FN bool is_odd(ScalarLane<T> t) {
    using Bits = typename IntegerOf<T>::Bits;
    return (__builtin_bit_cast(Bits, t.r) & 1) != 0;
}
/// x with its sign flipped where bit 1 of the integer in t is set.
template <class T>
LANEWISE_FN ScalarLane<T> flip_sign_by_bit1(ScalarLane<T> t, ScalarLane<T> x) {
    using Bits = typename IntegerOf<T>::Bits;
    constexpr Bits sign = Bits(1) << (8 * sizeof(T) - 1);
    const Bits flip = (__builtin_bit_cast(Bits, t.r) << Magic<T>::sign_shift) & sign;
    return {__builtin_bit_cast(T, __builtin_bit_cast(Bits, x.r) ^ flip)};
}
/// x times 2^k for the integer k in t, for results that are normal numbers.
template <class T>
LANEWISE_FN ScalarLane<T> scale_by_power(ScalarLane<T> t, ScalarLane<T> x) {
    using Bits = typename IntegerOf<T>::Bits;
    const Bits step = __builtin_bit_cast(Bits, t.r) << Magic<T>::exponent_shift;
    return {__builtin_bit_cast(T, __builtin_bit_cast(Bits, x.r) + step)};
}
LANEWISE_FN void transpose(ScalarLane<double> (&)[1]) {}
