#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanewise {

/// Columns of rectangles; shape entry i is at i & shape_mask, which is 0 for a common shape.
template <class T>
struct RectangleView {
    const T* x;
    const T* y;
    const T* psi;
    const T* half_length;
    const T* half_width;
    std::size_t shape_mask;
    T largest_radius;  ///< at least half the diagonal of every rectangle
};

/// Sets `bit` in flags[i] for each of the rectangles [begin, end) that touches another one of them.
/// Keeps its working memory between calls.
template <class T>
class TouchFinder {
public:
    void find(const RectangleView<T>& rectangles, std::size_t begin, std::size_t end,
              std::uint8_t bit, std::uint8_t* flags);

private:
    void find_by_pairs(const RectangleView<T>& rectangles, std::size_t begin, std::size_t end,
                       std::uint8_t bit, std::uint8_t* flags) const;
    void find_by_grid(const RectangleView<T>& rectangles, std::size_t begin, std::size_t end,
                      std::uint8_t bit, std::uint8_t* flags);
    void sort_into_cells(const RectangleView<T>& rectangles, std::size_t begin, std::size_t end);
    [[nodiscard]] std::size_t find_partner(const RectangleView<T>& rectangles, std::size_t begin,
                                           std::size_t i) const;

    struct Entry {
        T x, y;
        std::uint32_t index;
    };
    std::vector<std::uint32_t> cell_;   // hashed cell of each rectangle
    std::vector<std::uint32_t> start_;  // first entry of each bucket, and the end
    std::vector<Entry> entries_;        // by bucket
    std::vector<T> sine_, cosine_;
};

}  // namespace lanewise
