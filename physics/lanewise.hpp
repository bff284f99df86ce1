#pragma once

/// Everything that Lanewise offers; each part's own header may be included instead.

#include <lanewise/kernels/backend.hpp>
#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/collision/convex_hull.hpp>
#include <lanewise/physics/collision/mass_properties.hpp>
#include <lanewise/physics/collision/obj_file.hpp>
#include <lanewise/physics/collision/physics_material.hpp>
#include <lanewise/physics/collision/polyhedron.hpp>
#include <lanewise/physics/collision/shape.hpp>
#include <lanewise/physics/collision/triangle_mesh.hpp>
#include <lanewise/physics/geometry/bounds.hpp>
#include <lanewise/physics/geometry/carla_frame.hpp>
#include <lanewise/physics/geometry/matrix3.hpp>
#include <lanewise/physics/geometry/quaternion.hpp>
#include <lanewise/physics/geometry/rigid_transform.hpp>
#include <lanewise/physics/geometry/trigonometry.hpp>
#include <lanewise/physics/geometry/vector3.hpp>
#include <lanewise/physics/racing/collisions.hpp>
#include <lanewise/physics/racing/env.hpp>
#include <lanewise/physics/racing/env_options.hpp>
#include <lanewise/physics/racing/laps.hpp>
#include <lanewise/physics/racing/observation.hpp>
#include <lanewise/physics/racing/random.hpp>
#include <lanewise/physics/racing/rewards.hpp>
#include <lanewise/physics/single_track/batch.hpp>
#include <lanewise/physics/single_track/model.hpp>
#include <lanewise/physics/single_track/parameters.hpp>
#include <lanewise/physics/track/generated_track.hpp>
#include <lanewise/physics/track/track.hpp>
#include <lanewise/units/units.hpp>
