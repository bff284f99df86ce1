// Entry points of a vehicle's update. Vectors of which a wheel touches go some at a time through
// the tires' passes, so that the steps of one hide the latency of the others'.

/// A vector of vehicles: its block and its first lane there.
struct VehicleVector {
    std::size_t block;
    int at;
};

/// Vectors side by side.
inline constexpr int k_vehicle_vectors = 4;

template <class V, int most>
struct TireSolve {
    VehicleVector place;
    TireRows<V, most> rows;
    TireFrame<V> frames[most];
};

/// `fixed` is the number of wheels, or 0: that of the call.
template <int fixed>
inline constexpr int k_wheel_room = fixed > 0 ? fixed : kernels::k_most_wheels;

template <int fixed, class T>
LANEWISE_FN int wheel_count(const kernels::VehicleCall<T>& call) {
    return fixed > 0 ? fixed : call.wheel_count;
}

template <int fixed, class T>
LANEWISE_FN kernels::WheelBlock<T>* wheels_of(const kernels::VehicleCall<T>& call,
                                              std::size_t block) {
    return call.wheels + block * static_cast<std::size_t>(wheel_count<fixed>(call));
}

/// @returns whether a wheel touches, so that the tires' rows are to be solved.
template <class V, int fixed, bool has_springs, class T>
LANEWISE_ENTRY __attribute__((noinline)) bool prepare_vector(
    const kernels::VehicleCall<T>& call, TireSolve<V, k_wheel_room<fixed>>& solve) {
    constexpr int most = k_wheel_room<fixed>;
    const int n = wheel_count<fixed>(call), at = solve.place.at;
    const kernels::VehicleBlock<T>& body = call.blocks[solve.place.block];
    kernels::WheelBlock<T>* wheels = wheels_of<fixed>(call, solve.place.block);
    const T h = static_cast<T>(call.timestep);
    bool touches = false;
    for (int i = 0; i < n; ++i) touches = touches || any(is_touching<V>(wheels[i], at));
    if constexpr (has_springs) {
        if (touches)
            solve_suspension<V, most>(body, wheels, n, at, h);
        else
            for (int i = 0; i < n; ++i) V::broadcast(T(0)).store(wheels[i].suspension_force + at);
    }
    if (touches)
        prepare_tires<V, most>(body, wheels, n, at, h, solve.rows, solve.frames);
    else
        prepare_flight<V, most>(wheels, n, at, solve.rows, solve.frames);
    return touches;
}

template <class V, int fixed, bool has_springs, class T>
LANEWISE_ENTRY __attribute__((noinline)) void finish_vector(
    const kernels::VehicleCall<T>& call, const TireSolve<V, k_wheel_room<fixed>>& solve) {
    constexpr int most = k_wheel_room<fixed>;
    const int n = wheel_count<fixed>(call), at = solve.place.at;
    kernels::VehicleBlock<T>& body = call.blocks[solve.place.block];
    kernels::WheelBlock<T>* wheels = wheels_of<fixed>(call, solve.place.block);
    const T h = static_cast<T>(call.timestep);
    finish_tires<V, most>(body, wheels, n, at, h, solve.rows, solve.frames);
    if constexpr (has_springs) add_springs_and_air<V>(body, wheels, n, at, h);
}

/// Brings a part of the columns of the blocks [begin, end) near: the passes need no memory.
template <int fixed, bool has_springs, class T>
LANEWISE_FN void prefetch_part(const kernels::VehicleCall<T>& call, std::size_t begin,
                               std::size_t end, int part) {
    using Wheel = kernels::WheelBlock<T>;
    constexpr std::size_t line = 64;
    constexpr std::size_t lines =
        (has_springs ? sizeof(Wheel) : __builtin_offsetof(Wheel, support_inverse_mass)) / line;
    const auto parts = static_cast<std::size_t>(call.passes), p = static_cast<std::size_t>(part);
    const auto* last = reinterpret_cast<const char*>(wheels_of<fixed>(call, end));
    for (auto* w = reinterpret_cast<const char*>(wheels_of<fixed>(call, begin)); w < last;
         w += sizeof(Wheel))
        for (std::size_t k = lines * p / parts; k < lines * (p + 1) / parts; ++k)
            __builtin_prefetch(w + k * line);
}

/// All passes of `count` vectors, while the columns of the blocks [begin, end) come near.
template <class V, int fixed, int count, bool has_springs, class T>
LANEWISE_ENTRY __attribute__((noinline)) void solve_vectors(
    const kernels::VehicleCall<T>& call, TireSolve<V, k_wheel_room<fixed>>* solve,
    std::size_t begin, std::size_t end) {
    const int n = wheel_count<fixed>(call);
    for (int pass = 0; pass < call.passes; ++pass) {
        prefetch_part<fixed, has_springs>(call, begin, end, pass);
        for (int i = 0; i < n; ++i)
            for (int k = 0; k < count; ++k) solve_wheel(solve[k].rows, i, n);
    }
}

template <class V, int fixed, bool has_springs>
LANEWISE_ENTRY void update_all(const kernels::VehicleCall<typename V::Scalar>& call) {
    constexpr int count = fixed > 0 ? k_vehicle_vectors : 1;
    TireSolve<V, k_wheel_room<fixed>> solve[count];
    int waiting = 0;
    for (std::size_t block = 0; block < call.block_count; ++block)
        for (int at = 0; at < kernels::k_vehicle_lanes; at += V::size) {
            solve[waiting].place = {block, at};
            if (!prepare_vector<V, fixed, has_springs>(call, solve[waiting])) {
                finish_vector<V, fixed, has_springs>(call, solve[waiting]);
                continue;
            }
            if (++waiting < count) continue;
            const std::size_t next = block + 1;
            const std::size_t end =
                next + static_cast<std::size_t>(count * V::size) / kernels::k_vehicle_lanes;
            solve_vectors<V, fixed, count, has_springs>(
                call, solve, next, end < call.block_count ? end : call.block_count);
            for (int k = 0; k < count; ++k) finish_vector<V, fixed, has_springs>(call, solve[k]);
            waiting = 0;
        }
    int done = 0;
    if constexpr (count > 2)
        if (waiting >= 2) {
            solve_vectors<V, fixed, 2, has_springs>(call, solve, 0, 0);
            done = 2;
        }
    for (int k = done; k < waiting; ++k)
        solve_vectors<V, fixed, 1, has_springs>(call, solve + k, 0, 0);
    for (int k = 0; k < waiting; ++k) finish_vector<V, fixed, has_springs>(call, solve[k]);
}

/// Four wheels have code of their own, whose loops have a known end.
template <class V, bool has_springs>
LANEWISE_FN void update_any(const kernels::VehicleCall<typename V::Scalar>& call) {
    if (call.wheel_count == 4)
        update_all<V, 4, has_springs>(call);
    else
        update_all<V, 0, has_springs>(call);
}

LANEWISE_ENTRY void update_vehicles(const kernels::VehicleCall<double>& call) {
    update_any<Lane<double>, true>(call);
}
LANEWISE_ENTRY void solve_tires_f64(const kernels::VehicleCall<double>& call) {
    update_any<Lane<double>, false>(call);
}
LANEWISE_ENTRY void solve_tires_f32(const kernels::VehicleCall<float>& call) {
    update_any<Lane<float>, false>(call);
}
