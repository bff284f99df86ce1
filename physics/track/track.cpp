#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/track/track.hpp>
#include <lanewise/physics/track/track_data.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lanewise {

namespace {

void check_numbers(const std::vector<double>& values, const char* column, double low,
                   const char* rule, const PointName& name) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!(values[i] >= low && values[i] <= Track::max_coordinate)) {
            refuse(name(i, column), values[i], rule);
        }
    }
}

bool is_same_point(const TrackColumns& columns, std::size_t i, std::size_t j) {
    const double dx = columns.x[i] - columns.x[j];
    const double dy = columns.y[i] - columns.y[j];
    return dx * dx + dy * dy <= Track::min_spacing * Track::min_spacing;
}

void drop_last_point(TrackColumns& columns) {
    for (std::vector<double>* column :
         {&columns.x, &columns.y, &columns.right, &columns.left, &columns.speed}) {
        if (!column->empty()) {
            column->pop_back();
        }
    }
}

bool has_third_point(const TrackColumns& columns) {
    for (std::size_t i = 2; i < columns.x.size(); ++i) {
        if (!is_same_point(columns, i, 0) && !is_same_point(columns, i, 1)) {
            return true;
        }
    }
    return false;
}

void check_columns(TrackColumns& columns, const PointName& name, const std::string& whole) {
    if (columns.x.size() > Track::max_points) {
        refuse(whole, fmt::format("{} points", columns.x.size()),
               fmt::format("must have at most {} points", Track::max_points));
    }
    const char* coordinate_rule = "must be finite and within +-1e7 m";
    check_numbers(columns.x, "x", -Track::max_coordinate, coordinate_rule, name);
    check_numbers(columns.y, "y", -Track::max_coordinate, coordinate_rule, name);
    const char* width_rule = "must be finite, >= 0 and at most 1e7 m";
    check_numbers(columns.right, "right", 0.0, width_rule, name);
    check_numbers(columns.left, "left", 0.0, width_rule, name);
    for (std::size_t i = 1; i < columns.x.size(); ++i) {
        if (is_same_point(columns, i - 1, i)) {
            refuse(name(i, ""), fmt::format("point ({}, {})", columns.x[i], columns.y[i]),
                   "must be apart from the point before it");
        }
    }
    if (columns.x.size() > 1 && is_same_point(columns, 0, columns.x.size() - 1)) {
        drop_last_point(columns);
    }
    if (columns.x.size() < 3 || !has_third_point(columns)) {
        refuse(whole, fmt::format("{} points", columns.x.size()),
               "must have at least 3 distinct points, the closing one not counted");
    }
}

/// Arclengths, segments, and headings and curvatures of the knots.
void measure_line(Track::Data& data) {
    const std::size_t n = data.x.size();
    const auto next = [n](std::size_t i) { return i + 1 == n ? 0 : i + 1; };
    const auto previous = [n](std::size_t i) { return i == 0 ? n - 1 : i - 1; };
    data.s.resize(n);
    data.segments.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
        const double dx = data.x[next(i)] - data.x[i];
        const double dy = data.y[next(i)] - data.y[i];
        const double length = std::sqrt(dx * dx + dy * dy);
        data.s[i] = data.length;
        data.segments[i] = {data.x[i], data.y[i],   dx / length, dy / length,
                            length,    data.length, 0.0,         0.0};
        data.length += length;
    }
    data.inverse_length = 1.0 / data.length;
    data.heading.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
        double dx = data.x[next(i)] - data.x[previous(i)];
        double dy = data.y[next(i)] - data.y[previous(i)];
        if (dx == 0.0 && dy == 0.0) {  // the line turns back on itself here
            dx = data.segments[i].tx;
            dy = data.segments[i].ty;
        }
        data.heading[i] = std::atan2(dy, dx);
    }
    std::vector<double> turn(n);
    for (std::size_t i = 0; i < n; ++i) {
        turn[i] = wrap_angle(data.heading[next(i)] - data.heading[i]);
        data.segments[i].heading = data.heading[i];
        data.segments[i].heading_rate = turn[i] / data.segments[i].length;
    }
    data.curvature.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
        const std::size_t p = previous(i);
        data.curvature[i] =
            (turn[p] + turn[i]) / (data.segments[p].length + data.segments[i].length);
    }
}

void fill_knots(Track::Data& data) {
    const std::size_t n = data.x.size();
    data.knots.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
        const TrackSegment& segment = data.segments[i];
        const TrackSegment& before = data.segments[i == 0 ? n - 1 : i - 1];
        const std::size_t j = i + 1 == n ? 0 : i + 1;
        data.knots[i] = {-(before.ty + segment.ty),
                         before.tx + segment.tx,
                         data.right[i],
                         (data.right[j] - data.right[i]) / segment.length,
                         data.left[i],
                         (data.left[j] - data.left[i]) / segment.length,
                         data.curvature[i],
                         (data.curvature[j] - data.curvature[i]) / segment.length};
    }
}

void fill_buckets(Track::Data& data) {
    const std::size_t n = data.x.size();
    const std::size_t buckets = 2 * n;
    data.buckets_per_metre = static_cast<double>(buckets) / data.length;
    data.bucket.assign(buckets + 1, static_cast<std::int32_t>(n - 1));
    std::size_t b = 0;
    for (std::size_t i = 0; i < n; ++i) {
        // Knot i + 1 is the first one that can be behind the start of the buckets after its own.
        const double end = i + 1 == n ? data.length : data.s[i + 1];
        const auto last = static_cast<std::size_t>(end * data.buckets_per_metre);
        for (; b <= last && b < buckets; ++b) {
            data.bucket[b] = static_cast<std::int32_t>(i);
        }
    }
}

void measure_bounds(Track::Data& data) {
    const auto [x_min, x_max] = std::minmax_element(data.x.begin(), data.x.end());
    const auto [y_min, y_max] = std::minmax_element(data.y.begin(), data.y.end());
    data.bounds = {*x_min, *y_min, *x_max, *y_max};
}

}  // namespace

Track make_track(TrackColumns columns, const PointName& name, const std::string& whole) {
    check_columns(columns, name, whole);
    auto data = std::make_shared<Track::Data>();
    data->x = std::move(columns.x);
    data->y = std::move(columns.y);
    data->right = std::move(columns.right);
    data->left = std::move(columns.left);
    data->speed = std::move(columns.speed);
    measure_line(*data);
    fill_knots(*data);
    fill_buckets(*data);
    measure_bounds(*data);
    const double widest = std::max(*std::max_element(data->right.begin(), data->right.end()),
                                   *std::max_element(data->left.begin(), data->left.end()));
    data->index = SegmentIndex(data->segments, 1.5 * widest);
    return Track(std::move(data));
}

Track::Track(std::shared_ptr<const Data> data) noexcept : data_(std::move(data)) {}

Track Track::from_points(std::span<const double> x, std::span<const double> y,
                         std::span<const double> right, std::span<const double> left) {
    require_size("Track.y", y.size(), x.size());
    require_size("Track.right", right.size(), x.size());
    require_size("Track.left", left.size(), x.size());
    const auto name = [](std::size_t point, const char* column) {
        return *column == '\0' ? fmt::format("Track[{}]", point)
                               : fmt::format("Track.{}[{}]", column, point);
    };
    return make_track({{x.begin(), x.end()},
                       {y.begin(), y.end()},
                       {right.begin(), right.end()},
                       {left.begin(), left.end()},
                       {}},
                      name, "Track");
}

double Track::length() const noexcept {
    return data_->length;
}
std::size_t Track::size() const noexcept {
    return data_->x.size();
}
std::span<const double> Track::x() const noexcept {
    return data_->x;
}
std::span<const double> Track::y() const noexcept {
    return data_->y;
}
std::span<const double> Track::s() const noexcept {
    return data_->s;
}
std::span<const double> Track::heading() const noexcept {
    return data_->heading;
}
std::span<const double> Track::curvature() const noexcept {
    return data_->curvature;
}
std::span<const double> Track::right() const noexcept {
    return data_->right;
}
std::span<const double> Track::left() const noexcept {
    return data_->left;
}
std::span<const double> Track::speed() const noexcept {
    return data_->speed;
}
TrackBounds Track::bounds() const noexcept {
    return data_->bounds;
}

}  // namespace lanewise
