#include "math_reference.hpp"

#include <mpfr.h>

#include <algorithm>
#include <cmath>

namespace lanewise::test {

namespace {

constexpr mpfr_prec_t k_precision = 160;

class Number {
public:
    Number() { mpfr_init2(value_, k_precision); }
    Number(const Number&) = delete;
    Number& operator=(const Number&) = delete;
    ~Number() { mpfr_clear(value_); }
    operator mpfr_ptr() { return value_; }

private:
    mpfr_t value_;
};

void evaluate(Function function, mpfr_ptr y, mpfr_ptr x) {
    switch (function) {
        case Function::sine:
            mpfr_sin(y, x, MPFR_RNDN);
            break;
        case Function::cosine:
            mpfr_cos(y, x, MPFR_RNDN);
            break;
        case Function::tangent:
            mpfr_tan(y, x, MPFR_RNDN);
            break;
        case Function::arctangent:
            mpfr_atan(y, x, MPFR_RNDN);
            break;
        case Function::exponential:
            mpfr_exp(y, x, MPFR_RNDN);
            break;
    }
}

}  // namespace

template <class T>
std::vector<Exact> exact_values(Function function, const std::vector<T>& arguments) {
    using Limits = std::numeric_limits<T>;
    constexpr int lowest_unit = Limits::min_exponent - Limits::digits;
    std::vector<Exact> values;
    values.reserve(arguments.size());
    Number x, y;
    for (const T argument : arguments) {
        mpfr_set_d(x, static_cast<double>(argument), MPFR_RNDN);
        evaluate(function, y, x);
        Exact exact = {mpfr_get_d(y, MPFR_RNDN), 0, lowest_unit, false};
        if (mpfr_regular_p(y)) {
            const double size = std::abs(exact.near);
            exact.overflows =
                sizeof(T) == 4 ? std::isinf(static_cast<float>(size)) : std::isinf(size);
            exact.unit = std::max(static_cast<int>(mpfr_get_exp(y)) - Limits::digits, lowest_unit);
            mpfr_sub_d(y, y, exact.near, MPFR_RNDN);
            mpfr_mul_2si(y, y, -exact.unit, MPFR_RNDN);
            exact.rest = mpfr_get_d(y, MPFR_RNDN);
        }
        values.push_back(exact);
    }
    return values;
}

template std::vector<Exact> exact_values<float>(Function, const std::vector<float>&);
template std::vector<Exact> exact_values<double>(Function, const std::vector<double>&);

double error_in_ulp(const Exact& exact, double computed) {
    constexpr double wrong = std::numeric_limits<double>::infinity();
    if (std::isnan(exact.near) || std::isnan(computed))
        return std::isnan(exact.near) && std::isnan(computed) ? 0 : wrong;
    if (exact.overflows || std::isinf(exact.near) || std::isinf(computed))
        return (exact.overflows || std::isinf(exact.near)) && std::isinf(computed) &&
                       std::signbit(computed) == std::signbit(exact.near)
                   ? 0
                   : wrong;
    return std::abs(std::ldexp(computed - exact.near, -exact.unit) - exact.rest);
}

double absolute_error(const Exact& exact, double computed) {
    return std::ldexp(error_in_ulp(exact, computed), exact.unit);
}

}  // namespace lanewise::test
