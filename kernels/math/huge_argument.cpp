#include <lanewise/kernels/math/huge_argument.hpp>

#include <cmath>

namespace lanewise::math {

SineCosine sincos_of_huge(double x) { return {std::sin(x), std::cos(x)}; }

}  // namespace lanewise::math
