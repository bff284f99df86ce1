#include "every_backend.hpp"
#include "math_inputs.hpp"
#include "math_reference.hpp"

#include <lanewise/kernels/math/huge_argument.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <type_traits>

using namespace lanewise;
using namespace lanewise::test;

namespace {

constexpr double pi = 3.14159265358979323846;

template <class T>
const kernels::MathTable<T>& math_of(const kernels::KernelTable& table) {
    if constexpr (std::is_same_v<T, float>)
        return table.math_f32;
    else
        return table.math_f64;
}

template <class T>
constexpr double k_epsilon = static_cast<double>(std::numeric_limits<T>::epsilon());

/// Runs one function of a table over a list.
template <class T>
std::vector<T> computed(const kernels::KernelTable& table, Function function,
                        const std::vector<T>& x) {
    std::vector<T> y(x.size()), other(x.size());
    const kernels::MathTable<T>& math = math_of<T>(table);
    switch (function) {
        case Function::sine:
            math.sincos(x.data(), y.data(), other.data(), x.size());
            break;
        case Function::cosine:
            math.sincos(x.data(), other.data(), y.data(), x.size());
            break;
        case Function::tangent:
            math.tan(x.data(), y.data(), x.size());
            break;
        case Function::arctangent:
            math.atan(x.data(), y.data(), x.size());
            break;
        case Function::exponential:
            math.exp(x.data(), y.data(), x.size());
            break;
    }
    return y;
}

/// The largest of many ratios error / bound, and where it is; NaN counts as the largest.
struct Worst {
    double ratio = 0;
    double argument = 0;

    void add(double r, double x) {
        if (r <= ratio) return;
        ratio = r;
        argument = x;
    }
};

/// Largest error in ulp over the arguments that `where` accepts.
template <class T, class Where>
Worst worst_ulp(const std::vector<T>& x, const std::vector<T>& y, const std::vector<Exact>& exact,
                Where where) {
    Worst worst;
    for (std::size_t i = 0; i < x.size(); ++i)
        if (where(static_cast<double>(x[i])))
            worst.add(error_in_ulp(exact[i], static_cast<double>(y[i])), static_cast<double>(x[i]));
    return worst;
}

bool everywhere(double) {
    return true;
}

template <class T>
bool reduced_by_kernel(double x) {
    return std::abs(x) <= static_cast<double>(k_trig_limit<T>);
}

/// What the reduction may lose without hardware fma.
template <class T>
double reduction_bound(double x) {
    return (std::abs(x) / 2 + 1) * k_epsilon<T>;
}

}  // namespace

TEMPLATE_TEST_CASE("sine and cosine in the domain of the reduction", "[math]", float, double) {
    using T = TestType;
    const std::vector<T> x = angles_in_domain<T>();
    for (const Function function : {Function::sine, Function::cosine}) {
        const std::vector<Exact> exact = exact_values(function, x);
        for (const kernels::KernelTable* table : supported_tables()) {
            const std::vector<T> y = computed(*table, function, x);
            Worst worst;
            if (table->fused) {
                worst = worst_ulp(x, y, exact, reduced_by_kernel<T>);
            } else {
                worst = worst_ulp(x, y, exact, [](double a) { return std::abs(a) <= pi / 4; });
                for (std::size_t i = 0; i < x.size(); ++i) {
                    const double a = static_cast<double>(x[i]);
                    if (!reduced_by_kernel<T>(a)) continue;
                    const double error = absolute_error(exact[i], static_cast<double>(y[i]));
                    worst.add(2 * error / reduction_bound<T>(a), a);
                }
            }
            CAPTURE(name_of(*table), function == Function::sine, worst.argument);
            CHECK(worst.ratio <= 2);
        }
    }
}

TEMPLATE_TEST_CASE("tangent in the domain of the reduction", "[math]", float, double) {
    using T = TestType;
    const std::vector<T> x = angles_in_domain<T>();
    const std::vector<Exact> exact = exact_values(Function::tangent, x);
    for (const kernels::KernelTable* table : supported_tables()) {
        const std::vector<T> y = computed(*table, Function::tangent, x);
        Worst worst;
        if (table->fused) {
            worst = worst_ulp(x, y, exact, reduced_by_kernel<T>);
        } else {
            worst = worst_ulp(x, y, exact, [](double a) { return std::abs(a) <= pi / 4; });
            // Errors b of s and c give (s + b)/(c - b) - s/c = b (1 + |t|)/(|c| - b), t = s/c.
            for (std::size_t i = 0; i < x.size(); ++i) {
                const double a = static_cast<double>(x[i]), b = reduction_bound<T>(a);
                const double t = std::abs(exact[i].near), c = 1 / std::hypot(1, t);
                if (!reduced_by_kernel<T>(a) || !(c > 2 * b)) continue;
                const double bound = b * (1 + t) / (c - b) + std::ldexp(0.5, exact[i].unit);
                const double error = absolute_error(exact[i], static_cast<double>(y[i]));
                worst.add(4 * error / bound, a);
            }
        }
        CAPTURE(name_of(*table), worst.argument);
        CHECK(worst.ratio <= 4);
    }
}

TEMPLATE_TEST_CASE("sine, cosine and tangent of huge arguments", "[math]", float, double) {
    using T = TestType;
    const std::vector<T> x = huge_angles<T>();
    const auto beyond = [](double a) { return !reduced_by_kernel<T>(a); };
    for (const Function function : {Function::sine, Function::cosine, Function::tangent}) {
        const std::vector<Exact> exact = exact_values(function, x);
        for (const kernels::KernelTable* table : supported_tables()) {
            const Worst worst = worst_ulp(x, computed(*table, function, x), exact, beyond);
            CAPTURE(name_of(*table), static_cast<int>(function), worst.argument);
            CHECK(worst.ratio <= (function == Function::tangent ? 2 : 1));
        }
    }
}

TEST_CASE("the reduction with all digits of 2/pi holds for every size of argument", "[math]") {
    for (const std::vector<double>& x : {angles_in_domain<double>(), huge_angles<double>()}) {
        std::vector<double> sine, cosine;
        for (const double a : x) {
            const math::SineCosine y = math::sincos_of_huge(a);
            sine.push_back(y.sine);
            cosine.push_back(y.cosine);
        }
        CHECK(worst_ulp(x, sine, exact_values(Function::sine, x), everywhere).ratio <= 1);
        CHECK(worst_ulp(x, cosine, exact_values(Function::cosine, x), everywhere).ratio <= 1);
    }
}

TEMPLATE_TEST_CASE("arctangent", "[math]", float, double) {
    using T = TestType;
    const std::vector<T> x = slopes<T>();
    const std::vector<Exact> exact = exact_values(Function::arctangent, x);
    for (const kernels::KernelTable* table : supported_tables()) {
        const std::vector<T> y = computed(*table, Function::arctangent, x);
        const Worst worst = worst_ulp(x, y, exact, everywhere);
        CAPTURE(name_of(*table), worst.argument);
        CHECK(worst.ratio <= 1.5);
        for (std::size_t i = 0; i < x.size(); ++i)
            if (std::abs(y[i]) > static_cast<T>(pi / 2)) FAIL("beyond pi/2 at " << x[i]);
    }
}

TEMPLATE_TEST_CASE("exponential function", "[math]", float, double) {
    using T = TestType;
    const std::vector<T> x = exponents<T>();
    const std::vector<Exact> exact = exact_values(Function::exponential, x);
    for (const kernels::KernelTable* table : supported_tables()) {
        const std::vector<T> y = computed(*table, Function::exponential, x);
        const Worst worst = worst_ulp(x, y, exact, everywhere);
        CAPTURE(name_of(*table), worst.argument);
        CHECK(worst.ratio <= 1.1);
    }
}

TEMPLATE_TEST_CASE("zeros, infinities and NaN", "[math][emulated]", float, double) {
    using T = TestType;
    const T inf = std::numeric_limits<T>::infinity();
    const std::vector<T> x = {T(0), T(-0.0), inf, -inf, std::numeric_limits<T>::quiet_NaN()};
    for (const kernels::KernelTable* table : supported_tables()) {
        CAPTURE(name_of(*table));
        for (const Function odd : {Function::sine, Function::tangent, Function::arctangent}) {
            const std::vector<T> y = computed(*table, odd, x);
            CHECK(bits_of(y[0]) == bits_of(T(0)));
            CHECK(bits_of(y[1]) == bits_of(odd == Function::arctangent ? T(-0.0) : T(0)));
            CHECK(std::isnan(y[4]));
        }
        for (const Function periodic : {Function::sine, Function::cosine, Function::tangent}) {
            const std::vector<T> y = computed(*table, periodic, x);
            for (std::size_t i = 2; i < 5; ++i) CHECK(std::isnan(y[i]));
        }
        const std::vector<T> angle = computed(*table, Function::arctangent, x);
        CHECK(angle[2] == static_cast<T>(pi / 2));
        CHECK(angle[3] == -static_cast<T>(pi / 2));
        const std::vector<T> power = computed(*table, Function::exponential, x);
        CHECK(power[0] == 1);
        CHECK(power[1] == 1);
        CHECK(power[2] == inf);
        CHECK(bits_of(power[3]) == bits_of(T(0)));
        CHECK(std::isnan(power[4]));
    }
}

TEMPLATE_TEST_CASE("wrap_angle", "[math]", float, double) {
    using T = TestType;
    const T last = static_cast<T>(pi);
    std::vector<T> x = angles_in_domain<T>();
    for (const T end : {last, -last}) {
        x.push_back(end);
        x.push_back(std::nextafter(end, T(0)));
        x.push_back(std::nextafter(end, 2 * end));
    }
    for (const T a : huge_angles<T>()) x.push_back(a);
    for (const kernels::KernelTable* table : supported_tables()) {
        CAPTURE(name_of(*table));
        std::vector<T> y(x.size());
        math_of<T>(*table).wrap_angle(x.data(), y.data(), x.size());
        Worst worst;
        for (std::size_t i = 0; i < x.size(); ++i) {
            const double a = static_cast<double>(x[i]);
            if (!std::isfinite(a)) {
                if (!std::isnan(y[i])) FAIL("a number from " << a);
                continue;
            }
            if (!(std::abs(y[i]) <= last)) FAIL("outside the range for " << a);
            if (std::abs(x[i]) <= last && bits_of(y[i]) != bits_of(x[i])) FAIL("moved " << a);
            if (!reduced_by_kernel<T>(a)) continue;
            // The rounding of this check, 2^-64 |a|, is small beside the bound.
            constexpr long double two_pi = 6.283185307179586476925286766559L;
            const long double turned = static_cast<long double>(a) - static_cast<long double>(y[i]);
            const long double k = std::nearbyint(turned / two_pi);
            const double error = static_cast<double>(std::abs(turned - k * two_pi));
            worst.add(error / ((std::abs(a) + 1) * k_epsilon<T>), a);
        }
        CAPTURE(worst.argument);
        CHECK(worst.ratio <= 1);
    }
}

TEMPLATE_TEST_CASE("an element's neighbours do not matter to the math", "[math][emulated]", float,
                   double) {
    using T = TestType;
    // A huge or broken element takes the slow way; the others must not notice.
    const T nan = std::numeric_limits<T>::quiet_NaN();
    for (const kernels::KernelTable* table : supported_tables()) {
        CAPTURE(name_of(*table));
        for (const T stranger : {std::numeric_limits<T>::max(), nan}) {
            std::vector<T> x(67), alone(67), sine(67), cosine(67);
            for (std::size_t i = 0; i < x.size(); ++i) x[i] = T(0.37) * static_cast<T>(i) - T(9);
            math_of<T>(*table).sincos(x.data(), alone.data(), cosine.data(), x.size());
            for (std::size_t i = 0; i < x.size(); i += 5) x[i] = stranger;
            math_of<T>(*table).sincos(x.data(), sine.data(), cosine.data(), x.size());
            for (std::size_t i = 0; i < x.size(); ++i)
                if (i % 5 != 0) CHECK(bits_of(sine[i]) == bits_of(alone[i]));
        }
    }
}

// One constant for all targets with fma, for g++ and clang and all optimisation levels.
TEST_CASE("the math has the same bits on all targets with fma", "[math][bits]") {
    const auto hash_of = [](const kernels::KernelTable& table, auto number) {
        using T = decltype(number);
        Hash hash;
        for (const std::vector<T>& x : {angles_in_domain<T>(), huge_angles<T>()}) {
            for (const Function f : {Function::sine, Function::cosine, Function::tangent})
                hash.add(computed(table, f, x));
            std::vector<T> y(x.size());
            math_of<T>(table).wrap_angle(x.data(), y.data(), x.size());
            hash.add(y);
        }
        hash.add(computed(table, Function::arctangent, slopes<T>()));
        hash.add(computed(table, Function::exponential, exponents<T>()));
        return hash.value();
    };
    for (const kernels::KernelTable* table : supported_tables()) {
        if (!table->fused) continue;
        CAPTURE(name_of(*table));
        CHECK(hash_of(*table, float()) == 0x48a69d1c2668a6de);
        CHECK(hash_of(*table, double()) == 0xe727a86c5ab0f8f1);
    }
}
