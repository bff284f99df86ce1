// Vectors in space, one a lane, and cache lines of bodies and manifolds as columns of lanes.

template <class V>
struct Lanes3 {
    V x, y, z;
};

template <class V>
LANEWISE_FN Lanes3<V> operator+(Lanes3<V> a, Lanes3<V> b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class V>
LANEWISE_FN Lanes3<V> operator-(Lanes3<V> a, Lanes3<V> b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class V>
LANEWISE_FN Lanes3<V> operator*(Lanes3<V> a, V s) {
    return {a.x * s, a.y * s, a.z * s};
}
template <class V>
LANEWISE_FN V dot(Lanes3<V> a, Lanes3<V> b) {
    return fma(a.z, b.z, fma(a.y, b.y, a.x * b.x));
}
template <class V>
LANEWISE_FN Lanes3<V> cross(Lanes3<V> a, Lanes3<V> b) {
    return {fnma(a.z, b.y, a.y * b.z), fnma(a.x, b.z, a.z * b.x), fnma(a.y, b.x, a.x * b.y)};
}
/// c + a s
template <class V>
LANEWISE_FN Lanes3<V> add_scaled(Lanes3<V> c, Lanes3<V> a, V s) {
    return {fma(a.x, s, c.x), fma(a.y, s, c.y), fma(a.z, s, c.z)};
}
/// c - a s
template <class V>
LANEWISE_FN Lanes3<V> take_scaled(Lanes3<V> c, Lanes3<V> a, V s) {
    return {fnma(a.x, s, c.x), fnma(a.y, s, c.y), fnma(a.z, s, c.z)};
}
/// c + a x b
template <class V>
LANEWISE_FN Lanes3<V> add_cross(Lanes3<V> c, Lanes3<V> a, Lanes3<V> b) {
    return {fnma(a.z, b.y, fma(a.y, b.z, c.x)), fnma(a.x, b.z, fma(a.z, b.x, c.y)),
            fnma(a.y, b.x, fma(a.x, b.y, c.z))};
}

template <class V>
struct LaneSymmetric {
    V xx, yy, zz, xy, xz, yz;
};

/// m a
template <class V>
LANEWISE_FN Lanes3<V> product(LaneSymmetric<V> m, Lanes3<V> a) {
    return {fma(m.xz, a.z, fma(m.xy, a.y, m.xx * a.x)), fma(m.yz, a.z, fma(m.yy, a.y, m.xy * a.x)),
            fma(m.zz, a.z, fma(m.yz, a.y, m.xz * a.x))};
}
/// c + m a
template <class V>
LANEWISE_FN Lanes3<V> add_product(Lanes3<V> c, LaneSymmetric<V> m, Lanes3<V> a) {
    return {fma(m.xz, a.z, fma(m.xy, a.y, fma(m.xx, a.x, c.x))),
            fma(m.yz, a.z, fma(m.yy, a.y, fma(m.xy, a.x, c.y))),
            fma(m.zz, a.z, fma(m.yz, a.y, fma(m.xz, a.x, c.z)))};
}
/// c - m a
template <class V>
LANEWISE_FN Lanes3<V> take_product(Lanes3<V> c, LaneSymmetric<V> m, Lanes3<V> a) {
    return {fnma(m.xz, a.z, fnma(m.xy, a.y, fnma(m.xx, a.x, c.x))),
            fnma(m.yz, a.z, fnma(m.yy, a.y, fnma(m.xy, a.x, c.y))),
            fnma(m.zz, a.z, fnma(m.yz, a.y, fnma(m.xz, a.x, c.z)))};
}

/// Loads from columns that are `stride` lanes long.
template <class V, int stride>
LANEWISE_FN Lanes3<V> load3(const double (&columns)[3][stride], int at = 0) {
    return {V::load(columns[0] + at), V::load(columns[1] + at), V::load(columns[2] + at)};
}
template <class V, int stride>
LANEWISE_FN void store3(Lanes3<V> v, double (&columns)[3][stride], int at) {
    v.x.store(columns[0] + at);
    v.y.store(columns[1] + at);
    v.z.store(columns[2] + at);
}
template <class V, int stride>
LANEWISE_FN LaneSymmetric<V> load_symmetric(const double (&columns)[6][stride], int at = 0) {
    return {V::load(columns[0] + at), V::load(columns[1] + at), V::load(columns[2] + at),
            V::load(columns[3] + at), V::load(columns[4] + at), V::load(columns[5] + at)};
}

/// The eight numbers of a cache line.
inline constexpr int k_line = 8;

enum class BodyLine : int { velocity, kick, inertia, push };

LANEWISE_FN const double* line_of(const kernels::SolverBody* body, BodyLine line) {
    return reinterpret_cast<const double*>(body) + static_cast<int>(line) * k_line;
}
LANEWISE_FN double* line_of(kernels::SolverBody* body, BodyLine line) {
    return reinterpret_cast<double*>(body) + static_cast<int>(line) * k_line;
}
/// Line 0 of a manifold is its head, line 1 its first point.
LANEWISE_FN const double* line_of(const kernels::SolverManifold* manifold, int line) {
    return reinterpret_cast<const double*>(manifold) + line * k_line;
}

/// Number c of lane i's line becomes element i of column c.
template <class V>
LANEWISE_FN void load_lines(const double* const* line, V (&column)[k_line]) {
    for (int c = 0; c < k_line; c += V::size) {
        V row[V::size];
        for (int i = 0; i < V::size; ++i) row[i] = V::load(line[i] + c);
        transpose(row);
        for (int i = 0; i < V::size; ++i) column[c + i] = row[i];
    }
}
template <class V>
LANEWISE_FN void load_lines(const double* const* line, Twin<V> (&column)[k_line]) {
    V a[k_line], b[k_line];
    load_lines(line, a);
    load_lines(line + V::size, b);
    for (int c = 0; c < k_line; ++c) column[c] = {a[c], b[c]};
}

template <class V>
LANEWISE_FN void store_lines(double* const* line, const V (&column)[k_line]) {
    for (int c = 0; c < k_line; c += V::size) {
        V row[V::size];
        for (int i = 0; i < V::size; ++i) row[i] = column[c + i];
        transpose(row);
        for (int i = 0; i < V::size; ++i) row[i].store(line[i] + c);
    }
}
template <class V>
LANEWISE_FN void store_lines(double* const* line, const Twin<V> (&column)[k_line]) {
    V a[k_line], b[k_line];
    for (int c = 0; c < k_line; ++c) {
        a[c] = column[c].a;
        b[c] = column[c].b;
    }
    store_lines(line, a);
    store_lines(line + V::size, b);
}

/// Velocity and spin of a body: its line is v, 0, w, 0.
template <class V>
struct LaneMotion {
    Lanes3<V> v, w;
};

template <class V>
LANEWISE_FN LaneMotion<V> load_motion(const double* lines, const std::uint32_t* index) {
    const double* line[V::size];
    for (int i = 0; i < V::size; ++i) line[i] = lines + std::size_t(index[i]) * k_line;
    V c[k_line];
    load_lines(line, c);
    return {{c[0], c[1], c[2]}, {c[4], c[5], c[6]}};
}
template <class V>
LANEWISE_FN void store_motion(LaneMotion<V> m, double* lines, const std::uint32_t* index) {
    double* line[V::size];
    for (int i = 0; i < V::size; ++i) line[i] = lines + std::size_t(index[i]) * k_line;
    const V zero = V::broadcast(0.0);
    const V c[k_line] = {m.v.x, m.v.y, m.v.z, zero, m.w.x, m.w.y, m.w.z, zero};
    store_lines(line, c);
}

LANEWISE_FN void zero_lines(double* line, std::size_t count) {
    using V = Lane<double>;
    for (std::size_t i = 0; i < count * k_line; i += V::size) V::broadcast(0.0).store(line + i);
}
