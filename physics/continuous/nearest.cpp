#include <lanewise/physics/continuous/nearest.hpp>

#include <algorithm>

namespace lanewise::detail {

namespace {

double clamped_share(double numerator, double denominator) noexcept {
    return denominator > 0 ? std::clamp(numerator / denominator, 0.0, 1.0) : 0.0;
}

bool is_between(double share) noexcept {
    return share > 0 && share < 1;
}

NearestPoints between(const Segment& axis, double s, const Segment& edge, double w) noexcept {
    const Vec3 p = axis.start + s * axis.along;
    const Vec3 q = edge.start + w * edge.along;
    const SweepFeature feature =
        is_between(s) ? (is_between(w) ? SweepFeature::side_edge : SweepFeature::side_vertex)
                      : (is_between(w) ? SweepFeature::edge : SweepFeature::vertex);
    return {norm(p - q), p, q, feature};
}

const NearestPoints& nearer(const NearestPoints& a, const NearestPoints& b) noexcept {
    return b.distance < a.distance ? b : a;
}

}  // namespace

NearestPoints nearest_points(const Segment& axis, const Segment& edge) noexcept {
    const Vec3 m = axis.start - edge.start;
    const double uu = norm_squared(axis.along), ee = norm_squared(edge.along);
    const double ue = dot(axis.along, edge.along);
    const double mu = dot(m, axis.along), me = dot(m, edge.along);
    const auto edge_share = [&](double s) { return clamped_share(me + s * ue, ee); };
    const auto axis_share = [&](double w) { return clamped_share(w * ue - mu, uu); };
    // The ends of the axis, then the ends of the edge, then both inside.
    NearestPoints best = between(axis, 0, edge, edge_share(0));
    if (!(uu > 0)) return best;
    best = nearer(best, between(axis, 1, edge, edge_share(1)));
    best = nearer(best, between(axis, axis_share(0), edge, 0));
    best = nearer(best, between(axis, axis_share(1), edge, 1));
    const double crossing = norm_squared(cross(axis.along, edge.along));
    if (crossing > 0) {
        const double w = edge_share(std::clamp((ue * me - mu * ee) / crossing, 0.0, 1.0));
        const double s = axis_share(w);
        best = nearer(best, between(axis, s, edge, edge_share(s)));
    }
    return best;
}

bool foot_is_inside(const Vec3& point, const FrontTriangle& triangle) noexcept {
    for (std::size_t k = 0; k < 3; ++k) {
        const Vec3& tail = triangle.corners[k];
        const Vec3 edge = triangle.corners[(k + 1) % 3] - tail;
        if (!(dot(cross(edge, point - tail), triangle.normal) >= 0)) return false;
    }
    return true;
}

NearestPoints nearest_points(const Segment& axis, const FrontTriangle& triangle) noexcept {
    const auto& c = triangle.corners;
    NearestPoints best = nearest_points(axis, Segment{c[0], c[1] - c[0]});
    best = nearer(best, nearest_points(axis, Segment{c[1], c[2] - c[1]}));
    best = nearer(best, nearest_points(axis, Segment{c[2], c[0] - c[2]}));
    for (const Vec3& end : {axis.start, axis.start + axis.along}) {
        if (!foot_is_inside(end, triangle)) continue;
        const double above = dot(triangle.normal, end - c[0]);
        if (above <= best.distance)
            best = {above, end, end - above * triangle.normal, SweepFeature::face};
    }
    return best;
}

}  // namespace lanewise::detail
