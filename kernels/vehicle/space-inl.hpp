// What the kernels of a vehicle share: columns of blocks as lanes, and grounds that give way.

template <class V, class T, int stride>
LANEWISE_FN Lanes3<V> column3(const T (&columns)[3][stride], int at) {
    return {V::load(columns[0] + at), V::load(columns[1] + at), V::load(columns[2] + at)};
}
template <class V, class T, int stride>
LANEWISE_FN void store_column3(Lanes3<V> v, T (&columns)[3][stride], int at) {
    v.x.store(columns[0] + at);
    v.y.store(columns[1] + at);
    v.z.store(columns[2] + at);
}
template <class V, class T, int stride>
LANEWISE_FN LaneSymmetric<V> column_symmetric(const T (&columns)[6][stride], int at) {
    return {V::load(columns[0] + at), V::load(columns[1] + at), V::load(columns[2] + at),
            V::load(columns[3] + at), V::load(columns[4] + at), V::load(columns[5] + at)};
}

template <class V, class M>
LANEWISE_FN Lanes3<V> select3(M mask, Lanes3<V> yes, Lanes3<V> no) {
    return {select(mask, yes.x, no.x), select(mask, yes.y, no.y), select(mask, yes.z, no.z)};
}

template <class V, class T>
LANEWISE_FN auto is_touching(const kernels::WheelBlock<T>& w, int at) {
    return gt(V::load(w.touching + at), V::broadcast(T(0)));
}

/// Whether two wheels stand on the same ground that moves.
template <class V, class T>
LANEWISE_FN auto shares_support(const kernels::WheelBlock<T>& a, const kernels::WheelBlock<T>& b,
                                int at) {
    const V group = V::load(a.support_group + at), other = V::load(b.support_group + at);
    return mask_and(mask_and(ge(group, V::broadcast(T(0))), ge(group, other)), le(group, other));
}

/// Where a wheel's spring acts, from the chassis' and from the ground's centre of mass.
template <class V, class T>
LANEWISE_FN Lanes3<V> spring_arm(const kernels::WheelBlock<T>& w, int at) {
    return column3<V>(w.contact, at) + column3<V>(w.force_offset, at);
}
template <class V, class T>
LANEWISE_FN Lanes3<V> ground_spring_arm(const kernels::WheelBlock<T>& w, int at) {
    return column3<V>(w.support_arm, at) + column3<V>(w.force_offset, at);
}

/// A force and its torque.
template <class V>
struct LaneWrench {
    Lanes3<V> force, torque;
};

/// Adds what a wheel's spring pushes with, over the given arm.
template <class V, class T>
LANEWISE_FN void add_spring(LaneWrench<V>& sum, const kernels::WheelBlock<T>& w, Lanes3<V> arm,
                            V size, int at) {
    const Lanes3<V> normal = column3<V>(w.normal, at);
    sum.force = add_scaled(sum.force, normal, size);
    sum.torque = add_scaled(sum.torque, cross(arm, normal), size);
}

/// Springs of all wheels that touch, on the chassis.
template <class V, class T>
LANEWISE_FN LaneWrench<V> sum_of_springs(const kernels::WheelBlock<T>* wheels, int n, int at) {
    const V zero = V::broadcast(T(0));
    LaneWrench<V> sum{{zero, zero, zero}, {zero, zero, zero}};
    for (int i = 0; i < n; ++i) {
        const kernels::WheelBlock<T>& w = wheels[i];
        const V size = select(is_touching<V>(w, at), V::load(w.suspension_force + at), zero);
        add_spring(sum, w, spring_arm<V>(w, at), size, at);
    }
    return sum;
}

/// Velocity and spin after an impulse.
template <class V>
LANEWISE_FN LaneMotion<V> pushed(LaneMotion<V> m, LaneWrench<V> impulse, V inverse_mass,
                                 LaneSymmetric<V> inverse_inertia) {
    return {add_scaled(m.v, impulse.force, inverse_mass),
            add_product(m.w, inverse_inertia, impulse.torque)};
}

/// The ground under wheel i at the step's end, but for the tires: where nothing holds it, after its
/// kick and the springs that press on it.
template <class V, class T>
LANEWISE_FN LaneMotion<V> predicted_ground(const kernels::WheelBlock<T>* wheels, int n, int i,
                                           int at, V step) {
    const V zero = V::broadcast(T(0));
    const kernels::WheelBlock<T>& w = wheels[i];
    const LaneMotion<V> start{column3<V>(w.support_velocity, at), column3<V>(w.support_spin, at)};
    const auto gives_way = gt(V::load(w.support_free + at), zero);
    if (!any(gives_way)) return start;
    LaneWrench<V> push{{zero, zero, zero}, {zero, zero, zero}};
    for (int k = 0; k < n; ++k) {
        const kernels::WheelBlock<T>& other = wheels[k];
        const auto presses = mask_and(shares_support<V>(w, other, at), is_touching<V>(other, at));
        if (!any(presses)) continue;
        const V size = select(presses, -step * V::load(other.suspension_force + at), zero);
        add_spring(push, other, ground_spring_arm<V>(other, at), size, at);
    }
    // Selected, not multiplied by zero: adding nothing can change the sign of a zero.
    const LaneMotion<V> after = pushed<V>(
        {start.v + column3<V>(w.support_kick_v, at), start.w + column3<V>(w.support_kick_w, at)},
        push, V::load(w.support_inverse_mass + at),
        column_symmetric<V>(w.support_inverse_inertia, at));
    return {select3(gives_way, after.v, start.v), select3(gives_way, after.w, start.w)};
}
