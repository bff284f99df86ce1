#include <lanewise/physics/vehicle/sprung_masses.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace lanewise::detail {
namespace {

using Column = std::vector<double>;

double dot(const Column& a, const Column& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}

/// Least squares by Gram-Schmidt over the columns 1, x, y; a column that adds nothing new, as y of
/// a motorcycle does, is left out.
Column least_shares(double mass, std::span<const Vec3> wheels) {
    const std::size_t n = wheels.size();
    std::array<Column, 3> columns = {Column(n, 1.0), Column(n), Column(n)};
    double size = 0;
    for (std::size_t i = 0; i < n; ++i) {
        columns[1][i] = wheels[i].x;
        columns[2][i] = wheels[i].y;
        size = std::max({size, std::abs(wheels[i].x), std::abs(wheels[i].y)});
    }
    const std::array<double, 3> wanted = {mass, 0, 0};
    std::vector<Column> basis;
    std::vector<double> weights;
    for (std::size_t c = 0; c < columns.size(); ++c) {
        Column rest = columns[c];
        double left = wanted[c];
        for (std::size_t b = 0; b < basis.size(); ++b) {
            const double along = dot(columns[c], basis[b]);
            left -= along * weights[b];
            for (std::size_t i = 0; i < n; ++i) rest[i] -= along * basis[b][i];
        }
        const double length = std::sqrt(dot(rest, rest));
        constexpr double k_nothing_new = 1e-9;
        if (!(length > k_nothing_new * (c == 0 ? 1 : size))) continue;
        for (double& number : rest) number /= length;
        basis.push_back(rest);
        weights.push_back(left / length);
    }
    Column shares(n, 0.0);
    for (std::size_t b = 0; b < basis.size(); ++b)
        for (std::size_t i = 0; i < n; ++i) shares[i] += weights[b] * basis[b][i];
    return shares;
}

}  // namespace

std::vector<double> sprung_masses(double mass, std::span<const Vec3> wheels) {
    std::vector<std::size_t> carrying(wheels.size());
    for (std::size_t i = 0; i < wheels.size(); ++i) carrying[i] = i;
    while (true) {
        std::vector<Vec3> places;
        for (const std::size_t i : carrying) places.push_back(wheels[i]);
        const Column shares = least_shares(mass, places);
        std::vector<double> masses(wheels.size(), 0.0);
        std::vector<std::size_t> still;
        for (std::size_t k = 0; k < carrying.size(); ++k) {
            if (shares[k] < 0) continue;
            masses[carrying[k]] = shares[k];
            still.push_back(carrying[k]);
        }
        if (still.size() == carrying.size()) return masses;
        carrying = still;
    }
}

}  // namespace lanewise::detail
