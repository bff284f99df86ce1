#pragma once

#include <lanewise/kernels/export.hpp>
#include <lanewise/physics/collision/physics_material.hpp>
#include <lanewise/physics/collision/triangle_mesh.hpp>

#include <cstdint>
#include <iosfwd>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lanewise {

/// The axes in which an OBJ file is written.
enum class ObjAxes {
    /// CARLA's: x forward, y right, z up. Nothing changes; the front of a face is where
    /// (b - a) x (c - a) points.
    carla,
    /// x forward, y left, z up (ROS, and most tools with z up). y changes its sign.
    z_up,
    /// x right, y up, z backward (Blender's and most tools' OBJ export). forward = -z, right = x,
    /// up = y.
    y_up,
};

/// How to read an OBJ file.
struct ObjOptions {
    /// Right-handed files (`z_up`, `y_up`) are mirrored into CARLA's frame, and their faces turned
    /// round, so that the side that was in front stays in front.
    ObjAxes axes = ObjAxes::carla;
    /// Metres in one unit of the file: 0.01 for a file in centimetres.
    double scale = 1;
    /// Material of a `usemtl` name. A name that the file does not use is refused.
    std::map<std::string, PhysicsMaterial> materials;
    /// Material of all other faces.
    PhysicsMaterial default_material;
};

/// A mesh and the names of its materials: faces after `usemtl material_names[i]` have material
/// number i. Faces before the first `usemtl` belong to the name "".
struct ObjMesh {
    std::shared_ptr<const TriangleMesh> mesh;
    std::vector<std::string> material_names;
    std::vector<PhysicsMaterial> materials;  ///< one for each name
    /// Lines of the faces of `mesh->dropped()`, one for each dropped triangle.
    std::vector<std::uint32_t> dropped_lines;
};

/// Reads vertices, faces and `usemtl` groups of a Wavefront OBJ file; everything else in it, such
/// as texture coordinates, curves and the .mtl file, has no meaning here. Polygons are cut into
/// triangles. Relative vertex numbers, line continuation and CRLF are understood.
///
/// Refuses, with `path:line` as the field: files that cannot be read, vertices without three finite
/// numbers, faces with fewer than three corners, malformed or unknown vertex numbers; and with
/// `path`: files without a face, unknown names in `options.materials`, what TriangleMesh refuses.
LANEWISE_API ObjMesh load_obj(const std::string& path, const ObjOptions& options = {});

/// The same from a stream; `name` stands for the path.
LANEWISE_API ObjMesh read_obj(std::istream& input, const std::string& name,
                              const ObjOptions& options = {});

}  // namespace lanewise
