#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <vector>

namespace lanewise::test {

/// Memory between two pages that must not be touched: reading or writing outside it ends the
/// program.
class GuardedMemory {
public:
    explicit GuardedMemory(std::size_t bytes) {
        const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
        inner_ = (bytes + page - 1) / page * page;
        outer_ = inner_ + 2 * page;
        void* memory = mmap(nullptr, outer_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) throw std::bad_alloc();
        base_ = static_cast<unsigned char*>(memory);
        begin_ = base_ + page;
        if (mprotect(begin_, inner_, PROT_READ | PROT_WRITE) != 0) throw std::bad_alloc();
    }
    GuardedMemory(const GuardedMemory&) = delete;
    GuardedMemory& operator=(const GuardedMemory&) = delete;
    ~GuardedMemory() { munmap(base_, outer_); }

    [[nodiscard]] unsigned char* begin() const { return begin_; }
    [[nodiscard]] unsigned char* end() const { return begin_ + inner_; }

private:
    std::size_t inner_, outer_;
    unsigned char* base_;
    unsigned char* begin_;
};

enum class Place {
    first,   ///< right behind the forbidden page
    last,    ///< right before it
    behind,  ///< one element further on than `first`, so not aligned
};

/// Room for a column of at most `capacity` elements beside a forbidden page.
template <class T>
class GuardedColumn {
public:
    explicit GuardedColumn(std::size_t capacity) : memory_((capacity + 1) * sizeof(T)) {}

    /// A copy of `from` at that place.
    T* put(const std::vector<T>& from, Place place) {
        size_ = from.size();
        unsigned char* start = memory_.begin();
        if (place == Place::behind) start = memory_.begin() + sizeof(T);
        if (place == Place::last) start = memory_.end() - size_ * sizeof(T);
        std::memcpy(start, from.data(), size_ * sizeof(T));
        data_ = reinterpret_cast<T*>(start);
        return data_;
    }
    [[nodiscard]] std::vector<T> copy() const { return {data_, data_ + size_}; }

private:
    GuardedMemory memory_;
    std::size_t size_ = 0;
    T* data_ = nullptr;
};

}  // namespace lanewise::test
