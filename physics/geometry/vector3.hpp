#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <type_traits>

namespace lanewise {

/// Three binary64 numbers: a point, a direction or any other vector, in SI units and in the frame
/// that the owner names. CARLA's axes are x forward, y right, z up; the algebra is the usual one.
struct Vec3 {
    double x = 0;
    double y = 0;
    double z = 0;

    /// Component 0, 1 or 2.
    constexpr double operator[](std::size_t axis) const noexcept {
        return axis == 0 ? x : axis == 1 ? y : z;
    }
    constexpr double& operator[](std::size_t axis) noexcept {
        return axis == 0 ? x : axis == 1 ? y : z;
    }

    constexpr Vec3& operator+=(const Vec3& b) noexcept {
        x += b.x;
        y += b.y;
        z += b.z;
        return *this;
    }
    constexpr Vec3& operator-=(const Vec3& b) noexcept {
        x -= b.x;
        y -= b.y;
        z -= b.z;
        return *this;
    }
    constexpr Vec3& operator*=(double s) noexcept {
        x *= s;
        y *= s;
        z *= s;
        return *this;
    }

    friend constexpr bool operator==(const Vec3&, const Vec3&) noexcept = default;
};

static_assert(sizeof(Vec3) == 24 && alignof(Vec3) == alignof(double) &&
                  std::is_trivially_copyable_v<Vec3>,
              "columns and snapshots copy vectors as three packed doubles");

constexpr Vec3 operator-(const Vec3& a) noexcept {
    return {-a.x, -a.y, -a.z};
}
constexpr Vec3 operator+(const Vec3& a, const Vec3& b) noexcept {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
constexpr Vec3 operator-(const Vec3& a, const Vec3& b) noexcept {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
constexpr Vec3 operator*(const Vec3& a, double s) noexcept {
    return {a.x * s, a.y * s, a.z * s};
}
constexpr Vec3 operator*(double s, const Vec3& a) noexcept {
    return a * s;
}
constexpr Vec3 operator/(const Vec3& a, double s) noexcept {
    return {a.x / s, a.y / s, a.z / s};
}

constexpr double dot(const Vec3& a, const Vec3& b) noexcept {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
constexpr Vec3 cross(const Vec3& a, const Vec3& b) noexcept {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
/// Component by component.
constexpr Vec3 multiplied(const Vec3& a, const Vec3& b) noexcept {
    return {a.x * b.x, a.y * b.y, a.z * b.z};
}
constexpr Vec3 minimum(const Vec3& a, const Vec3& b) noexcept {
    return {b.x < a.x ? b.x : a.x, b.y < a.y ? b.y : a.y, b.z < a.z ? b.z : a.z};
}
constexpr Vec3 maximum(const Vec3& a, const Vec3& b) noexcept {
    return {b.x > a.x ? b.x : a.x, b.y > a.y ? b.y : a.y, b.z > a.z ? b.z : a.z};
}
inline Vec3 absolute(const Vec3& a) noexcept {
    return {std::fabs(a.x), std::fabs(a.y), std::fabs(a.z)};
}
constexpr double largest_component(const Vec3& a) noexcept {
    const double xy = a.y > a.x ? a.y : a.x;
    return a.z > xy ? a.z : xy;
}

constexpr double norm_squared(const Vec3& a) noexcept {
    return dot(a, a);
}
inline double norm(const Vec3& a) noexcept {
    return std::sqrt(norm_squared(a));
}

/// False as soon as one component is a NaN or an infinity.
constexpr bool is_finite(const Vec3& a) noexcept {
    constexpr double most = std::numeric_limits<double>::max();
    return a.x >= -most && a.x <= most && a.y >= -most && a.y <= most && a.z >= -most &&
           a.z <= most;
}

/// Lengths up to this one have no direction.
inline constexpr double shortest_direction = 1e-12;

/// The unit vector along `a`, or `fallback` when `a` is not longer than `shortest_direction`
/// or holds a NaN.
inline Vec3 unit_or(const Vec3& a, const Vec3& fallback) noexcept {
    const double length = norm(a);
    return length > shortest_direction ? a / length : fallback;
}

/// A unit vector at right angles to the unit vector `n`. It starts from the axis that is most
/// across `n`, so it is never near zero; ties go to the first axis.
inline Vec3 any_perpendicular(const Vec3& n) noexcept {
    const Vec3 size = absolute(n);
    const Vec3 across = size.x <= size.y && size.x <= size.z ? Vec3{0, -n.z, n.y}
                        : size.y <= size.z                   ? Vec3{n.z, 0, -n.x}
                                                             : Vec3{-n.y, n.x, 0};
    return across / norm(across);
}

}  // namespace lanewise
