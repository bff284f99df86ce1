#pragma once

#include <lanewise/kernels/kernel_table.hpp>

#include <type_traits>

namespace lanewise {

/// The functions over columns of T.
template <class T>
[[nodiscard]] const kernels::MathTable<T>& math_of(const kernels::KernelTable& table) {
    if constexpr (std::is_same_v<T, float>)
        return table.math_f32;
    else
        return table.math_f64;
}

}  // namespace lanewise
