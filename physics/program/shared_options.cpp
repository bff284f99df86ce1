#include <lanewise/physics/program/shared_options.hpp>

namespace lanewise::program {

void add_shared_options(CLI::App& command, SharedOptions& options, const SharedOptionTexts& texts) {
    command.add_option("--seed", options.seed, texts.seed)->type_name("N")->capture_default_str();
    command
        .add_option("--backend", options.backend,
                    "As `lanewise info` lists them; default: the fastest")
        ->type_name("B");
    command.add_option("--threads", options.threads, "Default: all that the machine has")
        ->type_name("T")
        ->check(CLI::Range(1, 1024));
    auto* svg = command.add_option("--svg", options.svg, texts.svg)
                    ->type_name("FILE")
                    ->capture_default_str();
    command.add_flag("--no-svg", options.no_svg, "No picture")->excludes(svg);
    command.add_option("--csv", options.csv, texts.csv)->type_name("FILE");
    command.add_option("--samples", options.samples, texts.samples)
        ->type_name("N")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command.add_flag("--progress", options.progress, "Progress bar even where no terminal is");
}

}  // namespace lanewise::program
