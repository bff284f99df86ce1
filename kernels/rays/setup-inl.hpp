// What the walks need of a ray, computed for a vector of rays at once.

/// In sides of a mean leaf: up to here a box counts as narrow, a ray as short.
inline constexpr double k_narrow = 1.5;
inline constexpr double k_short = 4;

/// Rays that are set up together.
inline constexpr int k_ray_block = 64;
/// Room of a column: columns a power of two apart would share cache sets.
inline constexpr int k_ray_column = k_ray_block + 8;

/// Columns of a block of rays. Distances are in mesh units.
struct RayBlock {
    double unit[3][k_ray_column];     // direction in the frame of the rays
    double origin[3][k_ray_column];   // for triangle tests, mesh units, axes x, y, z
    double slope[2][k_ray_column];    // ShearedRay's slopes
    double inverse_z[k_ray_column];   // and 1 / direction z
    double order[k_ray_column];       // number of axis z, plus 3 if its direction is < 0
    double start[3][k_ray_column];    // where the walk starts, relative to the centre
    double end[3][k_ray_column];      // where it ends, without a hit
    double inverse[3][k_ray_column];  // 1 / direction, axes x, y, z, finite
    double first[k_ray_column];       // distance from `origin` to `start`
    double length[k_ray_column];      // from `start` to the end of the walk; < 0: nothing to walk
    double limit[k_ray_column];       // largest distance from `origin`
    double moved[k_ray_column];       // distance from the ray's origin to `origin`
    double is_short[k_ray_column];    // not 0: walk as a box
};

template <class V>
struct LaneVector {
    V x, y, z;
};

/// v turned back by a unit quaternion.
template <class V>
LANEWISE_FN LaneVector<V> turn_back(const double* q, const LaneVector<V>& v) {
    const V x = V::broadcast(-q[0]), y = V::broadcast(-q[1]), z = V::broadcast(-q[2]);
    const V w = V::broadcast(q[3]), two = V::broadcast(2.0);
    const LaneVector<V> t = {two * (y * v.z - z * v.y), two * (z * v.x - x * v.z),
                             two * (x * v.y - y * v.x)};
    return {(v.x + w * t.x) + (y * t.z - z * t.y), (v.y + w * t.y) + (z * t.x - x * t.z),
            (v.z + w * t.z) + (x * t.y - y * t.x)};
}

template <class V>
LANEWISE_FN V clamp(V x, V low, V high) {
    return min(max(x, low), high);
}

/// Distances at which rays enter and leave the room about the mesh along one axis.
template <class V>
LANEWISE_FN void clip_to_room(V at, V inverse, V& enter, V& leave) {
    const V a = (V::broadcast(-kernels::k_ray_room) - at) * inverse;
    const V b = (V::broadcast(kernels::k_ray_room) - at) * inverse;
    enter = max(enter, min(a, b));
    leave = min(leave, max(a, b));
}

/// Sets up V::size rays: `in` holds their columns (origin, direction, largest distance), results go
/// to the elements from `i` on.
template <class V>
LANEWISE_FN void set_up_rays(const kernels::MeshRays& call, const double (&in)[7][V::size], int i,
                             RayBlock& block) {
    const V zero = V::broadcast(0.0), one = V::broadcast(1.0),
            scale = V::broadcast(call.tree.scale);
    LaneVector<V> o = {V::load(in[0]), V::load(in[1]), V::load(in[2])};
    LaneVector<V> d = {V::load(in[3]), V::load(in[4]), V::load(in[5])};
    if (!call.are_unit) {
        const V length = sqrt((d.x * d.x + d.y * d.y) + d.z * d.z);
        // Dividing by 1 would only take time.
        if (any(mask_or(lt(length, one), gt(length, one))))
            d = {d.x / length, d.y / length, d.z / length};
    }
    d.x.store(block.unit[0] + i);
    d.y.store(block.unit[1] + i);
    d.z.store(block.unit[2] + i);
    if (call.is_placed) {
        o = {o.x - V::broadcast(call.translation[0]), o.y - V::broadcast(call.translation[1]),
             o.z - V::broadcast(call.translation[2])};
        o = turn_back(call.rotation, o);
        d = turn_back(call.rotation, d);
    }
    o = {o.x * scale, o.y * scale, o.z * scale};
    V limit = V::load(in[6]) * scale;

    const V size_x = abs(d.x), size_y = abs(d.y), size_z = abs(d.z);
    // A direction of 0 gets one that moves the ray by nothing that counts.
    const V tiny = V::broadcast(0x1p-400);
    const LaneVector<V> inverse = {one / select(lt(size_x, tiny), tiny, d.x),
                                   one / select(lt(size_y, tiny), tiny, d.y),
                                   one / select(lt(size_z, tiny), tiny, d.z)};

    // The shear.
    const auto is_x = mask_and(ge(size_x, size_y), ge(size_x, size_z));
    const auto is_y = mask_and(mask_not(is_x), ge(size_y, size_z));
    const V along = select(is_x, d.x, select(is_y, d.y, d.z));
    const V next = select(is_x, d.y, select(is_y, d.z, d.x));
    const V after = select(is_x, d.z, select(is_y, d.x, d.y));
    const auto is_back = lt(along, zero);
    const V number = select(is_x, zero, select(is_y, one, V::broadcast(2.0)));
    const V inverse_along = select(is_x, inverse.x, select(is_y, inverse.y, inverse.z));
    inverse_along.store(block.inverse_z + i);
    (select(is_back, after, next) * inverse_along).store(block.slope[0] + i);
    (select(is_back, next, after) * inverse_along).store(block.slope[1] + i);
    select(is_back, number + V::broadcast(3.0), number).store(block.order + i);

    // The part inside the room about the mesh.
    const LaneVector<V> centre = {V::broadcast(call.tree.centre[0]),
                                  V::broadcast(call.tree.centre[1]),
                                  V::broadcast(call.tree.centre[2])};
    LaneVector<V> at = {o.x - centre.x, o.y - centre.y, o.z - centre.z};
    V enter = zero, leave = V::broadcast(1e300);
    clip_to_room(at.x, inverse.x, enter, leave);
    clip_to_room(at.y, inverse.y, enter, leave);
    clip_to_room(at.z, inverse.z, enter, leave);
    const auto misses = mask_not(mask_and(le(enter, leave), le(enter, limit)));

    // A ray from very far starts where it enters: that keeps the rounding of triangle tests below
    // the margin of the nodes.
    const V far = V::broadcast(0x1p20), room = V::broadcast(kernels::k_ray_room);
    const auto is_far = gt(max(max(abs(at.x), abs(at.y)), abs(at.z)), far);
    V moved = zero, first = enter;
    if (any(is_far)) {
        const LaneVector<V> entry = {centre.x + clamp(at.x + d.x * enter, -room, room),
                                     centre.y + clamp(at.y + d.y * enter, -room, room),
                                     centre.z + clamp(at.z + d.z * enter, -room, room)};
        o = {select(is_far, entry.x, o.x), select(is_far, entry.y, o.y),
             select(is_far, entry.z, o.z)};
        at = {o.x - centre.x, o.y - centre.y, o.z - centre.z};
        moved = select(is_far, enter, zero);
        first = select(is_far, zero, enter);
        limit = limit - moved;
        leave = select(is_far, V::broadcast(4.0), leave);
    }
    o.x.store(block.origin[0] + i);
    o.y.store(block.origin[1] + i);
    o.z.store(block.origin[2] + i);
    const V last_at = min(leave, limit);
    const LaneVector<V> start = {at.x + d.x * first, at.y + d.y * first, at.z + d.z * first};
    const LaneVector<V> end = {at.x + d.x * last_at, at.y + d.y * last_at, at.z + d.z * last_at};
    start.x.store(block.start[0] + i);
    start.y.store(block.start[1] + i);
    start.z.store(block.start[2] + i);
    end.x.store(block.end[0] + i);
    end.y.store(block.end[1] + i);
    end.z.store(block.end[2] + i);
    // Narrow along two axes and short along the third.
    const V side_x = abs(end.x - start.x), side_y = abs(end.y - start.y);
    const V side_z = abs(end.z - start.z);
    const V longest = max(max(side_x, side_y), side_z);
    const V middle = max(min(side_x, side_y), min(max(side_x, side_y), side_z));
    const V narrow = V::broadcast(k_narrow * call.tree.leaf_extent);
    const V shorts = V::broadcast(k_short * call.tree.leaf_extent);
    select(mask_and(le(middle, narrow), le(longest, shorts)), one, zero).store(block.is_short + i);
    const V steepest = V::broadcast(0x1p60);
    clamp(inverse.x, -steepest, steepest).store(block.inverse[0] + i);
    clamp(inverse.y, -steepest, steepest).store(block.inverse[1] + i);
    clamp(inverse.z, -steepest, steepest).store(block.inverse[2] + i);
    first.store(block.first + i);
    select(misses, V::broadcast(-1.0), last_at - first).store(block.length + i);
    limit.store(block.limit + i);
    moved.store(block.moved + i);
}
