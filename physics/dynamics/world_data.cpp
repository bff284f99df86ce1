#include <lanewise/physics/dynamics/step_scratch.hpp>
#include <lanewise/physics/dynamics/world_data.hpp>

#include <cmath>

namespace lanewise::detail {
namespace {

Vec3 row_sizes(const Mat3& m, const Vec3& half) noexcept {
    return absolute(m.x) * half.x + absolute(m.y) * half.y + absolute(m.z) * half.z;
}

}  // namespace

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

Mat3 WorldState::world_inverse_inertia(std::size_t place) const noexcept {
    if (!traits[place].is_dynamic()) return {};
    const Mat3& inverse = mass[place].inverse_inertia;
    // Turning leaves these as they are, to the bit.
    if (inverse == Mat3::diagonal({inverse.x.x, inverse.x.x, inverse.x.x})) return inverse;
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
            reach = row_sizes(solid.rotation, shape.half_extents());
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
            reach = row_sizes(solid.rotation, 0.5 * (own.high - own.low));
            // The corners of the box are not those of the triangles, so rounding must not matter.
            reach += 1e-12 * (reach + absolute(centre));
            return {centre - reach, centre + reach};
        }
    }
    return {at - reach, at + reach};
}

}  // namespace lanewise::detail
