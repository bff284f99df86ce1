#include <lanewise/physics/collision/obj_file.hpp>
#include <lanewise/physics/geometry/carla_frame.hpp>
#include <lanewise/physics/scene/shape_reader.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>
#include <vector>

namespace lanewise::scene {

using json::Field;
using json::Record;

namespace {

template <class T>
std::string known_names(const std::map<std::string, T>& things) {
    std::string names;
    for (const auto& [name, thing] : things)
        names += (names.empty() ? "" : ", ") + json::in_quotes(name);
    return names.empty() ? "none" : names;
}

/// The thing of a map that a field names.
template <class T>
const T& named(const std::map<std::string, T>& things, const Field& field, std::string_view what) {
    const auto found = things.find(field.text());
    if (found == things.end())
        field.refuse(
            fmt::format("must be the name of a {}; there are {}", what, known_names(things)));
    return found->second;
}

Quat quaternion(const Field& field) {
    field.require_size(4);
    const auto part = [&](std::size_t i) { return field.element(i).number(); };
    const Quat q{part(0), part(1), part(2), part(3)};
    const double square = norm_squared(q);
    if (!(square >= 1 - 1e-5 && square <= 1 + 1e-5))
        field.refuse("must be x, y, z, w with a squared norm of 1 within 1e-5");
    return q;
}

Quat carla_rotation(const Field& field) {
    const Record record(field, {"pitch", "yaw", "roll"});
    const auto angle = [&](std::string_view key) {
        const auto given = record.find(key);
        return given ? given->number() : 0.0;
    };
    return rotation_from_carla({angle("pitch"), angle("yaw"), angle("roll")});
}

std::vector<Vec3> vectors(const Field& field) {
    std::vector<Vec3> list;
    list.reserve(field.size());
    field.for_each_element([&](const Field& element) { list.push_back(element.vector()); });
    return list;
}

std::uint32_t number_of(const Field& field) {
    return static_cast<std::uint32_t>(field.whole(0, std::numeric_limits<std::uint32_t>::max()));
}

std::vector<std::uint32_t> numbers(const Field& field) {
    std::vector<std::uint32_t> list;
    list.reserve(field.size());
    field.for_each_element([&](const Field& element) { list.push_back(number_of(element)); });
    return list;
}

std::vector<TriangleMesh::Triangle> triangles(const Field& field) {
    std::vector<TriangleMesh::Triangle> list;
    list.reserve(field.size());
    field.for_each_element([&](const Field& element) {
        element.require_size(3);
        list.push_back({number_of(element.element(0)), number_of(element.element(1)),
                        number_of(element.element(2))});
    });
    return list;
}

/// Keys that all shapes have.
constexpr std::array<std::string_view, 5> k_shape_keys = {"type", "material", "location",
                                                          "rotation", "quaternion"};

ObjAxes axes(const Field& field) {
    if (field.text() == "carla") return ObjAxes::carla;
    if (field.text() == "z_up") return ObjAxes::z_up;
    if (field.text() == "y_up") return ObjAxes::y_up;
    field.refuse("must be carla, z_up or y_up");
}

}  // namespace

RigidTransform read_pose(const Record& record) {
    RigidTransform pose;
    if (const auto location = record.find("location")) pose.translation = location->vector();
    record.refuse_both("rotation", "quaternion");
    if (const auto angles = record.find("rotation")) pose.rotation = carla_rotation(*angles);
    if (const auto turn = record.find("quaternion")) pose.rotation = quaternion(*turn);
    return pose;
}

void ShapeReader::add_materials(const Field& field) {
    field.for_each_member([&](const std::string& name, const Field& member) {
        const Record record(member, {"friction", "restitution"});
        PhysicsMaterial material;
        if (const auto friction = record.find("friction")) material.friction = friction->number();
        if (const auto bounce = record.find("restitution")) material.restitution = bounce->number();
        require_valid(material, member.name());
        materials_.emplace(name, material);
    });
}

void ShapeReader::add_shapes(const Field& field) {
    field.for_each_member([&](const std::string& name, const Field& member) {
        shapes_.emplace(name, described(member));
    });
}

SceneShape ShapeReader::shape(const Field& field) const {
    return field.is_text() ? named(shapes_, field, "shape") : described(field);
}

SceneShape ShapeReader::described(const Field& field) const {
    const Shape shape = any_shape(field);
    if (shape.kind() != ShapeKind::mesh) return {shape, nullptr};
    return {shape, std::make_shared<const MeshIndex>(shape.mesh())};
}

Shape ShapeReader::any_shape(const Field& field) const {
    static constexpr std::array<std::string_view, 6> k_types = {"sphere", "box",  "capsule",
                                                                "hull",   "mesh", "obj"};
    const Field type = Record::require(field, "type");
    const auto found = std::find(k_types.begin(), k_types.end(), type.text());
    if (found == k_types.end())
        type.refuse(fmt::format("must be one of {}", fmt::join(k_types, ", ")));
    switch (found - k_types.begin()) {
        case 0: {
            const Record record(field, {"radius"}, k_shape_keys);
            const double radius = record.require("radius").number();
            return placed(record, [&](const auto& pose, const auto& material) {
                return Shape::sphere(radius, pose, material);
            });
        }
        case 1: {
            const Record record(field, {"half_extents"}, k_shape_keys);
            const Vec3 half_extents = record.require("half_extents").vector();
            return placed(record, [&](const auto& pose, const auto& material) {
                return Shape::box(half_extents, pose, material);
            });
        }
        case 2: {
            const Record record(field, {"radius", "half_length"}, k_shape_keys);
            const double radius = record.require("radius").number();
            const double half_length = record.require("half_length").number();
            return placed(record, [&](const auto& pose, const auto& material) {
                return Shape::capsule(radius, half_length, pose, material);
            });
        }
        case 3: {
            const Record record(field, {"points"}, k_shape_keys);
            const std::vector<Vec3> points = vectors(record.require("points"));
            return placed(record, [&](const auto& pose, const auto& material) {
                return Shape::hull(points, pose, material);
            });
        }
        case 4:
            return mesh(field);
        default:
            return obj(field);
    }
}

Shape ShapeReader::mesh(const Field& field) const {
    const Record record(field, {"vertices", "triangles", "materials", "triangle_materials"},
                        k_shape_keys);
    std::vector<Vec3> points = vectors(record.require("vertices"));
    std::vector<TriangleMesh::Triangle> faces = triangles(record.require("triangles"));
    std::vector<std::uint32_t> material_numbers;
    if (const auto given = record.find("triangle_materials")) material_numbers = numbers(*given);
    std::vector<PhysicsMaterial> materials;
    record.refuse_both("materials", "material");
    if (const auto given = record.find("materials"))
        given->for_each_element([&](const Field& name) { materials.push_back(material(name)); });
    return placed(record, [&](const auto& pose, const auto& only_material) {
        if (materials.empty()) materials.push_back(only_material);
        auto surface = std::make_shared<const TriangleMesh>(std::move(points), std::move(faces),
                                                            std::move(material_numbers));
        return Shape::mesh(std::move(surface), pose, std::move(materials));
    });
}

Shape ShapeReader::obj(const Field& field) const {
    const Record record(field, {"file", "axes", "scale", "materials"}, k_shape_keys);
    const Field file = record.require("file");
    ObjOptions options;
    if (const auto given = record.find("axes")) options.axes = axes(*given);
    if (const auto given = record.find("scale")) options.scale = given->positive();
    options.default_material = own_material(record);
    if (const auto given = record.find("materials"))
        given->for_each_member([&](const std::string& group, const Field& name) {
            options.materials.emplace(group, material(name));
        });
    const std::filesystem::path path = folder_ / file.text();
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error))
        file.refuse("must be a readable OBJ file, found from the scene's folder");
    const ObjMesh read = load_obj(path.string(), options);
    return placed(record, [&](const auto& pose, const auto&) {
        return Shape::mesh(read.mesh, pose, read.materials);
    });
}

const PhysicsMaterial& ShapeReader::material(const Field& field) const {
    return named(materials_, field, "material");
}

PhysicsMaterial ShapeReader::own_material(const Record& record) const {
    const auto given = record.find("material");
    return given ? material(*given) : PhysicsMaterial{};
}

template <class Make>
Shape ShapeReader::placed(const Record& record, const Make& make) const {
    const RigidTransform pose = read_pose(record);
    const PhysicsMaterial material = own_material(record);
    return json::in_place_of(record.field().name() + ".", [&] { return make(pose, material); });
}

}  // namespace lanewise::scene
