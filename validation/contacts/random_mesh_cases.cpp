// Random solids on random ground against plain references, and what slides over it.

#include "reference.hpp"

#include <catch2/catch.hpp>

#include <set>

using namespace lanewise;
using namespace lanewise::test;

namespace {

constexpr double margin = contact_margin;

/// Cells of 0.5 m, 8 m across, from nearly flat to steep, with a ridge or a valley across.
std::shared_ptr<const TriangleMesh> random_ground(Random& random) {
    const double rough = random.below(3) == 0 ? 0 : random.between(0.01, 0.3);
    const double slope = random.below(2) == 0 ? 0 : random.between(-1.5, 1);
    const double turn = random.between(0, 3);
    return ground(16, 0.5, [&, slope, turn](double x, double y) {
        return slope * std::fabs(x + turn * y) + rough * random.between(-1, 1);
    });
}

double height_of(const TriangleMesh& mesh, double x, double y) {
    double highest = -100;
    for (std::size_t t = 0; t < mesh.size(); ++t) {
        const auto c = mesh.corners(t);
        const Vec3& n = mesh.normals()[t];
        const auto side = [&](std::size_t k) {
            const Vec3 e = c[(k + 1) % 3] - c[k];
            return e.x * (y - c[k].y) - e.y * (x - c[k].x);
        };
        if (side(0) >= -1e-12 && side(1) >= -1e-12 && side(2) >= -1e-12)
            highest = std::max(highest, c[0].z - (n.x * (x - c[0].x) + n.y * (y - c[0].y)) / n.z);
    }
    return highest;
}

double distance_to_mesh(const TriangleMesh& mesh, const Vec3& p) {
    double least = 1e9;
    for (std::size_t t = 0; t < mesh.size(); ++t) {
        const auto c = mesh.corners(t);
        least = std::min(least, distance_to_triangle(p, c[0], c[1], c[2]));
    }
    return least;
}

double deepest_of(const std::vector<ContactManifold>& found) {
    double depth = -1;
    for (const ContactManifold& m : found) depth = std::max(depth, deepest(m));
    return depth;
}

void check_sound(const Thing& mesh, const std::vector<ContactManifold>& found) {
    REQUIRE(found.size() <= most_manifolds);
    std::set<std::uint64_t> features;
    std::size_t count = 0;
    for (const ContactManifold& m : found) {
        REQUIRE(std::fabs(norm(m.normal) - 1) <= 1e-14);
        REQUIRE((m.count >= 1 && m.count <= 4));
        count += m.count;
        for (const ContactPoint& p : m.contacts()) {
            REQUIRE(p.depth >= -margin);
            REQUIRE((p.feature >> 32) < mesh.shape.mesh()->size());
            features.insert(p.feature);
        }
    }
    REQUIRE(features.size() == count);
}

}  // namespace

TEST_CASE("random balls on random ground touch it at the nearest point") {
    int touching = 0;
    for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
        Random random(seed);
        const Thing mesh(Shape::mesh(random_ground(random)));
        const TriangleMesh& surface = *mesh.shape.mesh();
        const double radius = random.between(0.05, 0.8);
        Vec3 centre{random.between(-3, 3), random.between(-3, 3), 0};
        centre.z = height_of(surface, centre.x, centre.y) + radius * random.between(0.02, 1.5);
        INFO("seed " << seed);
        const auto found = touch(mesh, Thing(Shape::sphere(radius), {{}, centre}));
        check_sound(mesh, found);
        const double depth = radius - distance_to_mesh(surface, centre);
        if (std::fabs(depth + margin) < 1e-9) continue;
        REQUIRE(found.empty() == (depth < -margin));
        if (found.empty()) continue;
        ++touching;
        REQUIRE(std::fabs(deepest_of(found) - depth) <= 1e-12);
        for (const ContactManifold& m : found)
            for (const ContactPoint& p : m.contacts()) {
                // The point of the mesh and the centre in one line along the normal.
                const Vec3 on_mesh = p.point + (0.5 * p.depth) * m.normal;
                REQUIRE(distance_to_mesh(surface, on_mesh) <= 1e-12);
                REQUIRE(difference(on_mesh + (radius - p.depth) * m.normal, centre) <= 1e-9);
                // Nothing of the surface is nearer about there.
                REQUIRE(distance_to_mesh(surface, on_mesh + 1e-6 * m.normal) >= 1e-6 - 1e-11);
            }
    }
    CHECK(touching > 800);
}

TEST_CASE("random capsules on random ground touch it at the nearest point") {
    int touching = 0;
    for (std::uint64_t seed = 1; seed <= 600; ++seed) {
        Random random(seed);
        const Thing mesh(Shape::mesh(random_ground(random)));
        const TriangleMesh& surface = *mesh.shape.mesh();
        const double radius = random.between(0.05, 0.6);
        const Shape capsule = Shape::capsule(radius, random.between(0.05, 1));
        RigidTransform pose{random.rotation(), {random.between(-2, 2), random.between(-2, 2), 0}};
        const Vec3 half = capsule.half_length() * rotate(pose.rotation, {0, 0, 1});
        const auto over = [&](double s) {
            const Vec3 p = pose.translation + s * half;
            return p.z - height_of(surface, p.x, p.y);
        };
        double lowest = 1e9;
        for (int k = -20; k <= 20; ++k) lowest = std::min(lowest, over(0.05 * k));
        pose.translation.z -= lowest - radius * random.between(0.4, 1.3);
        INFO("seed " << seed);
        const auto found = touch(mesh, Thing(capsule, pose));
        check_sound(mesh, found);
        double least = 1e9;
        bool is_behind = false;
        for (std::size_t t = 0; t < surface.size(); ++t) {
            const auto c = surface.corners(t);
            const Bounds box{minimum(minimum(c[0], c[1]), c[2]),
                             maximum(maximum(c[0], c[1]), c[2])};
            if (!overlap(box, grown(capsule.bounds(pose), margin))) continue;
            const double distance = least_of_convex([&](double s) {
                return distance_to_triangle(pose.translation + (2 * s - 1) * half, c[0], c[1],
                                            c[2]);
            });
            least = std::min(least, distance);
            is_behind |= distance < radius + margin &&
                         dot(surface.normals()[t], pose.translation - c[0]) < 0;
        }
        const double depth = radius - least;
        // Triangles with the centre behind them are not felt; where the axis passes through the
        // ground, the nearest point says nothing.
        if (std::fabs(depth + margin) < 1e-9 || least < 1e-3 || is_behind) continue;
        REQUIRE(found.empty() == (depth < -margin));
        if (found.empty()) continue;
        ++touching;
        REQUIRE(std::fabs(deepest_of(found) - depth) <= 1e-9);
        for (const ContactManifold& m : found)
            for (const ContactPoint& p : m.contacts()) {
                // Normals of one patch differ by up to 1.5 mrad.
                const double off = 1e-9 + 1.5e-3 * std::fabs(0.5 * p.depth);
                REQUIRE(distance_to_mesh(surface, p.point + (0.5 * p.depth) * m.normal) <= off);
            }
    }
    CHECK(touching > 300);
}

TEST_CASE("random boxes and hulls with one triangle") {
    int touching = 0, shallow = 0, missed = 0;
    for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
        Random random(seed);
        const std::array<Vec3, 3> c{random.in_cube(2), random.in_cube(2), random.in_cube(2)};
        const Thing mesh(Shape::mesh(one_triangle(c[0], c[1], c[2])));
        std::vector<Vec3> points;
        for (int i = 0; i < 12; ++i) points.push_back(random.in_cube(0.6));
        const Shape shape =
            random.below(2) == 0 ? Shape::box({0.3, 0.5, 0.4}) : Shape::hull(points);
        const Thing solid(shape, {random.rotation(), random.in_cube(1)});
        INFO("seed " << seed);
        const auto found = touch(mesh, solid);
        check_sound(mesh, found);
        const Vec3& n = mesh.shape.mesh()->normals()[0];
        const bool in_front =
            dot(n, transform_point(solid.pose, solid.shape.polyhedron()->centre) - c[0]) >= 0;
        const Outline triangle = outline_of(c);
        const double apart = largest_separation(triangle, outline_of(solid));
        if (!in_front || apart > margin + 1e-12) REQUIRE(found.empty());
        for (const ContactManifold& m : found) {
            REQUIRE(dot(m.normal, n) >= -1e-6);
            for (const ContactPoint& p : m.contacts()) {
                if (p.depth < 0) continue;
                const Vec3 on_mesh = p.point + (0.5 * p.depth) * m.normal;
                REQUIRE(distance_to_triangle(on_mesh, c[0], c[1], c[2]) <= 2e-5);
                REQUIRE(std::fabs(reference_distance(
                            *solid.shape.polyhedron(),
                            transform_point_back(solid.pose, on_mesh - p.depth * m.normal))) <=
                        2e-5);
            }
        }
        touching += found.empty() ? 0 : 1;
        if (in_front && apart < 0 && apart > -0.1) {
            ++shallow;
            if (found.empty() || deepest_of(found) <= 0) {
                // Only where the least overlap would lead out behind the triangle.
                ++missed;
                REQUIRE(dot(axis_of_least_overlap(triangle, outline_of(solid)), n) < 0);
            }
        }
    }
    CHECK(touching > 400);
    CHECK(shallow > 100);
    CHECK(missed < shallow / 5);
}

TEST_CASE("boxes on a flat grid have the normal of the ground only") {
    const Thing mesh(Shape::mesh(flat_ground(24, 1)));
    int wrong = 0;
    for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
        Random random(seed);
        // Some exactly along the grid.
        const double yaw = seed % 4 == 0 ? 0 : random.between(-1, 1);
        const double tilt = seed % 3 == 0 ? random.between(-5e-3, 5e-3) : 0;
        const Thing box(Shape::box({0.5, 0.5, 0.5}), {normalized(Quat{tilt, tilt, yaw, 1}),
                                                      {random.between(-9, 9), random.between(-9, 9),
                                                       random.between(0.48, 0.51)}});
        INFO("seed " << seed);
        const auto found = touch(mesh, box);
        check_sound(mesh, found);
        for (const ContactManifold& m : found) wrong += m.normal.z > 1 - 1e-12 ? 0 : 1;
        REQUIRE(found.size() == 1);
        REQUIRE(found[0].count == 4);
        double low = 1;
        for (const Vec3& v : world_corners(box)) low = std::min(low, v.z);
        REQUIRE(std::fabs(deepest(found[0]) + low) <= 1e-12);
    }
    CHECK(wrong == 0);
}

TEST_CASE("a long box on a fine grid has one manifold of its four corners") {
    const Thing mesh(Shape::mesh(flat_ground(100, 0.1)));
    for (const double yaw : {0.0, 0.1, 0.7}) {
        const Thing box(Shape::box({2, 1, 0.5}),
                        {normalized(Quat{0, 0, yaw, 1}), {0.013, 0.027, 0.495}});
        const auto found = touch(mesh, box);
        REQUIRE(found.size() == 1);
        REQUIRE(found[0].count == 4);
        CHECK(found[0].normal == Vec3{0, 0, 1});
        for (const ContactPoint& p : found[0].contacts()) {
            CHECK(std::fabs(p.depth - 0.005) <= 1e-14);
            const Vec3 local = transform_point_back(box.pose, p.point);
            CHECK(std::fabs(std::fabs(local.x) - 2) <= 1e-9);
            CHECK(std::fabs(std::fabs(local.y) - 1) <= 1e-9);
        }
    }
}
