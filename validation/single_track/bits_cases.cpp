// The promise about bits, as constants: the same end of the same run on every backend with a fused
// multiply-add, with every compiler and every optimisation; another one for those without.
// Changing a constant here is changing the promise: do it on purpose and say so in the log.

#include "agents.hpp"

namespace lanewise::test {
namespace {

std::uint64_t hash_of(const std::vector<std::byte>& bytes) {
    std::uint64_t hash = 14695981039346656037u;
    for (const std::byte b : bytes) hash = (hash ^ std::to_integer<unsigned>(b)) * 1099511628211u;
    return hash;
}

/// 10 s of 150 agents that change their action every second.
template <class Real>
std::uint64_t ten_seconds(SingleTrackModel model, Integrator integrator) {
    auto batch = crowd<Real>(150, {.model = model, .integrator = integrator, .timestep_ratio = 4});
    Dice dice(7);
    for (int second = 0; second < 10; ++second) {
        for (int step = 0; step < 25; ++step) batch.step();
        for (std::size_t i = 0; i < batch.size(); ++i) {
            batch.steering()[i] = static_cast<Real>(dice.between(-1, 1));
            batch.longitudinal()[i] = static_cast<Real>(dice.between(-3, 5));
            // Fast reverse ends as NaN, whose sign and payload are free.
            if (batch.state().v[i] < Real(0.7)) batch.reset(i, {.v = 1.0});
        }
    }
    for (const std::uint8_t status : batch.status())
        REQUIRE((status & single_track_status::not_finite) == 0);
    return hash_of(bits_of(batch));
}

struct Run {
    SingleTrackModel model;
    Integrator integrator;
    std::uint64_t fused_f32, fused_f64, plain_f32, plain_f64;
};
constexpr Run k_runs[] = {
    {SingleTrackModel::ks, Integrator::euler, 0xe5bd8939a35f1728u, 0xc3c61b7b165fe023u,
     0x0ea8a77774719471u, 0xc3181af9c80f4254u},
    {SingleTrackModel::ks, Integrator::rk4, 0x126006ba756dec66u, 0x44c1309309842129u,
     0x94be19ae30f93f58u, 0x38e8306a4f18c6a0u},
    {SingleTrackModel::st, Integrator::euler, 0xd51e0314484d8a99u, 0xa7bd3969fb36d40eu,
     0xe13042503a98dc0eu, 0xde5c1cf9721faaa3u},
    {SingleTrackModel::st, Integrator::rk4, 0xb764e8558a2d4d38u, 0xf7459a8b98cb138du,
     0xddba29c58b34bfc0u, 0xbf8c10d10a1c872au},
    {SingleTrackModel::st_smooth, Integrator::euler, 0xc7215adc78b9820au, 0xb09154e4b34d1ca8u,
     0x7663f4930a464578u, 0x7a9f9121ceb0a3ccu},
    {SingleTrackModel::st_smooth, Integrator::rk4, 0x66ebcd57f3d68f8fu, 0xb2109eab3d9e853du,
     0xe9af3a64074a7948u, 0x0d511cb22a45b6feu},
};

}  // namespace

// B71.
TEST_CASE("ten seconds end with the promised bits", "[single_track][bits]") {
    with_every_backend([&](const BackendInfo& b) {
        for (const Run& run : k_runs) {
            INFO("model " << static_cast<int>(run.model) << ", integrator "
                          << static_cast<int>(run.integrator) << std::hex);
            CHECK(ten_seconds<float>(run.model, run.integrator) ==
                  (b.fused ? run.fused_f32 : run.plain_f32));
            CHECK(ten_seconds<double>(run.model, run.integrator) ==
                  (b.fused ? run.fused_f64 : run.plain_f64));
        }
    });
}

}  // namespace lanewise::test
