#pragma once

#include <lanewise/kernels/export.hpp>
#include <lanewise/physics/collision/shape.hpp>
#include <lanewise/physics/dynamics/body_id.hpp>
#include <lanewise/physics/geometry/rigid_transform.hpp>
#include <lanewise/physics/rays/mesh_index.hpp>

#include <memory>
#include <optional>
#include <string_view>

namespace lanewise {

/// A body to add. SI units, world frame where nothing else is said.
struct BodyOptions {
    Shape shape;
    BodyKind kind = BodyKind::dynamic;
    RigidTransform pose{};    ///< body's frame to world
    Vec3 linear_velocity{};   ///< m/s, of the centre of mass; zero for static bodies
    Vec3 angular_velocity{};  ///< rad/s; zero for static bodies
    /// kg, of a dynamic body, finite and > 0; the others have none. Centre of mass and inertia
    /// follow from the shape, unless they are given.
    double mass = 1;
    std::optional<Vec3> centre_of_mass{};  ///< m, body's frame
    std::optional<Mat3> inertia{};  ///< kg m2 about the centre of mass, body's axes; symmetric,
                                    ///< positive definite
    double linear_damping = 0;      ///< 1/s, >= 0; v becomes v / (1 + damping h) in a step
    double angular_damping = 0;     ///< 1/s, >= 0
    double gravity_scale = 1;       ///< finite
    bool collides = true;           ///< false: no contacts and no ray hits
    bool continuous = false;        ///< swept against static meshes
    /// Index of a mesh; made when it is missing. Worlds share one by pointer.
    std::shared_ptr<const MeshIndex> index{};
};

/// Refuses what the members rule out, meshes of dynamic bodies, NaN; `owner` opens the field's
/// name.
LANEWISE_API void require_valid(const BodyOptions& options, std::string_view owner = "BodyOptions");

}  // namespace lanewise
