#include "point_sets.hpp"
#include "refused.hpp"

#include <lanewise/physics/collision/obj_file.hpp>
#include <lanewise/physics/geometry/rigid_transform.hpp>

#include <catch2/catch.hpp>

#include <sstream>

using namespace lanewise;

namespace {

ObjMesh read(const std::string& text, const ObjOptions& options = {}) {
    std::istringstream stream(text);
    return read_obj(stream, "road.obj", options);
}

std::string refusal(const std::string& text, const ObjOptions& options = {}) {
    return test::refusal([&] { read(text, options); });
}

/// Sum of the area vectors of all triangles.
Vec3 area_vector(const TriangleMesh& mesh) {
    Vec3 sum;
    for (std::size_t t = 0; t < mesh.size(); ++t) {
        const auto c = mesh.corners(t);
        sum += 0.5 * cross(c[1] - c[0], c[2] - c[0]);
    }
    return sum;
}

double area(const TriangleMesh& mesh) {
    double sum = 0;
    for (std::size_t t = 0; t < mesh.size(); ++t) {
        const auto c = mesh.corners(t);
        sum += 0.5 * norm(cross(c[1] - c[0], c[2] - c[0]));
    }
    return sum;
}

const std::string square = "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\n";

}  // namespace

TEST_CASE("a triangle in CARLA's frame comes as it is") {
    const ObjMesh obj = read("v 0.1 0 0\nv 1 0 0\nv 0 1 1e-3\nf 1 2 3\n");
    REQUIRE(obj.mesh->size() == 1);
    CHECK(obj.mesh->corners(0) == std::array{Vec3{0.1, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 1e-3}});
    CHECK(obj.mesh->normals()[0].z > 0);
    CHECK(obj.material_names == std::vector<std::string>{""});
    CHECK(obj.materials == std::vector<PhysicsMaterial>{{}});
    CHECK(obj.dropped_lines.empty());
}

TEST_CASE("coordinates are the nearest binary64 numbers") {
    const ObjMesh obj = read(
        "v 0.1 1.7976931348623157e3 -5.285142\nv +2.5e-3 -0 3\nv 123456.789012345678 .5 7.\n"
        "f 1 2 3\n");
    CHECK(obj.mesh->vertices()[0] == Vec3{0.1, 1.7976931348623157e3, -5.285142});
    CHECK(obj.mesh->vertices()[1] == Vec3{0.0025, 0, 3});
    CHECK(obj.mesh->vertices()[2] == Vec3{123456.789012345678, 0.5, 7});
}

TEST_CASE("relative numbers, comments, continued lines, CRLF and other records") {
    const ObjMesh obj = read(
        "# a road\r\nmtllib road.mtl\r\no road\r\n  v 0 0 0 # corner\r\nv 1 0 0 1.0\r\n"
        "v 1 1 0 0.5 0.5 0.5\r\nvt 0 0\r\nvn 0 0 1\r\ns off\r\ng one two\r\n\r\n"
        "f -3/1/1 \\\r\n -2//1 -1\r\nv 0 1 0\r\nf\t1/1 3/1 -1/1 # second\r\nl 1 2\r\np 1");
    REQUIRE(obj.mesh->size() == 2);
    CHECK(obj.mesh->triangles()[0] == TriangleMesh::Triangle{0, 1, 2});
    CHECK(obj.mesh->triangles()[1] == TriangleMesh::Triangle{0, 2, 3});
    CHECK(obj.mesh->edges(0)[2] == MeshEdge::flat);
}

TEST_CASE("quads are cut along their shorter diagonal") {
    // A kite: 1-3 is 4 long, 2-4 is 2 long.
    for (const char* face : {"f 1 2 3 4\n", "f 2 3 4 1\n", "f 3 4 1 2\n", "f 4 1 2 3\n"}) {
        const ObjMesh obj = read(std::string("v -2 0 0\nv 0 -1 0\nv 2 0 0\nv 0 1 0\n") + face);
        REQUIRE(obj.mesh->size() == 2);
        CHECK(area(*obj.mesh) == 4);
        CHECK(area_vector(*obj.mesh) == Vec3{0, 0, 4});
        for (const auto& t : obj.mesh->triangles())
            CHECK((std::count(t.begin(), t.end(), 1u) == 1 &&
                   std::count(t.begin(), t.end(), 3u) == 1));
    }
}

TEST_CASE("polygons with bays are covered once, wherever they lie") {
    // A U of area 7 (3 x 3 less a bay of 1 x 2), and an arrow whose quad has a reflex corner.
    const std::vector<Vec3> u{{0, 0, 0}, {3, 0, 0}, {3, 3, 0}, {2, 3, 0},
                              {2, 1, 0}, {1, 1, 0}, {1, 3, 0}, {0, 3, 0}};
    const std::vector<Vec3> arrow{{0, 0, 0}, {4, -4, 0}, {1, 0, 0}, {4, 4, 0}};
    test::Random random(50);
    for (int i = 0; i < 100; ++i) {
        const RigidTransform pose{random.rotation(), random.in_cube(100)};
        for (const auto& [polygon, size] : {std::pair(u, 7.0), std::pair(arrow, 4.0)}) {
            std::ostringstream text;
            text.precision(17);
            std::string face = "f";
            for (std::size_t k = 0; k < polygon.size(); ++k) {
                const Vec3 p = transform_point(pose, polygon[k]);
                text << "v " << p.x << ' ' << p.y << ' ' << p.z << '\n';
                face += ' ' + std::to_string(1 + (k + std::size_t(i)) % polygon.size());
            }
            const ObjMesh obj = read(text.str() + face + "\n");
            CHECK(obj.mesh->size() == polygon.size() - 2);
            CHECK(area(*obj.mesh) == Approx(size).epsilon(1e-12));
            // Equal areas with and without sign: no triangle is turned round or overlaps.
            CHECK(norm(area_vector(*obj.mesh)) == Approx(size).epsilon(1e-12));
            CHECK(dot(area_vector(*obj.mesh), rotate(pose.rotation, {0, 0, 1})) > 0);
        }
    }
}

TEST_CASE("faces that cross themselves or lie on a line lose only what is degenerate") {
    CHECK(read(square + "f 1 2 3\nf 1 2 2 1\n").dropped_lines == std::vector<std::uint32_t>{6, 6});
    CHECK(read(square + "f 1 3 2 4\n").mesh->size() == 2);
    CHECK(read(square + "v 1 0 0\nf 1 5 2 3 4\n").mesh->size() == 3);
}

TEST_CASE("usemtl groups become materials by name") {
    const std::string text = square +
                             "f 1 2 3\nusemtl ice\nf 1 2 3\nusemtl never used\nusemtl wet road\n"
                             "f 1 3 4\nusemtl ice\nf 1 2 4\nf 2 3 4\n";
    ObjOptions options;
    options.default_material = {0.7, 0};
    options.materials = {{"ice", {0.05, 0}}};
    const ObjMesh obj = read(text, options);
    CHECK(obj.material_names == std::vector<std::string>{"", "ice", "wet road"});
    CHECK(obj.materials == std::vector<PhysicsMaterial>{{0.7, 0}, {0.05, 0}, {0.7, 0}});
    const std::uint32_t expected[] = {0, 1, 2, 1, 1};
    for (std::size_t t = 0; t < 5; ++t) CHECK(obj.mesh->material(t) == expected[t]);

    options.materials = {{"wet raod", {0.4, 0}}};
    CHECK(refusal(text, options) ==
          "road.obj = material \"wet raod\": must be a usemtl name of the file, which has \"\" "
          "\"ice\" \"wet road\"");
    options.materials = {{"ice", {-1, 0}}};
    CHECK(refusal(text, options) ==
          "ObjOptions.materials[ice].friction = -1: must be finite and >= 0");
    options.materials.clear();
    options.default_material.restitution = 3;
    CHECK(refusal(text, options) ==
          "ObjOptions.default_material.restitution = 3: must be between 0 and 1");
}

TEST_CASE("right-handed files are mirrored and keep their fronts") {
    // A floor whose front is up in the file's own frame, with one corner marked.
    ObjOptions z_up, y_up;
    z_up.axes = ObjAxes::z_up;
    y_up.axes = ObjAxes::y_up;
    const ObjMesh z = read("v 0 0 0\nv 1 0 0\nv 1 2 3\nf 1 2 3\nv 0 1 0\nf 1 2 4\n", z_up);
    CHECK(z.mesh->vertices()[2] == Vec3{1, -2, 3});
    CHECK(z.mesh->normals()[1] == Vec3{0, 0, 1});
    // y up: right, up, backward become y, z, -x.
    const ObjMesh y = read("v 0 0 0\nv 0 0 1\nv 1 0 0\nv 4 5 6\nf 1 2 3\nf 1 2 4\n", y_up);
    CHECK(y.mesh->vertices()[3] == Vec3{-6, 4, 5});
    CHECK(y.mesh->normals()[0] == Vec3{0, 0, 1});
    // A closed box keeps its outside out: volume by signed tetrahedra stays positive.
    const std::string cube =
        "v -1 -1 -1\nv -1 -1 1\nv -1 1 -1\nv -1 1 1\nv 1 -1 -1\nv 1 -1 1\nv 1 1 -1\nv 1 1 1\n"
        "f 1 2 4 3\nf 5 7 8 6\nf 1 5 6 2\nf 3 4 8 7\nf 1 3 7 5\nf 2 6 8 4\n";
    for (const ObjAxes axes : {ObjAxes::carla, ObjAxes::z_up, ObjAxes::y_up}) {
        ObjOptions options;
        options.axes = axes;
        options.scale = 0.5;
        const ObjMesh obj = read(cube, options);
        double volume = 0;
        for (std::size_t t = 0; t < obj.mesh->size(); ++t) {
            const auto c = obj.mesh->corners(t);
            volume += dot(c[0], cross(c[1], c[2])) / 6;
        }
        CHECK(volume == Approx(1).epsilon(1e-15));
    }
}

TEST_CASE("the scale applies to every coordinate") {
    ObjOptions options;
    options.scale = 0.01;
    CHECK(read("v 0 0 0\nv 100 0 0\nv 0 300 0\nf 1 2 3\n", options).mesh->bounds() ==
          Bounds{{0, 0, 0}, {1, 3, 0}});
    for (const double bad : {0.0, -1.0, HUGE_VAL, std::nan("")}) {
        options.scale = bad;
        CHECK(test::refused_field([&] { read(square + "f 1 2 3\n", options); }) ==
              "ObjOptions.scale");
    }
}

TEST_CASE("bad lines are refused by file and line") {
    const auto field = [](const std::string& text) {
        return test::refused_field([&] { read(text); });
    };
    CHECK(refusal("v 0 0 0\nv 1 x 0\n") ==
          "road.obj:2 = v with \"x\": must have three finite coordinates");
    for (const char* bad : {"v 1 2", "v", "v 1 2 nan", "v inf 0 0", "v 1 2 1e999", "v 1,5 2 3",
                            "v 0x1 0 0", "v 1 2 #3", "v ++1 2 3", "v 1 2 3e"})
        CHECK(field(square + "\n# comment\n" + bad + "\nf 1 2 3\n") == "road.obj:7");
    CHECK(refusal(square + "f 1 2 5\n") ==
          "road.obj:5 = vertex number 5: must be one of the 4 vertices above");
    for (const char* bad :
         {"f 1 2", "f 1", "f", "f 1 2 0", "f 1 2 -5", "f 1 2 x", "f 1 2 3.5", "f 1 2 4294967297",
          "f 1 2 99999999999999999999", "f a/b/c 1 2", "f 1 2 / 3"})
        CHECK(field(square + bad + "\nv 9 9 9\n") == "road.obj:5");
    // A continued line counts from its first.
    CHECK(field(square + "f 1 \\\n2 \\\n9\n") == "road.obj:5");
    CHECK(field(square + "f 1 \\\n2 \\\n3\nf 1 2 9\n") == "road.obj:8");
}

TEST_CASE("files without a surface are refused by path") {
    CHECK(refusal("") == "road.obj = no face: must hold at least one face (f)");
    CHECK(refusal(square) == "road.obj = no face: must hold at least one face (f)");
    CHECK(refusal(square + "f 1 1 2\n") ==
          "road.obj = TriangleMesh.triangles = degenerate triangles only: must hold one with an "
          "area");
    CHECK(refusal("v 0 0 0\nv 1e200 0 0\nv 0 1 0\nf 1 2 3\n") ==
          "road.obj = TriangleMesh.vertices[1].x = 1e+200: must be finite and at most 1e75");
    CHECK(test::refusal([] { load_obj("no/such/file.obj"); }) ==
          "no/such/file.obj = No such file or directory: must be a readable OBJ file");
    CHECK(test::refusal([] { load_obj("."); }) ==
          ". = an empty file or a folder: must be a readable OBJ file");
}
