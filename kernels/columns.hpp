#pragma once

#include <lanewise/kernels/error.hpp>

#include <cstddef>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

namespace lanewise {

/// Alignment of every column [bytes]: one cache line, and the widest vector.
inline constexpr std::size_t k_column_alignment = 64;
/// Columns are padded to a multiple of this many elements, so that tasks which split at such
/// multiples share no cache line.
inline constexpr std::size_t k_column_padding = 64;

namespace detail {

struct FreeColumn {
    void operator()(void* memory) const noexcept {
        ::operator delete(memory, std::align_val_t(k_column_alignment));
    }
};

/// n rounded up to whole padding.
/// @throws Error where `count` columns of that many elements cannot be addressed.
inline std::size_t padded_size(std::size_t n, std::size_t count, std::size_t element_size) {
    // Half of the address space, less what padding can add to one column.
    const std::size_t limit = std::numeric_limits<std::size_t>::max() / 2 / element_size;
    const std::size_t room = count == 0 ? limit : limit / count;
    if (room < 2048 || n > room - 2048)
        refuse("size", static_cast<double>(n), "does not fit into memory");
    return (n + k_column_padding - 1) / k_column_padding * k_column_padding;
}

}  // namespace detail

/// `column_count()` columns of `size()` numbers each in one allocation. A column starts on a cache
/// line and continues with padding up to `padded_size()` elements; all of it starts as zeros, and
/// the padding may be read and written. Columns lie `stride()` elements apart, never a multiple of
/// 4096 bytes: the same place in all columns would otherwise fall into the same cache set.
template <class T>
class ColumnBlock {
    static_assert(std::is_trivially_copyable_v<T> && k_column_alignment % sizeof(T) == 0);

public:
    ColumnBlock() = default;
    /// @throws Error where the size overflows, std::bad_alloc where memory is short.
    ColumnBlock(std::size_t column_count, std::size_t size)
        : columns_(column_count),
          size_(size),
          padded_(detail::padded_size(size, column_count, sizeof(T))),
          stride_(spread(padded_)) {
        const std::size_t bytes = columns_ * stride_ * sizeof(T);
        if (bytes == 0) return;
        memory_.reset(static_cast<T*>(::operator new(bytes, std::align_val_t(k_column_alignment))));
        std::uninitialized_value_construct_n(memory_.get(), columns_ * stride_);
    }
    ColumnBlock(const ColumnBlock& other) : ColumnBlock(other.columns_, other.size_) {
        if (memory_ != nullptr)
            std::memcpy(memory_.get(), other.memory_.get(), columns_ * stride_ * sizeof(T));
    }
    ColumnBlock(ColumnBlock&& other) noexcept { swap(other); }
    ColumnBlock& operator=(ColumnBlock other) noexcept {
        swap(other);
        return *this;
    }
    ~ColumnBlock() = default;

    void swap(ColumnBlock& other) noexcept {
        std::swap(columns_, other.columns_);
        std::swap(size_, other.size_);
        std::swap(padded_, other.padded_);
        std::swap(stride_, other.stride_);
        memory_.swap(other.memory_);
    }

    [[nodiscard]] std::size_t column_count() const noexcept { return columns_; }
    /// Elements in a column, without padding.
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    /// Elements in a column with padding, a multiple of k_column_padding.
    [[nodiscard]] std::size_t padded_size() const noexcept { return padded_; }
    /// Elements from one column to the next.
    [[nodiscard]] std::size_t stride() const noexcept { return stride_; }

    /// First element of column c < column_count().
    [[nodiscard]] T* data(std::size_t c) noexcept { return memory_.get() + c * stride_; }
    [[nodiscard]] const T* data(std::size_t c) const noexcept {
        return memory_.get() + c * stride_;
    }
    /// Column c without its padding.
    [[nodiscard]] std::span<T> operator[](std::size_t c) noexcept { return {data(c), size_}; }
    [[nodiscard]] std::span<const T> operator[](std::size_t c) const noexcept {
        return {data(c), size_};
    }

private:
    static std::size_t spread(std::size_t padded) {
        const bool collides = padded != 0 && padded * sizeof(T) % 4096 == 0;
        return collides ? padded + k_column_alignment / sizeof(T) : padded;
    }

    std::size_t columns_ = 0, size_ = 0, padded_ = 0, stride_ = 0;
    std::unique_ptr<T, detail::FreeColumn> memory_;
};

/// One column: an aligned, padded array of zeros, see ColumnBlock.
template <class T>
class Column {
public:
    Column() = default;
    /// @throws Error where the size overflows, std::bad_alloc where memory is short.
    explicit Column(std::size_t size) : block_(1, size) {}

    [[nodiscard]] std::size_t size() const noexcept { return block_.size(); }
    [[nodiscard]] std::size_t padded_size() const noexcept { return block_.padded_size(); }
    [[nodiscard]] bool empty() const noexcept { return size() == 0; }
    [[nodiscard]] T* data() noexcept { return block_.data(0); }
    [[nodiscard]] const T* data() const noexcept { return block_.data(0); }
    [[nodiscard]] T& operator[](std::size_t i) noexcept { return data()[i]; }
    [[nodiscard]] const T& operator[](std::size_t i) const noexcept { return data()[i]; }
    [[nodiscard]] T* begin() noexcept { return data(); }
    [[nodiscard]] T* end() noexcept { return data() + size(); }
    [[nodiscard]] const T* begin() const noexcept { return data(); }
    [[nodiscard]] const T* end() const noexcept { return data() + size(); }

private:
    ColumnBlock<T> block_;
};

}  // namespace lanewise
