// What moves over meshes and seams: no bumps, and features that stay.

#include "reference.hpp"

#include <lanewise/physics/contacts/reduce.hpp>

#include <catch2/catch.hpp>

#include <set>

using namespace lanewise;
using namespace lanewise::test;

namespace {

const Quat lying{0, std::sqrt(0.5), 0, std::sqrt(0.5)};  // a capsule's axis along x

/// One floor of two big triangles and one of many small ones beside it, which share no vertex along
/// x = 0.
std::shared_ptr<const TriangleMesh> torn_floor() {
    std::vector<Vec3> vertices{{-5, -5, 0}, {0, -5, 0}, {0, 5, 0}, {-5, 5, 0}};
    std::vector<TriangleMesh::Triangle> triangles{{0, 1, 2}, {0, 2, 3}};
    for (std::uint32_t k = 0; k < 7; ++k) {
        const double y = -5 + k * 10.0 / 7;
        const auto v = static_cast<std::uint32_t>(vertices.size());
        for (const Vec3& p :
             {Vec3{0, y, 0}, Vec3{5, y, 0}, Vec3{5, y + 10.0 / 7, 0}, Vec3{0, y + 10.0 / 7, 0}})
            vertices.push_back(p);
        triangles.push_back({v, v + 1, v + 2});
        triangles.push_back({v, v + 2, v + 3});
    }
    return std::make_shared<const TriangleMesh>(vertices, triangles);
}

/// A road at z = 0 for x < 0, a kerb 0.1 m high at x = 0 and a pavement behind it, in lengths of
/// 0.5 m.
std::shared_ptr<const TriangleMesh> kerb() {
    std::vector<Vec3> vertices;
    std::vector<TriangleMesh::Triangle> triangles;
    constexpr std::uint32_t lengths = 40;
    for (std::uint32_t k = 0; k <= lengths; ++k) {
        const double y = -10 + 0.5 * k;
        for (const Vec3& p : {Vec3{-10, y, 0}, Vec3{0, y, 0}, Vec3{0, y, 0.1}, Vec3{10, y, 0.1}})
            vertices.push_back(p);
    }
    for (std::uint32_t k = 0; k < lengths; ++k)
        for (std::uint32_t j = 0; j < 3; ++j) {
            const std::uint32_t a = 4 * k + j, b = a + 1, c = a + 5, d = a + 4;
            triangles.push_back({a, b, c});
            triangles.push_back({a, c, d});
        }
    return std::make_shared<const TriangleMesh>(vertices, triangles);
}

}  // namespace

TEST_CASE("a ball over flat ground has the normal of the ground everywhere") {
    for (const auto& surface : {flat_ground(16, 0.5), torn_floor()}) {
        const Thing mesh(Shape::mesh(surface));
        Random random(5);
        for (int i = 0; i < 4000; ++i) {
            Vec3 centre{random.between(-3, 3), random.between(-3, 3), 0.495};
            // Often exactly over edges and vertices, or a rounding beside them.
            if (i % 3 == 0) centre.x = 0.5 * std::round(2 * centre.x);
            if (i % 4 == 0) centre.y = centre.x;
            if (i % 5 == 0) centre.y = 0.5 * std::round(2 * centre.y);
            if (i % 7 == 0) centre.x = std::nextafter(centre.x, i % 2 == 0 ? 9 : -9);
            const auto found = touch(mesh, Thing(Shape::sphere(0.5), {{}, centre}));
            REQUIRE(found.size() == 1);
            REQUIRE(found[0].count == 1);
            REQUIRE(found[0].normal.z >= 1 - 1e-15);
            REQUIRE(std::fabs(found[0].points[0].depth - 0.005) <= 1e-15);
        }
    }
}

TEST_CASE("a lying capsule on flat ground has its two ends and the ground's normal") {
    for (const auto& surface : {flat_ground(32, 0.25), torn_floor()}) {
        const Thing mesh(Shape::mesh(surface));
        Random random(6);
        for (int i = 0; i < 2000; ++i) {
            const double yaw = i % 4 == 0 ? 0 : random.between(-2, 2);
            const Quat turn = normalized(Quat{0, 0, yaw, 1}) * lying;
            const Thing capsule(Shape::capsule(0.3, 0.8),
                                {turn, {random.between(-2, 2), random.between(-2, 2), 0.29}});
            const auto found = touch(mesh, capsule);
            REQUIRE(found.size() == 1);
            REQUIRE(found[0].normal.z >= 1 - 1e-14);
            REQUIRE(found[0].count >= 2);
            double reach = 0;
            for (const ContactPoint& p : found[0].contacts()) {
                REQUIRE(std::fabs(p.depth - 0.01) <= 1e-14);
                for (const ContactPoint& q : found[0].contacts())
                    reach = std::max(reach, norm(p.point - q.point));
            }
            REQUIRE(std::fabs(reach - 1.6) <= 1e-12);
        }
    }
}

TEST_CASE("on a wavy ground a sliding ball's deepest normal turns without a jump") {
    const auto surface =
        ground(40, 0.25, [](double x, double y) { return 0.1 * std::sin(x) * std::cos(0.7 * y); });
    const Thing mesh(Shape::mesh(surface));
    Vec3 last{0, 0, 1};
    for (int i = 0; i < 4000; ++i) {
        // At a fixed height over the lowest place that the ball fits.
        Vec3 centre{-3 + 0.0015 * i, 0.3 + 0.0004 * i, 0};
        double low = 0.2, high = 0.8;
        for (int k = 0; k < 50; ++k) {
            centre.z = 0.5 * (low + high);
            const auto found = touch(mesh, Thing(Shape::sphere(0.4), {{}, centre}), 0);
            (found.empty() ? high : low) = centre.z;
        }
        centre.z = low - 1e-6;
        const auto found = touch(mesh, Thing(Shape::sphere(0.4), {{}, centre}));
        const auto deepest_first =
            std::max_element(found.begin(), found.end(),
                             [](const auto& a, const auto& b) { return deepest(a) < deepest(b); });
        REQUIRE(deepest_first != found.end());
        // Facets lean by 0.14 at most; a step of 1.5 mm turns a normal about an edge by 1.5/400.
        REQUIRE(deepest_first->normal.z > std::cos(0.15));
        if (i > 0) {
            double nearest = 9;
            for (const ContactManifold& m : found)
                nearest = std::min(nearest, norm(m.normal - last));
            REQUIRE(nearest < 0.01);
        }
        last = deepest_first->normal;
    }
}

TEST_CASE("a ball over the seam of two flush boxes does not feel it") {
    const Shape cube = Shape::box({1, 1, 1});
    const Thing left(cube, at(-1, 0, -1)), right(cube, at(1, 0, -1));
    for (int i = -200; i <= 200; ++i) {
        const Thing ball(Shape::sphere(0.1), at(0.001 * i, 0.013, 0.0995));
        double deepest_up = 0;
        for (const Thing* box : {&left, &right})
            for (const ContactManifold& m : touch(*box, ball)) {
                // The box beside the ball is never felt deeper than the one below it.
                if (m.normal.z < 1)
                    REQUIRE(m.points[0].depth <= 0.0005 + 1e-15);
                else
                    deepest_up = std::max(deepest_up, m.points[0].depth);
            }
        REQUIRE(std::fabs(deepest_up - 0.0005) <= 1e-15);
    }
}

TEST_CASE("the hidden side of a seam is told from a wall") {
    const Shape cube = Shape::box({1, 1, 1});
    const Thing car(Shape::box({2, 1, 0.5}), at(-2 - 0.003, 0, 0.495));
    const Thing below(cube, at(-1, 0, -1)), beyond(cube, at(1.0, 0, -1)), wall(cube, at(1.0, 0, 0));
    const auto support = touch(below, car);
    const auto seam = touch(beyond, car);
    const auto front = touch(wall, car);
    REQUIRE(support.size() == 1);
    REQUIRE(seam.size() == 1);
    REQUIRE(front.size() == 1);
    REQUIRE(std::fabs(seam[0].normal.x) > 0.9);
    CHECK(is_seam(seam[0], support[0]));
    CHECK_FALSE(is_seam(front[0], support[0]));
    CHECK_FALSE(is_seam(support[0], seam[0]));
    CHECK_FALSE(is_seam(support[0], support[0]));
}

TEST_CASE("a box at a kerb is pushed back by it and up by the road") {
    const Thing mesh(Shape::mesh(kerb()));
    Random random(11);
    for (int i = 0; i < 3000; ++i) {
        const double yaw = i % 3 == 0 ? 0 : random.between(-0.02, 0.02);
        const double into = random.between(-0.015, 0.02);
        Thing car(Shape::box({2, 1, 0.5}),
                  {normalized(Quat{0, 0, yaw, 1}), {0, random.between(-3, 3), 0.497}});
        double front = -9;
        for (const Vec3& v : world_corners(car)) front = std::max(front, v.x);
        car.pose.translation.x = into - front;
        INFO("case " << i << ", yaw " << yaw << ", into " << into);
        bool road = false, face = false;
        for (const ContactManifold& m : touch(mesh, car)) {
            if (m.normal.z > 0.9) {
                road = true;
                // Not the pavement's height.
                REQUIRE(std::fabs(deepest(m) - 0.003) <= 1e-12);
            } else {
                REQUIRE(m.normal.x < -0.99);
                face = true;
                // Normals of one patch differ by up to 1.5 mrad.
                REQUIRE(-m.normal.x * deepest(m) <= into + 1e-6 * std::fabs(into) + 1e-12);
            }
        }
        REQUIRE(road);
        REQUIRE(face);
    }
}

TEST_CASE("a box on a ridge stays on it") {
    const Thing mesh(Shape::mesh(ground(40, 0.25, [](double x, double) { return -std::fabs(x); })));
    Random random(12);
    for (int i = 0; i < 1000; ++i) {
        const double along = i % 2 == 0 ? 0 : random.between(-2e-3, 2e-3);
        const Thing box(Shape::box({0.5, 0.7, 0.2}),
                        {normalized(Quat{along, 0, i % 3 == 0 ? 0 : random.between(-0.5, 0.5), 1}),
                         {random.between(-0.1, 0.1), random.between(-1, 1), 0.195}});
        INFO("case " << i);
        double depth = -1;
        for (const ContactManifold& m : touch(mesh, box)) {
            REQUIRE(m.normal.z > 0.99);
            depth = std::max(depth, deepest(m));
        }
        double expected = -1;
        for (double y = -4; y <= 4; y += 0.01) {
            const Vec3 p = transform_point_back(box.pose, {0, y, 0});
            if (std::fabs(p.x) <= 0.5 && std::fabs(p.y) <= 0.7)
                expected = std::max(expected, p.z + 0.2);
        }
        REQUIRE(std::fabs(depth - expected) <= 1e-4);
    }
}

TEST_CASE("features stay while the same features meet") {
    // A tower brick on two others: exactly aligned in y, creeping.
    const Thing below(Shape::box({0.5, 0.5, 0.5}));
    std::set<std::uint64_t> first;
    Random random(3);
    for (int i = 0; i < 500; ++i) {
        const Vec3 turn = 1e-6 * random.in_cube(1);
        const Thing above(
            Shape::box({0.5, 0.5, 0.5}),
            {rotation_from_vector(turn), Vec3{0.5, 0, 0.996} + 1e-6 * random.in_cube(1)});
        const auto found = touch(below, above);
        REQUIRE(found.size() == 1);
        REQUIRE(found[0].count == 4);
        std::set<std::uint64_t> features;
        for (const ContactPoint& p : found[0].contacts()) features.insert(p.feature);
        REQUIRE(features.size() == 4);
        if (i == 0) first = features;
        REQUIRE(features == first);
    }
}

TEST_CASE("a face wholly within the other has a feature for each of its corners") {
    const Shape small = Shape::hull(box_polyhedron({0.2, 0.3, 0.5}).vertices);
    const Shape large = Shape::hull(box_polyhedron({2, 2, 2}).vertices);
    const Thing low(small),
        tile(Shape::mesh(one_triangle({0, 0, 0.5}, {0.3, 0, 0.5}, {0, 0.3, 0.5})));
    for (const Thing* below : {&low, &tile})
        for (const Shape& above : {large, Shape::box({2, 2, 2})}) {
            const auto found = touch(*below, Thing(above, at(0.1, 0.2, 2.49)));
            REQUIRE(found.size() == 1);
            REQUIRE(found[0].count == (below == &low ? 4 : 3));
            std::set<std::uint64_t> features;
            for (const ContactPoint& p : found[0].contacts()) {
                features.insert(p.feature);
                CHECK(std::fabs(p.depth - 0.01) <= 1e-15);
            }
            CHECK(features.size() == found[0].count);
        }
}

TEST_CASE("features on a mesh stay while the same features meet") {
    const Thing mesh(Shape::mesh(flat_ground(8, 1)));
    Random random(4);
    for (int pose = 0; pose < 50; ++pose) {
        const RigidTransform start{normalized(Quat{0, 0, random.between(-1, 1), 1}),
                                   {random.between(-2, 2), random.between(-2, 2), 0.496}};
        std::set<std::uint64_t> first;
        for (int i = 0; i < 20; ++i) {
            RigidTransform moved = start;
            moved.translation += 1e-7 * random.in_cube(1);
            std::set<std::uint64_t> features;
            for (const ContactManifold& m : touch(mesh, Thing(Shape::box({0.5, 0.4, 0.5}), moved)))
                for (const ContactPoint& p : m.contacts()) features.insert(p.feature);
            REQUIRE(features.size() == 4);
            if (i == 0) first = features;
            REQUIRE(features == first);
        }
    }
}

TEST_CASE("materials of triangles make manifolds of their own") {
    std::vector<Vec3> vertices;
    for (const double y : {-5.0, 5.0})
        for (const double x : {-5.0, 0.0, 5.0}) vertices.push_back({x, y, 0});
    const auto surface = std::make_shared<const TriangleMesh>(
        vertices, std::vector<TriangleMesh::Triangle>{{0, 1, 4}, {0, 4, 3}, {1, 2, 5}, {1, 5, 4}},
        std::vector<std::uint32_t>{2, 2, 7, 7});
    const Thing mesh(Shape::mesh(surface));
    const Thing box(Shape::box({1, 1, 1}), at(0.2, 0.3, 0.99));
    const auto found = touch(mesh, box);
    REQUIRE(found.size() == 2);
    CHECK(found[0].material_a == 2);
    CHECK(found[1].material_a == 7);
    CHECK(found[0].material_b == 0);
    const auto flip = touch(box, mesh);
    CHECK(flip[1].material_b == 7);
    CHECK(flip[1].normal == Vec3{0, 0, -1});
}

TEST_CASE("a patch keeps its deepest point and its outline") {
    // On a line, deepest in the middle: both ends as well.
    std::vector<ContactPoint> line;
    for (std::uint64_t i = 0; i < 40; ++i)
        line.push_back({{0.1 * double(i), 0, 0}, i == 17 ? 0.02 : 0.01, i});
    REQUIRE(detail::reduce_patch(line, {0, 0, 1}) == 3);
    CHECK(line[0].feature == 17);
    CHECK(std::set{line[1].feature, line[2].feature} == std::set<std::uint64_t>{0, 39});

    // A grid of equally deep points, each one twice: the four corners of it.
    std::vector<ContactPoint> grid;
    for (std::uint64_t i = 0; i < 2 * 81; ++i)
        grid.push_back({{double(i / 2 % 9), double(i / 2 / 9), 0}, 0.01, i / 2});
    REQUIRE(detail::reduce_patch(grid, {0, 0, 1}) == 4);
    std::set<std::uint64_t> corners;
    for (std::size_t i = 0; i < 4; ++i) corners.insert(grid[i].feature);
    CHECK(corners == std::set<std::uint64_t>{0, 8, 72, 80});
}

TEST_CASE("a box pressed into rough ground has a bounded number of manifolds") {
    Random random(9);
    const Thing mesh(
        Shape::mesh(ground(60, 0.1, [&](double, double) { return random.between(0, 0.05); })));
    const auto found = touch(mesh, Thing(Shape::box({2, 1, 0.5}), at(0, 0, 0.5)));
    CHECK(found.size() == most_manifolds);
}
