// A lane of one number that counts its floating-point operations; contract as in
// kernels/lane_scalar-inl.hpp. Included after that file and after `OperationCount operations`.

template <class T>
struct CountingLane {
    using Scalar = T;
    using Mask = bool;
    static constexpr int size = 1;
    ScalarLane<T> lane;

    static LANEWISE_FN CountingLane load(const T* p) { return {{*p}}; }
    static LANEWISE_FN CountingLane broadcast(T x) { return {{x}}; }
    LANEWISE_FN void store(T* p) const { *p = lane.r; }
};

template <class T>
LANEWISE_FN CountingLane<T> operator+(CountingLane<T> a, CountingLane<T> b) {
    ++operations.add;
    return {a.lane + b.lane};
}
template <class T>
LANEWISE_FN CountingLane<T> operator-(CountingLane<T> a, CountingLane<T> b) {
    ++operations.add;
    return {a.lane - b.lane};
}
template <class T>
LANEWISE_FN CountingLane<T> operator*(CountingLane<T> a, CountingLane<T> b) {
    ++operations.multiply;
    return {a.lane * b.lane};
}
template <class T>
LANEWISE_FN CountingLane<T> operator/(CountingLane<T> a, CountingLane<T> b) {
    ++operations.divide;
    return {a.lane / b.lane};
}
template <class T>
LANEWISE_FN CountingLane<T> operator-(CountingLane<T> a) {
    return {-a.lane};
}
template <class T>
LANEWISE_FN CountingLane<T> fma(CountingLane<T> a, CountingLane<T> b, CountingLane<T> c) {
    ++operations.fma;
    return {fma(a.lane, b.lane, c.lane)};
}
template <class T>
LANEWISE_FN CountingLane<T> fnma(CountingLane<T> a, CountingLane<T> b, CountingLane<T> c) {
    ++operations.fma;
    return {fnma(a.lane, b.lane, c.lane)};
}
template <class T>
LANEWISE_FN CountingLane<T> sqrt(CountingLane<T> a) {
    ++operations.root;
    return {sqrt(a.lane)};
}
template <class T>
LANEWISE_FN CountingLane<T> min(CountingLane<T> a, CountingLane<T> b) {
    return {min(a.lane, b.lane)};
}
template <class T>
LANEWISE_FN CountingLane<T> max(CountingLane<T> a, CountingLane<T> b) {
    return {max(a.lane, b.lane)};
}
template <class T>
LANEWISE_FN CountingLane<T> abs(CountingLane<T> a) {
    return {abs(a.lane)};
}
template <class T>
LANEWISE_FN bool lt(CountingLane<T> a, CountingLane<T> b) {
    return lt(a.lane, b.lane);
}
template <class T>
LANEWISE_FN bool le(CountingLane<T> a, CountingLane<T> b) {
    return le(a.lane, b.lane);
}
template <class T>
LANEWISE_FN bool gt(CountingLane<T> a, CountingLane<T> b) {
    return gt(a.lane, b.lane);
}
template <class T>
LANEWISE_FN bool ge(CountingLane<T> a, CountingLane<T> b) {
    return ge(a.lane, b.lane);
}
template <class T>
LANEWISE_FN CountingLane<T> select(bool m, CountingLane<T> yes, CountingLane<T> no) {
    return m ? yes : no;
}
template <class T>
LANEWISE_FN bool is_odd(CountingLane<T> t) {
    return is_odd(t.lane);
}
template <class T>
LANEWISE_FN CountingLane<T> flip_sign_by_bit1(CountingLane<T> t, CountingLane<T> x) {
    return {flip_sign_by_bit1(t.lane, x.lane)};
}
template <class T>
LANEWISE_FN CountingLane<T> scale_by_power(CountingLane<T> t, CountingLane<T> x) {
    return {scale_by_power(t.lane, x.lane)};
}
