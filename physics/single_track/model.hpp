#pragma once

#include <lanewise/kernels/export.hpp>
#include <lanewise/physics/single_track/parameters.hpp>
#include <lanewise/units/si.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace lanewise {

/// Equations of motion; see physics/single_track/README.md.
enum class SingleTrackModel {
    ks,         ///< kinematic; state x, y, delta, v, psi
    st,         ///< dynamic, kinematic below |v| = 1.5 m/s
    st_smooth,  ///< dynamic, blended with the kinematic one around |v| = 0.55 m/s
};

enum class Integrator { euler, rk4 };

/// What the first component of an action means.
enum class SteeringAction {
    steeringvelocity,  ///< [rad/s]
    steeringangle,     ///< [rad], becomes (angle - delta) / timestep
};

/// What the second component of an action means.
enum class LongitudinalAction {
    acceleration,  ///< [m/s2]
    velocity,      ///< [m/s], becomes (velocity - v) / timestep
};

/// How a batch is integrated.
struct SingleTrackOptions {
    SingleTrackModel model = SingleTrackModel::st;
    Integrator integrator = Integrator::rk4;
    SteeringAction steering = SteeringAction::steeringvelocity;
    LongitudinalAction longitudinal = LongitudinalAction::acceleration;
    /// Length of a micro-step, > 0. It also turns angle and velocity commands into rates.
    Duration timestep = Duration::from_value(0.01);
    /// Micro-steps in one control step, during which the action is held, >= 1.
    int timestep_ratio = 1;
    /// The equations of st and st_smooth see max(v, 0.001 m/s), as the JAX gym has it. Off: plain
    /// v.
    bool clip_speed = false;
    /// Threads that a step may use; 0 for all of the calling arena. No bit depends on it.
    int max_threads = 0;

    bool operator==(const SingleTrackOptions&) const = default;
};

/// @throws Error naming the first field that breaks its rule.
LANEWISE_API void validate(const SingleTrackOptions& options);

/// The seven state components of a batch, one entry per agent each.
template <class T>
struct SingleTrackColumns {
    std::span<T> x;        ///< [m]
    std::span<T> y;        ///< [m]
    std::span<T> delta;    ///< steering angle [rad]
    std::span<T> v;        ///< speed along the vehicle's course [m/s]
    std::span<T> psi;      ///< yaw, in [-pi, pi] after a step [rad]
    std::span<T> psi_dot;  ///< yaw rate [rad/s]; unused by ks
    std::span<T> beta;     ///< slip angle of the centre of gravity [rad]; unused by ks
};

/// The state of one agent.
struct SingleTrackState {
    double x = 0, y = 0, delta = 0, v = 0, psi = 0, psi_dot = 0, beta = 0;
    bool operator==(const SingleTrackState&) const = default;
};

/// Bits of an agent's status.
namespace single_track_status {
/// A component of the state is NaN or infinite.
inline constexpr std::uint8_t not_finite = 1;
/// The dynamic branch acted at a negative speed (st: v <= -1.5 m/s, st_smooth: v <= -0.474 m/s).
/// The equations are unstable there: yaw rate and slip angle grow without bound.
inline constexpr std::uint8_t reverse_unstable = 2;
}  // namespace single_track_status

/// Time derivative of one agent's state under the action [steering, longitudinal], limits included:
/// x', y', delta', v', psi' (and psi_dot', beta' unless ks), then two zeros for the commands that
/// ride along as state components. 7 entries for ks, 9 for the others.
/// Uses model, timestep, the action kinds and clip_speed of `options`.
/// @throws Error for a bad parameter set or option, or for a number that is not finite.
LANEWISE_API std::vector<double> single_track_derivative(const SingleTrackParameters& parameters,
                                                         const SingleTrackOptions& options,
                                                         const SingleTrackState& state,
                                                         const std::array<double, 2>& action);

/// The same for columns of agents with one parameter set, computed by the chosen backend in T.
/// All spans have one size; those of `derivative` must not overlap the others. Entries that are
/// not finite give entries that are not finite.
/// @throws Error for a bad parameter set, option or size.
template <class T>
LANEWISE_API void single_track_derivative(const SingleTrackParameters& parameters,
                                          const SingleTrackOptions& options,
                                          const SingleTrackColumns<const T>& state,
                                          std::span<const T> steering,
                                          std::span<const T> longitudinal,
                                          const SingleTrackColumns<T>& derivative);

}  // namespace lanewise
