// The lane contract of lane_scalar-inl.hpp over Highway's Vec, for fixed-size targets.

template <class T>
struct HwyLane {
    using Scalar = T;
    using Tag = hn::ScalableTag<T>;
    using Mask = hn::Mask<Tag>;
    static constexpr int size = static_cast<int>(HWY_LANES(T));
    hn::Vec<Tag> r;

    static LANEWISE_FN HwyLane load(const T* p) { return {hn::LoadU(Tag(), p)}; }
    static LANEWISE_FN HwyLane broadcast(T x) { return {hn::Set(Tag(), x)}; }
    LANEWISE_FN void store(T* p) const { hn::StoreU(r, Tag(), p); }
};
template <class T>
using HwyTag = hn::ScalableTag<T>;
template <class T>
using HwyMask = hn::Mask<HwyTag<T>>;

template <class T>
LANEWISE_FN HwyLane<T> operator+(HwyLane<T> a, HwyLane<T> b) {
    return {hn::Add(a.r, b.r)};
}
template <class T>
LANEWISE_FN HwyLane<T> operator-(HwyLane<T> a, HwyLane<T> b) {
    return {hn::Sub(a.r, b.r)};
}
template <class T>
LANEWISE_FN HwyLane<T> operator*(HwyLane<T> a, HwyLane<T> b) {
    return {hn::Mul(a.r, b.r)};
}
template <class T>
LANEWISE_FN HwyLane<T> operator/(HwyLane<T> a, HwyLane<T> b) {
    return {hn::Div(a.r, b.r)};
}
template <class T>
LANEWISE_FN HwyLane<T> operator-(HwyLane<T> a) {
    return {hn::Neg(a.r)};
}
template <class T>
LANEWISE_FN HwyLane<T> fma(HwyLane<T> a, HwyLane<T> b, HwyLane<T> c) {
    return {hn::MulAdd(a.r, b.r, c.r)};
}
template <class T>
LANEWISE_FN HwyLane<T> fnma(HwyLane<T> a, HwyLane<T> b, HwyLane<T> c) {
    return {hn::NegMulAdd(a.r, b.r, c.r)};
}
template <class T>
LANEWISE_FN HwyLane<T> min(HwyLane<T> a, HwyLane<T> b) {
    return {hn::Min(a.r, b.r)};
}
template <class T>
LANEWISE_FN HwyLane<T> max(HwyLane<T> a, HwyLane<T> b) {
    return {hn::Max(a.r, b.r)};
}
template <class T>
LANEWISE_FN HwyLane<T> abs(HwyLane<T> a) {
    return {hn::Abs(a.r)};
}
template <class T>
LANEWISE_FN HwyLane<T> sqrt(HwyLane<T> a) {
    return {hn::Sqrt(a.r)};
}
template <class T>
LANEWISE_FN HwyMask<T> lt(HwyLane<T> a, HwyLane<T> b) {
    return hn::Lt(a.r, b.r);
}
template <class T>
LANEWISE_FN HwyMask<T> le(HwyLane<T> a, HwyLane<T> b) {
    return hn::Le(a.r, b.r);
}
template <class T>
LANEWISE_FN HwyMask<T> gt(HwyLane<T> a, HwyLane<T> b) {
    return hn::Gt(a.r, b.r);
}
template <class T>
LANEWISE_FN HwyMask<T> ge(HwyLane<T> a, HwyLane<T> b) {
    return hn::Ge(a.r, b.r);
}
template <class M>
LANEWISE_FN M mask_and(M a, M b) {
    return hn::And(a, b);
}
template <class M>
LANEWISE_FN M mask_or(M a, M b) {
    return hn::Or(a, b);
}
template <class M>
LANEWISE_FN M mask_not(M a) {
    return hn::Not(a);
}
LANEWISE_FN bool all(HwyMask<float> m) {
    return hn::AllTrue(HwyTag<float>(), m);
}
LANEWISE_FN bool all(HwyMask<double> m) {
    return hn::AllTrue(HwyTag<double>(), m);
}
LANEWISE_FN bool any(HwyMask<float> m) {
    return !hn::AllFalse(HwyTag<float>(), m);
}
LANEWISE_FN bool any(HwyMask<double> m) {
    return !hn::AllFalse(HwyTag<double>(), m);
}
/// Highway writes at least one byte of mask bits; a lane has at most 16 elements.
template <class T>
LANEWISE_FN unsigned long long hwy_bits(HwyMask<T> m) {
    unsigned char bytes[8] = {};
    hn::StoreMaskBits(HwyTag<T>(), m, bytes);
    return static_cast<unsigned long long>(bytes[0]) | static_cast<unsigned long long>(bytes[1])
                                                           << 8;
}
LANEWISE_FN unsigned long long bits(HwyMask<float> m) {
    return hwy_bits<float>(m);
}
LANEWISE_FN unsigned long long bits(HwyMask<double> m) {
    return hwy_bits<double>(m);
}
template <class T>
LANEWISE_FN HwyLane<T> select(HwyMask<T> m, HwyLane<T> yes, HwyLane<T> no) {
    return {hn::IfThenElse(m, yes.r, no.r)};
}
template <class T>
using HwyIntegers = hn::RebindToSigned<HwyTag<T>>;
template <class T>
LANEWISE_FN HwyMask<T> is_odd(HwyLane<T> t) {
    const HwyIntegers<T> integers;
    const auto one = hn::Set(integers, 1);
    return hn::RebindMask(HwyTag<T>(), hn::TestBit(hn::BitCast(integers, t.r), one));
}
template <class T>
LANEWISE_FN HwyLane<T> flip_sign_by_bit1(HwyLane<T> t, HwyLane<T> x) {
    const HwyIntegers<T> integers;
    const auto shifted =
        hn::BitCast(HwyTag<T>(), hn::ShiftLeft<Magic<T>::sign_shift>(hn::BitCast(integers, t.r)));
    return {hn::Xor(x.r, hn::And(shifted, hn::SignBit(HwyTag<T>())))};
}
template <class T>
LANEWISE_FN HwyLane<T> scale_by_power(HwyLane<T> t, HwyLane<T> x) {
    const HwyIntegers<T> integers;
    const auto step = hn::ShiftLeft<Magic<T>::exponent_shift>(hn::BitCast(integers, t.r));
    return {hn::BitCast(HwyTag<T>(), hn::Add(hn::BitCast(integers, x.r), step))};
}
#if HWY_TARGET == HWY_AVX3
LANEWISE_FN void transpose(HwyLane<double> (&row)[8]) {
    __m512d pair[2][4], half[4];
    for (int i = 0; i < 4; ++i) {
        pair[0][i] = _mm512_unpacklo_pd(row[2 * i].r.raw, row[2 * i + 1].r.raw);
        pair[1][i] = _mm512_unpackhi_pd(row[2 * i].r.raw, row[2 * i + 1].r.raw);
    }
    for (int odd = 0; odd < 2; ++odd) {
        for (int i = 0; i < 2; ++i) {
            const __m512d a = pair[odd][2 * i], b = pair[odd][2 * i + 1];
            half[i] = _mm512_shuffle_f64x2(a, b, 0x44);
            half[i + 2] = _mm512_shuffle_f64x2(a, b, 0xee);
        }
        for (int i = 0; i < 2; ++i) {
            const __m512d a = half[2 * i], b = half[2 * i + 1];
            row[4 * i + odd].r.raw = _mm512_shuffle_f64x2(a, b, 0x88);
            row[4 * i + 2 + odd].r.raw = _mm512_shuffle_f64x2(a, b, 0xdd);
        }
    }
}
#elif HWY_TARGET == HWY_AVX2
LANEWISE_FN void transpose(HwyLane<double> (&row)[4]) {
    const HwyTag<double> d;
    const auto a = hn::InterleaveLower(d, row[0].r, row[1].r);
    const auto b = hn::InterleaveUpper(d, row[0].r, row[1].r);
    const auto c = hn::InterleaveLower(d, row[2].r, row[3].r);
    const auto e = hn::InterleaveUpper(d, row[2].r, row[3].r);
    row[0].r = hn::ConcatLowerLower(d, c, a);
    row[1].r = hn::ConcatLowerLower(d, e, b);
    row[2].r = hn::ConcatUpperUpper(d, c, a);
    row[3].r = hn::ConcatUpperUpper(d, e, b);
}
#else
LANEWISE_FN void transpose(HwyLane<double> (&row)[2]) {
    const HwyTag<double> d;
    const auto upper = hn::InterleaveUpper(d, row[0].r, row[1].r);
    row[0].r = hn::InterleaveLower(d, row[0].r, row[1].r);
    row[1].r = upper;
}
#endif
