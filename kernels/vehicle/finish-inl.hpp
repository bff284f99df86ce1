// What the solved impulses mean: forces, spins, flags; and the air.

/// A share of the friction circle's radius from which on a tire slides.
inline constexpr double k_sliding = 0.999;
/// Slip ratios are relative to at least this speed, m/s.
inline constexpr double k_least_slip_speed = 0.1;

/// Spin of the wheel in the air: torques turn it alone; a brake stops it and no more.
template <class V, class T>
LANEWISE_FN V airborne_spin(const kernels::WheelBlock<T>& w, int at, V step, V per_inertia) {
    const V zero = V::broadcast(T(0)), change = step * per_inertia;
    const V turned = fma(V::load(w.drive_torque + at), change, V::load(w.spin + at));
    const V slower = max(fnma(V::load(w.brake_torque + at), change, abs(turned)), zero);
    return select(lt(turned, zero), -slower, slower);
}

/// Spin and flags of a wheel, from its impulse and the contact's speed afterwards.
template <class V, int most, class T>
LANEWISE_FN void finish_wheel(kernels::WheelBlock<T>& w, int i, int at, V step,
                              const TireRows<V, most>& rows, const TireFrame<V>& frame) {
    const V zero = V::broadcast(T(0)), one = V::broadcast(T(1));
    const V along = final_speed(rows, 2 * i), across = final_speed(rows, 2 * i + 1);
    const V impulse = rows.impulse[2 * i], sideways = rows.impulse[2 * i + 1];
    const V limit = rows.limit[i], sliding = limit * V::broadcast(T(k_sliding));
    const V square = fma(impulse, impulse, sideways * sideways);
    const auto touching = is_touching<V>(w, at);
    const auto on_circle = mask_and(gt(limit, zero), ge(square, sliding * sliding));
    const auto locked = mask_and(touching, ge(rows.high[i], V::broadcast(T(__builtin_inf()))));

    // What the drive wanted beyond tire and brake stays in the wheel.
    const V extra = V::load(w.extra_spin + at);
    const V greatest = max(V::load(w.max_wheelspin + at), abs(extra));
    const V wanted = max(rows.low[i] - impulse, zero) + min(rows.high[i] - impulse, zero);
    const V radius = V::load(w.radius + at);
    const V all_left = max(min(wanted * radius * frame.per_inertia, greatest), -greatest);
    const auto none =
        mask_or(mask_or(locked, gt(V::load(w.traction_control + at), zero)), mask_not(touching));
    const V left = select(none, zero, all_left);

    const V rolling = select(locked, zero, fma(along, frame.per_radius, left));
    select(touching, rolling, airborne_spin(w, at, step, frame.per_inertia)).store(w.spin + at);
    left.store(w.extra_spin + at);
    select(touching, zero, one).store(w.airborne + at);
    const V slip = select(locked, -along, left * radius);
    V ratio = zero;
    if (const auto differs = gt(abs(slip), zero); any(differs))
        ratio = select(differs, slip / max(abs(along), V::broadcast(T(k_least_slip_speed))), zero);
    ratio.store(w.slip_ratio + at);
    const auto slips = gt(abs(slip), V::load(w.slip_threshold + at));
    select(slips, one, zero).store(w.slipping + at);
    const auto skids = mask_and(on_circle, gt(abs(across), V::load(w.skid_threshold + at)));
    select(skids, one, zero).store(w.skidding + at);
    select(mask_and(locked, on_circle), one, zero).store(w.locked + at);
}

template <class V, int most, class T>
LANEWISE_FN void finish_tires(kernels::VehicleBlock<T>& body, kernels::WheelBlock<T>* wheels, int n,
                              int at, T h, const TireRows<V, most>& rows,
                              const TireFrame<V> (&frames)[most]) {
    const V zero = V::broadcast(T(0)), step = V::broadcast(h);
    const V per_step = V::broadcast(T(1) / h);
    LaneWrench<V> sum{{zero, zero, zero}, {zero, zero, zero}};
    for (int i = 0; i < n; ++i) {
        kernels::WheelBlock<T>& w = wheels[i];
        const auto touching = is_touching<V>(w, at);
        const V forward = select(touching, rows.impulse[2 * i] * per_step, zero);
        const V lateral = select(touching, rows.impulse[2 * i + 1] * per_step, zero);
        forward.store(w.forward_force + at);
        lateral.store(w.lateral_force + at);
        const Lanes3<V> force = select3(
            touching, add_scaled(frames[i].direction[0] * forward, frames[i].direction[1], lateral),
            {zero, zero, zero});
        store_column3(force, w.tire_force, at);
        sum.force = sum.force + force;
        sum.torque = add_cross(sum.torque, column3<V>(w.contact, at), force);
        finish_wheel<V, most>(w, i, at, step, rows, frames[i]);
    }
    store_column3(sum.force, body.force, at);
    store_column3(sum.torque, body.torque, at);
}

/// Adds the springs' forces and the air's to those of the tires.
template <class V>
LANEWISE_FN void add_springs_and_air(kernels::VehicleBlock<double>& body,
                                     const kernels::WheelBlock<double>* wheels, int n, int at,
                                     double h) {
    const LaneWrench<V> springs = sum_of_springs<V>(wheels, n, at);
    Lanes3<V> force = column3<V>(body.force, at) + springs.force;
    store_column3(column3<V>(body.torque, at) + springs.torque, body.torque, at);
    // Still air; at most what stops the body within the step.
    const Lanes3<V> velocity = column3<V>(body.velocity, at);
    const V speed = sqrt(dot(velocity, velocity));
    const V stop = V::load(body.mass + at) * V::broadcast(1 / h);
    force = take_scaled(force, velocity, min(V::load(body.drag + at) * speed, stop));
    const V ahead = dot(velocity, column3<V>(body.forward, at));
    force =
        take_scaled(force, column3<V>(body.up, at), V::load(body.downforce + at) * ahead * ahead);
    store_column3(force, body.force, at);
}
