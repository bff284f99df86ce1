#include <lanewise/kernels/backend.hpp>
#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/json/json_value.hpp>
#include <lanewise/physics/program/commands.hpp>
#include <lanewise/physics/program/output_file.hpp>
#include <lanewise/physics/program/progress_bar.hpp>
#include <lanewise/physics/program/text_table.hpp>
#include <lanewise/physics/scene/scene_run.hpp>
#include <lanewise/physics/scene/scene_tables.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace lanewise::program {
namespace {

using scene::SceneFile;
using scene::SceneRay;
using scene::SceneRun;

struct RunArguments {
    std::string scene;
    std::int64_t ticks = 0;
    std::string csv;
    std::string events;
    std::string rays;
    std::string telemetry;
    std::string backend;
    bool progress = false;
};

/// The files that a run writes; none without its option.
class Outputs {
public:
    explicit Outputs(const RunArguments& a) {
        const std::array<std::pair<const char*, const std::string*>, 4> files = {
            {{"--csv", &a.csv},
             {"--events", &a.events},
             {"--rays", &a.rays},
             {"--telemetry", &a.telemetry}}};
        for (std::size_t i = 0; i < files.size(); ++i) {
            const auto& [name, path] = files[i];
            for (std::size_t other = 0; other < i; ++other)
                require_different(name, *path, files[other].first, *files[other].second);
            require_not_scene(*path, a.scene);
        }
        open(states_, a.csv, scene::k_state_header);
        open(events_, a.events, scene::k_event_header);
        open(rays_, a.rays, scene::k_ray_header);
        open(telemetry_, a.telemetry, scene::telemetry_header());
    }

    /// What there is after a tick, and before the first one; vehicles tell what they did in one.
    void write(const SceneRun& run, bool is_end) {
        write_to(states_, [&](std::string& text) { add_states(text, run); });
        write_to(events_, [&](std::string& text) { add_events(text, run); });
        if (run.ticks() > 0)
            write_to(telemetry_, [&](std::string& text) { add_telemetry(text, run); });
        write_to(rays_, [&](std::string& text) {
            for (const SceneRay& ray : run.scene().rays)
                if (ray.each_tick || is_end) add_hit(text, run, ray, run.cast(ray));
        });
    }

    void close() {
        for (std::optional<OutputFile>* file : {&states_, &events_, &rays_, &telemetry_})
            if (*file) (*file)->close();
    }

private:
    static void require_different(const char* name, const std::string& path, const char* other_name,
                                  const std::string& other) {
        if (!path.empty() && path == other)
            refuse(name, path, fmt::format("must not be the file of {}", other_name));
    }

    static void require_not_scene(const std::string& path, const std::string& scene) {
        std::error_code error;
        if (!path.empty() && std::filesystem::equivalent(path, scene, error))
            refuse(path, "the scene's file", "must not be written over");
    }

    static void open(std::optional<OutputFile>& file, const std::string& path,
                     const std::string& header) {
        if (path.empty()) return;
        file.emplace(path);
        file->write(header);
    }

    template <class Add>
    void write_to(std::optional<OutputFile>& file, const Add& add) {
        if (!file) return;
        text_.clear();
        add(text_);
        file->write(text_);
    }

    std::optional<OutputFile> states_, events_, rays_, telemetry_;
    std::string text_;
};

/// A cell of a table: six digits, and no sign of a zero.
std::string cell(double number) {
    return fmt::format("{:.6g}", number == 0 ? 0.0 : number);
}

void add_cells(TextTable::Row& row, const Vec3& v) {
    for (const double number : {v.x, v.y, v.z}) row.push_back(cell(number));
}

constexpr std::size_t k_most_rows = 40;

/// What a table leaves out of `count` things.
std::string more_than_shown(std::size_t count) {
    if (count <= k_most_rows) return {};
    return fmt::format("and {} more\n", with_groups(count - k_most_rows));
}

std::string state_table(const SceneRun& run) {
    const std::size_t bodies = run.body_count();
    if (bodies == 0) return {};
    TextTable table({"body", "x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz"});
    for (std::size_t i = 0; i < std::min(bodies, k_most_rows); ++i) {
        const BodyView body = run.body(i);
        TextTable::Row row = {run.name(i)};
        add_cells(row, body.pose().translation);
        add_cells(row, body.linear_velocity());
        add_cells(row, body.angular_velocity());
        table.add(std::move(row));
    }
    return table.text() + more_than_shown(bodies) + "\n";
}

std::string vehicle_table(const SceneRun& run) {
    const std::size_t vehicles = run.scene().vehicles.size();
    if (vehicles == 0) return {};
    TextTable table({"vehicle", "speed", "gear", "engine rpm", "wheels in contact"});
    for (std::size_t i = 0; i < std::min(vehicles, k_most_rows); ++i) {
        const VehicleTelemetryData t = run.telemetry(i);
        const auto contacts =
            std::count_if(t.wheels.begin(), t.wheels.end(),
                          [](const WheelTelemetryData& wheel) { return wheel.in_contact; });
        table.add({run.scene().vehicles[i].name, cell(t.speed.value()), std::to_string(t.gear),
                   cell(t.engine_rpm.value()), fmt::format("{} of {}", contacts, t.wheels.size())});
    }
    return table.text() + more_than_shown(vehicles) + "\n";
}

std::string ray_table(const SceneRun& run) {
    if (run.scene().rays.empty()) return {};
    TextTable table({"ray", "body", "distance", "x", "y", "z", "nx", "ny", "nz"});
    for (const SceneRay& ray : run.scene().rays) {
        TextTable::Row row = {ray.name};
        if (const WorldHit hit = run.cast(ray)) {
            row.insert(row.end(), {run.name(hit.body), cell(hit.distance)});
            add_cells(row, hit.point);
            add_cells(row, hit.normal);
        } else {
            row.emplace_back("no hit");
        }
        table.add(std::move(row));
    }
    return table.text() + "\n";
}

void print_summary(const SceneRun& run, std::uint64_t events) {
    FactList facts;
    const SceneFile& file = run.scene();
    if (!file.title.empty()) facts.add("scene", json::printable(file.title));
    facts.add("time", fmt::format("{:.6g} s", run.time()));
    facts.add("ticks", fmt::format("{} of {:.6g} s",
                                   with_groups(static_cast<std::uint64_t>(run.ticks())), file.dt));
    facts.add("substeps", fmt::format("{} a tick", file.substeps));
    facts.add("bodies", with_groups(file.bodies.size()));
    if (!file.vehicles.empty()) facts.add("vehicles", with_groups(file.vehicles.size()));
    facts.add("contacts", fmt::format("{} at the end", with_groups(run.world().contact_count())));
    facts.add("events", with_groups(events));
    facts.add("kinetic energy", fmt::format("{:.12g} J", run.kinetic_energy()));
    facts.add("state hash", fmt::format("{:016x}", run.state_hash()));
    const BackendInfo used = backend();
    facts.add("backend", fmt::format("{}:{}", used.name, used.target));
    fmt::print("{}{}{}{}", state_table(run), vehicle_table(run), ray_table(run), facts.text());
}

void run(const RunArguments& a) {
    if (!a.backend.empty()) set_backend(a.backend);
    SceneFile file = scene::load_scene(a.scene);
    if (a.ticks > 0) file.ticks = a.ticks;
    SceneRun run(std::move(file));
    Outputs outputs(a);
    outputs.write(run, false);
    std::uint64_t events = 0;
    {
        ProgressBar bar(a.progress);
        const std::int64_t ticks = run.scene().ticks;
        while (run.ticks() < ticks) {
            run.tick();
            events += run.events().size();
            outputs.write(run, run.ticks() == ticks);
            bar.show(static_cast<double>(run.ticks()) / static_cast<double>(ticks), "");
        }
    }
    outputs.close();
    print_summary(run, events);
}

}  // namespace

void add_run_command(CLI::App& program) {
    const auto a = std::make_shared<RunArguments>();
    CLI::App* command = program.add_subcommand("run", "Runs a scene of rigid bodies and vehicles");
    command->footer(
        "A scene is a JSON file with bodies, their shapes and materials, vehicles with their "
        "controls,\n"
        "forces, impulses and rays.\n"
        "--csv gets a line for each body before the first tick and after each one: time [s], "
        "tick,\n"
        "body, x, y, z [m], qx, qy, qz, qw (rotation), vx, vy, vz [m/s], wx, wy, wz [rad/s].\n"
        "--events gets a line for each body that was pushed by another: time, tick, substep, "
        "body,\n"
        "other, and the impulse along the normals [N s]. --telemetry gets a line for each wheel of "
        "each\n"
        "vehicle after each tick: what the vehicle and the wheel did, with CARLA's names and "
        "units.\n"
        "Files are complete or not there.");
    command->add_option("scene", a->scene, "Scene to run")->type_name("SCENE.json")->required();
    command->add_option("--ticks", a->ticks, "Instead of the scene's own number")
        ->type_name("N")
        ->check(CLI::Range(std::int64_t{1}, scene::k_most_ticks));
    command->add_option("--csv", a->csv, "State of every body after every tick")->type_name("FILE");
    command->add_option("--events", a->events, "Who pushed whom, and how much")->type_name("FILE");
    command->add_option("--rays", a->rays, "What the scene's rays hit")->type_name("FILE");
    command
        ->add_option("--telemetry", a->telemetry, "What every vehicle's wheels did in every tick")
        ->type_name("FILE");
    command
        ->add_option("--backend", a->backend, "As `lanewise info` lists them; default: the fastest")
        ->type_name("B");
    command->add_flag("--progress", a->progress, "Progress bar even where no terminal is");
    command->callback([a] { run(*a); });
}

}  // namespace lanewise::program
