#pragma once

#include "../geometry/close.hpp"

#include <lanewise/physics/collision/shape.hpp>
#include <lanewise/physics/continuous/swept_motion.hpp>
#include <lanewise/physics/rays/mesh_index.hpp>

#include <memory>
#include <utility>
#include <vector>

namespace lanewise::test {

inline SweptBody ball_body(double radius, const Vec3& centre, const Vec3& velocity,
                           const PhysicsMaterial& material = {0, 0}, double mass = 1) {
    SweptBody body;
    body.round = {centre, {}, radius};
    body.velocity = velocity;
    body.mass = mass;
    const double inverse = 1 / (0.4 * mass * radius * radius);
    body.inverse_inertia = Mat3::diagonal({inverse, inverse, inverse});
    body.material = material;
    return body;
}

inline SweptBody capsule_body(double radius, const Vec3& half_axis, const Vec3& centre,
                              const Vec3& velocity, const PhysicsMaterial& material = {0, 0}) {
    SweptBody body = ball_body(radius, centre, velocity, material);
    body.round.half_axis = half_axis;
    body.inverse_inertia = {};
    return body;
}

/// Obstacles with what they point to.
class Scene {
public:
    void add_mesh(std::vector<Vec3> vertices, std::vector<TriangleMesh::Triangle> triangles,
                  const RigidTransform& placed = {}, const PhysicsMaterial& material = {0, 0}) {
        auto mesh = std::make_shared<const TriangleMesh>(std::move(vertices), std::move(triangles));
        indexes_.push_back(std::make_unique<const MeshIndex>(mesh));
        add(Shape::mesh(std::move(mesh), {}, {material}), placed, indexes_.back().get());
    }
    /// One big triangle through the origin, its front along the local z axis.
    void add_floor(const RigidTransform& placed = {}, const PhysicsMaterial& material = {0, 0}) {
        add_mesh({{-3e4, -3e4, 0}, {6e4, -3e4, 0}, {-3e4, 6e4, 0}}, {{0, 1, 2}}, placed, material);
    }
    /// Unit squares about the origin, each of two triangles.
    void add_grid(int half, const RigidTransform& placed = {},
                  const PhysicsMaterial& material = {0, 0}) {
        std::vector<Vec3> vertices;
        std::vector<TriangleMesh::Triangle> triangles;
        const auto side = static_cast<std::uint32_t>(2 * half + 1);
        for (int i = -half; i <= half; ++i)
            for (int j = -half; j <= half; ++j)
                vertices.push_back({static_cast<double>(i), static_cast<double>(j), 0});
        for (std::uint32_t i = 0; i + 1 < side; ++i)
            for (std::uint32_t j = 0; j + 1 < side; ++j) {
                const std::uint32_t v = i * side + j;
                triangles.push_back({v, v + side, v + side + 1});
                triangles.push_back({v, v + side + 1, v + 1});
            }
        add_mesh(std::move(vertices), std::move(triangles), placed, material);
    }
    void add(Shape shape, const RigidTransform& placed = {}, const MeshIndex* index = nullptr) {
        shapes_.push_back(std::make_unique<const Shape>(std::move(shape)));
        obstacles_.push_back({shapes_.back().get(), placed, index,
                              static_cast<std::uint32_t>(100 + obstacles_.size())});
    }
    [[nodiscard]] std::span<const SweptObstacle> obstacles() const { return obstacles_; }
    /// Number of obstacle `i` in the list of impacts.
    static constexpr std::uint32_t number(std::uint32_t i) { return 100 + i; }

private:
    std::vector<std::unique_ptr<const MeshIndex>> indexes_;
    std::vector<std::unique_ptr<const Shape>> shapes_;
    std::vector<SweptObstacle> obstacles_;
};

/// The rotation that takes +z to `normal`.
inline Quat z_to(const Vec3& normal) {
    const Vec3 n = normal / norm(normal);
    return normalized({-n.y, n.x, 0, 1 + n.z});
}

inline double energy(const SweptBody& body) {
    double twice = body.mass * norm_squared(body.velocity);
    if (body.inverse_inertia != Mat3{})
        twice += dot(body.spin, inverse_symmetric(body.inverse_inertia) * body.spin);
    return 0.5 * twice;
}

}  // namespace lanewise::test
