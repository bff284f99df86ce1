#include "point_sets.hpp"
#include "refused.hpp"

#include <lanewise/physics/collision/convex_hull.hpp>
#include <lanewise/physics/collision/shape.hpp>

#include <catch2/catch.hpp>

#include <limits>
#include <numbers>

using namespace lanewise;
using test::difference;
using test::refused_field;

namespace {

const double inf = std::numeric_limits<double>::infinity();
const double nan_value = std::numeric_limits<double>::quiet_NaN();

std::shared_ptr<const TriangleMesh> ground() {
    return std::make_shared<const TriangleMesh>(
        std::vector<Vec3>{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0.5}},
        std::vector<TriangleMesh::Triangle>{{0, 1, 2}, {0, 2, 3}},
        std::vector<std::uint32_t>{0, 1});
}

}  // namespace

TEST_CASE("materials mix by geometric mean and by maximum") {
    const PhysicsMaterial first = mixed({0.2, 1}, {0.8, 0});
    CHECK(first.friction == Approx(0.4).epsilon(1e-15));
    CHECK(first.restitution == 1);
    CHECK(mixed({0.5, 0.25}, {0, 0.5}) == PhysicsMaterial{0, 0.5});
    for (const double f : {0.6, 0.1, 0.7, 1.0, 1.3}) CHECK(mixed({f, 0}, {f, 0}).friction == f);
    CHECK(PhysicsMaterial{} == PhysicsMaterial{0.6, 0});
}

TEST_CASE("bad materials are refused by field") {
    for (const double bad : {-0.1, inf, -inf, nan_value}) {
        CHECK(refused_field([&] {
                  require_valid(PhysicsMaterial{bad, 0});
              }) == "PhysicsMaterial.friction");
        CHECK(refused_field([&] {
                  return Shape::sphere(1, {}, {bad, 0});
              }) == "PhysicsMaterial.friction");
    }
    for (const double bad : {-0.1, 1.1, inf, nan_value})
        CHECK(refused_field([&] {
                  require_valid(PhysicsMaterial{0.5, bad});
              }) == "PhysicsMaterial.restitution");
    CHECK(refused_field([&] { require_valid(PhysicsMaterial{0, 1}); }).empty());
}

TEST_CASE("shapes refuse sizes that are not finite and positive") {
    for (const double bad : {0.0, -1.0, inf, -inf, nan_value}) {
        CHECK(refused_field([&] { return Shape::sphere(bad); }) == "Shape.radius");
        CHECK(refused_field([&] { return Shape::capsule(bad, 1); }) == "Shape.radius");
        CHECK(refused_field([&] { return Shape::box({bad, 1, 1}); }) == "Shape.half_extents.x");
        CHECK(refused_field([&] { return Shape::box({1, bad, 1}); }) == "Shape.half_extents.y");
        CHECK(refused_field([&] { return Shape::box({1, 1, bad}); }) == "Shape.half_extents.z");
        if (bad != 0)
            CHECK(refused_field([&] { return Shape::capsule(1, bad); }) == "Shape.half_length");
    }
    CHECK(Shape::capsule(1, 0).half_length() == 0);
    const std::vector<Vec3> three{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    CHECK(refused_field([&] { return Shape::hull(three); }) == "points");
    CHECK(refused_field([] { return Shape::hull(std::shared_ptr<const Polyhedron>()); }) ==
          "Shape.polyhedron");
    CHECK(refused_field([] { return Shape::hull(std::make_shared<const Polyhedron>()); }) ==
          "Shape.polyhedron");
    CHECK(refused_field([] { return Shape::mesh(nullptr); }) == "Shape.mesh");
}

TEST_CASE("local transforms must be finite and rigid") {
    for (const double bad : {inf, nan_value}) {
        CHECK(refused_field([&] {
                  return Shape::sphere(1, {{}, {0, bad, 0}});
              }) == "Shape.local.translation.y");
        CHECK(refused_field([&] {
                  return Shape::sphere(1, {{bad, 0, 0, 1}, {}});
              }) == "Shape.local.rotation");
    }
    CHECK(refused_field([] {
              return Shape::sphere(1, {{0, 0, 0, 0}, {}});
          }) == "Shape.local.rotation");
    CHECK(refused_field([] {
              return Shape::sphere(1, {{0, 0, 0, 1.001}, {}});
          }) == "Shape.local.rotation");
    const Shape nearly = Shape::sphere(1, {{0, 0, 0, 1.000001}, {}});
    CHECK(nearly.local().rotation == Quat{});
    // Copying a shape's transform does not drift.
    test::Random random(40);
    for (int i = 0; i < 100; ++i) {
        const Shape a = Shape::sphere(1, {random.rotation(), {}});
        CHECK(Shape::sphere(1, a.local()).local() == a.local());
    }
    Shape s = Shape::sphere(1);
    CHECK(refused_field([&] { s.set_local({{2, 0, 0, 0}, {}}); }) == "Shape.local.rotation");
    CHECK(s.local() == RigidTransform{});
    s.set_local({{}, {1, 2, 3}});
    CHECK(s.local().translation == Vec3{1, 2, 3});
}

TEST_CASE("each kind knows its own sizes") {
    const Shape sphere = Shape::sphere(2);
    CHECK((sphere.kind() == ShapeKind::sphere && sphere.radius() == 2));
    CHECK((sphere.polyhedron() == nullptr && sphere.mesh() == nullptr));
    const Shape box = Shape::box({1, 2, 3}, {}, {0.9, 0.1});
    CHECK((box.kind() == ShapeKind::box && box.half_extents() == Vec3{1, 2, 3}));
    REQUIRE(box.polyhedron() != nullptr);
    CHECK(box.polyhedron()->faces.size() == 6);
    CHECK(box.material() == PhysicsMaterial{0.9, 0.1});
    const Shape capsule = Shape::capsule(0.5, 2);
    CHECK((capsule.kind() == ShapeKind::capsule && capsule.half_length() == 2));
    const Shape hull = Shape::hull(test::box_corners({1, 1, 1}));
    CHECK((hull.kind() == ShapeKind::hull && hull.polyhedron()->vertices.size() == 8));
    const Shape mesh = Shape::mesh(ground());
    CHECK((mesh.kind() == ShapeKind::mesh && mesh.mesh()->size() == 2));
}

TEST_CASE("a mesh shape gives each triangle its material") {
    const auto mesh = ground();
    const Shape one = Shape::mesh(mesh, {}, {{0.3, 0}});
    CHECK(one.material(mesh->material(0)).friction == 0.3);
    CHECK(one.material(mesh->material(1)).friction == 0.3);
    Shape two = Shape::mesh(mesh, {}, {{0.9, 0}, {0.05, 0}});
    CHECK(two.material(mesh->material(0)).friction == 0.9);
    CHECK(two.material(mesh->material(1)).friction == 0.05);
    CHECK(refused_field([&] { return Shape::mesh(mesh, {}, std::vector<PhysicsMaterial>{}); }) ==
          "Shape.materials");
    CHECK(refused_field([&] {
              return Shape::mesh(mesh, {}, {{0.5, 0}, {-1, 0}});
          }) == "PhysicsMaterial.friction");
    const auto of_three = std::make_shared<const TriangleMesh>(
        std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
        std::vector<TriangleMesh::Triangle>{{0, 1, 2}}, std::vector<std::uint32_t>{2});
    CHECK(refused_field([&] {
              return Shape::mesh(of_three, {}, {{0.5, 0}, {0.5, 0}});
          }) == "Shape.materials");
    two.set_material({0.5, 0}, 1);
    CHECK(two.material(1).friction == 0.5);
    CHECK(refused_field([&] { two.set_material({}, 2); }) == "Shape.materials");
    CHECK(refused_field([&] { two.set_material({0.5, 2}, 1); }) == "PhysicsMaterial.restitution");
    CHECK(two.material(1) == PhysicsMaterial{0.5, 0});
}

TEST_CASE("mass properties are those of the placed solid") {
    const RigidTransform local{{std::sqrt(0.5), 0, 0, std::sqrt(0.5)}, {1, 2, 3}};
    // A quarter turn about x lays the capsule along -y.
    const MassProperties p = Shape::capsule(1, 2, local).mass_properties(3);
    const MassProperties upright = capsule_mass(3, 1, 2);
    CHECK(p.centre == Vec3{1, 2, 3});
    CHECK(p.inertia.y.y == Approx(upright.inertia.z.z).epsilon(1e-15));
    CHECK(p.inertia.z.z == Approx(upright.inertia.x.x).epsilon(1e-15));
    CHECK(Shape::sphere(1, local).mass_properties(5).inertia.x.x == Approx(2).epsilon(1e-15));
    CHECK(Shape::box({1, 2, 3}).mass_properties(12).inertia == Mat3::diagonal({52, 40, 20}));
    const MassProperties hull = Shape::hull(test::box_corners({1, 2, 3})).mass_properties(12);
    CHECK(difference(hull.inertia, Mat3::diagonal({52, 40, 20})) < 1e-13);
    CHECK(Shape::sphere(1).volume() == Approx(4 * std::numbers::pi / 3).epsilon(1e-15));
    CHECK(Shape::box({1, 2, 3}).volume() == 48);
    CHECK(Shape::hull(test::box_corners({1, 2, 3})).volume() == Approx(48).epsilon(1e-14));
    CHECK(Shape::capsule(1, 2).volume() == Approx(std::numbers::pi * (4 + 4 / 3.0)).epsilon(1e-15));
    CHECK(refused_field([] { return Shape::mesh(ground()).mass_properties(1); }) == "Shape.kind");
    CHECK(refused_field([] { return Shape::mesh(ground()).volume(); }) == "Shape.kind");
    CHECK(refused_field([] { return Shape::sphere(1).mass_properties(0); }) == "mass");
}

TEST_CASE("bounds of placed shapes") {
    const Bounds box = Shape::box({0.5, 0.5, 0.5}).bounds({{}, {1, 2, 3}});
    CHECK(box == Bounds{{0.5, 1.5, 2.5}, {1.5, 2.5, 3.5}});
    const RigidTransform lying{{std::sqrt(0.5), 0, 0, std::sqrt(0.5)}, {}};
    const Bounds capsule = Shape::capsule(0.5, 2, lying).bounds({{}, {10, 0, 0}});
    CHECK(difference(capsule.low, {9.5, -2.5, -0.5}) < 2e-15);
    CHECK(difference(capsule.high, {10.5, 2.5, 0.5}) < 2e-15);
    CHECK(Shape::sphere(2, {{}, {1, 0, 0}}).bounds({{}, {0, 1, 0}}) ==
          Bounds{{-1, -1, -2}, {3, 3, 2}});
    CHECK(Shape::mesh(ground()).bounds({{}, {0, 0, 5}}) == Bounds{{-1, -1, 5}, {1, 1, 5.5}});
    // A turned box and the hull of its corners reach equally far.
    test::Random random(41);
    for (int i = 0; i < 50; ++i) {
        const RigidTransform pose{random.rotation(), random.in_cube(4)};
        const Bounds a = Shape::box({1, 2, 3}).bounds(pose);
        const Bounds b = Shape::hull(test::box_corners({1, 2, 3})).bounds(pose);
        CHECK(difference(a.low, b.low) < 3e-15);
        CHECK(difference(a.high, b.high) < 3e-15);
    }
}
