#pragma once

#include <lanewise/physics/geometry/vector3.hpp>

#include <cmath>
#include <cstddef>
#include <memory>
#include <numbers>

namespace lanewise::bench {

/// A car with springs and ray-cast wheels on every engine; SI units, x forward, z up, positions
/// from the middle of the chassis.
namespace car {
inline constexpr double mass = 1000;                      // [kg]
inline constexpr Vec3 half_extents{2.1, 0.9, 0.3};        // of the chassis [m]
inline constexpr Vec3 mount{1.3, 0.8, 0.1};               // of a wheel, +- in x and y [m]
inline constexpr double radius = 0.35;                    // [m]
inline constexpr double free_length = 0.4, travel = 0.3;  // of the suspension [m]
inline constexpr double frequency = 1.5;                  // of a spring under a quarter [Hz]
inline constexpr double damping_ratio = 0.5;
inline constexpr double spring =
    0.25 * mass * (2 * std::numbers::pi * frequency) * (2 * std::numbers::pi * frequency);  // [N/m]
inline constexpr double steer = 0.175;  // of both front wheels [rad]
inline constexpr double throttle = 0.6;
inline constexpr double full_force = 4000;   // of both rear wheels [N]
inline constexpr double spacing = 4.5;       // of the grid that they stand in [m]
inline constexpr double spawn_height = 0.6;  // of the middle above the ground [m]
}  // namespace car

inline constexpr int k_rest_steps = 60;    ///< without throttle and steer
inline constexpr int k_drive_steps = 300;  ///< with both; these are timed

struct CarScene {
    std::size_t cars = 1;
    bool on_mesh = false;  ///< the ground mesh of scenes.hpp, else a box with its top at z = 0

    /// Where car i starts, in a square grid; z is what it is above the ground there.
    [[nodiscard]] Vec3 place(std::size_t i) const {
        const auto side = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(cars))));
        const double middle = 0.5 * static_cast<double>(side - 1);
        return {(static_cast<double>(i % side) - middle) * car::spacing,
                (static_cast<double>(i / side) - middle) * car::spacing, car::spawn_height};
    }
};

/// The scene in an engine.
class CarRun {
public:
    virtual ~CarRun() = default;
    /// Steps in the calling thread. Before drive() the cars have no throttle and no steer.
    virtual void step(int steps) = 0;
    virtual void drive() = 0;
    [[nodiscard]] virtual double mean_speed() const = 0;
    /// Share of all wheels.
    [[nodiscard]] virtual double wheels_on_ground() const = 0;
};

std::unique_ptr<CarRun> make_lanewise_cars(const CarScene& scene);
#if LANEWISE_WITH_BULLET
std::unique_ptr<CarRun> make_bullet_cars(const CarScene& scene);
#endif

}  // namespace lanewise::bench
