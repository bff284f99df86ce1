#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/dynamics/body_checks.hpp>
#include <lanewise/physics/dynamics/world.hpp>
#include <lanewise/physics/dynamics/world_data.hpp>
#include <lanewise/physics/state_bytes.hpp>

#include <fmt/format.h>

namespace lanewise {
namespace {

using detail::BodyTraits;
using detail::ManifoldRecord;
using detail::WorldState;

constexpr std::uint64_t k_magic = 0x32444c524f574cu;  // "LWORLD2"
constexpr std::size_t k_header = 2 * sizeof(std::uint64_t);

/// Of what a snapshot does not hold and a world must have: the shapes as they were made.
std::uint64_t geometry_hash(const Shape& shape) {
    StateHash hash;
    hash.add(static_cast<std::uint64_t>(shape.kind()));
    hash.add(shape.radius());
    hash.add(shape.half_length());
    for (std::size_t axis = 0; axis < 3; ++axis) hash.add(shape.half_extents()[axis]);
    if (shape.polyhedron() != nullptr)
        hash.add(shape.polyhedron()->vertices.data(),
                 shape.polyhedron()->vertices.size() * sizeof(Vec3));
    if (shape.mesh() != nullptr) {
        hash.add(shape.mesh()->vertices().data(), shape.mesh()->vertices().size_bytes());
        hash.add(shape.mesh()->triangles().data(), shape.mesh()->triangles().size_bytes());
    }
    return hash.value();
}

void put_traits(ByteWriter& out, const BodyTraits& t) {
    out.put(static_cast<std::uint8_t>(t.kind));
    out.put(static_cast<std::uint8_t>(t.is_alive));
    out.put(static_cast<std::uint8_t>(t.collides));
    out.put(static_cast<std::uint8_t>(t.continuous));
    out.put(static_cast<std::uint8_t>(t.born_dynamic));
    out.put(t.linear_damping);
    out.put(t.angular_damping);
    out.put(t.gravity_scale);
}

BodyTraits take_traits(ByteReader& in) {
    BodyTraits t;
    t.kind = static_cast<BodyKind>(in.take<std::uint8_t>());
    t.is_alive = in.take<std::uint8_t>() != 0;
    t.collides = in.take<std::uint8_t>() != 0;
    t.continuous = in.take<std::uint8_t>() != 0;
    t.born_dynamic = in.take<std::uint8_t>() != 0;
    t.linear_damping = in.take<double>();
    t.angular_damping = in.take<double>();
    t.gravity_scale = in.take<double>();
    return t;
}

void put_options(ByteWriter& out, const WorldOptions& o) {
    out.put(o.gravity);
    out.put(o.velocity_iterations);
    out.put(o.position_iterations);
    for (const double x :
         {o.contact_margin, o.slop, o.push_factor, o.push_speed, o.restitution_threshold})
        out.put(x);
    out.put(static_cast<std::int32_t>(o.continuous));
    out.put(o.impact_limit);
}

WorldOptions take_options(ByteReader& in) {
    WorldOptions o;
    o.gravity = in.take<Vec3>();
    o.velocity_iterations = in.take<int>();
    o.position_iterations = in.take<int>();
    for (double* x :
         {&o.contact_margin, &o.slop, &o.push_factor, &o.push_speed, &o.restitution_threshold})
        *x = in.take<double>();
    o.continuous = in.take<std::int32_t>() != 0;
    o.impact_limit = in.take<int>();
    return o;
}

void put_body(ByteWriter& out, const WorldState& d, std::size_t p) {
    out.put(d.generation[p]);
    put_traits(out, d.traits[p]);
    out.put(d.pose[p]);
    out.put(d.motion[p]);
    out.put(d.load[p]);
    out.put(d.mass[p].mass);
    out.put(d.mass[p].centre);
    out.put(d.mass[p].inverse_inertia);
    out.put(d.shape[p].local());
    out.put(d.shape[p].materials());
}

void take_body(ByteReader& in, WorldState& d, std::size_t p) {
    d.generation[p] = in.take<std::uint32_t>();
    d.traits[p] = take_traits(in);
    d.pose[p] = in.take<RigidTransform>();
    d.motion[p] = in.take<detail::BodyMotion>();
    d.load[p] = in.take<detail::BodyLoad>();
    const auto mass = in.take<double>();
    const auto centre = in.take<Vec3>();
    const auto inverse = in.take<Mat3>();
    d.mass[p] = {};
    if (mass > 0) d.set_mass(p, mass, centre, inverse);
    const auto local = in.take<RigidTransform>();
    if (d.shape[p].local() != local) d.shape[p].set_local(local);
    const auto materials = in.take_list<PhysicsMaterial>();
    require_size("snapshot.materials", materials.size(), d.shape[p].materials().size());
    for (std::uint32_t i = 0; i < materials.size(); ++i) d.shape[p].set_material(materials[i], i);
}

[[noreturn]] void refuse_bytes(const char* rule) {
    refuse("snapshot", "other bytes", rule);
}

}  // namespace

std::vector<std::byte> PhysicsWorld::snapshot() const {
    const WorldState& d = *data_;
    ByteWriter out;
    out.put(k_magic);
    out.put(std::uint64_t{0});
    out.put<std::uint64_t>(d.places());
    for (std::size_t p = 0; p < d.places(); ++p)
        out.put(d.traits[p].is_alive ? geometry_hash(d.shape[p]) : 0);
    put_options(out, d.options);
    for (std::size_t p = 0; p < d.places(); ++p)
        if (d.traits[p].is_alive)
            put_body(out, d, p);
        else
            out.put(d.generation[p]);
    out.put(std::span<const std::uint32_t>(d.free_places));
    out.put(std::span<const ManifoldRecord>(d.contacts));
    out.put(std::span<const kernels::SolverManifold>(d.manifolds));
    out.put(std::span<const detail::ImpactRecord>(d.impacts));
    out.put(d.last_h);
    out.put(d.last_passes);
    out.put(std::span<const CollisionEvent>(d.events));
    StateHash hash;
    hash.add(out.bytes().data() + k_header, out.bytes().size() - k_header);
    const std::uint64_t value = hash.value();
    std::memcpy(out.bytes().data() + sizeof k_magic, &value, sizeof value);
    return std::move(out.bytes());
}

void PhysicsWorld::restore(std::span<const std::byte> bytes) {
    ByteReader in(bytes);
    if (in.take<std::uint64_t>() != k_magic)
        refuse_bytes("must be the snapshot of a PhysicsWorld of this version");
    const auto content = in.take<std::uint64_t>();
    StateHash hash;
    if (bytes.size() >= k_header) hash.add(bytes.data() + k_header, bytes.size() - k_header);
    if (hash.value() != content) refuse_bytes("must be complete and unchanged");

    detail::WorldState d = *data_;
    const auto places = in.take<std::uint64_t>();
    if (places != d.places())
        refuse("snapshot.bodies", static_cast<double>(places),
               fmt::format("must be the {} of this world", d.places()));
    std::vector<bool> is_alive(places);
    for (std::size_t p = 0; p < places; ++p) {
        const auto expected = in.take<std::uint64_t>();
        is_alive[p] = expected != 0;
        if (is_alive[p] && geometry_hash(d.shape[p]) != expected)
            refuse(fmt::format("snapshot.bodies[{}].shape", p), "another shape",
                   "must be that of this world's body");
    }
    d.options = take_options(in);
    d.alive = 0;
    for (std::size_t p = 0; p < places; ++p) {
        if (is_alive[p]) {
            take_body(in, d, p);
            ++d.alive;
        } else {
            d.generation[p] = in.take<std::uint32_t>();
            d.traits[p] = {};
        }
        const bool needs_index = is_alive[p] && d.shape[p].kind() == ShapeKind::mesh;
        if (!needs_index)
            d.index[p] = nullptr;
        else if (d.index[p] == nullptr)
            d.index[p] = std::make_shared<const MeshIndex>(d.shape[p].mesh());
    }
    d.free_places = in.take_list<std::uint32_t>();
    const std::vector<ManifoldRecord> contacts = in.take_list<ManifoldRecord>();
    d.contacts.assign(contacts.begin(), contacts.end());
    const std::vector<kernels::SolverManifold> manifolds = in.take_list<kernels::SolverManifold>();
    d.manifolds.assign(manifolds.begin(), manifolds.end());
    require_size("snapshot.manifolds", d.manifolds.size(), d.contacts.size());
    d.impacts = in.take_list<detail::ImpactRecord>();
    d.last_h = in.take<double>();
    d.last_passes = in.take<int>();
    d.events = in.take_list<CollisionEvent>();
    if (!in.is_done()) refuse_bytes("must be complete");
    data_->assign(std::move(d));
}

std::uint64_t PhysicsWorld::state_hash() const noexcept {
    const WorldState& d = *data_;
    StateHash hash;
    for (std::size_t p = 0; p < d.places(); ++p) {
        if (!d.traits[p].is_alive) continue;
        hash.add(&d.pose[p], sizeof d.pose[p]);
        hash.add(&d.motion[p], sizeof d.motion[p]);
    }
    for (const ManifoldRecord& record : d.contacts) hash.add(&record, sizeof record);
    for (const kernels::SolverManifold& manifold : d.manifolds)
        hash.add(&manifold, sizeof manifold);
    return hash.value();
}

}  // namespace lanewise
