// Right-hand sides of the single-track models, with the command limits inside
// (physics/single_track/README section "Equations"; CommonRoad's single-track model as the F1TENTH
// gym documents it). One vector that lies wholly on one side of a model's speed branch computes
// that side only; each element gets the same operations either way, so its bits do not depend on
// its neighbours.

/// Everything that stays constant during a call, for one group of agents.
template <class V>
struct SingleTrackSetup {
    using T = typename V::Scalar;
    const kernels::SingleTrackArguments<T>* call;
    const T* const* coefficient;  // where each agent has its own set
    const T* shared;              // where they share one
    unsigned long long offset;    // of the group

    template <bool kShared>
    LANEWISE_FN V get(int which) const {
        if constexpr (kShared) return V::broadcast(shared[which]);
        return V::load(coefficient[which] + offset);
    }
};

/// The five components that the derivative depends on.
template <class V>
struct SingleTrackState {
    V delta, v, psi, omega, beta;
};

template <class V>
struct SingleTrackRates {
    V x, y, delta, v, psi, omega, beta;
};

/// Above this speed st uses its dynamic branch [m/s].
template <class T>
inline constexpr T k_switch_speed = T(1.5);
/// st_smooth: outside these speeds the rounded blend weight is exactly 1 or 0 [m/s].
template <class T>
inline constexpr T k_blend_low = T(0.47);
template <class T>
inline constexpr T k_blend_high = T(0.63);

/// Steering velocity after the rate limits and the stops of the steering angle [rad/s].
template <bool kShared, bool kConvert, class V>
LANEWISE_FN V limited_steering_velocity(const SingleTrackSetup<V>& p, V delta, V command) {
    using T = typename V::Scalar;
    const V zero = V::broadcast(T(0));
    V wish = command;
    if constexpr (kConvert)
        wish = fnma(V::broadcast(p.call->steering_weight), delta, command) *
               V::broadcast(p.call->steering_gain);
    const V low = select(le(delta, p.template get<kShared>(kernels::k_s_min)), zero,
                         p.template get<kShared>(kernels::k_sv_min));
    const V high = select(ge(delta, p.template get<kShared>(kernels::k_s_max)), zero,
                          p.template get<kShared>(kernels::k_sv_max));
    // In this order a NaN command stays NaN.
    return min(high, max(low, wish));
}

/// Longitudinal acceleration after the power limit and the ends of the speed range [m/s2].
/// inverse_v is 1 / v; it is used only where v > v_switch.
template <bool kShared, bool kConvert, class V>
LANEWISE_FN V limited_acceleration(const SingleTrackSetup<V>& p, V v, V inverse_v, V command) {
    using T = typename V::Scalar;
    const V zero = V::broadcast(T(0));
    V wish = command;
    if constexpr (kConvert)
        wish = fnma(V::broadcast(p.call->longitudinal_weight), v, command) *
               V::broadcast(p.call->longitudinal_gain);
    const V a_max = p.template get<kShared>(kernels::k_a_max);
    const V upper = select(gt(v, p.template get<kShared>(kernels::k_v_switch)),
                           p.template get<kShared>(kernels::k_a_switch) * inverse_v, a_max);
    const V low = select(le(v, p.template get<kShared>(kernels::k_v_min)), zero, -a_max);
    const V high = select(ge(v, p.template get<kShared>(kernels::k_v_max)), zero, upper);
    return min(high, max(low, wish));
}

/// 1 / v where some element is above v_switch and needs it, otherwise 0.
template <bool kShared, class V>
LANEWISE_FN V inverse_above_switch(const SingleTrackSetup<V>& p, V v) {
    using T = typename V::Scalar;
    if (!any(gt(v, p.template get<kShared>(kernels::k_v_switch)))) return V::broadcast(T(0));
    return V::broadcast(T(1)) / v;
}

/// Dynamic branch: yaw acceleration and slip-angle rate from the axles' slip angles,
///   alpha_f = delta - beta - l_f w,  alpha_r = l_r w - beta,  w = omega / v,
///   F_f = C_Sf A_f alpha_f,  F_r = C_Sr A_r alpha_r,
///   omega' = mu m (l_f F_f - l_r F_r) / (I L),  beta' = mu (F_f + F_r) / (v L) - omega.
template <bool kShared, class V>
LANEWISE_FN void dynamic_branch(const SingleTrackSetup<V>& p, const SingleTrackState<V>& z, V a,
                                V inverse_v, SingleTrackRates<V>& f) {
    const V w = z.omega * inverse_v;
    const V front = fnma(p.template get<kShared>(kernels::k_front_shift), a,
                         p.template get<kShared>(kernels::k_front_grip)) *
                    fnma(p.template get<kShared>(kernels::k_lf), w, z.delta - z.beta);
    const V rear = fma(p.template get<kShared>(kernels::k_rear_shift), a,
                       p.template get<kShared>(kernels::k_rear_grip)) *
                   fma(p.template get<kShared>(kernels::k_lr), w, -z.beta);
    f.omega = fnma(p.template get<kShared>(kernels::k_rear_yaw), rear,
                   p.template get<kShared>(kernels::k_front_yaw) * front);
    f.beta = fma(p.template get<kShared>(kernels::k_slip_gain) * inverse_v, front + rear, -z.omega);
    f.psi = z.omega;
}

/// What the low-speed branch needs of the steering angle.
template <class V>
struct SteeringGeometry {
    V tangent;             // tan delta
    V inverse_cosine;      // 1 / cos delta
    V slip_cosine;         // cos of the kinematic slip angle beta-hat
    V slip_sine;           // sin of it
    V slip_rate_per_rate;  // d beta-hat / d delta
};

/// beta-hat = atan(k tan delta), k = l_r / L: its cosine and sine need no arctangent. With
/// D = cos^2 delta + k^2 sin^2 delta: cos beta-hat = |cos delta| / sqrt(D), d beta-hat = k / D.
template <bool kShared, class V>
LANEWISE_FN SteeringGeometry<V> steering_geometry(const SingleTrackSetup<V>& p, SinCos<V> delta) {
    using T = typename V::Scalar;
    const V k = p.template get<kShared>(kernels::k_rear_share);
    const V ks = k * delta.sine;
    const V root = sqrt(fma(ks, ks, delta.cosine * delta.cosine));
    const V shared = V::broadcast(T(1)) / (delta.cosine * root);
    const V inverse_root = delta.cosine * shared;
    SteeringGeometry<V> g;
    g.inverse_cosine = root * shared;
    g.tangent = delta.sine * g.inverse_cosine;
    g.slip_cosine = abs(delta.cosine) * inverse_root;
    g.slip_sine = k * g.tangent * g.slip_cosine;
    g.slip_rate_per_rate = k * inverse_root * inverse_root;
    return g;
}

/// Low-speed branch: rates of yaw, yaw rate and slip angle; `beta` holds sine and cosine of the
/// state's slip angle.
template <bool kShared, class V>
LANEWISE_FN void low_speed_branch(const SingleTrackSetup<V>& p, const SteeringGeometry<V>& g,
                                  SinCos<V> beta, V v, V u, V a, SingleTrackRates<V>& f) {
    const V inverse_base = p.template get<kShared>(kernels::k_inverse_base);
    f.beta = g.slip_rate_per_rate * u;
    f.psi = v * g.slip_cosine * g.tangent * inverse_base;
    const V secant_rate = v * u * g.inverse_cosine * g.inverse_cosine;
    const V along = fma(a, g.tangent, secant_rate) * beta.cosine;
    f.omega = fnma(v * g.tangent * f.beta, beta.sine, along) * inverse_base;
}

/// Course angle by the addition theorem, for the low-speed branch.
template <class V>
LANEWISE_FN SinCos<V> course(SinCos<V> psi, const SteeringGeometry<V>& g) {
    return {fma(psi.sine, g.slip_cosine, psi.cosine * g.slip_sine),
            fnma(psi.sine, g.slip_sine, psi.cosine * g.slip_cosine)};
}

template <bool kShared, bool kConvert, class V>
LANEWISE_FN SingleTrackRates<V> rates_ks(const SingleTrackSetup<V>& p, const SingleTrackState<V>& z,
                                         V u0, V u1) {
    using T = typename V::Scalar;
    SingleTrackRates<V> f;
    f.delta = limited_steering_velocity<kShared, kConvert>(p, z.delta, u0);
    f.v =
        limited_acceleration<kShared, kConvert>(p, z.v, inverse_above_switch<kShared>(p, z.v), u1);
    const SinCos<V> psi = sincos(z.psi);
    f.x = z.v * psi.cosine;
    f.y = z.v * psi.sine;
    f.psi = z.v * p.template get<kShared>(kernels::k_inverse_base) * tan(z.delta);
    f.omega = V::broadcast(T(0));
    f.beta = V::broadcast(T(0));
    return f;
}

/// st, all elements at or above the switching speed and inside the domain of sincos_in_domain.
template <bool kShared, bool kConvert, class V>
LANEWISE_FN SingleTrackRates<V> rates_dynamic(const SingleTrackSetup<V>& p,
                                              const SingleTrackState<V>& z, V v, V course_angle,
                                              V u0, V u1) {
    using T = typename V::Scalar;
    SingleTrackRates<V> f;
    const V inverse_v = V::broadcast(T(1)) / v;
    f.delta = limited_steering_velocity<kShared, kConvert>(p, z.delta, u0);
    f.v = limited_acceleration<kShared, kConvert>(p, v, inverse_v, u1);
    dynamic_branch<kShared>(p, z, f.v, inverse_v, f);
    const SinCos<V> sc = sincos_in_domain(course_angle);
    f.x = v * sc.cosine;
    f.y = v * sc.sine;
    return f;
}

/// Sine and cosine of three angles with one look at their domain.
template <class V>
LANEWISE_FN void sincos_of_three(const V (&angle)[3], SinCos<V> (&result)[3]) {
    using T = typename V::Scalar;
    const V limit = V::broadcast(TrigDomain<T>::limit);
    auto inside = le(abs(angle[0]), limit);
    for (int i = 0; i < 3; ++i) {
        result[i] = sincos_in_domain(angle[i]);
        if (i > 0) inside = mask_and(inside, le(abs(angle[i]), limit));
    }
    if (!all(inside)) [[unlikely]]
        for (int i = 0; i < 3; ++i) result[i] = sincos(angle[i]);
}

/// st with all elements in the low-speed branch (`mixed` false), or with some in each.
template <bool kShared, bool kConvert, bool kMixed, class V>
LANEWISE_FN SingleTrackRates<V> rates_low_or_mixed(const SingleTrackSetup<V>& p,
                                                   const SingleTrackState<V>& z, V v,
                                                   typename V::Mask slow, V u0, V u1) {
    using T = typename V::Scalar;
    SingleTrackRates<V> f;
    V inverse_v;
    if constexpr (kMixed)
        inverse_v = V::broadcast(T(1)) / v;
    else
        inverse_v = inverse_above_switch<kShared>(p, v);
    f.delta = limited_steering_velocity<kShared, kConvert>(p, z.delta, u0);
    f.v = limited_acceleration<kShared, kConvert>(p, v, inverse_v, u1);
    V heading = z.psi;
    // One evaluation serves both kinds of element: psi for slow ones, psi + beta for others.
    if constexpr (kMixed) heading = select(slow, z.psi, z.psi + z.beta);
    SinCos<V> of[3];
    sincos_of_three({z.delta, z.beta, heading}, of);
    const SteeringGeometry<V> g = steering_geometry<kShared>(p, of[0]);
    low_speed_branch<kShared>(p, g, of[1], v, f.delta, f.v, f);
    SinCos<V> angle;
    if constexpr (kMixed) {
        const SinCos<V> own = of[2], low = course(own, g);
        angle = {select(slow, low.sine, own.sine), select(slow, low.cosine, own.cosine)};
        SingleTrackRates<V> fast;
        dynamic_branch<kShared>(p, z, f.v, inverse_v, fast);
        f.psi = select(slow, f.psi, fast.psi);
        f.omega = select(slow, f.omega, fast.omega);
        f.beta = select(slow, f.beta, fast.beta);
    } else {
        angle = course(of[2], g);
    }
    f.x = v * angle.cosine;
    f.y = v * angle.sine;
    return f;
}

template <bool kShared, bool kConvert, class V>
LANEWISE_FN SingleTrackRates<V> rates_st(const SingleTrackSetup<V>& p, const SingleTrackState<V>& z,
                                         V u0, V u1) {
    using T = typename V::Scalar;
    V v = z.v;
    if constexpr (kConvert) v = max(V::broadcast(p.call->lowest_speed), v);
    const V speed = abs(v);
    const V course_angle = z.psi + z.beta;
    const V threshold = V::broadcast(k_switch_speed<T>);
    if (all(mask_and(ge(speed, threshold),
                     le(abs(course_angle), V::broadcast(TrigDomain<T>::limit)))))
        return rates_dynamic<kShared, kConvert>(p, z, v, course_angle, u0, u1);
    const auto slow = lt(speed, threshold);
    if (all(slow)) return rates_low_or_mixed<kShared, kConvert, false>(p, z, v, slow, u0, u1);
    return rates_low_or_mixed<kShared, kConvert, true>(p, z, v, slow, u0, u1);
}

/// Weight of the low-speed branch, round(sigmoid(100 (0.55 - |v|)), 3), half to even.
template <class V>
LANEWISE_FN V blend_weight(V speed) {
    using T = typename V::Scalar;
    const V one = V::broadcast(T(1));
    const V t = (V::broadcast(T(0.55)) - speed) * V::broadcast(T(100));
    const V e = exp(-abs(t));
    const V sigmoid = select(ge(t, V::broadcast(T(0))), one, e) / (one + e);
    const V magic = V::broadcast(Magic<T>::value);
    return (fma(sigmoid, V::broadcast(T(1000)), magic) - magic) / V::broadcast(T(1000));
}

/// w low + (1 - w) fast, but the one side alone where w is exactly 1 or 0 (at rest the other side
/// is not a number).
template <class V>
LANEWISE_FN V blend(V w, V low, V fast) {
    using T = typename V::Scalar;
    const V one = V::broadcast(T(1));
    const V mixed = fma(w, low, (one - w) * fast);
    return select(ge(w, one), low, select(le(w, V::broadcast(T(0))), fast, mixed));
}

template <bool kShared, bool kConvert, class V>
LANEWISE_FN SingleTrackRates<V> rates_st_smooth(const SingleTrackSetup<V>& p,
                                                const SingleTrackState<V>& z, V u0, V u1) {
    using T = typename V::Scalar;
    V v = z.v;
    if constexpr (kConvert) v = max(V::broadcast(p.call->lowest_speed), v);
    const V speed = abs(v);
    const V course_angle = z.psi + z.beta;
    if (all(mask_and(ge(speed, V::broadcast(k_blend_high<T>)),
                     le(abs(course_angle), V::broadcast(TrigDomain<T>::limit)))))
        return rates_dynamic<kShared, kConvert>(p, z, v, course_angle, u0, u1);
    const auto slow = le(speed, V::broadcast(k_blend_low<T>));
    SingleTrackRates<V> f = rates_low_or_mixed<kShared, kConvert, false>(p, z, v, slow, u0, u1);
    if (all(slow)) return f;
    const V w = blend_weight(speed);
    const V inverse_v = V::broadcast(T(1)) / v;
    const SinCos<V> sc = sincos(course_angle);
    SingleTrackRates<V> fast;
    dynamic_branch<kShared>(p, z, f.v, inverse_v, fast);
    f.x = blend(w, f.x, v * sc.cosine);
    f.y = blend(w, f.y, v * sc.sine);
    f.psi = blend(w, f.psi, fast.psi);
    f.omega = blend(w, f.omega, fast.omega);
    f.beta = blend(w, f.beta, fast.beta);
    return f;
}

template <kernels::Model kModel, bool kShared, bool kConvert, class V>
LANEWISE_FN SingleTrackRates<V> rates(const SingleTrackSetup<V>& p, const SingleTrackState<V>& z,
                                      V u0, V u1) {
    if constexpr (kModel == kernels::Model::ks)
        return rates_ks<kShared, kConvert>(p, z, u0, u1);
    else if constexpr (kModel == kernels::Model::st)
        return rates_st<kShared, kConvert>(p, z, u0, u1);
    else
        return rates_st_smooth<kShared, kConvert>(p, z, u0, u1);
}
