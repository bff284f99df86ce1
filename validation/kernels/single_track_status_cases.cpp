#include "single_track_agents.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

using namespace lanewise;
using namespace lanewise::test;
using kernels::Integrator;
using kernels::Model;

namespace {

constexpr unsigned char k_callers_bit = 0x80;

/// Component of the state or, from k_state_count on, of the commands.
template <class T>
std::vector<T>& column_of(Agents<T>& agents, std::size_t c) {
    if (c < kernels::k_state_count) return agents.state[c];
    return c == kernels::k_state_count ? agents.steering : agents.longitudinal;
}

template <class T>
Agents<T> driving(std::initializer_list<double> speeds) {
    Agents<T> agents = random_agents<T>(speeds.size(), 0, true, 31);
    std::size_t i = 0;
    for (const double v : speeds) {
        for (const std::size_t c : {2u, 4u, 5u, 6u}) agents.state[c][i] = 0;
        agents.state[3][i] = static_cast<T>(v);
        agents.steering[i] = agents.longitudinal[i] = 0;
        ++i;
    }
    return agents;
}

}  // namespace

TEMPLATE_TEST_CASE("a broken number stays with its agent", "[single_track][emulated]", float,
                   double) {
    using T = TestType;
    const T nan = std::numeric_limits<T>::quiet_NaN(), inf = std::numeric_limits<T>::infinity();
    for (const kernels::KernelTable* table : supported_tables())
        for (const Model model : {Model::ks, Model::st, Model::st_smooth})
            for (const int steps : {2, 20}) {
                const Run run = {model, Integrator::rk4, Commands::rates, steps};
                Agents<T> start = random_agents<T>(150, 0.2, true, 32);
                std::fill(start.status.begin(), start.status.end(), k_callers_bit);
                for (std::size_t i = 0; i < start.size(); ++i) {
                    // Nobody may reach the unstable speeds in reverse.
                    start.state[3][i] = std::abs(start.state[3][i]);
                    start.longitudinal[i] = std::abs(start.longitudinal[i]);
                }
                Agents<T> clean = start;
                clean.step(*table, run);
                for (const unsigned char status : clean.status) REQUIRE(status == k_callers_bit);

                const std::size_t states = model == Model::ks ? 5 : 7;
                for (std::size_t c = 0; c < states + 2; ++c)
                    for (const T bad : {nan, inf, -inf}) {
                        const std::size_t column =
                            c < states ? c : c - states + kernels::k_state_count;
                        // An infinite command is a wish for the limit, not an error.
                        const bool command = column >= kernels::k_state_count;
                        int reported =
                            std::isnan(bad) || !command ? kernels::k_status_not_finite : 0;
                        if (column == 3 && bad == -inf && model != Model::ks)
                            reported |= kernels::k_status_reverse_unstable;
                        for (const std::size_t victim : {0u, 77u, 149u}) {
                            CAPTURE(name_of(*table), static_cast<int>(model), steps, column, bad,
                                    victim);
                            Agents<T> agents = start;
                            column_of(agents, column)[victim] = bad;
                            agents.step(*table, run);
                            CHECK(agents.status[victim] == (k_callers_bit | reported));
                            for (std::size_t k = 0; k < states; ++k)
                                agents.state[k][victim] = clean.state[k][victim];
                            agents.status[victim] = clean.status[victim];
                            if (differing(agents, clean) != 0) FAIL_CHECK("neighbours changed");
                        }
                    }
            }
}

TEMPLATE_TEST_CASE("reversing in the dynamic branch is reported", "[single_track]", float, double) {
    using T = TestType;
    constexpr unsigned char reverse = kernels::k_status_reverse_unstable;
    for (const kernels::KernelTable* table : supported_tables()) {
        for (const int steps : {1, 20}) {
            CAPTURE(name_of(*table), steps);
            Agents<T> agents = driving<T>({-1.5, -1.499, -3, 1.5, 0, 5, -0.474, -0.4739, -1.45});
            agents.longitudinal.back() = -1;  // reaches -1.46 in 1, -1.65 in 20 steps of 0.01 s
            const Agents<T> start = agents;
            agents.step(*table, {Model::st, Integrator::rk4, Commands::rates, steps});
            CHECK(agents.status == std::vector<unsigned char>{
                                       reverse, 0, reverse, 0, 0, 0, 0, 0,
                                       steps == 20 ? reverse : static_cast<unsigned char>(0)});

            agents = start;
            agents.step(*table, {Model::st_smooth, Integrator::rk4, Commands::rates, steps});
            CHECK(agents.status == std::vector<unsigned char>{reverse, reverse, reverse, 0, 0, 0,
                                                              reverse, 0, reverse});

            agents = start;
            agents.step(*table, {Model::ks, Integrator::rk4, Commands::rates, steps});
            CHECK(agents.status == std::vector<unsigned char>(9, 0));
        }
    }
}

// Without hardware fma each multiply-add rounds twice. One step from a state away from the speed
// branches differs from the fused one by 2 epsilon of the component, its change and 1 at most.
TEMPLATE_TEST_CASE("targets without fma stay near the others in one step", "[single_track]", float,
                   double) {
    using T = TestType;
    const std::vector<const kernels::KernelTable*> tables = supported_tables();
    const auto fused = std::find_if(tables.begin(), tables.end(), [](auto* t) { return t->fused; });
    if (fused == tables.end()) return;
    for (const kernels::KernelTable* table : tables) {
        if (table->fused) continue;
        for (const Model model : {Model::ks, Model::st, Model::st_smooth})
            for (const double slow : {0.0, 1.0}) {
                Agents<T> start = random_agents<T>(1000, slow, true, 33);
                if (slow > 0)
                    for (T& v : start.state[3]) v = std::min(std::abs(v), T(0.45));
                Agents<T> a = start, b = start;
                const Run run = {model, Integrator::rk4, Commands::rates, 1};
                a.step(**fused, run);
                b.step(*table, run);
                double worst = 0;
                for (std::size_t i = 0; i < a.size(); ++i)
                    for (std::size_t c = 0; c < a.state.size(); ++c) {
                        const double z = static_cast<double>(start.state[c][i]);
                        const double x = static_cast<double>(a.state[c][i]);
                        const double y = static_cast<double>(b.state[c][i]);
                        worst =
                            std::max(worst, std::abs(x - y) / (std::abs(z) + std::abs(x - z) + 1));
                    }
                CAPTURE(name_of(*table), static_cast<int>(model), slow);
                CHECK(worst <= 2 * static_cast<double>(std::numeric_limits<T>::epsilon()));
            }
    }
}
