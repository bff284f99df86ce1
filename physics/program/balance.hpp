#pragma once

#include <lanewise/physics/single_track/parameters.hpp>

namespace lanewise::program {

/// How the slip angles of the two axles differ in a turn: the car needs
///   delta = L kappa + K(a) v^2 kappa,  K(a) = front / (1 - a front_shift) - rear / (1 + a
///   rear_shift)
/// of steering for a path of curvature kappa at speed v and acceleration a, because accelerating
/// takes load from the front tires and braking from the rear ones. Where 1 + K(a) v^2 / L is below
/// 0 the car spins. Follows from the steady state of the single-track equations.
struct AxleBalance {
    double front = 0.0, rear = 0.0;              ///< [rad s2/m]
    double front_shift = 0.0, rear_shift = 0.0;  ///< [s2/m]
};

inline AxleBalance axle_balance(const SingleTrackParameters& car) {
    const double weight = car.mu * single_track::gravity;
    return {.front = 1.0 / (weight * car.C_Sf),
            .rear = 1.0 / (weight * car.C_Sr),
            .front_shift = car.h / (single_track::gravity * car.lr),
            .rear_shift = car.h / (single_track::gravity * car.lf)};
}

/// K(a) [rad s2/m].
inline double understeer(const AxleBalance& b, double a) {
    return b.front / (1.0 - a * b.front_shift) - b.rear / (1.0 + a * b.rear_shift);
}

}  // namespace lanewise::program
