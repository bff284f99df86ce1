#pragma once

#include "../geometry/close.hpp"

#include <lanewise/physics/continuous/sweep.hpp>

#include <algorithm>
#include <array>
#include <cmath>

/// Distances in extended precision, and the first touch found by nothing but distances.

namespace lanewise::test {

struct Wide {
    long double x, y, z;

    Wide(long double a, long double b, long double c) : x(a), y(b), z(c) {}
    Wide(const Vec3& v) : x(v.x), y(v.y), z(v.z) {}

    friend Wide operator+(const Wide& a, const Wide& b) {
        return {a.x + b.x, a.y + b.y, a.z + b.z};
    }
    friend Wide operator-(const Wide& a, const Wide& b) {
        return {a.x - b.x, a.y - b.y, a.z - b.z};
    }
    friend Wide operator*(long double s, const Wide& a) { return {s * a.x, s * a.y, s * a.z}; }
    friend long double operator*(const Wide& a, const Wide& b) {
        return a.x * b.x + a.y * b.y + a.z * b.z;
    }
};

inline Wide wide_cross(const Wide& a, const Wide& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline long double length(const Wide& a) {
    return std::sqrt(a * a);
}

inline long double distance_to_segment(const Wide& p, const Wide& a, const Wide& b) {
    const Wide e = b - a;
    const long double square = e * e;
    const long double w = square > 0 ? std::clamp(((p - a) * e) / square, 0.0L, 1.0L) : 0.0L;
    return length(p - (a + w * e));
}

/// By barycentric coordinates of the foot.
inline long double distance_to_triangle(const Wide& p, const std::array<Vec3, 3>& c) {
    const Wide a = c[0], e = Wide(c[1]) - a, f = Wide(c[2]) - a, m = p - a;
    const long double ee = e * e, ef = e * f, ff = f * f, me = m * e, mf = m * f;
    const long double det = ee * ff - ef * ef;
    const long double u = (ff * me - ef * mf) / det, v = (ee * mf - ef * me) / det;
    if (u >= 0 && v >= 0 && u + v <= 1) return length(m - (u * e + v * f));
    return std::min({distance_to_segment(p, c[0], c[1]), distance_to_segment(p, c[1], c[2]),
                     distance_to_segment(p, c[2], c[0])});
}

/// Where a convex function on [0, 1] is least.
template <class F>
long double least_of_convex(F f, int rounds) {
    long double low = 0, high = 1;
    for (int i = 0; i < rounds; ++i) {
        const long double left = low + 0.4L * (high - low), right = low + 0.6L * (high - low);
        if (f(left) <= f(right))
            high = right;
        else
            low = left;
    }
    const long double middle = (low + high) / 2;
    if (f(0) <= f(middle)) return 0;
    return f(1) < f(middle) ? 1 : middle;
}

/// Distance of a capsule's axis, `start` to `start + along`, from the triangle.
inline long double distance_to_triangle(const Wide& start, const Wide& along,
                                        const std::array<Vec3, 3>& c) {
    if (!(along * along > 0)) return distance_to_triangle(start, c);
    const auto at = [&](long double s) { return distance_to_triangle(start + s * along, c); };
    return at(least_of_convex(at, 90));
}

/// First time at which a convex distance comes down to `radius`, or 2.
struct FirstTouch {
    long double fraction;
    long double least;     ///< the least distance on the way
    long double least_at;  ///< and when that is
};

template <class Distance>
FirstTouch first_touch(Distance distance, long double radius) {
    const long double at = least_of_convex(distance, 90);
    FirstTouch touch{2, distance(at), at};
    if (touch.least > radius) return touch;
    long double before = 0, after = at;
    for (int i = 0; i < 70; ++i) {
        const long double middle = (before + after) / 2;
        (distance(middle) > radius ? before : after) = middle;
    }
    touch.fraction = after;
    return touch;
}

}  // namespace lanewise::test
