#pragma once

#include <CLI/CLI.hpp>

/// The subcommands of the program: each adds its options to the application and runs when it is
/// chosen. They throw Error for what the user can mend.
namespace lanewise::program {

void add_race_command(CLI::App& program);
void add_compare_command(CLI::App& program);
void add_integrate_command(CLI::App& program);
void add_info_command(CLI::App& program);

}  // namespace lanewise::program
