#pragma once

#include <lanewise/kernels/export.hpp>

namespace lanewise {

/// Sine and cosine of one angle.
struct SinCos {
    double sin;
    double cos;
};

/// 180 / pi and its inverse, rounded.
inline constexpr double degrees_per_radian = 0x1.ca5dc1a63c1f8p+5;
inline constexpr double radians_per_degree = 0x1.1df46a2529d39p-6;

/// Sine and cosine of an angle in radians with plain IEEE arithmetic, so that the bits are the same
/// on every compiler and C library: libm promises no rounding and differs between versions.
/// Within 1 ulp for |angle| <= 1.6e6. Beyond, the angle is first reduced by the binary64 number
/// nearest to 2 pi, which is the same as an error of 0.35 ulp in the angle. NaN for NaN and
/// infinities.
LANEWISE_API SinCos sin_cos(double radians) noexcept;

/// The same for an angle in degrees: whole quarter turns are exact.
LANEWISE_API SinCos sin_cos_degrees(double degrees) noexcept;

/// The angle of the point (x, y) in [-pi, pi], within 1.7 ulp, reproducible in the same way. The
/// signs of zeros count as in std::atan2; the numbers must be finite.
LANEWISE_API double arc_tangent(double y, double x) noexcept;

/// `arc_tangent` in degrees, in [-180, 180].
LANEWISE_API double arc_tangent_degrees(double y, double x) noexcept;

/// sin(a) / a and cos(a) from a^2, for 0 <= a^2 <= (pi / 4)^2; needs no root and no division, and
/// is smooth at 0.
struct SincCos {
    double sinc;
    double cos;
};
LANEWISE_API SincCos sinc_cos_of_square(double square) noexcept;

}  // namespace lanewise
