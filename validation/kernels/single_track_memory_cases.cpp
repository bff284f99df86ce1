#include "guarded_memory.hpp"
#include "single_track_agents.hpp"

#include <catch2/catch.hpp>

#include <deque>

using namespace lanewise;
using namespace lanewise::test;
using kernels::Integrator;
using kernels::Model;

namespace {

/// Columns of a call beside forbidden pages.
template <class T>
class GuardedCall {
public:
    explicit GuardedCall(std::size_t capacity) : status_(capacity) {
        constexpr int count = 2 * kernels::k_state_count + 2 + kernels::k_coefficient_count;
        for (int c = 0; c < count; ++c) columns_.emplace_back(capacity);
    }

    kernels::SingleTrackDerivativeArguments<T> put(Agents<T>& agents, const Run& run, Place place) {
        kernels::SingleTrackDerivativeArguments<T> call{agents.arguments(run), {}};
        auto column = columns_.begin();
        const auto put = [&](const std::vector<T>& from) { return (column++)->put(from, place); };
        for (std::size_t c = 0; c < agents.state.size(); ++c)
            call.at.state[c] = put(agents.state[c]);
        call.at.steering = put(agents.steering);
        call.at.longitudinal = put(agents.longitudinal);
        for (std::size_t c = 0; c < agents.coefficient.size(); ++c)
            call.at.coefficient[c] = put(agents.coefficient[c]);
        for (T*& rate : call.derivative) rate = put(std::vector<T>(agents.size()));
        call.at.status = status_.put(agents.status, place);
        return call;
    }

    void read_back(Agents<T>& agents) const {
        for (std::size_t c = 0; c < agents.state.size(); ++c) agents.state[c] = columns_[c].copy();
        agents.status = status_.copy();
    }

private:
    std::deque<GuardedColumn<T>> columns_;
    GuardedColumn<unsigned char> status_;
};

}  // namespace

TEMPLATE_TEST_CASE("single-track kernels touch their columns only, at any alignment",
                   "[single_track][memory]", float, double) {
    using T = TestType;
    GuardedCall<T> guarded(1037);
    for (const kernels::KernelTable* table : supported_tables()) {
        const auto& functions = kernels::single_track_of<T>(*table);
        for (const Model model : {Model::ks, Model::st, Model::st_smooth})
            for (const int steps : {3, 20})
                for (const bool shared : {true, false})
                    for (const std::size_t n :
                         {1u, 3u, 8u, 16u, 31u, 64u, 65u, 512u, 1024u, 1037u}) {
                        Agents<T> expected = random_agents<T>(n, 0.2, shared, 21);
                        const Agents<T> start = expected;
                        const Run run = {model, Integrator::euler, Commands::rates, steps};
                        expected.step(*table, run);
                        for (const Place place : {Place::first, Place::last, Place::behind}) {
                            CAPTURE(name_of(*table), static_cast<int>(model), steps, shared, n,
                                    static_cast<int>(place));
                            Agents<T> agents = start;
                            const auto call = guarded.put(agents, run, place);
                            functions.derivative(call);
                            functions.integrate(call.at);
                            guarded.read_back(agents);
                            if (differing(agents, expected) != 0) FAIL_CHECK("other bits");
                        }
                    }
    }
}

TEMPLATE_TEST_CASE("an empty call is a call", "[single_track][memory][emulated]", float, double) {
    using T = TestType;
    for (const kernels::KernelTable* table : supported_tables()) {
        Agents<T> none = random_agents<T>(1, 0, true, 22).first(0);
        kernels::SingleTrackArguments<T> call = none.arguments({});
        kernels::single_track_of<T>(*table).integrate(call);
        kernels::single_track_of<T>(*table).derivative({call, {}});
        Agents<T> some = random_agents<T>(40, 0.5, true, 22);
        const Agents<T> start = some;
        some.step(*table, {Model::st, Integrator::rk4, Commands::rates, 0});
        CHECK(differing(some, start) == 0);
    }
}
