// The lane functions over arrays, for tests and benches of the math.

/// Calls the function on whole vectors; the last part of one goes through a copy that repeats its
/// last number.
template <class T, class Function>
LANEWISE_FN void map_lanes(Function function, const T* x, T* first, T* second, std::size_t n) {
    using V = Lane<T>;
    std::size_t i = 0;
    for (; i + V::size <= n; i += V::size) {
        const SinCos<V> result = function(V::load(x + i));
        result.sine.store(first + i);
        if (second != nullptr) result.cosine.store(second + i);
    }
    if (i == n) return;
    const int m = static_cast<int>(n - i);
    T in[V::size], out[2][V::size];
    for (int j = 0; j < V::size; ++j) in[j] = x[i + static_cast<std::size_t>(j < m ? j : m - 1)];
    const SinCos<V> result = function(V::load(in));
    result.sine.store(out[0]);
    result.cosine.store(out[1]);
    for (int j = 0; j < m; ++j) {
        first[i + static_cast<std::size_t>(j)] = out[0][j];
        if (second != nullptr) second[i + static_cast<std::size_t>(j)] = out[1][j];
    }
}

struct CallSincos {
    template <class V>
    LANEWISE_FN SinCos<V> operator()(V x) const {
        return sincos(x);
    }
};
struct CallTan {
    template <class V>
    LANEWISE_FN SinCos<V> operator()(V x) const {
        const V y = tan(x);
        return {y, y};
    }
};
struct CallAtan {
    template <class V>
    LANEWISE_FN SinCos<V> operator()(V x) const {
        const V y = atan(x);
        return {y, y};
    }
};
struct CallExp {
    template <class V>
    LANEWISE_FN SinCos<V> operator()(V x) const {
        const V y = exp(x);
        return {y, y};
    }
};
struct CallWrapAngle {
    template <class V>
    LANEWISE_FN SinCos<V> operator()(V x) const {
        const V y = wrap_angle(x);
        return {y, y};
    }
};

template <class T>
LANEWISE_ENTRY void map_sincos(const T* x, T* sine, T* cosine, std::size_t n) {
    map_lanes(CallSincos(), x, sine, cosine, n);
}
template <class T>
LANEWISE_ENTRY void map_tan(const T* x, T* y, std::size_t n) {
    map_lanes(CallTan(), x, y, static_cast<T*>(nullptr), n);
}
template <class T>
LANEWISE_ENTRY void map_atan(const T* x, T* y, std::size_t n) {
    map_lanes(CallAtan(), x, y, static_cast<T*>(nullptr), n);
}
template <class T>
LANEWISE_ENTRY void map_exp(const T* x, T* y, std::size_t n) {
    map_lanes(CallExp(), x, y, static_cast<T*>(nullptr), n);
}
template <class T>
LANEWISE_ENTRY void map_wrap_angle(const T* x, T* y, std::size_t n) {
    map_lanes(CallWrapAngle(), x, y, static_cast<T*>(nullptr), n);
}
