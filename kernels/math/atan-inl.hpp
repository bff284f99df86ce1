// Arctangent for lanes: a quotient t in [-1/2, 1/2] with atan|x| = atan t + (0, pi/4 or pi/2), then
// one polynomial (minimax, computed for this file).
//
// Every x: at most 2 ulp, with and without hardware fma. Subnormal arguments and zeros come back
// as they are, infinities give the number nearest to +-pi/2, NaN gives NaN.

template <class T>
struct AtanConstants;
template <>
struct AtanConstants<float> {
    static constexpr float quarter_pi[2] = {0x1.921fb6p-1f, -0x1.777a5cp-26f};
};
template <>
struct AtanConstants<double> {
    static constexpr double quarter_pi[2] = {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55};
};

/// (atan t - t) / t^3 as a polynomial in q = t^2.
template <class V>
LANEWISE_FN V atan_tail(V q, float) {
    V p = fma(q, V::broadcast(0x1.66c17ap-5f), V::broadcast(-0x1.55994ep-4f));
    p = fma(p, q, V::broadcast(0x1.c3e492p-4f));
    p = fma(p, q, V::broadcast(-0x1.2481bp-3f));
    p = fma(p, q, V::broadcast(0x1.999992p-3f));
    return fma(p, q, V::broadcast(-0x1.555556p-2f));
}
template <class V>
LANEWISE_FN V atan_tail(V q, double) {
    V p = fma(q, V::broadcast(0x1.6f38089cf5688p-7), V::broadcast(-0x1.db947c8b64c4ep-6));
    p = fma(p, q, V::broadcast(0x1.5f445415e5f95p-5));
    p = fma(p, q, V::broadcast(-0x1.a69f5a882f66dp-5));
    p = fma(p, q, V::broadcast(0x1.e09ba2870ab99p-5));
    p = fma(p, q, V::broadcast(-0x1.11008f69a2c79p-4));
    p = fma(p, q, V::broadcast(0x1.3b1294fc50f6ep-4));
    p = fma(p, q, V::broadcast(-0x1.745d0b123f62ep-4));
    p = fma(p, q, V::broadcast(0x1.c71c7177976acp-4));
    p = fma(p, q, V::broadcast(-0x1.249249240bad8p-3));
    p = fma(p, q, V::broadcast(0x1.9999999998e53p-3));
    return fma(p, q, V::broadcast(-0x1.5555555555554p-2));
}

/// Arctangent of any x, in [-pi/2, pi/2].
template <class V>
LANEWISE_FN V atan(V x) {
    using T = typename V::Scalar;
    using C = AtanConstants<T>;
    const V zero = V::broadcast(T(0));
    const V one = V::broadcast(T(1));
    const V size = abs(x);
    // Below 1/2 t is |x|, above 2 it is -1 / |x|, between them (|x| - 1) / (|x| + 1).
    const auto flat = le(size, V::broadcast(T(0.5)));
    const auto steep = gt(size, V::broadcast(T(2)));
    const V above = select(flat, size, select(steep, -one, size - one));
    const V below = select(flat, one, select(steep, size, size + one));
    const V quarters = select(flat, zero, select(steep, V::broadcast(T(2)), one));
    const V t = above / below;
    const V q = t * t;
    const V offset_low = quarters * V::broadcast(C::quarter_pi[1]);
    const V r = fma(quarters, V::broadcast(C::quarter_pi[0]),
                    t + fma(atan_tail(q, T()), q * t, offset_low));
    // Zeros keep their sign, and NaN stays itself.
    return select(gt(size, zero), select(lt(x, zero), -r, r), x);
}
