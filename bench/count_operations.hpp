#pragma once

namespace lanewise::bench {

/// Floating-point operations of one agent's Runge-Kutta micro-step of the single-track model st
/// with the F1TENTH set, as the kernels do it. Comparisons, choices, minima and work on bits are
/// not counted.
struct OperationCount {
    long long add, multiply, fma, divide, root;

    /// With a fused multiply-add as two, everything else as one.
    double flop() const { return static_cast<double>(add + multiply + 2 * fma + divide + root); }
};

/// @param speed of the agent; the branch that it belongs to is the one that is counted [m/s]
template <class T>
OperationCount count_single_track(double speed);

}  // namespace lanewise::bench
