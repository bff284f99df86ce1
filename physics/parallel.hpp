#pragma once

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <cstddef>

namespace lanewise {

/// Calls body(begin, end) on parts of [0, count), in the calling thread or in several.
///
/// Every part but the last is a multiple of `grain` long and starts at a multiple of it, so a part
/// never shares a cache line of a column with another one when grain is a multiple of 64. Bodies
/// must not depend on how the range is cut: then no result depends on the number of threads.
/// @param max_threads 0 for all threads of the calling arena, 1 for the calling thread alone.
template <class Body>
void parallel_parts(std::size_t count, std::size_t grain, int max_threads, const Body& body) {
    const std::size_t parts = (count + grain - 1) / grain;
    if (parts <= 1 || max_threads == 1) {
        if (count > 0) body(std::size_t{0}, count);
        return;
    }
    const auto run = [&] {
        tbb::parallel_for(
            tbb::blocked_range<std::size_t>(0, parts),
            [&](const tbb::blocked_range<std::size_t>& range) {
                const std::size_t end = range.end() * grain;
                body(range.begin() * grain, end < count ? end : count);
            },
            tbb::static_partitioner());
    };
    if (max_threads == 0)
        run();
    else
        tbb::task_arena(max_threads).execute(run);
}

}  // namespace lanewise
