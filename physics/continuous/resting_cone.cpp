#include <lanewise/physics/continuous/resting_cone.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>

namespace lanewise::detail {

namespace {

/// Speeds into a surface up to this share of the whole are rounding.
constexpr double k_slack = 1e-12;

class ConeSearch {
public:
    ConeSearch(const Vec3& v, std::span<const Vec3> normals, std::span<double> shares) noexcept
        : v_(v), normals_(normals), shares_(shares), slack_(k_slack * norm(v)) {}

    bool try_free() noexcept { return accept(v_); }

    bool try_one(std::size_t i) noexcept {
        const double push = -dot(v_, normals_[i]);
        if (!(push > 0) || !accept(v_ + push * normals_[i])) return false;
        shares_[i] = push;
        return true;
    }

    bool try_two(std::size_t i, std::size_t j) noexcept {
        const Vec3 crease = cross(normals_[i], normals_[j]);
        const double square = norm_squared(crease);
        if (!(square > 0)) return false;
        const double c = dot(normals_[i], normals_[j]);
        const double vi = dot(v_, normals_[i]), vj = dot(v_, normals_[j]);
        const double pi = (c * vj - vi) / square, pj = (c * vi - vj) / square;
        if (!(pi >= 0 && pj >= 0)) return false;
        if (!accept((dot(v_, crease) / square) * crease)) return false;
        shares_[i] = pi;
        shares_[j] = pj;
        return true;
    }

    bool try_three(std::size_t i, std::size_t j, std::size_t k) noexcept {
        const Vec3 &a = normals_[i], &b = normals_[j], &c = normals_[k];
        const double volume = dot(a, cross(b, c));
        const double pa = -dot(v_, cross(b, c)) / volume;
        const double pb = -dot(v_, cross(c, a)) / volume;
        const double pc = -dot(v_, cross(a, b)) / volume;
        if (!(pa >= 0 && pb >= 0 && pc >= 0) || !(std::max({pa, pb, pc}) < 1 / k_slack))
            return false;
        result = {};
        shares_[i] = pa;
        shares_[j] = pb;
        shares_[k] = pc;
        return true;
    }

    Vec3 result;

private:
    bool accept(Vec3 w) noexcept {
        for (const Vec3& n : normals_)
            if (!(dot(w, n) >= -slack_)) return false;
        // Takes away most of the rounding that is left.
        for (const Vec3& n : normals_) w = w - std::min(dot(w, n), 0.0) * n;
        result = w;
        return true;
    }

    Vec3 v_;
    std::span<const Vec3> normals_;
    std::span<double> shares_;
    double slack_;
};

}  // namespace

Vec3 kept_off(const Vec3& v, std::span<const Vec3> normals, std::span<double> shares) noexcept {
    assert(normals.size() <= k_most_resting && shares.size() >= normals.size());
    std::fill(shares.begin(), shares.end(), 0.0);
    const std::size_t n = normals.size();
    ConeSearch search(v, normals, shares);
    if (search.try_free()) return search.result;
    for (std::size_t i = 0; i < n; ++i)
        if (search.try_one(i)) return search.result;
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = i + 1; j < n; ++j)
            if (search.try_two(i, j)) return search.result;
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = i + 1; j < n; ++j)
            for (std::size_t k = j + 1; k < n; ++k)
                if (search.try_three(i, j, k)) return search.result;
    return {};
}

}  // namespace lanewise::detail
