#pragma once

#include <lanewise/kernels/kernel_table.hpp>
#include <lanewise/physics/single_track/model.hpp>

#include <array>

namespace lanewise::single_track {

/// The products of a parameter set that the kernels work with, formed in binary64 and rounded once.
template <class T>
std::array<T, kernels::k_coefficient_count> coefficients(const SingleTrackParameters& p);

/// Kernel arguments with everything set that follows from the options; columns, counts and
/// coefficients are left to the caller.
template <class T>
kernels::SingleTrackArguments<T> kernel_call(const SingleTrackOptions& options);

}  // namespace lanewise::single_track
