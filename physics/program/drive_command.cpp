#include <lanewise/kernels/backend.hpp>
#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/collision/obj_file.hpp>
#include <lanewise/physics/program/choices.hpp>
#include <lanewise/physics/program/commands.hpp>
#include <lanewise/physics/program/drive.hpp>
#include <lanewise/physics/program/drive_picture.hpp>
#include <lanewise/physics/program/output_file.hpp>
#include <lanewise/physics/program/progress_bar.hpp>
#include <lanewise/physics/program/shared_options.hpp>
#include <lanewise/physics/program/text_table.hpp>
#include <lanewise/physics/vehicle/records/json.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <string>

namespace lanewise::program {
namespace {

struct DriveArguments {
    std::uint64_t vehicles = 48;
    std::uint64_t worlds = 8;
    std::string road;
    std::string axes = "carla";
    std::string course;
    double half_width = 5.0;
    std::string kind;
    std::string physics;
    double seconds = 60.0;
    double timestep = 1.0 / 60.0;
    double speed = 25.0;
    double lateral = 2.5;
    SharedOptions shared{.svg = "lanewise_drive.svg", .samples = 24};
};

constexpr Choice<ObjAxes> k_axes[] = {
    {"carla", ObjAxes::carla}, {"z_up", ObjAxes::z_up}, {"y_up", ObjAxes::y_up}};

RoadCourse course_of(const DriveArguments& a) {
    const auto stem = [](const std::string& path) {
        return std::filesystem::path(path).stem().string();
    };
    if (a.road.empty())
        return a.course.empty() ? generated_course()
                                : flat_course(stem(a.course), Track::load(a.course, a.half_width));
    ObjMesh mesh = load_obj(
        a.road, {.axes = *find_choice(k_axes, a.axes), .materials = {}, .default_material = {}});
    if (a.course.empty()) return circle_on(stem(a.road), mesh.mesh, mesh.materials);
    return {stem(a.road), Track::load(a.course, a.half_width), mesh.mesh, mesh.materials};
}

/// The presets, or the one that is asked for, with the file's set-up if there is one.
std::vector<VehiclePreset> fleet_of(const DriveArguments& a) {
    if (a.physics.empty() && a.kind.empty()) return presets::all();
    VehiclePreset kind = presets::by_name(a.kind.empty() ? "sedan" : a.kind);
    if (!a.physics.empty()) {
        kind.physics = load_vehicle_physics(a.physics);
        kind.name = std::filesystem::path(a.physics).stem().string();
    }
    return {kind};
}

std::string kinds_table(const DriveResult& r) {
    TextTable table({"vehicle", "number", "mean km/h", "top km/h", "distance km", "laps",
                     "off road", "upset", "slip deg", "load kN"});
    for (const KindResult& k : r.kinds) {
        if (k.vehicles == 0) continue;
        table.add(
            {k.name, with_groups(k.vehicles),
             fmt::format("{:.1f}", 3.6 * k.distance / static_cast<double>(k.vehicles) /
                                       std::max(1e-9, r.simulated_seconds)),
             fmt::format("{:.1f}", 3.6 * k.top_speed), fmt::format("{:.1f}", 1e-3 * k.distance),
             with_groups(k.laps), with_groups(k.off_road), with_groups(k.upset),
             fmt::format("{:.1f}", k.largest_slip), fmt::format("{:.1f}", 1e-3 * k.largest_load)});
    }
    return table.text();
}

std::string drive_facts(const DriveArguments& a, const RoadCourse& course, const DriveResult& r,
                        int threads) {
    const auto vehicles = static_cast<double>(a.vehicles * a.worlds);
    FactList facts;
    facts.add("course", fmt::format("{}, {:.0f} m, {} triangles", course.name, course.line.length(),
                                    with_groups(course.surface->size())));
    facts.add("vehicles", fmt::format("{} in {} worlds", with_groups(a.vehicles * a.worlds),
                                      with_groups(a.worlds)));
    facts.add("driven",
              fmt::format("{:.1f} s in {:.2f} s, {} ticks of {:.4g} s", r.simulated_seconds,
                          r.seconds, with_groups(r.ticks), a.timestep));
    facts.add("drivers' own lap", fmt::format("{:.1f} s", r.ideal_lap));
    facts.add("collisions", fmt::format("{} pairs and ticks", with_groups(r.collisions)));
    facts.add("vehicle-steps/s", with_prefix(vehicles * static_cast<double>(r.ticks) / r.seconds));
    facts.add("real-time factor",
              fmt::format("{:.0f} for all, {} for one vehicle", r.simulated_seconds / r.seconds,
                          with_prefix(vehicles * r.simulated_seconds / r.seconds)));
    facts.add("time", fmt::format("{:.0f} % vehicles, {:.0f} % drivers, {:.0f} % world",
                                  100.0 * r.update_share, 100.0 * r.driver_share,
                                  100.0 * (1.0 - r.update_share - r.driver_share)));
    const BackendInfo used = backend();
    facts.add("backend", fmt::format("{}:{}", used.name, used.target));
    facts.add("threads", fmt::format("{}", threads));
    facts.add("state hash", fmt::format("{:016x}", r.state_hash));
    return facts.text();
}

void write_telemetry(OutputFile& file, const DriveResult& r) {
    file.write(
        "vehicle,kind,time,x,y,z,yaw,pitch,roll,speed,engine_rpm,gear,throttle,brake,steer,"
        "wheel,in_contact,load,long_force,lat_force,lat_slip,long_slip,omega,compression,"
        "steer_angle\n");
    std::string block;
    for (const DrivenPath& path : r.paths) {
        block.clear();
        for (std::size_t i = 0; i < path.points.size(); ++i) {
            const DrivePoint& p = path.points[i];
            const std::string head =
                fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}", path.vehicle, path.name,
                            p.time, p.x, p.y, p.z, p.yaw, p.pitch, p.roll, p.speed, p.engine_rpm,
                            p.gear, p.throttle, p.brake, p.steer);
            for (std::size_t k = 0; k < path.wheel_count; ++k) {
                const DriveWheelPoint& w = path.wheels[i * path.wheel_count + k];
                fmt::format_to(std::back_inserter(block), "{},{},{},{},{},{},{},{},{},{},{}\n",
                               head, k, w.in_contact ? 1 : 0, w.load, w.long_force, w.lat_force,
                               w.lat_slip, w.long_slip, w.omega, w.compression, w.steer_angle);
            }
        }
        file.write(block);
    }
    file.close();
}

void run(const DriveArguments& a) {
    if (!a.shared.backend.empty()) set_backend(a.shared.backend);
    const RoadCourse course = course_of(a);
    DriveOptions options;
    options.fleet = fleet_of(a);
    options.vehicles = a.vehicles;
    options.worlds = a.worlds;
    options.seconds = a.seconds;
    options.timestep = a.timestep;
    options.ticks_per_control = std::max(1, static_cast<int>(0.05 / a.timestep + 0.5));
    options.lateral = a.lateral;
    options.top_speed = a.speed;
    options.seed = a.shared.seed;
    options.samples = a.shared.samples;
    options.threads = a.shared.thread_count();
    // Files that cannot be written are refused before the work, not after it.
    std::optional<OutputFile> svg, csv;
    if (!a.shared.no_svg) svg.emplace(a.shared.svg);
    if (!a.shared.csv.empty()) csv.emplace(a.shared.csv);

    DriveResult result;
    {
        ProgressBar bar(a.shared.progress);
        const std::string note = fmt::format("{} vehicles", with_groups(a.vehicles * a.worlds));
        result = run_drive(course, options, [&](double share) { bar.show(share, note); });
    }
    fmt::print("{}\n{}", kinds_table(result), drive_facts(a, course, result, options.threads));
    if (svg) {
        svg->write(drive_picture(
            course, result, result.simulated_seconds,
            {.title = fmt::format("{} vehicles on the {}", with_groups(a.vehicles * a.worlds),
                                  course.name),
             .subtitle = {
                 fmt::format("{} of them shown, {:.0f} s of driving in {:.2f} s",
                             result.paths.size(), result.simulated_seconds, result.seconds),
                 fmt::format("{} vehicle-steps/s on {} threads with {}:{}",
                             with_prefix(static_cast<double>(a.vehicles * a.worlds) *
                                         static_cast<double>(result.ticks) / result.seconds),
                             options.threads, backend().name, backend().target)}}));
        svg->close();
        fmt::print("picture of the paths and telemetry: {}\n", svg->path());
    }
    if (csv) {
        write_telemetry(*csv, result);
        fmt::print("telemetry as numbers: {}\n", csv->path());
    }
}

}  // namespace

void add_drive_command(CLI::App& program) {
    const auto a = std::make_shared<DriveArguments>();
    CLI::App* command =
        program.add_subcommand("drive", "Drives CARLA vehicles around a course, in many worlds");
    command->footer(
        "Drivers follow the course through the Ackermann controller, mind the car ahead, and take\n"
        "bends at --lateral. Without files the course is generated: hills, a banked turn, a strip\n"
        "of kerb, a wet patch. FILE for --csv gets one line per sampled vehicle, look of its\n"
        "driver and wheel: poses [m, deg, CARLA's frame], speed [m/s], controls, and the wheel's\n"
        "load, forces [N], slip [deg, ratio], spin [rad/s], compression [m] and steer angle "
        "[deg].");
    command->add_option("--vehicles", a->vehicles, "In each world")
        ->type_name("N")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{100'000}))
        ->capture_default_str();
    command->add_option("--worlds", a->worlds, "Worlds side by side")
        ->type_name("W")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{100'000}))
        ->capture_default_str();
    command->add_option("--road", a->road, "Surface to drive on; default: generated")
        ->type_name("FILE.obj");
    command->add_option("--axes", a->axes, "Of the surface's file")
        ->type_name("")
        ->check(CLI::IsMember(words(k_axes)))
        ->capture_default_str();
    command
        ->add_option("--course", a->course,
                     "Centre line (x, y, right, left) to follow; default: the generated one, or a "
                     "circle in the middle of the surface")
        ->type_name("FILE.csv");
    command->add_option("--half-width", a->half_width, "Half the road's width for a race line [m]")
        ->type_name("M")
        ->check(number_in(1.0, 100.0))
        ->capture_default_str();
    command->add_option("--kind", a->kind, "Preset that all vehicles are; default: all in turn")
        ->type_name("NAME");
    command
        ->add_option("--physics", a->physics,
                     "VehiclePhysicsControl in CARLA's names and units, for the box of --kind")
        ->type_name("FILE.json");
    command->add_option("--seconds", a->seconds, "Of driving")
        ->type_name("S")
        ->check(number_in(0.1, 1e6))
        ->capture_default_str();
    command->add_option("--timestep", a->timestep, "Length of a tick [s]")
        ->type_name("S")
        ->check(number_in(1e-4, 0.1))
        ->capture_default_str();
    command->add_option("--speed", a->speed, "Top speed of the drivers [m/s]")
        ->type_name("V")
        ->check(number_in(1.0, 100.0))
        ->capture_default_str();
    command->add_option("--lateral", a->lateral, "Acceleration that drivers take in bends [m/s2]")
        ->type_name("A")
        ->check(number_in(0.1, 20.0))
        ->capture_default_str();
    add_shared_options(*command, a->shared,
                       {.seed = "Of where and how everybody drives",
                        .svg = "Picture of paths and telemetry",
                        .csv = "Telemetry of the sampled vehicles as numbers",
                        .samples = "Vehicles in the picture and the telemetry"});
    command->callback([a] { run(*a); });
}

}  // namespace lanewise::program
