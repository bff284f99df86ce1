#pragma once

#include <lanewise/kernels/backend.hpp>
#include <lanewise/physics/single_track/batch.hpp>
#include <lanewise/units/literals.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace lanewise::test {

using namespace lanewise::literals;

/// x, y, delta, v, psi, psi_dot, beta of one agent.
using Seven = std::array<double, 7>;

inline SingleTrackState as_state(const Seven& z) {
    return {z[0], z[1], z[2], z[3], z[4], z[5], z[6]};
}
inline Seven as_seven(const SingleTrackState& s) {
    return {s.x, s.y, s.delta, s.v, s.psi, s.psi_dot, s.beta};
}

template <class T>
std::array<std::span<T>, 7> as_array(const SingleTrackColumns<T>& c) {
    return {c.x, c.y, c.delta, c.v, c.psi, c.psi_dot, c.beta};
}

/// Columns that own their numbers.
template <class T>
struct Agents {
    explicit Agents(std::size_t n) { column.fill(std::vector<T>(n)); }

    void set(std::size_t agent, const Seven& z) {
        for (std::size_t c = 0; c < 7; ++c) column[c][agent] = static_cast<T>(z[c]);
    }
    [[nodiscard]] Seven get(std::size_t agent) const {
        Seven z;
        for (std::size_t c = 0; c < 7; ++c) z[c] = static_cast<double>(column[c][agent]);
        return z;
    }
    [[nodiscard]] SingleTrackColumns<T> view() {
        auto& c = column;
        return {c[0], c[1], c[2], c[3], c[4], c[5], c[6]};
    }
    [[nodiscard]] SingleTrackColumns<const T> view() const {
        const auto& c = column;
        return {c[0], c[1], c[2], c[3], c[4], c[5], c[6]};
    }

    std::array<std::vector<T>, 7> column;
};

template <class Real>
void set_state(BasicSingleTrackBatch<Real>& batch, std::size_t agent, const Seven& z) {
    const auto columns = as_array(batch.state());
    for (std::size_t c = 0; c < 7; ++c) columns[c][agent] = static_cast<Real>(z[c]);
}

template <class Real>
void set_action(BasicSingleTrackBatch<Real>& batch, double steering, double longitudinal) {
    for (Real& u : batch.steering()) u = static_cast<Real>(steering);
    for (Real& u : batch.longitudinal()) u = static_cast<Real>(longitudinal);
}

/// The bytes of one agent's state and status.
template <class Real>
std::vector<std::byte> bits_of(const BasicSingleTrackBatch<Real>& batch, std::size_t agent) {
    std::vector<std::byte> bytes(7 * sizeof(Real) + 1);
    const auto columns = as_array(batch.state());
    for (std::size_t c = 0; c < 7; ++c)
        std::memcpy(bytes.data() + c * sizeof(Real), &columns[c][agent], sizeof(Real));
    bytes.back() = static_cast<std::byte>(batch.status()[agent]);
    return bytes;
}

/// The bytes of all states and statuses.
template <class Real>
std::vector<std::byte> bits_of(const BasicSingleTrackBatch<Real>& batch) {
    const std::size_t size = batch.size() * sizeof(Real);
    std::vector<std::byte> bytes(7 * size + batch.size());
    const auto columns = as_array(batch.state());
    for (std::size_t c = 0; c < 7; ++c)
        std::memcpy(bytes.data() + c * size, columns[c].data(), size);
    std::memcpy(bytes.data() + 7 * size, batch.status().data(), batch.size());
    return bytes;
}

/// The same numbers on every platform (splitmix64).
class Dice {
public:
    explicit Dice(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        return z ^ z >> 31;
    }
    double between(double low, double high) {
        return low + (high - low) * (static_cast<double>(next() >> 11) * 0x1p-53);
    }
    std::size_t below(std::size_t n) { return static_cast<std::size_t>(next() % n); }

private:
    std::uint64_t state_;
};

/// States in every branch of the models, forwards and backwards.
inline Seven any_state(Dice& dice) {
    const double widest[] = {0.3, 1.0, 3.0, 20.0};
    const double widest_speed = widest[dice.below(4)];
    return {dice.between(-20, 20),     dice.between(-20, 20),
            dice.between(-0.42, 0.42), dice.between(-0.25 * widest_speed, widest_speed),
            dice.between(-3.14, 3.14), dice.between(-1, 1),
            dice.between(-0.1, 0.1)};
}

/// A batch of such agents with actions that partly exceed the limits.
template <class Real>
BasicSingleTrackBatch<Real> crowd(std::size_t agents, const SingleTrackOptions& options,
                                  std::uint64_t seed = 1) {
    BasicSingleTrackBatch<Real> batch(SingleTrackParameters{}, agents, options);
    Dice dice(seed);
    for (std::size_t i = 0; i < agents; ++i) {
        set_state(batch, i, any_state(dice));
        batch.steering()[i] = static_cast<Real>(dice.between(-4, 4));
        batch.longitudinal()[i] = static_cast<Real>(dice.between(-12, 12));
    }
    return batch;
}

/// Runs the body under every backend and target that this CPU has.
template <class Body>
void with_every_backend(const Body& body) {
    const BackendInfo before = backend();
    const auto name = [](const BackendInfo& b) {
        return std::string(b.name) + ":" + std::string(b.target);
    };
    for (const BackendInfo& b : available_backends()) {
        INFO("backend " << name(b));
        set_backend(name(b));
        body(b);
    }
    set_backend(name(before));
}

inline constexpr SingleTrackModel k_models[] = {SingleTrackModel::ks, SingleTrackModel::st,
                                                SingleTrackModel::st_smooth};
inline constexpr Integrator k_integrators[] = {Integrator::euler, Integrator::rk4};

inline constexpr double k_pi = 3.14159265358979323846;

}  // namespace lanewise::test
