#include <lanewise/kernels/backend.hpp>
#include <lanewise/kernels/backend_choice.hpp>
#include <lanewise/kernels/error.hpp>
#include <lanewise/physics/program/commands.hpp>
#include <lanewise/physics/program/kernel_trials.hpp>
#include <lanewise/physics/program/progress_bar.hpp>
#include <lanewise/physics/program/text_table.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace lanewise::program {
namespace {

struct CompareArguments {
    std::string kernel;
    double seconds = 0.03;
    bool progress = false;
};

using Tables = std::vector<const kernels::KernelTable*>;

Tables supported_tables() {
    Tables list;
    for (const kernels::KernelTable* table : kernels::all_tables())
        if (kernels::is_supported(*table)) list.push_back(table);
    return list;
}

std::string name_of(const kernels::KernelTable& table) {
    return fmt::format("{}:{}", table.backend, table.target);
}

struct Peaks {
    double single = 0.0, twice = 0.0;  // of the best target [FLOP/s]
};

Peaks measure_peaks(const Tables& tables, double budget) {
    TextTable text({"FMA peak of one core", "binary32 GFLOP/s", "binary64 GFLOP/s"});
    Peaks best;
    for (const kernels::KernelTable* table : tables) {
        const double single = fma_peak(*table, true, budget);
        const double twice = fma_peak(*table, false, budget);
        best.single = std::max(best.single, single);
        best.twice = std::max(best.twice, twice);
        text.add({name_of(*table), fmt::format("{:.1f}", single * 1e-9),
                  fmt::format("{:.1f}", twice * 1e-9)});
    }
    fmt::print("{}\n", text.text());
    return best;
}

struct Measured {
    double seconds;
    std::uint64_t hash;
};

/// The fused scalar build is the yardstick of speed where the CPU has fma.
std::size_t scalar_of(const Tables& tables) {
    for (std::size_t i = 0; i < tables.size(); ++i)
        if (std::string_view(tables[i]->backend) == "scalar") return i;
    return tables.size() - 1;
}

/// Adds the rows of one kernel; false where the bits of two fused targets differ.
bool add_rows(TextTable& text, const KernelTrial& trial, const Tables& tables,
              const std::vector<Measured>& measured, const Peaks& peaks) {
    const double scalar = measured[scalar_of(tables)].seconds;
    const double peak = trial.single ? peaks.single : peaks.twice;
    const Measured* reference = nullptr;
    for (std::size_t i = 0; i < tables.size(); ++i)
        if (tables[i]->fused && reference == nullptr) reference = &measured[i];
    bool agree = true;
    for (std::size_t i = 0; i < tables.size(); ++i) {
        const Measured& m = measured[i];
        std::string bits = "no fma";
        if (tables[i]->fused) {
            bits = m.hash == reference->hash ? "yes" : "NO";
            agree = agree && m.hash == reference->hash;
        }
        text.add({trial.name, name_of(*tables[i]), fmt::format("{:.2f}", m.seconds * 1e9),
                  trial.item, fmt::format("{:.1f}x", scalar / m.seconds),
                  fmt::format("{:.0f} %", 100.0 * trial.flop / m.seconds / peak), bits});
    }
    return agree;
}

void run(const CompareArguments& a) {
    std::vector<KernelTrial> trials = kernel_trials();
    if (!a.kernel.empty()) {
        std::string known;
        for (const KernelTrial& trial : trials) {
            const std::string word = trial.name.substr(0, trial.name.find(' '));
            if (trial.single) known += (known.empty() ? "" : ", ") + word;
        }
        std::erase_if(trials, [&](const KernelTrial& t) {
            return t.name.substr(0, t.name.find(' ')) != a.kernel;
        });
        if (trials.empty()) refuse("--kernel", a.kernel, "must be one of " + known);
    }
    const Tables tables = supported_tables();
    fmt::print("{}\n\n", cpu_name());
    const Peaks peaks = measure_peaks(tables, a.seconds);

    TextTable text({"kernel", "backend", "ns", "per", "speed-up", "of FMA peak", "bits agree"});
    bool agree = true;
    {
        ProgressBar bar(a.progress);
        for (std::size_t t = 0; t < trials.size(); ++t) {
            std::vector<Measured> measured;
            for (const kernels::KernelTable* table : tables) {
                bar.show((static_cast<double>(t) + static_cast<double>(measured.size()) /
                                                       static_cast<double>(tables.size())) /
                             static_cast<double>(trials.size()),
                         trials[t].name);
                measured.push_back({trials[t].time(*table, a.seconds), trials[t].hash(*table)});
            }
            agree = add_rows(text, trials[t], tables, measured, peaks) && agree;
        }
    }
    fmt::print(
        "{}\nOne thread. Speed-up is over scalar with fma. The share is FLOP of the kernel (+ - * "
        "/\n"
        "and root 1, fma 2) over the best peak above. Bits are compared among the targets with\n"
        "fused fma, on states of every branch.\n",
        text.text());
    if (!agree) throw std::runtime_error("two targets with fused fma gave different bits");
}

}  // namespace

void add_compare_command(CLI::App& program) {
    const auto a = std::make_shared<CompareArguments>();
    CLI::App* command = program.add_subcommand(
        "compare", "Runs each kernel on each backend: speed, share of the FMA peak, bits");
    command->footer("Ends with exit code 1 where two targets that must agree do not.");
    command->add_option("--kernel", a->kernel, "Only this kernel, such as st or sincos")
        ->type_name("NAME");
    command->add_option("--seconds", a->seconds, "Time for each measurement [s]")
        ->type_name("S")
        ->check(number_in(0.0, 10.0))
        ->capture_default_str();
    command->add_flag("--progress", a->progress, "Progress bar even where no terminal is");
    command->callback([a] { run(*a); });
}

}  // namespace lanewise::program
