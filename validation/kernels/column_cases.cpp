#include <lanewise/kernels/columns.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>

using namespace lanewise;

namespace {

bool is_aligned(const void* p) {
    return reinterpret_cast<std::uintptr_t>(p) % 64 == 0;
}

}  // namespace

TEMPLATE_TEST_CASE("a column is aligned, padded and zero", "[columns]", float, double, std::uint8_t,
                   std::int32_t) {
    using T = TestType;
    for (const std::size_t n : {1u, 63u, 64u, 65u, 1000u, 1024u, 4096u}) {
        Column<T> column(n);
        CAPTURE(n);
        CHECK(column.size() == n);
        CHECK(column.padded_size() % 64 == 0);
        CHECK(column.padded_size() >= n);
        CHECK(column.padded_size() < n + 64);
        CHECK(is_aligned(column.data()));
        CHECK(static_cast<std::size_t>(column.end() - column.begin()) == n);
        // The padding is memory of ours: a sanitizer watches.
        T* const data = column.data();
        CHECK(std::all_of(data, data + column.padded_size(), [](T x) { return x == T(0); }));
        std::fill(data, data + column.padded_size(), T(1));
        column[n - 1] = T(7);
        CHECK(data[n - 1] == T(7));
    }
    CHECK(Column<T>().empty());
    CHECK(Column<T>(0).empty());
    CHECK(Column<T>(0).padded_size() == 0);
}

TEST_CASE("columns are copied by value and moved without a copy", "[columns]") {
    static_assert(std::is_nothrow_move_constructible_v<Column<float>>);
    static_assert(std::is_nothrow_move_assignable_v<ColumnBlock<double>>);
    Column<float> a(100);
    a[99] = 3;
    Column<float> b = a;
    b[99] = 4;
    CHECK(a[99] == 3);
    CHECK(b[99] == 4);
    CHECK(a.data() != b.data());
    const float* const kept = b.data();
    a = std::move(b);
    CHECK(a.data() == kept);
    CHECK(a[99] == 4);
    const Column<float>& itself = a;
    a = itself;
    CHECK(a[99] == 4);
    CHECK(a.size() == 100);
}

TEMPLATE_TEST_CASE("a block's columns are apart and never 4096 bytes' multiple apart", "[columns]",
                   float, double, std::uint8_t) {
    using T = TestType;
    for (const std::size_t n : {1u, 512u, 960u, 1024u, 2048u, 3000u, 4096u, 65536u}) {
        ColumnBlock<T> block(5, n);
        CAPTURE(n, block.stride());
        CHECK(block.column_count() == 5);
        CHECK(block.size() == n);
        CHECK(block.stride() >= block.padded_size());
        CHECK(block.stride() * sizeof(T) % 4096 != 0);
        for (std::size_t c = 0; c < 5; ++c) {
            CHECK(is_aligned(block.data(c)));
            CHECK(block[c].size() == n);
            std::fill(block.data(c), block.data(c) + block.padded_size(), static_cast<T>(c + 1));
        }
        const ColumnBlock<T> copy = block;
        for (std::size_t c = 0; c < 5; ++c)
            CHECK(std::all_of(copy.data(c), copy.data(c) + copy.padded_size(),
                              [&](T x) { return x == static_cast<T>(c + 1); }));
    }
}

TEST_CASE("sizes that overflow are refused", "[columns]") {
    constexpr std::size_t all = static_cast<std::size_t>(-1);
    for (const std::size_t n : {all, all - 63u, all / 2u, all / 4u, all / 8u}) {
        CAPTURE(n);
        CHECK_THROWS_AS(Column<double>(n), Error);
        CHECK_THROWS_AS(ColumnBlock<double>(2, n), Error);
        CHECK_THROWS_AS(ColumnBlock<double>(n, 2), Error);
    }
    CHECK_THROWS_AS(ColumnBlock<float>(std::size_t(1) << 32, std::size_t(1) << 32), Error);
    CHECK_THROWS_WITH(Column<float>(all), Catch::EndsWith("does not fit into memory"));
}
