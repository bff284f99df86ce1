// Entry points of the single-track kernels: from run-time settings to the compiled variant.

/// The common case (shared set, rate commands, plain v) has a variant without the conversions.
template <kernels::Model kModel, class T>
LANEWISE_ENTRY void integrate_model(const kernels::SingleTrackArguments<T>& call) {
    const bool convert = call.steering_weight != T(0) || call.longitudinal_weight != T(0) ||
                         call.lowest_speed > -__builtin_huge_valf();
    if (!call.shared)
        integrate_single_track<kModel, false, true, Lane<T>>(call);
    else if (convert || kModel != kernels::Model::st)
        integrate_single_track<kModel, true, true, Lane<T>>(call);
    else if constexpr (kModel == kernels::Model::st)
        integrate_single_track<kModel, true, false, Lane<T>>(call);
}

template <class T>
LANEWISE_ENTRY void integrate_entry(const kernels::SingleTrackArguments<T>& call) {
    switch (call.model) {
        case kernels::Model::ks:
            return integrate_model<kernels::Model::ks>(call);
        case kernels::Model::st:
            return integrate_model<kernels::Model::st>(call);
        case kernels::Model::st_smooth:
            return integrate_model<kernels::Model::st_smooth>(call);
    }
}

template <kernels::Model kModel, bool kShared, class V>
LANEWISE_ENTRY void derive_single_track(
    const kernels::SingleTrackDerivativeArguments<typename V::Scalar>& call) {
    using T = typename V::Scalar;
    for (unsigned long long i = 0; i < call.at.count; i += V::size) {
        const unsigned long long left = call.at.count - i;
        const int n = left < V::size ? static_cast<int>(left) : V::size;
        // A last part of a vector goes through a copy that repeats its last agent.
        T in[kernels::k_state_count + 2][V::size];
        T set[kernels::k_coefficient_count][V::size];
        const T* coefficient[kernels::k_coefficient_count] = {};
        T shared[kernels::k_coefficient_count] = {};
        for (int c = 0; c < kernels::k_state_count + 2; ++c) {
            const T* from = c < kernels::k_state_count    ? call.at.state[c]
                            : c == kernels::k_state_count ? call.at.steering
                                                          : call.at.longitudinal;
            for (int j = 0; j < V::size; ++j)
                in[c][j] = from[i + static_cast<unsigned>(j < n ? j : n - 1)];
        }
        for (int c = 0; c < kernels::k_coefficient_count; ++c) {
            const T* from = call.at.coefficient[c];
            if constexpr (kShared) {
                shared[c] = *from;
            } else {
                for (int j = 0; j < V::size; ++j)
                    set[c][j] = from[i + static_cast<unsigned>(j < n ? j : n - 1)];
                coefficient[c] = set[c];
            }
        }
        const SingleTrackSetup<V> p = {&call.at, coefficient, shared, 0};
        const SingleTrackState<V> z = {V::load(in[2]), V::load(in[3]), V::load(in[4]),
                                       V::load(in[5]), V::load(in[6])};
        const SingleTrackRates<V> f =
            rates<kModel, kShared, true>(p, z, V::load(in[7]), V::load(in[8]));
        const V column[kernels::k_state_count] = {f.x, f.y, f.delta, f.v, f.psi, f.omega, f.beta};
        for (int c = 0; c < kernels::k_state_count; ++c) {
            T out[V::size];
            column[c].store(out);
            for (int j = 0; j < n; ++j) call.derivative[c][i + static_cast<unsigned>(j)] = out[j];
        }
    }
}

template <kernels::Model kModel, class T>
LANEWISE_ENTRY void derive_model(const kernels::SingleTrackDerivativeArguments<T>& call) {
    if (call.at.shared)
        derive_single_track<kModel, true, Lane<T>>(call);
    else
        derive_single_track<kModel, false, Lane<T>>(call);
}

template <class T>
LANEWISE_ENTRY void derivative_entry(const kernels::SingleTrackDerivativeArguments<T>& call) {
    switch (call.at.model) {
        case kernels::Model::ks:
            return derive_model<kernels::Model::ks>(call);
        case kernels::Model::st:
            return derive_model<kernels::Model::st>(call);
        case kernels::Model::st_smooth:
            return derive_model<kernels::Model::st_smooth>(call);
    }
}
