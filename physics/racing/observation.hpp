#pragma once

#include <cstddef>
#include <span>

namespace lanewise {

/// One of the other agents as each agent sees it, in the axes of the world.
template <class Real>
struct SingleTrackOther {
    std::span<const Real> dx;    ///< its x minus the own [m]
    std::span<const Real> dy;    ///< its y minus the own [m]
    std::span<const Real> v;     ///< its speed, not relative [m/s]
    std::span<const Real> dpsi;  ///< its yaw minus the own, in [-pi, pi] [rad]
};

/// What the agents see: columns with one entry per agent of every environment. The spans look into
/// the environment object and show its present state, without a copy.
template <class Real>
struct SingleTrackObservation {
    std::span<const Real> s;        ///< arclength along the centre line, in [0, length) [m]
    std::span<const Real> ey;       ///< lateral offset, positive to the left [m]
    std::span<const Real> epsi;     ///< heading error, in [-pi, pi] [rad]
    std::span<const Real> delta;    ///< steering angle [rad]
    std::span<const Real> v;        ///< speed [m/s]
    std::span<const Real> psi_dot;  ///< yaw rate [rad/s]; unused by ks
    std::span<const Real> beta;     ///< slip angle [rad]; unused by ks
    /// The other agents of the own environment by rising index, the own one left out; empty
    /// without observe_others.
    std::span<const SingleTrackOther<Real>> others;
    /// All of the above in this order as one list, for copying into a matrix: 7 columns (5 for ks:
    /// up to v), then dx, dy, v, dpsi of each of the others.
    std::span<const std::span<const Real>> columns;
};

}  // namespace lanewise
