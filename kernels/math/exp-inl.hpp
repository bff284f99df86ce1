// Exponential function for lanes: 2^k times a minimax polynomial on [-ln 2 / 2, ln 2 / 2].
//
// Every x: at most 1.1 ulp, with and without hardware fma; gradual underflow, 0 at -inf, inf at
// +inf and where the result overflows, NaN for NaN.

template <class T>
struct ExpConstants;
template <>
struct ExpConstants<float> {
    static constexpr float lowest = -104.0f, highest = 89.0f;
    static constexpr float inverse_ln2 = 0x1.715476p0f;
    // The first part is short: its product with the exponent is exact even without fma.
    static constexpr float ln2[2] = {0x1.62e4p-1f, 0x1.7f7d1cp-20f};
};
template <>
struct ExpConstants<double> {
    static constexpr double lowest = -746.0, highest = 710.0;
    static constexpr double inverse_ln2 = 0x1.71547652b82fep0;
    static constexpr double ln2[2] = {0x1.62e42fefap-1, 0x1.cf79abc9e3b3ap-40};
};

/// (exp r - 1 - r) / r^2 as a polynomial.
template <class V>
LANEWISE_FN V exp_tail(V r, float) {
    V p = fma(r, V::broadcast(0x1.685b62p-10f), V::broadcast(0x1.123d58p-7f));
    p = fma(p, r, V::broadcast(0x1.555b92p-5f));
    p = fma(p, r, V::broadcast(0x1.55548cp-3f));
    return fma(p, r, V::broadcast(0x1.fffff8p-2f));
}
template <class V>
LANEWISE_FN V exp_tail(V r, double) {
    V p = fma(r, V::broadcast(0x1.adfaebbab250dp-26), V::broadcast(0x1.28b1508578b71p-22));
    p = fma(p, r, V::broadcast(0x1.71ded7a6ae726p-19));
    p = fma(p, r, V::broadcast(0x1.a019956fc4a8p-16));
    p = fma(p, r, V::broadcast(0x1.a01a014d19246p-13));
    p = fma(p, r, V::broadcast(0x1.6c16c18619aep-10));
    p = fma(p, r, V::broadcast(0x1.111111112149ep-7));
    p = fma(p, r, V::broadcast(0x1.555555554fdddp-5));
    p = fma(p, r, V::broadcast(0x1.5555555555514p-3));
    return fma(p, r, V::broadcast(0x1.000000000000cp-1));
}

template <class V>
LANEWISE_FN V exp(V argument) {
    using T = typename V::Scalar;
    using C = ExpConstants<T>;
    const V magic = V::broadcast(Magic<T>::value);
    const V one = V::broadcast(T(1));
    const V x = min(V::broadcast(C::highest), max(V::broadcast(C::lowest), argument));
    const V k = fma(x, V::broadcast(C::inverse_ln2), magic) - magic;
    V r = fnma(k, V::broadcast(C::ln2[0]), x);
    r = fnma(k, V::broadcast(C::ln2[1]), r);
    const V p = fma(exp_tail(r, T()), r * r, r) + one;
    // Two factors, because 2^k alone may not be a normal number.
    const V half = fma(k, V::broadcast(T(0.5)), magic);
    const V rest = (k - (half - magic)) + magic;
    return p * scale_by_power(half, one) * scale_by_power(rest, one);
}
