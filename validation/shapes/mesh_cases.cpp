#include "point_sets.hpp"
#include "refused.hpp"

#include <lanewise/physics/collision/triangle_mesh.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

using namespace lanewise;
using Triangles = std::vector<TriangleMesh::Triangle>;
using Edges = std::array<MeshEdge, 3>;

namespace {

constexpr auto none = TriangleMesh::no_neighbour;

/// Two triangles along the y axis: one level on the side x < 0, one on the side x > 0 that rises by
/// `height` over a width of 1.
TriangleMesh fold(double height) {
    return {{{0, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {1, 0, height}}, {{0, 1, 2}, {1, 0, 3}}};
}

}  // namespace

TEST_CASE("the front of a triangle is where (b - a) x (c - a) points") {
    const TriangleMesh mesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 1}});
    CHECK(mesh.normals()[0] == Vec3{0, 0, 1});
    CHECK(mesh.normals()[1] == Vec3{0, 0, -1});
    CHECK(mesh.bounds() == Bounds{{0, 0, 0}, {1, 1, 0}});
    CHECK(mesh.material(1) == 0);
    CHECK(mesh.material_count() == 1);
}

TEST_CASE("a quad's diagonal is flat and its sides are open") {
    const TriangleMesh mesh({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 3}});
    CHECK(mesh.edges(0) == Edges{MeshEdge::open, MeshEdge::open, MeshEdge::flat});
    CHECK(mesh.edges(1) == Edges{MeshEdge::flat, MeshEdge::open, MeshEdge::open});
    CHECK(mesh.neighbours(0) == std::array{none, none, 1u});
    CHECK(mesh.neighbours(1) == std::array{0u, none, none});
}

TEST_CASE("ridges are convex and valleys concave, from both sides") {
    // (0,1,0) x (-1,0,0) = (0,0,1): the level one has its front up.
    REQUIRE(fold(0).normals()[0] == Vec3{0, 0, 1});
    const struct {
        double height;
        MeshEdge kind;
    } cases[] = {{0, MeshEdge::flat},      {0.5, MeshEdge::concave},  {-0.5, MeshEdge::convex},
                 {100, MeshEdge::concave}, {-100, MeshEdge::convex},  {5e-5, MeshEdge::flat},
                 {-5e-5, MeshEdge::flat},  {2e-4, MeshEdge::concave}, {-2e-4, MeshEdge::convex}};
    for (const auto& [height, kind] : cases) {
        const TriangleMesh mesh = fold(height);
        INFO("height " << height);
        CHECK(mesh.edges(0)[0] == kind);
        CHECK(mesh.edges(1)[0] == kind);
        CHECK(mesh.neighbours(0)[0] == 1);
        CHECK(mesh.neighbours(1)[0] == 0);
    }
}

TEST_CASE("a cube is convex outside and a room is concave inside") {
    const auto corners = test::box_corners({1, 1, 1});
    const Polyhedron box = box_polyhedron({1, 1, 1});
    Triangles outside, inside;
    for (const PolyhedronFace& face : box.faces) {
        const auto c = box.corners(face);
        outside.insert(outside.end(), {{c[0], c[1], c[2]}, {c[0], c[2], c[3]}});
        inside.insert(inside.end(), {{c[0], c[2], c[1]}, {c[0], c[3], c[2]}});
    }
    for (const bool room : {false, true}) {
        const TriangleMesh mesh(corners, room ? inside : outside);
        int flat = 0, sharp = 0;
        for (std::size_t t = 0; t < mesh.size(); ++t)
            for (std::size_t e = 0; e < 3; ++e) {
                flat += mesh.edges(t)[e] == MeshEdge::flat;
                sharp += mesh.edges(t)[e] == (room ? MeshEdge::concave : MeshEdge::convex);
                // Neighbours are mutual.
                const auto other = mesh.neighbours(t)[e];
                const auto& back = mesh.neighbours(other);
                CHECK(std::count(back.begin(), back.end(), t) == 1);
            }
        CHECK(flat == 12);
        CHECK(sharp == 24);
    }
}

TEST_CASE("doubled vertices of texture seams are one position") {
    const TriangleMesh mesh({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {-0.0, 0, 0}, {1, 1, 0}, {0, 1, 0}},
                            {{0, 1, 2}, {3, 4, 5}});
    CHECK(mesh.edges(0)[2] == MeshEdge::flat);
    CHECK(mesh.neighbours(1)[0] == 0);
}

TEST_CASE("turned triangles are no neighbours") {
    // Turned, the second passes the common edge in the same direction: its front is below.
    const TriangleMesh mesh({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 3}});
    const TriangleMesh turned({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 3, 2}});
    CHECK(mesh.edges(0)[2] == MeshEdge::flat);
    CHECK(turned.edges(0)[2] == MeshEdge::open);
    CHECK(turned.neighbours(0)[2] == none);
}

TEST_CASE("a sheet with two fronts is flat inside and sharp at its border") {
    const std::vector<Vec3> v{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    const TriangleMesh mesh(v, {{0, 1, 2}, {0, 2, 3}, {2, 1, 0}, {3, 2, 0}});
    CHECK(mesh.edges(0) == Edges{MeshEdge::convex, MeshEdge::convex, MeshEdge::flat});
    CHECK(mesh.neighbours(0) == std::array{2u, 2u, 1u});
    // Triangle 2 is (2,1,0): its edge 2 from 0 to 2 is the diagonal.
    CHECK(mesh.edges(2) == Edges{MeshEdge::convex, MeshEdge::convex, MeshEdge::flat});
    CHECK(mesh.neighbours(2) == std::array{0u, 0u, 3u});
}

TEST_CASE("where a wall stands on a floor each side meets its own face of the wall") {
    // Floor x < 0 and x > 0, a wall of two fronts at x = 0 above it.
    const std::vector<Vec3> v{{0, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {1, 0, 0}, {0, 0, 1}};
    const TriangleMesh mesh(v, {{0, 1, 2}, {1, 0, 3}, {0, 4, 1}, {0, 1, 4}});
    REQUIRE(mesh.normals()[0] == Vec3{0, 0, 1});
    REQUIRE(mesh.normals()[1] == Vec3{0, 0, 1});
    REQUIRE(mesh.normals()[2] == Vec3{-1, 0, 0});
    REQUIRE(mesh.normals()[3] == Vec3{1, 0, 0});
    CHECK(mesh.neighbours(0)[0] == 2);
    CHECK(mesh.edges(0)[0] == MeshEdge::concave);
    CHECK(mesh.neighbours(1)[0] == 3);
    CHECK(mesh.edges(1)[0] == MeshEdge::concave);
    CHECK(mesh.neighbours(2)[2] == 0);
    CHECK(mesh.neighbours(3)[0] == 1);
}

TEST_CASE("of several slopes beyond an edge the highest bounds the free space") {
    // A floor x < 0 and slopes beyond x = 0, in any order: down, steeply down, up, steeply up.
    const double heights[] = {-0.3, -3, 0.3, 3};
    for (int set = 1; set < 16; ++set) {
        std::vector<Vec3> v{{0, 0, 0}, {0, 1, 0}, {-1, 0, 0}};
        Triangles t{{0, 1, 2}};
        double highest = -10;
        std::uint32_t expected = 0;
        for (int k = 0; k < 4; ++k) {
            if ((set & (1 << k)) == 0) continue;
            if (heights[k] > highest) {
                highest = heights[k];
                expected = static_cast<std::uint32_t>(t.size());
            }
            v.push_back({1, 0, heights[k]});
            t.push_back({1, 0, static_cast<std::uint32_t>(v.size() - 1)});
        }
        const TriangleMesh mesh(v, t);
        INFO("slopes " << set);
        CHECK(mesh.neighbours(0)[0] == expected);
        CHECK(mesh.edges(0)[0] == (highest > 0 ? MeshEdge::concave : MeshEdge::convex));
    }
}

TEST_CASE("coincident triangles find the same neighbour") {
    const std::vector<Vec3> v{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    const TriangleMesh mesh(v, {{0, 1, 2}, {0, 1, 2}, {0, 2, 3}});
    CHECK(mesh.edges(0)[2] == MeshEdge::flat);
    CHECK(mesh.edges(1)[2] == MeshEdge::flat);
    CHECK(mesh.neighbours(1)[2] == 2);
    CHECK(mesh.neighbours(2)[0] == 0);
}

TEST_CASE("a rolling terrain is classified by its heights") {
    // z = x^2 upward is a valley everywhere, z = -x^2 a ridge; along y everything is flat.
    for (const double bend : {1.0, -1.0}) {
        std::vector<Vec3> v;
        Triangles t;
        const std::uint32_t n = 8;
        for (std::uint32_t i = 0; i <= n; ++i)
            for (std::uint32_t j = 0; j <= n; ++j) {
                const double x = 0.1 * i - 0.4;
                v.push_back({x, 0.1 * j, bend * x * x});
            }
        for (std::uint32_t i = 0; i < n; ++i)
            for (std::uint32_t j = 0; j < n; ++j) {
                const std::uint32_t a = i * (n + 1) + j, b = a + n + 1;
                t.insert(t.end(), {{a, b, b + 1}, {a, b + 1, a + 1}});
            }
        const TriangleMesh mesh(v, t);
        int bent = 0, flat = 0, open = 0;
        for (std::size_t k = 0; k < mesh.size(); ++k)
            for (const MeshEdge e : mesh.edges(k)) {
                bent += e == (bend > 0 ? MeshEdge::concave : MeshEdge::convex);
                flat += e == MeshEdge::flat;
                open += e == MeshEdge::open;
            }
        // Across x: 7 inner lines of 8 edges; diagonals and lines along x are flat.
        CHECK(bent == 2 * 7 * 8);
        CHECK(flat == 2 * (64 + 7 * 8));
        CHECK(open == 4 * 8);
    }
}

TEST_CASE("degenerate triangles are dropped and reported") {
    const std::vector<Vec3> v{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {2, 0, 0}, {1, 0, 0}, {1, 1e-11, 0}};
    const TriangleMesh mesh(v, {{0, 0, 1}, {0, 1, 2}, {0, 1, 3}, {1, 4, 2}, {0, 3, 5}, {2, 1, 3}},
                            {7, 1, 7, 7, 7, 2});
    REQUIRE(mesh.size() == 2);
    const std::vector<std::uint32_t> dropped(mesh.dropped().begin(), mesh.dropped().end());
    CHECK(dropped == std::vector<std::uint32_t>{0, 2, 3, 4});
    CHECK(mesh.source(0) == 1);
    CHECK(mesh.source(1) == 5);
    CHECK(mesh.material(0) == 1);
    CHECK(mesh.material(1) == 2);
    CHECK(mesh.material_count() == 3);
    CHECK(mesh.neighbours(0)[1] == 1);
    // Bounds are those of the triangles, not of unused vertices.
    CHECK(mesh.bounds() == Bounds{{0, 0, 0}, {2, 1, 0}});
    CHECK(TriangleMesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}).source(0) == 0);
}

TEST_CASE("small, large and thin triangles keep exact normals") {
    for (const double size : {1e-150, 1e-9, 1.0, 1e9, 1e70})
        for (const double thin : {1.0, 1e-9}) {
            const TriangleMesh mesh({{0, 0, 0}, {size, 0, 0}, {0.3 * size, thin * size, 0}},
                                    {{0, 1, 2}});
            CHECK(mesh.normals()[0] == Vec3{0, 0, 1});
        }
}

TEST_CASE("a needle's normal is as good as its corners") {
    // Two corners 1e-6 apart, one about 1 m away, in every order: the difference of the near ones
    // is exact, so the normal keeps its precision when it comes from their side.
    test::Random random(33);
    for (int i = 0; i < 300; ++i) {
        const Vec3 near = random.in_cube(1) + Vec3{2, 2, 2};
        std::array<Vec3, 3> c{near, near + random.in_cube(1e-6), near + random.in_cube(1)};
        const Vec3 s = c[1] - c[0];
        const Vec3 l = c[2] - c[0];
        const long double nx =
            static_cast<long double>(s.y) * l.z - static_cast<long double>(s.z) * l.y;
        const long double ny =
            static_cast<long double>(s.z) * l.x - static_cast<long double>(s.x) * l.z;
        const long double nz =
            static_cast<long double>(s.x) * l.y - static_cast<long double>(s.y) * l.x;
        const long double length = std::sqrt(nx * nx + ny * ny + nz * nz);
        const Vec3 expected{static_cast<double>(nx / length), static_cast<double>(ny / length),
                            static_cast<double>(nz / length)};
        // Rounding counts against the sine of the angle between the sides.
        const double sine = static_cast<double>(length) / (norm(s) * norm(l));
        std::rotate(c.begin(), c.begin() + i % 3, c.end());
        const TriangleMesh mesh({c[0], c[1], c[2]}, {{0, 1, 2}});
        CHECK(test::difference(mesh.normals()[0], expected) < 1e-15 / sine);
    }
}

TEST_CASE("columns hold the corners of the triangles") {
    const TriangleMesh mesh({{0.1, 1, 2}, {3, 4, 5}, {6, 7, 9}, {9, 11, 11}},
                            {{0, 1, 2}, {3, 2, 1}});
    const TriangleColumns<double> d = mesh.double_columns();
    CHECK(d.ax == std::vector<double>{0.1, 9});
    CHECK(d.ay == std::vector<double>{1, 11});
    CHECK(d.az == std::vector<double>{2, 11});
    CHECK(d.bx == std::vector<double>{3, 6});
    CHECK(d.by == std::vector<double>{4, 7});
    CHECK(d.bz == std::vector<double>{5, 9});
    CHECK(d.cx == std::vector<double>{6, 3});
    CHECK(d.cy == std::vector<double>{7, 4});
    CHECK(d.cz == std::vector<double>{9, 5});
    CHECK(mesh.float_columns().ax == std::vector<float>{0.1f, 9});
    CHECK(mesh.float_columns().cz == std::vector<float>{9, 5});
}

TEST_CASE("meshes that cannot be are refused") {
    const std::vector<Vec3> v{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    const auto field = [](std::vector<Vec3> vertices, Triangles t,
                          std::vector<std::uint32_t> m = {}) {
        return test::refused_field(
            [&] { TriangleMesh(std::move(vertices), std::move(t), std::move(m)); });
    };
    CHECK(field(v, {{0, 1, 2}}).empty());
    CHECK(field(v, {}) == "TriangleMesh.triangles");
    CHECK(field({}, {}) == "TriangleMesh.triangles");
    CHECK(field(v, {{0, 1, 2}, {0, 1, 3}}) == "TriangleMesh.triangles[1]");
    CHECK(field(v, {{0, 1, 1}}) == "TriangleMesh.triangles");
    CHECK(field(v, {{0, 1, 2}}, {0, 0}) == "TriangleMesh.materials");
    for (const double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL, 1e76})
        for (std::size_t axis = 0; axis < 3; ++axis) {
            auto w = v;
            w[2][axis] = bad;
            CHECK(field(w, {{0, 1, 2}}) == std::string("TriangleMesh.vertices[2].") + "xyz"[axis]);
        }
}
