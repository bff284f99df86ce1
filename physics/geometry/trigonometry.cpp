#include <lanewise/physics/geometry/trigonometry.hpp>

#include <cmath>
#include <limits>

namespace lanewise {

namespace {

// Taylor sums suffice on [-pi/4, pi/4]: the first term left out is below 2e-18 of the result. Their
// coefficients are checked by eye.
constexpr double over_factorial(int n) noexcept {
    double product = 1;
    for (int i = 2; i <= n; ++i) product *= i;  // exact up to 18!, the largest used
    return 1 / product;
}

/// (sin(a)/a - 1) / a^2 with s = a^2.
constexpr double sine_tail(double s) noexcept {
    double sum = over_factorial(17);
    sum = sum * s - over_factorial(15);
    sum = sum * s + over_factorial(13);
    sum = sum * s - over_factorial(11);
    sum = sum * s + over_factorial(9);
    sum = sum * s - over_factorial(7);
    sum = sum * s + over_factorial(5);
    return sum * s - over_factorial(3);
}

/// (cos(a) - 1 + a^2/2) / a^4 with s = a^2.
constexpr double cosine_tail(double s) noexcept {
    double sum = -over_factorial(18);
    sum = sum * s + over_factorial(16);
    sum = sum * s - over_factorial(14);
    sum = sum * s + over_factorial(12);
    sum = sum * s - over_factorial(10);
    sum = sum * s + over_factorial(8);
    sum = sum * s - over_factorial(6);
    return sum * s + over_factorial(4);
}

/// Sine and cosine of high + low, where |high| <= pi/4 and |low| is at most an ulp of it.
SinCos small_angle(double high, double low) noexcept {
    const double s = high * high;
    const double sine = high + (high * s * sine_tail(s) + low * (1 - 0.5 * s));
    // 1 - s/2 rounds; what it loses comes back with the small terms.
    const double half = 0.5 * s;
    const double lead = 1 - half;
    const double cosine = lead + (((1 - lead) - half) + (s * s * cosine_tail(s) - high * low));
    return {sine, cosine};
}

SinCos turned_by_quarters(const SinCos& a, long long quarters) noexcept {
    switch (quarters & 3) {
        case 0:
            return a;
        case 1:
            return {a.cos, -a.sin};
        case 2:
            return {-a.sin, -a.cos};
        default:
            return {-a.cos, a.sin};
    }
}

/// Nearest whole number for |x| < 2^51 without a call: the sum rounds it away and back.
double nearest_whole(double x) noexcept {
    constexpr double shift = 0x1.8p52;
    return (x + shift) - shift;
}

constexpr double pi_high = 0x1.921fb54442d18p+1;
constexpr double pi_low = 0x1.1a62633145c07p-53;
constexpr SinCos not_a_number{std::numeric_limits<double>::quiet_NaN(),
                              std::numeric_limits<double>::quiet_NaN()};

}  // namespace

SinCos sin_cos(double radians) noexcept {
    // pi/2 in three parts; the first two have 33 bits, so that 2^20 quarters times each are exact.
    constexpr double part1 = 0x1.921fb544p+0;
    constexpr double part2 = 0x1.0b4611a6p-34;
    constexpr double part3 = 0x1.3198a2e037073p-69;
    constexpr double quarters_per_radian = 0x1.45f306dc9c883p-1;
    constexpr double exact_range = 1.6e6;

    if (!(std::fabs(radians) <= exact_range)) {
        if (!std::isfinite(radians)) return not_a_number;
        radians = std::fmod(radians, 2 * pi_high);
    }
    const double quarters = nearest_whole(radians * quarters_per_radian);
    const double first = radians - quarters * part1;
    const double step = quarters * part2;
    const double second = first - step;
    // Two-sum: what `second` lost, plus the last part.
    const double back = second - first;
    const double lost = (first - (second - back)) - (step + back);
    const double rest = lost - quarters * part3;
    const double high = second + rest;
    const double low = (second - high) + rest;
    return turned_by_quarters(small_angle(high, low), static_cast<long long>(quarters));
}

SinCos sin_cos_degrees(double degrees) noexcept {
    if (!std::isfinite(degrees)) return not_a_number;
    const double within = std::fmod(degrees, 360);
    const double quarters = nearest_whole(within / 90);
    const double rest = within - 90 * quarters;
    return turned_by_quarters(small_angle(rest * radians_per_degree, 0),
                              static_cast<long long>(quarters));
}

double arc_tangent(double y, double x) noexcept {
    // atan(i/8): a quotient within 1/16 of i/8 leaves a series of few terms.
    struct Parts {
        double high;
        double low;
    };
    static constexpr Parts eighths[9] = {
        {0, 0},
        {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
        {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
        {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
        {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
        {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
        {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
        {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
        {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
    };
    const double width = std::fabs(x);
    const double height = std::fabs(y);
    if (!std::isfinite(width + height)) return std::numeric_limits<double>::quiet_NaN();
    const bool steep = height > width;
    const double large = steep ? height : width;
    const double small = steep ? width : height;
    double angle = 0;
    if (small > 0) {
        const int i = static_cast<int>(small / large * 8 + 0.5);
        const double c = i / 8.0;
        const double z = (small - c * large) / (large + c * small);
        const double s = z * z;
        double tail = -1.0 / 15;
        tail = tail * s + 1.0 / 13;
        tail = tail * s - 1.0 / 11;
        tail = tail * s + 1.0 / 9;
        tail = tail * s - 1.0 / 7;
        tail = tail * s + 1.0 / 5;
        tail = tail * s - 1.0 / 3;
        angle = eighths[i].high + (z + (eighths[i].low + z * s * tail));
    }
    const bool behind = std::signbit(x);
    if (steep)
        angle = 0.5 * pi_high + ((behind ? angle : -angle) + 0.5 * pi_low);
    else if (behind)
        angle = pi_high - (angle - pi_low);
    return std::copysign(angle, y);
}

double arc_tangent_degrees(double y, double x) noexcept {
    return arc_tangent(y, x) * degrees_per_radian;
}

SincCos sinc_cos_of_square(double square) noexcept {
    const double half = 0.5 * square;
    const double lead = 1 - half;
    return {1 + square * sine_tail(square),
            lead + (((1 - lead) - half) + square * square * cosine_tail(square))};
}

}  // namespace lanewise
