// Replaces the allocation functions of the whole program, its libraries included.

#include "check/heap_count.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::size_t> allocation_count{0};

void* counted(void* memory) {
    if (memory == nullptr) throw std::bad_alloc();
    allocation_count.fetch_add(1, std::memory_order_relaxed);
    return memory;
}

}  // namespace

std::size_t lanewise::bench::heap_allocations() noexcept {
    return allocation_count.load(std::memory_order_relaxed);
}

// The forms for arrays and those that do not throw call these.
void* operator new(std::size_t size) {
    return counted(std::malloc(size == 0 ? 1 : size));
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    const std::size_t step = static_cast<std::size_t>(alignment);
    return counted(std::aligned_alloc(step, (size + step - 1) / step * step));
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}
