#include <lanewise/kernels/backend.hpp>
#include <lanewise/physics/program/commands.hpp>
#include <lanewise/physics/program/text_table.hpp>

#include <fmt/format.h>

#include <cstdlib>
#include <string>
#include <thread>

namespace lanewise::program {
namespace {

bool same(const BackendInfo& a, const BackendInfo& b) {
    return a.name == b.name && a.target == b.target;
}

void run() {
    // An empty variable counts as none.
    const char* wish = std::getenv("LANEWISE_BACKEND");
    if (wish != nullptr && *wish == '\0') wish = nullptr;
    const BackendInfo chosen = backend();
    FactList facts;
    facts.add("version", LANEWISE_VERSION);
    facts.add("CPU", std::string(cpu_name()));
    facts.add("threads", fmt::format("{}", std::thread::hardware_concurrency()));
    facts.add("backend", fmt::format("{}:{}", chosen.name, chosen.target));
    facts.add("why", wish != nullptr ? fmt::format("LANEWISE_BACKEND={}", wish)
                                     : "the preferred one of those that this CPU supports");
    facts.add("override", "--backend NAME or NAME:TARGET, or LANEWISE_BACKEND in the environment");
    fmt::print("{}\n", facts.text());

    TextTable table({"compiled target", "binary32 lanes", "fused fma", "supported here", "chosen"});
    for (const BackendInfo& b : compiled_backends())
        table.add({fmt::format("{}:{}", b.name, b.target), fmt::format("{}", b.lanes),
                   b.fused ? "yes" : "no", b.supported ? "yes" : "no", same(b, chosen) ? "*" : ""});
    fmt::print("{}\nTargets with fused fma compute the same bits.\n", table.text());
}

}  // namespace

void add_info_command(CLI::App& program) {
    program
        .add_subcommand("info", "Tells what the CPU is, which kernels there are and which are used")
        ->callback(run);
}

}  // namespace lanewise::program
