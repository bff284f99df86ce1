// Sine, cosine and tangent, written for lanes: reduction by multiples of pi/2 held in three parts,
// then one polynomial each on [-pi/4, pi/4] (minimax, computed for this file).
//
// |x| <= TrigDomain<T>::limit: at most 2 ulp for sine and cosine, 4 ulp for tangent. Beyond it, up
// to the largest finite number, sincos() and tan() take sincos_of_huge for the elements concerned:
// 1 ulp and 2 ulp. Infinities and NaN give NaN; the sine and tangent of -0 are +0.
//
// Without hardware fma this holds for |x| <= pi/4 and beyond the domain. Between, the products of
// the reduction round and only an absolute bound holds for sine and cosine, (|x| / 2 + 1) epsilon
// (the distance from 1 to the next number); tangent is their quotient.

template <class T>
struct TrigDomain;
template <>
struct TrigDomain<float> {
    static constexpr float limit = 8192.0f;
    static constexpr float two_over_pi = 0x1.45f306p-1f;
    // Each part is rounded down: positive parts let the reduction keep -0.
    static constexpr float half_pi[3] = {0x1.921fb4p0f, 0x1.4442dp-24f, 0x1.84698ap-48f};
    static constexpr float pi = 0x1.921fb6p1f;
    static constexpr float turns = 0x1.45f306p-3f;  // 1 / 2 pi rounded down: pi stays pi
};
template <>
struct TrigDomain<double> {
    static constexpr double limit = 1073741824.0;
    static constexpr double two_over_pi = 0x1.45f306dc9c883p-1;
    static constexpr double half_pi[3] = {0x1.921fb54442d18p0, 0x1.1a62633145c06p-54,
                                          0x1.c1cd129024e09p-107};
    static constexpr double pi = 0x1.921fb54442d18p1;
    static constexpr double turns = 0x1.45f306dc9c882p-3;
};

template <class V>
struct SinCos {
    V sine, cosine;
};

/// (sin r - r) / r^3 and (cos r - 1 + r^2 / 2) / r^4 as polynomials in q = r^2.
template <class V>
LANEWISE_FN SinCos<V> sincos_tails(V q, float) {
    V s = fma(q, V::broadcast(-0x1.992ce6p-13f), V::broadcast(0x1.1106e6p-7f));
    s = fma(s, q, V::broadcast(-0x1.555544p-3f));
    V c = fma(q, V::broadcast(0x1.99eacap-16f), V::broadcast(-0x1.6c0c2ep-10f));
    c = fma(c, q, V::broadcast(0x1.55554ap-5f));
    return {s, c};
}
template <class V>
LANEWISE_FN SinCos<V> sincos_tails(V q, double) {
    V s = fma(q, V::broadcast(0x1.5d8dfe6f74a4ep-33), V::broadcast(-0x1.ae5e53c2f534fp-26));
    s = fma(s, q, V::broadcast(0x1.71de355e3ce8p-19));
    s = fma(s, q, V::broadcast(-0x1.a01a019bf162ap-13));
    s = fma(s, q, V::broadcast(0x1.111111110f759p-7));
    s = fma(s, q, V::broadcast(-0x1.5555555555548p-3));
    V c = fma(q, V::broadcast(-0x1.8fa96673cf081p-37), V::broadcast(0x1.1ee9e11261b31p-29));
    c = fma(c, q, V::broadcast(-0x1.27e4f7f88fdcbp-22));
    c = fma(c, q, V::broadcast(0x1.a01a019c971c6p-16));
    c = fma(c, q, V::broadcast(-0x1.6c16c16c15049p-10));
    c = fma(c, q, V::broadcast(0x1.555555555554bp-5));
    return {s, c};
}

/// Sine and cosine inside the domain; finite nonsense outside.
template <class V>
LANEWISE_FN SinCos<V> sincos_in_domain(V x) {
    using T = typename V::Scalar;
    const V magic = V::broadcast(Magic<T>::value);
    const V t = fma(x, V::broadcast(TrigDomain<T>::two_over_pi), magic);
    const V k = t - magic;
    V r = fnma(k, V::broadcast(TrigDomain<T>::half_pi[0]), x);
    r = fnma(k, V::broadcast(TrigDomain<T>::half_pi[1]), r);
    r = fnma(k, V::broadcast(TrigDomain<T>::half_pi[2]), r);
    const V q = r * r;
    const SinCos<V> tail = sincos_tails(q, T());
    const V s = fma(tail.sine, q * r, r);
    const V c = fma(tail.cosine, q * q, fma(q, V::broadcast(T(-0.5)), V::broadcast(T(1))));
    const auto swap = is_odd(t);
    // cos x = sin(x + pi/2): its sign follows the next quadrant.
    return {flip_sign_by_bit1(t, select(swap, c, s)),
            flip_sign_by_bit1(t + V::broadcast(T(1)), select(swap, s, c))};
}

template <class V>
LANEWISE_FN bool in_trig_domain(V x) {
    using T = typename V::Scalar;
    return all(le(abs(x), V::broadcast(TrigDomain<T>::limit)));
}

/// Replaces the elements outside the domain.
template <class V>
LANEWISE_ENTRY __attribute__((noinline, cold)) void replace_huge(const V& x, SinCos<V>& result) {
    using T = typename V::Scalar;
    T argument[V::size], sine[V::size], cosine[V::size];
    x.store(argument);
    result.sine.store(sine);
    result.cosine.store(cosine);
    for (int i = 0; i < V::size; ++i) {
        if (argument[i] <= TrigDomain<T>::limit && argument[i] >= -TrigDomain<T>::limit) continue;
        const math::SineCosine exact = math::sincos_of_huge(static_cast<double>(argument[i]));
        sine[i] = static_cast<T>(exact.sine);
        cosine[i] = static_cast<T>(exact.cosine);
    }
    result = {V::load(sine), V::load(cosine)};
}

/// Sine and cosine of any x.
template <class V>
LANEWISE_FN SinCos<V> sincos(V x) {
    SinCos<V> result = sincos_in_domain(x);
    if (!in_trig_domain(x)) [[unlikely]]
        replace_huge(x, result);
    return result;
}

/// Tangent of any x.
template <class V>
LANEWISE_FN V tan(V x) {
    const SinCos<V> sc = sincos(x);
    return sc.sine / sc.cosine;
}

/// x - 2 pi k in [-pi, pi] (the ends are the numbers nearest to pi); x itself where it is inside.
/// In the domain of the reduction the error is at most (|x| + 1) epsilon, with and without hardware
/// fma; for any larger finite x the result is some number in that range, for infinities and NaN it
/// is NaN.
template <class V>
LANEWISE_FN V wrap_angle(V x) {
    using T = typename V::Scalar;
    const V magic = V::broadcast(Magic<T>::value);
    const V k = fma(x, V::broadcast(TrigDomain<T>::turns), magic) - magic;
    V r = fnma(k, V::broadcast(TrigDomain<T>::half_pi[0] * 4), x);
    r = fnma(k, V::broadcast(TrigDomain<T>::half_pi[1] * 4), r);
    const V pi = V::broadcast(TrigDomain<T>::pi);
    return min(pi, max(-pi, r));
}
