#pragma once

#include <lanewise/physics/geometry/vector3.hpp>

namespace lanewise::detail {

inline double clamped(double x, double low, double high) noexcept {
    return x < low ? low : x > high ? high : x;
}

/// Where along the segment from `tail` to `head` (0 to 1) it is nearest to a point; 0 for a segment
/// of no length.
inline double nearest_on_segment(const Vec3& point, const Vec3& tail, const Vec3& head) noexcept {
    const Vec3 along = head - tail;
    const double length_squared = norm_squared(along);
    return length_squared > 0 ? clamped(dot(point - tail, along) / length_squared, 0, 1) : 0;
}

/// Nearest points of two segments: how far along each, 0 to 1.
struct NearestOfSegments {
    double s;
    double t;
};

/// Sine squared of the angle below which segments are taken for parallel: 1e-6 rad.
inline constexpr double parallel_sine_squared = 1e-12;

/// Nearest points of p + s u and q + t v. Of parallel segments, one of the nearest pairs.
inline NearestOfSegments nearest_of_segments(const Vec3& p, const Vec3& u, const Vec3& q,
                                             const Vec3& v) noexcept {
    const Vec3 w = p - q;
    const double uu = norm_squared(u);
    const double vv = norm_squared(v);
    const double uw = dot(u, w);
    const double vw = dot(v, w);
    if (!(uu > 0)) return {0, vv > 0 ? clamped(vw / vv, 0, 1) : 0};
    if (!(vv > 0)) return {clamped(-uw / uu, 0, 1), 0};
    const double uv = dot(u, v);
    // The cross product instead of uu * vv - uv * uv: exact for small angles.
    const Vec3 across = cross(u, v);
    const double area_squared = norm_squared(across);
    double s = 0;
    if (area_squared > parallel_sine_squared * (uu * vv))
        s = clamped(dot(cross(across, v), w) / area_squared, 0, 1);
    double t = (uv * s + vw) / vv;
    if (t < 0) {
        t = 0;
        s = clamped(-uw / uu, 0, 1);
    } else if (t > 1) {
        t = 1;
        s = clamped((uv - uw) / uu, 0, 1);
    }
    return {s, t};
}

}  // namespace lanewise::detail
