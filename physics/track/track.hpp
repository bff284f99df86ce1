#pragma once

#include <lanewise/kernels/export.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace lanewise {

/// A pose in the track's frame: arclength s along the centre line in [0, length) [m], lateral
/// offset ey [m], left of travel positive, and heading error epsi in [-pi, pi] [rad].
struct FrenetPose {
    double s = 0.0;
    double ey = 0.0;
    double epsi = 0.0;
};

/// A pose in the plane: position [m] and yaw, counter-clockwise from the x axis, in [-pi, pi]
/// [rad].
struct PlanarPose {
    double x = 0.0;
    double y = 0.0;
    double psi = 0.0;
};

/// Distances from the centre line to the right and the left edge [m], both >= 0.
struct TrackWidths {
    double right = 0.0;
    double left = 0.0;
};

/// What the centre line is like at one arclength.
struct TrackPoint {
    double x = 0.0;          ///< position on the polygon [m]
    double y = 0.0;          ///< position on the polygon [m]
    double heading = 0.0;    ///< direction of travel, in [-pi, pi] [rad]
    double curvature = 0.0;  ///< positive in a left turn [1/m]
    TrackWidths widths;      ///< [m]
};

/// The smallest box around the centre line [m].
struct TrackBounds {
    double x_min = 0.0;
    double y_min = 0.0;
    double x_max = 0.0;
    double y_max = 0.0;
};

/// Optional results of a batched transform, one entry per pose; an empty span is not written.
template <class T>
struct FrenetExtras {
    std::span<T> heading = {};    ///< centre line's heading at s, in [-pi, pi] [rad]
    std::span<T> curvature = {};  ///< centre line's curvature at s [1/m]
    std::span<T> right = {};      ///< distance from the centre line to the right edge at s [m]
    std::span<T> left = {};       ///< distance from the centre line to the left edge at s [m]
    std::span<std::int32_t> segment = {};  ///< segment of the foot point; -1 where there is none
};

/// A closed race track: a centre line through n knots, with a width to either side.
///
/// The centre line is the closed polygon of the knots; segment i runs from knot i to the next one
/// and the last one back to knot 0, where s = 0. s is the cumulative chord length. The heading at a
/// knot is that of the chord between its two neighbours; heading (unwrapped), curvature and widths
/// are linear in s between knots. Either winding and self-crossing lines are fine.
///
/// A Track is immutable: copies share its data, and any number of threads may use it.
class LANEWISE_API Track {
public:
    /// The most knots that a track may have.
    static constexpr std::size_t max_points = 1'000'000;
    /// Knots closer than this are one point [m].
    static constexpr double min_spacing = 1e-9;
    /// Bound of all coordinates and widths [m].
    static constexpr double max_coordinate = 1e7;

    /// A track through the given knots [m], in the order of travel. A last knot equal to the first
    /// is dropped. Throws Error, naming `Track.<column>[<index>]`, unless the columns are of one
    /// size, coordinates are finite and within +-max_coordinate, widths are in [0, max_coordinate],
    /// consecutive knots are more than min_spacing apart, and 3 to max_points knots remain, three
    /// of them distinct.
    [[nodiscard]] static Track from_points(std::span<const double> x, std::span<const double> y,
                                           std::span<const double> right,
                                           std::span<const double> left);

    /// Reads a file of `x, y, right, left` lines [m], comma separated. Blank lines, `#` comments,
    /// CRLF line ends, white space around numbers and a UTF-8 byte order mark are skipped; numbers
    /// are read independently of the locale. Everything that from_points refuses and everything
    /// that is not such a line throws Error with the field `path:line`.
    [[nodiscard]] static Track load_centerline(const std::string& path);

    /// Reads a file of `s; x; y; psi; kappa; vx; ax` lines, semicolon separated, as
    /// load_centerline() does. x, y [m] are the knots and vx [m/s] becomes speed(); s, psi, kappa
    /// and ax must be numbers but are derived anew from the knots where they are needed. Such files
    /// have no widths: both sides get `half_width` [m], > 0.
    [[nodiscard]] static Track load_raceline(const std::string& path, double half_width = 1.1);

    /// Reads either kind of file, told apart by the separator of the first line with data.
    /// `half_width` [m] is for race lines.
    [[nodiscard]] static Track load(const std::string& path, double half_width = 1.1);

    /// Length of the closed centre line [m].
    [[nodiscard]] double length() const noexcept;
    /// Number of knots, which is that of segments too.
    [[nodiscard]] std::size_t size() const noexcept;
    /// Knot positions [m].
    [[nodiscard]] std::span<const double> x() const noexcept;
    /// Knot positions [m].
    [[nodiscard]] std::span<const double> y() const noexcept;
    /// Knot arclengths [m]; the first is 0.
    [[nodiscard]] std::span<const double> s() const noexcept;
    /// Knot headings in [-pi, pi] [rad].
    [[nodiscard]] std::span<const double> heading() const noexcept;
    /// Knot curvatures, positive to the left: heading difference of the two neighbours over the
    /// arclength between them [1/m].
    [[nodiscard]] std::span<const double> curvature() const noexcept;
    /// Distance to the right edge at the knots [m].
    [[nodiscard]] std::span<const double> right() const noexcept;
    /// Distance to the left edge at the knots [m].
    [[nodiscard]] std::span<const double> left() const noexcept;
    /// Speed profile of a race line at the knots [m/s]; empty for other tracks.
    [[nodiscard]] std::span<const double> speed() const noexcept;
    /// The box around the centre line.
    [[nodiscard]] TrackBounds bounds() const noexcept;

    /// s modulo length(), in [0, length) [m]; NaN unless s is finite.
    [[nodiscard]] double wrap(double s) const noexcept;
    /// The centre line at any finite s, wrapped [m]; all NaN otherwise.
    [[nodiscard]] TrackPoint at(double s) const noexcept;
    /// The widths at any finite s, wrapped [m]; NaN otherwise.
    [[nodiscard]] TrackWidths widths_at(double s) const noexcept;
    /// The widths at each s, as widths_at() gives them.
    /// Throws Error unless the spans have one size.
    void widths_at(std::span<const double> s, std::span<double> right,
                   std::span<double> left) const;
    void widths_at(std::span<const float> s, std::span<float> right, std::span<float> left) const;
    /// Whether a point in the track's frame lies between the edges, which count as inside.
    [[nodiscard]] bool is_inside(double s, double ey) const noexcept;

    /// The pose in the track's frame: s is that of the nearest point of the whole polygon (of
    /// several equally near segments the lowest one's), |ey| is the distance to it, its sign the
    /// side (at a knot: the side of the mean normal of the two segments), epsi is psi minus the
    /// heading at s, wrapped.
    ///
    /// The result depends on nothing but the arguments: the nearest segment is looked up in an
    /// index, so no hint is passed from step to step and a pose that jumps costs no more. The cost
    /// is independent of the track's length and, until segments are short against the width (a
    /// thirtieth of it), of their number; from there on it grows as the number's logarithm.
    ///
    /// A position that is not finite, or farther off than 1e150 m, gives NaN for everything; a psi
    /// that is not finite, or beyond 1e15, makes epsi NaN.
    [[nodiscard]] FrenetPose to_frenet(double x, double y, double psi) const noexcept;

    /// The same for a batch. Entry i depends on pose i alone and has the bits of the single-pose
    /// call; binary32 columns are widened, computed in binary64 and rounded once.
    /// Throws Error unless all spans have one size (those of `extras` may be empty instead).
    void to_frenet(std::span<const double> x, std::span<const double> y,
                   std::span<const double> psi, std::span<double> s, std::span<double> ey,
                   std::span<double> epsi, const FrenetExtras<double>& extras = {}) const;
    void to_frenet(std::span<const float> x, std::span<const float> y, std::span<const float> psi,
                   std::span<float> s, std::span<float> ey, std::span<float> epsi,
                   const FrenetExtras<float>& extras = {}) const;

    /// The pose in the plane: the point at s (wrapped) plus ey along the left normal of its
    /// segment; psi is the heading at s plus epsi, wrapped. The inverse of to_frenet() wherever
    /// that point is the nearest one and not a knot. NaN where s is not finite.
    [[nodiscard]] PlanarPose to_cartesian(double s, double ey, double epsi) const noexcept;

    /// The same for a batch, with the bits of the single-pose call.
    /// Throws Error unless all spans have one size.
    void to_cartesian(std::span<const double> s, std::span<const double> ey,
                      std::span<const double> epsi, std::span<double> x, std::span<double> y,
                      std::span<double> psi) const;
    void to_cartesian(std::span<const float> s, std::span<const float> ey,
                      std::span<const float> epsi, std::span<float> x, std::span<float> y,
                      std::span<float> psi) const;

    /// The data behind a track; defined inside the library.
    struct Data;
    explicit Track(std::shared_ptr<const Data> data) noexcept;
    Track(const Track&) noexcept = default;
    Track& operator=(const Track&) noexcept = default;
    ~Track() = default;

private:
    std::shared_ptr<const Data> data_;
};

}  // namespace lanewise
