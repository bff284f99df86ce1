#include <lanewise/physics/contacts/nearest.hpp>
#include <lanewise/physics/contacts/pairs.hpp>
#include <lanewise/physics/contacts/reduce.hpp>

#include <array>
#include <cmath>

namespace lanewise::detail {

namespace {

/// Capsules whose axes differ by less than about half a degree (squared sine) lie on each other
/// along a line and get a point at each of its ends.
constexpr double nearly_parallel = 1e-4;

/// Two segments about their centres: a point of the first is s * u, one of the second d + t * v,
/// with s and t from -1 to 1.
struct RoundPair {
    Vec3 u;
    Vec3 v;
    Vec3 d;
    double radius_a;
    double radius_b;

    [[nodiscard]] Vec3 between(double s, double t) const noexcept { return d + t * v - s * u; }
    [[nodiscard]] double depth(double s, double t) const noexcept {
        return radius_a + radius_b - norm(between(s, t));
    }
    /// Midway between the surfaces along `normal`, relative to the first centre.
    [[nodiscard]] Vec3 point(double s, double t, const Vec3& normal) const noexcept {
        return 0.5 * ((s * u + d + t * v) + (radius_a - radius_b) * normal);
    }
    /// From the first to the second where the nearest points are one: across both axes.
    [[nodiscard]] Vec3 fallback() const noexcept {
        Vec3 across = cross(u, v);
        if (!(norm(across) > shortest_direction)) {
            const Vec3 axis = norm_squared(u) > 0 ? u : v;
            if (!(norm_squared(axis) > 0)) return {0, 0, 1};
            across = any_perpendicular(axis / norm(axis));
        }
        across = across / norm(across);
        return dot(across, d) < 0 ? -across : across;
    }
};

}  // namespace

void collide_rounds(const PlacedSolid& a, const PlacedSolid& b, double margin, Manifolds& out) {
    const RoundPair pair{
        a.shape->half_length() * a.rotation.z, b.shape->half_length() * b.rotation.z,
        b.pose.translation - a.pose.translation, a.shape->radius(), b.shape->radius()};
    const auto [from_a, from_b] =
        nearest_of_segments(-pair.u, 2 * pair.u, pair.d - pair.v, 2 * pair.v);
    const double s = 2 * from_a - 1;
    const double t = 2 * from_b - 1;
    const Vec3 between = pair.between(s, t);
    const double distance = norm(between);
    if (pair.radius_a + pair.radius_b - distance < -margin) return;

    ContactManifold manifold;
    manifold.normal = distance > shortest_direction ? between / distance : pair.fallback();
    const Vec3& normal = manifold.normal;
    const auto contact = [&](double at_a, double at_b, double depth, std::uint64_t feature) {
        return ContactPoint{a.pose.translation + pair.point(at_a, at_b, normal), depth, feature};
    };
    std::array<ContactPoint, 3> points;
    std::size_t count = 0;
    const double uu = norm_squared(pair.u);
    const double vv = norm_squared(pair.v);
    if (uu > 0 && vv > 0 && norm_squared(cross(pair.u, pair.v)) < nearly_parallel * (uu * vv)) {
        // The part of the first axis that the second one covers.
        const double centre = dot(pair.d, pair.u) / uu;
        const double reach = std::fabs(dot(pair.v, pair.u)) / uu;
        const double low = clamped(centre - reach, -1, 1);
        const double high = clamped(centre + reach, -1, 1);
        if ((high - low) * (high - low) * uu > weld_distance * weld_distance)
            for (const double at : {low, high}) {
                const double across = dot(at * pair.u - pair.d, pair.v) / vv;
                const double on_b = clamped(across, -1, 1);
                const double depth = pair.depth(at, on_b);
                if (depth >= -margin) points[count++] = contact(at, on_b, depth, at == low ? 1 : 2);
            }
    }
    // The nearest points themselves, where none of these is as deep.
    const double depth = pair.radius_a + pair.radius_b - distance;
    double deepest = -2 * margin - 1;
    for (std::size_t i = 0; i < count; ++i)
        deepest = points[i].depth > deepest ? points[i].depth : deepest;
    if (deepest < depth - 1e-9) points[count++] = contact(s, t, depth, 0);
    const std::span<ContactPoint> found = std::span(points).first(count);
    fill(manifold, found.first(reduce_patch(found, normal)));
    out.push_back(manifold);
}

}  // namespace lanewise::detail
