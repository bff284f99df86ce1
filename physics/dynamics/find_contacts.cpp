#include <lanewise/physics/dynamics/step_scratch.hpp>

#include <algorithm>
#include <span>
#include <utility>

namespace lanewise::detail {
namespace {

using kernels::SolverBody;
using kernels::SolverManifold;

constexpr std::uint32_t k_end = 0xffffffff;

bool is_before(const ManifoldRecord& record, const BodyPair& pair) noexcept {
    return record.a != pair.a ? record.a < pair.a : record.b < pair.b;
}
bool is_same_pair(const ManifoldRecord& x, const ManifoldRecord& y) noexcept {
    return x.a == y.a && x.b == y.b;
}

/// Places a body's shape as lanewise::place does, where it stays.
Bounds place_body(WorldData& world, std::size_t place) noexcept {
    const Shape& shape = world.shape[place];
    const RigidTransform& pose = world.pose[place];
    PlacedSolid& solid = world.placed[place];
    solid.shape = &shape;
    solid.index = world.index[place].get();
    solid.pose = shape.local() == RigidTransform{} ? pose : pose * shape.local();
    solid.rotation = to_matrix(solid.pose.rotation);
    if (shape.kind() != ShapeKind::box) return bounds_of(solid);
    const Vec3 reach = box_reach(solid.rotation, shape.half_extents());
    return {solid.pose.translation - reach, solid.pose.translation + reach};
}

void refresh_statics(WorldData& world, StepScratch& task) {
    const std::size_t n = world.places();
    world.moving.clear();
    for (std::size_t p = 0; p < n; ++p)
        if (world.traits[p].is_alive && world.traits[p].kind != BodyKind::static_body)
            world.moving.push_back(static_cast<std::uint32_t>(p));
    world.placed.resize(n);
    task.static_places.clear();
    task.static_boxes.clear();
    for (std::size_t p = 0; p < n; ++p) {
        if (!world.traits[p].meets() || world.traits[p].kind != BodyKind::static_body) continue;
        task.static_places.push_back(static_cast<std::uint32_t>(p));
        task.static_boxes.push_back(place_body(world, p));
    }
    world.statics.build(task.static_boxes, task.static_places);
    world.statics_changed = false;
}

void pair_bodies(WorldData& world, StepScratch& task) {
    task.movers.clear();
    task.boxes.clear();
    for (const std::uint32_t p : world.moving) {
        const BodyTraits& traits = world.traits[p];
        if (!traits.meets()) continue;
        task.movers.push_back({p, traits.is_dynamic()});
        task.boxes.push_back(place_body(world, p));
    }
    task.broad.find(task.movers, task.boxes, world.statics, world.options.contact_margin,
                    world.places(), task.body_pairs);
}

/// Appends a manifold of the narrow phase, without impulses.
void append_manifold(WorldData& world, const ContactManifold& m, const BodyPair& pair,
                     StepScratch& task) {
    ManifoldRecord& record = world.next_contacts.emplace_back();
    record.a = pair.a;
    record.b = pair.b;
    record.count = m.count;
    const Vec3 centre = world.world_centre(pair.a);
    store(record.centre, centre);
    set_found(world.placed[pair.a], world.placed[pair.b], m, record);
    SolverManifold& manifold = task.manifolds.emplace_back();
    store(manifold.normal, m.normal);
    const PhysicsMaterial material = mixed(world.shape[pair.a].material(m.material_a),
                                           world.shape[pair.b].material(m.material_b));
    manifold.friction = material.friction;
    manifold.restitution = material.restitution;
    store(manifold.offset, centre - world.world_centre(pair.b));
    for (std::uint32_t i = 0; i < ContactManifold::most_points; ++i) {
        SolverManifold::Point& point = manifold.points[i];
        point = {};
        record.feature[i] = 0;
        if (i >= m.count) continue;
        record.feature[i] = m.points[i].feature;
        store(point.arm, m.points[i].point - centre);
        point.depth = m.points[i].depth;
    }
}

/// Appends the manifold of the last step, moved with its bodies, if that is good enough.
bool follow(WorldData& world, std::size_t number, double scale, StepScratch& task) {
    const ManifoldRecord& old = world.contacts[number];
    if (old.follows == 0) return false;
    const PlacedSolid &a = world.placed[old.a], &b = world.placed[old.b];
    const Vec3 centre = world.world_centre(old.a);
    SolverManifold& manifold = task.manifolds.emplace_back();
    if (!move_manifold(a, b, centre, old, manifold)) {
        task.manifolds.pop_back();
        return false;
    }
    ManifoldRecord& record = world.next_contacts.emplace_back();
    record.a = old.a;
    record.b = old.b;
    record.count = old.count;
    record.follows = old.follows;
    std::copy(old.feature, old.feature + 4, record.feature);
    store(record.centre, centre);
    record.found = old.found;
    const SolverManifold& before = world.manifolds[number];
    manifold.friction = before.friction;
    manifold.restitution = before.restitution;
    store(manifold.offset, centre - world.world_centre(old.b));
    for (std::size_t i = 0; i < ContactManifold::most_points; ++i) {
        const SolverManifold::Point& from = before.points[i];
        SolverManifold::Point& to = manifold.points[i];
        to.normal_impulse = scale * from.normal_impulse;
        to.tangent_impulse[0] = scale * from.tangent_impulse[0];
        to.tangent_impulse[1] = scale * from.tangent_impulse[1];
        to.total = 0;
    }
    return true;
}

/// The manifolds of all pairs. Those that the narrow phase has found are listed in `fresh`, with
/// what the last step had of their pairs.
void touch_pairs(WorldData& world, double h, double scale, StepScratch& task) {
    const RecordList& old = world.contacts;
    std::size_t o = 0;
    for (const BodyPair& pair : task.body_pairs) {
        while (o < old.size() && is_before(old[o], pair)) ++o;
        const std::size_t first_old = o;
        while (o < old.size() && old[o].a == pair.a && old[o].b == pair.b) ++o;
        if (o == first_old + 1 && follow(world, first_old, scale, task)) continue;
        task.found.clear();
        collide(world.placed[pair.a], world.placed[pair.b], world.options.contact_margin,
                task.narrow, task.found);
        const std::size_t first = world.next_contacts.size();
        for (ContactManifold& manifold : task.found) {
            leave_to_sweep(world, pair.a, pair.b, h, manifold);
            if (manifold.count > 0) append_manifold(world, manifold, pair, task);
        }
        if (world.next_contacts.size() > first && o > first_old)
            task.fresh.push_back({first, world.next_contacts.size(), first_old, o});
    }
}

/// A body's manifold with a static one, with the body first.
ContactManifold seen_from(std::uint32_t body, const ManifoldRecord& record,
                          const SolverManifold& solver) {
    ContactManifold m;
    m.normal = load(solver.normal);
    m.count = record.count;
    const Vec3 centre = load(record.centre);
    for (std::uint32_t i = 0; i < record.count; ++i) {
        m.points[i].point = centre + load(solver.points[i].arm);
        m.points[i].depth = solver.points[i].depth;
    }
    return record.a == body ? m : flipped(m);
}

/// Lists the manifolds of each body with what does not move. False if none has two such partners.
bool list_supports(const WorldData& world, StepScratch& task) {
    const RecordList& records = world.next_contacts;
    task.first_of_body.assign(world.places(), k_end);
    task.next_of_body.resize(records.size());
    bool any = false;
    for (std::size_t i = records.size(); i-- > 0;) {
        const ManifoldRecord& record = records[i];
        const bool a_moves = world.traits[record.a].is_dynamic();
        if (a_moves && world.traits[record.b].is_dynamic()) continue;
        std::uint32_t& first = task.first_of_body[a_moves ? record.a : record.b];
        task.next_of_body[i] = first;
        any = any || (first != k_end && !is_same_pair(records[first], record));
        first = static_cast<std::uint32_t>(i);
    }
    return any;
}

/// Drops contacts with the hidden sides of seams between static bodies.
void drop_seams(WorldData& world, std::size_t first_manifold, StepScratch& task) {
    if (world.next_contacts.empty() || !list_supports(world, task)) return;
    RecordList& records = world.next_contacts;
    SolverManifold* const manifolds = task.manifolds.data() + first_manifold;
    task.dropped.assign(records.size(), 0);
    std::uint8_t any = 0;
    for (const std::uint32_t body : world.moving)
        for (std::uint32_t side = task.first_of_body[body]; side != k_end;
             side = task.next_of_body[side])
            for (std::uint32_t support = task.first_of_body[body]; support != k_end;
                 support = task.next_of_body[support]) {
                if (is_same_pair(records[side], records[support]) || task.dropped[support] != 0 ||
                    task.dropped[side] != 0)
                    continue;
                if (is_seam(seen_from(body, records[side], manifolds[side]),
                            seen_from(body, records[support], manifolds[support])))
                    any = task.dropped[side] = 1;
            }
    if (any == 0) return;
    // The others move up, and with them what `fresh` says of them.
    std::size_t kept = 0;
    auto fresh = task.fresh.begin();
    for (std::size_t i = 0; i <= records.size(); ++i) {
        for (; fresh != task.fresh.end() && fresh->last == i; ++fresh) fresh->last = kept;
        if (i == records.size()) break;
        if (fresh != task.fresh.end() && fresh->first == i) fresh->first = kept;
        if (task.dropped[i] != 0) continue;
        records[kept] = records[i];
        manifolds[kept++] = manifolds[i];
    }
    records.resize(kept);
    task.manifolds.resize(first_manifold + kept);
}

/// Impulses of the last step for manifolds that the narrow phase has found.
void warm_start(WorldData& world, std::size_t first_manifold, double scale, StepScratch& task) {
    const std::span manifolds = std::span(task.manifolds).subspan(first_manifold);
    for (const FreshPair& pair : task.fresh) {
        const std::size_t count = pair.last - pair.first,
                          old_count = pair.last_old - pair.first_old;
        match_points({std::span(std::as_const(world.contacts)).subspan(pair.first_old, old_count),
                      std::span(std::as_const(world.manifolds)).subspan(pair.first_old, old_count)},
                     {std::span(world.next_contacts).subspan(pair.first, count),
                      manifolds.subspan(pair.first, count)},
                     scale);
    }
}

std::uint32_t solver_body(const WorldData& world, std::uint32_t place, double h,
                          std::vector<std::uint32_t>& numbers, StepScratch& task) {
    if (numbers[place] != k_no_body) return numbers[place];
    numbers[place] = static_cast<std::uint32_t>(task.bodies.size());
    SolverBody& body = task.bodies.emplace_back();
    const BodyMotion& motion = world.motion[place];
    store(body.velocity, motion.velocity);
    store(body.spin, motion.spin);
    const bool moves = world.traits[place].is_dynamic();
    const BodyMotion after = moves ? kicked(world, place, h) : motion;
    store(body.kick_v, after.velocity - motion.velocity);
    store(body.kick_w, after.spin - motion.spin);
    body.inverse_mass = world.inverse_mass(place);
    const Mat3 inverse = world.world_inverse_inertia(place);
    const double tensor[6] = {inverse.x.x, inverse.y.y, inverse.z.z,
                              inverse.x.y, inverse.x.z, inverse.y.z};
    std::copy(tensor, tensor + 6, body.inverse_inertia);
    // Lines are read whole.
    body.unused_v = body.unused_w = body.unused_kick = 0;
    body.unused_inertia[0] = body.unused_inertia[1] = 0;
    task.moves.push_back(moves ? 1 : 0);
    return numbers[place];
}

}  // namespace

void find_contacts(WorldData& world, double h, StepScratch& task) {
    if (world.statics_changed) refresh_statics(world, task);
    require_swept_step(world, h, task.swept);
    pair_bodies(world, task);

    const int passes = world.options.velocity_iterations;
    const double scale = passes > 0 && world.last_passes > 0
                             ? h / world.last_h * (static_cast<double>(world.last_passes) / passes)
                             : 0;
    const std::size_t first = task.manifolds.size();
    world.next_contacts.clear();
    task.fresh.clear();
    touch_pairs(world, h, scale, task);
    drop_seams(world, first, task);
    warm_start(world, first, scale, task);

    const std::size_t number = task.parts.size();
    if (task.body_of_place.size() <= number) task.body_of_place.resize(number + 1);
    std::vector<std::uint32_t>& numbers = task.body_of_place[number];
    numbers.assign(world.places(), k_no_body);
    for (const ManifoldRecord& record : world.next_contacts) {
        const std::uint32_t a = solver_body(world, record.a, h, numbers, task);
        const std::uint32_t b = solver_body(world, record.b, h, numbers, task);
        task.pairs.push_back({a, b, record.count});
    }
    task.parts.push_back({&world, first, task.manifolds.size()});
}

void refresh_statics(WorldData& world) {
    if (world.scratch == nullptr) world.scratch = std::make_unique<StepScratch>();
    if (world.statics_changed) refresh_statics(world, *world.scratch);
}

}  // namespace lanewise::detail
