#pragma once

#include <lanewise/kernels/kernel_table.hpp>

#include <cstddef>
#include <vector>

namespace lanewise::bench {

/// What the wheels stand on.
enum class TireGround { fixed, shared, separate };

inline constexpr TireGround k_tire_grounds[] = {TireGround::fixed, TireGround::shared,
                                                TireGround::separate};
const char* name_of(TireGround ground);

/// Vehicles of the tire benchmark: 1000 kg on four wheels, sliding at (5, 1, 0) m/s with brakes of
/// 100 N m over ground that rests, over one body of 200 kg at (2, 0, 0) m/s, or over four of them;
/// 3000 N on each wheel, steps of 0.01 s, eight passes.
template <class T>
class TireBatch {
public:
    TireBatch(std::size_t vehicles, TireGround ground);

    /// Solves all vehicles once and adds the chassis' forces along x and all wheels' spins to the
    /// checksum.
    void solve(const kernels::KernelTable& table);

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] double checksum() const;

private:
    std::size_t size_;
    std::vector<kernels::VehicleBlock<T>> blocks_;
    std::vector<kernels::WheelBlock<T>> wheels_;
    T sums_[kernels::k_vehicle_lanes]{};
};

extern template class TireBatch<float>;
extern template class TireBatch<double>;

/// CPU seconds of one thread for one four-wheel solve: `solves` of them after `warm_up` others, the
/// vehicles of the batch together at a time.
template <class T>
double seconds_per_solve(TireBatch<T>& batch, const kernels::KernelTable& table,
                         std::size_t warm_up, std::size_t solves);

extern template double seconds_per_solve(TireBatch<float>&, const kernels::KernelTable&,
                                         std::size_t, std::size_t);
extern template double seconds_per_solve(TireBatch<double>&, const kernels::KernelTable&,
                                         std::size_t, std::size_t);

}  // namespace lanewise::bench
