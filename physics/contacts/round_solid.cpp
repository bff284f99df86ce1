#include <lanewise/physics/contacts/nearest.hpp>
#include <lanewise/physics/contacts/pairs.hpp>
#include <lanewise/physics/contacts/reduce.hpp>
#include <lanewise/physics/contacts/signed_distance.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace lanewise::detail {

namespace {

std::uint64_t name_of(const SignedDistance& from) noexcept {
    return static_cast<std::uint64_t>(from.feature) << 32 | from.number;
}

/// As signed_distance of a box's polyhedron, but numbers count the sides that see the point.
SignedDistance distance_from_box(const Vec3& half, const Vec3& point) noexcept {
    Vec3 surface = point;
    std::uint32_t sides = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        sides *= 3;
        if (std::fabs(point[axis]) <= half[axis]) continue;
        sides += point[axis] > 0 ? 1 : 2;
        surface[axis] = point[axis] > 0 ? half[axis] : -half[axis];
    }
    if (sides != 0) {
        const Vec3 away = point - surface;
        const double distance = norm(away);
        return {distance, away / distance, surface, SignedDistance::Feature::corner, sides};
    }
    std::size_t nearest = 0;
    for (std::size_t axis = 1; axis < 3; ++axis)
        if (std::fabs(point[axis]) - half[axis] > std::fabs(point[nearest]) - half[nearest])
            nearest = axis;
    Vec3 normal;
    normal[nearest] = point[nearest] < 0 ? -1 : 1;
    surface[nearest] = normal[nearest] * half[nearest];
    return {std::fabs(point[nearest]) - half[nearest], normal, surface,
            SignedDistance::Feature::face,
            2 * static_cast<std::uint32_t>(nearest) + (point[nearest] < 0 ? 1 : 0)};
}

/// A capsule's segment from p to q against a solid, in the solid's frame.
class SegmentOnSolid {
public:
    SegmentOnSolid(const Polyhedron& solid, const Vec3& p, const Vec3& q, double radius,
                   double margin)
        : solid_(solid), p_(p), q_(q), u_(q - p), radius_(radius), margin_(margin) {}

    /// Returns the number of points, at most 4; they and the normal are in the solid's frame.
    std::size_t run() {
        if (meets_solid())
            collide_inside();
        else
            collide_outside();
        return reduce_patch(std::span(points_).first(count_), normal_);
    }

    [[nodiscard]] const Vec3& normal() const noexcept { return normal_; }
    [[nodiscard]] const ContactPoint& point(std::size_t i) const noexcept { return points_[i]; }

private:
    static constexpr std::uint64_t k_end_names = 8;  ///< above those of other features

    [[nodiscard]] Vec3 at(double s) const noexcept {
        return s <= 0 ? p_ : s >= 1 ? q_ : p_ + s * u_;
    }
    [[nodiscard]] static double height(const PolyhedronFace& face, const Vec3& point) noexcept {
        return dot(face.normal, point) - face.offset;
    }

    /// M. Cyrus and J. Beck, 1978.
    [[nodiscard]] bool meets_solid() const noexcept {
        double enter = 0;
        double leave = 1;
        for (const PolyhedronFace& face : solid_.faces)
            if (!cut(height(face, p_), height(face, q_), enter, leave)) return false;
        return true;
    }
    /// Keeps the part of [enter, leave] where a line from height `from` to `to` is not above 0.
    static bool cut(double from, double to, double& enter, double& leave) noexcept {
        if (from > 0 && to > 0) return false;
        if (from > 0) enter = std::max(enter, from / (from - to));
        if (to > 0) leave = std::min(leave, from / (from - to));
        return enter <= leave;
    }

    void add(const Vec3& on_axis, double distance, const Vec3& away, std::uint64_t feature) {
        if (radius_ - distance < -margin_) return;
        // Midway between the solid's surface and the capsule's.
        points_[count_++] = {on_axis - (0.5 * (distance + radius_)) * away, radius_ - distance,
                             feature};
    }

    /// The ends of the segment's part that lies over a face.
    [[nodiscard]] bool over_face(std::uint32_t f, double& enter, double& leave) const noexcept {
        constexpr double slack = 1e-9;
        const PolyhedronFace& face = solid_.faces[f];
        enter = 0;
        leave = 1;
        for (std::uint32_t k = 0; k < face.count; ++k) {
            const Vec3& from = solid_.vertices[solid_.loops[face.first + k]];
            const Vec3& to = solid_.vertices[solid_.loops[face.first + (k + 1) % face.count]];
            const Vec3 side = cross(to - from, face.normal);
            const double room = slack * norm(side);
            if (!cut(dot(side, p_ - from) - room, dot(side, q_ - from) - room, enter, leave))
                return false;
        }
        return true;
    }

    /// Points at both ends of the part over a face; false if there is none.
    bool lie_on_face(std::uint32_t f) {
        double enter = 0, leave = 1;
        if (!over_face(f, enter, leave)) return false;
        const PolyhedronFace& face = solid_.faces[f];
        for (const double s : {enter, leave}) {
            const Vec3 on_axis = at(s);
            add(on_axis, height(face, on_axis), normal_, name_of_end(f, s == enter ? 0 : 1));
            if (!(leave > enter)) break;
        }
        return count_ > 0;
    }
    [[nodiscard]] static std::uint64_t name_of_end(std::uint32_t f, std::uint64_t end) noexcept {
        return (k_end_names + end) << 32 | f;
    }

    [[nodiscard]] std::uint32_t face_along(const Vec3& direction) const noexcept {
        std::uint32_t best = 0;
        for (std::uint32_t f = 1; f < solid_.faces.size(); ++f)
            if (dot(solid_.faces[f].normal, direction) > dot(solid_.faces[best].normal, direction))
                best = f;
        return best;
    }

    void collide_outside() {
        const std::array<SignedDistance, 2> ends{signed_distance(solid_, p_),
                                                 signed_distance(solid_, q_)};
        const SignedDistance* best = ends[1].distance < ends[0].distance ? &ends[1] : &ends[0];
        Vec3 on_axis = best == &ends[0] ? p_ : q_;
        SignedDistance inner{};
        for (std::uint32_t e = 0; e < solid_.edges.size(); ++e) {
            const Vec3& tail = solid_.vertices[solid_.edges[e].tail];
            const Vec3 v = solid_.vertices[solid_.edges[e].head] - tail;
            const auto [s, t] = nearest_of_segments(p_, u_, tail, v);
            if (!(s > 0 && s < 1)) continue;
            const Vec3 away = p_ + s * u_ - (tail + t * v);
            const double distance = norm(away);
            if (!(distance < best->distance * (1 - 1e-12)) || !(distance > shortest_direction))
                continue;
            inner = {distance, away / distance, tail + t * v, SignedDistance::Feature::edge, e};
            best = &inner;
            on_axis = p_ + s * u_;
        }
        if (radius_ - best->distance < -margin_) return;
        normal_ = best->normal;
        if (best->feature == SignedDistance::Feature::face && lie_on_face(best->number)) return;
        add(on_axis, best->distance, normal_, name_of(*best));
        // A capsule that lies on an edge, or almost on a face, has more support than that.
        const std::uint32_t face = face_along(normal_);
        if (dot(solid_.faces[face].normal, normal_) > 0.99) lie_on_face(face);
        for (std::size_t i = 0; i < 2; ++i)
            if (dot(ends[i].normal, normal_) > 1 - 1e-6 && &ends[i] != best)
                add(i == 0 ? p_ : q_, ends[i].distance, normal_, name_of_end(~0u, i));
    }

    /// The axis passes through the solid: out along the axis of least overlap.
    void collide_inside() {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        double of_face = -infinity;
        std::uint32_t face = 0;
        for (std::uint32_t f = 0; f < solid_.faces.size(); ++f) {
            const double s = std::min(height(solid_.faces[f], p_), height(solid_.faces[f], q_));
            if (s > of_face) {
                of_face = s;
                face = f;
            }
        }
        double of_edge = -infinity;
        std::uint32_t edge = 0;
        Vec3 across;
        for (std::uint32_t e = 0; e < solid_.edges.size(); ++e) {
            const PolyhedronEdge& candidate = solid_.edges[e];
            const Vec3& left = solid_.faces[candidate.left].normal;
            const Vec3& right = solid_.faces[candidate.right].normal;
            if (!(dot(u_, left) * dot(u_, right) < 0)) continue;
            const Vec3& tail = solid_.vertices[candidate.tail];
            const Vec3 v = solid_.vertices[candidate.head] - tail;
            Vec3 axis = cross(u_, v);
            const double size = norm(axis);
            if (!(size * size > parallel_sine_squared * (norm_squared(u_) * norm_squared(v))))
                continue;
            axis = axis / (dot(axis, left + right) < 0 ? -size : size);
            const double s = dot(axis, p_ - tail);
            if (s > of_edge) {
                of_edge = s;
                edge = e;
                across = axis;
            }
        }
        if (of_edge > of_face + 1e-9) {
            const Vec3& tail = solid_.vertices[solid_.edges[edge].tail];
            const Vec3 v = solid_.vertices[solid_.edges[edge].head] - tail;
            const auto nearest = nearest_of_segments(p_, u_, tail, v);
            normal_ = across;
            add(at(nearest.s), of_edge, normal_,
                std::uint64_t(SignedDistance::Feature::edge) << 32 | edge);
            return;
        }
        normal_ = solid_.faces[face].normal;
        const bool lies = lie_on_face(face);
        // The deeper end may lie beside the face.
        const double of_p = height(solid_.faces[face], p_);
        const double of_q = height(solid_.faces[face], q_);
        const bool first = of_p <= of_q;
        double deepest = -std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < count_; ++i) deepest = std::max(deepest, points_[i].depth);
        if (!lies || deepest < radius_ - of_face - 1e-9)
            add(first ? p_ : q_, of_face, normal_, name_of_end(~0u, first ? 0 : 1));
    }

    const Polyhedron& solid_;
    Vec3 p_, q_, u_;
    double radius_;
    double margin_;
    Vec3 normal_;
    std::array<ContactPoint, 6> points_;
    std::size_t count_ = 0;
};

}  // namespace

void collide_solid_and_sphere(const PlacedSolid& solid, const PlacedSolid& sphere, double margin,
                              Manifolds& out) {
    const Vec3 centre =
        transposed_times(solid.rotation, sphere.pose.translation - solid.pose.translation);
    const double radius = sphere.shape->radius();
    const SignedDistance from = solid.shape->kind() == ShapeKind::box
                                    ? distance_from_box(solid.shape->half_extents(), centre)
                                    : signed_distance(*solid.shape->polyhedron(), centre);
    if (radius - from.distance < -margin) return;
    ContactManifold manifold;
    manifold.normal = solid.rotation * from.normal;
    // From the sphere, so that the point is exact where its centre is.
    manifold.points[0] = {
        sphere.pose.translation - (0.5 * (from.distance + radius)) * manifold.normal,
        radius - from.distance, name_of(from)};
    manifold.count = 1;
    out.push_back(manifold);
}

void collide_solid_and_capsule(const PlacedSolid& solid, const PlacedSolid& capsule, double margin,
                               Manifolds& out) {
    const Vec3 centre =
        transposed_times(solid.rotation, capsule.pose.translation - solid.pose.translation);
    const Vec3 half =
        capsule.shape->half_length() * transposed_times(solid.rotation, capsule.rotation.z);
    if (!(norm_squared(half) > 0)) {
        collide_solid_and_sphere(solid, capsule, margin, out);
        return;
    }
    SegmentOnSolid segment(*solid.shape->polyhedron(), centre - half, centre + half,
                           capsule.shape->radius(), margin);
    const std::size_t count = segment.run();
    if (count == 0) return;
    ContactManifold manifold;
    manifold.normal = solid.rotation * segment.normal();
    for (std::size_t i = 0; i < count; ++i) {
        manifold.points[i] = segment.point(i);
        manifold.points[i].point =
            solid.pose.translation + solid.rotation * manifold.points[i].point;
    }
    manifold.count = static_cast<std::uint32_t>(count);
    out.push_back(manifold);
}

}  // namespace lanewise::detail
