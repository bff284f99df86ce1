// The velocity pass over one group: point by point, each one block of the normal row and the two
// tangent rows.

template <class W>
LANEWISE_FN void solve_point(const ContactGroup& g, ContactGroup::Point& point, LaneMotion<W>& a,
                             LaneMotion<W>& b) {
    const Lanes3<W> arm = load3<W>(point.arm), arm_b = arm + load3<W>(g.offset);
    const Lanes3<W> n = load3<W>(g.normal);
    const Lanes3<W> t1 = load3<W>(g.tangent[0]), t2 = load3<W>(g.tangent[1]);
    const Lanes3<W> speed = relative_velocity(a, b, arm, arm_b);

    const W normal_before = W::load(point.impulse[0]);
    const W lacking = W::load(point.bias) - dot(n, speed);
    const W normal = max(fma(lacking, W::load(point.mass[0]), normal_before), W::broadcast(0.0));
    const W change = normal - normal_before;
    normal.store(point.impulse[0]);
    (W::load(point.total) + normal).store(point.total);

    // The second tangent does not see what the first one does: while the point slides, the first
    // one's impulse before scaling is far too large and would turn the friction.
    const W first_before = W::load(point.impulse[1]), second_before = W::load(point.impulse[2]);
    W first = fnma(fma(W::load(point.turn[0]), change, dot(t1, speed)), W::load(point.mass[1]),
                   first_before);
    W second = fnma(fma(W::load(point.turn[1]), change, dot(t2, speed)), W::load(point.mass[2]),
                    second_before);
    const W most = W::load(g.friction) * normal;
    const W square = fma(second, second, first * first);
    const auto slides = gt(square, most * most);
    if (any(slides)) {
        const W scale = select(slides, most / sqrt(square), W::broadcast(1.0));
        first = first * scale;
        second = second * scale;
    }
    first.store(point.impulse[1]);
    second.store(point.impulse[2]);

    const Lanes3<W> impulse =
        add_scaled(add_scaled(n * change, t1, first - first_before), t2, second - second_before);
    a.v = take_scaled(a.v, impulse, W::load(g.inverse_mass[0]));
    a.w = take_product(a.w, load_symmetric<W>(g.inverse_inertia[0]), cross(arm, impulse));
    b.v = add_scaled(b.v, impulse, W::load(g.inverse_mass[1]));
    b.w = add_product(b.w, load_symmetric<W>(g.inverse_inertia[1]), cross(arm_b, impulse));
}

template <class W>
LANEWISE_FN void solve_group(ContactGroup& g, int points, double* velocity) {
    LaneMotion<W> a = load_motion<W>(velocity, g.read[0]);
    LaneMotion<W> b = load_motion<W>(velocity, g.read[1]);
    for (int p = 0; p < points; ++p) solve_point(g, g.points[p], a, b);
    store_motion(a, velocity, g.write[0]);
    store_motion(b, velocity, g.write[1]);
}

/// One pass over all groups of a set.
LANEWISE_ENTRY __attribute__((noinline)) void solve_groups(const ContactSet& set,
                                                           double* velocity) {
    for (std::size_t i = 0; i < set.count; ++i) {
        const ContactGroupSize size = set.sizes[i];
        if (size.lanes > k_half)
            solve_group<Twin<Lane<double>>>(set.groups[i], size.points, velocity);
        else
            solve_group<Lane<double>>(set.groups[i], size.points, velocity);
    }
}
