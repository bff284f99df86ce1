#include <lanewise/physics/dynamics/contact_memory.hpp>

#include <algorithm>

namespace lanewise::detail {
namespace {

using kernels::SolverManifold;
using Found = ManifoldRecord::Found;

/// A share of the smaller shape's radius, which is 0.87 m for a cube of 1 m, and at most so many m.
constexpr double k_share = 3e-4;
constexpr double k_most_move = 3e-4;
constexpr std::size_t k_points = ContactManifold::most_points;

bool is_angular(const PlacedSolid& solid) noexcept {
    return solid.shape->kind() == ShapeKind::box || solid.shape->kind() == ShapeKind::hull;
}

/// Squared radius about the origin of the shape's frame.
double reach_squared(const Shape& shape) noexcept {
    if (shape.kind() == ShapeKind::box) return norm_squared(shape.half_extents());
    double most = 0;
    for (const Vec3& vertex : shape.polyhedron()->vertices)
        most = std::max(most, norm_squared(vertex));
    return most;
}

/// b seen from a.
Quat turn_between(const PlacedSolid& a, const PlacedSolid& b) noexcept {
    return conjugate(a.pose.rotation) * b.pose.rotation;
}
Vec3 offset_between(const PlacedSolid& a, const PlacedSolid& b) noexcept {
    return transposed_times(a.rotation, b.pose.translation - a.pose.translation);
}

}  // namespace

void set_found(const PlacedSolid& a, const PlacedSolid& b, const ContactManifold& manifold,
               ManifoldRecord& record) noexcept {
    record.found = {};
    record.follows = is_angular(a) && is_angular(b) ? 1 : 0;
    if (record.follows == 0) return;
    Found& found = record.found;
    const Quat turn = turn_between(a, b);
    const double parts[4] = {turn.x, turn.y, turn.z, turn.w};
    std::copy(parts, parts + 4, found.turn);
    store(found.offset, offset_between(a, b));
    store(found.normal, transposed_times(a.rotation, manifold.normal));
    for (std::uint32_t k = 0; k < manifold.count; ++k) {
        const Vec3 point =
            transposed_times(a.rotation, manifold.points[k].point - a.pose.translation);
        for (std::size_t axis = 0; axis < 3; ++axis) found.point[axis][k] = point[axis];
        found.depth[k] = manifold.points[k].depth;
    }
    // Towers sway more where turns are overlooked: a corner may move by a quarter of the rest. A
    // quaternion holds half the angle.
    const double square = std::min(reach_squared(*a.shape), reach_squared(*b.shape));
    found.most_move = std::min(k_share * k_share * square, k_most_move * k_most_move);
    found.most_turn = found.most_move / (64 * square);
}

bool move_manifold(const PlacedSolid& a, const PlacedSolid& b, const Vec3& centre,
                   const ManifoldRecord& record, SolverManifold& manifold) noexcept {
    const Found& found = record.found;
    const Vec3 offset = offset_between(a, b), before = load(found.offset);
    if (!(norm_squared(offset - before) <= found.most_move)) return false;
    // From b's axes as they were to b's axes as they are, along a's.
    const Quat turned =
        turn_between(a, b) * Quat{-found.turn[0], -found.turn[1], -found.turn[2], found.turn[3]};
    if (!(norm_squared(Vec3{turned.x, turned.y, turned.z}) <= found.most_turn)) return false;

    const Mat3 turn = to_matrix(turned), &axes = a.rotation;
    const Vec3 n = load(found.normal), normal = axes * n;
    store(manifold.normal, normal);
    const Vec3 shift = offset - turn * before, origin = a.pose.translation - centre;
    double arm[3][k_points], depth[k_points];
    for (std::size_t k = 0; k < k_points; ++k) {
        const Vec3 middle{found.point[0][k], found.point[1][k], found.point[2][k]};
        const Vec3 half = (0.5 * found.depth[k]) * n;
        const Vec3 on_a = middle + half, on_b = turn * (middle - half) + shift;
        depth[k] = dot(on_a - on_b, n);
        const Vec3 out = axes * (0.5 * (on_a + on_b)) + origin;
        arm[0][k] = out.x;
        arm[1][k] = out.y;
        arm[2][k] = out.z;
    }
    for (std::size_t k = 0; k < k_points; ++k) {
        for (std::size_t axis = 0; axis < 3; ++axis) manifold.points[k].arm[axis] = arm[axis][k];
        manifold.points[k].depth = depth[k];
    }
    return true;
}

}  // namespace lanewise::detail
