// Impacts, before the step's kick and the passes that share it: those passes carry the impulses of
// each pass into the next one, which is right for a weight and wrong for a blow.
//
// A point strikes where it approaches faster than k_strike_speed and would meet within the step.
// Its manifold and those near by are solved by ordinary passes without warm impulses, first so that
// nothing goes on approaching; then points that have pushed and have restitution get a second
// impulse that brings the separation speed, after the kick, to e times the approach. Each of the
// two has friction in a cone of its own, normal parts are at least zero. The second one begins with
// e times the first, which is the answer wherever all points of a body bounce alike.

/// How many bodies away from those that strike a manifold may be to take part.
inline constexpr int k_widenings = 1;

LANEWISE_FN bool is_near(const ContactScratch& s, const kernels::SolverPair& pair) {
    return ((s.marks[pair.a] | s.marks[pair.b]) & k_is_near) != 0;
}

/// Marks the neighbours of the marked bodies.
LANEWISE_FN void widen_marks(const kernels::ContactSolve& call, const ContactScratch& s) {
    for (std::size_t c = 0; c < call.colour_count; ++c)
        for (std::uint32_t i = call.colours[c].first; i < call.colours[c].last; ++i) {
            const kernels::SolverPair& pair = call.pairs[call.order[i]];
            if (!is_near(s, pair)) continue;
            s.marks[pair.a] |= k_is_next;
            s.marks[pair.b] |= k_is_next;
        }
    for (std::size_t k = 0; k < s.touched_count; ++k) {
        std::uint8_t& mark = s.marks[s.touched[k]];
        if ((mark & k_is_next) != 0 && (mark & k_moves) != 0) mark |= k_is_near;
    }
}

/// Lists the manifolds of marked bodies, colour by colour.
LANEWISE_FN void list_impact(const kernels::ContactSolve& call, ContactScratch& s) {
    s.impact.order = s.impact_order;
    s.impact.colours = s.impact_colours;
    s.impact.colour_count = 0;
    s.impact.count = 0;
    std::uint32_t end = 0;
    for (std::size_t c = 0; c < call.colour_count; ++c) {
        const kernels::SolverColour& colour = call.colours[c];
        const std::uint32_t first = end;
        for (std::uint32_t i = colour.first; i < colour.last; ++i)
            if (is_near(s, call.pairs[call.order[i]])) s.impact_order[end++] = call.order[i];
        if (end == first) continue;
        s.impact_colours[s.impact.colour_count++] = {first, end, colour.one_by_one};
        s.impact.count += group_count(s.impact_colours[s.impact.colour_count - 1]);
    }
}

/// Makes the rows those of the bounce and applies its first impulses.
template <class V>
LANEWISE_FN void prepare_bounce(ContactGroup& g, ContactRest& rest, int points, int at,
                                double* velocity) {
    const V zero = V::broadcast(0.0);
    const Lanes3<V> n = load3<V>(g.normal, at), offset = load3<V>(g.offset, at);
    const V restitution = V::load(rest.restitution + at);
    Lanes3<V> push = {zero, zero, zero}, twist_a = push, twist_b = push;
    for (int p = 0; p < points; ++p) {
        ContactGroup::Point& point = g.points[p];
        const V struck = V::load(point.impulse[0] + at), speed = V::load(rest.rebound[p] + at);
        const auto bounces = mask_and(gt(speed, zero), gt(struck, zero));
        const V normal = select(bounces, restitution * struck, zero);
        // Points that never bounce go on with what they have.
        const auto is_rigid = le(restitution, zero);
        const V kept = select(is_rigid, struck, zero);
        (struck - kept).store(rest.struck[p] + at);
        select(bounces, speed, V::load(point.bias + at)).store(point.bias + at);
        (normal + kept).store(point.impulse[0] + at);
        for (int r = 1; r < 3; ++r)
            select(is_rigid, V::load(point.impulse[r] + at), zero).store(point.impulse[r] + at);
        const Lanes3<V> arm = load3<V>(point.arm, at), impulse = n * normal;
        push = push + impulse;
        twist_a = add_cross(twist_a, arm, impulse);
        twist_b = add_cross(twist_b, arm + offset, impulse);
    }
    apply_impulses(g, at, push, twist_a, twist_b, velocity);
}

/// Solves the impacts on the velocities before the step.
/// @returns false where there is none.
LANEWISE_ENTRY bool solve_impacts(const kernels::ContactSolve& call, ContactScratch& s) {
    using V = Lane<double>;
    bool found = false;
    for (std::size_t k = 0; k < s.touched_count; ++k)
        found = found || (s.marks[s.touched[k]] & k_is_near) != 0;
    if (!found) return false;
    for (int i = 0; i < k_widenings; ++i) widen_marks(call, s);
    list_impact(call, s);
    prepare_groups(call, s, s.impact, true);
    // The bounce's passes go over all groups, bouncing or not: no world must notice another.
    for (int pass = 0; pass < call.velocity_passes; ++pass) solve_groups(s.impact, s.previous);
    for (std::size_t i = 0; i < s.impact.count; ++i)
        for (int at = 0; at < s.impact.sizes[i].lanes; at += V::size)
            prepare_bounce<V>(s.impact.groups[i], s.impact.rests[i], s.impact.sizes[i].points, at,
                              s.previous);
    for (int pass = 0; pass < call.velocity_passes; ++pass) solve_groups(s.impact, s.previous);

    for (std::size_t k = 0; k < s.touched_count; ++k) {
        const std::size_t line = std::size_t(s.touched[k]) * k_line;
        const double* const before = line_of(call.bodies + s.touched[k], BodyLine::velocity);
        for (int i = 0; i < k_line; i += V::size) {
            const V change = V::load(s.previous + line + i) - V::load(before + i);
            (V::load(s.velocity + line + i) + change).store(s.velocity + line + i);
        }
    }
    return true;
}

/// Adds the normal impulses of the impacts to those of the passes.
LANEWISE_FN void write_impacts(const ContactScratch& s) {
    for (std::size_t i = 0; i < s.impact.count; ++i)
        for (int lane = 0; lane < s.impact.sizes[i].lanes; ++lane)
            for (int p = 0; p < s.impact.rests[i].count[lane]; ++p)
                s.impact.rests[i].manifold[lane]->points[p].total +=
                    s.impact.rests[i].struck[p][lane] +
                    s.impact.groups[i].points[p].impulse[0][lane];
}
