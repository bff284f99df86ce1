#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/collision/mesh_edges.hpp>
#include <lanewise/physics/collision/triangle_mesh.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace lanewise {

namespace {

void require_mesh(const std::vector<Vec3>& vertices,
                  const std::vector<TriangleMesh::Triangle>& triangles,
                  const std::vector<std::uint32_t>& materials) {
    if (triangles.empty() || triangles.size() >= TriangleMesh::no_neighbour)
        refuse("TriangleMesh.triangles", std::to_string(triangles.size()) + " triangles",
               "must be at least 1 and fewer than 2^32 - 1");
    if (!materials.empty())
        require_size("TriangleMesh.materials", materials.size(), triangles.size());
    // Squared areas must stay finite.
    constexpr double largest = 1e75;
    for (std::size_t i = 0; i < vertices.size(); ++i)
        for (std::size_t axis = 0; axis < 3; ++axis)
            if (!(std::fabs(vertices[i][axis]) <= largest))
                refuse("TriangleMesh.vertices[" + std::to_string(i) + "]." + "xyz"[axis],
                       vertices[i][axis], "must be finite and at most 1e75");
    for (std::size_t t = 0; t < triangles.size(); ++t)
        for (const std::uint32_t corner : triangles[t])
            if (corner >= vertices.size())
                refuse("TriangleMesh.triangles[" + std::to_string(t) + "]", corner,
                       "must be below the number of vertices, " + std::to_string(vertices.size()));
}

/// The unit normal of a triangle, or zero when it is too thin to have one.
Vec3 front_normal(const Vec3& a, const Vec3& b, const Vec3& c) noexcept {
    const Vec3 ab = b - a;
    const Vec3 bc = c - b;
    const Vec3 ca = a - c;
    // Scaled to sides of about 1, so that small triangles do not underflow. From the corner between
    // the two shorter sides, the cross product cancels least.
    const double longest =
        std::max({largest_component(absolute(ab)), largest_component(absolute(bc)),
                  largest_component(absolute(ca))});
    if (!(longest > 0)) return {};
    const Vec3 p = ab / longest;
    const Vec3 q = bc / longest;
    const Vec3 r = ca / longest;
    const double pp = norm_squared(p), qq = norm_squared(q), rr = norm_squared(r);
    const Vec3 area = pp >= qq && pp >= rr ? cross(q, r) : qq >= rr ? cross(r, p) : cross(p, q);
    const double size = norm(area);
    return size > TriangleMesh::thinnest_triangle * std::max({pp, qq, rr}) ? area / size : Vec3{};
}

template <class T>
TriangleColumns<T> columns_of(const TriangleMesh& mesh) {
    TriangleColumns<T> c;
    for (auto* column : {&c.ax, &c.ay, &c.az, &c.bx, &c.by, &c.bz, &c.cx, &c.cy, &c.cz})
        column->reserve(mesh.size());
    const auto append = [](std::vector<T>& x, std::vector<T>& y, std::vector<T>& z, const Vec3& v) {
        x.push_back(static_cast<T>(v.x));
        y.push_back(static_cast<T>(v.y));
        z.push_back(static_cast<T>(v.z));
    };
    for (std::size_t t = 0; t < mesh.size(); ++t) {
        const auto corners = mesh.corners(t);
        append(c.ax, c.ay, c.az, corners[0]);
        append(c.bx, c.by, c.bz, corners[1]);
        append(c.cx, c.cy, c.cz, corners[2]);
    }
    return c;
}

}  // namespace

TriangleMesh::TriangleMesh(std::vector<Vec3> vertices, std::vector<Triangle> triangles,
                           std::vector<std::uint32_t> materials)
    : vertices_(std::move(vertices)),
      triangles_(std::move(triangles)),
      materials_(std::move(materials)) {
    require_mesh(vertices_, triangles_, materials_);
    drop_degenerate();
    if (triangles_.empty())
        refuse("TriangleMesh.triangles", "degenerate triangles only", "must hold one with an area");
    if (!materials_.empty())
        material_count_ = *std::max_element(materials_.begin(), materials_.end()) + 1;
    for (std::size_t t = 0; t < size(); ++t)
        for (const Vec3& corner : corners(t)) bounds_ = enlarged(bounds_, corner);
    detail::find_mesh_edges(vertices_, triangles_, normals_, edges_, neighbours_);
}

void TriangleMesh::drop_degenerate() {
    std::vector<std::uint32_t> kept;
    for (std::uint32_t t = 0; t < triangles_.size(); ++t) {
        const auto c = corners(t);
        const Vec3 normal = front_normal(c[0], c[1], c[2]);
        if (normal == Vec3{}) {
            dropped_.push_back(t);
        } else {
            kept.push_back(t);
            normals_.push_back(normal);
        }
    }
    if (dropped_.empty()) return;
    for (std::size_t i = 0; i < kept.size(); ++i) {
        triangles_[i] = triangles_[kept[i]];
        if (!materials_.empty()) materials_[i] = materials_[kept[i]];
    }
    triangles_.resize(kept.size());
    if (!materials_.empty()) materials_.resize(kept.size());
    sources_ = std::move(kept);
}

TriangleColumns<double> TriangleMesh::double_columns() const {
    return columns_of<double>(*this);
}
TriangleColumns<float> TriangleMesh::float_columns() const {
    return columns_of<float>(*this);
}

}  // namespace lanewise
