// Entry points of the mesh rays.

/// Independent rays that take turns, so that one's memory access hides behind the others' work.
inline constexpr int k_flights = 16;

/// Copies V::size rays into columns.
template <class V>
LANEWISE_FN void read_rays(const double* rays, const double* limits, double (&in)[7][V::size]) {
    for (int r = 0; r < V::size; ++r)
        for (int c = 0; c < 7; ++c) in[c][r] = rays[7 * r + c];
    if (limits == nullptr) return;
    for (int r = 0; r < V::size; ++r)
        if (limits[r] < in[6][r]) in[6][r] = limits[r];
}

/// Sets up `count` rays, in whole vectors: the last ray fills the last one.
template <class V>
LANEWISE_FN void set_up_block(const kernels::MeshRays& call, std::size_t begin, int count,
                              RayBlock& block) {
    for (int i = 0; i < count; i += V::size) {
        const std::size_t first = begin + static_cast<std::size_t>(i);
        const double* rays = call.rays + 7 * first;
        const double* limits = call.limits == nullptr ? nullptr : call.limits + first;
        double last[7 * V::size], last_limits[V::size];
        if (i + V::size > count) {
            for (int r = 0; r < V::size; ++r) {
                const int from = r < count - i ? r : count - i - 1;
                for (int c = 0; c < 7; ++c) last[7 * r + c] = rays[7 * from + c];
                last_limits[r] = limits == nullptr ? 0 : limits[from];
            }
            rays = last;
            limits = limits == nullptr ? nullptr : last_limits;
        }
        double in[7][V::size];
        read_rays<V>(rays, limits, in);
        set_up_rays<V>(call, in, i, block);
    }
}

LANEWISE_ENTRY void cast_one_ray(const kernels::MeshRays& call) {
    RayBlock block;
    for (std::size_t ray = 0; ray < call.count; ++ray) {
        set_up_block<One>(call, ray, 1, block);
        Flight f;
        if (take_off(block, 0, ray, f))
            while (step(call.tree, f)) {
                // The walk goes on after most hits: long enough to fetch what the caller reads.
                if (call.normals != nullptr && f.triangle != kernels::k_no_triangle)
                    __builtin_prefetch(call.normals + 3 * static_cast<std::size_t>(f.triangle));
                if (f.depth > 0)
                    prefetch(call.tree, static_cast<std::uint32_t>(f.stack[f.depth - 1]));
            }
        write_hit(call, ray, f.moved + f.best, f.unit, f.triangle);
    }
}

LANEWISE_FN void land(const kernels::MeshRays& call, const Flight& f) {
    write_hit(call, f.ray, f.moved + f.best, f.unit, f.triangle);
}

LANEWISE_FN void write_packet(const kernels::MeshRays& call, const RayBlock& block, int i,
                              std::size_t begin, const Packet& packet) {
    for (int r = 0; r < k_packet; ++r) {
        const double unit[3] = {block.unit[0][i + r], block.unit[1][i + r], block.unit[2][i + r]};
        write_hit(call, begin + static_cast<std::size_t>(i + r),
                  block.moved[i + r] + packet.best[r], unit,
                  static_cast<std::uint32_t>(packet.triangle[r]));
    }
}

/// Close rays of the block go as packets; numbers of the others are written to `single`.
LANEWISE_FN int cast_packets(const kernels::MeshRays& call, const RayBlock& block,
                             std::size_t begin, int count, int (&single)[k_ray_block]) {
    int singles = 0;
    for (int i = 0; i < count; i += k_packet) {
        PacketBox box;
        if (count - i < k_packet || !box_packet<Lane<double>>(call.tree, block, i, box)) {
            for (int r = i; r < count && r < i + k_packet; ++r) single[singles++] = r;
            continue;
        }
        Packet packet;
        for (int r = 0; r < k_packet; ++r) {
            packet.best[r] = block.length[i + r] >= 0 ? block.limit[i + r] : -1;
            packet.triangle[r] = static_cast<double>(kernels::k_no_triangle);
        }
        walk_packet(call.tree, block, i, box, packet);
        write_packet(call, block, i, begin, packet);
    }
    return singles;
}

LANEWISE_ENTRY void cast_rays(const kernels::MeshRays& call) {
    RayBlock block;
    Flight flights[k_flights];
    int flying = 0;
    int single[k_ray_block];
    for (std::size_t begin = 0; begin < call.count; begin += k_ray_block) {
        const std::size_t left = call.count - begin;
        const int count = left < k_ray_block ? static_cast<int>(left) : k_ray_block;
        set_up_block<Lane<double>>(call, begin, count, block);
        const int singles = cast_packets(call, block, begin, count, single);
        int taken = 0;
        // The last rays of a block stay in flight while the next block is set up.
        const bool is_last = left <= k_ray_block;
        while (taken < singles || (is_last && flying > 0)) {
            while (flying < k_flights && taken < singles) {
                const int i = single[taken++];
                Flight& f = flights[flying];
                if (take_off(block, i, begin + static_cast<std::size_t>(i), f))
                    ++flying;
                else
                    land(call, f);
            }
            for (int i = 0; i < flying;) {
                Flight& f = flights[i];
                if (step(call.tree, f)) {
                    prefetch(call.tree, f.current);
                    ++i;
                    continue;
                }
                land(call, f);
                // Another ray takes the place: the next one, or the last in flight.
                bool took_off = false;
                while (taken < singles && !took_off) {
                    const int next = single[taken++];
                    took_off = take_off(block, next, begin + static_cast<std::size_t>(next), f);
                    if (!took_off) land(call, f);
                }
                if (took_off)
                    ++i;
                else if (--flying != i)
                    f = flights[flying];
            }
        }
    }
}
