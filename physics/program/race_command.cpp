#include <lanewise/kernels/backend.hpp>
#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/program/choices.hpp>
#include <lanewise/physics/program/commands.hpp>
#include <lanewise/physics/program/output_file.hpp>
#include <lanewise/physics/program/progress_bar.hpp>
#include <lanewise/physics/program/race.hpp>
#include <lanewise/physics/program/race_picture.hpp>
#include <lanewise/physics/program/shared_options.hpp>
#include <lanewise/physics/program/text_table.hpp>
#include <lanewise/physics/track/generated_track.hpp>
#include <lanewise/units/convert.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <string>

namespace lanewise::program {
namespace {

struct RaceArguments {
    std::string track;
    double half_width = 1.1;
    std::uint64_t agents = 20'000;
    std::string car = "f1tenth";
    double spread = 0.03;
    std::string model = "st";
    std::string integrator = "rk4";
    std::string precision = "single";
    double timestep = 0.01;
    int ratio = 5;
    std::uint64_t steps = 0;
    bool collisions = false;
    std::uint64_t cars_per_race = 8;
    SharedOptions shared{.svg = "lanewise_race.svg", .samples = 32};
};

/// Rounds of the speed profile that the default number of steps lasts: every agent gets to the
/// start line and then does at least two laps.
constexpr double k_default_rounds = 3.5;

std::string track_name(const std::string& path) {
    if (path.empty()) return "generated track";
    std::string name = std::filesystem::path(path).stem().string();
    for (const std::string_view end : {"_centerline", "_raceline"})
        if (name.size() > end.size() && name.ends_with(end)) name.resize(name.size() - end.size());
    return name;
}

double narrowest(const Track& track) {
    return std::min(*std::min_element(track.left().begin(), track.left().end()),
                    *std::min_element(track.right().begin(), track.right().end()));
}

RaceOptions race_options(const RaceArguments& a, const Track& track) {
    RaceOptions o;
    const double room = narrowest(track);
    o.field.car = single_track::preset(a.car);
    o.field.spread = a.spread;
    o.field.shift = 0.12 * room;
    o.field.seed = a.shared.seed;
    o.field.agents = a.agents;
    o.field.cars_per_race = a.collisions ? a.cars_per_race : 1;
    o.field.gap = 2.0 * o.field.car.length;
    o.field.interval = a.timestep * a.ratio;
    o.field.kinematic = a.model == "ks";
    o.dynamics = {.model = *find_choice(k_models, a.model),
                  .integrator = *find_choice(k_integrators, a.integrator),
                  .timestep = Duration::from_value(a.timestep),
                  .timestep_ratio = a.ratio};
    validate(o.dynamics);
    o.threads = a.shared.thread_count();
    o.car_contacts = a.collisions;
    if (!a.shared.csv.empty() || !a.shared.no_svg) o.samples = std::min(a.shared.samples, a.agents);
    return o;
}

std::string lap_text(double seconds) {
    return seconds > 0.0 ? fmt::format("{:.2f} s", seconds) : std::string("none");
}

struct Race {
    const RaceArguments& arguments;
    const Track& track;
    const RaceOptions& options;
    const RaceResult& result;
    double ideal_lap;

    [[nodiscard]] double agent_steps_per_second() const {
        return static_cast<double>(options.field.agents) * static_cast<double>(options.steps) /
               result.seconds;
    }
    [[nodiscard]] double micro_steps_per_second() const {
        return agent_steps_per_second() * arguments.ratio;
    }
    [[nodiscard]] double interval() const { return arguments.timestep * arguments.ratio; }
};

std::string time_shares(const RaceTimes& t) {
    const double sum = t.frenet + t.driver + t.referee + t.contacts + t.dynamics;
    const auto share = [sum](double part) { return 100.0 * part / sum; };
    std::string text =
        fmt::format("{:.0f} % dynamics, {:.0f} % driver, {:.0f} % track frame, {:.0f} % referee",
                    share(t.dynamics), share(t.driver), share(t.frenet), share(t.referee));
    if (t.contacts > 0.0) text += fmt::format(", {:.0f} % contacts", share(t.contacts));
    return text;
}

std::string race_facts(const Race& race) {
    const RaceResult& r = race.result;
    const RaceCount& c = r.count;
    const BackendInfo used = backend();
    FactList facts;
    facts.add("track",
              fmt::format("{}, {:.1f} m", track_name(race.arguments.track), race.track.length()));
    facts.add("agents",
              fmt::format("{}, {} {} {}, {} precision", with_groups(race.options.field.agents),
                          race.arguments.car, race.arguments.model, race.arguments.integrator,
                          race.arguments.precision));
    facts.add("race",
              fmt::format("{} control steps of {} micro-steps, {:.1f} s of racing in {:.2f} s",
                          with_groups(race.options.steps), race.arguments.ratio,
                          race.interval() * static_cast<double>(race.options.steps), r.seconds));
    facts.add("laps", fmt::format("{}, {} agents with at least one", with_groups(c.laps),
                                  with_groups(c.finishers)));
    facts.add("best lap", lap_text(c.best_lap));
    facts.add(
        "mean best lap",
        lap_text(c.finishers > 0 ? c.sum_of_best_laps / static_cast<double>(c.finishers) : 0.0));
    facts.add("speed profile's lap", lap_text(race.ideal_lap));
    facts.add("off track", fmt::format("{} agents", with_groups(c.off_track)));
    facts.add(
        "collisions",
        race.options.car_contacts
            ? fmt::format("{} of a body with an edge, {} of a car with another of its race of {}",
                          with_groups(c.edge_contacts), with_groups(r.car_contacts),
                          race.options.field.cars_per_race)
            : fmt::format("{} of a body with an edge; cars do not meet without --collisions",
                          with_groups(c.edge_contacts)));
    if (c.lost > 0) facts.add("lost", fmt::format("{} agents, not finite", with_groups(c.lost)));
    if (r.reverse_unstable > 0)
        facts.add("in reverse", fmt::format("{} agents, where the equations are unstable",
                                            with_groups(r.reverse_unstable)));
    facts.add("agent-steps/s", with_prefix(race.agent_steps_per_second()));
    facts.add("micro-steps/s", with_prefix(race.micro_steps_per_second()));
    facts.add("time", time_shares(r.times));
    facts.add("backend", fmt::format("{}:{}, {} lanes", used.name, used.target, used.lanes));
    facts.add("threads", fmt::format("{}", race.options.threads));
    facts.add("state hash", fmt::format("{:016x}", r.state_hash));
    return facts.text();
}

void write_paths(OutputFile& file, const Race& race) {
    file.write("agent,step,time,x,y,psi,v,delta,psi_dot,beta,s,ey,lap\n");
    std::string block;
    for (const SampledPath& path : race.result.paths) {
        block.clear();
        for (std::size_t i = 0; i < path.points.size(); ++i) {
            const PathPoint& p = path.points[i];
            fmt::format_to(std::back_inserter(block),
                           "{},{},{:.6g},{},{},{},{},{},{},{},{},{},{}\n", path.agent, i,
                           static_cast<double>(i) * race.interval(), p.x, p.y, p.psi, p.v, p.delta,
                           p.psi_dot, p.beta, p.s, p.ey, p.lap);
        }
        file.write(block);
    }
    file.close();
}

void write_picture(OutputFile& file, const Race& race) {
    const BackendInfo used = backend();
    const RaceCount& c = race.result.count;
    file.write(race_picture(
        race.track, race.result.paths,
        {.title = fmt::format("{} cars on {}", with_groups(race.options.field.agents),
                              track_name(race.arguments.track)),
         .subtitle = {fmt::format("{} laps, best {}, {} off the track; last round of {} cars",
                                  with_groups(c.laps), lap_text(c.best_lap),
                                  with_groups(c.off_track), race.result.paths.size()),
                      fmt::format("{} micro-steps/s on {} threads with {}:{}",
                                  with_prefix(race.micro_steps_per_second()), race.options.threads,
                                  used.name, used.target)}}));
    file.close();
}

void run(const RaceArguments& a) {
    if (!a.shared.backend.empty()) set_backend(a.shared.backend);
    const Track track = a.track.empty() ? generated_track() : Track::load(a.track, a.half_width);
    RaceOptions options = race_options(a, track);
    const SingleTrackParameters& car = options.field.car;
    const Route route =
        racing_line(track, 0.5 * car.width + 0.42 * narrowest(track), car.lf + car.lr);
    const std::vector<double> speed = speed_profile(route, cautious_limits(car, a.spread));
    const double ideal_lap = round_time(route, speed);
    const double interval = a.timestep * a.ratio;
    options.steps =
        a.steps > 0
            ? a.steps
            : static_cast<std::uint64_t>(std::ceil(k_default_rounds * ideal_lap / interval));
    // The picture shows the last round; what comes before is for the file alone.
    if (a.shared.csv.empty()) {
        const auto round = static_cast<std::uint64_t>(1.5 * ideal_lap / interval);
        options.record_from = options.steps > round ? options.steps - round : 0;
    }
    // Files that cannot be written are refused before the work, not after it.
    std::optional<OutputFile> svg, csv;
    if (!a.shared.no_svg) svg.emplace(a.shared.svg);
    if (!a.shared.csv.empty()) csv.emplace(a.shared.csv);

    RaceResult result;
    {
        ProgressBar bar(a.shared.progress);
        const std::string note = fmt::format("{} agents", with_groups(a.agents));
        const auto run_in = a.precision == "double" ? run_race<double> : run_race<float>;
        result = run_in(track, route, speed, options,
                        [&](double fraction) { bar.show(fraction, note); });
    }
    const Race race = {a, track, options, result, ideal_lap};
    fmt::print("{}", race_facts(race));
    if (svg) {
        write_picture(*svg, race);
        fmt::print("picture of the paths: {}\n", svg->path());
    }
    if (csv) {
        write_paths(*csv, race);
        fmt::print("paths as numbers: {}\n", csv->path());
    }
}

}  // namespace

void add_race_command(CLI::App& program) {
    const auto a = std::make_shared<RaceArguments>();
    CLI::App* command = program.add_subcommand(
        "race", "Races many single-track cars with a built-in driver around a track");
    command->footer(
        "The driver follows a line of little curvature by pure pursuit, at speeds that the line's\n"
        "curvature, the car's power and its brakes allow. Cars differ by --spread and in how they\n"
        "are driven; those that race alone (no --collisions) are ghosts to each other.\n"
        "FILE for --csv gets one line per sampled agent and control step: agent, step, time [s],\n"
        "x, y [m], psi [rad], v [m/s], delta [rad], psi_dot [rad/s], beta [rad], s, ey [m] in the\n"
        "track's frame, and lap, the laps done.");
    command
        ->add_option("--track", a->track,
                     "Centre line (x, y, right, left) or race line "
                     "(s; x; y; psi; kappa; vx; ax); default: a generated track")
        ->type_name("FILE");
    command->add_option("--half-width", a->half_width, "Half the track's width for a race line [m]")
        ->type_name("M")
        ->capture_default_str();
    command->add_option("--agents", a->agents, "Number of cars")
        ->type_name("N")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{10'000'000}))
        ->capture_default_str();
    command->add_option("--car", a->car, "Parameter set that all cars are like")
        ->type_name("NAME")
        ->capture_default_str();
    command->add_option("--spread", a->spread, "Relative difference of the cars' parameters")
        ->type_name("X")
        ->check(number_in(0.0, 0.2))
        ->capture_default_str();
    command->add_option("--model", a->model, "Equations of motion")
        ->type_name("")
        ->check(CLI::IsMember(words(k_models)))
        ->capture_default_str();
    command->add_option("--integrator", a->integrator, "Of a micro-step")
        ->type_name("")
        ->check(CLI::IsMember(words(k_integrators)))
        ->capture_default_str();
    command->add_option("--precision", a->precision, "Of the agents' numbers")
        ->type_name("")
        ->check(CLI::IsMember({"single", "double"}))
        ->capture_default_str();
    command->add_option("--timestep", a->timestep, "Length of a micro-step [s]")
        ->type_name("S")
        ->check(number_in(1e-5, 0.1))
        ->capture_default_str();
    command->add_option("--ratio", a->ratio, "Micro-steps in a control step")
        ->type_name("N")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command
        ->add_option("--steps", a->steps,
                     "Control steps; default: enough for two laps of every car")
        ->type_name("K")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{100'000'000}));
    command->add_flag("--collisions", a->collisions,
                      "Start cars in groups and count the contacts inside a group");
    command->add_option("--cars-per-race", a->cars_per_race, "Cars in a group, with --collisions")
        ->type_name("N")
        ->check(CLI::Range(1, 64))
        ->capture_default_str();
    add_shared_options(*command, a->shared,
                       {.seed = "Of the differences and the starts",
                        .svg = "Picture of the paths",
                        .csv = "Paths of the sampled agents as numbers",
                        .samples = "Agents in the picture and the paths"});
    command->callback([a] { run(*a); });
}

}  // namespace lanewise::program
