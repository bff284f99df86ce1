#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/program/commands.hpp>

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <new>
#include <string>

namespace lanewise::program {
namespace {

constexpr int k_user_error = 2;
constexpr int k_failure = 1;

/// One line, whatever the message holds.
int fail(int code, std::string message) {
    for (char& c : message)
        if (c == '\n' || c == '\r') c = ' ';
    fmt::print(stderr, "lanewise: {}\n", message);
    return code;
}

void flush_output() {
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
        refuse("standard output", "incomplete", "could not be written to its end");
}

int run(int argc, char** argv) {
    CLI::App app("Vehicle and racing physics in columns, on SIMD kernels", "lanewise");
    app.set_version_flag("--version", "lanewise " LANEWISE_VERSION, "Print the version and exit");
    app.set_help_flag("-h,--help", "Print this help and exit");
    app.require_subcommand(0, 1);
    add_race_command(app);
    add_drive_command(app);
    add_compare_command(app);
    add_integrate_command(app);
    add_run_command(app);
    add_info_command(app);
    app.footer("`lanewise COMMAND --help` tells about a command.");
    try {
        app.parse(argc, argv);
        if (app.get_subcommands().empty()) fmt::print("{}", app.help());
        flush_output();
        return 0;
    } catch (const CLI::Success& request) {
        return app.exit(request);
    } catch (const CLI::ParseError& error) {
        return fail(k_user_error, error.what());
    } catch (const Error& error) {
        return fail(k_user_error, error.what());
    } catch (const std::bad_alloc&) {
        return fail(k_failure, "not enough memory");
    } catch (const std::exception& error) {
        return fail(k_failure, error.what());
    }
}

}  // namespace
}  // namespace lanewise::program

int main(int argc, char** argv) {
    return lanewise::program::run(argc, argv);
}
