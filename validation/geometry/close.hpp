#pragma once

#include <lanewise/physics/geometry/matrix3.hpp>
#include <lanewise/physics/geometry/quaternion.hpp>
#include <lanewise/physics/geometry/vector3.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace lanewise::test {

/// Largest difference of elements.
inline double difference(const Vec3& a, const Vec3& b) {
    return largest_component(absolute(a - b));
}
inline double difference(const Mat3& a, const Mat3& b) {
    return std::max({difference(a.x, b.x), difference(a.y, b.y), difference(a.z, b.z)});
}
/// Quaternions of both signs are one rotation.
inline double difference(const Quat& a, const Quat& b) {
    const double sign = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w < 0 ? -1 : 1;
    return std::max({std::fabs(a.x - sign * b.x), std::fabs(a.y - sign * b.y),
                     std::fabs(a.z - sign * b.z), std::fabs(a.w - sign * b.w)});
}

/// A repeatable source of numbers (splitmix64), the same on every C++ library.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    double between(double low, double high) {
        return low + (high - low) * static_cast<double>(next() >> 11) * 0x1p-53;
    }
    std::uint32_t below(std::uint32_t count) { return static_cast<std::uint32_t>(next() % count); }
    Vec3 in_cube(double half) {
        const double x = between(-half, half);
        const double y = between(-half, half);
        return {x, y, between(-half, half)};
    }
    Quat rotation() {
        while (true) {
            const Vec3 v = in_cube(1);
            const Quat q{v.x, v.y, v.z, between(-1, 1)};
            const double square = norm_squared(q);
            if (square > 0.01 && square <= 1) return normalized(q);
        }
    }

private:
    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }
    std::uint64_t state_;
};

}  // namespace lanewise::test
