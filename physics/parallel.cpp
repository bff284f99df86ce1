#include <lanewise/physics/parallel.hpp>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>

namespace lanewise::detail {

void run_parts(std::size_t count, std::size_t grain, int max_threads, PartFunction part,
               const void* body) {
    using Range = tbb::blocked_range<std::size_t>;
    const auto run = [&] {
        tbb::parallel_for(
            Range(0, (count + grain - 1) / grain),
            [&](const Range& range) {
                part(body, range.begin() * grain, std::min(range.end() * grain, count));
            },
            tbb::static_partitioner());
    };
    if (max_threads == 0)
        run();
    else
        tbb::task_arena(max_threads).execute(run);
}

}  // namespace lanewise::detail
