#pragma once

#include <lanewise/kernels/backend_choice.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace lanewise::test {

/// The tables that this CPU can run.
inline std::vector<const kernels::KernelTable*> supported_tables() {
    std::vector<const kernels::KernelTable*> tables;
    for (const kernels::KernelTable* table : kernels::all_tables())
        if (kernels::is_supported(*table)) tables.push_back(table);
    return tables;
}

inline std::string name_of(const kernels::KernelTable& table) {
    return std::string(table.backend) + ":" + table.target;
}

template <class T>
struct BitsOf;
template <>
struct BitsOf<float> {
    using Type = std::uint32_t;
};
template <>
struct BitsOf<double> {
    using Type = std::uint64_t;
};

/// The bit pattern, one for all NaNs: their payload depends on the order of operands.
template <class T>
typename BitsOf<T>::Type bits_of(T x) {
    using Bits = typename BitsOf<T>::Type;
    return std::isnan(x) ? ~Bits(0) : std::bit_cast<Bits>(x);
}

/// FNV-1a over bit patterns.
class Hash {
public:
    template <class T>
    void add(T x) {
        value_ = (value_ ^ bits_of(x)) * 0x100000001b3;
    }
    template <class T>
    void add(const std::vector<T>& column) {
        for (const T x : column) add(x);
    }
    [[nodiscard]] std::uint64_t value() const { return value_; }

private:
    std::uint64_t value_ = 0xcbf29ce484222325;
};

/// Numbers that are the same with every compiler and library (splitmix64).
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t bits() {
        state_ += 0x9e3779b97f4a7c15;
        std::uint64_t z = state_;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
        z = (z ^ z >> 27) * 0x94d049bb133111eb;
        return z ^ z >> 31;
    }
    double between(double low, double high) {
        return low + (high - low) * (static_cast<double>(bits() >> 11) * 0x1p-53);
    }
    /// 0 .. n - 1
    std::size_t below(std::size_t n) { return static_cast<std::size_t>(bits() % n); }

private:
    std::uint64_t state_;
};

}  // namespace lanewise::test
