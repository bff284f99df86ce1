#pragma once

#include "../geometry/close.hpp"

#include <lanewise/physics/contacts/narrow_phase.hpp>

#include <memory>
#include <utility>
#include <vector>

namespace lanewise::test {

/// A shape at a pose, with the index of its mesh.
struct Thing {
    Shape shape;
    RigidTransform pose;
    std::shared_ptr<const MeshIndex> index;

    explicit Thing(Shape s, const RigidTransform& at = {})
        : shape(std::move(s)),
          pose(at),
          index(shape.mesh() ? std::make_shared<const MeshIndex>(shape.mesh()) : nullptr) {}

    [[nodiscard]] PlacedSolid placed() const { return place(shape, pose, index.get()); }
};

inline RigidTransform at(double x, double y, double z) {
    return {{}, {x, y, z}};
}

inline std::vector<ContactManifold> touch(const Thing& a, const Thing& b,
                                          double margin = contact_margin) {
    static ContactScratch scratch;
    std::vector<ContactManifold> manifolds;
    collide(a.placed(), b.placed(), margin, scratch, manifolds);
    return manifolds;
}

/// All points of all manifolds.
inline std::vector<ContactPoint> points_of(const std::vector<ContactManifold>& manifolds) {
    std::vector<ContactPoint> points;
    for (const ContactManifold& m : manifolds)
        points.insert(points.end(), m.contacts().begin(), m.contacts().end());
    return points;
}

inline double deepest(const ContactManifold& manifold) {
    double depth = manifold.points[0].depth;
    for (const ContactPoint& p : manifold.contacts()) depth = std::max(depth, p.depth);
    return depth;
}

/// A flat or wavy square of n by n cells about the origin, fronts up, heights from `height(x, y)`.
/// Vertices are shared.
template <class Height>
std::shared_ptr<const TriangleMesh> ground(int n, double cell, Height height) {
    std::vector<Vec3> vertices;
    for (int j = 0; j <= n; ++j)
        for (int i = 0; i <= n; ++i) {
            const double x = (i - 0.5 * n) * cell, y = (j - 0.5 * n) * cell;
            vertices.push_back({x, y, height(x, y)});
        }
    std::vector<TriangleMesh::Triangle> triangles;
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
            const auto v = static_cast<std::uint32_t>(j * (n + 1) + i);
            const auto up = static_cast<std::uint32_t>(n + 1);
            triangles.push_back({v, v + 1, v + up + 1});
            triangles.push_back({v, v + up + 1, v + up});
        }
    return std::make_shared<const TriangleMesh>(std::move(vertices), std::move(triangles));
}
inline std::shared_ptr<const TriangleMesh> flat_ground(int n, double cell) {
    return ground(n, cell, [](double, double) { return 0.0; });
}

inline std::shared_ptr<const TriangleMesh> one_triangle(const Vec3& a, const Vec3& b,
                                                        const Vec3& c) {
    return std::make_shared<const TriangleMesh>(std::vector{a, b, c},
                                                std::vector<TriangleMesh::Triangle>{{0, 1, 2}});
}

}  // namespace lanewise::test
