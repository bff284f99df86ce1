#include "math_inputs.hpp"

#include "every_backend.hpp"

#include <cmath>
#include <limits>

namespace lanewise::test {

namespace {

constexpr double pi = 3.14159265358979323846;

/// The `reach` neighbours of x on both sides, and x.
template <class T>
void add_with_neighbours(std::vector<T>& list, T x, int reach) {
    T below = x, above = x;
    list.push_back(x);
    for (int i = 0; i < reach; ++i) {
        below = std::nextafter(below, -std::numeric_limits<T>::infinity());
        above = std::nextafter(above, std::numeric_limits<T>::infinity());
        list.push_back(below);
        list.push_back(above);
    }
}

template <class T>
void add_special(std::vector<T>& list) {
    using Limits = std::numeric_limits<T>;
    for (const T x :
         {T(0), Limits::denorm_min(), Limits::denorm_min() * 5, Limits::min() / 3, Limits::min(),
          Limits::epsilon(), T(1e-5), T(1), Limits::max(), Limits::max() / 3, Limits::infinity()}) {
        list.push_back(x);
        list.push_back(-x);
    }
    list.push_back(Limits::quiet_NaN());
}

/// Any sign and mantissa, exponents evenly from the list's range.
template <class T>
T random_binade(Random& random, int lowest, int highest) {
    const int exponent =
        lowest + static_cast<int>(random.below(static_cast<std::size_t>(highest - lowest + 1)));
    const T x = static_cast<T>(std::ldexp(random.between(1, 2), exponent));
    return random.bits() & 1 ? x : -x;
}

/// Angles nearest to a multiple of pi/2, relative to their size, for all binary64 numbers.
constexpr double k_hard[] = {
    0x1.6ac5b262ca1ffp+849, 0x1.6c6cbc45dc8dep+5,   0x1.6c6cbc45dc8dep+6,   0x1.b951f1572eba5p+23,
    0x1.504cac51f1eafp+131, 0x1.6ac5b262ca1ffp+851, 0x1.e009c53148be1p+991, 0x1.6c6cbc45dc8dep+7,
    0x1.4c96c11134d36p+577, 0x1.cfe482285f8edp+860, 0x1.db41f3cb71d7bp+680, 0x1.e7e44a78ac18cp+197,
    0x1.b951f1572eba5p+24,  0x1.c45cd11154dfdp+295, 0x1.83009e2e9e2ebp+614, 0x1.b2196364d750bp+253,
    0x1.69eab0985179bp+246, 0x1.782b7a20df6d4p+67,
};

}  // namespace

template <class T>
std::vector<T> angles_in_domain() {
    std::vector<T> list;
    Random random(1);
    constexpr T limit = k_trig_limit<T>;
    for (int i = -10000; i <= 10000; ++i) list.push_back(T(i) / T(1024));
    for (int i = 0; i < 20000; ++i) list.push_back(T(random.between(-7, 7)));
    for (int i = 0; i < 20000; ++i) list.push_back(T(random.between(-limit, limit)));
    for (int i = 0; i < 4000; ++i) list.push_back(random_binade<T>(random, -100, 12));
    const double last = std::floor(static_cast<double>(limit) / (pi / 2));
    for (int i = 0; i < 6000; ++i) {
        const double k = i < 3000 ? i : std::floor(random.between(3000, last));
        add_with_neighbours(list, static_cast<T>(k * (pi / 2)), 1);
    }
    // Where the quadrant changes.
    for (int i = 0; i < 300; ++i)
        add_with_neighbours(list, static_cast<T>((i + 0.5) * (pi / 2)), 2);
    for (const double x : k_hard)
        if (x < static_cast<double>(limit)) add_with_neighbours(list, static_cast<T>(x), 1);
    list.push_back(limit);
    list.push_back(-limit);
    add_special(list);
    return list;
}

template <class T>
std::vector<T> huge_angles() {
    std::vector<T> list;
    Random random(2);
    const int lowest = std::ilogb(k_trig_limit<T>);
    const int highest = std::numeric_limits<T>::max_exponent - 1;
    for (int i = 0; i < 10000; ++i) list.push_back(random_binade<T>(random, lowest, highest));
    for (const double x : k_hard)
        if (x <= static_cast<double>(std::numeric_limits<T>::max()))
            add_with_neighbours(list, static_cast<T>(x), 1);
    add_with_neighbours(list, k_trig_limit<T>, 2);
    add_special(list);
    return list;
}

template <class T>
std::vector<T> slopes() {
    std::vector<T> list;
    Random random(3);
    for (int i = -8000; i <= 8000; ++i) list.push_back(T(i) / T(2048));
    for (int i = 0; i < 20000; ++i) list.push_back(T(random.between(-3, 3)));
    for (int i = 0; i < 10000; ++i)
        list.push_back(random_binade<T>(random, std::numeric_limits<T>::min_exponent,
                                        std::numeric_limits<T>::max_exponent - 1));
    for (const T x : {T(0.5), T(1), T(2), T(-0.5), T(-1), T(-2)}) add_with_neighbours(list, x, 200);
    add_special(list);
    return list;
}

template <class T>
std::vector<T> exponents() {
    std::vector<T> list;
    Random random(4);
    const double ln2 = 0.69314718055994530942;
    const double low =
        (std::numeric_limits<T>::min_exponent - std::numeric_limits<T>::digits) * ln2;
    const double high = std::numeric_limits<T>::max_exponent * ln2;
    for (int i = -8000; i <= 8000; ++i) list.push_back(T(i) / T(1024));
    for (int i = 0; i < 30000; ++i) list.push_back(T(random.between(low - 3, high + 3)));
    for (int i = 0; i < 4000; ++i) list.push_back(random_binade<T>(random, -60, 20));
    // Ends of the range and of the polynomial's interval.
    add_with_neighbours(list, T(low), 100);
    add_with_neighbours(list, T(high), 100);
    add_with_neighbours(list, T((std::numeric_limits<T>::min_exponent - 1) * ln2), 100);
    for (int i = -100; i <= 100; ++i) add_with_neighbours(list, T((i + 0.5) * ln2), 2);
    add_special(list);
    return list;
}

template std::vector<float> angles_in_domain<float>();
template std::vector<double> angles_in_domain<double>();
template std::vector<float> huge_angles<float>();
template std::vector<double> huge_angles<double>();
template std::vector<float> slopes<float>();
template std::vector<double> slopes<double>();
template std::vector<float> exponents<float>();
template std::vector<double> exponents<double>();

}  // namespace lanewise::test
