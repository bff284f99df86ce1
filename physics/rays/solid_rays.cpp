#include <lanewise/physics/rays/solid_rays.hpp>

#include <cmath>

namespace lanewise {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The part of a line between planes, so far.
struct Clip {
    double enter = -infinity;
    double leave = infinity;
    bool misses = false;

    /// Cuts by a half space: the origin lies `height` over its plane, the line rises by `slope`.
    /// True if the line enters here, later than anywhere before.
    bool cut(double height, double slope) noexcept {
        if (slope == 0) {
            misses |= height > 0;
            return false;
        }
        const double at = -height / slope;
        if (slope > 0) {
            leave = at < leave ? at : leave;
            return false;
        }
        if (!(at > enter)) return false;
        enter = at;
        return true;
    }
    [[nodiscard]] bool is_empty() const noexcept { return misses || !(enter <= leave); }
};

}  // namespace

SolidEntry enter_sphere(const Vec3& origin, const Vec3& direction, double radius) noexcept {
    // From the point nearest to the centre, so that a far origin does not cancel the radius away.
    const double nearest = -dot(origin, direction);
    const Vec3 across = origin + nearest * direction;
    const double half_chord_squared = radius * radius - norm_squared(across);
    if (!(half_chord_squared >= 0)) return {};
    const double half_chord = std::sqrt(half_chord_squared);
    return {nearest - half_chord, unit_or(across - half_chord * direction, -direction)};
}

SolidEntry enter_box(const Vec3& origin, const Vec3& direction, const Vec3& half_extents) noexcept {
    // Most lines enter well inside the face that they run at most steeply: one cut tells, with the
    // bits of all six. What rounding could move to another face is left to those.
    const Vec3 steepness = absolute(direction);
    const std::size_t steep = steepness.x >= steepness.y && steepness.x >= steepness.z ? 0
                              : steepness.y >= steepness.z                             ? 1
                                                                                       : 2;
    const double front = direction[steep] < 0 ? 1.0 : -1.0;
    const double at = -(front * origin[steep] - half_extents[steep]) / (front * direction[steep]);
    const auto is_well_inside = [&](std::size_t axis) {
        constexpr double k_share = 1 - 1e-9, k_rounding = 1e-12;
        const double way = at * direction[axis];
        return std::abs(origin[axis] + way) +
                   k_rounding * (std::abs(origin[axis]) + std::abs(way)) <
               k_share * half_extents[axis];
    };
    if (is_well_inside((steep + 1) % 3) && is_well_inside((steep + 2) % 3)) {
        Vec3 normal;
        normal[steep] = front;
        return {at, normal};
    }
    Clip clip;
    Vec3 normal;
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (const double side : {-1.0, 1.0})
            if (clip.cut(side * origin[axis] - half_extents[axis], side * direction[axis])) {
                normal = {};
                normal[axis] = side;
            }
    if (clip.is_empty()) return {};
    return {clip.enter, normal};
}

SolidEntry enter_capsule(const Vec3& origin, const Vec3& direction, double radius,
                         double half_length) noexcept {
    // The infinite cylinder first. Where the line enters it above or below the segment's end, the
    // capsule is entered, if at all, through that end's ball.
    double end = 0;
    const double flatness = direction.x * direction.x + direction.y * direction.y;
    // A line that runs along the axis to the precision of its direction stays in or out.
    if (flatness < 1e-30) {
        end = direction.z > 0 ? -half_length : half_length;
    } else {
        const double nearest = -(origin.x * direction.x + origin.y * direction.y) / flatness;
        const Vec3 across{origin.x + nearest * direction.x, origin.y + nearest * direction.y, 0};
        const double rest = radius * radius - norm_squared(across);
        if (!(rest >= 0)) return {};
        const double half_chord = std::sqrt(rest / flatness);
        const double distance = nearest - half_chord;
        const double z = origin.z + distance * direction.z;
        if (std::fabs(z) <= half_length) {
            const Vec3 outward{across.x - half_chord * direction.x,
                               across.y - half_chord * direction.y, 0};
            return {distance, unit_or(outward, -direction)};
        }
        end = z > 0 ? half_length : -half_length;
    }
    return enter_sphere({origin.x, origin.y, origin.z - end}, direction, radius);
}

SolidEntry enter_polyhedron(const Vec3& origin, const Vec3& direction,
                            const Polyhedron& solid) noexcept {
    Clip clip;
    const PolyhedronFace* entered = nullptr;
    for (const PolyhedronFace& face : solid.faces)
        if (clip.cut(dot(face.normal, origin) - face.offset, dot(face.normal, direction)))
            entered = &face;
    if (clip.is_empty() || entered == nullptr) return {};
    return {clip.enter, entered->normal};
}

}  // namespace lanewise
