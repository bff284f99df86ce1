// Split impulses: velocities that take overlap away and are forgotten after the step.

template <class V>
LANEWISE_FN void push_half(const ContactGroup& g, ContactRest& rest, int points, int at,
                           double* push) {
    const V zero = V::broadcast(0.0);
    LaneMotion<V> a = load_motion<V>(push, g.read[0] + at);
    LaneMotion<V> b = load_motion<V>(push, g.read[1] + at);
    const Lanes3<V> n = load3<V>(g.normal, at), offset = load3<V>(g.offset, at);
    for (int p = 0; p < points; ++p) {
        const ContactGroup::Point& point = g.points[p];
        const V wanted = V::load(rest.push_speed[p] + at);
        const V mass = select(gt(wanted, zero), V::load(point.mass[0] + at), zero);
        const Lanes3<V> arm = load3<V>(point.arm, at), arm_b = arm + offset;
        const V before = V::load(rest.push_impulse[p] + at);
        const V lacking = wanted - dot(n, relative_velocity(a, b, arm, arm_b));
        const V after = max(fma(lacking, mass, before), zero);
        after.store(rest.push_impulse[p] + at);
        const Lanes3<V> impulse = n * (after - before);
        a.v = take_scaled(a.v, impulse, V::load(g.inverse_mass[0] + at));
        a.w = take_product(a.w, load_symmetric<V>(g.inverse_inertia[0], at), cross(arm, impulse));
        b.v = add_scaled(b.v, impulse, V::load(g.inverse_mass[1] + at));
        b.w = add_product(b.w, load_symmetric<V>(g.inverse_inertia[1], at), cross(arm_b, impulse));
    }
    store_motion(a, push, g.write[0] + at);
    store_motion(b, push, g.write[1] + at);
}

/// Leaves out groups without a deep point.
LANEWISE_ENTRY void push_groups(const ContactSet& set, int passes, double* push) {
    using V = Lane<double>;
    for (int pass = 0; pass < passes; ++pass)
        for (std::size_t i = 0; i < set.count; ++i) {
            const ContactGroupSize size = set.sizes[i];
            if (!size.pushes) continue;
            for (int at = 0; at < size.lanes; at += V::size) {
                if (pass == 0)
                    for (int p = 0; p < size.points; ++p)
                        V::broadcast(0.0).store(set.rests[i].push_impulse[p] + at);
                push_half<V>(set.groups[i], set.rests[i], size.points, at, push);
            }
        }
}
