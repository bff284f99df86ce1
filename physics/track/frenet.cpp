#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/track/track.hpp>
#include <lanewise/physics/track/track_data.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace lanewise {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// The nearest whole number, for |x| < 2^51, without a call.
double round_to_whole(double x) noexcept {
    constexpr double shift = 0x1.8p52;
    return (x + shift) - shift;
}

double wrapped_angle(double x) noexcept {
    constexpr double pi = std::numbers::pi;
    constexpr double two_pi_low = 2.4492935982947064e-16;  // 2 pi beyond binary64
    const double turns = round_to_whole(x * (0.5 / pi));
    const double wrapped = (x - turns * (2.0 * pi)) - turns * two_pi_low;
    // A NaN passes the bounds and stays.
    const double from_below = wrapped < -pi ? -pi : wrapped;
    const double within = from_below > pi ? pi : from_below;
    return std::abs(x) <= 1e15 ? within : nan;
}

/// A place on the centre line: a segment and the distance from its start.
struct Place {
    std::size_t segment;
    double along;
};

struct Foot {
    Place place;
    double s;  // up to the length, by rounding
    double ey;
    double heading;  // not wrapped
};

/// The foot of a position for which SegmentIndex::nearest() gave `nearest` >= 0.
Foot foot_of(const Track::Data& data, std::int32_t nearest, double x, double y) noexcept {
    auto i = static_cast<std::size_t>(nearest);
    const TrackSegment* segment = data.segments.data() + i;
    double dx = x - segment->x;
    double dy = y - segment->y;
    double along = dx * segment->tx + dy * segment->ty;
    double ey = segment->tx * dy - segment->ty * dx;
    if (!(along >= 0.0 && along < segment->length)) [[unlikely]] {
        // A knot belongs to the segment that starts there.
        if (along > 0.0) {
            i = i + 1 == data.segments.size() ? 0 : i + 1;
            segment = data.segments.data() + i;
            dx = x - segment->x;
            dy = y - segment->y;
        }
        along = 0.0;
        const TrackKnot& knot = data.knots[i];
        ey = std::copysign(std::sqrt(dx * dx + dy * dy), knot.normal_x * dx + knot.normal_y * dy);
    }
    return {{i, along}, segment->s + along, ey, segment->heading + along * segment->heading_rate};
}

/// The place of a wrapped s.
Place place_of(const Track::Data& data, double s) noexcept {
    const std::size_t last_bucket = data.bucket.size() - 2;
    const std::size_t bucket =
        std::min(static_cast<std::size_t>(s * data.buckets_per_metre), last_bucket);
    auto low = static_cast<std::size_t>(data.bucket[bucket]);
    auto high = static_cast<std::size_t>(data.bucket[bucket + 1]);
    while (low < high) {
        const std::size_t middle = low + (high - low + 1) / 2;
        if (data.s[middle] <= s) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return {low, s - data.s[low]};
}

double heading_at(const Track::Data& data, const Place& place) noexcept {
    const TrackSegment& segment = data.segments[place.segment];
    return wrapped_angle(segment.heading + place.along * segment.heading_rate);
}

double curvature_at(const Track::Data& data, const Place& place) noexcept {
    const TrackKnot& knot = data.knots[place.segment];
    return knot.curvature + place.along * knot.curvature_rate;
}

/// Interpolation must not make a width negative by rounding.
TrackWidths widths_at_place(const Track::Data& data, const Place& place) noexcept {
    const TrackKnot& knot = data.knots[place.segment];
    return {std::max(0.0, knot.right + place.along * knot.right_rate),
            std::max(0.0, knot.left + place.along * knot.left_rate)};
}

PlanarPose planar_pose(const Track::Data& data, double s, double ey, double epsi) noexcept {
    if (!(std::abs(s) <= std::numeric_limits<double>::max())) {
        return {nan, nan, nan};
    }
    const Place place = place_of(data, s);
    const TrackSegment& segment = data.segments[place.segment];
    return {segment.x + place.along * segment.tx - ey * segment.ty,
            segment.y + place.along * segment.ty + ey * segment.tx,
            wrapped_angle(segment.heading + place.along * segment.heading_rate + epsi)};
}

/// s below the length: rounding, to binary32 the more so, may carry it there.
template <class T>
T round_arclength(double s, double length) noexcept {
    const T rounded = static_cast<T>(s);
    return static_cast<double>(rounded) < length ? rounded : T{0};
}

template <class T>
void put(std::span<T> column, std::size_t i, double value) noexcept {
    if (!column.empty()) {
        column[i] = static_cast<T>(value);
    }
}

template <class T>
void put_extras(const FrenetExtras<T>& extras, std::size_t i, const Track::Data& data,
                const Place& place) noexcept {
    put(extras.heading, i, heading_at(data, place));
    put(extras.curvature, i, curvature_at(data, place));
    const TrackWidths widths = widths_at_place(data, place);
    put(extras.right, i, widths.right);
    put(extras.left, i, widths.left);
    if (!extras.segment.empty()) {
        extras.segment[i] = static_cast<std::int32_t>(place.segment);
    }
}

template <class T>
void put_no_extras(const FrenetExtras<T>& extras, std::size_t i) noexcept {
    put(extras.heading, i, nan);
    put(extras.curvature, i, nan);
    put(extras.right, i, nan);
    put(extras.left, i, nan);
    if (!extras.segment.empty()) {
        extras.segment[i] = -1;
    }
}

template <class T>
bool require_extras(const FrenetExtras<T>& extras, std::size_t size) {
    bool any = false;
    const auto check = [&any, size](const char* field, std::size_t column_size) {
        if (column_size != 0) {
            require_size(field, column_size, size);
            any = true;
        }
    };
    check("Track.to_frenet.extras.heading", extras.heading.size());
    check("Track.to_frenet.extras.curvature", extras.curvature.size());
    check("Track.to_frenet.extras.right", extras.right.size());
    check("Track.to_frenet.extras.left", extras.left.size());
    check("Track.to_frenet.extras.segment", extras.segment.size());
    return any;
}

/// At most SegmentIndex::batch poses.
template <bool with_extras, class T>
void frenet_block(const Track::Data& data, std::size_t size, const T* x, const T* y, const T* psi,
                  T* s, T* ey, T* epsi, std::size_t offset,
                  const FrenetExtras<T>& extras) noexcept {
    std::array<double, SegmentIndex::batch> px, py, turn;
    std::array<std::int32_t, SegmentIndex::batch> nearest;
    for (std::size_t i = 0; i < size; ++i) {
        px[i] = static_cast<double>(x[i]);
        py[i] = static_cast<double>(y[i]);
        turn[i] = static_cast<double>(psi[i]);
    }
    data.index.find({px.data(), size}, {py.data(), size}, {nearest.data(), size});
    for (std::size_t i = 0; i < size; ++i) {
        if (nearest[i] < 0) [[unlikely]] {
            s[i] = ey[i] = static_cast<T>(nan);
            turn[i] = nan;
            if constexpr (with_extras) {
                put_no_extras(extras, offset + i);
            }
            continue;
        }
        const Foot foot = foot_of(data, nearest[i], px[i], py[i]);
        s[i] = round_arclength<T>(foot.s, data.length);
        ey[i] = static_cast<T>(foot.ey);
        turn[i] -= foot.heading;
        if constexpr (with_extras) {
            put_extras(extras, offset + i, data, foot.place);
        }
    }
    for (std::size_t i = 0; i < size; ++i) {
        epsi[i] = static_cast<T>(wrapped_angle(turn[i]));
    }
}

template <bool with_extras, class T>
void frenet_batch(const Track::Data& data, std::span<const T> x, std::span<const T> y,
                  std::span<const T> psi, std::span<T> s, std::span<T> ey, std::span<T> epsi,
                  const FrenetExtras<T>& extras) noexcept {
    for (std::size_t i = 0; i < x.size(); i += SegmentIndex::batch) {
        const std::size_t size = std::min(SegmentIndex::batch, x.size() - i);
        frenet_block<with_extras>(data, size, x.data() + i, y.data() + i, psi.data() + i,
                                  s.data() + i, ey.data() + i, epsi.data() + i, i, extras);
    }
}

template <class T>
void checked_frenet_batch(const Track::Data& data, std::span<const T> x, std::span<const T> y,
                          std::span<const T> psi, std::span<T> s, std::span<T> ey,
                          std::span<T> epsi, const FrenetExtras<T>& extras) {
    require_size("Track.to_frenet.y", y.size(), x.size());
    require_size("Track.to_frenet.psi", psi.size(), x.size());
    require_size("Track.to_frenet.s", s.size(), x.size());
    require_size("Track.to_frenet.ey", ey.size(), x.size());
    require_size("Track.to_frenet.epsi", epsi.size(), x.size());
    if (require_extras(extras, x.size())) {
        frenet_batch<true>(data, x, y, psi, s, ey, epsi, extras);
    } else {
        frenet_batch<false>(data, x, y, psi, s, ey, epsi, extras);
    }
}

template <class T>
void checked_planar_batch(const Track& track, std::span<const T> s, std::span<const T> ey,
                          std::span<const T> epsi, std::span<T> x, std::span<T> y,
                          std::span<T> psi) {
    require_size("Track.to_cartesian.ey", ey.size(), s.size());
    require_size("Track.to_cartesian.epsi", epsi.size(), s.size());
    require_size("Track.to_cartesian.x", x.size(), s.size());
    require_size("Track.to_cartesian.y", y.size(), s.size());
    require_size("Track.to_cartesian.psi", psi.size(), s.size());
    for (std::size_t i = 0; i < s.size(); ++i) {
        const PlanarPose pose = track.to_cartesian(
            static_cast<double>(s[i]), static_cast<double>(ey[i]), static_cast<double>(epsi[i]));
        x[i] = static_cast<T>(pose.x);
        y[i] = static_cast<T>(pose.y);
        psi[i] = static_cast<T>(pose.psi);
    }
}

template <class T>
void checked_widths_batch(const Track& track, std::span<const T> s, std::span<T> right,
                          std::span<T> left) {
    require_size("Track.widths_at.right", right.size(), s.size());
    require_size("Track.widths_at.left", left.size(), s.size());
    for (std::size_t i = 0; i < s.size(); ++i) {
        const TrackWidths widths = track.widths_at(static_cast<double>(s[i]));
        right[i] = static_cast<T>(widths.right);
        left[i] = static_cast<T>(widths.left);
    }
}

}  // namespace

double wrap_angle(double x) noexcept {
    return wrapped_angle(x);
}

double Track::wrap(double s) const noexcept {
    const double length = data_->length;
    if (s >= 0.0 && s < length) {
        return s;
    }
    // fmod is exact, so far-off values lose nothing that they had.
    const double remainder = std::fmod(s, length);
    const double wrapped = remainder < 0.0 ? remainder + length : remainder;
    return wrapped == length ? 0.0 : wrapped;
}

TrackPoint Track::at(double s) const noexcept {
    const double wrapped = wrap(s);
    if (!(wrapped >= 0.0)) {
        return {nan, nan, nan, nan, {nan, nan}};
    }
    const Place place = place_of(*data_, wrapped);
    const TrackSegment& segment = data_->segments[place.segment];
    return {segment.x + place.along * segment.tx, segment.y + place.along * segment.ty,
            heading_at(*data_, place), curvature_at(*data_, place), widths_at_place(*data_, place)};
}

TrackWidths Track::widths_at(double s) const noexcept {
    const double wrapped = wrap(s);
    if (!(wrapped >= 0.0)) {
        return {nan, nan};
    }
    return widths_at_place(*data_, place_of(*data_, wrapped));
}

void Track::widths_at(std::span<const double> s, std::span<double> right,
                      std::span<double> left) const {
    checked_widths_batch(*this, s, right, left);
}

void Track::widths_at(std::span<const float> s, std::span<float> right,
                      std::span<float> left) const {
    checked_widths_batch(*this, s, right, left);
}

bool Track::is_inside(double s, double ey) const noexcept {
    const TrackWidths widths = widths_at(s);
    return ey >= -widths.right && ey <= widths.left;
}

FrenetPose Track::to_frenet(double x, double y, double psi) const noexcept {
    FrenetPose pose;
    frenet_batch<false, double>(*data_, {&x, 1}, {&y, 1}, {&psi, 1}, {&pose.s, 1}, {&pose.ey, 1},
                                {&pose.epsi, 1}, {});
    return pose;
}

void Track::to_frenet(std::span<const double> x, std::span<const double> y,
                      std::span<const double> psi, std::span<double> s, std::span<double> ey,
                      std::span<double> epsi, const FrenetExtras<double>& extras) const {
    checked_frenet_batch(*data_, x, y, psi, s, ey, epsi, extras);
}

void Track::to_frenet(std::span<const float> x, std::span<const float> y,
                      std::span<const float> psi, std::span<float> s, std::span<float> ey,
                      std::span<float> epsi, const FrenetExtras<float>& extras) const {
    checked_frenet_batch(*data_, x, y, psi, s, ey, epsi, extras);
}

PlanarPose Track::to_cartesian(double s, double ey, double epsi) const noexcept {
    return planar_pose(*data_, wrap(s), ey, epsi);
}

void Track::to_cartesian(std::span<const double> s, std::span<const double> ey,
                         std::span<const double> epsi, std::span<double> x, std::span<double> y,
                         std::span<double> psi) const {
    checked_planar_batch(*this, s, ey, epsi, x, y, psi);
}

void Track::to_cartesian(std::span<const float> s, std::span<const float> ey,
                         std::span<const float> epsi, std::span<float> x, std::span<float> y,
                         std::span<float> psi) const {
    checked_planar_batch(*this, s, ey, epsi, x, y, psi);
}

}  // namespace lanewise
