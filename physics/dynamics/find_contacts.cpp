#include <lanewise/physics/dynamics/step_scratch.hpp>

#include <algorithm>

namespace lanewise::detail {
namespace {

using kernels::SolverBody;
using kernels::SolverManifold;

constexpr std::uint32_t k_end = 0xffffffff;

void store(double (&to)[3], const Vec3& v) noexcept {
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
}

void place_body(WorldData& world, std::size_t place) noexcept {
    const PlacedSolid solid =
        lanewise::place(world.shape[place], world.pose[place], world.index[place].get());
    world.placed[place] = solid;
    world.bounds[place] = bounds_of(solid);
}

void refresh_statics(WorldData& world, StepScratch& task) {
    const std::size_t n = world.places();
    world.moving.clear();
    for (std::size_t p = 0; p < n; ++p)
        if (world.traits[p].is_alive && world.traits[p].kind != BodyKind::static_body)
            world.moving.push_back(static_cast<std::uint32_t>(p));
    world.placed.resize(n);
    world.bounds.resize(n);
    task.static_places.clear();
    task.static_boxes.clear();
    for (std::size_t p = 0; p < n; ++p) {
        if (!world.traits[p].meets() || world.traits[p].kind != BodyKind::static_body) continue;
        place_body(world, p);
        task.static_places.push_back(static_cast<std::uint32_t>(p));
        task.static_boxes.push_back(world.bounds[p]);
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
        place_body(world, p);
        task.movers.push_back({p, traits.is_dynamic()});
        task.boxes.push_back(world.bounds[p]);
    }
    task.broad.find(task.movers, task.boxes, world.statics, world.options.contact_margin,
                    world.places(), task.body_pairs);
}

void collide_pairs(const WorldData& world, double h, StepScratch& task) {
    task.found.clear();
    task.found_pairs.clear();
    for (const BodyPair& pair : task.body_pairs) {
        collide(world.placed[pair.a], world.placed[pair.b], world.options.contact_margin,
                task.narrow, task.found);
        for (std::size_t i = task.found_pairs.size(); i < task.found.size(); ++i)
            leave_to_sweep(world, pair.a, pair.b, h, task.found[i]);
        task.found_pairs.resize(task.found.size(), pair);
    }
    task.dropped.resize(task.found.size());
    for (std::size_t i = 0; i < task.found.size(); ++i)
        task.dropped[i] = task.found[i].count == 0 ? 1 : 0;
}

/// A body's manifold with a static one, with the body first.
ContactManifold seen_from(const StepScratch& task, std::uint32_t number, std::uint32_t body) {
    const ContactManifold& m = task.found[number];
    return task.found_pairs[number].a == body ? m : flipped(m);
}

/// Drops contacts with the hidden sides of seams between static bodies.
void drop_seams(const WorldData& world, StepScratch& task) {
    task.first_of_body.assign(world.places(), k_end);
    task.next_of_body.assign(task.found.size(), k_end);
    bool any = false;
    for (std::size_t i = task.found.size(); i-- > 0;) {
        const BodyPair& pair = task.found_pairs[i];
        const bool a_moves = world.traits[pair.a].is_dynamic();
        if (a_moves && world.traits[pair.b].is_dynamic()) continue;
        std::uint32_t& first = task.first_of_body[a_moves ? pair.a : pair.b];
        task.next_of_body[i] = first;
        any = any || (first != k_end && task.found_pairs[first] != pair);
        first = static_cast<std::uint32_t>(i);
    }
    if (!any) return;
    for (const std::uint32_t body : world.moving)
        for (std::uint32_t side = task.first_of_body[body]; side != k_end;
             side = task.next_of_body[side])
            for (std::uint32_t support = task.first_of_body[body]; support != k_end;
                 support = task.next_of_body[support]) {
                if (task.found_pairs[side] == task.found_pairs[support] ||
                    task.dropped[support] != 0 || task.dropped[side] != 0)
                    continue;
                if (is_seam(seen_from(task, side, body), seen_from(task, support, body)))
                    task.dropped[side] = 1;
            }
}

void append_record(const WorldData& world, const ContactManifold& m, const BodyPair& pair,
                   StepScratch& task) {
    ManifoldRecord& record = task.records.emplace_back();
    record.a = pair.a;
    record.b = pair.b;
    record.count = m.count;
    record.normal = m.normal;
    const Vec3 centre = world.world_centre(pair.a);
    for (std::uint32_t i = 0; i < m.count; ++i) {
        record.points[i].feature = m.points[i].feature;
        record.points[i].point = m.points[i].point;
        record.points[i].arm = m.points[i].point - centre;
        record.points[i].depth = m.points[i].depth;
    }
    SolverManifold& solver = task.manifolds.emplace_back();
    store(solver.normal, m.normal);
    const PhysicsMaterial material = mixed(world.shape[pair.a].material(m.material_a),
                                           world.shape[pair.b].material(m.material_b));
    solver.friction = material.friction;
    solver.restitution = material.restitution;
    store(solver.offset, centre - world.world_centre(pair.b));
}

/// Impulses of the last step for the records from `first` on.
void warm_start(const WorldData& world, double h, std::size_t first, StepScratch& task) {
    const std::vector<ManifoldRecord>& old = world.contacts;
    const int passes = world.options.velocity_iterations;
    if (!old.empty() && passes > 0 && world.last_passes > 0) {
        const double scale = h / world.last_h * (static_cast<double>(world.last_passes) / passes);
        const auto before = [](const ManifoldRecord& x, const ManifoldRecord& y) {
            return x.a != y.a ? x.a < y.a : x.b < y.b;
        };
        std::size_t o = 0;
        for (std::size_t i = first; i < task.records.size();) {
            std::size_t end = i + 1;
            while (end < task.records.size() && !before(task.records[i], task.records[end])) ++end;
            while (o < old.size() && before(old[o], task.records[i])) ++o;
            std::size_t old_end = o;
            while (old_end < old.size() && !before(task.records[i], old[old_end])) ++old_end;
            if (old_end > o)
                match_points(std::span(old).subspan(o, old_end - o),
                             std::span(task.records).subspan(i, end - i), scale);
            o = old_end;
            i = end;
        }
    }
    for (std::size_t i = first; i < task.records.size(); ++i)
        for (std::size_t k = 0; k < 4; ++k) {
            const ManifoldRecord::Point& point = task.records[i].points[k];
            SolverManifold::Point& solver = task.manifolds[i].points[k];
            store(solver.arm, point.arm);
            solver.depth = point.depth;
            solver.normal_impulse = point.impulse[0];
            solver.tangent_impulse[0] = point.impulse[1];
            solver.tangent_impulse[1] = point.impulse[2];
            solver.total = 0;
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
    body.inverse_mass = world.inverse_mass(place);
    const Mat3 inverse = world.world_inverse_inertia(place);
    const double tensor[6] = {inverse.x.x, inverse.y.y, inverse.z.z,
                              inverse.x.y, inverse.x.z, inverse.y.z};
    std::copy(tensor, tensor + 6, body.inverse_inertia);
    if (world.traits[place].is_dynamic()) {
        const BodyMotion after = kicked(world, place, h);
        store(body.kick_v, after.velocity - motion.velocity);
        store(body.kick_w, after.spin - motion.spin);
    }
    task.moves.push_back(world.traits[place].is_dynamic() ? 1 : 0);
    return numbers[place];
}

}  // namespace

BodyMotion kicked(const WorldData& world, std::size_t place, double h) noexcept {
    const BodyTraits& traits = world.traits[place];
    const BodyLoad& load = world.load[place];
    const BodyMotion& motion = world.motion[place];
    const Vec3 acceleration =
        traits.gravity_scale * world.options.gravity + world.inverse_mass(place) * load.force;
    BodyMotion after{motion.velocity + acceleration * h, motion.spin};
    if (load.torque != Vec3{}) after.spin += world.world_inverse_inertia(place) * load.torque * h;
    if (traits.linear_damping != 0)
        after.velocity = after.velocity / (1 + h * traits.linear_damping);
    if (traits.angular_damping != 0) after.spin = after.spin / (1 + h * traits.angular_damping);
    return after;
}

void find_contacts(WorldData& world, double h, StepScratch& task) {
    if (world.statics_changed) refresh_statics(world, task);
    require_swept_step(world, h, task.swept);
    pair_bodies(world, task);
    collide_pairs(world, h, task);
    drop_seams(world, task);

    const std::size_t number = task.parts.size();
    if (task.body_of_place.size() <= number) task.body_of_place.resize(number + 1);
    std::vector<std::uint32_t>& numbers = task.body_of_place[number];
    numbers.assign(world.places(), k_no_body);
    const std::size_t first = task.manifolds.size();
    for (std::size_t i = 0; i < task.found.size(); ++i)
        if (task.dropped[i] == 0) append_record(world, task.found[i], task.found_pairs[i], task);
    warm_start(world, h, first, task);
    for (std::size_t i = first; i < task.records.size(); ++i) {
        const ManifoldRecord& record = task.records[i];
        const std::uint32_t a = solver_body(world, record.a, h, numbers, task);
        const std::uint32_t b = solver_body(world, record.b, h, numbers, task);
        task.pairs.push_back({a, b, record.count});
    }
    task.parts.push_back({&world, first, task.manifolds.size()});
}

}  // namespace lanewise::detail
