#include "point_sets.hpp"
#include "refused.hpp"

#include <lanewise/physics/collision/convex_hull.hpp>
#include <lanewise/physics/collision/hull_faces.hpp>

#include <catch2/catch.hpp>

#include <limits>

using namespace lanewise;

TEST_CASE("the hull of a cube with inner points has 6 square faces") {
    std::vector<Vec3> points{{0.1, 0.2, 0.3}, {0, 0, 0}};
    for (const Vec3& p : test::box_corners({1, 1, 1})) points.push_back(p);
    points.push_back({0.5, 0.5, 1});  // on a face
    points.push_back({1, 0, 1});      // on an edge
    points.push_back({1, 1, 1});      // a second time
    const Polyhedron hull = convex_hull(points);
    REQUIRE(hull.vertices.size() == 8);
    CHECK(hull.faces.size() == 6);
    CHECK(hull.edges.size() == 12);
    CHECK(test::is_sound(hull, 0));
    for (const PolyhedronFace& face : hull.faces) {
        CHECK(face.count == 4);
        CHECK(face.offset == 1);
        CHECK(largest_component(absolute(face.normal)) == 1);
    }
    for (std::size_t i = 0; i < 8; ++i) CHECK(hull.vertices[i] == points[i + 2]);
    // The same numbering as the box itself: these corners come in its order.
    const Polyhedron box = box_polyhedron({1, 1, 1});
    CHECK(hull.loops == box.loops);
    CHECK(hull.loop_edges == box.loop_edges);
}

TEST_CASE("corners on a straight edge and slivers along it are dropped") {
    // The cube's facets with corner 8 in the middle of edge 0-1: in both faces, then in one face
    // and a facet without area between the two.
    auto points = test::box_corners({1, 1, 1});
    points.push_back(0.5 * (points[0] + points[1]));
    using Loops = std::vector<std::vector<std::uint32_t>>;
    const Loops rest{{4, 6, 7, 5}, {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3}};
    for (const Loops& two : {Loops{{0, 8, 1, 3, 2}, {0, 4, 5, 1, 8}},
                             Loops{{0, 8, 1, 3, 2}, {0, 4, 5, 1}, {0, 1, 8}}}) {
        Loops facets = rest;
        facets.insert(facets.end(), two.begin(), two.end());
        const Loops faces = detail::flat_faces(points, facets, hull_flatness);
        REQUIRE(faces.size() == 6);
        for (const auto& face : faces) {
            CHECK(face.size() == 4);
            CHECK(std::count(face.begin(), face.end(), 8u) == 0);
        }
    }
}

TEST_CASE("the hull of a prism has its two ends and its sides") {
    for (const int sides : {3, 5, 6, 17, 64}) {
        const Polyhedron hull = convex_hull(test::prism_corners(sides, 2, 0.5));
        const auto n = static_cast<std::size_t>(sides);
        CHECK(hull.vertices.size() == 2 * n);
        CHECK(hull.faces.size() == n + 2);
        CHECK(hull.edges.size() == 3 * n);
        CHECK(test::is_sound(hull, 1e-14));
    }
}

TEST_CASE("a fine sphere keeps every corner and triangle") {
    for (int times = 0; times <= 4; ++times) {
        const auto points = test::icosphere_corners(times);
        const Polyhedron hull = convex_hull(points);
        const std::size_t faces = std::size_t{20} << (2 * times);
        CHECK(hull.vertices.size() == faces / 2 + 2);
        CHECK(hull.faces.size() == faces);
        CHECK(test::is_sound(hull, 1e-14));
    }
}

TEST_CASE("turned, moved, scaled and rounded boxes keep their 6 faces") {
    test::Random random(20);
    for (int i = 0; i < 300; ++i) {
        const double size = std::pow(10.0, random.between(-6, 6));
        const Quat turn = random.rotation();
        const Vec3 offset = random.in_cube(i % 2 == 0 ? 0 : 1000 * size);
        std::vector<Vec3> points;
        for (const Vec3& p : test::box_corners({size, 0.3 * size, 0.05 * size})) {
            Vec3 q = rotate(turn, p);
            // Coordinates of files and of CARLA are often binary32.
            if (i % 3 == 0)
                q = {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z)};
            points.push_back(q + offset);
        }
        for (int k = 0; k < 20; ++k) {
            const Vec3 p = random.in_cube(0.99 * size);
            points.push_back(rotate(turn, multiplied(p, {1, 0.3, 0.05})) + offset);
        }
        const Polyhedron hull = convex_hull(points);
        INFO("box " << i << " of size " << size);
        CHECK(hull.vertices.size() == 8);
        CHECK(hull.faces.size() == 6);
        CHECK(test::is_sound(hull, 1e-6 * size));
    }
}

TEST_CASE("hulls of random points enclose them all") {
    test::Random random(21);
    for (int i = 0; i < 200; ++i) {
        std::vector<Vec3> points;
        const std::uint32_t count = 4 + random.below(200);
        // Some on a coarse grid: many coplanar, collinear and equal ones.
        const double grid = i % 2 == 0 ? 0 : 0.5;
        for (std::uint32_t k = 0; k < count; ++k) {
            Vec3 p = random.in_cube(1);
            if (grid > 0)
                for (std::size_t axis = 0; axis < 3; ++axis)
                    p[axis] = grid * std::round(p[axis] / grid);
            points.push_back(p);
        }
        if (grid > 0) points.insert(points.end(), {{1, 1, 1}, {-1, 1, 1}, {1, -1, 1}, {1, 1, -1}});
        const Polyhedron hull = convex_hull(points);
        INFO("set " << i);
        CHECK(test::is_sound(hull, 2e-6));
        for (const Vec3& p : points) CHECK(plane_distance(hull, p) < 2e-6);
        // Each corner is a given point, to the bit.
        for (const Vec3& v : hull.vertices)
            CHECK(std::find(points.begin(), points.end(), v) != points.end());
    }
}

TEST_CASE("points closer than rounding do not upset the hull") {
    test::Random random(22);
    for (const double noise : {1e-17, 1e-15, 1e-12, 1e-9, 1e-7}) {
        for (int i = 0; i < 40; ++i) {
            std::vector<Vec3> points;
            for (const Vec3& p : test::box_corners({1, 1, 1}))
                for (int k = 0; k < 6; ++k) points.push_back(p + random.in_cube(noise));
            for (int k = 0; k < 50; ++k) {
                Vec3 p = random.in_cube(1);
                p[random.below(3)] = k % 2 == 0 ? 1 : -1;
                points.push_back(p + random.in_cube(noise));
            }
            const Polyhedron hull = convex_hull(points);
            INFO("noise " << noise << ", set " << i);
            CHECK(test::is_sound(hull, 3e-6));
            for (const Vec3& p : points) CHECK(plane_distance(hull, p) < 3e-6);
        }
    }
}

TEST_CASE("equal input gives an equal hull") {
    test::Random random(23);
    std::vector<Vec3> points;
    for (int i = 0; i < 100; ++i) points.push_back(random.in_cube(1));
    const Polyhedron a = convex_hull(points);
    const Polyhedron b = convex_hull(points);
    CHECK(a.loops == b.loops);
    CHECK(a.vertices == b.vertices);
    // Points inside and repeated points do not change the numbers.
    points.insert(points.begin() + 50, {{0, 0, 0}, {0.01, 0, 0}});
    points.push_back(points[3]);
    const Polyhedron c = convex_hull(points);
    CHECK(a.loops == c.loops);
    CHECK(a.vertices == c.vertices);
}

TEST_CASE("point sets without a volume are refused") {
    const auto message = [](const std::vector<Vec3>& points) {
        return test::refusal([&] { convex_hull(points); });
    };
    CHECK(message({}) == "points = 0 points: must be at least 4 and at most 16777216");
    CHECK(message({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}) ==
          "points = 3 points: must be at least 4 and at most 16777216");
    CHECK(message({5, {1, 2, 3}}) == "points = equal points: must span a volume");
    CHECK(message({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}, {1, 1, 1}}) ==
          "points = points on one line: must span a volume");
    CHECK(message({{0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}, {0.3, 0.7, 1}}) ==
          "points = points on one plane: must span a volume");
    // Far away, where the plane is lost in rounding.
    std::vector<Vec3> far;
    test::Random random(24);
    for (int i = 0; i < 30; ++i) {
        const Vec3 p = random.in_cube(1);
        far.push_back({1e6 + p.x, 1e6 + p.y, 1e6 + p.x + 2 * p.y});
    }
    CHECK(message(far) == "points = points on one plane: must span a volume");
    CHECK(message({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1e-4}}).empty());
    CHECK(message({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1e-6}}) ==
          "points = points on one plane: must span a volume");
}

TEST_CASE("points that are not finite are refused by number and axis") {
    const double inf = std::numeric_limits<double>::infinity();
    for (const double bad : {std::nan(""), inf, -inf, 1e101})
        for (std::size_t axis = 0; axis < 3; ++axis) {
            auto points = test::box_corners({1, 1, 1});
            points[5][axis] = bad;
            CHECK(test::refused_field([&] { convex_hull(points); }) ==
                  std::string("points[5].") + "xyz"[axis]);
        }
}
