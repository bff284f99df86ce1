#pragma once

#include <lanewise/kernels/kernel_table.hpp>
#include <lanewise/physics/aligned_block.hpp>
#include <lanewise/physics/single_track/batch.hpp>

#include <vector>

namespace lanewise {

template <class Real>
struct BasicSingleTrackBatch<Real>::Data {
    static constexpr std::size_t k_steering = kernels::k_state_count;
    static constexpr std::size_t k_longitudinal = kernels::k_state_count + 1;
    static constexpr std::size_t k_columns = kernels::k_state_count + 2;

    /// `sets` has one entry or one per agent; both are validated.
    Data(std::span<const SingleTrackParameters> sets, std::size_t agents,
         const SingleTrackOptions& o);

    [[nodiscard]] bool shared() const { return parameters.size() == 1; }
    void require_agent(std::size_t agent) const;
    void require_actions(std::span<const Real> steering, std::span<const Real> longitudinal) const;
    /// One control step; `active` may be null.
    void integrate(const Real* steering, const Real* longitudinal, const std::uint8_t* active);
    void keep_inactive(const std::uint8_t* active, std::size_t begin, std::size_t end);
    void put_back_inactive(const std::uint8_t* active, std::size_t begin, std::size_t end);

    SingleTrackOptions options;
    std::vector<SingleTrackParameters> parameters;  // one, or one per agent
    std::size_t count;
    AlignedBlock<Real> columns;       // state, then steering and longitudinal
    AlignedBlock<Real> coefficients;  // kernels::Coefficient, one entry or one per agent
    std::vector<std::uint8_t> status;
    // States of inactive agents during a step; allocated by the first step that has any.
    AlignedBlock<Real> kept;
    std::vector<std::uint8_t> kept_status = std::vector<std::uint8_t>(count);
};

}  // namespace lanewise
