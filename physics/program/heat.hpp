#pragma once

#include <lanewise/physics/aligned_block.hpp>
#include <lanewise/physics/program/driver.hpp>
#include <lanewise/physics/program/race.hpp>
#include <lanewise/physics/program/referee.hpp>
#include <lanewise/physics/program/state_hash.hpp>
#include <lanewise/physics/single_track/batch.hpp>

#include <cstdint>
#include <vector>

namespace lanewise::program {

/// A group of agents with all that drives them: small enough for a core's cache, stepped by one
/// thread at a time.
template <class Real>
class Heat {
public:
    /// Agents [first, first + count) of the field.
    Heat(const Track& track, const RouteMap<Real>& map, const RaceOptions& options,
         std::uint64_t first, std::uint64_t count);

    /// Control steps; the last part of a race ends with a last look at where the agents are.
    void run(std::uint64_t steps, bool last);

    void add_to(RaceResult& result, StateHash& hash) const;

private:
    struct Sample {
        std::size_t index;
        SampledPath path;
    };
    Heat(const Track& track, const RouteMap<Real>& map, const RaceOptions& options,
         std::uint64_t first, const std::vector<Entrant>& list);

    enum Column { k_s, k_ey, k_epsi, k_right, k_left, k_columns };
    std::span<Real> column(Column c) { return {places_.column(c), batch_.size()}; }
    void look();
    void record();
    void count_contacts();

    const Track& track_;
    const RouteMap<Real>& map_;
    BasicSingleTrackBatch<Real> batch_;
    Drivers<Real> drivers_;
    Referee<Real> referee_;
    AlignedBlock<Real> places_;
    std::vector<Sample> samples_;
    double interval_;
    std::uint64_t step_ = 0;
    std::uint64_t record_from_;
    RaceTimes times_;

    bool car_contacts_;
    std::size_t cars_per_race_;
    std::vector<Real> half_length_, half_width_;
    std::vector<std::uint8_t> touched_, touching_;
    std::uint64_t contacts_ = 0;
};

extern template class Heat<float>;
extern template class Heat<double>;

}  // namespace lanewise::program
