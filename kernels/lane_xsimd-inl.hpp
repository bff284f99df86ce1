// The lane contract of lane_scalar-inl.hpp over xsimd::batch. XsimdArch is defined by the includer.
// xsimd 8.1 has no fused fma for AVX-512, no mask bits and no transposition: those few use the
// intrinsic. Its AVX-512 negation is 0 - x, which loses the sign of zero.

template <class T>
struct XsimdLane {
    using Scalar = T;
    using Batch = xsimd::batch<T, XsimdArch>;
    using Mask = xsimd::batch_bool<T, XsimdArch>;
    static constexpr int size = static_cast<int>(Batch::size);
    Batch r;

    static LANEWISE_FN XsimdLane load(const T* p) { return {Batch::load_unaligned(p)}; }
    static LANEWISE_FN XsimdLane broadcast(T x) { return {Batch(x)}; }
    LANEWISE_FN void store(T* p) const { r.store_unaligned(p); }
};

template <class T>
LANEWISE_FN XsimdLane<T> operator+(XsimdLane<T> a, XsimdLane<T> b) {
    return {a.r + b.r};
}
template <class T>
LANEWISE_FN XsimdLane<T> operator-(XsimdLane<T> a, XsimdLane<T> b) {
    return {a.r - b.r};
}
template <class T>
LANEWISE_FN XsimdLane<T> operator*(XsimdLane<T> a, XsimdLane<T> b) {
    return {a.r * b.r};
}
template <class T>
LANEWISE_FN XsimdLane<T> operator/(XsimdLane<T> a, XsimdLane<T> b) {
    return {a.r / b.r};
}
template <class T>
LANEWISE_FN XsimdLane<T> operator-(XsimdLane<T> a) {
    return {a.r ^ typename XsimdLane<T>::Batch(T(-0.0))};
}
template <class T>
LANEWISE_FN XsimdLane<T> min(XsimdLane<T> a, XsimdLane<T> b) {
    return {xsimd::min(a.r, b.r)};
}
template <class T>
LANEWISE_FN XsimdLane<T> max(XsimdLane<T> a, XsimdLane<T> b) {
    return {xsimd::max(a.r, b.r)};
}
template <class T>
LANEWISE_FN XsimdLane<T> abs(XsimdLane<T> a) {
    return {xsimd::abs(a.r)};
}
template <class T>
LANEWISE_FN XsimdLane<T> sqrt(XsimdLane<T> a) {
    return {xsimd::sqrt(a.r)};
}
template <class T>
LANEWISE_FN auto lt(XsimdLane<T> a, XsimdLane<T> b) {
    return a.r < b.r;
}
template <class T>
LANEWISE_FN auto le(XsimdLane<T> a, XsimdLane<T> b) {
    return a.r <= b.r;
}
template <class T>
LANEWISE_FN auto gt(XsimdLane<T> a, XsimdLane<T> b) {
    return a.r > b.r;
}
template <class T>
LANEWISE_FN auto ge(XsimdLane<T> a, XsimdLane<T> b) {
    return a.r >= b.r;
}
template <class T>
using XsimdMask = xsimd::batch_bool<T, XsimdArch>;
template <class T>
LANEWISE_FN XsimdMask<T> mask_and(XsimdMask<T> a, XsimdMask<T> b) {
    return a & b;
}
template <class T>
LANEWISE_FN XsimdMask<T> mask_or(XsimdMask<T> a, XsimdMask<T> b) {
    return a | b;
}
template <class T>
LANEWISE_FN XsimdMask<T> mask_not(XsimdMask<T> a) {
    return !a;
}
template <class T>
LANEWISE_FN bool all(XsimdMask<T> m) {
    return xsimd::all(m);
}
template <class T>
LANEWISE_FN bool any(XsimdMask<T> m) {
    return xsimd::any(m);
}
template <class T>
LANEWISE_FN XsimdLane<T> select(XsimdMask<T> m, XsimdLane<T> yes, XsimdLane<T> no) {
    return {xsimd::select(m, yes.r, no.r)};
}

#ifdef __AVX512F__
LANEWISE_FN XsimdLane<float> fma(XsimdLane<float> a, XsimdLane<float> b, XsimdLane<float> c) {
    return {_mm512_fmadd_ps(a.r, b.r, c.r)};
}
LANEWISE_FN XsimdLane<double> fma(XsimdLane<double> a, XsimdLane<double> b, XsimdLane<double> c) {
    return {_mm512_fmadd_pd(a.r, b.r, c.r)};
}
LANEWISE_FN XsimdLane<float> fnma(XsimdLane<float> a, XsimdLane<float> b, XsimdLane<float> c) {
    return {_mm512_fnmadd_ps(a.r, b.r, c.r)};
}
LANEWISE_FN XsimdLane<double> fnma(XsimdLane<double> a, XsimdLane<double> b, XsimdLane<double> c) {
    return {_mm512_fnmadd_pd(a.r, b.r, c.r)};
}
LANEWISE_FN unsigned long long bits(XsimdMask<float> m) {
    return static_cast<__mmask16>(m.data);
}
LANEWISE_FN unsigned long long bits(XsimdMask<double> m) {
    return static_cast<__mmask8>(m.data);
}
LANEWISE_FN XsimdMask<float> is_odd(XsimdLane<float> t) {
    return XsimdMask<float>(_mm512_test_epi32_mask(_mm512_castps_si512(t.r), _mm512_set1_epi32(1)));
}
LANEWISE_FN XsimdMask<double> is_odd(XsimdLane<double> t) {
    return XsimdMask<double>(
        _mm512_test_epi64_mask(_mm512_castpd_si512(t.r), _mm512_set1_epi64(1)));
}
LANEWISE_FN void transpose(XsimdLane<double> (&row)[8]) {
    __m512d pair[2][4], half[4];
    for (int i = 0; i < 4; ++i) {
        pair[0][i] = _mm512_unpacklo_pd(row[2 * i].r, row[2 * i + 1].r);
        pair[1][i] = _mm512_unpackhi_pd(row[2 * i].r, row[2 * i + 1].r);
    }
    for (int odd = 0; odd < 2; ++odd) {
        for (int i = 0; i < 2; ++i) {
            const __m512d a = pair[odd][2 * i], b = pair[odd][2 * i + 1];
            half[i] = _mm512_shuffle_f64x2(a, b, 0x44);
            half[i + 2] = _mm512_shuffle_f64x2(a, b, 0xee);
        }
        for (int i = 0; i < 2; ++i) {
            const __m512d a = half[2 * i], b = half[2 * i + 1];
            row[4 * i + odd].r = _mm512_shuffle_f64x2(a, b, 0x88);
            row[4 * i + 2 + odd].r = _mm512_shuffle_f64x2(a, b, 0xdd);
        }
    }
}
#else
template <class T>
LANEWISE_FN XsimdLane<T> fma(XsimdLane<T> a, XsimdLane<T> b, XsimdLane<T> c) {
    return {xsimd::fma(a.r, b.r, c.r)};
}
template <class T>
LANEWISE_FN XsimdLane<T> fnma(XsimdLane<T> a, XsimdLane<T> b, XsimdLane<T> c) {
    return {xsimd::fnma(a.r, b.r, c.r)};
}
LANEWISE_FN unsigned long long bits(XsimdMask<float> m) {
    return static_cast<unsigned>(_mm256_movemask_ps(m.data));
}
LANEWISE_FN unsigned long long bits(XsimdMask<double> m) {
    return static_cast<unsigned>(_mm256_movemask_pd(m.data));
}
LANEWISE_FN XsimdMask<float> is_odd(XsimdLane<float> t) {
    const __m256i one = _mm256_set1_epi32(1);
    const __m256i bit = _mm256_and_si256(_mm256_castps_si256(t.r), one);
    return {_mm256_castsi256_ps(_mm256_cmpeq_epi32(bit, one))};
}
LANEWISE_FN XsimdMask<double> is_odd(XsimdLane<double> t) {
    const __m256i one = _mm256_set1_epi64x(1);
    const __m256i bit = _mm256_and_si256(_mm256_castpd_si256(t.r), one);
    return {_mm256_castsi256_pd(_mm256_cmpeq_epi64(bit, one))};
}
LANEWISE_FN void transpose(XsimdLane<double> (&row)[4]) {
    const __m256d a = _mm256_unpacklo_pd(row[0].r, row[1].r);
    const __m256d b = _mm256_unpackhi_pd(row[0].r, row[1].r);
    const __m256d c = _mm256_unpacklo_pd(row[2].r, row[3].r);
    const __m256d d = _mm256_unpackhi_pd(row[2].r, row[3].r);
    row[0].r = _mm256_permute2f128_pd(a, c, 0x20);
    row[1].r = _mm256_permute2f128_pd(b, d, 0x20);
    row[2].r = _mm256_permute2f128_pd(a, c, 0x31);
    row[3].r = _mm256_permute2f128_pd(b, d, 0x31);
}
#endif

template <class T>
LANEWISE_FN XsimdLane<T> flip_sign_by_bit1(XsimdLane<T> t, XsimdLane<T> x) {
    using Integers = xsimd::batch<typename IntegerOf<T>::Type, XsimdArch>;
    const Integers shifted = xsimd::bitwise_cast<Integers>(t.r) << Magic<T>::sign_shift;
    const auto flip = xsimd::bitwise_cast<typename XsimdLane<T>::Batch>(shifted) &
                      typename XsimdLane<T>::Batch(T(-0.0));
    return {x.r ^ flip};
}
template <class T>
LANEWISE_FN XsimdLane<T> scale_by_power(XsimdLane<T> t, XsimdLane<T> x) {
    using Integers = xsimd::batch<typename IntegerOf<T>::Type, XsimdArch>;
    const Integers step = xsimd::bitwise_cast<Integers>(t.r) << Magic<T>::exponent_shift;
    const Integers sum = xsimd::bitwise_cast<Integers>(x.r) + step;
    return {xsimd::bitwise_cast<typename XsimdLane<T>::Batch>(sum)};
}
