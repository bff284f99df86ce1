// Two vectors side by side that keep the lane contract, as far as the contact solver needs it: the
// steps of one hide the latency of the other's.

template <class V>
struct Twin {
    using Scalar = typename V::Scalar;
    static constexpr int size = 2 * V::size;
    V a, b;

    static LANEWISE_FN Twin load(const Scalar* p) { return {V::load(p), V::load(p + V::size)}; }
    static LANEWISE_FN Twin broadcast(Scalar x) { return {V::broadcast(x), V::broadcast(x)}; }
    LANEWISE_FN void store(Scalar* p) const {
        a.store(p);
        b.store(p + V::size);
    }
};

template <class M>
struct TwinMask {
    M a, b;
};

template <class V>
LANEWISE_FN Twin<V> operator+(Twin<V> x, Twin<V> y) {
    return {x.a + y.a, x.b + y.b};
}
template <class V>
LANEWISE_FN Twin<V> operator-(Twin<V> x, Twin<V> y) {
    return {x.a - y.a, x.b - y.b};
}
template <class V>
LANEWISE_FN Twin<V> operator*(Twin<V> x, Twin<V> y) {
    return {x.a * y.a, x.b * y.b};
}
template <class V>
LANEWISE_FN Twin<V> operator/(Twin<V> x, Twin<V> y) {
    return {x.a / y.a, x.b / y.b};
}
template <class V>
LANEWISE_FN Twin<V> fma(Twin<V> x, Twin<V> y, Twin<V> z) {
    return {fma(x.a, y.a, z.a), fma(x.b, y.b, z.b)};
}
template <class V>
LANEWISE_FN Twin<V> fnma(Twin<V> x, Twin<V> y, Twin<V> z) {
    return {fnma(x.a, y.a, z.a), fnma(x.b, y.b, z.b)};
}
template <class V>
LANEWISE_FN Twin<V> max(Twin<V> x, Twin<V> y) {
    return {max(x.a, y.a), max(x.b, y.b)};
}
template <class V>
LANEWISE_FN Twin<V> sqrt(Twin<V> x) {
    return {sqrt(x.a), sqrt(x.b)};
}
template <class V>
LANEWISE_FN auto gt(Twin<V> x, Twin<V> y) {
    return TwinMask<decltype(gt(x.a, y.a))>{gt(x.a, y.a), gt(x.b, y.b)};
}
template <class M>
LANEWISE_FN bool any(TwinMask<M> m) {
    return any(mask_or(m.a, m.b));
}
template <class V, class M>
LANEWISE_FN Twin<V> select(TwinMask<M> m, Twin<V> yes, Twin<V> no) {
    return {select(m.a, yes.a, no.a), select(m.b, yes.b, no.b)};
}
