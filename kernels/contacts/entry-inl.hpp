// Entry points of the contact solver: the stages of a call, in order.

/// Adds `share` of the kick. The added zero makes -0 a +0, which then stays: adding no impulse does
/// not change a bit of a velocity.
LANEWISE_FN void kick(const double* from, const double* kick, double share, double* to) {
    using V = Lane<double>;
    const double factor[k_line] = {share, share, share, 0, share, share, share, 0};
    for (int i = 0; i < k_line; i += V::size)
        (fma(V::load(kick + i), V::load(factor + i), V::load(from + i)) + V::broadcast(0.0))
            .store(to + i);
}

/// Which bodies have manifolds, and which of them move.
LANEWISE_FN void find_touched(const kernels::ContactSolve& call, ContactScratch& s) {
    for (std::size_t i = 0; i < call.body_count + 2; ++i) s.marks[i] = 0;
    for (std::size_t c = 0; c < call.colour_count; ++c)
        for (std::uint32_t i = call.colours[c].first; i < call.colours[c].last; ++i) {
            const kernels::SolverPair& pair = call.pairs[call.order[i]];
            s.marks[pair.a] = k_is_touched;
            s.marks[pair.b] = k_is_touched;
        }
    s.touched_count = 0;
    for (std::size_t i = 0; i < call.body_count; ++i) {
        if (s.marks[i] == 0) continue;
        s.touched[s.touched_count++] = static_cast<std::uint32_t>(i);
        const kernels::SolverBody& body = call.bodies[i];
        const double* inertia = body.inverse_inertia;
        if (body.inverse_mass + inertia[0] + inertia[1] + inertia[2] > 0) s.marks[i] |= k_moves;
    }
}

/// Free bodies get the whole kick in one sum, those with manifolds the first pass's part of it.
LANEWISE_FN void start_bodies(const kernels::ContactSolve& call, const ContactScratch& s) {
    const double share = 1.0 / call.velocity_passes;
    std::size_t next = 0;
    for (std::size_t i = 0; i < call.body_count; ++i) {
        kernels::SolverBody* body = call.bodies + i;
        double* velocity = line_of(body, BodyLine::velocity);
        const double* change = line_of(body, BodyLine::kick);
        if (next < s.touched_count && s.touched[next] == i) {
            ++next;
            kick(velocity, change, share, s.velocity + i * k_line);
            kick(velocity, change, 0, s.previous + i * k_line);
            zero_lines(s.push + i * k_line, 1);
        } else {
            kick(velocity, change, 1, velocity);
            zero_lines(line_of(body, BodyLine::push), 1);
        }
    }
}

/// The next pass begins with this pass's impulses and share of the kick once more: what the pass
/// changed a velocity by is added again.
LANEWISE_FN void repeat_changes(const ContactScratch& s) {
    using V = Lane<double>;
    for (std::size_t k = 0; k < s.touched_count; ++k) {
        const std::size_t line = std::size_t(s.touched[k]) * k_line;
        for (int i = 0; i < k_line; i += V::size) {
            const V now = V::load(s.velocity + line + i);
            (now + (now - V::load(s.previous + line + i))).store(s.velocity + line + i);
            now.store(s.previous + line + i);
        }
    }
}

/// Impulses of the points, to the second half of their lines.
LANEWISE_ENTRY void write_impulses(const ContactSet& set) {
    using V = Lane<double>;
    constexpr int columns = 4 * k_most_points;
    for (std::size_t i = 0; i < set.count; ++i)
        for (int at = 0; at < set.sizes[i].lanes; at += V::size) {
            double result[V::size][columns];
            for (int c = 0; c < 4 * set.sizes[i].points; c += V::size) {
                V row[V::size];
                for (int k = 0; k < V::size; ++k) {
                    const ContactGroup::Point& point = set.groups[i].points[(c + k) / 4];
                    row[k] =
                        V::load(((c + k) % 4 == 3 ? point.total : point.impulse[(c + k) % 4]) + at);
                }
                transpose(row);
                for (int k = 0; k < V::size; ++k) row[k].store(result[k] + c);
            }
            for (int k = 0; k < V::size; ++k)
                for (int p = 0; p < set.rests[i].count[at + k]; ++p)
                    __builtin_memcpy(&set.rests[i].manifold[at + k]->points[p].normal_impulse,
                                     result[k] + 4 * p, 4 * sizeof(double));
        }
}

LANEWISE_FN void write_bodies(const kernels::ContactSolve& call, const ContactScratch& s) {
    using V = Lane<double>;
    for (std::size_t k = 0; k < s.touched_count; ++k) {
        kernels::SolverBody* body = call.bodies + s.touched[k];
        const std::size_t line = std::size_t(s.touched[k]) * k_line;
        for (int i = 0; i < k_line; i += V::size) {
            V::load(s.velocity + line + i).store(line_of(body, BodyLine::velocity) + i);
            V::load(s.push + line + i).store(line_of(body, BodyLine::push) + i);
        }
    }
}

LANEWISE_ENTRY std::size_t contact_scratch(const kernels::ContactSolve& call) {
    ContactScratch s;
    return lay_out_scratch(call, s);
}

LANEWISE_ENTRY void solve_contacts(const kernels::ContactSolve& call) {
    ContactScratch s;
    lay_out_scratch(call, s);
    if (call.velocity_passes <= 0) {
        s.touched_count = 0;
        start_bodies(call, s);
        for (std::size_t i = 0; i < call.manifold_count; ++i)
            for (std::uint32_t p = 0; p < call.pairs[i].count; ++p)
                call.manifolds[i].points[p].total = 0;
        return;
    }
    find_touched(call, s);
    start_bodies(call, s);
    double* const kinds_of_lines[] = {s.velocity, s.previous, s.push};
    for (double* lines : kinds_of_lines) zero_lines(lines + std::size_t(s.zero_line) * k_line, 1);
    zero_lines(line_of(s.no_body, BodyLine::velocity),
               sizeof(*s.no_body) / sizeof(double) / k_line);
    *s.no_manifold = {};
    s.no_manifold->normal[2] = 1;

    prepare_groups(call, s, s.all, false);
    const bool has_impacts = solve_impacts(call, s);
    for (int pass = 0; pass < call.velocity_passes; ++pass) {
        if (pass > 0) repeat_changes(s);
        solve_groups(s.all, s.velocity);
    }
    write_impulses(s.all);
    if (has_impacts) write_impacts(s);
    push_groups(s.all, call.push_passes, s.push);
    write_bodies(call, s);
}
