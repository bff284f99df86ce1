#include <lanewise/kernels/math/huge_argument.hpp>

#include <bit>
#include <cstdint>
#include <limits>

#define LANEWISE_FN inline __attribute__((always_inline))
#define LANEWISE_ENTRY
#define LANEWISE_HARDWARE_FMA 0

namespace lanewise::math {

namespace {

// The polynomials are the kernels' own, here for one number.
#include <lanewise/kernels/lane_scalar-inl.hpp>
#include <lanewise/kernels/math/trig-inl.hpp>

__extension__ using Bits128 = unsigned __int128;
using Word = std::uint64_t;

/// Bits of 2/pi after the binary point, behind one word of zeros for arguments near 1.
constexpr Word k_two_over_pi[] = {
    0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041,
    0xfe5163abdebbc561, 0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e,
    0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b,
    0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab,
};

/// floor(pi/2 2^127).
constexpr Bits128 k_half_pi = Bits128(0xc90fdaa22168c234) << 64 | 0xc4c6628b80dc1cd1;

/// 64 bits of the table from bit `first`.
Word bits_from(int first) {
    const Word* word = k_two_over_pi + first / 64;
    const int shift = first % 64;
    return shift == 0 ? word[0] : word[0] << shift | word[1] >> (64 - shift);
}

/// Upper half of the 256-bit product, at most 2 too small.
Bits128 multiply_high(Bits128 a, Bits128 b) {
    const Bits128 a1 = a >> 64, a0 = static_cast<Word>(a), b1 = b >> 64, b0 = static_cast<Word>(b);
    return a1 * b1 + (a1 * b0 >> 64) + (a0 * b1 >> 64);
}

int leading_zeros(Bits128 x) {
    const Word high = static_cast<Word>(x >> 64);
    return high != 0 ? std::countl_zero(high) : 64 + std::countl_zero(static_cast<Word>(x));
}

/// 2^exponent, for normal results.
double power_of_two(int exponent) {
    return std::bit_cast<double>(static_cast<Word>(exponent + 1023) << 52);
}

/// x = quadrant pi/2 + high + low (modulo 2 pi), |high + low| <= pi/4.
struct Reduced {
    unsigned quadrant;
    double high, low;
};

/// Payne and Hanek's reduction for finite x > pi/4.
Reduced reduce(double x) {
    const Word pattern = std::bit_cast<Word>(x);
    const int exponent = static_cast<int>(pattern >> 52) - 1075;  // x = mantissa 2^exponent
    const Word mantissa = (pattern & 0xfffffffffffff) | 0x10000000000000;

    // Bits of 2/pi above the window only add multiples of 4, those below less than 2^-137. In the
    // product modulo 2^192 the top two bits are the quadrant, the others its fraction.
    const int first = 64 + exponent - 2;
    const Bits128 p0 = Bits128(mantissa) * bits_from(first + 128);
    const Bits128 p1 = Bits128(mantissa) * bits_from(first + 64) + (p0 >> 64);
    const Word top = mantissa * bits_from(first) + static_cast<Word>(p1 >> 64);

    // To the nearest quadrant: 2^-128 of a signed fraction in [-1/2, 1/2), then its magnitude.
    const unsigned quadrant = static_cast<unsigned>((top + (Word(1) << 61)) >> 62) & 3;
    Word f2 = top << 2 | static_cast<Word>(p1) >> 62;
    Word f1 = static_cast<Word>(p1) << 2 | static_cast<Word>(p0) >> 62;
    Word f0 = static_cast<Word>(p0) << 2;
    const bool negative = f2 >> 63 != 0;
    if (negative) {
        f0 = ~f0;
        f1 = ~f1;
        f2 = ~f2;
    }

    // No double is nearer to a multiple of pi/2 than 2^-62 of it, so 128 bits remain.
    Bits128 fraction = Bits128(f2) << 64 | f1;
    const int shift = leading_zeros(fraction);
    if (shift != 0) fraction = fraction << shift | f0 >> (64 - shift);
    const Bits128 angle = multiply_high(fraction, k_half_pi);  // in units of 2^-(127 + shift)

    const double unit = power_of_two(-127 - shift);
    const double sign = negative ? -unit : unit;
    const double high = static_cast<double>(static_cast<Word>(angle >> 75)) * power_of_two(75);
    const double low = static_cast<double>(static_cast<Word>(angle >> 11)) * power_of_two(11);
    return {quadrant, sign * high, sign * low};
}

}  // namespace

SineCosine sincos_of_huge(double x) {
    const double size = __builtin_fabs(x);
    if (!(size <= std::numeric_limits<double>::max())) return {x - x, x - x};
    if (size < 0x1p-27) return {x, 1};  // also keeps -0
    Reduced r = {0, size, 0};
    if (size > 0x1.921fb54442d18p-1) r = reduce(size);

    const double q = r.high * r.high;
    const SinCos<ScalarLane<double>> tail = sincos_tails(ScalarLane<double>{q}, double());
    const double sine = r.high + (r.high * q * tail.sine.r + r.low * (1 - 0.5 * q));
    // 1 - q/2 rounds; what it loses comes back with the small terms.
    const double lead = 1 - 0.5 * q;
    const double cosine =
        lead + (((1 - lead) - 0.5 * q) + (q * q * tail.cosine.r - r.high * r.low));

    SineCosine result = {sine, cosine};
    if (r.quadrant & 1) result = {cosine, -sine};
    if (r.quadrant & 2) result = {-result.sine, -result.cosine};
    if (x < 0) result.sine = -result.sine;
    return result;
}

}  // namespace lanewise::math
