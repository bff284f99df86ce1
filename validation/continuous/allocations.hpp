#pragma once

namespace lanewise::test {

/// How often this program has called the plain operator new.
long allocations() noexcept;

}  // namespace lanewise::test
