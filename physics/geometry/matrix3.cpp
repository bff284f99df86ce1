#include <lanewise/physics/geometry/matrix3.hpp>

#include <cmath>
#include <utility>

namespace lanewise {

bool is_positive_definite(const Mat3& a) noexcept {
    const double minor = a.x.x * a.y.y - a.x.y * a.x.y;
    const Mat3 full = Mat3::symmetric(a.x.x, a.y.y, a.z.z, a.x.y, a.x.z, a.y.z);
    return a.x.x > 0 && minor > 0 && determinant(full) > 0;
}

Mat3 inverse(const Mat3& a) noexcept {
    const Vec3 yz = cross(a.y, a.z);
    const double d = dot(a.x, yz);
    return Mat3::rows(yz / d, cross(a.z, a.x) / d, cross(a.x, a.y) / d);
}

Mat3 inverse_symmetric(const Mat3& a) noexcept {
    const double xy = a.x.y, xz = a.x.z, yz = a.y.z;
    // Locked axes and tensors of very unequal scale are diagonal in practice: no product of
    // moments may underflow on their way.
    if (xy == 0 && xz == 0 && yz == 0) return Mat3::diagonal({1 / a.x.x, 1 / a.y.y, 1 / a.z.z});
    const double xx = a.x.x, yy = a.y.y, zz = a.z.z;
    const double cxx = yy * zz - yz * yz;
    const double cxy = xz * yz - xy * zz;
    const double cxz = xy * yz - xz * yy;
    const double d = xx * cxx + xy * cxy + xz * cxz;
    return Mat3::symmetric(cxx / d, (xx * zz - xz * xz) / d, (xx * yy - xy * xy) / d, cxy / d,
                           cxz / d, (xy * xz - xx * yz) / d);
}

namespace {

/// Turns columns p and q so that element (p, q) vanishes.
void jacobi_rotation(Mat3& a, Mat3& axes, std::size_t p, std::size_t q) noexcept {
    const double apq = a(p, q);
    if (apq == 0) return;
    const double theta = (a(q, q) - a(p, p)) / (2 * apq);
    const double size = std::fabs(theta);
    // The smaller root turns by at most 45 degrees; theta^2 may overflow to infinity, then t is 0.
    const double t = (theta < 0 ? -1.0 : 1.0) / (size + std::sqrt(size * size + 1));
    const double c = 1 / std::sqrt(t * t + 1);
    const double s = t * c;
    a(p, p) -= t * apq;
    a(q, q) += t * apq;
    a(p, q) = a(q, p) = 0;
    const std::size_t r = 3 - p - q;
    const double arp = a(r, p);
    const double arq = a(r, q);
    a(r, p) = a(p, r) = c * arp - s * arq;
    a(r, q) = a(q, r) = s * arp + c * arq;
    for (std::size_t row = 0; row < 3; ++row) {
        const double vp = axes(row, p);
        const double vq = axes(row, q);
        axes(row, p) = c * vp - s * vq;
        axes(row, q) = s * vp + c * vq;
    }
}

Vec3 with_largest_element_positive(const Vec3& v) noexcept {
    const Vec3 size = absolute(v);
    const std::size_t axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    return v[axis] < 0 ? -v : v;
}

}  // namespace

PrincipalAxes principal_axes(const Mat3& input) noexcept {
    Mat3 a = Mat3::symmetric(input.x.x, input.y.y, input.z.z, input.x.y, input.x.z, input.y.z);
    Mat3 axes = Mat3::identity();
    // Convergence is quadratic: five sweeps reach rounding, more change nothing.
    constexpr int sweeps = 12;
    for (int sweep = 0; sweep < sweeps && (a(0, 1) != 0 || a(0, 2) != 0 || a(1, 2) != 0); ++sweep) {
        jacobi_rotation(a, axes, 0, 1);
        jacobi_rotation(a, axes, 0, 2);
        jacobi_rotation(a, axes, 1, 2);
    }
    double moments[3] = {a.x.x, a.y.y, a.z.z};
    Vec3 columns[3] = {axes.x, axes.y, axes.z};
    constexpr std::pair<int, int> order[] = {{0, 1}, {1, 2}, {0, 1}};
    for (const auto& [i, j] : order) {
        if (moments[j] < moments[i]) {
            std::swap(moments[i], moments[j]);
            std::swap(columns[i], columns[j]);
        }
    }
    const Vec3 first = with_largest_element_positive(columns[0]);
    const Vec3 second = with_largest_element_positive(columns[1]);
    return {{moments[0], moments[1], moments[2]}, {first, second, cross(first, second)}};
}

}  // namespace lanewise
