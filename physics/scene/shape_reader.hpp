#pragma once

#include <lanewise/physics/collision/physics_material.hpp>
#include <lanewise/physics/collision/shape.hpp>
#include <lanewise/physics/json/json_field.hpp>
#include <lanewise/physics/rays/mesh_index.hpp>

#include <filesystem>
#include <map>
#include <memory>
#include <string>

namespace lanewise::scene {

/// A shape that bodies share.
struct SceneShape {
    Shape shape;
    std::shared_ptr<const MeshIndex> index;  ///< of a mesh
};

/// `location` and either `rotation` (CARLA's angles) or `quaternion`; all may be missing.
RigidTransform read_pose(const json::Record& record);

/// The materials and shapes of a scene by name, and shapes that are described in place.
class ShapeReader {
public:
    /// OBJ files are found from `folder`.
    explicit ShapeReader(std::filesystem::path folder) : folder_(std::move(folder)) {}

    void add_materials(const json::Field& field);
    void add_shapes(const json::Field& field);
    /// A name, or a shape in place.
    [[nodiscard]] SceneShape shape(const json::Field& field) const;

private:
    [[nodiscard]] SceneShape described(const json::Field& field) const;
    [[nodiscard]] const PhysicsMaterial& material(const json::Field& field) const;
    [[nodiscard]] PhysicsMaterial own_material(const json::Record& record) const;
    [[nodiscard]] Shape any_shape(const json::Field& field) const;
    [[nodiscard]] Shape mesh(const json::Field& field) const;
    [[nodiscard]] Shape obj(const json::Field& field) const;
    /// `make(pose, material)` with the record's own; errors get the record's path.
    template <class Make>
    [[nodiscard]] Shape placed(const json::Record& record, const Make& make) const;

    std::filesystem::path folder_;
    std::map<std::string, PhysicsMaterial> materials_;
    std::map<std::string, SceneShape> shapes_;
};

}  // namespace lanewise::scene
