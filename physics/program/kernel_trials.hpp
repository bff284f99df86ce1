#pragma once

#include <lanewise/kernels/kernel_table.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace lanewise::program {

/// A kernel to be run on every backend.
struct KernelTrial {
    std::string name;
    std::string item;    ///< what one item is
    bool single = true;  ///< binary32
    double flop = 0.0;   ///< per item: + - * / and square root count 1, fma 2, all else 0
    /// Computes something that reaches every branch and gives the hash of its bits.
    std::function<std::uint64_t(const kernels::KernelTable&)> hash;
    /// Seconds for one item on this thread: the best of several runs, together about `budget` [s].
    std::function<double(const kernels::KernelTable&, double budget)> time;
};

std::vector<KernelTrial> kernel_trials();

/// Multiply-adds of one core as FLOP/s (2 each), measured for about `budget` [s].
double fma_peak(const kernels::KernelTable& table, bool single, double budget);

}  // namespace lanewise::program
