#include <lanewise/physics/contacts/corners.hpp>

#include <limits>

namespace lanewise {

double support(std::span<const Vec3> corners, const Vec3& direction) noexcept {
    double most = -std::numeric_limits<double>::infinity();
    for (const Vec3& corner : corners) {
        const double along = dot(direction, corner);
        most = along > most ? along : most;
    }
    return most;
}

void supporting_corners(std::span<const Vec3> corners, const Vec3& direction,
                        std::vector<std::uint32_t>& found, double tolerance) {
    const double most = support(corners, direction);
    for (std::uint32_t i = 0; i < corners.size(); ++i)
        if (most - dot(direction, corners[i]) <= tolerance) found.push_back(i);
}

Vec3 mean_corner(std::span<const Vec3> corners) noexcept {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    if (corners.empty()) return {nan, nan, nan};
    Vec3 sum;
    for (const Vec3& corner : corners) sum += corner - corners.front();
    return corners.front() + sum / static_cast<double>(corners.size());
}

void place_corners(std::span<const Vec3> corners, const RigidTransform& pose,
                   std::vector<Vec3>& placed) {
    const Mat3 rotation = to_matrix(pose.rotation);
    placed.clear();
    for (const Vec3& corner : corners) placed.push_back(rotation * corner + pose.translation);
}

void clip_polygon(std::span<const Vec3> polygon, const Vec3& normal, double offset,
                  std::vector<Vec3>& clipped) {
    clipped.clear();
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec3& from = polygon[i];
        const Vec3& to = polygon[i + 1 < polygon.size() ? i + 1 : 0];
        const double before = dot(normal, from) - offset;
        const double after = dot(normal, to) - offset;
        if (before <= 0) clipped.push_back(from);
        // Strictly on both sides: a corner on the plane is there already.
        if ((before < 0 && after > 0) || (before > 0 && after < 0))
            clipped.push_back(from + (before / (before - after)) * (to - from));
    }
}

}  // namespace lanewise
