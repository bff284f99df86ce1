#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/continuous/swept_checks.hpp>
#include <lanewise/physics/continuous/swept_frame.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace lanewise {

namespace {

constexpr const char k_axes[] = "xyz";

std::string field(std::string_view owner, std::string_view member) {
    return std::string(owner) + "." + std::string(member);
}

void require_finite_vector(std::string_view owner, std::string_view member, const Vec3& v) {
    for (std::size_t axis = 0; axis < 3; ++axis)
        require_finite(field(owner, member) + "." + k_axes[axis], v[axis]);
}

void require_coordinates(std::string_view owner, std::string_view member, const Vec3& v,
                         double radius) {
    const double most =
        std::min(SweptLimits::most_coordinate, SweptLimits::most_coordinate_radii * radius);
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (!(std::fabs(v[axis]) <= most))
            refuse(field(owner, member) + "." + k_axes[axis], v[axis],
                   "must be at most 1e6 m and 65536 radii from 0");
}

bool can_turn(const SweptBody& body) {
    return !(body.inverse_inertia == Mat3{});
}

void require_inertia(const SweptBody& body, std::string_view owner) {
    const std::string name = field(owner, "inverse_inertia");
    const Mat3& w = body.inverse_inertia;
    if (!is_finite(w)) refuse(name, "not finite", "must be finite");
    if (can_turn(body)) {
        if (body.round.half_axis != Vec3{})
            refuse(name, "not zero", "must be zero for a capsule, which is swept without turning");
        if (!is_symmetric(w) || !is_positive_definite(w))
            refuse(name, "not symmetric and positive definite",
                   "must be exactly symmetric and positive definite, or zero");
    } else if (body.spin != Vec3{}) {
        refuse(field(owner, "spin"), norm(body.spin), "must be 0 for a body that cannot turn");
    }
}

bool is_thin(const std::array<Vec3, 3>& c) {
    const Vec3 ab = c[1] - c[0], bc = c[2] - c[1], ca = c[0] - c[2];
    const double longest = std::max({norm_squared(ab), norm_squared(bc), norm_squared(ca)});
    const double area = std::max({norm(cross(ab, bc)), norm(cross(bc, ca)), norm(cross(ca, ab))});
    return !(area >= SweptLimits::thinnest_triangle * longest);
}

double extent(const Bounds& box) {
    return largest_component(box.high - box.low);
}

constexpr const char* k_extent_rule = "must extend over at most 2^20 radii of a body nearby";

}  // namespace

void require_sweepable(const SweptSettings& settings, std::string_view owner) {
    require_not_negative(field(owner, "bounce_threshold"), settings.bounce_threshold);
    require_between(field(owner, "impact_limit"), settings.impact_limit, 1,
                    SweptLimits::most_impacts);
}

double reach_of(const SweptBody& body, double step) noexcept {
    double square = norm_squared(body.velocity);
    if (body.spin != Vec3{})
        square += dot(body.spin, inverse_symmetric(body.inverse_inertia) * body.spin) / body.mass;
    return body.round.radius + norm(body.round.half_axis) + step * std::sqrt(square);
}

void require_sweepable(const SweptBody& body, double step, std::string_view owner) {
    require_positive("step", step);
    const double radius = body.round.radius;
    require_between(field(owner, "radius"), radius, SweptLimits::least_radius,
                    SweptLimits::most_radius);
    require_finite_vector(owner, "half_axis", body.round.half_axis);
    require_between(field(owner, "half_length"), norm(body.round.half_axis), 0,
                    SweptLimits::most_half_length);
    require_coordinates(owner, "centre", body.round.centre, radius);
    require_positive(field(owner, "mass"), body.mass);
    require_finite_vector(owner, "velocity", body.velocity);
    require_finite_vector(owner, "spin", body.spin);
    require_inertia(body, owner);
    require_valid(body.material, field(owner, "material"));
    const double reach = reach_of(body, step);
    if (!(reach <= SweptLimits::most_reach_radii * radius))
        refuse(field(owner, "reach"), reach,
               "must be at most 2^20 radii: size and travel within a step");
}

void require_sweepable(const TriangleMesh& mesh, std::string_view owner) {
    if (!mesh.dropped().empty())
        refuse(field(owner, "triangles[" + std::to_string(mesh.dropped().front()) + "]"),
               "degenerate", "must have an area for continuous collision");
    for (std::size_t t = 0; t < mesh.size(); ++t)
        if (is_thin(mesh.corners(t)))
            refuse(field(owner, "triangles[" + std::to_string(mesh.source(t)) + "]"), "thin",
                   "twice the area must be at least 2^-20 of the longest side's square for "
                   "continuous collision");
}

void require_sweepable(const SweptObstacle& obstacle, std::string_view owner) {
    if (obstacle.shape == nullptr) refuse(field(owner, "shape"), "null", "must be a shape");
    if (obstacle.shape->kind() == ShapeKind::mesh &&
        (obstacle.index == nullptr || obstacle.index->shared_mesh() != obstacle.shape->mesh()))
        refuse(field(owner, "index"), obstacle.index == nullptr ? "null" : "of another mesh",
               "must be the index of the shape's mesh");
    const Quat& q = obstacle.placed.rotation;
    if (!(std::fabs(norm_squared(q) - 1) <= SweptLimits::rotation_slack))
        refuse(field(owner, "placed.rotation"), norm_squared(q),
               "squared norm must be 1 within 1e-5");
    require_coordinates(owner, "placed.translation", obstacle.placed.translation,
                        SweptLimits::most_radius);
}

void require_sweepable_near(const SweptBody& body, double step, const SweptObstacle& obstacle,
                            std::vector<std::uint32_t>& scratch, std::string_view owner) {
    const double most = SweptLimits::most_reach_radii * body.round.radius;
    const Shape& shape = *obstacle.shape;
    if (shape.kind() != ShapeKind::mesh) {
        const double size = extent(shape.bounds(inverse(shape.local())));
        if (!(size <= most)) refuse(field(owner, "extent"), size, k_extent_rule);
        return;
    }
    const Vec3 centre = transform_point_back(obstacle.placed, body.round.centre);
    scratch.clear();
    obstacle.index->find(grown({centre, centre}, reach_of(body, step) * (1 + 0x1p-20)), scratch);
    for (const std::uint32_t t : scratch) {
        const auto c = shape.mesh()->corners(t);
        const double size =
            extent({minimum(minimum(c[0], c[1]), c[2]), maximum(maximum(c[0], c[1]), c[2])});
        if (!(size <= most))
            refuse(field(owner, "triangles[" + std::to_string(shape.mesh()->source(t)) + "]"), size,
                   k_extent_rule);
    }
}

}  // namespace lanewise
