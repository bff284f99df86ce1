// One ray's walk through the tree: the child nearest to the ray's start first, one node or leaf a
// step. What a walk visits depends on rounding that differs between targets; what it finds does
// not, because no box that could hold the nearest hit is ever left out (k_node_margin).
//
// A ray that is hardly longer than a leaf walks as the box about it: that takes no slabs and no
// order, and leaves little to gain by them.

/// A box relative to the centre as columns that face those of TreeNode: the high bounds for the
/// low ones, the negated low bounds for the negated high ones.
struct alignas(64) WalkBox {
    float facing[3][2][kernels::k_tree_width];

    /// In the vectors that the tests will read: smaller stores would not be forwarded to them.
    template <class V>
    LANEWISE_FN void set(int axis, double low, double high) {
        // Rounded outward.
        const V front = V::broadcast(static_cast<float>(high + 0x1p-22));
        const V back = V::broadcast(static_cast<float>(0x1p-22 - low));
        constexpr int width = kernels::k_tree_width;
        for (int i = 0; i < 2 * width; i += V::size) {
            V side = i < width ? front : back;
            if constexpr (V::size > width) {
                constexpr float is_back[2 * width] = {0, 0, 0, 0, 0, 0, 0, 0,
                                                      1, 1, 1, 1, 1, 1, 1, 1};
                side = select(gt(V::load(is_back), V::broadcast(0.0f)), back, front);
            }
            side.store(facing[axis][0] + i);
        }
    }
};

/// Slab tests of a ray: distance = plane * inverse - offset, from the start of the walk.
struct WalkSlabs {
    float steepness[3], offset[3];  // |inverse|
};

struct Flight {
    union {
        WalkSlabs slab;
        WalkBox box;  // about a short ray
    };
    float reach;  // nothing beyond counts; of a short ray, no leaf is left out for it
    int near[3];  // 0: the ray enters boxes at their low side, 1: at the high one
    bool is_short;
    int depth;
    std::uint32_t current;  // child word to visit next
    // Triangle tests.
    int axis[3];
    std::uint32_t triangle;
    double origin[3];  // in the order of `axis`
    double slope[2];
    double inverse_z;
    double best;
    double first, moved;
    double unit[3];
    std::size_t ray;
    std::uint64_t stack[kernels::k_stack_size];  // distance as an ordered integer, child word
};

/// Never less than x, for distances from the start of a walk.
LANEWISE_FN float rounded_out(double x) {
    return static_cast<float>(x * (1 + 0x1p-20) + 0x1p-20);
}

/// False if there is nothing to walk.
LANEWISE_FN bool take_off(const RayBlock& block, int i, std::size_t ray, Flight& f) {
    const double length = block.length[i];
    f.triangle = kernels::k_no_triangle;
    f.ray = ray;
    f.best = block.limit[i];
    f.moved = block.moved[i];
    for (int k = 0; k < 3; ++k) f.unit[k] = block.unit[k][i];
    if (!(length >= 0)) return false;
    f.is_short = block.is_short[i] != 0;
    for (int k = 0; k < 3; ++k) {
        const double start = block.start[k][i];
        const float inverse = static_cast<float>(block.inverse[k][i]);
        f.near[k] = inverse < 0 ? 1 : 0;
        if (f.is_short) {
            const double end = block.end[k][i];
            f.box.set<Lane<float>>(k, start < end ? start : end, start < end ? end : start);
        } else {
            f.slab.steepness[k] = inverse < 0 ? -inverse : inverse;
            f.slab.offset[k] = static_cast<float>(start) * inverse;
        }
    }
    f.reach = rounded_out(length);
    const int order = static_cast<int>(block.order[i]);
    const bool is_back = order >= 3;
    f.axis[2] = is_back ? order - 3 : order;
    const int next = f.axis[2] == 2 ? 0 : f.axis[2] + 1;
    const int last = 3 - f.axis[2] - next;
    f.axis[0] = is_back ? last : next;
    f.axis[1] = is_back ? next : last;
    for (int k = 0; k < 3; ++k) f.origin[k] = block.origin[f.axis[k]][i];
    f.slope[0] = block.slope[0][i];
    f.slope[1] = block.slope[1][i];
    f.inverse_z = block.inverse_z[i];
    f.first = block.first[i];
    f.depth = 0;
    f.current = 0;
    return true;
}

using One = ScalarLane<double>;

template <class T>
LANEWISE_FN T* result_of(T* first, std::size_t ray, std::size_t stride) {
    return reinterpret_cast<T*>(reinterpret_cast<char*>(first) + ray * stride);
}

LANEWISE_FN void write_hit(const kernels::MeshRays& call, std::size_t ray, double distance,
                           const double (&unit)[3], std::uint32_t triangle) {
    *result_of(call.triangles, ray, call.stride) = triangle;
    if (triangle == kernels::k_no_triangle) {
        *result_of(call.distances, ray, call.stride) = __builtin_huge_val();
        return;
    }
    const double metres = distance * call.tree.unit + 0.0;  // never -0
    *result_of(call.distances, ray, call.stride) = metres;
    double* point = result_of(call.points, ray, call.stride);
    const double* origin = call.rays + 7 * ray;
    for (int k = 0; k < 3; ++k) point[k] = origin[k] + metres * unit[k];
}

/// Nearest hit of all, and for equal distances the smallest triangle number.
LANEWISE_FN void take_hit(Flight& f, double distance, std::uint32_t triangle) {
    if (distance > f.best || (distance == f.best && triangle >= f.triangle)) return;
    f.best = distance;
    f.triangle = triangle;
    const float reach = rounded_out(distance - f.first);
    f.reach = reach < f.reach ? reach : f.reach;
}

LANEWISE_FN void test_needles(const kernels::TreeLeaf& leaf, unsigned long long which,
                              const ShearedRay<One>& ray, const int (&axis)[3], Flight& f) {
    for (; which != 0; which &= which - 1) {
        const int j = __builtin_ctzll(which);
        One corner[3][3];
        for (int i = 0; i < 3; ++i)
            for (int k = 0; k < 3; ++k) corner[i][k].r = leaf.corner[i][axis[k]][j];
        const double distance = needle_distance(ray, corner);
        if (distance >= 0) take_hit(f, distance, leaf.triangle[j]);
    }
}

template <class V>
LANEWISE_FN void visit_leaf(const kernels::TreeLeaf& leaf, Flight& f) {
    const ShearedRay<V> ray = {V::broadcast(f.origin[0]), V::broadcast(f.origin[1]),
                               V::broadcast(f.origin[2]), V::broadcast(f.slope[0]),
                               V::broadcast(f.slope[1]),  V::broadcast(f.inverse_z)};
    for (int i = 0; i < kernels::k_tree_width; i += V::size) {
        PlanePoint<V> p[3];
        for (int c = 0; c < 3; ++c)
            p[c] = shear(ray, V::load(leaf.corner[c][f.axis[0]] + i),
                         V::load(leaf.corner[c][f.axis[1]] + i),
                         V::load(leaf.corner[c][f.axis[2]] + i));
        TriangleHits<V> hits;
        if (!hit_triangles(ray, p[0], p[1], p[2], hits)) continue;
        const auto found = mask_and(hits.sure, mask_and(ge(hits.distance, V::broadcast(0.0)),
                                                        le(hits.distance, V::broadcast(f.best))));
        if (any(found)) {
            double distance[V::size];
            hits.distance.store(distance);
            for (unsigned long long which = bits(found); which != 0; which &= which - 1) {
                const int j = __builtin_ctzll(which);
                take_hit(f, distance[j], leaf.triangle[i + j]);
            }
        }
        if (any(hits.doubtful)) {
            const ShearedRay<One> one = {{f.origin[0]}, {f.origin[1]}, {f.origin[2]},
                                         {f.slope[0]},  {f.slope[1]},  {f.inverse_z}};
            test_needles(leaf, bits(hits.doubtful) << i, one, f.axis, f);
        }
    }
}

/// Which children the ray meets within its reach, and at what distance. A vector of 16 reads on
/// into the next column; its upper half means nothing.
template <class V>
LANEWISE_FN unsigned test_children(const kernels::TreeNode& node, const Flight& f,
                                   float (&distance)[2 * kernels::k_tree_width]) {
    unsigned met = 0;
    for (int i = 0; i < kernels::k_tree_width; i += V::size) {
        V entry[3], exit[3];
        for (int k = 0; k < 3; ++k) {
            // The planes of the side where the ray leaves are those of the other sign.
            const V steepness = V::broadcast(f.slab.steepness[k]);
            const V offset = V::broadcast(-f.slab.offset[k]);
            const int near = f.near[k];
            entry[k] = fma(V::load(node.bound[k][near] + i), steepness, offset);
            exit[k] = fnma(V::load(node.bound[k][1 - near] + i), steepness, offset);
        }
        const V near = max(max(entry[0], entry[1]), max(entry[2], V::broadcast(0.0f)));
        const V far = min(min(exit[0], exit[1]), min(exit[2], V::broadcast(f.reach)));
        met |= static_cast<unsigned>(bits(le(near, far))) << i;
        near.store(distance + i);
    }
    return met & 0xff;
}

/// Which children's boxes overlap the box: none of the six gaps is positive.
template <class V>
LANEWISE_FN unsigned overlapping_children(const kernels::TreeNode& node, const WalkBox& box) {
    unsigned clear = 0;
    for (int i = 0; i < 2 * kernels::k_tree_width; i += V::size) {
        V gap[3];
        for (int k = 0; k < 3; ++k)
            gap[k] = V::load(node.bound[k][0] + i) - V::load(box.facing[k][0] + i);
        const auto touches = le(max(max(gap[0], gap[1]), gap[2]), V::broadcast(0.0f));
        clear |= static_cast<unsigned>(bits(touches)) << i;
    }
    return clear & clear >> kernels::k_tree_width;
}

LANEWISE_FN void prefetch(const kernels::MeshTree& tree, std::uint32_t child) {
    const bool is_leaf = (child & kernels::k_leaf_bit) != 0;
    const char* p =
        is_leaf ? reinterpret_cast<const char*>(tree.leaves + (child & ~kernels::k_leaf_bit))
                : reinterpret_cast<const char*>(tree.nodes + child);
    const int lines = is_leaf ? static_cast<int>(sizeof(kernels::TreeLeaf) / 64)
                              : static_cast<int>(sizeof(kernels::TreeNode) / 64);
    for (int i = 0; i < lines; ++i) __builtin_prefetch(p + 64 * i);
}

/// Takes the nearest of the children left behind. False if none is within reach.
LANEWISE_FN bool pop(Flight& f) {
    while (f.depth > 0) {
        const std::uint64_t entry = f.stack[--f.depth];
        if (__builtin_bit_cast(float, static_cast<std::uint32_t>(entry >> 32)) > f.reach) continue;
        f.current = static_cast<std::uint32_t>(entry);
        return true;
    }
    return false;
}

/// Visits the current node or leaf and chooses the next one. False at the end of the walk.
LANEWISE_FN bool step(const kernels::MeshTree& tree, Flight& f) {
    if ((f.current & kernels::k_leaf_bit) != 0) {
        visit_leaf<Lane<double>>(tree.leaves[f.current & ~kernels::k_leaf_bit], f);
        return pop(f);
    }
    const kernels::TreeNode& node = tree.nodes[f.current];
    if (f.is_short) {
        unsigned met = overlapping_children<Lane<float>>(node, f.box);
        if (met == 0) return pop(f);
        f.current = node.child[__builtin_ctz(met)];
        for (met &= met - 1; met != 0; met &= met - 1)
            f.stack[f.depth++] = node.child[__builtin_ctz(met)];  // at distance 0
        return true;
    }
    float distance[2 * kernels::k_tree_width];
    unsigned met = test_children<Lane<float>>(node, f, distance);
    if (met == 0) return pop(f);
    int j = __builtin_ctz(met);
    met &= met - 1;
    if (met == 0) {
        f.current = node.child[j];
        return true;
    }
    // The stack stays sorted within this node's children: the nearest on top.
    const int base = f.depth;
    for (;;) {
        const std::uint64_t entry =
            static_cast<std::uint64_t>(__builtin_bit_cast(std::uint32_t, distance[j])) << 32 |
            node.child[j];
        int at = f.depth++;
        for (; at > base && f.stack[at - 1] < entry; --at) f.stack[at] = f.stack[at - 1];
        f.stack[at] = entry;
        if (met == 0) break;
        j = __builtin_ctz(met);
        met &= met - 1;
    }
    f.current = static_cast<std::uint32_t>(f.stack[--f.depth]);
    return true;
}
