// Measures the figures that are promised and compares: `bench_check [subject]`.

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "check/figure.hpp"

namespace lanewise::bench {
namespace {

constexpr Subject k_subjects[] = {
    {"single_track", measure_single_track},
    {"racing", measure_racing},
    {"rigid", measure_rigid},
    {"vehicle", measure_vehicle},
};

void print(const char* subject, const Figure& figure) {
    const bool least = figure.bound == Figure::Bound::at_least;
    fmt::print("{:<58} {:>9}  {} {:<5}  {}{}{}\n", fmt::format("{}: {}", subject, figure.name),
               figure.is_measured ? fmt::format("{:.3g}", figure.measured) : "-",
               least ? ">=" : "<=", figure.target,
               !figure.is_measured ? "no peer"
               : figure.ok()       ? "ok"
                                   : "short",
               figure.note.empty() ? "" : "  ", figure.note);
    std::fflush(stdout);
}

int check(std::string_view wanted) {
    bool known = false, all_ok = true;
    for (const Subject& subject : k_subjects) {
        if (!wanted.empty() && wanted != subject.name) continue;
        known = true;
        subject.measure([&](const Figure& figure) {
            all_ok = all_ok && figure.ok();
            print(subject.name, figure);
        });
    }
    if (!known) {
        fmt::print(stderr, "unknown subject {}; there are:", wanted);
        for (const Subject& subject : k_subjects) fmt::print(stderr, " {}", subject.name);
        fmt::print(stderr, "\n");
        return 2;
    }
    return all_ok ? 0 : 1;
}

}  // namespace

double median_ratio(const std::function<double()>& first, const std::function<double()>& second) {
    constexpr int samples = 11;
    double ratio[samples];
    first();
    second();
    double before = first();
    for (double& r : ratio) {
        // Each sample of the second is held against the mean of its two neighbours.
        const double between = second();
        const double after = first();
        r = between / ((before + after) / 2);
        before = after;
    }
    std::nth_element(ratio, ratio + samples / 2, ratio + samples);
    return ratio[samples / 2];
}

}  // namespace lanewise::bench

int main(int argc, char** argv) {
    if (argc > 2) {
        fmt::print(stderr, "usage: {} [subject]\n", argv[0]);
        return 2;
    }
    return lanewise::bench::check(argc == 2 ? argv[1] : "");
}
