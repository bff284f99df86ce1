#pragma once

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <thread>

namespace lanewise::program {

/// What commands that run a field of vehicles have in common.
struct SharedOptions {
    std::uint64_t seed = 1;
    std::string backend{};
    int threads = 0;
    std::string svg{};
    bool no_svg = false;
    std::string csv{};
    std::uint64_t samples = 0;
    bool progress = false;

    /// As given, or all of the machine.
    [[nodiscard]] int thread_count() const {
        return threads > 0 ? threads
                           : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    }
};

/// What the helps say of them.
struct SharedOptionTexts {
    const char* seed;
    const char* svg;
    const char* csv;
    const char* samples;
};

/// The options' present values are the defaults; they outlive the command.
void add_shared_options(CLI::App& command, SharedOptions& options, const SharedOptionTexts& texts);

}  // namespace lanewise::program
