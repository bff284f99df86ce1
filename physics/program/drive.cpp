#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/dynamics/world.hpp>
#include <lanewise/physics/geometry/carla_frame.hpp>
#include <lanewise/physics/program/drive.hpp>
#include <lanewise/physics/program/state_hash.hpp>
#include <lanewise/physics/racing/random.hpp>
#include <lanewise/physics/rays/mesh_index.hpp>
#include <lanewise/physics/vehicle/records/curve.hpp>
#include <lanewise/physics/vehicle/vehicle_system.hpp>

#include <fmt/format.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

namespace lanewise::program {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double k_walking_pace = 2.0;  // below it slip angles mean nothing [m/s]
constexpr double k_settle = 1.0;        // before anybody drives [s]
constexpr double k_edge_room = 1.2;     // that drivers leave to the road's edge [m]
constexpr double k_spawn_gap = 0.05;    // between a wheel and the ground at the start [m]

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// What a random number is for.
enum Draw : std::uint32_t { k_place, k_side, k_pace, k_headway };

/// A number in [0, 1).
double draw(std::uint64_t seed, std::uint64_t vehicle, Draw what) {
    const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
    const auto words =
        philox4x32({low(vehicle), low(vehicle >> 32), what, 0}, {low(seed), low(seed >> 32)});
    return unit_interval(words[0], words[1]);
}

/// Distance between the first and the last axle [m].
double wheelbase_of(const VehiclePhysicsControl& physics) {
    double front = -1e9, rear = 1e9;
    for (const WheelPhysicsControl& wheel : physics.wheels) {
        const double x = to_si(wheel.offset.x);
        front = std::max(front, x);
        rear = std::min(rear, x);
    }
    return std::max(0.5, front - rear);
}

float small(double x) {
    return static_cast<float>(x);
}

class DriveRun {
public:
    DriveRun(const RoadCourse& course, const DriveOptions& options)
        : course_(course),
          options_(options),
          count_(options.vehicles * options.worlds),
          habits_(make_habits()),
          drivers_(course.line, habits_, options.lateral, options.top_speed),
          worlds_(options.worlds),
          states_(count_),
          targets_(count_),
          marks_(count_) {
        result_.kinds.resize(options.fleet.size());
        for (std::size_t k = 0; k < options.fleet.size(); ++k)
            result_.kinds[k].name = options.fleet[k].name;
        build_worlds();
        for (std::uint64_t i = 0; i < std::min(options.samples, options.vehicles); ++i) {
            const std::uint64_t vehicle = i * sample_stride() % options.vehicles;
            const VehiclePreset& kind = kind_of(vehicle);
            result_.paths.push_back({vehicle, kind.name, {}, {}, kind.physics.wheels.size()});
        }
        result_.ideal_lap = drivers_.ideal_lap();
    }

    DriveResult run(const std::function<void(double)>& progress) {
        settle();
        const auto ticks =
            static_cast<std::uint64_t>(std::ceil(options_.seconds / options_.timestep - 1e-9));
        const auto start = Clock::now();
        double update = 0.0, driver = 0.0;
        for (std::uint64_t tick = 0; tick < ticks; ++tick) {
            if (tick % static_cast<std::uint64_t>(options_.ticks_per_control) == 0) {
                const auto now = Clock::now();
                control(static_cast<double>(tick) * options_.timestep);
                driver += seconds_since(now);
                progress(static_cast<double>(tick) / static_cast<double>(ticks));
            }
            const auto now = Clock::now();
            vehicles_.update(pointers_, options_.timestep, max_threads());
            update += seconds_since(now);
            PhysicsWorld::step(pointers_, options_.timestep, max_threads());
            count_collisions();
        }
        result_.seconds = seconds_since(start);
        result_.ticks = ticks;
        result_.simulated_seconds = static_cast<double>(ticks) * options_.timestep;
        result_.update_share = update / result_.seconds;
        result_.driver_share = driver / result_.seconds;
        finish();
        return std::move(result_);
    }

private:
    /// What is remembered of a vehicle.
    struct Mark {
        double s = 0.0;         ///< on the line at the last look [m]
        double progress = 0.0;  ///< along the line since the start [m]
        double distance = 0.0;
        bool off_road = false;
    };

    /// All of the arena, or the calling thread alone.
    [[nodiscard]] int max_threads() const { return options_.threads == 1 ? 1 : 0; }

    [[nodiscard]] const VehiclePreset& kind_of(std::uint64_t i) const {
        return options_.fleet[(i % options_.vehicles) % options_.fleet.size()];
    }
    /// Samples lie all over the course and the kinds: steps of about the golden section that meet
    /// every vehicle once.
    [[nodiscard]] std::uint64_t sample_stride() const {
        auto stride = static_cast<std::uint64_t>(0.618 * static_cast<double>(options_.vehicles));
        stride = std::max<std::uint64_t>(stride, 1);
        while (std::gcd(stride, options_.vehicles) != 1) ++stride;
        return stride;
    }
    [[nodiscard]] KindResult& result_of(std::uint64_t i) {
        return result_.kinds[(i % options_.vehicles) % options_.fleet.size()];
    }

    [[nodiscard]] std::vector<RoadHabits> make_habits() const {
        const Track& line = course_.line;
        const double room = std::min(*std::ranges::min_element(line.left()),
                                     *std::ranges::min_element(line.right()));
        std::vector<RoadHabits> habits(count_);
        for (std::uint64_t i = 0; i < count_; ++i) {
            const VehiclePreset& kind = kind_of(i);
            const double side = std::max(0.0, room - to_si(kind.box_half_extents.y) - k_edge_room);
            RoadHabits& h = habits[i];
            h.world = static_cast<std::uint32_t>(i / options_.vehicles);
            h.wheelbase = wheelbase_of(kind.physics);
            h.length = 2.0 * to_si(kind.box_half_extents.x);
            h.shift = side * (2.0 * draw(options_.seed, i, k_side) - 1.0);
            h.pace = 0.8 + 0.2 * draw(options_.seed, i, k_pace);
            h.headway = 1.0 + draw(options_.seed, i, k_headway);
        }
        return habits;
    }

    void build_worlds() {
        const auto index = std::make_shared<const MeshIndex>(course_.surface);
        for (PhysicsWorld& world : worlds_) {
            world.add_body({.shape = Shape::mesh(course_.surface, {}, course_.materials),
                            .kind = BodyKind::static_body,
                            .index = index});
            pointers_.push_back(&world);
        }
        for (std::uint64_t i = 0; i < count_; ++i)
            ids_.push_back(vehicles_.add_vehicle(
                pointers_, i / options_.vehicles, start_of(i),
                {kind_of(i).box_centre, kind_of(i).box_half_extents}, kind_of(i).physics));
    }

    /// A place on the road, in the direction of the line.
    [[nodiscard]] RigidTransform start_of(std::uint64_t i) const {
        const std::uint64_t place = i % options_.vehicles;
        const double length = course_.line.length();
        const double pitch = length / static_cast<double>(options_.vehicles);
        const double jitter = std::max(0.0, pitch - habits_[i].length - 4.0);
        const double s =
            pitch * static_cast<double>(place) + 0.5 * jitter * draw(options_.seed, i, k_place);
        const PlanarPose at = course_.line.to_cartesian(s, habits_[i].shift, 0.0);
        const Bounds& box = course_.surface->bounds();
        const double top = box.high.z + 1.0;
        const WorldHit hit = worlds_.front().raycast({.origin = {at.x, at.y, top},
                                                      .direction = {0, 0, -1},
                                                      .max_distance = top - box.low.z + 1.0});
        if (!hit)
            refuse(course_.name, fmt::format("no ground at ({:.6g}, {:.6g})", at.x, at.y),
                   "must have a surface, front up, under the whole course");
        // On a slope the vehicle stands along the ground.
        const double yaw = at.psi * 180.0 / std::numbers::pi;
        const Vec3 forward{std::cos(at.psi), std::sin(at.psi), 0};
        const Vec3 right{-forward.y, forward.x, 0};
        const double pitch_angle = std::atan2(-dot(hit.normal, forward), hit.normal.z);
        const double roll_angle = std::atan2(dot(hit.normal, right), hit.normal.z);
        return {rotation_from_carla({pitch_angle * 180.0 / std::numbers::pi, yaw,
                                     roll_angle * 180.0 / std::numbers::pi}),
                hit.point + k_spawn_gap * hit.normal};
    }

    void settle() {
        for (const VehicleId id : ids_) vehicles_.apply_vehicle_control(id, {.brake = 1.0});
        for (double time = 0.0; time < k_settle; time += options_.timestep) {
            vehicles_.update(pointers_, options_.timestep, max_threads());
            PhysicsWorld::step(pointers_, options_.timestep, max_threads());
        }
        look();
        drivers_.drive(states_, targets_);
        for (std::uint64_t i = 0; i < count_; ++i) marks_[i].s = drivers_.s()[i];
    }

    /// The vehicles' places and speeds.
    void look() {
        for (std::uint64_t i = 0; i < count_; ++i) {
            const RigidTransform pose = vehicles_.transform(pointers_, ids_[i]);
            const Vec3 forward = rotate(pose.rotation, {1, 0, 0});
            states_[i] = {pose.translation.x, pose.translation.y, std::atan2(forward.y, forward.x),
                          dot(vehicles_.velocity(pointers_, ids_[i]), forward)};
        }
    }

    void control(double time) {
        look();
        drivers_.drive(states_, targets_);
        for (std::uint64_t i = 0; i < count_; ++i) {
            follow(i);
            // The steering curve is applied after the controller: what it takes away is asked for.
            const double share = steering_share(kind_of(i).physics, std::abs(states_[i].speed));
            vehicles_.apply_ackermann_control(
                ids_[i], {.steer = Angle::from_value(targets_[i].steer / share),
                          .speed = Velocity::from_value(targets_[i].speed)});
        }
        for (DrivenPath& path : result_.paths) record(path, time);
    }

    static double steering_share(const VehiclePhysicsControl& physics, double speed) {
        const auto kmh = unit_cast<KilometresPerHour>(Velocity::from_value(speed));
        return std::max(0.05, value_at(physics.steering_curve, kmh));
    }

    /// Counts laps and way, and notes what a vehicle comes to.
    void follow(std::uint64_t i) {
        Mark& mark = marks_[i];
        const double length = course_.line.length();
        double step = drivers_.s()[i] - mark.s;
        if (step > 0.5 * length) step -= length;
        if (step < -0.5 * length) step += length;
        if (std::isfinite(step)) {
            mark.progress += step;
            mark.s = drivers_.s()[i];
        }
        mark.distance +=
            std::abs(states_[i].speed) * options_.timestep * options_.ticks_per_control;
        const TrackWidths widths = course_.line.widths_at(mark.s);
        if (!(drivers_.offset()[i] <= widths.left && drivers_.offset()[i] >= -widths.right))
            mark.off_road = true;
        KindResult& kind = result_of(i);
        kind.top_speed = std::max(kind.top_speed, states_[i].speed);
        for (const WheelTelemetryData& w : vehicles_.telemetry(pointers_, ids_[i]).wheels) {
            kind.largest_load = std::max(kind.largest_load, to_si(w.tire_load));
            if (states_[i].speed > k_walking_pace)
                kind.largest_slip = std::max(kind.largest_slip, std::abs(w.lat_slip.value()));
        }
    }

    void record(DrivenPath& path, double time) {
        const VehicleId id = ids_[path.vehicle];
        const RigidTransform pose = vehicles_.transform(pointers_, id);
        const PitchYawRoll angles = carla_from_rotation(pose.rotation);
        const VehicleTelemetryData t = vehicles_.telemetry(pointers_, id);
        path.points.push_back({small(time), small(pose.translation.x), small(pose.translation.y),
                               small(pose.translation.z), small(angles.yaw), small(angles.pitch),
                               small(angles.roll), small(to_si(t.speed)),
                               small(t.engine_rpm.value()), small(t.throttle), small(t.brake),
                               small(t.steer), t.gear});
        for (const WheelTelemetryData& w : t.wheels)
            path.wheels.push_back({small(to_si(w.tire_load)), small(to_si(w.long_force)),
                                   small(to_si(w.lat_force)), small(w.lat_slip.value()),
                                   small(w.long_slip), small(to_si(w.omega)),
                                   small(to_si(w.suspension_compression)),
                                   small(w.steer_angle.value()), w.in_contact});
    }

    void count_collisions() {
        for (const PhysicsWorld& world : worlds_)
            for (const CollisionEvent& event : world.events()) {
                // The road is the first body; the others are vehicles, and each pair comes twice.
                if (event.other.index != 0 && event.body.index < event.other.index &&
                    event.body.index != 0)
                    ++result_.collisions;
            }
    }

    void finish() {
        look();
        StateHash hash;
        for (std::uint64_t i = 0; i < count_; ++i) {
            KindResult& kind = result_of(i);
            ++kind.vehicles;
            kind.distance += marks_[i].distance;
            kind.laps += static_cast<std::uint64_t>(
                std::max(0.0, marks_[i].progress / course_.line.length()));
            if (marks_[i].off_road) ++kind.off_road;
            const RigidTransform pose = vehicles_.transform(pointers_, ids_[i]);
            if (rotate(pose.rotation, {0, 0, 1}).z < 0.5) ++kind.upset;
            for (const double number :
                 {pose.translation.x, pose.translation.y, pose.translation.z, states_[i].speed})
                hash.add(number);
        }
        result_.state_hash = hash.value();
    }

    const RoadCourse& course_;
    const DriveOptions& options_;
    std::uint64_t count_;
    std::vector<RoadHabits> habits_;
    RoadDrivers drivers_;
    std::vector<PhysicsWorld> worlds_;
    std::vector<PhysicsWorld*> pointers_;
    VehicleSystem vehicles_;
    std::vector<VehicleId> ids_;
    std::vector<RoadState> states_;
    std::vector<RoadTarget> targets_;
    std::vector<Mark> marks_;
    DriveResult result_;
};

}  // namespace

DriveResult run_drive(const RoadCourse& course, const DriveOptions& options,
                      const std::function<void(double)>& progress) {
    // One arena for the whole run: making one costs as much as many small updates.
    const auto threads = static_cast<std::size_t>(options.threads);
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    tbb::task_arena arena(options.threads);
    return arena.execute([&] { return DriveRun(course, options).run(progress); });
}

}  // namespace lanewise::program
