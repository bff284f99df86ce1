#pragma once

#include <lanewise/physics/track/segment_index.hpp>
#include <lanewise/physics/track/track.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace lanewise {

/// What a transform reads of a knot besides its segment.
struct TrackKnot {
    double normal_x;  ///< sum of the left normals of the two segments that meet here
    double normal_y;
    double right;
    double right_rate;
    double left;
    double left_rate;
    double curvature;
    double curvature_rate;
};

struct Track::Data {
    std::vector<double> x, y, s, heading, curvature, right, left, speed;
    std::vector<TrackSegment> segments;
    std::vector<TrackKnot> knots;
    SegmentIndex index;
    double length = 0.0;
    double inverse_length = 0.0;
    TrackBounds bounds;
    /// For s in bucket b the segment is one of [bucket[b], bucket[b + 1]].
    std::vector<std::int32_t> bucket;
    double buckets_per_metre = 0.0;
};

/// The columns of a track before they are checked.
struct TrackColumns {
    std::vector<double> x, y, right, left, speed;
};

/// Names a point in an error message; `column` is empty where the whole point is meant.
using PointName = std::function<std::string(std::size_t point, const char* column)>;

/// Checks and completes a track; `name` says where a refused point came from and `whole` where the
/// track came from.
[[nodiscard]] Track make_track(TrackColumns columns, const PointName& name,
                               const std::string& whole);

/// x reduced by whole turns into [-pi, pi], without libm. NaN beyond 1e15.
[[nodiscard]] double wrap_angle(double x) noexcept;

}  // namespace lanewise
