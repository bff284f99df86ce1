#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/dynamics/body_checks.hpp>
#include <lanewise/physics/dynamics/step_scratch.hpp>
#include <lanewise/physics/dynamics/world.hpp>
#include <lanewise/physics/dynamics/world_data.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lanewise {
namespace {

using detail::WorldData;

/// Extends all columns by one place.
std::size_t new_place(WorldData& d, const Shape& shape) {
    if (!d.free_places.empty()) {
        const std::size_t place = d.free_places.back();
        d.free_places.pop_back();
        d.shape[place] = shape;
        return place;
    }
    if (d.places() >= BodyId::none)
        refuse("PhysicsWorld.size", static_cast<double>(d.places()), "must stay below 2^32 - 1");
    d.shape.push_back(shape);
    d.generation.push_back(0);
    d.traits.emplace_back();
    d.pose.emplace_back();
    d.motion.emplace_back();
    d.load.emplace_back();
    d.mass.emplace_back();
    d.index.emplace_back();
    return d.places() - 1;
}

}  // namespace

PhysicsWorld::PhysicsWorld() : data_(std::make_unique<WorldData>()) {}
PhysicsWorld::PhysicsWorld(const WorldOptions& options) : PhysicsWorld() {
    set_options(options);
}
PhysicsWorld::PhysicsWorld(const PhysicsWorld& other)
    : data_(std::make_unique<WorldData>(static_cast<const detail::WorldState&>(*other.data_))) {}
PhysicsWorld::PhysicsWorld(PhysicsWorld&& other) noexcept = default;
PhysicsWorld& PhysicsWorld::operator=(const PhysicsWorld& other) {
    if (this != &other) data_->assign(*other.data_);
    return *this;
}
PhysicsWorld& PhysicsWorld::operator=(PhysicsWorld&& other) noexcept = default;
PhysicsWorld::~PhysicsWorld() = default;

const WorldOptions& PhysicsWorld::options() const noexcept {
    return data_->options;
}
void PhysicsWorld::set_options(const WorldOptions& options) {
    require_valid(options);
    if (options.contact_margin != data_->options.contact_margin) data_->forget_found();
    data_->options = options;
}

BodyId PhysicsWorld::add_body(const BodyOptions& o) {
    require_valid(o);
    WorldData& d = *data_;
    const bool is_dynamic = o.kind == BodyKind::dynamic;
    MassProperties solid;
    if (is_dynamic) {
        solid = o.shape.mass_properties(o.mass);
        // A given inertia is about the given centre of mass already.
        if (o.centre_of_mass) solid.centre = *o.centre_of_mass;
        if (o.inertia) solid.inertia = *o.inertia;
        detail::require_inertia("BodyOptions.inertia", solid.inertia);
    }
    std::shared_ptr<const MeshIndex> index = o.index;
    if (o.shape.kind() == ShapeKind::mesh && index == nullptr)
        index = std::make_shared<const MeshIndex>(o.shape.mesh());

    const std::size_t place = new_place(d, o.shape);
    ++d.generation[place];
    d.traits[place] = {.kind = o.kind,
                       .is_alive = true,
                       .collides = o.collides,
                       .continuous = o.continuous,
                       .born_dynamic = is_dynamic,
                       .linear_damping = o.linear_damping,
                       .angular_damping = o.angular_damping,
                       .gravity_scale = o.gravity_scale};
    d.pose[place] = detail::normalized_pose(o.pose);
    d.motion[place] = {o.linear_velocity, o.angular_velocity};
    d.load[place] = {};
    d.mass[place] = {};
    d.index[place] = std::move(index);
    if (place < d.sweepable.size()) d.sweepable[place] = 0;
    if (is_dynamic) d.set_mass(place, o.mass, solid.centre, inverse_symmetric(solid.inertia));
    ++d.alive;
    // Columns may have moved, and with them what placed shapes point to.
    d.statics_changed = true;
    d.changed(place);
    return d.id(place);
}

BodyId PhysicsWorld::add_static_mesh(std::shared_ptr<const TriangleMesh> mesh,
                                     const PhysicsMaterial& material, const RigidTransform& pose) {
    return add_body({.shape = Shape::mesh(std::move(mesh), {}, {material}),
                     .kind = BodyKind::static_body,
                     .pose = pose});
}

void PhysicsWorld::remove(BodyId id) {
    WorldData& d = *data_;
    const std::size_t place = body(id).slot();
    d.changed(place);
    d.statics_changed = true;
    d.traits[place] = {};
    d.motion[place] = {};
    d.load[place] = {};
    d.mass[place] = {};
    d.index[place] = nullptr;
    d.free_places.push_back(id.index);
    --d.alive;
    // A body that takes the place later has nothing to do with these.
    std::size_t kept = 0;
    for (std::size_t i = 0; i < d.contacts.size(); ++i) {
        if (d.contacts[i].a == place || d.contacts[i].b == place) continue;
        d.contacts[kept] = d.contacts[i];
        d.manifolds[kept++] = d.manifolds[i];
    }
    d.contacts.resize(kept);
    d.manifolds.resize(kept);
    std::erase_if(d.impacts, [&](const detail::ImpactRecord& record) {
        return record.body == place || record.other == place;
    });
    std::erase_if(d.events, [&](const CollisionEvent& e) { return e.body == id || e.other == id; });
}

bool PhysicsWorld::contains(BodyId id) const noexcept {
    const WorldData& d = *data_;
    return id.index < d.places() && d.traits[id.index].is_alive &&
           d.generation[id.index] == id.generation;
}

std::size_t PhysicsWorld::size() const noexcept {
    return data_->alive;
}

std::vector<BodyId> PhysicsWorld::bodies() const {
    std::vector<BodyId> ids;
    for (std::size_t p = 0; p < data_->places(); ++p)
        if (data_->traits[p].is_alive) ids.push_back(data_->id(p));
    return ids;
}

Body PhysicsWorld::body(BodyId id) {
    const Body found(data_.get(), id);
    static_cast<void>(found.slot());
    return found;
}

BodyView PhysicsWorld::body(BodyId id) const {
    const BodyView found(data_.get(), id);
    static_cast<void>(found.slot());
    return found;
}

std::span<const CollisionEvent> PhysicsWorld::events() const noexcept {
    return data_->events;
}

std::size_t PhysicsWorld::contact_count() const noexcept {
    std::size_t count = data_->impacts.size();
    for (const detail::ManifoldRecord& record : data_->contacts) count += record.count;
    return count;
}

std::vector<WorldContact> PhysicsWorld::contacts() const {
    const WorldData& d = *data_;
    std::vector<WorldContact> list;
    const auto load = [](const double(&from)[3]) { return Vec3{from[0], from[1], from[2]}; };
    for (std::size_t m = 0; m < d.contacts.size(); ++m) {
        const detail::ManifoldRecord& record = d.contacts[m];
        const kernels::SolverManifold& manifold = d.manifolds[m];
        for (std::uint32_t i = 0; i < record.count; ++i) {
            const kernels::SolverManifold::Point& point = manifold.points[i];
            list.push_back({d.id(record.a), d.id(record.b), load(record.centre) + load(point.arm),
                            load(manifold.normal), point.depth, point.total});
        }
    }
    for (const detail::ImpactRecord& impact : d.impacts)
        list.push_back({d.id(impact.other), d.id(impact.body), impact.point, impact.normal, 0,
                        impact.impulse});
    return list;
}

}  // namespace lanewise
