#include <lanewise/kernels/backend.hpp>
#include <lanewise/kernels/backend_choice.hpp>
#include <lanewise/kernels/error.hpp>

#include <cpuid.h>
#include <fmt/format.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <string>

namespace lanewise {
namespace kernels {

// Defined by the backends' own files.
const KernelTable& scalar_baseline_table();
const KernelTable& scalar_fma_table();
const KernelTable& xsimd_avx2_table();
const KernelTable& xsimd_avx512_table();
const KernelTable& highway_sse4_table();
const KernelTable& highway_avx2_table();
const KernelTable& highway_avx3_table();

std::span<const KernelTable* const> all_tables() {
    static const std::array tables = {
#if LANEWISE_WITH_XSIMD
        &xsimd_avx512_table(),
#endif
#if LANEWISE_WITH_HIGHWAY
        &highway_avx3_table(),
#endif
#if LANEWISE_WITH_XSIMD
        &xsimd_avx2_table(),
#endif
#if LANEWISE_WITH_HIGHWAY
        &highway_avx2_table(),
        &highway_sse4_table(),
#endif
        &scalar_fma_table(),
        &scalar_baseline_table(),
    };
    return tables;
}

namespace {

/// Everything that a compiler may use with -march=x86-64-v3. clang 14 knows neither that name nor
/// three of the features here.
bool has_level_v3() {
    unsigned a = 0, b = 0, c = 0, d = 0, extended = 0;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !__get_cpuid(0x80000001u, &a, &b, &extended, &d))
        return false;
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") && (c & bit_F16C) &&
           (c & bit_MOVBE) && (extended & bit_LZCNT);
}

}  // namespace

bool is_supported(const KernelTable& table) {
    // The compiler's runtime also asks whether the operating system saves the registers.
    switch (table.requirement) {
        case Requirement::none:
            return true;
        case Requirement::sse4:
            // The Highway file takes SSE4.2, AES and CLMUL for its lowest target.
            return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("aes") &&
                   __builtin_cpu_supports("pclmul");
        case Requirement::fma:
            return __builtin_cpu_supports("avx") && __builtin_cpu_supports("fma");
        case Requirement::avx2:
            return has_level_v3();
        case Requirement::avx512:
            return has_level_v3() && __builtin_cpu_supports("avx512f") &&
                   __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") &&
                   __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    }
    return false;
}

namespace {

std::string known_names() {
    std::string names = "auto";
    for (const KernelTable* table : all_tables())
        names += fmt::format(", {}:{}", table->backend, table->target);
    return names;
}

}  // namespace

const KernelTable& find_table(std::string_view name) {
    const KernelTable* unsupported = nullptr;
    for (const KernelTable* table : all_tables()) {
        if (name != "auto" && name != table->backend &&
            name != fmt::format("{}:{}", table->backend, table->target))
            continue;
        if (is_supported(*table)) return *table;
        unsupported = table;
    }
    if (unsupported != nullptr) refuse("backend", name, "is not supported by this CPU");
    refuse("backend", name, fmt::format("must be a backend of this library ({})", known_names()));
}

namespace {

std::atomic<const KernelTable*> chosen{nullptr};

}  // namespace

const KernelTable& chosen_table() {
    if (const KernelTable* table = chosen.load(std::memory_order_acquire)) return *table;
    const char* wish = std::getenv("LANEWISE_BACKEND");
    const KernelTable* first = &find_table(wish == nullptr || *wish == '\0' ? "auto" : wish);
    const KernelTable* none = nullptr;
    // A set_backend() in another thread meanwhile wins.
    return chosen.compare_exchange_strong(none, first) ? *first : *none;
}

}  // namespace kernels

namespace {

BackendInfo describe(const kernels::KernelTable& table) {
    return {table.backend, table.target, table.lanes_f32, table.fused, is_supported(table)};
}

struct CpuBrand {
    char text[49] = {};

    CpuBrand() {
        unsigned registers[12] = {};
        if (static_cast<unsigned>(__get_cpuid_max(0x80000000u, nullptr)) >= 0x80000004u) {
            for (unsigned i = 0; i < 3; ++i) {
                unsigned* r = registers + 4 * i;
                __get_cpuid(0x80000002u + i, r, r + 1, r + 2, r + 3);
            }
        }
        std::memcpy(text, registers, 48);
        for (std::size_t n = std::strlen(text); n > 0 && text[n - 1] == ' '; --n) text[n - 1] = 0;
        if (*text == 0) std::strcpy(text, "unknown");
    }
};

}  // namespace

std::vector<BackendInfo> compiled_backends() {
    std::vector<BackendInfo> list;
    for (const kernels::KernelTable* table : kernels::all_tables())
        list.push_back(describe(*table));
    return list;
}

std::vector<BackendInfo> available_backends() {
    std::vector<BackendInfo> list = compiled_backends();
    std::erase_if(list, [](const BackendInfo& b) { return !b.supported; });
    return list;
}

BackendInfo backend() {
    return describe(kernels::chosen_table());
}

void set_backend(std::string_view name) {
    kernels::chosen.store(&kernels::find_table(name), std::memory_order_release);
}

std::string_view cpu_name() {
    static const CpuBrand brand;
    return brand.text;
}

}  // namespace lanewise
