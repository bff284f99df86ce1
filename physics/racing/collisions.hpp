#pragma once

#include <lanewise/kernels/export.hpp>

#include <cstdint>
#include <span>

namespace lanewise {

/// A rectangle in the plane: its centre, the direction of its length, half its sides [m, rad].
struct OrientedRectangle {
    double x = 0.0;
    double y = 0.0;
    double psi = 0.0;
    double half_length = 0.0;
    double half_width = 0.0;
};

/// Whether two rectangles have a point in common; touching counts. Separating axes, evaluated in
/// binary64; symmetric. False where a number is NaN.
[[nodiscard]] LANEWISE_API bool touching(const OrientedRectangle& a, const OrientedRectangle& b);

/// Rectangles as columns. The half sides have one entry for all or one for each.
template <class T>
struct RectangleColumns {
    std::span<const T> x;            ///< [m]
    std::span<const T> y;            ///< [m]
    std::span<const T> psi;          ///< [rad]
    std::span<const T> half_length;  ///< [m]
    std::span<const T> half_width;   ///< [m]
};

/// Sets touched[i] to 1 for every rectangle that touches another one, and leaves the other entries
/// as they are. Computed in T; the test of a pair has the same bits whatever other rectangles there
/// are. Beyond a handful of rectangles a grid finds the pairs, so that the time grows with their
/// number alone. Rectangles with a position or yaw that is not finite touch nothing.
/// @throws Error for columns of different sizes, or half sides that are not finite and > 0.
template <class T>
LANEWISE_API void find_touching(const RectangleColumns<T>& rectangles,
                                std::span<std::uint8_t> touched);

}  // namespace lanewise
