#include <lanewise/kernels/backend_choice.hpp>
#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/single_track/kernel_call.hpp>
#include <lanewise/physics/single_track/model.hpp>
#include <lanewise/units/convert.hpp>

#include <fmt/format.h>

namespace lanewise {
namespace {

void require_enumerator(std::string_view field, int value, int count) {
    if (value < 0 || value >= count) refuse(field, value, "must be an enumerator of its type");
}

template <class T>
void require_columns(std::string_view name, const SingleTrackColumns<T>& columns,
                     std::size_t size) {
    const auto check = [&](std::string_view which, std::span<T> column) {
        require_size(fmt::format("{}.{}", name, which), column.size(), size);
    };
    check("x", columns.x);
    check("y", columns.y);
    check("delta", columns.delta);
    check("v", columns.v);
    check("psi", columns.psi);
    check("psi_dot", columns.psi_dot);
    check("beta", columns.beta);
}

}  // namespace

void validate(const SingleTrackOptions& o) {
    require_enumerator("SingleTrackOptions.model", static_cast<int>(o.model), 3);
    require_enumerator("SingleTrackOptions.integrator", static_cast<int>(o.integrator), 2);
    require_enumerator("SingleTrackOptions.steering", static_cast<int>(o.steering), 2);
    require_enumerator("SingleTrackOptions.longitudinal", static_cast<int>(o.longitudinal), 2);
    // The kernels also need its reciprocal and, in binary32, its sixth.
    require_between("SingleTrackOptions.timestep", to_si(o.timestep), 1e-9, 1e3);
    require_between("SingleTrackOptions.timestep_ratio", o.timestep_ratio, 1, 1'000'000);
    require_between("SingleTrackOptions.max_threads", o.max_threads, 0, 1'000'000);
}

std::vector<double> single_track_derivative(const SingleTrackParameters& parameters,
                                            const SingleTrackOptions& options,
                                            const SingleTrackState& state,
                                            const std::array<double, 2>& action) {
    validate(parameters);
    validate(options);
    const double in[] = {state.x,   state.y,       state.delta, state.v,
                         state.psi, state.psi_dot, state.beta};
    constexpr std::string_view names[] = {"x", "y", "delta", "v", "psi", "psi_dot", "beta"};
    for (std::size_t i = 0; i < 7; ++i)
        require_finite(fmt::format("SingleTrackState.{}", names[i]), in[i]);
    require_finite("action[0]", action[0]);
    require_finite("action[1]", action[1]);

    double out[7] = {};
    const auto one = [](auto& number) { return std::span(&number, 1); };
    single_track_derivative<double>(
        parameters, options,
        {one(in[0]), one(in[1]), one(in[2]), one(in[3]), one(in[4]), one(in[5]), one(in[6])},
        one(action[0]), one(action[1]),
        {one(out[0]), one(out[1]), one(out[2]), one(out[3]), one(out[4]), one(out[5]),
         one(out[6])});
    std::vector<double> derivative(out, out + (options.model == SingleTrackModel::ks ? 5 : 7));
    derivative.resize(derivative.size() + 2, 0.0);
    return derivative;
}

template <class T>
void single_track_derivative(const SingleTrackParameters& parameters,
                             const SingleTrackOptions& options,
                             const SingleTrackColumns<const T>& state, std::span<const T> steering,
                             std::span<const T> longitudinal,
                             const SingleTrackColumns<T>& derivative) {
    validate(parameters);
    validate(options);
    const std::size_t n = state.x.size();
    require_columns("state", state, n);
    require_columns("derivative", derivative, n);
    require_size("steering", steering.size(), n);
    require_size("longitudinal", longitudinal.size(), n);

    const auto set = single_track::coefficients<T>(parameters);
    kernels::SingleTrackDerivativeArguments<T> call{.at = single_track::kernel_call<T>(options),
                                                    .derivative = {}};
    // The kernel reads the state only; its argument record is that of the integrator.
    const std::span<const T> in[] = {state.x,   state.y,       state.delta, state.v,
                                     state.psi, state.psi_dot, state.beta};
    const std::span<T> out[] = {derivative.x,   derivative.y,       derivative.delta, derivative.v,
                                derivative.psi, derivative.psi_dot, derivative.beta};
    for (std::size_t i = 0; i < kernels::k_state_count; ++i) {
        call.at.state[i] = const_cast<T*>(in[i].data());
        call.derivative[i] = out[i].data();
    }
    for (std::size_t i = 0; i < set.size(); ++i) call.at.coefficient[i] = &set[i];
    call.at.shared = true;
    call.at.steering = steering.data();
    call.at.longitudinal = longitudinal.data();
    call.at.count = n;
    kernels::single_track_of<T>(kernels::chosen_table()).derivative(call);
}

template void single_track_derivative(const SingleTrackParameters&, const SingleTrackOptions&,
                                      const SingleTrackColumns<const float>&,
                                      std::span<const float>, std::span<const float>,
                                      const SingleTrackColumns<float>&);
template void single_track_derivative(const SingleTrackParameters&, const SingleTrackOptions&,
                                      const SingleTrackColumns<const double>&,
                                      std::span<const double>, std::span<const double>,
                                      const SingleTrackColumns<double>&);

}  // namespace lanewise
