#pragma once

#include <CLI/CLI.hpp>

#include <string>

/// The subcommands of the program: each adds its options to the application and runs when it is
/// chosen. They throw Error for what the user can mend.
namespace lanewise::program {

/// Refuses what is not a number in [low, high]; CLI::Range lets NaN through.
inline CLI::Validator number_in(double low, double high) {
    const CLI::Validator not_nan(
        [](std::string& text) {
            return text.find_first_of("nN") == std::string::npos ? std::string()
                                                                 : text + " is not a number";
        },
        "");
    return CLI::Range(low, high) & not_nan;
}

void add_race_command(CLI::App& program);
void add_compare_command(CLI::App& program);
void add_drive_command(CLI::App& program);
void add_integrate_command(CLI::App& program);
void add_run_command(CLI::App& program);
void add_info_command(CLI::App& program);

}  // namespace lanewise::program
