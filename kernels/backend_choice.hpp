#pragma once

#include <lanewise/kernels/kernel_table.hpp>

#include <span>
#include <string_view>

namespace lanewise::kernels {

/// All tables in this library, the preferred one first.
std::span<const KernelTable* const> all_tables();

/// Whether this CPU and operating system can run the table.
bool is_supported(const KernelTable& table);

/// The table for "auto", "name" or "name:target".
/// @throws Error for an unknown or unsupported one.
const KernelTable& find_table(std::string_view name);

/// The chosen table; see lanewise::backend().
const KernelTable& chosen_table();

}  // namespace lanewise::kernels
