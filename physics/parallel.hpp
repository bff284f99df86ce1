#pragma once

#include <cstddef>

#if defined(__SANITIZE_THREAD__)
#define LANEWISE_THREAD_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define LANEWISE_THREAD_SANITIZER 1
#endif
#endif
#ifdef LANEWISE_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
#endif

namespace lanewise {

namespace detail {

using PartFunction = void (*)(const void* body, std::size_t begin, std::size_t end);

/// parallel_parts() without its type. Its file knows TBB and is built without the thread sanitizer,
/// which cannot see the atomics of an uninstrumented libtbb.
void run_parts(std::size_t count, std::size_t grain, int max_threads, PartFunction part,
               const void* body);

/// What TBB guarantees and the sanitizer cannot see: parts begin after the call begins, and the
/// call returns after all parts have ended.
inline void happens_before([[maybe_unused]] const void* address) {
#ifdef LANEWISE_THREAD_SANITIZER
    __tsan_release(const_cast<void*>(address));
#endif
}
inline void happens_after([[maybe_unused]] const void* address) {
#ifdef LANEWISE_THREAD_SANITIZER
    __tsan_acquire(const_cast<void*>(address));
#endif
}

}  // namespace detail

/// Calls body(begin, end) on parts of [0, count), in the calling thread or in several.
///
/// Every part but the last is a multiple of `grain` long and starts at a multiple of it, so a part
/// never shares a cache line of a column with another one when grain is a multiple of 64. Bodies
/// must not depend on how the range is cut: then no result depends on the number of threads.
/// @param max_threads 0 for all threads of the calling arena, 1 for the calling thread alone.
template <class Body>
void parallel_parts(std::size_t count, std::size_t grain, int max_threads, const Body& body) {
    if (count <= grain || max_threads == 1) {
        if (count > 0) body(std::size_t{0}, count);
        return;
    }
    struct Call {
        const Body& body;
        char ended;
    } const call{body, 0};
    detail::happens_before(&call);
    detail::run_parts(
        count, grain, max_threads,
        [](const void* given, std::size_t begin, std::size_t end) {
            const auto* made = static_cast<const Call*>(given);
            detail::happens_after(made);
            made->body(begin, end);
            // At an address of its own: the end of one part does not come before the begin of
            // another.
            detail::happens_before(&made->ended);
        },
        &call);
    detail::happens_after(&call.ended);
}

}  // namespace lanewise
