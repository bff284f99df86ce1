#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "rigid/engines.hpp"
#include "thread_clock.hpp"

namespace lanewise::bench {

/// Casts a set of rays round and round, a part after the other.
class RayRun {
public:
    RayRun(const RayEngine& engine, const RaySet& rays)
        : caster_(engine.make(rays)), distances_(rays.origins.size()) {}

    /// The next part; thread time [s].
    double cast_part() {
        const double start = thread_seconds();
        caster_->cast(at_, std::span(distances_).subspan(at_, k_part));
        const double seconds = thread_seconds() - start;
        at_ = (at_ + k_part) % distances_.size();
        return seconds;
    }
    /// Casts for about `sample` seconds; the seconds that a ray takes.
    double seconds_per_ray(double sample) {
        double seconds = 0;
        std::size_t rays = 0;
        for (; seconds < sample; rays += k_part) seconds += cast_part();
        return seconds / static_cast<double>(rays);
    }
    /// Of all rays [m].
    std::vector<float> all_distances() {
        for (at_ = 0; cast_part(), at_ != 0;) {
        }
        return distances_;
    }

    static constexpr std::size_t k_part = 16384;
    static_assert(k_rays % k_part == 0);

private:
    std::unique_ptr<RayCaster> caster_;
    std::vector<float> distances_;
    std::size_t at_ = 0;
};

}  // namespace lanewise::bench
