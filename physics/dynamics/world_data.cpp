#include <lanewise/physics/dynamics/step_scratch.hpp>
#include <lanewise/physics/dynamics/world_data.hpp>

#include <cmath>

namespace lanewise::detail {
WorldData::WorldData() = default;
WorldData::~WorldData() = default;

WorldData::WorldData(const WorldState& state) : WorldState(state) {}

void WorldData::assign(WorldState state) noexcept {
    static_cast<WorldState&>(*this) = std::move(state);
    statics_changed = true;
    is_loaded = true;
    sweepable.clear();
    rays.is_fresh.store(false, std::memory_order_relaxed);
}

Mat3 WorldState::turned_inverse_inertia(std::size_t place) const noexcept {
    const Mat3& inverse = mass[place].inverse_inertia;
    const Mat3 r = to_matrix(pose[place].rotation);
    if (is_symmetric(inverse)) return rotated_tensor(r, inverse);
    return r * inverse * transposed(r);
}

void WorldState::set_mass(std::size_t place, double kilograms, const Vec3& centre,
                          const Mat3& inverse_inertia) {
    BodyMass& m = mass[place];
    m.mass = kilograms;
    m.inverse_mass = 1 / kilograms;
    m.centre = centre;
    m.inverse_inertia = inverse_inertia;
    m.rotation = free_rotation(inverse_inertia);
}

void WorldState::forget_found() noexcept {
    for (ManifoldRecord& record : contacts) record.follows = 0;
}

void WorldState::forget_found(std::size_t place) noexcept {
    for (ManifoldRecord& record : contacts)
        if (record.a == place || record.b == place) record.follows = 0;
}

void WorldData::changed(std::size_t place) noexcept {
    if (!traits[place].is_dynamic()) statics_changed = true;
    if (place < sweepable.size()) sweepable[place] = 0;
    rays.is_fresh.store(false, std::memory_order_relaxed);
}

Bounds bounds_of(const PlacedSolid& solid) noexcept {
    const Shape& shape = *solid.shape;
    const Vec3& at = solid.pose.translation;
    Vec3 reach;
    switch (shape.kind()) {
        case ShapeKind::sphere:
            reach = {shape.radius(), shape.radius(), shape.radius()};
            break;
        case ShapeKind::box:
            reach = box_reach(solid.rotation, shape.half_extents());
            break;
        case ShapeKind::capsule: {
            const double r = shape.radius();
            reach = absolute(solid.rotation.z) * shape.half_length() + Vec3{r, r, r};
            break;
        }
        case ShapeKind::hull: {
            Bounds box;
            for (const Vec3& v : shape.polyhedron()->vertices)
                box = enlarged(box, solid.rotation * v + at);
            return box;
        }
        case ShapeKind::mesh: {
            const Bounds& own = shape.mesh()->bounds();
            const Vec3 centre = transform_point(solid.pose, 0.5 * (own.low + own.high));
            reach = box_reach(solid.rotation, 0.5 * (own.high - own.low));
            // The corners of the box are not those of the triangles, so rounding must not matter.
            reach += 1e-12 * (reach + absolute(centre));
            return {centre - reach, centre + reach};
        }
    }
    return {at - reach, at + reach};
}

}  // namespace lanewise::detail
