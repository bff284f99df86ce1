#include "point_sets.hpp"
#include "refused.hpp"

#include <catch2/catch.hpp>

using namespace lanewise;

TEST_CASE("a box has 8 corners, 6 faces and 12 edges") {
    const Polyhedron box = box_polyhedron({1, 2, 3});
    CHECK(box.vertices.size() == 8);
    CHECK(box.faces.size() == 6);
    CHECK(box.edges.size() == 12);
    CHECK(test::is_sound(box, 0));
    CHECK(box.centre == Vec3{});
    for (const PolyhedronFace& face : box.faces) {
        CHECK(face.count == 4);
        // Along one axis, at the half size of that axis.
        CHECK(face.offset == dot(absolute(face.normal), {1, 2, 3}));
    }
    CHECK(box.vertices[0] == Vec3{-1, -2, -3});
    CHECK(box.vertices[6] == Vec3{1, 2, -3});
    CHECK(box.vertices[support_vertex(box, {0, 0, 1})].z == 3);
    CHECK(box.vertices[support_vertex(box, {-1, 0, 0})].x == -1);
    CHECK(support_vertex(box, {0, 0, 1}) == 1);  // the lowest of four
}

TEST_CASE("the distance from the farthest plane of a box") {
    const Polyhedron box = box_polyhedron({1, 1, 1});
    CHECK(plane_distance(box, {0, 0, 0.5}) == -0.5);
    CHECK(plane_distance(box, {0, -3, 0.5}) == 2);
}

TEST_CASE("a triangle is a solid of one face and three open edges") {
    const Polyhedron t = triangle_polyhedron({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
    REQUIRE(t.faces.size() == 1);
    CHECK(t.faces[0].normal == Vec3{0, 0, 1});
    CHECK(t.faces[0].offset == 0);
    REQUIRE(t.edges.size() == 3);
    for (const PolyhedronEdge& e : t.edges)
        CHECK((e.left == Polyhedron::no_face) != (e.right == Polyhedron::no_face));
    CHECK(test::difference(t.centre, {1 / 3.0, 1 / 3.0, 0}) < 1e-16);
}

TEST_CASE("numbers depend on the vertices, not on the order of the loops") {
    const std::vector<Vec3> v{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const Polyhedron a = polyhedron_from_loops(v, {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}});
    const Polyhedron b = polyhedron_from_loops(v, {{3, 1, 2}, {2, 1, 0}, {3, 0, 1}, {3, 2, 0}});
    CHECK(test::is_sound(a, 0));
    CHECK(a.loops == b.loops);
    CHECK(a.loop_edges == b.loop_edges);
    CHECK(a.loops == std::vector<std::uint32_t>{0, 1, 3, 0, 2, 1, 0, 3, 2, 1, 2, 3});
    CHECK(a.faces[0].normal == Vec3{0, -1, 0});
    CHECK(a.faces[1].normal == Vec3{0, 0, -1});
}

TEST_CASE("small and far solids keep their unit normals") {
    for (const double size : {1e-9, 1e-100, 1e9}) {
        const Polyhedron t = triangle_polyhedron({0, 0, 0}, {size, 0, 0}, {0, 3 * size, 0});
        CHECK(t.faces[0].normal == Vec3{0, 0, 1});
    }
}

TEST_CASE("loops that do not close a solid are refused") {
    const std::vector<Vec3> v{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
    const auto field = [&](std::vector<std::vector<std::uint32_t>> loops) {
        return test::refused_field([&] { polyhedron_from_loops(v, std::move(loops)); });
    };
    CHECK(field({{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}).empty());
    CHECK(field({{0, 2, 1}, {0, 1, 3}, {0, 3, 2}}) == "Polyhedron.loops");
    CHECK(field({{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 9}}) == "Polyhedron.loops");
    CHECK(field({{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2}}) == "Polyhedron.loops");
    // One face turned round; one in the place of another.
    CHECK(field({{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 3, 2}}) == "Polyhedron.edges");
    CHECK(field({{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 4}}) == "Polyhedron.edges");
    CHECK(test::refused_field([] {
              triangle_polyhedron({0, 0, 0}, {1, 1, 1}, {2, 2, 2});
          }) == "Polyhedron.faces");
}
