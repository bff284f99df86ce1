#pragma once

#include <lanewise/kernels/export.hpp>

#include <string_view>
#include <vector>

namespace lanewise {

/// One way in which the kernels were compiled.
struct BackendInfo {
    std::string_view name;  ///< "scalar", "xsimd" or "highway"
    std::string_view
        target;      ///< instruction set: "baseline", "fma", "sse4", "avx2", "avx512", "avx3"
    int lanes;       ///< binary32 numbers in a vector
    bool fused;      ///< fma is rounded once; all such targets give the same bits
    bool supported;  ///< this CPU and operating system can run it
};

/// Every backend and target in this library, the preferred one first.
LANEWISE_API std::vector<BackendInfo> compiled_backends();

/// Those of compiled_backends() that this CPU can run. The first one is the default choice: the
/// widest vectors, xsimd before highway at equal width, scalar last, fused before not fused.
LANEWISE_API std::vector<BackendInfo> available_backends();

/// The chosen backend. The first use chooses: the environment variable LANEWISE_BACKEND where it
/// is set and not empty, otherwise the default.
/// @throws Error where LANEWISE_BACKEND names a backend that is unknown or not supported here.
LANEWISE_API BackendInfo backend();

/// Chooses a backend for everything that is computed after the call, in all threads.
/// @param name "auto", a name ("xsimd": its best supported target) or "name:target"
///             ("highway:avx2").
/// @throws Error for an unknown name or target and for one that this CPU lacks; the choice stays.
LANEWISE_API void set_backend(std::string_view name);

/// Brand string of the CPU, "unknown" where it has none.
LANEWISE_API std::string_view cpu_name();

}  // namespace lanewise
