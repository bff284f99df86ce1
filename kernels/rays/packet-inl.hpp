// Rays that run close together: one walk with the box round them all, then each triangle that
// touches the box against all rays, a ray a lane. The tests are those of the single walk, number
// for number, so a ray's hit does not depend on its neighbours.

inline constexpr int k_packet = 16;
/// A packet's box may be this many leaves long: what lies behind the hits is tested all the same.
inline constexpr double k_longest_packet = 64;

/// The box round the parts of the rays that are walked, relative to the centre.
struct PacketBox {
    double low[3], high[3];
    WalkBox walk;
};

struct Packet {
    double best[k_packet];
    double triangle[k_packet];
};

/// Triangles whose own box touches the packet's, given in the leaf's frame.
template <class V>
LANEWISE_FN unsigned overlapping_triangles(const kernels::TreeLeaf& leaf, const double (&low)[3],
                                           const double (&high)[3]) {
    unsigned met = 0;
    for (int i = 0; i < kernels::k_tree_width; i += V::size) {
        V gap[3];
        for (int k = 0; k < 3; ++k) {
            const V a = V::load(leaf.corner[0][k] + i), b = V::load(leaf.corner[1][k] + i);
            const V c = V::load(leaf.corner[2][k] + i);
            gap[k] = max(min(min(a, b), c) - V::broadcast(high[k]),
                         V::broadcast(low[k]) - max(max(a, b), c));
        }
        const auto inside = le(max(max(gap[0], gap[1]), gap[2]), V::broadcast(0.0));
        met |= static_cast<unsigned>(bits(inside)) << i;
    }
    return met;
}

/// One triangle against the rays from element `i` of the block on.
template <class V>
LANEWISE_FN void test_triangle(const kernels::TreeLeaf& leaf, int j, const RayBlock& block, int i,
                               const int (&axis)[3], Packet& packet) {
    for (int r = 0; r < k_packet; r += V::size) {
        const int at = i + r;
        const ShearedRay<V> ray = {
            V::load(block.origin[axis[0]] + at), V::load(block.origin[axis[1]] + at),
            V::load(block.origin[axis[2]] + at), V::load(block.slope[0] + at),
            V::load(block.slope[1] + at),        V::load(block.inverse_z + at)};
        PlanePoint<V> p[3];
        for (int c = 0; c < 3; ++c)
            p[c] = shear(ray, V::broadcast(leaf.corner[c][axis[0]][j]),
                         V::broadcast(leaf.corner[c][axis[1]][j]),
                         V::broadcast(leaf.corner[c][axis[2]][j]));
        TriangleHits<V> hits;
        if (!hit_triangles(ray, p[0], p[1], p[2], hits)) continue;
        const V best = V::load(packet.best + r), best_triangle = V::load(packet.triangle + r);
        const V number = V::broadcast(static_cast<double>(leaf.triangle[j]));
        const auto nearer = mask_or(lt(hits.distance, best),
                                    mask_and(le(hits.distance, best), lt(number, best_triangle)));
        const auto found =
            mask_and(hits.sure, mask_and(ge(hits.distance, V::broadcast(0.0)), nearer));
        select(found, hits.distance, best).store(packet.best + r);
        select(found, number, best_triangle).store(packet.triangle + r);
        for (auto which = bits(hits.doubtful); which != 0; which &= which - 1) {
            const int lane = r + __builtin_ctzll(which);
            One corner[3][3];
            for (int c = 0; c < 3; ++c)
                for (int k = 0; k < 3; ++k) corner[c][k].r = leaf.corner[c][axis[k]][j];
            const ShearedRay<One> one = {
                {block.origin[axis[0]][i + lane]}, {block.origin[axis[1]][i + lane]},
                {block.origin[axis[2]][i + lane]}, {block.slope[0][i + lane]},
                {block.slope[1][i + lane]},        {block.inverse_z[i + lane]}};
            const double distance = needle_distance(one, corner);
            const double triangle = static_cast<double>(leaf.triangle[j]);
            if (distance >= 0 &&
                (distance < packet.best[lane] ||
                 (distance == packet.best[lane] && triangle < packet.triangle[lane]))) {
                packet.best[lane] = distance;
                packet.triangle[lane] = triangle;
            }
        }
    }
}

/// The box of the packet that starts at element `i`, or false where its rays differ too much. The
/// rays that walk nothing do not count; a packet of such rays has an empty box.
template <class V>
LANEWISE_FN bool box_packet(const kernels::MeshTree& tree, const RayBlock& block, int i,
                            PacketBox& box) {
    const V order = V::broadcast(block.order[i]);
    V low[3], high[3];
    for (int k = 0; k < 3; ++k) {
        low[k] = V::broadcast(4.0);
        high[k] = V::broadcast(-4.0);
    }
    for (int r = 0; r < k_packet; r += V::size) {
        const V other = V::load(block.order + i + r);
        if (any(mask_or(lt(other, order), gt(other, order)))) return false;
        const auto walks = ge(V::load(block.length + i + r), V::broadcast(0.0));
        for (int k = 0; k < 3; ++k) {
            const V start = V::load(block.start[k] + i + r), end = V::load(block.end[k] + i + r);
            low[k] = select(walks, min(low[k], min(start, end)), low[k]);
            high[k] = select(walks, max(high[k], max(start, end)), high[k]);
        }
    }
    int long_sides = 0;
    bool is_short = true;
    for (int k = 0; k < 3; ++k) {
        double lows[V::size], highs[V::size];
        low[k].store(lows);
        high[k].store(highs);
        for (int r = 1; r < V::size; ++r) {
            lows[0] = lows[r] < lows[0] ? lows[r] : lows[0];
            highs[0] = highs[r] > highs[0] ? highs[r] : highs[0];
        }
        const double side = highs[0] - lows[0];
        long_sides += side > k_narrow * tree.leaf_extent;
        is_short = is_short && side <= k_longest_packet * tree.leaf_extent;
        box.low[k] = lows[0];
        box.high[k] = highs[0];
        box.walk.set<Lane<float>>(k, lows[0], highs[0]);
    }
    return is_short && long_sides <= 1;
}

LANEWISE_FN void walk_packet(const kernels::MeshTree& tree, const RayBlock& block, int i,
                             const PacketBox& box, Packet& packet) {
    const int order = static_cast<int>(block.order[i]);
    const int z = order >= 3 ? order - 3 : order;
    const int next = z == 2 ? 0 : z + 1, last = 3 - z - next;
    const int axis[3] = {order >= 3 ? last : next, order >= 3 ? next : last, z};
    // The leaf's frame is not relative to the centre, whose rounding counts when it is far.
    double low[3], high[3];
    for (int k = 0; k < 3; ++k) {
        const double centre = tree.centre[k];
        const double margin = kernels::k_node_margin + 0x1p-50 * (centre < 0 ? -centre : centre);
        low[k] = (centre + box.low[k]) - margin;
        high[k] = (centre + box.high[k]) + margin;
    }
    std::uint32_t stack[kernels::k_stack_size];
    int depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
        const std::uint32_t current = stack[--depth];
        if ((current & kernels::k_leaf_bit) != 0) {
            const kernels::TreeLeaf& leaf = tree.leaves[current & ~kernels::k_leaf_bit];
            unsigned met = overlapping_triangles<Lane<double>>(leaf, low, high);
            for (; met != 0; met &= met - 1)
                test_triangle<Lane<double>>(leaf, __builtin_ctz(met), block, i, axis, packet);
            continue;
        }
        const kernels::TreeNode& node = tree.nodes[current];
        unsigned met = overlapping_children<Lane<float>>(node, box.walk);
        for (; met != 0; met &= met - 1) {
            const std::uint32_t child = node.child[__builtin_ctz(met)];
            prefetch(tree, child);
            stack[depth++] = child;
        }
    }
}
