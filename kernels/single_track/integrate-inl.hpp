// Euler and Runge-Kutta micro-steps of the single-track models over groups of agents.
//
// The state of a group stays in registers for all micro-steps of a call. A group with elements on
// both sides of the speed branch computes both, so a block with a few slow agents is worth
// rearranging: at few micro-steps a call the slow ones are copied out and stepped apart, at many
// the block is partitioned by branch, and again every k_regroup_steps. Neither changes a bit.

/// Columns of one run of groups: the caller's own, or a block's local copy.
template <class T>
struct SingleTrackView {
    T* state[kernels::k_state_count];
    const T* command[2];
    const T* coefficient[kernels::k_coefficient_count];
    const T* shared;  // the numbers that the coefficient columns point at, where a set is shared
    unsigned char* status;
};

/// Runge-Kutta takes four slopes at (0, 1/2, 1/2, 1) of the step and weighs them by
/// (1, 2, 2, 1) / 6; Euler takes the first.
template <class T>
struct Stages {
    int last;
    T weight[4];
    T step_to_next[4];
    T gain;

    LANEWISE_FN explicit Stages(const kernels::SingleTrackArguments<T>& call)
        : last(3), weight{1, 2, 2, 1}, gain(call.sixth_of_timestep) {
        const T half = call.timestep * T(0.5);
        const T to_next[4] = {half, half, call.timestep, 0};
        for (int i = 0; i < 4; ++i) step_to_next[i] = to_next[i];
        if (call.integrator == kernels::Integrator::euler) {
            last = 0;
            gain = call.timestep;
        }
    }
};

/// One micro-step.
template <kernels::Model kModel, bool kShared, bool kConvert, class V>
LANEWISE_FN void micro_step(const SingleTrackSetup<V>& p, const Stages<typename V::Scalar>& stages,
                            V& x, V& y, SingleTrackState<V>& z, V u0, V u1) {
    using T = typename V::Scalar;
    const V gain = V::broadcast(stages.gain);
    const V zero = V::broadcast(T(0));
    SingleTrackRates<V> sum = {zero, zero, zero, zero, zero, zero, zero};
    SingleTrackState<V> at = z;
    // Rolled on purpose: one copy of the right-hand side compiles and caches four times better.
    for (int stage = 0;; ++stage) {
        const SingleTrackRates<V> k = rates<kModel, kShared, kConvert>(p, at, u0, u1);
        const V weight = V::broadcast(stages.weight[stage]);
        sum.x = fma(weight, k.x, sum.x);
        sum.y = fma(weight, k.y, sum.y);
        sum.delta = fma(weight, k.delta, sum.delta);
        sum.v = fma(weight, k.v, sum.v);
        sum.psi = fma(weight, k.psi, sum.psi);
        sum.omega = fma(weight, k.omega, sum.omega);
        sum.beta = fma(weight, k.beta, sum.beta);
        if (stage == stages.last) break;
        const V h = V::broadcast(stages.step_to_next[stage]);
        at.delta = fma(h, k.delta, z.delta);
        at.v = fma(h, k.v, z.v);
        at.psi = fma(h, k.psi, z.psi);
        at.omega = fma(h, k.omega, z.omega);
        at.beta = fma(h, k.beta, z.beta);
    }
    // The increment is summed first and added once: a binary32 state then loses less to rounding.
    x = fma(gain, sum.x, x);
    y = fma(gain, sum.y, y);
    z.delta = fma(gain, sum.delta, z.delta);
    z.v = fma(gain, sum.v, z.v);
    z.psi = wrap_angle(fma(gain, sum.psi, z.psi));
    z.omega = fma(gain, sum.omega, z.omega);
    z.beta = fma(gain, sum.beta, z.beta);
}

/// Speed at and below which the dynamic branch acts in reverse, where it is unstable [m/s].
template <kernels::Model kModel, class T>
inline constexpr T k_reverse_limit = kModel == kernels::Model::st ? T(-1.5) : T(-0.474);

/// Notes the agents of `report` in a group's status bytes. A call that is stepped in parts must
/// report the same as one that is not.
template <kernels::Model kModel>
LANEWISE_ENTRY __attribute__((noinline, cold)) void report_bad(unsigned char* status,
                                                               unsigned long long report,
                                                               unsigned long long finite,
                                                               unsigned long long backwards) {
    for (; report != 0; report &= report - 1) {
        const int lane = __builtin_ctzll(report);
        int set = status[lane];
        if (!(finite >> lane & 1)) set |= kernels::k_status_not_finite;
        if (kModel != kernels::Model::ks && (backwards >> lane & 1))
            set |= kernels::k_status_reverse_unstable;
        status[lane] = static_cast<unsigned char>(set);
    }
}

/// Steps `count` agents, a multiple of the group size. With `kSkipSlow` the agents below the
/// branch speed are computed at a harmless speed: their states become meaningless and their status
/// stays.
template <kernels::Model kModel, bool kShared, bool kConvert, bool kSkipSlow, class V>
LANEWISE_ENTRY __attribute__((noinline)) void step_groups(
    const kernels::SingleTrackArguments<typename V::Scalar>& call,
    const SingleTrackView<typename V::Scalar>& view, unsigned long long count, int micro_steps,
    typename V::Scalar branch_speed) {
    using T = typename V::Scalar;
    const Stages<T> stages(call);
    for (unsigned long long i = 0; i < count; i += V::size) {
        const SingleTrackSetup<V> p = {&call, view.coefficient, view.shared, i};
        V x = V::load(view.state[0] + i), y = V::load(view.state[1] + i);
        SingleTrackState<V> z = {V::load(view.state[2] + i), V::load(view.state[3] + i),
                                 V::load(view.state[4] + i), V::load(view.state[5] + i),
                                 V::load(view.state[6] + i)};
        const V u0 = V::load(view.command[0] + i), u1 = V::load(view.command[1] + i);
        unsigned long long skipped = 0;
        if constexpr (kSkipSlow) {
            const auto slow = lt(abs(z.v), V::broadcast(branch_speed));
            z.v = select(slow, V::broadcast(T(2) * branch_speed), z.v);
            skipped = bits(slow);
        }
        V slowest = z.v;
        for (int step = 0; step < micro_steps; ++step) {
            micro_step<kModel, kShared, kConvert>(p, stages, x, y, z, u0, u1);
            slowest = min(z.v, slowest);  // in this order a NaN speed leaves it alone
        }
        x.store(view.state[0] + i);
        y.store(view.state[1] + i);
        z.delta.store(view.state[2] + i);
        z.v.store(view.state[3] + i);
        z.psi.store(view.state[4] + i);
        if constexpr (kModel != kernels::Model::ks) {
            z.omega.store(view.state[5] + i);
            z.beta.store(view.state[6] + i);
        }

        const V zero = V::broadcast(T(0));
        // Not a number where one of them is infinite or none. In pairs, to be known early.
        const V sum = (fma(y, zero, x * zero) + fma(z.v, zero, z.delta * zero)) +
                      (fma(z.omega, zero, z.psi * zero) + z.beta * zero);
        auto bad = mask_not(ge(sum, zero));
        auto reverse = bad;
        if constexpr (kModel != kernels::Model::ks) {
            // With the clip the right-hand side never sees a negative speed.
            reverse = le(max(V::broadcast(call.lowest_speed), slowest),
                         V::broadcast(k_reverse_limit<kModel, T>));
            bad = mask_or(bad, reverse);
        }
        if (any(bad)) [[unlikely]] {
            const unsigned long long finite = bits(ge(sum, zero)), backwards = bits(reverse);
            report_bad<kModel>(view.status + i, bits(bad) & ~skipped, finite, backwards);
        }
    }
}

/// Micro-steps after which a partitioned block is partitioned anew, and after which it is put
/// back in order (this bounds the list of exchanges).
inline constexpr int k_regroup_steps = 16;
inline constexpr int k_regroup_rounds = 4;

template <class T>
inline constexpr int k_block = sizeof(T) == 4 ? 1024 : 512;

/// A block's local copy of the columns, so that agents can change places.
template <class T, bool kShared>
struct SingleTrackBlock {
    static constexpr int columns =
        kernels::k_state_count + 2 + (kShared ? 0 : kernels::k_coefficient_count);
    static constexpr int padding = 64;
    alignas(64) T column[columns][k_block<T> + padding];
    unsigned char status[k_block<T> + padding];

    LANEWISE_FN SingleTrackView<T> view(const SingleTrackView<T>& outside) {
        SingleTrackView<T> v;
        for (int c = 0; c < kernels::k_state_count; ++c) v.state[c] = column[c];
        v.command[0] = column[kernels::k_state_count];
        v.command[1] = column[kernels::k_state_count + 1];
        for (int c = 0; c < kernels::k_coefficient_count; ++c) {
            if constexpr (kShared)
                v.coefficient[c] = outside.coefficient[c];
            else
                v.coefficient[c] = column[kernels::k_state_count + 2 + c];
        }
        v.shared = outside.shared;
        v.status = status;
        return v;
    }

    LANEWISE_FN const T* source(const SingleTrackView<T>& outside, int c) const {
        if (c < kernels::k_state_count) return outside.state[c];
        if (c < kernels::k_state_count + 2) return outside.command[c - kernels::k_state_count];
        return outside.coefficient[c - kernels::k_state_count - 2];
    }

    /// Copies agents first..first + n and repeats the last one up to a multiple of `group`.
    LANEWISE_FN int copy_in(const SingleTrackView<T>& outside, unsigned long long first, int n,
                            int group) {
        const int padded = (n + group - 1) / group * group;
        for (int c = 0; c < columns; ++c) {
            const T* from = source(outside, c) + first;
            for (int i = 0; i < n; ++i) column[c][i] = from[i];
            for (int i = n; i < padded; ++i) column[c][i] = from[n - 1];
        }
        for (int i = 0; i < padded; ++i) status[i] = 0;
        return padded;
    }

    /// The same for the agents first + index[...].
    LANEWISE_FN int gather(const SingleTrackView<T>& outside, unsigned long long first,
                           unsigned short* index, int n, int group) {
        const int padded = (n + group - 1) / group * group;
        for (int i = n; i < padded; ++i) index[i] = index[n - 1];
        const T* from[columns];
        for (int c = 0; c < kernels::k_state_count; ++c) from[c] = outside.state[c] + first;
        for (int c = 0; c < 2; ++c) from[kernels::k_state_count + c] = outside.command[c] + first;
        if constexpr (!kShared)
            for (int c = 0; c < kernels::k_coefficient_count; ++c)
                from[kernels::k_state_count + 2 + c] = outside.coefficient[c] + first;
        for (int i = 0; i < padded; ++i) {
            const unsigned at = index[i];
            for (int c = 0; c < columns; ++c) column[c][i] = from[c][at];
        }
        for (int i = 0; i < padded; ++i) status[i] = 0;
        return padded;
    }

    template <kernels::Model kModel>
    LANEWISE_FN void copy_out(const SingleTrackView<T>& outside, unsigned long long first, int n) {
        constexpr int states = kModel == kernels::Model::ks ? 5 : kernels::k_state_count;
        for (int c = 0; c < states; ++c) {
            T* to = outside.state[c] + first;
            for (int i = 0; i < n; ++i) to[i] = column[c][i];
        }
        for (int i = 0; i < n; ++i)
            outside.status[first + static_cast<unsigned>(i)] = static_cast<unsigned char>(
                outside.status[first + static_cast<unsigned>(i)] | status[i]);
    }

    LANEWISE_FN void scatter(const SingleTrackView<T>& outside, unsigned long long first,
                             const unsigned short* index, int n) {
        T* to[kernels::k_state_count];
        for (int c = 0; c < kernels::k_state_count; ++c) to[c] = outside.state[c] + first;
        unsigned char* reports = outside.status + first;
        for (int i = 0; i < n; ++i) {
            const unsigned at = index[i];
            for (int c = 0; c < kernels::k_state_count; ++c) to[c][at] = column[c][i];
            reports[at] = static_cast<unsigned char>(reports[at] | status[i]);
        }
    }

    LANEWISE_FN void exchange(int i, int j) {
        for (int c = 0; c < columns; ++c) {
            const T kept = column[c][i];
            column[c][i] = column[c][j];
            column[c][j] = kept;
        }
        const unsigned char kept = status[i];
        status[i] = status[j];
        status[j] = kept;
    }
};

/// Places that find_slow writes at once, as many as that beyond the last one.
inline constexpr int k_find_ahead = 4;

/// Writes the places of the slow agents (or of the others) among v[begin..end) to `index`.
template <class V>
LANEWISE_FN int find_slow(const typename V::Scalar* v, int begin, int end, bool wanted,
                          typename V::Scalar branch_speed, unsigned short* index) {
    int found = 0;
    for (int i = begin / V::size * V::size; i < end; i += V::size) {
        unsigned long long slow = bits(lt(abs(V::load(v + i)), V::broadcast(branch_speed)));
        if (!wanted) slow = ~slow;
        unsigned long long inside = V::size == 64 ? ~0ull : (1ull << V::size) - 1;
        if (i + V::size > end) inside &= (1ull << (end - i)) - 1;
        if (i < begin) inside &= ~0ull << (begin - i);
        slow &= inside;
        // The first few without a jump that depends on how many there are.
        unsigned short* to = index + found;
        found += __builtin_popcountll(slow);
        do {
            for (int k = 0; k < k_find_ahead; ++k, slow &= slow - 1)
                to[k] = static_cast<unsigned short>(i + __builtin_ctzll(slow | 1ull << 63));
            to += k_find_ahead;
        } while (slow != 0);
    }
    return found;
}

template <class V>
LANEWISE_FN int count_slow(const typename V::Scalar* v, int n, typename V::Scalar branch_speed) {
    int slow = 0, i = 0;
    for (; i + V::size <= n; i += V::size)
        slow += __builtin_popcountll(bits(lt(abs(V::load(v + i)), V::broadcast(branch_speed))));
    for (; i < n; ++i) slow += v[i] < branch_speed && v[i] > -branch_speed;
    return slow;
}

/// Many micro-steps: agents of one branch are moved together, and back at the end.
template <kernels::Model kModel, bool kShared, bool kConvert, class V>
LANEWISE_ENTRY __attribute__((noinline)) void step_partitioned(
    const kernels::SingleTrackArguments<typename V::Scalar>& call,
    const SingleTrackView<typename V::Scalar>& outside, unsigned long long first, int n,
    int micro_steps, typename V::Scalar branch_speed) {
    using T = typename V::Scalar;
    SingleTrackBlock<T, kShared> block;
    const int padded = block.copy_in(outside, first, n, V::size);
    const SingleTrackView<T> view = block.view(outside);
    unsigned short moved[2][k_regroup_rounds * k_block<T> + k_find_ahead];
    int exchanges = 0;
    for (int done = 0; done < micro_steps; done += k_regroup_steps) {
        const int split = n - count_slow<V>(view.state[3], n, branch_speed);
        unsigned short* front = moved[0] + exchanges;
        unsigned short* back = moved[1] + exchanges;
        const int wrong = find_slow<V>(view.state[3], 0, split, true, branch_speed, front);
        find_slow<V>(view.state[3], split, n, false, branch_speed, back);
        for (int i = 0; i < wrong; ++i) block.exchange(front[i], back[i]);
        exchanges += wrong;
        const int left = micro_steps - done;
        step_groups<kModel, kShared, kConvert, false, V>(
            call, view, static_cast<unsigned>(padded),
            left < k_regroup_steps ? left : k_regroup_steps, branch_speed);
    }
    for (int i = exchanges; i-- > 0;) block.exchange(moved[0][i], moved[1][i]);
    block.template copy_out<kModel>(outside, first, n);
}

/// Few micro-steps: the slow agents are stepped in a copy, the others in place.
template <kernels::Model kModel, bool kShared, bool kConvert, class V>
LANEWISE_ENTRY __attribute__((noinline)) void step_slow_apart(
    const kernels::SingleTrackArguments<typename V::Scalar>& call,
    const SingleTrackView<typename V::Scalar>& outside,
    const SingleTrackView<typename V::Scalar>& here, unsigned long long first, int n,
    int micro_steps, typename V::Scalar branch_speed) {
    using T = typename V::Scalar;
    SingleTrackBlock<T, kShared> block;
    unsigned short index[k_block<T> + SingleTrackBlock<T, kShared>::padding];
    const int slow = find_slow<V>(here.state[3], 0, n, true, branch_speed, index);
    const int padded = block.gather(outside, first, index, slow, V::size);
    step_groups<kModel, kShared, kConvert, true, V>(call, here, static_cast<unsigned>(n),
                                                    micro_steps, branch_speed);
    step_groups<kModel, kShared, kConvert, false, V>(
        call, block.view(outside), static_cast<unsigned>(padded), micro_steps, branch_speed);
    block.scatter(outside, first, index, slow);
}

template <kernels::Model kModel, bool kShared, bool kConvert, class V>
LANEWISE_ENTRY void integrate_single_track(
    const kernels::SingleTrackArguments<typename V::Scalar>& call) {
    using T = typename V::Scalar;
    const T branch_speed = kModel == kernels::Model::st ? k_switch_speed<T> : k_blend_high<T>;
    SingleTrackView<T> outside;
    for (int c = 0; c < kernels::k_state_count; ++c) outside.state[c] = call.state[c];
    outside.command[0] = call.steering;
    outside.command[1] = call.longitudinal;
    for (int c = 0; c < kernels::k_coefficient_count; ++c)
        outside.coefficient[c] = call.coefficient[c];
    T shared[kernels::k_coefficient_count];
    if constexpr (kShared)
        for (int c = 0; c < kernels::k_coefficient_count; ++c) shared[c] = *call.coefficient[c];
    outside.shared = shared;
    outside.status = call.status;

    for (unsigned long long first = 0; first < call.count; first += k_block<T>) {
        const unsigned long long left = call.count - first;
        const int n = left < k_block<T> ? static_cast<int>(left) : k_block<T>;
        SingleTrackView<T> here = outside;
        for (int c = 0; c < kernels::k_state_count; ++c) here.state[c] += first;
        here.command[0] += first;
        here.command[1] += first;
        if constexpr (!kShared)
            for (int c = 0; c < kernels::k_coefficient_count; ++c) here.coefficient[c] += first;
        here.status += first;

        int slow = 0;
        if constexpr (kModel != kernels::Model::ks && V::size > 1)
            slow = count_slow<V>(here.state[3], n, branch_speed);
        const bool mixed = slow > 0 && slow < n;
        constexpr int span = k_regroup_steps * k_regroup_rounds;
        if (n % V::size != 0 || (mixed && call.micro_steps > 4)) {
            for (int done = 0; done < call.micro_steps; done += span) {
                const int steps = call.micro_steps - done;
                step_partitioned<kModel, kShared, kConvert, V>(
                    call, outside, first, n, steps < span ? steps : span, branch_speed);
            }
        } else if (mixed && 3 * slow < n) {
            step_slow_apart<kModel, kShared, kConvert, V>(call, outside, here, first, n,
                                                          call.micro_steps, branch_speed);
        } else {
            step_groups<kModel, kShared, kConvert, false, V>(call, here, static_cast<unsigned>(n),
                                                             call.micro_steps, branch_speed);
        }
    }
}
