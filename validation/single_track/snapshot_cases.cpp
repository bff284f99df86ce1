// Save, restore, fork.

#include "agents.hpp"

#include <lanewise/kernels/error.hpp>

#include <limits>
#include <string>

namespace lanewise::test {
namespace {

template <class Real>
bool refuses(BasicSingleTrackBatch<Real>& batch, std::span<const std::byte> bytes) {
    const auto before = batch.snapshot();
    bool refused = false;
    try {
        batch.restore(bytes);
    } catch (const Error& e) {
        refused = e.field().starts_with("snapshot") && !e.rule().empty();
    }
    CHECK(batch.snapshot() == before);
    return refused;
}

}  // namespace

TEMPLATE_TEST_CASE("a restored batch continues bit for bit", "[single_track][snapshot]", double,
                   float) {
    using Real = TestType;
    with_every_backend([&](const BackendInfo&) {
        for (const SingleTrackModel model : k_models) {
            const SingleTrackOptions options = {.model = model, .timestep_ratio = 2};
            auto batch = crowd<Real>(70, options);
            // Flags and numbers that are not finite are part of the state.
            batch.state().y[4] = std::numeric_limits<Real>::quiet_NaN();
            for (int step = 0; step < 10; ++step) batch.step();
            const auto bytes = batch.snapshot();
            const auto middle = bits_of(batch);
            for (int step = 0; step < 10; ++step) batch.step();
            const auto end = bits_of(batch);

            for (int round = 0; round < 2; ++round) {
                batch.restore(bytes);
                CHECK(bits_of(batch) == middle);
                CHECK(batch.snapshot() == bytes);
                for (int step = 0; step < 10; ++step) batch.step();
                CHECK(bits_of(batch) == end);
            }
            BasicSingleTrackBatch<Real> other(SingleTrackParameters{}, 70, options);
            other.restore(bytes);
            auto fork = other;
            for (int step = 0; step < 10; ++step) {
                other.step();
                fork.step();
            }
            CHECK(bits_of(other) == end);
            CHECK(bits_of(fork) == end);
            // The number of threads is no part of what must agree.
            SingleTrackOptions threaded = options;
            threaded.max_threads = 3;
            BasicSingleTrackBatch<Real> elsewhere(SingleTrackParameters{}, 70, threaded);
            elsewhere.restore(bytes);
            CHECK(bits_of(elsewhere) == middle);
        }
    });
}

TEST_CASE("replay from every step", "[single_track][snapshot]") {
    auto batch = crowd<double>(9, {.model = SingleTrackModel::st_smooth});
    std::vector<std::vector<std::byte>> saved;
    for (int step = 0; step < 30; ++step) {
        saved.push_back(batch.snapshot());
        batch.step();
    }
    const auto end = bits_of(batch);
    for (std::size_t from = 0; from < saved.size(); ++from) {
        batch.restore(saved[from]);
        for (std::size_t step = from; step < saved.size(); ++step) batch.step();
        CHECK(bits_of(batch) == end);
    }
}

TEST_CASE("bytes that are damaged or foreign are refused and change nothing",
          "[single_track][snapshot]") {
    auto batch = crowd<float>(5, {});
    const auto bytes = crowd<float>(5, {}, 2).snapshot();
    for (std::size_t size = 0; size < bytes.size(); ++size)
        CHECK(refuses(batch, std::span(bytes).first(size)));
    auto longer = bytes;
    longer.push_back(std::byte{0});
    CHECK(refuses(batch, longer));
    for (std::size_t at = 0; at < bytes.size(); ++at)
        for (const int bit : {0, 3, 7}) {
            auto damaged = bytes;
            damaged[at] ^= std::byte(1 << bit);
            INFO("byte " << at << ", bit " << bit);
            CHECK(refuses(batch, damaged));
        }
    CHECK(refuses(batch, std::vector<std::byte>(bytes.size())));
    batch.restore(bytes);
    CHECK(batch.snapshot() == bytes);
}

TEST_CASE("bytes of a batch that was built otherwise are refused", "[single_track][snapshot]") {
    auto batch = crowd<float>(5, {});
    const auto other = [](const SingleTrackOptions& options) {
        return crowd<float>(5, options).snapshot();
    };
    CHECK(refuses(batch, other({.model = SingleTrackModel::ks})));
    CHECK(refuses(batch, other({.integrator = Integrator::euler})));
    CHECK(refuses(batch, other({.steering = SteeringAction::steeringangle})));
    CHECK(refuses(batch, other({.longitudinal = LongitudinalAction::velocity})));
    CHECK(refuses(batch, other({.timestep = 0.011_s})));
    CHECK(refuses(batch, other({.timestep_ratio = 2})));
    CHECK(refuses(batch, other({.clip_speed = true})));
    CHECK(refuses(batch, crowd<float>(4, {}).snapshot()));
    CHECK(refuses(batch, crowd<double>(5, {}).snapshot()));
    SingleTrackParameters heavier;
    heavier.m = 3.75;
    CHECK(refuses(batch, SingleTrackBatch(heavier, 5).snapshot()));
    std::vector<SingleTrackParameters> sets(5);
    sets[3] = heavier;
    CHECK(refuses(batch, SingleTrackBatch(sets).snapshot()));
    // A list of equal sets is the same vehicle.
    batch.restore(SingleTrackBatch(std::vector<SingleTrackParameters>(5)).snapshot());
    CHECK(batch.state_of(4) == SingleTrackState{});
}

}  // namespace lanewise::test
