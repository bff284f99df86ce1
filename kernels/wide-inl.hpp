// Two lanes side by side: the second hides the latency of the first. Same contract, same numbers.

template <class V>
struct WideMask {
    typename V::Mask a, b;
};

template <class V>
struct Wide {
    using Scalar = typename V::Scalar;
    using Mask = WideMask<V>;
    static constexpr int size = 2 * V::size;
    V a, b;

    static LANEWISE_FN Wide load(const Scalar* p) { return {V::load(p), V::load(p + V::size)}; }
    static LANEWISE_FN Wide broadcast(Scalar x) { return {V::broadcast(x), V::broadcast(x)}; }
    LANEWISE_FN void store(Scalar* p) const {
        a.store(p);
        b.store(p + V::size);
    }
};

template <class V>
LANEWISE_FN Wide<V> operator+(Wide<V> x, Wide<V> y) {
    return {x.a + y.a, x.b + y.b};
}
template <class V>
LANEWISE_FN Wide<V> operator-(Wide<V> x, Wide<V> y) {
    return {x.a - y.a, x.b - y.b};
}
template <class V>
LANEWISE_FN Wide<V> operator*(Wide<V> x, Wide<V> y) {
    return {x.a * y.a, x.b * y.b};
}
template <class V>
LANEWISE_FN Wide<V> operator/(Wide<V> x, Wide<V> y) {
    return {x.a / y.a, x.b / y.b};
}
template <class V>
LANEWISE_FN Wide<V> operator-(Wide<V> x) {
    return {-x.a, -x.b};
}
template <class V>
LANEWISE_FN Wide<V> fma(Wide<V> x, Wide<V> y, Wide<V> z) {
    return {fma(x.a, y.a, z.a), fma(x.b, y.b, z.b)};
}
template <class V>
LANEWISE_FN Wide<V> fnma(Wide<V> x, Wide<V> y, Wide<V> z) {
    return {fnma(x.a, y.a, z.a), fnma(x.b, y.b, z.b)};
}
template <class V>
LANEWISE_FN Wide<V> min(Wide<V> x, Wide<V> y) {
    return {min(x.a, y.a), min(x.b, y.b)};
}
template <class V>
LANEWISE_FN Wide<V> max(Wide<V> x, Wide<V> y) {
    return {max(x.a, y.a), max(x.b, y.b)};
}
template <class V>
LANEWISE_FN Wide<V> abs(Wide<V> x) {
    return {abs(x.a), abs(x.b)};
}
template <class V>
LANEWISE_FN Wide<V> sqrt(Wide<V> x) {
    return {sqrt(x.a), sqrt(x.b)};
}
template <class V>
LANEWISE_FN WideMask<V> lt(Wide<V> x, Wide<V> y) {
    return {lt(x.a, y.a), lt(x.b, y.b)};
}
template <class V>
LANEWISE_FN WideMask<V> le(Wide<V> x, Wide<V> y) {
    return {le(x.a, y.a), le(x.b, y.b)};
}
template <class V>
LANEWISE_FN WideMask<V> gt(Wide<V> x, Wide<V> y) {
    return {gt(x.a, y.a), gt(x.b, y.b)};
}
template <class V>
LANEWISE_FN WideMask<V> ge(Wide<V> x, Wide<V> y) {
    return {ge(x.a, y.a), ge(x.b, y.b)};
}
template <class V>
LANEWISE_FN WideMask<V> mask_and(WideMask<V> x, WideMask<V> y) {
    return {mask_and(x.a, y.a), mask_and(x.b, y.b)};
}
template <class V>
LANEWISE_FN WideMask<V> mask_or(WideMask<V> x, WideMask<V> y) {
    return {mask_or(x.a, y.a), mask_or(x.b, y.b)};
}
template <class V>
LANEWISE_FN WideMask<V> mask_not(WideMask<V> x) {
    return {mask_not(x.a), mask_not(x.b)};
}
template <class V>
LANEWISE_FN bool all(WideMask<V> m) {
    return all(mask_and(m.a, m.b));
}
template <class V>
LANEWISE_FN bool any(WideMask<V> m) {
    return any(mask_or(m.a, m.b));
}
template <class V>
LANEWISE_FN unsigned long long bits(WideMask<V> m) {
    return bits(m.a) | bits(m.b) << V::size;
}
template <class V>
LANEWISE_FN Wide<V> select(WideMask<V> m, Wide<V> yes, Wide<V> no) {
    return {select(m.a, yes.a, no.a), select(m.b, yes.b, no.b)};
}
template <class V>
LANEWISE_FN WideMask<V> is_odd(Wide<V> t) {
    return {is_odd(t.a), is_odd(t.b)};
}
template <class V>
LANEWISE_FN Wide<V> flip_sign_by_bit1(Wide<V> t, Wide<V> x) {
    return {flip_sign_by_bit1(t.a, x.a), flip_sign_by_bit1(t.b, x.b)};
}
template <class V>
LANEWISE_FN Wide<V> scale_by_power(Wide<V> t, Wide<V> x) {
    return {scale_by_power(t.a, x.a), scale_by_power(t.b, x.b)};
}
