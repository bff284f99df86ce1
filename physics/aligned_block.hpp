#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>

namespace lanewise {

/// Columns of equal length in one allocation, zero at first: aligned to cache lines, each with
/// room for a multiple of 64 numbers, and never a multiple of a page apart (all columns would fall
/// on the same cache sets).
template <class T>
class AlignedBlock {
public:
    AlignedBlock() = default;
    AlignedBlock(std::size_t columns, std::size_t length)
        : columns_(columns), stride_((length + 63) / 64 * 64) {
        if (stride_ * sizeof(T) % 4096 == 0) stride_ += 64;
        data_.reset(static_cast<T*>(::operator new (bytes(), std::align_val_t{64})));
        std::memset(data_.get(), 0, bytes());
    }
    AlignedBlock(const AlignedBlock& other) : columns_(other.columns_), stride_(other.stride_) {
        if (other.empty()) return;
        data_.reset(static_cast<T*>(::operator new (bytes(), std::align_val_t{64})));
        std::memcpy(data_.get(), other.data_.get(), bytes());
    }
    AlignedBlock(AlignedBlock&&) noexcept = default;
    AlignedBlock& operator=(AlignedBlock&&) noexcept = default;
    ~AlignedBlock() = default;

    [[nodiscard]] bool empty() const { return data_ == nullptr; }
    [[nodiscard]] T* column(std::size_t i) { return data_.get() + i * stride_; }
    [[nodiscard]] const T* column(std::size_t i) const { return data_.get() + i * stride_; }
    [[nodiscard]] const T* begin() const { return data_.get(); }
    [[nodiscard]] const T* end() const { return data_.get() + columns_ * stride_; }

private:
    struct Free {
        void operator()(T* p) const { ::operator delete (p, std::align_val_t{64}); }
    };
    [[nodiscard]] std::size_t bytes() const { return columns_ * stride_ * sizeof(T); }

    std::size_t columns_ = 0;
    std::size_t stride_ = 0;
    std::unique_ptr<T[], Free> data_;
};

}  // namespace lanewise
