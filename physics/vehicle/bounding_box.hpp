#pragma once

#include <lanewise/kernels/export.hpp>
#include <lanewise/units/si.hpp>
#include <lanewise/units/vector3.hpp>

#include <string_view>

namespace lanewise {

/// CARLA's BoundingBox without its rotation: a box along the axes of its owner.
struct BoundingBox {
    Vector3<Length> location;  ///< of the middle, in the owner's frame
    Vector3<Length> extent;    ///< half sizes, finite and > 0

    friend bool operator==(const BoundingBox&, const BoundingBox&) = default;
};

/// Refuses what the comments rule out, NaN among it; `owner` opens the field's name.
LANEWISE_API void require_valid(const BoundingBox& box, std::string_view owner = "BoundingBox");

}  // namespace lanewise
