// Springs, dampers, roll bars and bump stops of a vehicle, solved together and implicitly.
//
// Wheel i presses along the ground's normal n_i at p_i. With the compression speed x' = -v_n / c,
// c = -axis . n, and everything taken at the end of the step (backward Euler),
//   F_i = k (x + h x') + preload + d x' + bar (x + h x' - x_j - h x_j') + stop (x + h x' - travel)
// and F_i >= 0. So F = b - S v' with S symmetric, one block for each pair that a bar joins, and the
// speeds answer by v' = g + h W F: g what they are without springs, W_ik the speed at i for a unit
// impulse at k. With S = L L^T and y = L^T v'
//   (1 + h L^T W L) y = L^T (g + h W b),  F = b - L y,
// whose matrix is symmetric and nowhere below 1: elimination needs no pivots, whatever h, k and d.
// Wheels that would pull are let go, stops that are not reached drop out, and the rest is solved
// again; a lane whose sets no longer change gets the same numbers in every further round. A wheel
// that is let go hangs where its spring and the bar hold each other, at whatever speed that takes:
// with S_ij = -B and zero force at i the other wheel has b_j + B b_i / S_ii and S_jj - B^2 / S_ii.
// That is a complementarity problem of a positive definite matrix, whose solution is unique.

/// A bump stop is this many times as stiff as the spring, and damped by as many times its damper.
inline constexpr double k_stop_stiffness = 20;
inline constexpr double k_stop_damping = 2;
/// Of the cosine between suspension and ground, below which the spring does not get softer.
inline constexpr double k_least_cosine = 0.2;
/// More than any set-up that was tried needs: eight.
inline constexpr int k_suspension_rounds = 12;

/// A wheel as the suspension's solve sees it.
template <class V>
struct SuspensionRow {
    using Mask = typename V::Mask;
    Lanes3<V> normal, moment, turn;  ///< n, p x n, I^-1 (p x n)
    V pending;                       ///< g
    V per_cosine;                    ///< 1 / c
    V rest, slope;                   ///< b and S_ii without the stop
    V stop_rest, stop_slope;         ///< what the stop adds to them
    V bar;                           ///< B
    V law_rest, law_slope;           ///< b and S_ii as the partner's set makes them
    V base, root, coupling;          ///< b with the stop; L_ii; L_ij of the pair's second wheel
    Mask touching, presses, stopped;
};

/// Geometry of wheel i and the speed that it would have without springs.
template <class V>
LANEWISE_FN void set_geometry(const kernels::WheelBlock<double>& w, LaneMotion<V> chassis,
                              LaneSymmetric<V> inertia, int at, SuspensionRow<V>& row) {
    row.touching = row.presses = is_touching<V>(w, at);
    row.normal = column3<V>(w.normal, at);
    row.moment = cross(spring_arm<V>(w, at), row.normal);
    row.turn = product(inertia, row.moment);
    const V cosine = -dot(column3<V>(w.axis, at), row.normal);
    row.per_cosine = V::broadcast(1.0) / max(cosine, V::broadcast(k_least_cosine));
    const Lanes3<V> ground_moment = cross(ground_spring_arm<V>(w, at), row.normal);
    const V free = V::load(w.support_free + at);
    const Lanes3<V> ground_v =
        add_scaled(column3<V>(w.support_velocity, at), column3<V>(w.support_kick_v, at), free);
    const Lanes3<V> ground_w =
        add_scaled(column3<V>(w.support_spin, at), column3<V>(w.support_kick_w, at), free);
    row.pending = dot(chassis.v - ground_v, row.normal) +
                  (dot(chassis.w, row.moment) - dot(ground_w, ground_moment));
}

/// The force law of wheel i; `partner` is the other wheel of the pair or null.
template <class V>
LANEWISE_FN void set_law(const kernels::WheelBlock<double>& w,
                         const kernels::WheelBlock<double>* partner, V bar_rate,
                         V partner_per_cosine, int at, V step, SuspensionRow<V>& row) {
    const V zero = V::broadcast(0.0);
    const V x = V::load(w.compression + at), rate = V::load(w.spring_rate + at);
    const V damping = V::load(w.damping + at), beyond = x - V::load(w.travel + at);
    row.rest = fma(rate, x, V::load(w.spring_preload + at));
    row.slope = fma(step, rate, damping) * row.per_cosine;
    const auto is_beyond = gt(beyond, zero);
    row.stopped = mask_and(row.touching, is_beyond);
    const V stop_rate = rate * V::broadcast(k_stop_stiffness);
    const V stop_damping = select(is_beyond, damping * V::broadcast(k_stop_damping), zero);
    row.stop_rest = stop_rate * beyond;
    row.stop_slope = fma(step, stop_rate, stop_damping) * row.per_cosine;
    row.bar = row.coupling = zero;
    if (partner == nullptr) return;
    const auto both = mask_and(row.touching, is_touching<V>(*partner, at));
    const V bar = select(both, bar_rate, zero);
    row.rest = fma(bar, x - V::load(partner->compression + at), row.rest);
    row.slope = fma(bar * step, row.per_cosine, row.slope);
    row.bar = bar * step * sqrt(row.per_cosine * partner_per_cosine);
}

/// b and S_ii with the stop where it is reached.
template <class V>
LANEWISE_FN V rest_with_stop(const SuspensionRow<V>& row, V rest) {
    return rest + select(row.stopped, row.stop_rest, V::broadcast(0.0));
}
template <class V>
LANEWISE_FN V slope_with_stop(const SuspensionRow<V>& row, V slope) {
    return slope + select(row.stopped, row.stop_slope, V::broadcast(0.0));
}

/// The law of a wheel as it is where its partner is let go.
template <class V>
LANEWISE_FN void set_law_without(const SuspensionRow<V>& partner, SuspensionRow<V>& row) {
    const V zero = V::broadcast(0.0), one = V::broadcast(1.0);
    const auto hangs = mask_and(mask_not(partner.presses), gt(row.bar, zero));
    const V slope = select(hangs, slope_with_stop(partner, partner.slope), one);
    const V share = select(hangs, row.bar / slope, zero);
    row.law_rest = fma(share, rest_with_stop(partner, partner.rest), row.rest);
    row.law_slope = fnma(share, row.bar, row.slope);
}

/// b and L of the pair that begins with wheel i, as the wheels' sets are.
template <class V, int most>
LANEWISE_FN void set_pair(SuspensionRow<V> (&rows)[most], int i, int n) {
    const V zero = V::broadcast(0.0), one = V::broadcast(1.0);
    const bool is_pair = i + 1 < n;
    const int end = is_pair ? i + 2 : i + 1;
    V diagonal[2];
    for (int k = i; k < end; ++k) {
        SuspensionRow<V>& row = rows[k];
        row.law_rest = row.rest;
        row.law_slope = row.slope;
        if (is_pair) set_law_without(rows[k ^ 1], row);
        row.base = select(row.presses, rest_with_stop(row, row.law_rest), zero);
        diagonal[k - i] = select(row.presses, slope_with_stop(row, row.law_slope), zero);
    }
    rows[i].root = sqrt(diagonal[0]);
    if (!is_pair) return;
    const auto both = mask_and(rows[i].presses, rows[i + 1].presses);
    const V root = select(gt(rows[i].root, zero), rows[i].root, one);
    const V coupling = select(both, -rows[i].bar / root, zero);
    rows[i + 1].coupling = coupling;
    rows[i + 1].root = sqrt(max(fnma(coupling, coupling, diagonal[1]), zero));
}

/// Solves m y = r for a symmetric m of n rows, of which the lower half is given.
template <class V, int most>
LANEWISE_FN void eliminate(V (&m)[most][most], V (&r)[most], int n) {
    for (int i = 0; i < n; ++i) {
        const V inverse = V::broadcast(1.0) / m[i][i];
        for (int row = i + 1; row < n; ++row) {
            const V factor = m[row][i] * inverse;
            for (int k = i + 1; k <= row; ++k) m[row][k] = fnma(factor, m[k][i], m[row][k]);
            r[row] = fnma(factor, r[i], r[row]);
        }
        m[i][i] = inverse;
    }
    for (int i = n - 1; i >= 0; --i) {
        for (int k = i + 1; k < n; ++k) r[i] = fnma(m[k][i], r[k], r[i]);
        r[i] = r[i] * m[i][i];
    }
}

/// W_ik, with the ground's answer where both wheels stand on one that nothing holds.
template <class V>
LANEWISE_FN V suspension_response(const kernels::WheelBlock<double>& w,
                                  const kernels::WheelBlock<double>& other,
                                  const SuspensionRow<V>& row, const SuspensionRow<V>& to,
                                  V inverse_mass, bool has_free_ground, int at) {
    const V cosine = dot(row.normal, to.normal);
    const V response = fma(inverse_mass, cosine, dot(row.moment, to.turn));
    if (!has_free_ground) return response;
    const auto shared = mask_and(shares_support<V>(w, other, at),
                                 gt(V::load(w.support_free + at), V::broadcast(0.0)));
    if (!any(shared)) return response;
    const Lanes3<V> moment = cross(ground_spring_arm<V>(w, at), row.normal);
    const Lanes3<V> to_moment = cross(ground_spring_arm<V>(other, at), to.normal);
    const V ground =
        fma(V::load(w.support_inverse_mass + at), cosine,
            dot(moment, product(column_symmetric<V>(w.support_inverse_inertia, at), to_moment)));
    return select(shared, response + ground, response);
}

/// Forces for the present sets.
template <class V, int most>
LANEWISE_FN void solve_rows(SuspensionRow<V> (&rows)[most], const V (&response)[most][most], int n,
                            V step, V (&force)[most]) {
    const V zero = V::broadcast(0.0), one = V::broadcast(1.0);
    V wanted[most];  // g + h W b
    for (int i = 0; i < n; i += 2) set_pair(rows, i, n);
    for (int i = 0; i < n; ++i) {
        V sum = zero;
        for (int k = 0; k < n; ++k) sum = fma(response[i][k], rows[k].base, sum);
        wanted[i] = fma(step, sum, rows[i].pending);
    }
    // Columns k of W L, then rows of L^T W L; L_k+1,k joins a pair.
    V m[most][most], y[most];
    for (int i = 0; i < n; ++i)
        for (int k = 0; k < n; ++k) {
            m[i][k] = response[i][k] * rows[k].root;
            if (k % 2 == 0 && k + 1 < n)
                m[i][k] = fma(response[i][k + 1], rows[k + 1].coupling, m[i][k]);
        }
    for (int i = 0; i < n; ++i) {
        const bool has_second = i % 2 == 0 && i + 1 < n;
        for (int k = 0; k <= i; ++k) {
            m[i][k] = m[i][k] * rows[i].root;
            if (has_second) m[i][k] = fma(m[i + 1][k], rows[i + 1].coupling, m[i][k]);
            m[i][k] = fma(m[i][k], step, i == k ? one : zero);
        }
        y[i] = wanted[i] * rows[i].root;
        if (has_second) y[i] = fma(wanted[i + 1], rows[i + 1].coupling, y[i]);
    }
    eliminate(m, y, n);
    for (int i = 0; i < n; ++i) {
        force[i] = fnma(rows[i].root, y[i], rows[i].base);
        if (i % 2 == 1) force[i] = fnma(rows[i].coupling, y[i - 1], force[i]);
        force[i] = select(rows[i].presses, force[i], zero);
    }
}

/// Which wheels press and which stops are reached at the speeds that the forces lead to. @returns
/// whether that is news to a lane.
template <class V, int most>
LANEWISE_FN bool update_sets(SuspensionRow<V> (&rows)[most], const V (&response)[most][most], int n,
                             V step, const V (&force)[most]) {
    const V zero = V::broadcast(0.0), one = V::broadcast(1.0);
    V speed[most];
    for (int i = 0; i < n; ++i) {
        V sum = zero;
        for (int k = 0; k < n; ++k) sum = fma(response[i][k], force[k], sum);
        speed[i] = fma(step, sum, rows[i].pending);
    }
    bool changed = false;
    V from_partner[most];  // what a bar passes on
    for (int i = 0; i < n; ++i)
        from_partner[i] =
            (i ^ 1) < n ? select(rows[i ^ 1].presses, rows[i].bar * speed[i ^ 1], zero) : zero;
    for (int i = 0; i < n; ++i) {
        SuspensionRow<V>& row = rows[i];
        const V stop = fnma(row.stop_slope, speed[i], row.stop_rest);
        const V spring = fnma(row.law_slope, speed[i], row.law_rest);
        const auto presses =
            mask_and(row.touching, gt(spring + from_partner[i] + max(stop, zero), zero));
        auto stopped = mask_and(presses, gt(stop, zero));
        // A wheel that hangs on a bar may hang at its stop.
        const auto hangs = mask_and(mask_not(presses), gt(row.bar, zero));
        if (any(hangs)) {
            const V slope = select(hangs, slope_with_stop(row, row.law_slope), one);
            const V hanging = (rest_with_stop(row, row.law_rest) + from_partner[i]) / slope;
            stopped = mask_or(
                stopped, mask_and(hangs, gt(fnma(row.stop_slope, hanging, row.stop_rest), zero)));
        }
        changed =
            changed || bits(presses) != bits(row.presses) || bits(stopped) != bits(row.stopped);
        row.presses = presses;
        row.stopped = stopped;
    }
    return changed;
}

/// Suspension forces of the vehicles of one vector, to the blocks. `most` bounds the wheels.
template <class V, int most>
LANEWISE_FN void solve_suspension(const kernels::VehicleBlock<double>& body,
                                  kernels::WheelBlock<double>* wheels, int n, int at, double h) {
    const V zero = V::broadcast(0.0), one = V::broadcast(1.0), step = V::broadcast(h);
    const V inverse_mass = V::load(body.inverse_mass + at);
    const LaneSymmetric<V> inertia = column_symmetric<V>(body.inverse_inertia, at);
    // The tires' forces of the last step are part of the prediction: a car that stands on a slope
    // is a fixed point then.
    LaneWrench<V> tires{{zero, zero, zero}, {zero, zero, zero}};
    bool has_free_ground = false;
    for (int i = 0; i < n; ++i) {
        const V touching = select(is_touching<V>(wheels[i], at), step, zero);
        const Lanes3<V> impulse = column3<V>(wheels[i].tire_force, at) * touching;
        tires.force = tires.force + impulse;
        tires.torque = add_cross(tires.torque, column3<V>(wheels[i].contact, at), impulse);
        has_free_ground = has_free_ground || any(gt(V::load(wheels[i].support_free + at), zero));
    }
    const LaneMotion<V> chassis =
        pushed<V>({column3<V>(body.velocity, at) + column3<V>(body.kick_v, at),
                   column3<V>(body.spin, at) + column3<V>(body.kick_w, at)},
                  tires, inverse_mass, inertia);

    SuspensionRow<V> rows[most];
    V response[most][most], force[most];
    for (int i = 0; i < n; ++i) set_geometry(wheels[i], chassis, inertia, at, rows[i]);
    for (int i = 0; i < n; ++i) {
        const bool has_partner = (i ^ 1) < n;
        set_law(wheels[i], has_partner ? &wheels[i ^ 1] : nullptr,
                V::load(wheels[i & ~1].roll_bar + at), has_partner ? rows[i ^ 1].per_cosine : one,
                at, step, rows[i]);
        for (int k = 0; k <= i; ++k)
            response[i][k] = response[k][i] = suspension_response(
                wheels[i], wheels[k], rows[i], rows[k], inverse_mass, has_free_ground, at);
    }
    for (int round = 1;; ++round) {
        solve_rows(rows, response, n, step, force);
        if (round == k_suspension_rounds || !update_sets(rows, response, n, step, force)) break;
    }
    for (int i = 0; i < n; ++i) max(force[i], zero).store(wheels[i].suspension_force + at);
}
