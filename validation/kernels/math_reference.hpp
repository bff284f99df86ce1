#pragma once

#include <limits>
#include <vector>

namespace lanewise::test {

enum class Function { sine, cosine, tangent, arctangent, exponential };

/// A function's exact value at one argument, (near + rest 2^unit) with 2^unit the distance of the
/// binary32 or binary64 numbers around it.
struct Exact {
    double near;
    double rest;
    int unit;
    bool overflows;  // rounds to infinity
};

/// Exact values by MPFR, to some 160 bits, for arguments that are float or double.
template <class T>
std::vector<Exact> exact_values(Function function, const std::vector<T>& arguments);

/// Distance of a computed number in units of the last place of the exact one. Infinite where one
/// of the two is not a number or overflows and the other is not or does not.
double error_in_ulp(const Exact& exact, double computed);

/// Distance as such.
double absolute_error(const Exact& exact, double computed);

}  // namespace lanewise::test
