#pragma once

#include <cstddef>

namespace lanewise::bench {

/// How many times `new` has taken memory from the heap so far, in all threads.
std::size_t heap_allocations() noexcept;

}  // namespace lanewise::bench
