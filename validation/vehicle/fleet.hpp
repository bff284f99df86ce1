#pragma once

#include "car.hpp"

#include <lanewise/physics/state_bytes.hpp>
#include <lanewise/physics/vehicle/records/presets.hpp>

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace lanewise::vehicle_cases {

/// Worlds with some vehicles of all kinds each, driven by formulas of the worlds' numbers. The
/// first two of a world share a plate that moves.
class Fleet {
public:
    Fleet(std::vector<std::size_t> numbers, std::size_t vehicles)
        : numbers_(std::move(numbers)), worlds_(numbers_.size()) {
        for (PhysicsWorld& world : worlds_) {
            pointers_.push_back(&world);
            world.add_body({.shape = Shape::box({500, 500, 1}),
                            .kind = BodyKind::static_body,
                            .pose = {{}, {0, 0, -1}}});
            world.add_body(
                {.shape = Shape::box({6, 6, 0.2}), .pose = {{}, {0, 0, 0.2}}, .mass = 2000});
        }
        for (std::size_t w = 0; w < worlds_.size(); ++w)
            for (std::size_t i = 0; i < vehicles; ++i) add(w, i);
    }
    Fleet(const Fleet&) = delete;
    Fleet& operator=(const Fleet&) = delete;

    /// Another vehicle of world w, its i-th.
    void add(std::size_t w, std::size_t i) {
        const std::vector<VehiclePreset> kinds = presets::all();
        const VehiclePreset& kind = kinds[(numbers_[w] + i) % kinds.size()];
        const double x = i < 2 ? 0 : 20.0 * static_cast<double>(i);
        const double y = i < 2 ? 5.0 * static_cast<double>(i) - 2.5 : 0;
        const RigidTransform start = placed(x, y, i < 2 ? 0.45 : 0.05);
        const VehicleId id = vehicles_.add_vehicle(
            pointers_, w, start, {kind.box_centre, kind.box_half_extents}, kind.physics);
        drivers_.push_back({id, static_cast<double>(16 * numbers_[w] + i)});
    }

    void step(int threads = 1) {
        for (const Driver& d : drivers_) control(d);
        vehicles_.update(pointers_, k_step, threads);
        PhysicsWorld::step(pointers_, k_step, threads);
        ++steps_;
    }
    void run(int steps, int threads = 1) {
        for (int i = 0; i < steps; ++i) step(threads);
    }

    /// Of a world's bodies and of all that its vehicles remember.
    std::uint64_t hash(std::size_t world) const {
        StateHash hash;
        hash.add(worlds_[world].state_hash());
        for (const Driver& d : drivers_)
            if (vehicles_.world_of(d.id) == world) hash.add(vehicles_.state_hash(d.id));
        return hash.value();
    }
    std::vector<std::uint64_t> hashes() const {
        std::vector<std::uint64_t> list;
        for (std::size_t w = 0; w < worlds_.size(); ++w) list.push_back(hash(w));
        return list;
    }

    std::vector<PhysicsWorld>& worlds() { return worlds_; }
    VehicleSystem& vehicles() { return vehicles_; }
    VehicleSystem::Worlds pointers() const { return pointers_; }
    VehicleId id(std::size_t i) const { return drivers_[i].id; }
    int steps() const { return steps_; }
    void set_steps(int steps) { steps_ = steps; }

private:
    struct Driver {
        VehicleId id;
        double number;
    };

    void control(const Driver& d) {
        if (std::fmod(d.number, 4) == 3) {
            vehicles_.apply_ackermann_control(
                d.id, {.steer = 0.1_rad, .speed = steps_ > 60 ? 0_m_per_s : 6_m_per_s});
            return;
        }
        vehicles_.apply_vehicle_control(
            d.id, {.throttle = steps_ > 20 ? 0.5 + 0.02 * std::fmod(d.number, 20) : 0,
                   .steer = 0.1 * std::fmod(d.number, 5) - 0.2,
                   .brake = steps_ > 60 ? 0.7 : 0.0});
    }

    std::vector<std::size_t> numbers_;
    std::vector<PhysicsWorld> worlds_;
    std::vector<PhysicsWorld*> pointers_;
    VehicleSystem vehicles_;
    std::vector<Driver> drivers_;
    int steps_ = 0;
};

}  // namespace lanewise::vehicle_cases
