#pragma once

namespace lanewise::math {

/// Sine and cosine of any finite x to within 1 ulp, by reduction with as many digits of 2/pi as x
/// needs; NaN for infinities and NaN. Built once with the baseline instruction set, so every
/// backend gets the same bits from it. Slow: the kernels call it only for elements outside the
/// domain of their own reduction.
struct SineCosine {
    double sine;
    double cosine;
};
SineCosine sincos_of_huge(double x);

}  // namespace lanewise::math
