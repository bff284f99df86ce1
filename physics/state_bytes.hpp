#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

namespace lanewise {

/// FNV-1a over words of eight bytes, with a shift so that high bits reach low ones.
class StateHash {
public:
    void add(const void* data, std::size_t size) noexcept {
        const auto* bytes = static_cast<const unsigned char*>(data);
        for (std::size_t i = 0; i < size; i += 8) {
            std::uint64_t word = 0;
            std::memcpy(&word, bytes + i, size - i < 8 ? size - i : 8);
            value_ = (value_ ^ word) * 1099511628211u;
            value_ ^= value_ >> 32;
        }
    }
    template <class T>
    void add(const T& value) noexcept {
        static_assert(std::has_unique_object_representations_v<T> || std::is_same_v<T, double>);
        add(&value, sizeof value);
    }
    [[nodiscard]] std::uint64_t value() const noexcept { return value_; }

private:
    std::uint64_t value_ = 14695981039346656037u;
};

/// Appends values to bytes. Types with padding are put member by member, so that bytes compare.
class ByteWriter {
public:
    template <class T>
    void put(const T& value) {
        static_assert(std::is_trivially_copyable_v<T>);
        const std::size_t at = bytes_.size();
        bytes_.resize(at + sizeof value);
        std::memcpy(bytes_.data() + at, &value, sizeof value);
    }
    template <class T>
    void put(std::span<const T> values) {
        put<std::uint64_t>(values.size());
        for (const T& value : values) put(value);
    }
    [[nodiscard]] std::vector<std::byte>& bytes() noexcept { return bytes_; }

private:
    std::vector<std::byte> bytes_;
};

/// Takes them back. Reading past the end gives zeros and is remembered.
class ByteReader {
public:
    explicit ByteReader(std::span<const std::byte> bytes) noexcept : left_(bytes) {}

    template <class T>
    T take() noexcept {
        static_assert(std::is_trivially_copyable_v<T>);
        T value{};
        if (left_.size() < sizeof value) {
            is_short_ = true;
            left_ = {};
            return value;
        }
        std::memcpy(&value, left_.data(), sizeof value);
        left_ = left_.subspan(sizeof value);
        return value;
    }
    template <class T>
    std::vector<T> take_list() {
        const auto size = take<std::uint64_t>();
        std::vector<T> values;
        if (size > left_.size() / sizeof(T)) {
            is_short_ = true;
            return values;
        }
        values.reserve(size);
        for (std::uint64_t i = 0; i < size; ++i) values.push_back(take<T>());
        return values;
    }
    /// True once more was asked for than there was.
    [[nodiscard]] bool is_short() const noexcept { return is_short_; }
    /// True if everything was there and nothing is left.
    [[nodiscard]] bool is_done() const noexcept { return !is_short_ && left_.empty(); }

private:
    std::span<const std::byte> left_;
    bool is_short_ = false;
};

}  // namespace lanewise
