#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/collision/mass_properties.hpp>

#include <numbers>

namespace lanewise {

namespace {

/// m (d^2 - d d^T): what the parallel-axis theorem adds.
Mat3 point_inertia(double mass, const Vec3& d) noexcept {
    return Mat3::symmetric(mass * (d.y * d.y + d.z * d.z), mass * (d.x * d.x + d.z * d.z),
                           mass * (d.x * d.x + d.y * d.y), -mass * d.x * d.y, -mass * d.x * d.z,
                           -mass * d.y * d.z);
}

MassProperties checked(const MassProperties& result) {
    require_positive("mass", result.mass);
    if (!is_finite(result.centre) || !is_finite(result.inertia) ||
        !is_positive_definite(result.inertia))
        refuse("mass", result.mass, "must give a finite, positive definite inertia to this shape");
    return result;
}

/// Volume and moments of a polyhedron about `base`; the second moments are integrals of r r^T.
struct Moments {
    double volume = 0;
    Vec3 first;
    Mat3 second;
};

Moments moments_about(const Polyhedron& solid, const Vec3& base) noexcept {
    Moments sum;
    for (const PolyhedronFace& face : solid.faces) {
        const auto corners = solid.corners(face);
        const Vec3 a = solid.vertices[corners[0]] - base;
        for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
            const Vec3 b = solid.vertices[corners[i]] - base;
            const Vec3 c = solid.vertices[corners[i + 1]] - base;
            const Vec3 s = a + b + c;
            const double det = dot(a, cross(b, c));
            sum.volume += det / 6;
            sum.first += det / 24 * s;
            sum.second =
                sum.second + det / 120 * (outer(s, s) + outer(a, a) + outer(b, b) + outer(c, c));
        }
    }
    return sum;
}

}  // namespace

double sphere_volume(double r) noexcept {
    return 4.0 / 3 * std::numbers::pi * r * r * r;
}
double box_volume(const Vec3& h) noexcept {
    return 8 * h.x * h.y * h.z;
}
double capsule_volume(double r, double half_length) noexcept {
    return sphere_volume(r) + 2 * half_length * std::numbers::pi * r * r;
}
double polyhedron_volume(const Polyhedron& solid) noexcept {
    return moments_about(solid, solid.centre).volume;
}

MassProperties sphere_mass(double mass, double radius) {
    const double i = 0.4 * mass * radius * radius;
    return checked({mass, {}, Mat3::diagonal({i, i, i})});
}

MassProperties box_mass(double mass, const Vec3& h) {
    const Vec3 q = multiplied(h, h);
    return checked({mass, {}, Mat3::diagonal(Vec3{q.y + q.z, q.x + q.z, q.x + q.y} * mass / 3)});
}

MassProperties capsule_mass(double mass, double r, double half_length) {
    const double length = 2 * half_length;
    const double cylinder = mass * (length / (length + 4 * r / 3));
    const double ball = mass - cylinder;
    const double along = cylinder * r * r / 2 + 0.4 * ball * r * r;
    const double across = cylinder * (r * r / 4 + length * length / 12) +
                          ball * (0.4 * r * r + length * length / 4 + 3 * length * r / 8);
    return checked({mass, {}, Mat3::diagonal({across, across, along})});
}

MassProperties polyhedron_mass(double mass, const Polyhedron& solid) {
    // The moments about the centre of mass come from a second pass: taken from the first one by the
    // parallel-axis theorem they would be a difference of large numbers.
    const Moments first = moments_about(solid, solid.centre);
    const Vec3 centre = solid.centre + first.first / first.volume;
    const Moments m = moments_about(solid, centre);
    const double density = mass / m.volume;
    const Mat3 s = m.second * density;
    return checked(
        {mass, centre,
         Mat3::symmetric(s.y.y + s.z.z, s.x.x + s.z.z, s.x.x + s.y.y, -s.x.y, -s.x.z, -s.y.z)});
}

MassProperties moved(const MassProperties& solid, const RigidTransform& pose) noexcept {
    return {solid.mass, transform_point(pose, solid.centre),
            rotated_tensor(to_matrix(pose.rotation), solid.inertia)};
}

Mat3 inertia_about(const MassProperties& solid, const Vec3& point) noexcept {
    return solid.inertia + point_inertia(solid.mass, point - solid.centre);
}

MassProperties combined(const MassProperties& a, const MassProperties& b) noexcept {
    const double mass = a.mass + b.mass;
    const Vec3 centre = a.centre + (b.centre - a.centre) * (b.mass / mass);
    return {mass, centre, inertia_about(a, centre) + inertia_about(b, centre)};
}

}  // namespace lanewise
