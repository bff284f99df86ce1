#include <lanewise/physics/collision/polygon.hpp>
#include <lanewise/physics/collision/polyhedron.hpp>

#include <algorithm>
#include <limits>
#include <numeric>

namespace lanewise::detail {

namespace {

class EarCutter {
public:
    explicit EarCutter(std::span<const Vec3> corners) : corners_(corners), left_(corners.size()) {
        std::iota(left_.begin(), left_.end(), 0u);
        normal_ = newell_normal(corners, left_);
    }

    std::vector<std::array<std::uint32_t, 3>> run() {
        std::vector<std::array<std::uint32_t, 3>> triangles;
        while (left_.size() >= 3) {
            const std::size_t i = left_.size() == 3 ? 1 : best_ear();
            triangles.push_back({before(i), left_[i], after(i)});
            left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(i));
        }
        return triangles;
    }

private:
    [[nodiscard]] std::uint32_t before(std::size_t i) const noexcept {
        return left_[(i + left_.size() - 1) % left_.size()];
    }
    [[nodiscard]] std::uint32_t after(std::size_t i) const noexcept {
        return left_[(i + 1) % left_.size()];
    }

    /// Twice the signed area of a triangle as seen along the polygon's normal, times its length.
    [[nodiscard]] double area(const Vec3& a, const Vec3& b, const Vec3& c) const noexcept {
        return dot(normal_, cross(b - a, c - a));
    }

    [[nodiscard]] bool is_ear(std::size_t i) const noexcept {
        const Vec3& a = corners_[before(i)];
        const Vec3& b = corners_[left_[i]];
        const Vec3& c = corners_[after(i)];
        if (!(area(a, b, c) > 0)) return false;
        return std::none_of(left_.begin(), left_.end(), [&](std::uint32_t k) {
            const Vec3& p = corners_[k];
            if (p == a || p == b || p == c) return false;
            return area(a, b, p) >= 0 && area(b, c, p) >= 0 && area(c, a, p) >= 0;
        });
    }

    [[nodiscard]] std::size_t best_ear() const noexcept {
        std::size_t best = 1;
        double shortest = std::numeric_limits<double>::infinity();
        // Corner 1 first: its cut joins corners 0 and 2.
        for (std::size_t k = 0; k < left_.size(); ++k) {
            const std::size_t i = (k + 1) % left_.size();
            const double cut = norm_squared(corners_[after(i)] - corners_[before(i)]);
            if (cut < shortest && is_ear(i)) {
                shortest = cut;
                best = i;
            }
        }
        return best;
    }

    std::span<const Vec3> corners_;
    std::vector<std::uint32_t> left_;
    Vec3 normal_;
};

}  // namespace

std::vector<std::array<std::uint32_t, 3>> triangulated(std::span<const Vec3> corners) {
    return EarCutter(corners).run();
}

}  // namespace lanewise::detail
