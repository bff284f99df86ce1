#include <lanewise/physics/continuous/round_sweep.hpp>

#include <algorithm>
#include <cmath>

namespace lanewise::detail {

namespace {

/// Axes shorter than this share of the radius are points.
constexpr double k_shortest_axis = 0x1p-40;
/// Nearer than this share of the radius, the direction between two points is nothing but rounding.
constexpr double k_no_direction = 0x1p-20;
/// Squared sine of the angle below which the common normal of two lines is too uncertain.
constexpr double k_nearly_parallel = 1e-8;
/// Fractions up to this one may be arrivals at the travel's end that were rounded.
constexpr double k_latest = 1 + 0x1p-40;
/// Planes farther than this many radii are not touched, whatever the rounding.
constexpr double k_touching = 1 + 0x1p-20;
constexpr double k_epsilon = std::numeric_limits<double>::epsilon();

double largest_coordinate(const Vec3& a) noexcept {
    return largest_component(absolute(a));
}

/// Touch of a moving point and a line.
struct LineTouch {
    double fraction;
    double share;  ///< where on the line, 0 to 1 between its ends
    Vec3 offset;   ///< from the line to the point
};

constexpr LineTouch no_touch{2, 0, {}};

/// First t with |offset + t travel| = radius, from outside; 2 when there is none. The closest
/// approach is found first and the root taken in its conjugate form, so that nothing cancels:
/// t = c / (b + sqrt(a (r^2 - q^2))), c = |offset|^2 - r^2, b = -offset.travel, a = travel^2.
double first_root(const Vec3& offset, const Vec3& travel, double radius, double rounding) noexcept {
    const double a = norm_squared(travel);
    const double b = -dot(offset, travel);
    if (!(b > 0)) return 2;
    const double closest = norm(offset + (b / a) * travel);
    if (!(closest < radius - rounding)) return 2;
    const double start = norm(offset);
    const double gap = start - radius;
    if (!(gap >= -rounding)) return 2;
    const double depth = std::sqrt(a * ((radius - closest) * (radius + closest)));
    return std::max(gap, 0.0) * (start + radius) / (b + depth);
}

/// The cylinder round the line from the origin along `line` against a point at `offset`.
LineTouch touch_line(const Vec3& offset, const Vec3& travel, const Vec3& line, double radius,
                     double rounding) noexcept {
    const double square = norm_squared(line);
    const double share = dot(offset, line) / square;
    const double drift = dot(travel, line) / square;
    const Vec3 across = offset - share * line;
    const Vec3 travel_across = travel - drift * line;
    // Along the line nothing can be hit but the ends.
    constexpr double parallel = 64 * k_epsilon * k_epsilon;
    if (!(norm_squared(travel_across) > parallel * norm_squared(travel))) return no_touch;
    const double t = first_root(across, travel_across, radius, rounding);
    return {t, share + t * drift, across + t * travel_across};
}

bool is_on_segment(double share) noexcept {
    return share >= 0 && share <= 1;
}

}  // namespace

RoundSweep::RoundSweep(const SweptRound& moving, const Vec3& travel, const Vec3& scale,
                       double limit) noexcept
    : axis_{moving.centre - moving.half_axis, 2 * moving.half_axis},
      is_ball_(!(norm(axis_.along) > k_shortest_axis * moving.radius)),
      travel_(travel),
      scale_(scale),
      half_length_(norm(moving.half_axis)),
      radius_(moving.radius),
      own_radius_(moving.radius),
      speed_(norm(scale)),
      reach_(largest_coordinate(moving.centre) + largest_coordinate(moving.half_axis) +
             largest_coordinate(travel) + moving.radius),
      rounding_(k_sweep_rounding * reach_) {
    if (is_ball_) axis_ = {moving.centre, {}};
    hit_.fraction = limit;
}

Bounds RoundSweep::path_bounds() const noexcept {
    const Vec3 end = axis_.start + axis_.along;
    const Bounds path{minimum(minimum(axis_.start, end), minimum(axis_.start, end) + travel_),
                      maximum(maximum(axis_.start, end), maximum(axis_.start, end) + travel_)};
    return grown(path, own_radius_ + 0x1p-40 * reach_);
}

bool RoundSweep::approaches_feature(const Vec3& normal, SweepFeature feature) const noexcept {
    if (feature == SweepFeature::face) return approaches(travel_, normal, scale_);
    // These normals come from positions and are as uncertain as those.
    return dot(travel_, normal) <
           -k_sweep_rounding * dot(scale_, absolute(normal)) - speed_ * (rounding_ / radius_);
}

void RoundSweep::offer(double fraction, const Vec3& normal, const Vec3& point,
                       SweepFeature feature) noexcept {
    if (!approaches_feature(normal, feature)) return;
    if (fraction > 1) {
        // What is left at the end may be no more than the rounding of the positions.
        if (!(-dot(travel_, normal) * (fraction - 1) <= 4 * k_epsilon * reach_)) return;
        fraction = 1;
    }
    if (!(fraction < hit_.fraction)) return;
    hit_ = {fraction, normal, point + (radius_ - own_radius_) * normal, feature, item_};
    found_ = true;
}

bool RoundSweep::start_touches(const NearestPoints& nearest, const Vec3& fallback) noexcept {
    const double other_radius = radius_ - own_radius_;
    const bool touches = nearest.distance <= radius_;
    if (!touches && !(nearest.distance - other_radius < start_.distance)) return false;
    const Vec3 normal =
        nearest.feature != SweepFeature::face && nearest.distance > k_no_direction * radius_
            ? (nearest.on_axis - nearest.on_other) / nearest.distance
            : fallback;
    if (nearest.distance - other_radius < start_.distance) {
        start_ = {nearest.distance - other_radius, nearest.on_axis,
                  nearest.on_other + other_radius * normal, nearest.feature};
        start_normal_ = normal;
    }
    if (touches) offer(0, normal, nearest.on_other, nearest.feature);
    return touches;
}

bool RoundSweep::passes_by(const FrontTriangle& triangle) const noexcept {
    // By the balls round the triangle and round the axis.
    const auto& c = triangle.corners;
    const Vec3 middle = (c[0] + c[1] + c[2]) / 3;
    const double size = std::sqrt(std::max(
        {norm_squared(c[0] - middle), norm_squared(c[1] - middle), norm_squared(c[2] - middle)}));
    const Vec3 offset = axis_.start + 0.5 * axis_.along - middle;
    const double square = norm_squared(travel_);
    const double t = square > 0 ? std::clamp(-dot(offset, travel_) / square, 0.0, 1.0) : 0;
    const double near = size + radius_ + half_length_ + rounding_;
    return norm_squared(offset + t * travel_) > near * near;
}

void RoundSweep::meet(const FrontTriangle& triangle, std::uint32_t item) noexcept {
    const auto& c = triangle.corners;
    const double low_end = dot(triangle.normal, axis_.start - c[0]);
    const double rise = is_ball_ ? 0 : dot(triangle.normal, axis_.along);
    const double high_end = low_end + rise;
    if (!(low_end >= 0 || high_end >= 0)) return;
    radius_ = own_radius_;
    rounding_ =
        k_sweep_rounding * (reach_ + std::max({largest_coordinate(c[0]), largest_coordinate(c[1]),
                                               largest_coordinate(c[2])}));
    const double sinking = std::min(dot(triangle.normal, travel_), 0.0);
    if (std::min(low_end, high_end) + sinking > radius_ + rounding_) return;
    if (passes_by(triangle)) return;
    item_ = item;

    Segment axis = axis_;
    if (low_end < 0) {
        axis.start = axis_.start - (low_end / rise) * axis_.along;
        axis.along = axis_.start + axis_.along - axis.start;
    } else if (high_end < 0) {
        axis.along = (low_end / -rise) * axis_.along;
    }
    if (std::min(low_end, high_end) <= radius_ * k_touching &&
        start_touches(nearest_points(axis, triangle), triangle.normal))
        return;

    meet_plane(axis.start, triangle);
    if (!is_ball_) meet_plane(axis.start + axis.along, triangle);
    for (std::size_t k = 0; k < 3; ++k) meet_edge(axis, {c[k], c[(k + 1) % 3] - c[k]});
    for (const Vec3& vertex : c) meet_vertex(axis, vertex);
}

void RoundSweep::meet(const SweptRound& still) noexcept {
    radius_ = own_radius_ + still.radius;
    rounding_ = k_sweep_rounding * (reach_ + largest_coordinate(still.centre) +
                                    largest_coordinate(still.half_axis) + still.radius);
    item_ = 0;
    Segment other{still.centre - still.half_axis, 2 * still.half_axis};
    const bool is_point = !(norm(other.along) > k_shortest_axis * still.radius);
    if (is_point) other = {still.centre, {}};
    // Concentric things part as the contacts of resting ones do: upwards.
    if (start_touches(nearest_points(axis_, other), {0, 0, 1})) return;
    meet_vertex(axis_, other.start);
    if (is_point) return;
    meet_vertex(axis_, other.start + other.along);
    meet_edge(axis_, other);
}

void RoundSweep::meet(const Polyhedron& solid) noexcept {
    for (std::uint32_t f = 0; f < solid.faces.size(); ++f) meet_face(solid, f);
}

void RoundSweep::meet_face(const Polyhedron& solid, std::uint32_t face) noexcept {
    const auto corners = solid.corners(solid.faces[face]);
    for (std::size_t i = 2; i < corners.size(); ++i)
        meet(FrontTriangle{{solid.vertices[corners[0]], solid.vertices[corners[i - 1]],
                            solid.vertices[corners[i]]},
                           solid.faces[face].normal},
             face);
}

void RoundSweep::meet_plane(const Vec3& end, const FrontTriangle& triangle) noexcept {
    const Vec3& normal = triangle.normal;
    if (!approaches_feature(normal, SweepFeature::face)) return;
    const double gap = dot(normal, end - triangle.corners[0]) - radius_;
    if (!(gap >= -rounding_)) return;
    const double t = std::max(gap, 0.0) / -dot(normal, travel_);
    const Vec3 foot = end + t * travel_ - radius_ * normal;
    if (t <= k_latest && foot_is_inside(foot, triangle)) offer(t, normal, foot, SweepFeature::face);
}

void RoundSweep::meet_vertex(const Segment& axis, const Vec3& vertex) noexcept {
    const auto meet_end = [&](const Vec3& end) {
        const Vec3 offset = end - vertex;
        const double t = first_root(offset, travel_, radius_, rounding_);
        if (!(t <= k_latest)) return;
        const Vec3 at = offset + t * travel_;
        offer(t, at / norm(at), vertex, SweepFeature::vertex);
    };
    meet_end(axis.start);
    if (is_ball_) return;
    meet_end(axis.start + axis.along);
    const LineTouch touch =
        touch_line(axis.start - vertex, travel_, axis.along, radius_, rounding_);
    if (touch.fraction <= k_latest && is_on_segment(-touch.share))
        offer(touch.fraction, touch.offset / norm(touch.offset), vertex, SweepFeature::side_vertex);
}

void RoundSweep::meet_edge(const Segment& axis, const Segment& edge) noexcept {
    const auto meet_end = [&](const Vec3& end) {
        const LineTouch touch =
            touch_line(end - edge.start, travel_, edge.along, radius_, rounding_);
        if (touch.fraction <= k_latest && is_on_segment(touch.share))
            offer(touch.fraction, touch.offset / norm(touch.offset),
                  edge.start + touch.share * edge.along, SweepFeature::edge);
    };
    meet_end(axis.start);
    if (is_ball_) return;
    meet_end(axis.start + axis.along);
    const double crossing = norm_squared(cross(axis.along, edge.along));
    const double most = norm_squared(axis.along) * norm_squared(edge.along);
    if (crossing > k_nearly_parallel * most)
        meet_crossing(axis, edge);
    else if (crossing > 0)
        meet_nearly_parallel(axis, edge);
}

void RoundSweep::meet_crossing(const Segment& axis, const Segment& edge) noexcept {
    const Vec3 common = cross(axis.along, edge.along);
    const double square = norm_squared(common);
    Vec3 normal = common / std::sqrt(square);
    const Vec3 offset = axis.start - edge.start;
    if (dot(offset, normal) < 0) normal = -normal;
    if (!approaches_feature(normal, SweepFeature::side_edge)) return;
    const double gap = dot(offset, normal) - radius_;
    if (!(gap >= -rounding_)) return;
    const double t = std::max(gap, 0.0) / -dot(normal, travel_);
    if (!(t <= k_latest)) return;
    // offset + t travel + s axis - w edge is along the common normal.
    const Vec3 at = offset + t * travel_;
    const double s = -dot(cross(at, edge.along), common) / square;
    const double w = -dot(cross(at, axis.along), common) / square;
    if (is_on_segment(s) && is_on_segment(w))
        offer(t, normal, edge.start + w * edge.along, SweepFeature::side_edge);
}

void RoundSweep::meet_nearly_parallel(const Segment& axis, const Segment& edge) noexcept {
    // The distance of two convex sets in straight motion is a convex function of time: Newton's
    // steps from its left never pass the root.
    const Vec3 along = edge.along / norm(edge.along);
    const Vec3 across = travel_ - dot(travel_, along) * along;
    double t = 0;
    constexpr int most_steps = 64;
    for (int step = 0; step < most_steps && t <= 1 && t < hit_.fraction; ++step) {
        const NearestPoints nearest = nearest_points({axis.start + t * travel_, axis.along}, edge);
        const Vec3 between = nearest.on_axis - nearest.on_other;
        const Vec3 normal = between / nearest.distance;
        const double gap = nearest.distance - radius_;
        const double speed = -dot(travel_, normal);
        if (!(speed > 0)) return;
        if (gap <= rounding_) {
            const double deepening = dot(between, across) / norm_squared(across);
            if (norm(between - deepening * across) < radius_ - rounding_)
                offer(t, normal, nearest.on_other, nearest.feature);
            return;
        }
        t += gap / speed;
    }
}

}  // namespace lanewise::detail
