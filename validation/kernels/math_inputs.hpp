#pragma once

#include <vector>

namespace lanewise::test {

/// Bound up to which the kernels reduce angles by themselves.
template <class T>
inline constexpr T k_trig_limit = sizeof(T) == 4 ? T(8192) : T(1073741824);

/// Arguments for the math kernels, the same numbers with every compiler. All lists end with zeros,
/// subnormal numbers, the largest ones, infinities and NaN, of both signs where there is one.
template <class T>
std::vector<T> angles_in_domain();
/// Angles beyond the domain of the kernels' reduction, among them those nearest to a multiple of
/// pi/2 of all binary64 numbers.
template <class T>
std::vector<T> huge_angles();
/// For atan: all binades, and densely around the ends of its intervals.
template <class T>
std::vector<T> slopes();
/// For exp: densely where the result is neither 0 nor inf, and around both ends.
template <class T>
std::vector<T> exponents();

}  // namespace lanewise::test
