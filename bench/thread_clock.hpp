#pragma once

#include <time.h>

namespace lanewise::bench {

/// Processor time of the calling thread [s]: time in which others hold the core does not count.
inline double thread_seconds() {
    timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

}  // namespace lanewise::bench
