// From manifolds and bodies to groups.

/// Two unit vectors across the normal. They jump only where |n_z| passes 0.8, so the friction of a
/// floor or a wall keeps its direction from step to step.
template <class V>
LANEWISE_FN void tangents_of(Lanes3<V> n, Lanes3<V>& first, Lanes3<V>& second) {
    const V zero = V::broadcast(0.0);
    const auto steep = gt(abs(n.z), V::broadcast(0.8));
    // n x (1, 0, 0) where steep, n x (0, 0, 1) elsewhere.
    const Lanes3<V> t = {select(steep, zero, n.y), select(steep, n.z, -n.x),
                         select(steep, -n.y, zero)};
    first = t * (V::broadcast(1.0) / sqrt(dot(t, t)));
    second = cross(n, first);
}

template <class V>
struct LaneMass {
    V inverse;
    LaneSymmetric<V> inertia;
};

/// What a body adds to a point's matrix.
template <class V>
LANEWISE_FN void add_to_point_matrix(const LaneMass<V>& body, Lanes3<V> arm, Lanes3<V> n,
                                     Lanes3<V> t1, Lanes3<V> t2, V (&diagonal)[3], V (&turn)[2]) {
    const Lanes3<V> c = cross(arm, n), c1 = cross(arm, t1), c2 = cross(arm, t2);
    const Lanes3<V> spin = product(body.inertia, c);
    diagonal[0] = diagonal[0] + dot(c, spin);
    diagonal[1] = diagonal[1] + dot(c1, product(body.inertia, c1));
    diagonal[2] = diagonal[2] + dot(c2, product(body.inertia, c2));
    turn[0] = turn[0] + dot(c1, spin);
    turn[1] = turn[1] + dot(c2, spin);
}

template <class V>
LANEWISE_FN Lanes3<V> relative_velocity(const LaneMotion<V>& a, const LaneMotion<V>& b,
                                        Lanes3<V> arm, Lanes3<V> arm_b) {
    return add_cross(add_cross(b.v - a.v, b.w, arm_b), arm, a.w);
}

/// One body of each lane as prep needs it.
template <class V>
struct PreparedBody {
    LaneMass<V> mass;
    LaneMotion<V> now;
    LaneMotion<V> free;  ///< after the whole kick, without contacts
};

/// Loads the bodies, copies their masses and sets where they are written.
template <class V>
LANEWISE_FN PreparedBody<V> prepare_body(const ContactScratch& s, ContactGroup& g, int side, int at,
                                         const kernels::SolverBody* const (&body)[V::size]) {
    const double* line[V::size];
    V now[k_line], kick[k_line], inertia[k_line];
    for (int i = 0; i < V::size; ++i) line[i] = line_of(body[i], BodyLine::velocity);
    load_lines(line, now);
    for (int i = 0; i < V::size; ++i) line[i] = line_of(body[i], BodyLine::kick);
    load_lines(line, kick);
    for (int i = 0; i < V::size; ++i) line[i] = line_of(body[i], BodyLine::inertia);
    load_lines(line, inertia);
    PreparedBody<V> p;
    p.mass.inverse = kick[3];
    p.mass.inertia = {inertia[0], inertia[1], inertia[2], inertia[3], inertia[4], inertia[5]};
    p.now = {{now[0], now[1], now[2]}, {now[4], now[5], now[6]}};
    p.free.v = p.now.v + Lanes3<V>{kick[0], kick[1], kick[2]};
    p.free.w = p.now.w + Lanes3<V>{kick[4], kick[5], kick[6]};
    kick[3].store(g.inverse_mass[side] + at);
    for (int c = 0; c < 6; ++c) inertia[c].store(g.inverse_inertia[side][c] + at);
    for (int i = 0; i < V::size; ++i) {
        const std::uint32_t line_number = g.read[side][at + i];
        g.write[side][at + i] = (s.marks[line_number] & k_moves) != 0 ? line_number : s.waste_line;
    }
    return p;
}

/// Changes the motions of both bodies by the sum of their points' impulses.
template <class V>
LANEWISE_FN void apply_impulses(const ContactGroup& g, int at, Lanes3<V> push, Lanes3<V> twist_a,
                                Lanes3<V> twist_b, double* velocity) {
    LaneMotion<V> motion = load_motion<V>(velocity, g.read[0] + at);
    motion.v = take_scaled(motion.v, push, V::load(g.inverse_mass[0] + at));
    motion.w = take_product(motion.w, load_symmetric<V>(g.inverse_inertia[0], at), twist_a);
    store_motion(motion, velocity, g.write[0] + at);
    motion = load_motion<V>(velocity, g.read[1] + at);
    motion.v = add_scaled(motion.v, push, V::load(g.inverse_mass[1] + at));
    motion.w = add_product(motion.w, load_symmetric<V>(g.inverse_inertia[1], at), twist_b);
    store_motion(motion, velocity, g.write[1] + at);
}

/// Marks the bodies of the lanes in a mask.
LANEWISE_FN void mark_near(const ContactScratch& s, const ContactGroup& g, int at,
                           unsigned long long lanes) {
    for (; lanes != 0; lanes &= lanes - 1) {
        const int lane = at + __builtin_ctzll(lanes);
        for (int side = 0; side < 2; ++side) {
            const std::uint32_t line = g.write[side][lane];
            s.marks[line] |= k_is_near;
        }
    }
}

/// One vector of manifolds: `lanes` of them, order[0], order[1] ... Those of the impact set begin
/// without impulses, those of the other set apply their warm ones.
/// @returns the largest number of points.
template <class V>
LANEWISE_FN int prepare_half(const kernels::ContactSolve& call, const ContactScratch& s,
                             const ContactSet& set, std::size_t group, int at,
                             const std::uint32_t* order, int lanes, bool is_impact) {
    ContactGroup& g = set.groups[group];
    ContactRest& rest = set.rests[group];
    ContactGroupSize& size = set.sizes[group];
    const kernels::SolverBody *a[V::size], *b[V::size];
    double counts[V::size];
    int points = 0;
    for (int i = 0; i < V::size; ++i) {
        const bool is_there = i < lanes;
        const kernels::SolverPair pair =
            is_there ? call.pairs[order[i]] : kernels::SolverPair{s.zero_line, s.zero_line, 0};
        a[i] = is_there ? call.bodies + pair.a : s.no_body;
        b[i] = is_there ? call.bodies + pair.b : s.no_body;
        g.read[0][at + i] = pair.a;
        g.read[1][at + i] = pair.b;
        rest.manifold[at + i] = is_there ? call.manifolds + order[i] : s.no_manifold;
        rest.count[at + i] = static_cast<std::uint8_t>(pair.count);
        counts[i] = pair.count;
        points = points < static_cast<int>(pair.count) ? static_cast<int>(pair.count) : points;
    }

    const PreparedBody<V> body_a = prepare_body<V>(s, g, 0, at, a);
    const PreparedBody<V> body_b = prepare_body<V>(s, g, 1, at, b);
    const double* line[V::size];
    V head[k_line];
    for (int i = 0; i < V::size; ++i) line[i] = line_of(rest.manifold[at + i], 0);
    load_lines(line, head);
    const Lanes3<V> n = {head[0], head[1], head[2]}, offset = {head[5], head[6], head[7]};
    Lanes3<V> t1, t2;
    tangents_of(n, t1, t2);
    store3(n, g.normal, at);
    store3(t1, g.tangent[0], at);
    store3(t2, g.tangent[1], at);
    store3(offset, g.offset, at);
    head[3].store(g.friction + at);

    const V zero = V::broadcast(0.0), one = V::broadcast(1.0);
    const V inverse_h = V::broadcast(1.0 / call.timestep);
    const V count = V::load(counts);
    const V restitution = head[4];
    Lanes3<V> push = {zero, zero, zero}, twist_a = push, twist_b = push;
    for (int p = 0; p < points; ++p) {
        ContactGroup::Point& point = g.points[p];
        V c[k_line];
        for (int i = 0; i < V::size; ++i)
            line[i] =
                line_of(p < rest.count[at + i] ? rest.manifold[at + i] : s.no_manifold, 1 + p);
        load_lines(line, c);
        const Lanes3<V> arm = {c[0], c[1], c[2]}, arm_b = arm + offset;
        const V depth = c[3];
        V diagonal[3], turn[2] = {zero, zero};
        for (V& d : diagonal) d = body_a.mass.inverse + body_b.mass.inverse;
        add_to_point_matrix(body_a.mass, arm, n, t1, t2, diagonal, turn);
        add_to_point_matrix(body_b.mass, arm_b, n, t1, t2, diagonal, turn);
        // The scaling of sliding friction keeps its direction only if both tangents weigh the same.
        diagonal[1] = diagonal[2] = max(diagonal[1], diagonal[2]);
        const auto is_there = gt(count, V::broadcast(p));
        for (int r = 0; r < 3; ++r)
            select(mask_and(is_there, gt(diagonal[r], zero)), one / diagonal[r], zero)
                .store(point.mass[r] + at);
        store3(arm, point.arm, at);
        turn[0].store(point.turn[0] + at);
        turn[1].store(point.turn[1] + at);
        const V bias = min(depth, zero) * inverse_h;
        bias.store(point.bias + at);
        for (int r = 0; r < 3; ++r) (is_impact ? zero : c[4 + r]).store(point.impulse[r] + at);
        zero.store(point.total + at);

        const V before = dot(n, relative_velocity(body_a.now, body_b.now, arm, arm_b));
        if (is_impact) {
            const V approach = dot(n, relative_velocity(body_a.free, body_b.free, arm, arm_b));
            const auto bounces =
                mask_and(mask_and(is_there, gt(restitution, zero)),
                         mask_and(le(approach, V::broadcast(-call.restitution_threshold)),
                                  lt(approach, bias)));
            // The kick comes after the impact: what it takes is added. The speed to give back is
            // the one before the kick, so that a bounce at restitution 1 keeps the energy of the
            // discrete motion.
            const V speed = fnma(restitution, before, before - approach);
            select(bounces, speed, zero).store(rest.rebound[p] + at);
            continue;
        }
        const auto strikes = mask_and(is_there, lt(before, bias - V::broadcast(k_strike_speed)));
        mark_near(s, g, at, bits(strikes));
        const V beyond = depth - V::broadcast(call.slop);
        const V speed =
            min(beyond * inverse_h * V::broadcast(call.push_factor), V::broadcast(call.push_speed));
        const auto is_deep = mask_and(is_there, gt(beyond, zero));
        select(is_deep, speed, zero).store(rest.push_speed[p] + at);
        if (any(is_deep)) size.pushes = true;

        const Lanes3<V> impulse = add_scaled(add_scaled(n * c[4], t1, c[5]), t2, c[6]);
        push = push + impulse;
        twist_a = add_cross(twist_a, arm, impulse);
        twist_b = add_cross(twist_b, arm_b, impulse);
    }

    if (is_impact)
        restitution.store(rest.restitution + at);
    else
        apply_impulses(g, at, push, twist_a, twist_b, s.velocity);
    return points;
}

/// A point that no lane has.
template <class V>
LANEWISE_FN void clear_point(ContactGroup::Point& point, ContactRest& rest, int p, int at) {
    const V zero = V::broadcast(0.0);
    for (int i = 0; i < 3; ++i) {
        zero.store(point.arm[i] + at);
        zero.store(point.mass[i] + at);
        zero.store(point.impulse[i] + at);
    }
    zero.store(point.turn[0] + at);
    zero.store(point.turn[1] + at);
    zero.store(point.bias + at);
    zero.store(point.total + at);
    zero.store(rest.push_speed[p] + at);
    zero.store(rest.rebound[p] + at);
}

/// All groups of a set, in the order in which they are solved.
LANEWISE_ENTRY __attribute__((noinline)) void prepare_groups(const kernels::ContactSolve& call,
                                                             const ContactScratch& s,
                                                             const ContactSet& set,
                                                             bool is_impact) {
    using V = Lane<double>;
    std::size_t group = 0;
    for (std::size_t c = 0; c < set.colour_count; ++c) {
        const kernels::SolverColour& colour = set.colours[c];
        const std::uint32_t width = group_width(colour);
        for (std::uint32_t first = colour.first; first < colour.last; first += width, ++group) {
            const std::uint32_t left = colour.last - first;
            const int lanes = static_cast<int>(left < width ? left : width);
            ContactGroupSize& size = set.sizes[group];
            size = {0, static_cast<std::uint8_t>(lanes), false};
            int points[2] = {0, 0};
            for (int at = 0; at < lanes; at += V::size)
                points[at / V::size] =
                    prepare_half<V>(call, s, set, group, at, set.order + first + at,
                                    lanes - at < V::size ? lanes - at : V::size, is_impact);
            const int most = points[0] > points[1] ? points[0] : points[1];
            size.points = static_cast<std::uint8_t>(most);
            for (int at = 0; at < lanes; at += V::size)
                for (int p = points[at / V::size]; p < most; ++p)
                    clear_point<V>(set.groups[group].points[p], set.rests[group], p, at);
        }
    }
}
