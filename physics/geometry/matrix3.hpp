#pragma once

#include <lanewise/kernels/export.hpp>
#include <lanewise/physics/geometry/vector3.hpp>

#include <cstddef>

namespace lanewise {

/// A 3 x 3 matrix, held as its columns: for a rotation, where the axes go. The default is zero.
struct Mat3 {
    Vec3 x;
    Vec3 y;
    Vec3 z;

    static constexpr Mat3 identity() noexcept { return {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}; }
    static constexpr Mat3 diagonal(const Vec3& d) noexcept {
        return {{d.x, 0, 0}, {0, d.y, 0}, {0, 0, d.z}};
    }
    /// The matrix whose rows are `a`, `b` and `c`.
    static constexpr Mat3 rows(const Vec3& a, const Vec3& b, const Vec3& c) noexcept {
        return {{a.x, b.x, c.x}, {a.y, b.y, c.y}, {a.z, b.z, c.z}};
    }
    /// The symmetric matrix with these elements on and beside the diagonal.
    static constexpr Mat3 symmetric(double xx, double yy, double zz, double xy, double xz,
                                    double yz) noexcept {
        return {{xx, xy, xz}, {xy, yy, yz}, {xz, yz, zz}};
    }

    /// Element of a row and a column, both 0, 1 or 2.
    constexpr double operator()(std::size_t row, std::size_t column) const noexcept {
        return (column == 0 ? x : column == 1 ? y : z)[row];
    }
    constexpr double& operator()(std::size_t row, std::size_t column) noexcept {
        return (column == 0 ? x : column == 1 ? y : z)[row];
    }

    friend constexpr bool operator==(const Mat3&, const Mat3&) noexcept = default;
};

constexpr Mat3 operator+(const Mat3& a, const Mat3& b) noexcept {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
constexpr Mat3 operator-(const Mat3& a, const Mat3& b) noexcept {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
constexpr Mat3 operator*(const Mat3& a, double s) noexcept {
    return {a.x * s, a.y * s, a.z * s};
}
constexpr Mat3 operator*(double s, const Mat3& a) noexcept {
    return a * s;
}

constexpr Vec3 operator*(const Mat3& a, const Vec3& v) noexcept {
    return {a.x.x * v.x + a.y.x * v.y + a.z.x * v.z, a.x.y * v.x + a.y.y * v.y + a.z.y * v.z,
            a.x.z * v.x + a.y.z * v.y + a.z.z * v.z};
}
constexpr Mat3 operator*(const Mat3& a, const Mat3& b) noexcept {
    return {a * b.x, a * b.y, a * b.z};
}
/// transposed(a) * v without making the transpose: for a rotation, v seen from the turned frame.
constexpr Vec3 transposed_times(const Mat3& a, const Vec3& v) noexcept {
    return {dot(a.x, v), dot(a.y, v), dot(a.z, v)};
}
constexpr Mat3 transposed(const Mat3& a) noexcept {
    return Mat3::rows(a.x, a.y, a.z);
}
constexpr double determinant(const Mat3& a) noexcept {
    return dot(a.x, cross(a.y, a.z));
}
constexpr double trace(const Mat3& a) noexcept {
    return a.x.x + a.y.y + a.z.z;
}
/// a b^T
constexpr Mat3 outer(const Vec3& a, const Vec3& b) noexcept {
    return {a * b.x, a * b.y, a * b.z};
}
/// The matrix that makes cross(a, v) out of v.
constexpr Mat3 cross_matrix(const Vec3& a) noexcept {
    return {{0, a.z, -a.y}, {-a.z, 0, a.x}, {a.y, -a.x, 0}};
}
constexpr bool is_finite(const Mat3& a) noexcept {
    return is_finite(a.x) && is_finite(a.y) && is_finite(a.z);
}
/// True if mirrored elements are equal to the bit's value.
constexpr bool is_symmetric(const Mat3& a) noexcept {
    return a.x.y == a.y.x && a.x.z == a.z.x && a.y.z == a.z.y;
}
/// Sylvester's criterion on the lower triangle; false for NaN.
LANEWISE_API bool is_positive_definite(const Mat3& a) noexcept;

/// The inverse; elements are not finite when `a` is singular.
LANEWISE_API Mat3 inverse(const Mat3& a) noexcept;
/// The inverse of a symmetric matrix, of which only the lower triangle is read. The result is
/// symmetric to the bit; a diagonal matrix gets the plain reciprocals.
LANEWISE_API Mat3 inverse_symmetric(const Mat3& a) noexcept;

/// r a r^T for a rotation `r` and a symmetric `a` (lower triangle read), symmetric to the bit:
/// an inertia tensor of the body's frame seen from the frame that `r` turns it to.
constexpr Mat3 rotated_tensor(const Mat3& r, const Mat3& a) noexcept {
    const Mat3 full = Mat3::symmetric(a.x.x, a.y.y, a.z.z, a.x.y, a.x.z, a.y.z);
    const Mat3 t = transposed(r);
    const Vec3 column_x = full * t.x;
    const Vec3 column_y = full * t.y;
    const Vec3 column_z = full * t.z;
    return Mat3::symmetric(dot(t.x, column_x), dot(t.y, column_y), dot(t.z, column_z),
                           dot(t.y, column_x), dot(t.z, column_x), dot(t.z, column_y));
}

/// Eigenvalues and eigenvectors of a symmetric matrix.
struct PrincipalAxes {
    Vec3 moments;  ///< ascending
    Mat3 axes;     ///< unit columns, right-handed; the first two have their largest element > 0
};

/// Principal moments and axes by cyclic Jacobi rotations (Golub and Van Loan, Matrix
/// Computations, 8.5), to rounding: axes * diagonal(moments) * axes^T is `a`. Only the lower
/// triangle is read; the elements must be finite. A diagonal matrix keeps its moments exactly.
LANEWISE_API PrincipalAxes principal_axes(const Mat3& a) noexcept;

}  // namespace lanewise
