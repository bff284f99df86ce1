// Tires of a vehicle: Coulomb friction in a circle, brakes, drive, cornering, solved together by
// projected Gauss-Seidel over the impulses of one step (E. Catto, "Iterative dynamics with temporal
// coherence", 2005). A wheel has two rows, along its rolling direction f and across it, l = n x f.
//
// The response of all contact velocities to all impulses is worked out once,
//   A_ab = d_a . d_b / m + (r_a x d_a) . I^-1 (r_b x d_b), and the same of a ground both stand on;
// a pass then touches no body, and grounds of any kind cost the same. What a pass keeps is each
// row's impulse J and the one that would stop the row, s = J - u / A_aa: a change D of another
// row's impulse takes (A_ab / A_aa) D from it.

/// A wheel slower than this along its heading counts as rolling this fast in its slip angle, m/s.
inline constexpr double k_least_roll = 1e-6;
/// Of the product of a wheel's two responses, 1/kg2: below it nothing moves.
inline constexpr double k_least_response = 1e-30;

/// Rows 2 i and 2 i + 1 of wheel i.
template <class V, int most>
struct TireRows {
    V coupling[2 * most][2 * most];  ///< [b][a]: A_ab / A_aa; nothing where a is b
    V stopping[2 * most];            ///< s, N s
    V impulse[2 * most];             ///< J, N s
    V response[2 * most];            ///< A_aa; 0: the row cannot move anything
    V start[2 * most];               ///< speed relative to the ground before the tires act, m/s
    V low[most], high[most], cap[most], limit[most];
};

/// Directions of a wheel's rows, and reciprocals.
template <class V>
struct TireFrame {
    Lanes3<V> direction[2];
    V per_radius, per_inertia;
};

/// How a wheel's rows turn the chassis and the ground.
template <class V>
struct TireArms {
    Lanes3<V> moment[2];           ///< r x d
    Lanes3<V> response[2];         ///< I^-1 (r x d)
    Lanes3<V> ground_moment[2];    ///< q x d
    Lanes3<V> ground_response[2];  ///< I^-1 (q x d) of the ground
};

/// A heading along the normal has no direction on the ground: such a tire has no rows.
template <class V, class T>
LANEWISE_FN typename V::Mask make_frame(const kernels::WheelBlock<T>& w, int at,
                                        TireFrame<V>& frame) {
    const V zero = V::broadcast(T(0)), one = V::broadcast(T(1));
    const Lanes3<V> normal = column3<V>(w.normal, at), heading = column3<V>(w.heading, at);
    const Lanes3<V> flat = take_scaled(heading, normal, dot(heading, normal));
    const V square = dot(flat, flat);
    const auto has_direction = gt(square, V::broadcast(T(1e-12)));
    const V length = sqrt(select(has_direction, square, one));
    // One division for three reciprocals.
    const V radius = V::load(w.radius + at), spin_inertia = V::load(w.inertia + at);
    const V size = radius * spin_inertia;
    const V inverse = one / (size * length);
    frame.per_radius = spin_inertia * length * inverse;
    frame.per_inertia = radius * length * inverse;
    frame.direction[0] = flat * select(has_direction, size * inverse, zero);
    frame.direction[1] = cross(normal, frame.direction[0]);
    return has_direction;
}

template <class V>
LANEWISE_FN void set_moments(const TireFrame<V>& frame, Lanes3<V> arm, LaneSymmetric<V> inertia,
                             Lanes3<V> (&moment)[2], Lanes3<V> (&response)[2]) {
    for (int d = 0; d < 2; ++d) {
        moment[d] = cross(arm, frame.direction[d]);
        response[d] = product(inertia, moment[d]);
    }
}

/// atan2(across, |along|) with one division. At rest what is left of the speeds is rounding, which
/// has no direction.
template <class V>
LANEWISE_FN V slip_angle_of(V along, V across) {
    using T = typename V::Scalar;
    using C = AtanConstants<T>;
    const V zero = V::broadcast(T(0)), one = V::broadcast(T(1)), two = V::broadcast(T(2));
    const V x = max(abs(along), V::broadcast(T(k_least_roll))), y = abs(across);
    const auto flat = le(y * two, x), steep = gt(y, x * two);
    const V above = select(flat, y, select(steep, -x, y - x));
    const V below = select(flat, x, select(steep, y, y + x));
    const V quarters = select(flat, zero, select(steep, two, one));
    const V t = above / below;
    const V q = t * t;
    const V tail = fma(atan_tail(q, T()), q * t, quarters * V::broadcast(C::quarter_pi[1]));
    const V angle = fma(quarters, V::broadcast(C::quarter_pi[0]), t + tail);
    return select(lt(across, zero), -angle, angle);
}

/// What the wheel may do in the step, and where it stands on the friction circle.
template <class V, int most, class T>
LANEWISE_FN void set_bounds(kernels::WheelBlock<T>& w, const TireFrame<V>& frame, V gravity, int i,
                            int at, V step, TireRows<V, most>& rows) {
    const V zero = V::broadcast(T(0)), one = V::broadcast(T(1));
    const V infinity = V::broadcast(T(__builtin_inf()));
    const V along = rows.start[2 * i];
    const auto touching = is_touching<V>(w, at);
    const V ratio = V::load(w.load_ratio + at);
    const V load = select(touching,
                          fma(ratio, V::load(w.suspension_force + at),
                              (one - ratio) * V::load(w.static_share + at) * gravity),
                          zero);
    const V force = V::load(w.grip + at) * V::load(w.friction + at) * load;
    load.store(w.load + at);
    force.store(w.limit + at);
    const V limit = force * step;

    // A wheel that comes down brings its spin along: what it is beyond rolling.
    const V landed = fnma(along, frame.per_radius, V::load(w.spin + at));
    const V extra = select(gt(V::load(w.airborne + at), zero), landed, V::load(w.extra_spin + at));
    extra.store(w.extra_spin + at);
    const V torque = fma(V::load(w.drive_torque + at), step, V::load(w.inertia + at) * extra);
    const V wanted = torque * frame.per_radius;
    const V drive =
        select(gt(V::load(w.traction_control + at), zero), max(min(wanted, limit), -limit), wanted);
    const V holding = V::load(w.brake_torque + at) * step * frame.per_radius;
    const V brake = select(gt(V::load(w.abs_enabled + at), zero), min(holding, limit), holding);
    const auto locked = mask_and(touching, gt(brake, limit));

    const V cap = V::load(w.cornering + at) * abs(V::load(w.slip_angle + at)) * step;
    const V kept = select(gt(V::load(w.skidding + at), zero),
                          V::load(w.side_slip_modifier + at) * limit, infinity);
    rows.limit[i] = limit;
    rows.low[i] = select(locked, -infinity, drive - brake);
    rows.high[i] = select(locked, infinity, drive + brake);
    rows.cap[i] = min(select(locked, infinity, cap), kept);
}

/// The wheel's own rows; impulses start at zero.
template <class V, int most, class T>
LANEWISE_FN void set_own_rows(const kernels::WheelBlock<T>& w, const TireArms<V>& arms,
                              typename V::Mask moves, V inverse_mass, bool has_moving_ground, int i,
                              int at, TireRows<V, most>& rows) {
    const V zero = V::broadcast(T(0)), one = V::broadcast(T(1));
    V a = inverse_mass + dot(arms.moment[0], arms.response[0]);
    V b = inverse_mass + dot(arms.moment[1], arms.response[1]);
    V ab = dot(arms.moment[0], arms.response[1]);
    if (has_moving_ground) {
        const auto moving = ge(V::load(w.support_group + at), zero);
        const V mass = V::load(w.support_inverse_mass + at);
        const Lanes3<V>*moment = arms.ground_moment, *response = arms.ground_response;
        a = select(moving, a + (mass + dot(moment[0], response[0])), a);
        b = select(moving, b + (mass + dot(moment[1], response[1])), b);
        ab = select(moving, ab + dot(moment[0], response[1]), ab);
    }
    const V both = a * b;
    const auto answers = mask_and(moves, gt(both, V::broadcast(T(k_least_response))));
    const V inverse = select(answers, one, zero) / select(answers, both, one);
    const V mass_a = b * inverse, mass_b = a * inverse;
    rows.response[2 * i] = select(answers, a, zero);
    rows.response[2 * i + 1] = select(answers, b, zero);
    rows.coupling[2 * i + 1][2 * i] = ab * mass_a;
    rows.coupling[2 * i][2 * i + 1] = ab * mass_b;
    // Until all couplings are known the diagonal holds 1 / A_aa.
    rows.coupling[2 * i][2 * i] = mass_a;
    rows.coupling[2 * i + 1][2 * i + 1] = mass_b;
    rows.stopping[2 * i] = -rows.start[2 * i] * mass_a;
    rows.stopping[2 * i + 1] = -rows.start[2 * i + 1] * mass_b;
    rows.impulse[2 * i] = rows.impulse[2 * i + 1] = zero;
}

/// How wheels i and k answer each other.
template <class V, int most, class T>
LANEWISE_FN void set_coupling(const kernels::WheelBlock<T>* wheels,
                              const TireFrame<V> (&frames)[most], const TireArms<V> (&arms)[most],
                              V inverse_mass, bool has_moving_ground, int i, int k, int at,
                              TireRows<V, most>& rows) {
    V a[2][2], cosine[2][2];
    for (int d = 0; d < 2; ++d)
        for (int e = 0; e < 2; ++e) {
            cosine[d][e] = dot(frames[i].direction[d], frames[k].direction[e]);
            a[d][e] = fma(inverse_mass, cosine[d][e], dot(arms[i].moment[d], arms[k].response[e]));
        }
    if (has_moving_ground) {
        const auto shared = shares_support<V>(wheels[i], wheels[k], at);
        if (any(shared)) {
            const V mass = V::load(wheels[i].support_inverse_mass + at);
            for (int d = 0; d < 2; ++d)
                for (int e = 0; e < 2; ++e) {
                    const V ground = fma(mass, cosine[d][e],
                                         dot(arms[i].ground_moment[d], arms[k].ground_response[e]));
                    a[d][e] = select(shared, a[d][e] + ground, a[d][e]);
                }
        }
    }
    for (int d = 0; d < 2; ++d)
        for (int e = 0; e < 2; ++e) {
            const int row = 2 * i + d, other = 2 * k + e;
            rows.coupling[other][row] = a[d][e] * rows.coupling[row][row];
            rows.coupling[row][other] = a[d][e] * rows.coupling[other][other];
        }
}

/// Speeds of a wheel's contact over the ground before the tires act.
template <class V, int most, class T>
LANEWISE_FN void set_start(const kernels::WheelBlock<T>& w, const TireFrame<V>& frame,
                           LaneMotion<V> chassis, LaneMotion<V> ground, int i, int at,
                           TireRows<V, most>& rows) {
    const Lanes3<V> slide = add_cross(chassis.v, chassis.w, column3<V>(w.contact, at)) -
                            add_cross(ground.v, ground.w, column3<V>(w.support_arm, at));
    rows.start[2 * i] = dot(slide, frame.direction[0]);
    rows.start[2 * i + 1] = dot(slide, frame.direction[1]);
}

/// In place of prepare_tires() where no wheel of any lane touches: the same results.
template <class V, int most, class T>
LANEWISE_FN void prepare_flight(kernels::WheelBlock<T>* wheels, int n, int at,
                                TireRows<V, most>& rows, TireFrame<V> (&frames)[most]) {
    const V zero = V::broadcast(T(0));
    for (int i = 0; i < n; ++i) {
        make_frame(wheels[i], at, frames[i]);
        zero.store(wheels[i].load + at);
        zero.store(wheels[i].limit + at);
        zero.store(wheels[i].slip_angle + at);
        for (int d = 0; d < 2; ++d) {
            const int row = 2 * i + d;
            rows.stopping[row] = rows.impulse[row] = rows.response[row] = rows.start[row] = zero;
        }
        rows.low[i] = rows.high[i] = rows.cap[i] = rows.limit[i] = zero;
    }
}

/// Wheels go through short stages side by side: their roots, quotients and polynomials wait for
/// each other least then.
template <class V, int most, class T>
LANEWISE_FN void prepare_tires(const kernels::VehicleBlock<T>& body, kernels::WheelBlock<T>* wheels,
                               int n, int at, T h, TireRows<V, most>& rows,
                               TireFrame<V> (&frames)[most]) {
    const V zero = V::broadcast(T(0)), step = V::broadcast(h);
    const V inverse_mass = V::load(body.inverse_mass + at);
    const LaneSymmetric<V> inertia = column_symmetric<V>(body.inverse_inertia, at);
    TireArms<V> arms[most];
    typename V::Mask moves[most];
    bool has_moving_ground = false;
    for (int i = 0; i < n; ++i) {
        const kernels::WheelBlock<T>& w = wheels[i];
        moves[i] = mask_and(is_touching<V>(w, at), make_frame(w, at, frames[i]));
        set_moments(frames[i], column3<V>(w.contact, at), inertia, arms[i].moment,
                    arms[i].response);
        has_moving_ground = has_moving_ground || any(ge(V::load(w.support_group + at), zero));
    }
    if (has_moving_ground)
        for (int i = 0; i < n; ++i)
            set_moments(frames[i], column3<V>(wheels[i].support_arm, at),
                        column_symmetric<V>(wheels[i].support_inverse_inertia, at),
                        arms[i].ground_moment, arms[i].ground_response);

    const LaneWrench<V> springs = sum_of_springs<V>(wheels, n, at);
    const LaneMotion<V> chassis =
        pushed<V>({column3<V>(body.velocity, at) + column3<V>(body.kick_v, at),
                   column3<V>(body.spin, at) + column3<V>(body.kick_w, at)},
                  {springs.force * step, springs.torque * step}, inverse_mass, inertia);
    for (int i = 0; i < n; ++i)
        set_start<V, most>(wheels[i], frames[i], chassis,
                           predicted_ground<V>(wheels, n, i, at, step), i, at, rows);
    for (int i = 0; i < n; ++i) {
        const V angle = slip_angle_of(rows.start[2 * i], rows.start[2 * i + 1]);
        select(is_touching<V>(wheels[i], at), angle, zero).store(wheels[i].slip_angle + at);
    }
    const Lanes3<V> gravity = column3<V>(body.gravity, at);
    for (int i = 0; i < n; ++i)
        set_bounds<V, most>(wheels[i], frames[i],
                            abs(dot(gravity, column3<V>(wheels[i].normal, at))), i, at, step, rows);
    for (int i = 0; i < n; ++i)
        set_own_rows<V, most>(wheels[i], arms[i], moves[i], inverse_mass, has_moving_ground, i, at,
                              rows);
    for (int i = 1; i < n; ++i)
        for (int k = 0; k < i; ++k)
            set_coupling<V, most>(wheels, frames, arms, inverse_mass, has_moving_ground, i, k, at,
                                  rows);
}

/// One wheel of one pass.
template <class V, int most>
LANEWISE_FN void solve_wheel(TireRows<V, most>& rows, int i, int n) {
    const int a = 2 * i, b = 2 * i + 1;
    V along = min(max(rows.stopping[a], rows.low[i]), rows.high[i]);
    V across = min(max(rows.stopping[b], -rows.cap[i]), rows.cap[i]);
    const V limit = rows.limit[i];
    const V square = fma(along, along, across * across);
    const V scale = select(gt(square, limit * limit), limit / sqrt(square),
                           V::broadcast(typename V::Scalar(1)));
    along = along * scale;
    across = across * scale;
    const V more_along = along - rows.impulse[a], more_across = across - rows.impulse[b];
    rows.impulse[a] = along;
    rows.impulse[b] = across;
    for (int r = 0; r < 2 * n; ++r) {
        if (r != a) rows.stopping[r] = fnma(rows.coupling[a][r], more_along, rows.stopping[r]);
        if (r != b) rows.stopping[r] = fnma(rows.coupling[b][r], more_across, rows.stopping[r]);
    }
}

/// Speed of a row after the solve.
template <class V, int most>
LANEWISE_FN V final_speed(const TireRows<V, most>& rows, int row) {
    const V response = rows.response[row];
    return select(gt(response, V::broadcast(typename V::Scalar(0))),
                  (rows.impulse[row] - rows.stopping[row]) * response, rows.start[row]);
}
