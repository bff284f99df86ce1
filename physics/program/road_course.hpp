#pragma once

#include <lanewise/physics/collision/physics_material.hpp>
#include <lanewise/physics/collision/triangle_mesh.hpp>
#include <lanewise/physics/track/track.hpp>

#include <memory>
#include <string>
#include <vector>

namespace lanewise::program {

/// A closed course to drive on: its centre line seen from above, and its surface.
///
/// The plane of the line is CARLA's: x forward, y right, so that the line's "left" (positive
/// offsets) is the side of larger yaw, which is the right-hand side of a driver.
struct RoadCourse {
    std::string name;
    Track line;
    std::shared_ptr<const TriangleMesh> surface;
    std::vector<PhysicsMaterial> materials;  ///< by the surface's material numbers
};

/// The course inside the program: about 2 km with hills, one banked turn, a strip of kerb that
/// lies in the outer lane, and a wet patch. Radii are above 10 m.
RoadCourse generated_course();

/// A flat road along a centre line.
RoadCourse flat_course(std::string name, const Track& line);

/// A circle in the middle of a surface from elsewhere, as large as there is room for.
RoadCourse circle_on(std::string name, std::shared_ptr<const TriangleMesh> surface,
                     std::vector<PhysicsMaterial> materials);

}  // namespace lanewise::program
